// SPDX-License-Identifier: Apache-2.0
// The contract's cases, run by this SDK against the real server.
//   LEADSHEET_SERVER: its program    LEADSHEET_DOCUMENT: the API document
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { placeOf } from "../scripts/document.mjs";
import { ApiError, documentSha256, errorCodes, Leadsheet, LeadsheetCore } from "../dist/esm/index.js";
import * as sdk from "../dist/esm/index.js";
import { startServer } from "./api_server.mjs";

const kCases = new URL("../../../tests/contract/cases/", import.meta.url);
const bytes = readFileSync(process.env.LEADSHEET_DOCUMENT);
const document = JSON.parse(bytes);
const operationsOf = ({ paths }) => Object.values(paths).flatMap((item) => Object.values(item)).filter(({ operationId }) => operationId);
const operations = operationsOf(document);
const released = JSON.parse(readFileSync(new URL("../../../tests/contract/released/openapi.json", import.meta.url)));
let server;

before(async () => (server = await startServer(process.env.LEADSHEET_SERVER)));
after(() => server.stop());

const clientWith = (apiKey) => new Leadsheet({ baseUrl: server.url, apiKey });

function at(data, path) {
    return path.split(".").reduce((value, step) => value?.[step], data);
}

/// `$name` anywhere in a step is what an earlier one saved.
function filledIn(value, saved) {
    if (typeof value === "string" && value.startsWith("$")) return saved[value.slice(1)];
    if (Array.isArray(value)) return value.map((item) => filledIn(item, saved));
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, filledIn(member, saved)]));
}

/// What stands in the client where the document has the operation: client.orders.create.
function methodOf(client, { tags, operationId }) {
    const { resource, method } = placeOf(tags[0], operationId);
    const home = resource.reduce((at, name) => at?.[name], client);
    return home?.[method]?.bind(home);
}

function call(client, step) {
    const parameters = [...(step.path ?? [])];
    if ("body" in step) parameters.push(step.body);
    if ("query" in step || (takesQuery(step.call) && !("body" in step))) parameters.push(step.query ?? {});
    else if (step.call === "ingestDelivery") parameters.push({});
    const { idempotencyKey, ifMatch } = step;
    const operation = operations.find(({ operationId }) => operationId === step.call);
    return methodOf(client, operation)(...parameters, { ...(idempotencyKey && { idempotencyKey }), ...(ifMatch && { ifMatch }) });
}

function takesQuery(id) {
    const { parameters = [] } = operations.find(({ operationId }) => operationId === id);
    const resolved = parameters.map((one) => (one.$ref ? document.components.parameters[one.$ref.split("/").pop()] : one));
    return resolved.some((one) => one.in === "query");
}

async function run(step, saved) {
    const client = clientWith(step.secret ?? server.keys[step.key ?? "customer"]);
    if (step.error) {
        const error = await call(client, step).then(() => assert.fail(`${step.call} succeeded`), (thrown) => thrown);
        assert.ok(error instanceof ApiError, `${error}`);
        assert.deepEqual({ status: error.status, code: error.code }, { status: step.error.status, code: step.error.code });
        if (step.error.pointer) assert.equal(error.errors[0]?.pointer, step.error.pointer);
        assert.match(error.requestId, /./);
        return;
    }
    const { data, response } = await call(client, step).withResponse();
    for (const [path, value] of Object.entries(step.facts ?? {})) assert.deepEqual(at(data, path), value, `${step.call}: ${path}`);
    if (step.replayed) assert.equal(response.replayed, true);
    for (const [name, path] of Object.entries(step.save ?? {})) saved[name] = at(data, path);
}

for (const file of readdirSync(kCases).filter((name) => name.endsWith(".json")))
    for (const { name, steps } of JSON.parse(readFileSync(new URL(file, kCases), "utf8")))
        test(`case_${name}`, async () => {
            const saved = {};
            for (const step of steps) await run(filledIn(step, saved), saved);
        });

test("operations_each have a method, a function and their earlier name", () => {
    const client = clientWith("k");
    // Operations that came later never had one.
    const named = new Set(operationsOf(released).map(({ operationId }) => operationId));
    const earlier = new Set(Object.getOwnPropertyNames(Leadsheet.prototype));
    for (const operation of operations.filter((one) => !one["x-leadsheet-alias-of"])) {
        assert.equal(typeof methodOf(client, operation), "function", operation.operationId);
        assert.equal(earlier.has(operation.operationId), named.has(operation.operationId), operation.operationId);
        assert.equal(typeof sdk[operation.operationId], "function");
    }
});

