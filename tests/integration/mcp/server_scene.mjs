// SPDX-License-Identifier: Apache-2.0
// A real server, the people who fulfil its orders, and the walk that every client goes: price, order, leads.
import assert from "node:assert/strict";
import { ApiServer } from "../../contract/generator/api_server.mjs";

/// The account keeps what it has ordered, so each walk wishes for something of its own.
const orderOf = (walk) => ({ scrapingOption: "filters", leadCount: 2, industries: `Software ${walk}` });

export class ServerScene {
    static async start() {
        const scene = new ServerScene();
        scene.server = await ApiServer.start(process.env.LEADSHEET_SERVER);
        scene.url = `http://127.0.0.1:${scene.server.port}/mcp`;
        scene.key = scene.server.keys.customer;
        scene.leads = 0;
        return scene;
    }

    async stop() {
        assert.equal(await this.server.stop(), 0);
    }

    async admin(target, body = {}) {
        const headers = { "content-type": "application/json" };
        const { answer } = await this.server.send({ method: "POST", target, key: "admin", headers, body: JSON.stringify(body) });
        assert.ok(answer.status < 300, `${target}: ${answer.body}`);
        return JSON.parse(answer.body);
    }

    /// Approves, ingests two leads and delivers.
    async fulfil(number) {
        await this.admin(`/v1/admin/orders/${number}/approve`);
        const leads = [1, 2].map(() => {
            const name = `Ada Byron${++this.leads}`;
            return { fullName: name, result: "good", email: `${name.replace(" ", ".")}@company.example`, companyDomain: "company.example" };
        });
        await this.admin("/v1/admin/deliveries", { orderNumber: number, deliveryId: "part", leads, final: true });
        await this.admin(`/v1/admin/orders/${number}/deliver`);
    }

    /// `call(tool, arguments)` answers with a result of tools/call.
    async walk(call, idempotencyKey) {
        const succeed = async (tool, given) => {
            const result = await call(tool, given);
            assert.ok(!result.isError, `${tool}: ${JSON.stringify(result)}`);
            assert.deepEqual(JSON.parse(result.content[0].text), result.structuredContent);
            return result.structuredContent;
        };
        assert.ok((await succeed("list_products", {})).data.length > 0);
        const wished = orderOf(idempotencyKey);
        const quote = await succeed("quote_order", { order: wished });
        assert.ok(quote.total.amount > 0);
        const purchase = { order: wished, quoteId: quote.id, idempotencyKey };
        const order = await succeed("create_order", purchase);
        assert.deepEqual(order.price, quote.total);
        assert.equal((await succeed("create_order", purchase)).order_number, order.order_number);
        await this.fulfil(order.order_number);
        assert.equal((await succeed("get_order", { order_number: order.order_number })).status, "delivered");
        const leads = await succeed("list_leads", { orderNumber: order.order_number, limit: 10 });
        assert.equal(leads.data.length, 2);
        const refused = await call("get_order", { order_number: "LS-0000000000" });
        assert.equal(refused.isError, true);
        assert.equal(refused.structuredContent.code, "not_found");
    }
}
