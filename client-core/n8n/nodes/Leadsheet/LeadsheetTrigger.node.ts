// SPDX-License-Identifier: MIT
import type { IDataObject, IHookFunctions, INodeType, INodeTypeDescription, IWebhookFunctions, IWebhookResponseData } from "n8n-workflow";
import { NodeConnectionTypes, NodeOperationError } from "n8n-workflow";
import { NotFoundError, verifyWebhook, type WebhookCreate, WebhookVerificationError } from "../../../typescript/src/index.js";
import { leadsheetOf, shown } from "./client.js";

/** What is kept between calls; n8n stores it with the workflow. */
interface Kept extends IDataObject {
    webhookId?: string;
    secret?: string;
    url?: string;
    /** The last messages, so that one that is sent again starts nothing. */
    seen?: string[];
}

const mostSeen = 1000;

function wanted(context: IHookFunctions): string[] {
    return [...(context.getNodeParameter("events") as string[])].sort();
}

export class LeadsheetTrigger implements INodeType {
    description: INodeTypeDescription = {
        displayName: "Leadsheet Trigger",
        name: "leadsheetTrigger",
        icon: { light: "file:leadsheet.svg", dark: "file:leadsheet.dark.svg" },
        group: ["trigger"],
        version: 1,
        subtitle: '={{$parameter["events"].join(", ")}}',
        description: "Starts the workflow when an order moves or leads are delivered",
        defaults: { name: "Leadsheet Trigger" },
        inputs: [],
        outputs: [NodeConnectionTypes.Main],
        credentials: [{ name: "leadsheetApi", required: true }],
        webhooks: [{ name: "default", httpMethod: "POST", responseMode: "onReceived", path: "webhook" }],
        properties: [
            {
                displayName: "Events",
                name: "events",
                type: "multiOptions",
                required: true,
                default: ["leads.delivered"],
                options: [
                    { name: "Endpoint Disabled", value: "endpoint.disabled" },
                    { name: "Lead Erased", value: "lead.erased" },
                    { name: "Leads Delivered", value: "leads.delivered" },
                    { name: "Order Approved", value: "order.approved" },
                    { name: "Order Cancelled", value: "order.cancelled" },
                    { name: "Order Created", value: "order.created" },
                    { name: "Order Delivered", value: "order.delivered" },
                    { name: "Order Failed", value: "order.failed" },
                    { name: "Order Info Requested", value: "order.info_requested" },
                    { name: "Order Refunded", value: "order.refunded" },
                    { name: "Order Rejected", value: "order.rejected" },
                    { name: "Webhook Test", value: "webhook.test" },
                ],
            },
        ],
    };

    webhookMethods = {
        default: {
            async checkExists(this: IHookFunctions): Promise<boolean> {
                const kept = this.getWorkflowStaticData("node") as Kept;
                if (!kept.webhookId || !kept.secret || kept.url !== this.getNodeWebhookUrl("default")) return false;
                const client = await leadsheetOf(this);
                try {
                    const { enabled, events } = await client.getWebhook(kept.webhookId);
                    return enabled && JSON.stringify([...events].sort()) === JSON.stringify(wanted(this));
                } catch (error) {
                    if (error instanceof NotFoundError) return false;
                    throw shown(this, error);
                }
            },

            async create(this: IHookFunctions): Promise<boolean> {
                const kept = this.getWorkflowStaticData("node") as Kept;
                const url = this.getNodeWebhookUrl("default") as string;
                const body = { url, name: `n8n: ${this.getWorkflow().name ?? this.getNode().name}`.slice(0, 100), events: wanted(this) };
                try {
                    const client = await leadsheetOf(this);
                    const made = await client.createWebhook(body as WebhookCreate);
                    Object.assign(kept, { webhookId: made.id, secret: made.secret, url, seen: [] });
                } catch (error) {
                    throw shown(this, error);
                }
                return true;
            },

            async delete(this: IHookFunctions): Promise<boolean> {
                const kept = this.getWorkflowStaticData("node") as Kept;
                if (kept.webhookId) {
                    const client = await leadsheetOf(this);
                    try {
                        await client.deleteWebhook(kept.webhookId);
                    } catch (error) {
                        // Somebody else has removed it already.
                        if (!(error instanceof NotFoundError)) throw shown(this, error);
                    }
                }
                for (const name of ["webhookId", "secret", "url", "seen"]) delete kept[name];
                return true;
            },
        },
    };

    async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
        const kept = this.getWorkflowStaticData("node") as Kept;
        const request = this.getRequestObject();
        const refuse = (status: number, why: string): IWebhookResponseData => {
            this.getResponseObject().status(status).send(why).end();
            return { noWebhookResponse: true };
        };
        if (!kept.secret) return refuse(503, "The workflow has no secret for this webhook: switch it off and on again.");
        if (!request.rawBody) await request.readRawBody();
        const headers = this.getHeaderData();
        try {
            const event = await verifyWebhook({ body: new Uint8Array(request.rawBody), headers }, { secret: kept.secret });
            const id = String(headers["webhook-id"]);
            if (kept.seen?.includes(id)) return { webhookResponse: "repeated" };
            kept.seen = [...(kept.seen ?? []), id].slice(-mostSeen);
            return { workflowData: [[{ json: { id, ...(event as unknown as IDataObject) } }]] };
        } catch (error) {
            if (error instanceof WebhookVerificationError) return refuse(401, error.message);
            throw new NodeOperationError(this.getNode(), error as Error);
        }
    }
}
