// SPDX-License-Identifier: Apache-2.0
// What a caller may write and may not; compiled under each kind of module resolution, never run.
import { ApiError, createOrder, Leadsheet, LeadsheetCore, type Lead, type Order, RateLimitError, verifyWebhook } from "leadsheet";

const client = new Leadsheet({ baseUrl: "https://api.example.com", apiKey: "key" });

export async function allowed(): Promise<void> {
    const order: Order = await client.createOrder({ scrapingOption: "filters", leadCount: 10, industries: ["Software"] }, { idempotencyKey: "row-1" });
    const again: Order = await createOrder(new LeadsheetCore({ baseUrl: "https://api.example.com", apiKey: async () => "key" }), { scrapingOption: "filters", leadCount: 10 });
    for await (const lead of client.listLeads({ hasEmail: true, fields: ["id", "email"] })) {
        const typed: Lead = lead;
        void typed;
    }
    const { data, response } = await client.getOrder(order.order_number).withResponse();
    const text: string = data.status + response.requestId + again.status;
    void text;
    const event = await verifyWebhook({ body: "", headers: {} }, { secret: "whsec_" });
    if (event.type === "webhook.test") void event.data;
    try {
        await client.cancelOrder(order.order_number, {}, { ifMatch: order.version });
    } catch (error) {
        if (error instanceof RateLimitError) void error.retryAfterMs;
        if (error instanceof ApiError && error.code === "invalid_transition") void error.errors[0]?.pointer;
    }
}

export async function refused(): Promise<void> {
    // @ts-expect-error a product that does not exist
    await client.createOrder({ scrapingOption: "everything", leadCount: 10 });
    // @ts-expect-error a number of leads is missing
    await client.createOrder({ scrapingOption: "filters" });
    // @ts-expect-error a field of another product
    await client.createOrder({ scrapingOption: "lookalikes", leadCount: 1, seedDomains: ["a.example"], searchUrl: "https://a.example" });
    // @ts-expect-error a column that does not exist
    client.listLeads({ fields: ["shoeSize"] });
    // @ts-expect-error a filter that does not exist
    client.listLeads({ hasEmial: true });
    // @ts-expect-error a status that does not exist
    client.listOrders({ status: "lost" });
    // @ts-expect-error the order's number is missing
    await client.getOrder();
}