test("earlier names_do what the resources do", async () => {
    const client = clientWith(server.keys.customer);
    assert.equal((await client.getAccount()).id, (await client.account.get()).id);
    const { order_number: number } = await client.createOrder({ scrapingOption: "filters", leadCount: 2 }, { idempotencyKey: "earlier-name" });
    assert.equal((await client.orders.get(number)).order_number, number);
    assert.deepEqual((await client.listOrders({ idempotencyKey: "earlier-name" })).data.map((order) => order.order_number), [number]);
});

test("quote_answers as its body asks", async () => {
    const client = clientWith(server.keys.customer);
    const item = { scrapingOption: "filters", leadCount: 3 };
    const quote = await client.quotes.create(item);
    const order = await client.orders.create({ ...item, quoteId: quote.id }, { idempotencyKey: "quoted-row" });
    assert.equal((await client.quotes.create({ ...item, idempotencyKey: "quoted-row" })).existingOrder.order_number, order.order_number);
    assert.equal((await client.quotes.create({ items: [item, item] })).summary.quoted, 2);
});

test("path_is called as its operation is", async () => {
    const client = clientWith(server.keys.customer);
    const { data: order, response } = await client.post("/v1/orders", { body: { scrapingOption: "filters", leadCount: 2 }, idempotencyKey: "by-path" }).withResponse();
    assert.equal(response.idempotencyKey, "by-path");
    assert.equal((await client.get("/v1/orders/{orderNumber}", { params: { orderNumber: order.order_number } })).order_number, order.order_number);
    const { data } = await client.get("/v1/orders?limit=1", { query: { idempotencyKey: "by-path" } });
    assert.deepEqual(data.map((one) => one.order_number), [order.order_number]);
    assert.match(await client.get("/v1/changelog"), /^#/);
    const error = await client.get("/v1/nothing-here").then(assert.fail, (thrown) => thrown);
    assert.ok(error instanceof sdk.NotFoundError);
    assert.equal(error.operation, "GET /v1/nothing-here");
});

test("array of orders_holds so many as were asked for", async () => {
    const client = clientWith(server.keys.customer);
    for (let i = 0; i < 3; i++) await client.orders.create({ scrapingOption: "filters", leadCount: 2 });
    const all = await client.orders.list().autoPagingToArray({ limit: 100_000 });
    assert.deepEqual(await client.orders.list({ limit: 2 }).autoPagingToArray({ limit: 3 }), all.slice(0, 3));
});

test("bookmark_of the last page_leads to nothing yet", async () => {
    const client = clientWith(server.keys.customer);
    let last;
    for await (const page of client.leads.list({ limit: 2 }).pages()) last = page;
    assert.equal(last.hasMore, false);
    assert.match(last.resumeCursor, /./);
    assert.ok(last.response.rateLimits.length > 0);
    assert.deepEqual((await client.leads.list({ cursor: last.resumeCursor })).data, []);
});

test("document_is the one that the types were made from", () => {
    assert.equal(documentSha256, createHash("sha256").update(bytes).digest("hex"));
    assert.deepEqual(errorCodes, document.components.schemas.ErrorCode.enum);
});

test("function_of an operation_does what the method does", async () => {
    const core = new LeadsheetCore({ baseUrl: server.url, apiKey: server.keys.customer });
    assert.equal((await sdk.getAccount(core)).id, server.accountId);
});

test("limits_are told with each answer", async () => {
    const { response } = await clientWith(server.keys.customer).account.get().withResponse();
    const [limit] = response.rateLimits;
    assert.equal(limit.policy, "default");
    assert.ok(limit.remaining > 0 && limit.quota > 0 && limit.windowSeconds === 3600);
});

test("export_streams what the list holds", async () => {
    const client = clientWith(server.keys.customer);
    const listed = [];
    for await (const lead of client.leads.list({ limit: 1, fields: ["id", "fullName"] })) listed.push(lead);
    const exported = [];
    for await (const line of (await client.leads.export({ format: "ndjson", fields: ["id", "fullName"] })).lines()) exported.push(JSON.parse(line));
    assert.ok(listed.length > 0);
    assert.deepEqual(exported, listed);
});

test("delivery_as lines_isIngested", async () => {
    const admin = clientWith(server.keys.admin);
    const { order_number: order } = await clientWith(server.keys.customer).orders.create({ scrapingOption: "filters", leadCount: 2 });
    await admin.admin.orders.approve(order, {});
    const data = '{"fullName":"Ann Line","email":"ann@line.example","result":"good"}\n';
    const result = await admin.admin.orders.ingestDelivery({ contentType: "application/x-ndjson", data }, { orderNumber: order, deliveryId: "lines", final: true });
    assert.equal(result.accepted, 1);
});

test("texts_are served", async () => {
    const client = clientWith(server.keys.customer);
    assert.match(await client.service.getChangelog(), /^#/);
    assert.equal((await client.service.getHealth()).status, "ok");
});
