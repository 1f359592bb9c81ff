// SPDX-License-Identifier: Apache-2.0
// What a caller may write and may not; compiled under each kind of module resolution, never run.
import {
    ApiError, createOrder, createQuote, type ExistingOrder, type FiltersOrder, type JsonRpcResponse, Leadsheet, LeadsheetCore, type Lead, type Order, type Quote, type QuoteBatch, type QuoteItem,
    type QuoteRequest, type QuoteResult, RateLimitError, verifyWebhook,
} from "leadsheet";

const client = new Leadsheet({ baseUrl: "https://api.example.com", apiKey: "key" });
const fromEnvironment = new Leadsheet();
void fromEnvironment;

export async function allowed(): Promise<void> {
    const order: Order = await client.orders.create({ scrapingOption: "filters", leadCount: 10, industries: ["Software"] }, { idempotencyKey: "row-1" });
    const again: Order = await createOrder(new LeadsheetCore({ baseUrl: "https://api.example.com", apiKey: async () => "key" }), { scrapingOption: "filters", leadCount: 10 });
    for await (const lead of client.leads.list({ hasEmail: true, fields: ["id", "email"] })) {
        const typed: Lead = lead;
        void typed;
    }
    const { data, response } = await client.orders.get(order.order_number).withResponse();
    const text: string = data.status + response.requestId + again.status;
    void text;
    const event = await verifyWebhook({ body: "", headers: {} }, { secret: "whsec_" });
    if (event.type === "webhook.test") void event.data;
    try {
        await client.orders.cancel(order.order_number, {}, { ifMatch: order.version });
    } catch (error) {
        if (error instanceof RateLimitError && error.stop === "server_asked_too_long") void error.retryAfterMs;
        if (error instanceof ApiError && error.code === "invalid_transition") void error.errors[0]?.pointer;
    }
}

/** Holds only when the two are one type. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const is = <Yes extends true>(yes?: Yes): void => void yes;

export async function quoted(item: QuoteItem, either: QuoteRequest): Promise<void> {
    const wanted = { scrapingOption: "filters", leadCount: 10, industries: ["Software"] } satisfies FiltersOrder;
    const quote = await client.quotes.create(wanted);
    is<Same<typeof quote, Quote>>();
    await client.orders.create({ ...wanted, quoteId: quote.id });
    const batch = await client.quotes.create({ items: [wanted] });
    is<Same<typeof batch, QuoteBatch>>();
    const keyed = await client.quotes.create({ ...wanted, idempotencyKey: "row-1" });
    is<Same<typeof keyed, Quote | ExistingOrder>>();
    const unknown = await createQuote(client, item);
    is<Same<typeof unknown, Quote | ExistingOrder>>();
    const any = await client.quotes.create(either);
    is<Same<typeof any, QuoteResult>>();
    // the names of earlier versions
    const old = await client.createQuote(wanted);
    is<Same<typeof old, Quote>>();
}

export async function called(): Promise<void> {
    const answer = await client.mcp.call({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    is<Same<typeof answer, JsonRpcResponse>>();
    const notified = await client.mcp.call({ jsonrpc: "2.0", method: "notifications/initialized" });
    is<Same<typeof notified, JsonRpcResponse | undefined>>();
}

export async function byPath(): Promise<void> {
    const order = await client.get("/v1/orders/{orderNumber}", { params: { orderNumber: "LS-1" } });
    is<Same<typeof order, Order>>();
    const made = await client.post("/v1/orders", { body: { scrapingOption: "filters", leadCount: 10 }, idempotencyKey: "row-1" });
    is<Same<typeof made, Order>>();
    const account = await client.get("/v1/account", { timeoutMs: 5 });
    void account.balance.available;
    const report = await client.get<{ rows: number }>("/v1/reports", { query: { month: 5 } });
    is<Same<typeof report.rows, number>>();
    const unknown = await client.post("/v1/reports", { body: { any: "thing" } });
    is<Same<typeof unknown, unknown>>();
    const asSaid = await client.get<{ rows: number }>("/v1/account");
    is<Same<typeof asSaid.rows, number>>();
    // @ts-expect-error a body of another operation
    await client.post("/v1/orders", { body: { leadCount: 10 } });
    // @ts-expect-error the order's number is missing
    await client.get("/v1/orders/{orderNumber}");
    // @ts-expect-error a filter that does not exist
    await client.get("/v1/leads", { query: { hasEmial: true } });
}

export async function lists(): Promise<void> {
    const leads: Lead[] = await client.leads.list().autoPagingToArray({ limit: 10 });
    void leads;
    // @ts-expect-error no limit
    await client.leads.list().autoPagingToArray();
}

export async function refused(): Promise<void> {
    // @ts-expect-error a product that does not exist
    await client.orders.create({ scrapingOption: "everything", leadCount: 10 });
    // @ts-expect-error a number of leads is missing
    await client.orders.create({ scrapingOption: "filters" });
    // @ts-expect-error a field of another product
    await client.orders.create({ scrapingOption: "lookalikes", leadCount: 1, seedDomains: ["a.example"], searchUrl: "https://a.example" });
    // @ts-expect-error a column that does not exist
    client.leads.list({ fields: ["shoeSize"] });
    // @ts-expect-error a filter that does not exist
    client.leads.list({ hasEmial: true });
    // @ts-expect-error a status that does not exist
    client.orders.list({ status: "lost" });
    // @ts-expect-error the order's number is missing
    await client.orders.get();
    // @ts-expect-error an option that does not exist
    new Leadsheet({ waitForRateLimits: true });
    // @ts-expect-error a product that does not exist, in a batch
    await client.quotes.create({ items: [{ scrapingOption: "everything", leadCount: 10 }] });
}
