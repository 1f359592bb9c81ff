// SPDX-License-Identifier: Apache-2.0
// What the node has to keep, whatever happens between it and the service; run over a stand-in for n8n and over its engine.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import http from "node:http";
import { after, before, beforeEach, test } from "node:test";
import { Connection, limited, lost, Service, unsent } from "../../../tests/support/killable_service.mjs";

const table = JSON.parse(readFileSync(new URL("../../../tests/contract/marks.json", import.meta.url), "utf8"));
const kCreate = { resource: "order", operation: "create", maxPrice: "100.00" };
const kQuote = { resource: "order", operation: "quote" };
let next = 0;
/// A row that no other test orders.
const row = (more = {}) => ({ scrapingOption: "filters", leadCount: 10, industries: "Software", keywords: `case ${next++}`, ...more });

async function failure(promise) {
    let result;
    try {
        result = await promise;
    } catch (error) {
        return error;
    }
    assert.fail(`it succeeded: ${JSON.stringify(result)}`);
}

/// A receiver that keeps what is sent to it.
async function receiver() {
    const messages = [];
    let wake = () => {};
    const server = http.createServer((request, response) => {
        const pieces = [];
        request.on("data", (piece) => pieces.push(piece));
        request.on("end", () => {
            messages.push({ headers: request.headers, body: Buffer.concat(pieces) });
            response.writeHead(204).end();
            wake();
        });
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    return {
        url: `http://127.0.0.1:${server.address().port}/webhook`,
        async message() {
            while (messages.length === 0) await new Promise((resolve) => (wake = resolve));
            return messages.shift();
        },
        async stop() {
            server.closeAllConnections();
            await new Promise((resolve) => server.close(resolve));
        },
    };
}

export function defineScenarios(Engine) {
    let service, connection, engine, placedBefore;
    const placed = async () => (await service.orders()).length - placedBefore;

    before(async () => {
        service = await Service.start();
        connection = await Connection.to(service);
        engine = new Engine({ baseUrl: connection.url, apiKey: service.keys.customer });
    });
    after(async () => {
        await connection.stop();
        await service.stop();
    });
    beforeEach(async () => {
        Object.assign(connection, { creates: [], faults: [], onCreate: () => {} });
        placedBefore = (await service.orders()).length;
    });

    test("order_row as a sheet holds it_isBought", async () => {
        const [order] = await engine.run(kCreate, [row({ Product: "Filters", scrapingOption: undefined, "Lead count": "25", leadCount: undefined, "Job titles": " CTO , CIO,", requireEmail: "TRUE", notes: "" })]);
        assert.match(order.order_number, /^LS-/);
        assert.equal(order.alreadyOrdered, false);
        assert.equal(order.leadCount, 25);
        assert.deepEqual(order.request.jobTitles, ["CTO", "CIO"]);
        assert.equal(order.request.requireEmail, true);
        assert.ok(!("notes" in order.request));
        assert.equal(connection.creates[0].body.duplicates, "refuse");
    });

    test("order_rows of the shared table_haveItsKeys", async () => {
        // Not those that no item can be: a list that is text is divided, an empty one left out, a cell has no blanks around it.
        const isItem = ({ metadata, industries, locations }) => !metadata && typeof industries !== "string" && locations?.length !== 0;
        const rows = table.keys.filter(({ occurrence, request, reference }) => occurrence === 0 && isItem(request) && !reference.startsWith("\u00a0"));
        assert.ok(rows.length >= 30);
        for (const { group, request, generation, reference, key } of rows) {
            const { quoteId, maxPrice, duplicates, acknowledgeDuplicateOf, ...item } = request;
            const [answer] = await engine.run({ ...kQuote, options: { generation } }, [{ ...item, externalRef: reference }]);
            assert.equal(answer.idempotencyKey, key, group);
        }
    });

    test("order_429, lost request, lost answer_isBoughtOnce", async () => {
        connection.faults = [limited, unsent, lost];
        const [order] = await engine.run(kCreate, [row()]);
        assert.equal(order.alreadyOrdered, true);
        assert.equal(connection.creates.length, 4);
        assert.equal(new Set(connection.creates.map(({ key }) => key)).size, 1);
        assert.equal(await placed(), 1);
    });

    test("order_answers lost until it gives up_isUnknownAndThenFound", async () => {
        const item = row();
        connection.faults = [lost, lost, lost, lost];
        const error = await failure(engine.run(kCreate, [item]));
        assert.match(error.description, /key is the same/);
        const [order] = await engine.run(kCreate, [item]);
        assert.equal(order.alreadyOrdered, true);
        assert.equal(await placed(), 1);
    });

    test("order_schedule that fires twice with other quotes_buysOnce", async () => {
        const item = row();
        const numbers = [];
        for (let time = 0; time < 2; time++) {
            const [quote] = await engine.run(kQuote, [item]);
            const quoteId = quote.quoteId ?? "qt_00000000000000000000000000";
            const [order] = await engine.run({ ...kCreate, maxPrice: "", quoteId }, [item]);
            numbers.push(order.order_number);
        }
        const [other] = await engine.run({ ...kCreate, maxPrice: "99.00" }, [item]);
        assert.deepEqual([numbers[1], other.order_number, other.alreadyOrdered], [numbers[0], numbers[0], true]);
        assert.equal(await placed(), 1);
    });

    test("order_two at the same time_buyOnce", async () => {
        const item = row();
        const both = await Promise.all([engine.run(kCreate, [item]), engine.run(kCreate, [item])]);
        assert.equal(both[0][0].order_number, both[1][0].order_number);
        assert.equal(await placed(), 1);
    });

    test("order_same row twice in one run_isBoughtOnce", async () => {
        const item = row();
        const orders = await engine.run(kCreate, [item, { ...item }]);
        assert.deepEqual(orders.map(({ alreadyOrdered }) => alreadyOrdered), [false, true]);
        assert.equal(await placed(), 1);
    });

    test("order_server killed in the middle_goesOnWithTheRest", async () => {
        const items = Array.from({ length: 6 }, () => row());
        connection.onCreate = async (count) => {
            if (count === 4) await service.kill();
        };
        const error = await failure(engine.run(kCreate, items));
        assert.match(error.description, /may have been placed/);
        await service.launch();
        const orders = await engine.run(kCreate, items);
        assert.deepEqual(orders.map(({ alreadyOrdered }) => alreadyOrdered), [true, true, true, false, false, false]);
        assert.equal(await placed(), 6);
    });

    test("order_same wish in other words_isRefusedUntilAcknowledged", async () => {
        const item = row();
        const [first] = await engine.run(kCreate, [item]);
        const again = { ...item, leadCount: 11, industries: "SOFTWARE" };
        const error = await failure(engine.run(kCreate, [again]));
        assert.match(error.description, new RegExp(first.order_number));
        const [quote] = await engine.run(kQuote, [again]);
        assert.equal(quote.equivalentOrders[0].orderNumber, first.order_number);
        const [second] = await engine.run({ ...kCreate, options: { acknowledged: first.order_number } }, [again]);
        assert.notEqual(second.order_number, first.order_number);
        assert.equal(await placed(), 2);
    });

    test("order_generation raised_isBoughtAgainWhenAcknowledged", async () => {
        const item = row();
        const [first] = await engine.run(kCreate, [item]);
        const [second] = await engine.run({ ...kCreate, options: { generation: 1, acknowledged: first.order_number } }, [item]);
        assert.notEqual(second.order_number, first.order_number);
        assert.equal(await placed(), 2);
    });

    test("order_reference of an order that asks for something else_isRefused", async () => {
        const item = row({ externalRef: `R-${next++}` });
        const [first] = await engine.run(kCreate, [item]);
        assert.equal(first.externalRef, item.externalRef);
        const error = await failure(engine.run(kCreate, [{ ...item, industries: "Logistics" }]));
        assert.match(error.message, new RegExp(`${first.order_number}.*asks for something else`));
        assert.equal(await placed(), 1);
    });

    for (const [name, item, parameters, says] of [
        ["column that is no field", { row_number: 2 }, {}, /row_number/],
        ["no limit of its price", {}, { maxPrice: "" }, /limits what this row may cost/],
        ["limit that is no amount", {}, { maxPrice: "1,000" }, /is not an amount of USD/],
        ["field given twice", { Industries: "Logistics" }, {}, /Two members/],
    ])
        test(`order_${name}_isRefusedBeforeAnythingIsSent`, async () => {
            const error = await failure(engine.run({ ...kCreate, ...parameters }, [row(item)]));
            assert.match(error.message, says);
            assert.equal(connection.creates.length, 0);
        });

    test("order_column that is no field_canBeLeftOut", async () => {
        const [order] = await engine.run({ ...kCreate, ignoreOthers: true }, [row({ row_number: 2 })]);
        assert.match(order.order_number, /^LS-/);
    });

    test("order_price above the limit_isRefused", async () => {
        const error = await failure(engine.run({ ...kCreate, maxPrice: "0.79" }, [row()]));
        assert.match(error.message, /0\.80/);
        assert.equal(await placed(), 0);
    });

    test("order_one bad row among good ones_isAnItemWhereTheNodeGoesOn", async () => {
        const results = await engine.run(kCreate, [row(), row({ leadCount: "many" }), row()], { continueOnFail: true });
        assert.deepEqual(results.map(({ error }) => error === undefined), [true, false, true]);
        assert.equal(results[1].details.code, "validation_failed");
        assert.match(results[1].details.wayOut, /leadCount/);
        assert.equal(await placed(), 2);
    });

    test("quote_row_hasItsPriceAndWhatIsWrong", async () => {
        const [good, bad] = await engine.run(kQuote, [row(), row({ leadCount: 0 })]);
        assert.deepEqual([good.outcome, good.total], ["quoted", { amount: 80, currency: "USD" }]);
        assert.deepEqual([bad.outcome, bad.problem.errors[0].pointer], ["refused", "/leadCount"]);
        const [order] = await engine.run({ ...kCreate, maxPrice: "", quoteId: good.quoteId }, [good.request]);
        assert.equal(order.quoteId, good.quoteId);
    });

    test("account_get_tellsTheBalance", async () => {
        const [account] = await engine.run({ resource: "account", operation: "get" }, [{}]);
        assert.equal(account.balance.available.currency, "USD");
    });

    test("leads_ofAnOrder_areReadPageByPage", async () => {
        const [{ order_number: orderNumber }] = await engine.run(kCreate, [row()]);
        const admin = { key: service.keys.admin };
        await service.call("POST", `/v1/admin/orders/${orderNumber}/approve`, { ...admin, body: {} });
        const leads = Array.from({ length: 3 }, (_, i) => ({ fullName: `Ada ${i}`, email: `ada${i}@${orderNumber.toLowerCase()}.example`, result: "good" }));
        await service.call("POST", "/v1/admin/deliveries", { ...admin, body: { orderNumber, deliveryId: "d1", leads, final: true } });
        await service.call("POST", `/v1/admin/orders/${orderNumber}/deliver`, { ...admin, body: {} });
        const get = { resource: "lead", operation: "getAll", filters: { orderNumber, hasEmail: true, fields: "fullName, email" } };
        const all = await engine.run({ ...get, returnAll: true }, [{}]);
        assert.deepEqual(all.map(({ fullName }) => fullName), ["Ada 0", "Ada 1", "Ada 2"]);
        assert.deepEqual(Object.keys(all[0]).sort(), ["email", "fullName"]);
        assert.equal((await engine.run({ ...get, limit: 2 }, [{}])).length, 2);
    });

    test("trigger_signed message_startsTheWorkflowOnce", async () => {
        const inbox = await receiver();
        const trigger = engine.trigger({ events: ["order.created"] }, inbox.url);
        assert.equal(await trigger.checkExists(), false);
        await trigger.create();
        assert.equal(await trigger.checkExists(), true);
        const [{ order_number: orderNumber }] = await engine.run(kCreate, [row()]);
        const message = await inbox.message();
        const { events, status } = await trigger.receive(message);
        assert.equal(status, 200);
        assert.deepEqual(events.map(({ type, data }) => [type, data.order.order_number]), [["order.created", orderNumber]]);
        assert.deepEqual((await trigger.receive(message)).events, []);

        const forged = { headers: { ...message.headers, "webhook-id": "msg_other" }, body: message.body };
        assert.deepEqual(await trigger.receive(forged).then(({ status: code, events: none }) => [code, none]), [401, []]);
        const changed = { headers: message.headers, body: Buffer.from(message.body.toString().replace("order.created", "order.failed")) };
        assert.equal((await trigger.receive(changed)).status, 401);
        const old = { headers: { ...message.headers, "webhook-timestamp": "1614265330" }, body: message.body };
        assert.equal((await trigger.receive(old)).status, 401);

        const { webhookId } = trigger.kept;
        await trigger.delete();
        await assert.rejects(service.call("GET", `/v1/webhooks/${webhookId}`), /not_found/);
        assert.equal((await trigger.receive(message)).status, 503);
        await inbox.stop();
    });

    test("trigger_webhook removed by somebody else_isMadeAgainAndRemovedQuietly", async () => {
        const inbox = await receiver();
        const trigger = engine.trigger({ events: ["leads.delivered"] }, inbox.url);
        await trigger.create();
        await service.call("DELETE", `/v1/webhooks/${trigger.kept.webhookId}`);
        assert.equal(await trigger.checkExists(), false);
        await trigger.create();
        await service.call("DELETE", `/v1/webhooks/${trigger.kept.webhookId}`);
        assert.equal(await trigger.delete(), true);
        assert.equal(trigger.kept.webhookId, undefined);
        await inbox.stop();
    });

    test("trigger_other events_replaceTheWebhook", async () => {
        const inbox = await receiver();
        const first = engine.trigger({ events: ["leads.delivered"] }, inbox.url);
        await first.create();
        const second = engine.trigger({ events: ["order.created"] }, inbox.url, first.kept);
        assert.equal(await second.checkExists(), false);
        await first.delete();
        await inbox.stop();
    });
}
