// SPDX-License-Identifier: Apache-2.0
// What a client does when something goes wrong on the way (tests/contract/retries.json), over the real server: the same
// table is run by the C++ client.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { ApiError, Leadsheet, NotFoundError } from "../dist/esm/index.js";
import { startServer } from "./api_server.mjs";

const kTable = JSON.parse(readFileSync(new URL("../../../tests/contract/retries.json", import.meta.url)));
const kOrder = { scrapingOption: "filters", leadCount: 5 };
let server;
let plain;

before(async () => {
    server = await startServer(process.env.LEADSHEET_SERVER, ["--allow-http-destinations", "--allow-loopback-destinations"]);
    plain = new Leadsheet({ baseUrl: server.url, apiKey: server.keys.customer });
});
after(() => server.stop());

const lost = () => Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNRESET" } });

/// The way to the real server, with one accident after the other.
function roughRoad(accidents) {
    let sent = 0;
    return async (url, init) => {
        const accident = accidents[sent++];
        if (accident === "loseRequest") throw lost();
        if (typeof accident === "object") {
            const { status, code, headers = {} } = accident;
            const type = code ? "application/problem+json" : "text/html";
            const body = code ? JSON.stringify({ code, detail: "Said on the way.", errors: [] }) : "<html>";
            return new Response(body, { status, headers: { "content-type": type, ...headers } });
        }
        const response = await fetch(url, init);
        if (accident !== "loseAnswer") return response;
        await response.arrayBuffer();
        throw lost();
    };
}

const isGone = (promise) => promise.then(() => false, (error) => error instanceof NotFoundError);

/// The call, and whether it had its effect.
const kPrepare = {
    createOrder: async () => {
        const idempotencyKey = crypto.randomUUID();
        return {
            act: (client) => client.orders.create(kOrder, { idempotencyKey }),
            hadEffect: async () => (await plain.orders.list({ idempotencyKey })).data.length === 1,
        };
    },
    cancelOrder: async () => {
        const { order_number: number } = await plain.orders.create(kOrder);
        return { act: (client) => client.orders.cancel(number, {}), hadEffect: async () => (await plain.orders.get(number)).status === "cancelled" };
    },
    getWebhook: async () => {
        const { id } = await hook();
        return { act: (client) => client.webhooks.get(id) };
    },
    deleteWebhook: async () => {
        const { id, version } = await hook();
        return { act: (client) => client.webhooks.delete(id, { ifMatch: version }), hadEffect: () => isGone(plain.webhooks.get(id)) };
    },
    updateWebhook: () => change(0),
    updateWebhookOfOldVersion: () => change(6),
};
const hook = () => plain.webhooks.create({ url: "http://127.0.0.1:9/hook", name: "One", events: ["order.created"] });
async function change(more) {
    const { id, version } = await hook();
    return {
        act: (client) => client.webhooks.update(id, { name: "Two" }, { ifMatch: version + more }),
        hadEffect: async () => (await plain.webhooks.get(id)).name === "Two",
    };
}

for (const { name, call, road, attempts, done, status, code, certainty, waits, says, effect } of kTable)
    test(`retry_${name}`, async () => {
        const slept = [];
        const tried = [];
        const client = new Leadsheet({
            baseUrl: server.url, apiKey: server.keys.customer, fetch: roughRoad(road),
            sleep: async (ms) => void slept.push(ms), onAttempt: (attempt) => tried.push(attempt),
        });
        const { act, hadEffect } = await kPrepare[call]();
        const error = await act(client).then(() => undefined, (thrown) => thrown);
        assert.equal(error === undefined, done === true, `${error}`);
        assert.equal(tried.length, attempts);
        const waited = slept.reduce((sum, ms) => sum + ms, 0);
        if (waits) assert.ok(waited >= waits[0] && waited <= waits[1], `${waited} ms`);
        if (effect !== undefined) assert.equal(await hadEffect(), effect);
        if (!error) return;
        assert.equal(error.attempts, attempts);
        assert.equal(error.certainty, certainty);
        assert.equal(error instanceof ApiError ? error.status : undefined, status);
        if (error instanceof ApiError) assert.equal(error.code, code);
        if (says) assert.ok(error.message.includes(says), error.message);
        assert.equal(error.message.includes("earlier attempt"), /^(with|read)/.test(says ?? ""));
    });

test("webhook_changed and removed by its path_isGone", async () => {
    const { id, version } = await hook();
    const changed = await plain.patch("/v1/webhooks/{webhookId}", { params: { webhookId: id }, body: { name: "Two" }, ifMatch: version });
    assert.equal(changed.name, "Two");
    assert.equal(await plain.delete("/v1/webhooks/{webhookId}", { params: { webhookId: id }, ifMatch: changed.version }), undefined);
    assert.ok(await isGone(plain.webhooks.get(id)));
});
