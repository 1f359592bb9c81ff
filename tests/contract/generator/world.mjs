// SPDX-License-Identifier: Apache-2.0
// What exists on the server that generated requests can be about.

/// The state an order must be in for an operation to succeed.
const kStateFor = {
    approveOrder: "pending_review", rejectOrder: "pending_review", requestOrderInfo: "pending_review", cancelOrder: "pending_review",
    replyToOrder: "info_requested", deliverOrder: "in_progress", failOrder: "in_progress", ingestDelivery: "in_progress", refundOrder: "delivered",
};
/// Nobody listens there, which a message finds out later.
const kReceiver = "http://127.0.0.1:9/hook";
const kOrder = { scrapingOption: "filters", leadCount: 20, industries: "Software" };
/// Of webhooks and of destinations; an account may have 50 of each.
const kMaxAtOnce = 40;
const kDestination = { platform: "instantly", credential: "platform key", campaignId: "c-1" };

export class World {
    constructor(server) {
        this.server = server;
        this.made = 0;
        this.standing = { "/v1/webhooks": 0, "/v1/destinations": 0 };
    }

    async prepare() {
        await this.admin(`/v1/admin/accounts/${this.server.accountId}/credit`, {
            amount: { amount: 4_000_000_000_000_000, currency: "USD" }, reason: "Orders of the generator",
        });
        this.pools = {
            orderNumber: [await this.orderIn("pending_review"), await this.orderIn("in_progress"), await this.orderIn("delivered")],
            quoteId: [(await this.customer("/v1/quotes", kOrder)).id],
            leadId: JSON.parse((await this.get("/v1/leads?limit=3")).answer.body).data.map(({ id }) => id),
            accountId: [(await this.admin("/v1/admin/accounts", { name: "Account of the generator" })).id],
            keyId: [],
            suppressionId: [(await this.admin("/v1/admin/suppressions", { email: "nobody@suppressed.example" })).id],
            webhookId: [await this.webhook()],
            destinationId: [await this.destination()],
        };
        return this;
    }

    get(target) {
        return this.server.send({ method: "GET", target, key: "customer" });
    }

    async post(key, target, body) {
        const headers = { ...(body && { "content-type": "application/json" }), "idempotency-key": `world-${++this.made}` };
        const { answer } = await this.server.send({ method: "POST", target, key, headers, body: body ? JSON.stringify(body) : null });
        if (answer.status > 299) throw new Error(`${target}: ${answer.body}`);
        return JSON.parse(answer.body);
    }

    customer(target, body) {
        return this.post("customer", target, body);
    }

    admin(target, body) {
        return this.post("admin", target, body);
    }

    async webhook() {
        await this.makeRoom("/v1/webhooks");
        return (await this.customer("/v1/webhooks", { url: kReceiver })).id;
    }

    async destination() {
        await this.makeRoom("/v1/destinations");
        return (await this.customer("/v1/destinations", kDestination)).id;
    }

    /// For one more: removes all but the first when there are many.
    async makeRoom(list) {
        if (++this.standing[list] < kMaxAtOnce) return;
        this.standing[list] = 1;
        const kept = this.pools[list === "/v1/webhooks" ? "webhookId" : "destinationId"][0];
        const { data } = JSON.parse((await this.get(`${list}?limit=100`)).answer.body);
        for (const { id } of data) if (id !== kept) await this.server.send({ method: "DELETE", target: `${list}/${id}`, key: "customer" });
    }

    async orderIn(state) {
        const { order_number: number } = await this.customer("/v1/orders", kOrder);
        const step = (name, body = {}) => this.admin(`/v1/admin/orders/${number}/${name}`, body);
        if (state === "info_requested") await step("request-info", { question: "Where?" });
        if (state !== "in_progress" && state !== "delivered") return number;
        await step("approve");
        const name = `Ada ${++this.made}`; // nobody twice, or the order is delivered empty
        const lead = { fullName: name, result: "good", email: `${name.replace(" ", ".")}@company.example`, companyDomain: "company.example" };
        await this.admin("/v1/admin/deliveries", { orderNumber: number, deliveryId: "first", leads: [lead], final: false });
        if (state === "delivered") await step("deliver");
        return number;
    }

    /// A resource on which the operation can succeed.
    async ready(operation, name) {
        if (name === "orderNumber") return this.orderIn(kStateFor[operation.id] ?? "delivered");
        if (name === "keyId") return this.freshKey(operation.key);
        if (operation.id === "deleteWebhook") return this.webhook();
        if (name === "deliveryId") return (await this.customer(`/v1/webhooks/${this.pools.webhookId[0]}/test`)).id;
        if (name === "destinationId") return this.destination();
        return this.pools[name]?.[0] ?? null;
    }

    /// The body, about what exists where it names something.
    async settle(operation, body) {
        if (operation.id === "createAdminKey") {
            const scopes = body.scopes.filter((scope) => scope.startsWith("admin:") === (body.type === "admin"));
            const usual = body.type === "admin" ? "admin:orders" : "leads:read";
            return { ...body, accountId: this.pools.accountId[0], scopes: scopes.length > 0 ? scopes : [usual] };
        }
        if (operation.id === "createWebhook") await this.makeRoom("/v1/webhooks");
        if (operation.id === "createDestination") await this.makeRoom("/v1/destinations");
        if (["createWebhook", "updateWebhook"].includes(operation.id) && body.url !== undefined) return { ...body, url: kReceiver };
        if (operation.id.startsWith("deliverToWebhook")) {
            const webhookId = await this.webhook();
            return { ...body, webhookId, ...(body.orderNumber ? { orderNumber: this.pools.orderNumber[2] } : {}) };
        }
        if (operation.id === "pushToDestination") return body.leadIds ? { leadIds: this.pools.leadId } : { orderNumber: this.pools.orderNumber[2] };
        if (operation.id === "testDestination" && body?.leadId !== undefined) return { leadId: this.pools.leadId[0] };
        if (operation.id === "ingestDelivery") return { ...body, orderNumber: await this.orderIn("in_progress") };
        return body;
    }

    async freshKey(type) {
        if (type === "customer") return (await this.customer("/v1/keys", { name: "Spare", scopes: ["leads:read"] })).id;
        const body = { accountId: this.pools.accountId[0], type: "customer", name: "Spare", scopes: ["leads:read"] };
        return (await this.admin("/v1/admin/keys", body)).id;
    }
}
