// SPDX-License-Identifier: Apache-2.0
// What is sent, and from where it is taken: the environment, headers in any case, calls by path, the places of operations.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiDocument, placeOf } from "../scripts/document.mjs";
import { Leadsheet, LeadsheetError } from "../dist/esm/index.js";

const kOrder = { scrapingOption: "filters", leadCount: 10 };

/// A client and what it would have sent.
function scene(options = {}, answer = () => Response.json({ id: "acc_1" })) {
    const sent = [];
    const fetch = async (url, init) => {
        sent.push({ url, ...init, headers: new Headers(init.headers), names: Object.keys(init.headers) });
        return answer(sent.length);
    };
    return { client: new Leadsheet({ baseUrl: "https://api.example", apiKey: "k", sleep: async () => {}, fetch, ...options }), sent };
}

async function withEnvironment(variables, act) {
    const before = Object.fromEntries(Object.keys(variables).map((name) => [name, process.env[name]]));
    const set = (all) => Object.entries(all).forEach(([name, value]) => (value === undefined ? delete process.env[name] : (process.env[name] = value)));
    set(variables);
    try {
        return await act();
    } finally {
        set(before);
    }
}

test("environment_gives key and address", () =>
    withEnvironment({ LEADSHEET_API_KEY: " key-of-env\n", LEADSHEET_BASE_URL: "https://env.example/base/" }, async () => {
        const { client, sent } = scene({ apiKey: undefined, baseUrl: undefined });
        await client.account.get();
        assert.equal(sent[0].url, "https://env.example/base/v1/account");
        assert.equal(sent[0].headers.get("x-api-key"), "key-of-env");
        assert.doesNotThrow(() => new Leadsheet());
    }));

test("options_win over the environment", () =>
    withEnvironment({ LEADSHEET_API_KEY: "key-of-env", LEADSHEET_BASE_URL: "https://env.example" }, async () => {
        const { client, sent } = scene();
        await client.account.get();
        assert.equal(sent[0].url, "https://api.example/v1/account");
        assert.equal(sent[0].headers.get("x-api-key"), "k");
    }));

test("environment_without them_is named", () =>
    withEnvironment({ LEADSHEET_API_KEY: "", LEADSHEET_BASE_URL: undefined }, () => {
        assert.throws(() => new Leadsheet({ baseUrl: "https://api.example" }), /apiKey is missing.*LEADSHEET_API_KEY/);
        assert.throws(() => new Leadsheet({ apiKey: "k" }), /baseUrl is missing.*LEADSHEET_BASE_URL/);
    }));

for (const name of ["Idempotency-Key", "idempotency-key", "IDEMPOTENCY-KEY"])
    test(`header ${name}_is the one key of all attempts`, async () => {
        const { client, sent } = scene({}, (attempt) => (attempt < 3 ? new Response("", { status: 503 }) : Response.json({ order_number: "LS-1" }, { status: 201 })));
        const { response } = await client.orders.create(kOrder, { headers: { [name]: "my-row" }, idempotencyKey: "other" }).withResponse();
        assert.equal(response.idempotencyKey, "my-row");
        assert.deepEqual(sent.map(({ headers }) => headers.get("idempotency-key")), ["my-row", "my-row", "my-row"]);
        assert.equal(sent[0].names.filter((one) => one.toLowerCase() === "idempotency-key").length, 1);
    });

test("header with a key_is told by the error and checked", async () => {
    const { client, sent } = scene({}, () => Response.json({ code: "validation_failed" }, { status: 422 }));
    await assert.rejects(client.orders.create(kOrder, { headers: new Headers({ "Idempotency-Key": "my-row" }) }), { idempotencyKey: "my-row" });
    await assert.rejects(client.orders.create(kOrder, { headers: { "Idempotency-Key": "my row" } }), /idempotency key must be/);
    assert.equal(sent.length, 1);
});

test("header with a key_of the client_isRefused", () => {
    assert.throws(() => scene({ headers: { "IDEMPOTENCY-key": "for everything" } }), /belongs to one call/);
});

