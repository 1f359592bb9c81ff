// SPDX-License-Identifier: MIT
import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from "n8n-workflow";
import { NodeConnectionTypes, NodeOperationError } from "n8n-workflow";
import type { Lead, Leadsheet as Client, QueryOf } from "../../../typescript/src/index.js";
import { asItem, leadsheetOf, shown } from "./client.js";
import { orderRow, quoteRows } from "./orders.js";
import { properties } from "./properties.js";
import { listOf, moneyOf, type Row, rowOf } from "./rows.js";

interface Options {
    acknowledged?: string;
    generation?: number;
}

/** The row of an item, or why it is none. */
function rowAt(context: IExecuteFunctions, itemIndex: number): Row {
    const given: unknown = context.getNodeParameter("row", itemIndex);
    const item: unknown = typeof given === "string" ? JSON.parse(given) : given;
    if (typeof item !== "object" || item === null || Array.isArray(item))
        throw new NodeOperationError(context.getNode(), "Row is not a JSON object.", { itemIndex });
    const row = rowOf(item as IDataObject);
    if (row.unknown.length === 0 || context.getNodeParameter("ignoreOthers", itemIndex)) return row;
    const names = row.unknown.map((name) => JSON.stringify(name)).join(", ");
    throw new NodeOperationError(context.getNode(), `No field of an order is called ${names}, so the row would ask for less than it says.`, {
        itemIndex,
        description: "Rename the column as the field is called, remove it, or switch Ignore Other Columns on.",
    });
}

function optionsAt(context: IExecuteFunctions, itemIndex: number): { acknowledged: string[]; generation: number } {
    const { acknowledged = "", generation = 0 } = context.getNodeParameter("options", itemIndex, {}) as Options;
    return { acknowledged: listOf(acknowledged), generation };
}

async function create(context: IExecuteFunctions, client: Client, itemIndex: number): Promise<IDataObject[]> {
    const row = rowAt(context, itemIndex);
    const quoteId = String(context.getNodeParameter("quoteId", itemIndex, "") ?? "").trim();
    const most = String(context.getNodeParameter("maxPrice", itemIndex, "") ?? "").trim();
    if (!quoteId && !most)
        throw new NodeOperationError(context.getNode(), "Nothing limits what this row may cost.", {
            itemIndex,
            description: "Fill in Most to Pay, or Quote ID with the quoteId of the operation Quote.",
        });
    const guards = { ...optionsAt(context, itemIndex), ...(quoteId ? { quoteId } : {}), ...(most ? { maxPrice: moneyOf(most) } : {}) };
    const { order, ...how } = await orderRow(client, row, guards);
    return [{ ...(order as unknown as IDataObject), ...how }];
}

async function quote(context: IExecuteFunctions, client: Client, itemIndex: number): Promise<IDataObject[]> {
    const [answer] = await quoteRows(client, [rowAt(context, itemIndex)], optionsAt(context, itemIndex).generation);
    const { key, request, result } = answer!;
    const { quote, existingOrder, problem } = result as { quote?: IDataObject; existingOrder?: IDataObject; problem?: IDataObject };
    return [
        {
            outcome: quote ? "quoted" : existingOrder ? "already_ordered" : "refused",
            idempotencyKey: key,
            request: request as IDataObject,
            ...(quote ? { quoteId: quote.id as string, total: quote.total as IDataObject, expiresAt: quote.expiresAt as string } : {}),
            ...(quote ? { equivalentOrders: quote.equivalentOrders as IDataObject[] } : {}),
            ...(existingOrder ? { existingOrder } : {}),
            ...(problem ? { problem } : {}),
        },
    ];
}

async function leads(context: IExecuteFunctions, client: Client, itemIndex: number): Promise<IDataObject[]> {
    const most = context.getNodeParameter("returnAll", itemIndex) ? Number.POSITIVE_INFINITY : Number(context.getNodeParameter("limit", itemIndex));
    const { fields, ...filters } = context.getNodeParameter("filters", itemIndex, {}) as IDataObject;
    const given = Object.entries(filters).filter(([, value]) => value !== "");
    const wanted = listOf(fields ?? "");
    const query = { ...Object.fromEntries(given), ...(wanted.length > 0 ? { fields: wanted } : {}), limit: Math.min(most, 1000) };
    const found: IDataObject[] = [];
    for await (const lead of client.listLeads(query as QueryOf<"listLeads">)) {
        found.push(lead as Lead as unknown as IDataObject);
        if (found.length >= most) break;
    }
    return found;
}

const operations: Record<string, (context: IExecuteFunctions, client: Client, itemIndex: number) => Promise<IDataObject[]>> = {
    "account.get": async (_, client) => [(await client.getAccount()) as unknown as IDataObject],
    "lead.getAll": leads,
    "order.create": create,
    "order.quote": quote,
};

export class Leadsheet implements INodeType {
    description: INodeTypeDescription = {
        displayName: "Leadsheet",
        name: "leadsheet",
        icon: { light: "file:leadsheet.svg", dark: "file:leadsheet.dark.svg" },
        group: ["transform"],
        version: 1,
        subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
        description: "Price and order verified B2B leads, one order a row, and read leads",
        defaults: { name: "Leadsheet" },
        usableAsTool: true,
        inputs: [NodeConnectionTypes.Main],
        outputs: [NodeConnectionTypes.Main],
        credentials: [{ name: "leadsheetApi", required: true }],
        properties,
    };

    async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
        const client = await leadsheetOf(this);
        const results: INodeExecutionData[] = [];
        const items = this.getInputData();
        for (let itemIndex = 0; itemIndex < items.length; itemIndex++) {
            const chosen = `${String(this.getNodeParameter("resource", itemIndex))}.${String(this.getNodeParameter("operation", itemIndex))}`;
            try {
                const operation = operations[chosen];
                if (operation === undefined) throw new NodeOperationError(this.getNode(), `There is no operation ${chosen}.`, { itemIndex });
                for (const json of await operation(this, client, itemIndex)) results.push({ json, pairedItem: { item: itemIndex } });
            } catch (error) {
                if (!this.continueOnFail()) throw shown(this, error, itemIndex);
                results.push({ json: asItem(error), pairedItem: { item: itemIndex } });
            }
        }
        return [results];
    }
}
