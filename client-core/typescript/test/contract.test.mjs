// SPDX-License-Identifier: Apache-2.0
// The contract's cases, run by this SDK against the real server.
//   LEADSHEET_SERVER: its program    LEADSHEET_DOCUMENT: the API document
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { ApiError, documentSha256, errorCodes, Leadsheet, LeadsheetCore } from "../dist/esm/index.js";
import * as sdk from "../dist/esm/index.js";
import { startServer } from "./api_server.mjs";

const kCases = new URL("../../../tests/contract/cases/", import.meta.url);
const bytes = readFileSync(process.env.LEADSHEET_DOCUMENT);
const document = JSON.parse(bytes);
const operations = Object.values(document.paths).flatMap((item) => Object.values(item)).filter(({ operationId }) => operationId);
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

function call(client, step) {
    const parameters = [...(step.path ?? [])];
    if ("body" in step) parameters.push(step.body);
    if ("query" in step || (takesQuery(step.call) && !("body" in step))) parameters.push(step.query ?? {});
    else if (step.call === "ingestDelivery") parameters.push({});
    const { idempotencyKey, ifMatch } = step;
    return client[step.call](...parameters, { ...(idempotencyKey && { idempotencyKey }), ...(ifMatch && { ifMatch }) });
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

test("operations_each have a method and a function", () => {
    const methods = new Set(Object.getOwnPropertyNames(Leadsheet.prototype));
    for (const operation of operations.filter((one) => !one["x-leadsheet-alias-of"])) {
        assert.ok(methods.has(operation.operationId), operation.operationId);
        assert.equal(typeof sdk[operation.operationId], "function");
    }
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
    const { response } = await clientWith(server.keys.customer).getAccount().withResponse();
    const [limit] = response.rateLimits;
    assert.equal(limit.policy, "default");
    assert.ok(limit.remaining > 0 && limit.quota > 0 && limit.windowSeconds === 3600);
});

test("export_streams what the list holds", async () => {
    const client = clientWith(server.keys.customer);
    const listed = [];
    for await (const lead of client.listLeads({ limit: 1, fields: ["id", "fullName"] })) listed.push(lead);
    const exported = [];
    for await (const line of (await client.exportLeads({ format: "ndjson", fields: ["id", "fullName"] })).lines()) exported.push(JSON.parse(line));
    assert.ok(listed.length > 0);
    assert.deepEqual(exported, listed);
});

test("delivery_as lines_isIngested", async () => {
    const admin = clientWith(server.keys.admin);
    const { order_number: order } = await clientWith(server.keys.customer).createOrder({ scrapingOption: "filters", leadCount: 2 });
    await admin.approveOrder(order, {});
    const data = '{"fullName":"Ann Line","email":"ann@line.example","result":"good"}\n';
    const result = await admin.ingestDelivery({ contentType: "application/x-ndjson", data }, { orderNumber: order, deliveryId: "lines", final: true });
    assert.equal(result.accepted, 1);
});

test("texts_are served", async () => {
    const client = clientWith(server.keys.customer);
    assert.match(await client.getChangelog(), /^#/);
    assert.equal((await client.getHealth()).status, "ok");
});