test("headers_of the call_win over those of the client in any case", async () => {
    const { client, sent } = scene({ headers: { "User-Agent": "mine/1", "X-Team": "a" } });
    await client.webhooks.update("wh_1", { name: "Two" }, { ifMatch: 1, headers: { "x-TEAM": "b", "If-match": '"7"', "X-Request-ID": "req-mine" } });
    const { headers } = sent[0];
    assert.deepEqual(["user-agent", "x-team", "if-match", "x-request-id"].map((name) => headers.get(name)), ["mine/1", "b", '"7"', "req-mine"]);
});

test("header that HTTP does not allow_isRefused before anything is sent", async () => {
    const { client, sent } = scene();
    await assert.rejects(client.account.get({ headers: { "X-Name": "Zo\u00eb \ud83d\ude80" } }).then(), LeadsheetError);
    assert.equal(sent.length, 0);
});

test("path_takes its parameters, query and body", async () => {
    const { client, sent } = scene();
    await client.get("/v1/things/{thingId}/parts", { params: { thingId: "a/b" }, query: { tags: ["x", "y"], all: true } });
    await client.post("/v1/things", { body: { name: "One" } });
    assert.deepEqual(sent.map(({ method, url, body }) => [method, url, body]), [
        ["GET", "https://api.example/v1/things/a%2Fb/parts?tags=x,y&all=true", null], ["POST", "https://api.example/v1/things", '{"name":"One"}'],
    ]);
    assert.match(sent[1].headers.get("idempotency-key"), /./);
    assert.equal(sent[1].headers.get("content-type"), "application/json");
});

test("path_that leads elsewhere_isRefused", async () => {
    const { client, sent } = scene();
    for (const path of ["https://elsewhere.example/v1", "v1/account", "@elsewhere.example"]) assert.throws(() => client.get(path), /begins with \//);
    assert.throws(() => client.get("/v1/orders/{orderNumber}", {}), /needs params.orderNumber/);
    assert.throws(() => client.get("/v1/orders/{orderNumber}", { params: { orderNumber: ".." } }), LeadsheetError);
    assert.equal(sent.length, 0);
});

test("path_with a text or nothing as answer_gives that", async () => {
    const answers = [new Response("# Changes", { headers: { "content-type": "text/markdown" } }), new Response(null, { status: 204 })];
    const { client } = scene({}, (attempt) => answers[attempt - 1]);
    assert.equal(await client.get("/v1/changes"), "# Changes");
    assert.equal(await client.delete("/v1/changes"), undefined);
});

test("place_of an operation_is its tag and the rest of its name", () => {
    const places = [
        ["orders", "createOrder", "orders.create"], ["leads", "listLeads", "leads.list"], ["orders", "replyToOrder", "orders.reply"],
        ["webhooks", "rotateWebhookSecret", "webhooks.rotateSecret"], ["account", "updateOwnAccount", "account.update"], ["account", "getRateLimit", "account.getRateLimit"],
        ["admin-accounts", "getAccountById", "admin.accounts.get"], ["admin-accounts", "createAdminKey", "admin.accounts.createKey"], ["leads", "deleteLeadership", "leads.deleteLeadership"],
    ];
    for (const [tag, id, place] of places) assert.equal([...placeOf(tag, id).resource, placeOf(tag, id).method].join("."), place);
    assert.throws(() => placeOf("orders", "Order"), /leaves no name/);
});

test("page of a list_isFound by what it holds", () => {
    const api = new ApiDocument(process.env.LEADSHEET_DOCUMENT);
    assert.equal(api.itemOfPage("OrderPage"), "Order");
    api.schemas.OtherMeta = { properties: { nextCursor: {}, resumeCursor: {} } };
    api.schemas.OtherPage = { properties: { data: { items: { $ref: "#/components/schemas/Lead" } }, meta: { $ref: "#/components/schemas/OtherMeta" } } };
    assert.equal(api.itemOfPage("OtherPage"), "Lead");
    assert.equal(api.itemOfPage("ProductList"), undefined);
});
