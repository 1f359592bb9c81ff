// SPDX-License-Identifier: MIT
import { ApiError, orderMark, rowOrder, type Leadsheet, type Order, type OrderRequest, type QuoteRequest, type QuoteResult } from "../../../typescript/src/index.js";
import type { Row } from "./rows.js";

export interface Guards {
    quoteId?: string;
    maxPrice?: { amount: number; currency: string };
    acknowledged: string[];
    generation: number;
}

export interface Placed {
    order: Order;
    idempotencyKey: string;
    /** The row was bought before; this call has bought nothing. */
    alreadyOrdered: boolean;
}

/** The order of this key asks for what the row asks for. Under a Reference the row may have been changed since. */
async function asksTheSame(order: Order, request: Record<string, unknown>): Promise<boolean> {
    return order.leadCount === request.leadCount && (await orderMark(order.request)) === (await orderMark(request));
}

/** Another quote or another limit under the row's key: the key has bought an order already, which is looked up. */
async function orderOfKey(client: Leadsheet, key: string, row: Row, refusal: ApiError): Promise<Order> {
    const { data } = await client.listOrders({ idempotencyKey: key });
    const order = data[0];
    if (order === undefined) throw refusal;
    if (await asksTheSame(order, row.request)) return order;
    throw new Error(
        `Order ${order.order_number} was placed for the Reference ${JSON.stringify(row.reference)} and asks for something else. ` +
            "Nothing was ordered: give the row a Reference of its own, or raise Generation to order it again.",
    );
}

/**
 * Buys a row once, however often this is called and by whichever program: the key comes from what the row asks for. What
 * the account has ordered already in other words is refused, unless it is acknowledged.
 */
export async function orderRow(client: Leadsheet, row: Row, { quoteId, maxPrice, acknowledged, generation }: Guards): Promise<Placed> {
    const { body, key } = await rowOrder({ request: row.request, reference: row.reference, generation });
    const named = [...new Set([...row.acknowledged, ...acknowledged])];
    const members = {
        ...(JSON.parse(body) as object),
        ...(quoteId ? { quoteId } : {}),
        ...(maxPrice ? { maxPrice } : {}),
        duplicates: "refuse",
        ...(named.length > 0 ? { acknowledgeDuplicateOf: named } : {}),
    };
    const made = await client.createOrder(members as unknown as OrderRequest, { idempotencyKey: key }).withResponse().then(
        ({ data, response }) => ({ order: data, alreadyOrdered: response.replayed }),
        async (error: unknown) => {
            if (!(error instanceof ApiError) || error.code !== "idempotency_key_reused") return Promise.reject(error);
            return { order: await orderOfKey(client, key, row, error), alreadyOrdered: true };
        },
    );
    return { ...made, idempotencyKey: key };
}

/** The service's price, what it refuses, or the order that the row has bought already; by row. */
export async function quoteRows(client: Leadsheet, rows: readonly Row[], generation: number): Promise<{ key: string; request: object; result: object }[]> {
    const named = await Promise.all(rows.map(({ request, reference }) => rowOrder({ request, reference, generation })));
    const answers: { key: string; request: object; result: object }[] = [];
    for (let first = 0; first < named.length; first += 500) {
        const part = named.slice(first, first + 500).map(({ body, key }) => ({ key, request: JSON.parse(body) as object }));
        const items = part.map(({ key, request }) => ({ ...request, idempotencyKey: key }));
        const batch: QuoteResult = await client.createQuote({ items } as unknown as QuoteRequest);
        const results = (batch as unknown as { items: { index: number }[] }).items;
        part.forEach((one, at) => answers.push({ ...one, result: results.find(({ index }) => index === at) ?? {} }));
    }
    return answers;
}
