// SPDX-License-Identifier: Apache-2.0
// As much of n8n as the node touches. engine/ has the same over the real one.
import { createRequire, Module } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

process.env.NODE_PATH = fileURLToPath(new URL("fakes", import.meta.url));
Module._initPaths();
const require = createRequire(import.meta.url);
const built = (name) => require(join(process.env.LEADSHEET_N8N_PACKAGE, "dist/nodes/Leadsheet", name));
const { Leadsheet } = built("Leadsheet.node.js");
const { LeadsheetTrigger } = built("LeadsheetTrigger.node.js");

const hidden = (description, name, chosen) => {
    const property = description.properties.filter((one) => one.name === name);
    const shown = property.find(({ displayOptions }) =>
        Object.entries(displayOptions?.show ?? {}).every(([other, values]) => values.includes(chosen[other])));
    return (shown ?? property[0])?.default;
};

export class FakeEngine {
    constructor(credentials) {
        this.credentials = credentials;
    }

    context(description, parameters, more) {
        const { credentials } = this;
        return {
            getCredentials: async () => credentials,
            getNode: () => ({ name: description.displayName, type: description.name }),
            getNodeParameter: (name) => parameters[name] ?? hidden(description, name, parameters),
            helpers: {
                async httpRequestWithAuthentication(_, options) {
                    const answer = await fetch(options.url, {
                        method: options.method, headers: { ...options.headers, "x-api-key": credentials.apiKey }, body: options.body,
                        redirect: "manual",
                    });
                    return { statusCode: answer.status, headers: Object.fromEntries(answer.headers), body: Buffer.from(await answer.arrayBuffer()) };
                },
            },
            ...more,
        };
    }

    /// The items that the node returns, or the failure it ends with.
    async run(parameters, items, { continueOnFail = false } = {}) {
        const node = new Leadsheet();
        const context = this.context(node.description, parameters, { getInputData: () => items.map((json) => ({ json })), continueOnFail: () => continueOnFail });
        const item = (index) => items[index];
        const read = context.getNodeParameter;
        context.getNodeParameter = (name, index) => {
            const value = read(name);
            if (value === "={{ $json }}") return item(index);
            return typeof value === "function" ? value(item(index)) : value;
        };
        const [results] = await node.execute.call(context);
        return results.map(({ json }) => json);
    }

    trigger(parameters, url, kept = {}) {
        const node = new LeadsheetTrigger();
        const hook = this.context(node.description, parameters, {
            getWorkflowStaticData: () => kept, getNodeWebhookUrl: () => url, getWorkflow: () => ({ name: "A workflow" }),
        });
        const { checkExists, create } = node.webhookMethods.default;
        return {
            kept,
            checkExists: () => checkExists.call(hook),
            create: () => create.call(hook),
            delete: () => node.webhookMethods.default.delete.call(hook),
            async receive({ headers, body }) {
                const seen = { status: 200 };
                const response = { status: (status) => Object.assign(seen, { status }) && response, send: (text) => Object.assign(seen, { text }) && response, end: () => response };
                const result = await node.webhook.call({
                    ...hook, getHeaderData: () => headers, getResponseObject: () => response,
                    getRequestObject: () => ({ rawBody: undefined, async readRawBody() { this.rawBody = body; } }),
                });
                return { ...seen, events: result.workflowData?.[0].map(({ json }) => json) ?? [] };
            },
        };
    }
}
