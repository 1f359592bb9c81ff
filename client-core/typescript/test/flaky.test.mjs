// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import * as sdk from "../dist/esm/index.js";
import { answer, cutAfterHeaders, endless, FlakyServer, halfJson, page, problem, reset, silence } from "./flaky_server.mjs";

const kOrder = { scrapingOption: "filters", leadCount: 10, industries: "Software" };
const kDone = answer(201, JSON.stringify({ order_number: "LS-0000000001", status: "pending_review" }));
const kUnavailable = answer(503, problem(503, "unavailable"));
const kBadGateway = answer(502, "<html>Bad gateway</html>", { "content-type": "text/html" });
const limited = (headers) => answer(429, problem(429, "rate_limited"), headers);

/// A client that notes its waits instead of waiting, and the server.
async function scene(steps, options = {}) {
    const server = await FlakyServer.start(steps);
    const waits = [];
    const attempts = [];
    const client = new sdk.Leadsheet({
        baseUrl: server.url, apiKey: "key-of-the-test", random: () => 0, sleep: async (ms) => void waits.push(ms),
        onAttempt: (attempt) => attempts.push(attempt), ...options,
    });
    return { server, client, waits, attempts };
}

const kHealed = [
    { name: "429 with seconds, then 503", steps: [limited({ "retry-after": "1" }), kUnavailable, kDone], waits: [1000, 500] },
    { name: "429 with a date measured by the server's clock", steps: [limited({ "retry-after": "Fri, 01 Jan 2010 00:00:07 GMT", date: "Fri, 01 Jan 2010 00:00:00 GMT" }), kDone], waits: [7000] },
    { name: "Retry-After: 0", steps: [limited({ "retry-after": "0" }), kDone], waits: [100] },
    { name: "malformed Retry-After", steps: [limited({ "retry-after": "soon" }), kDone], waits: [250] },
    { name: "429 of a gateway, without a time", steps: [answer(429, "<html>", { "content-type": "text/html" }), kDone], waits: [250] },
    { name: "429 with a reset instead of Retry-After", steps: [limited({ ratelimit: '"orders";r=0;t=9' }), kDone], waits: [9000] },
    { name: "429 of a policy whose name has a comma and quotes", steps: [limited({ ratelimit: '"a, b;\\"c\\"";r=0;t=9' }), kDone], waits: [9000] },
    { name: "429 with a reset that cannot be meant", steps: [limited({ ratelimit: '"orders";r=0;t=999999999' }), kDone], waits: [250] },
    { name: "429 with a reset longer than its window", steps: [limited({ ratelimit: '"orders";r=0;t=900', "ratelimit-policy": '"orders";q=5;w=60' }), kDone], waits: [250] },
    { name: "a gateway's page", steps: [kBadGateway, kBadGateway, kDone], waits: [250, 500] },
    { name: "reset before the answer", steps: [reset, kDone], waits: [250] },
    { name: "reply cut after its headers", steps: [cutAfterHeaders, kDone], waits: [250] },
    { name: "half a JSON text", steps: [halfJson, kDone], waits: [250] },
    { name: "the same key still being worked on", steps: [answer(409, problem(409, "idempotency_in_progress", { retryable: true }), { "retry-after": "1" }), kDone], waits: [1000] },
];

for (const { name, steps, waits, options } of kHealed)
    test(`order_${name}_succeedsWithOneKey`, async () => {
        const s = await scene(steps, options);
        const { data, response } = await s.client.orders.create(kOrder).withResponse();
        await s.server.stop();
        assert.equal(data.order_number, "LS-0000000001");
        assert.deepEqual(s.waits, waits);
        assert.equal(response.attempts, steps.length);
        const keys = new Set(s.server.requests.map(({ headers }) => headers["idempotency-key"]));
        assert.deepEqual([...keys], [response.idempotencyKey]);
        assert.equal(new Set(s.server.requests.map(({ body }) => body)).size, 1);
    });

const kRefused = [
    { name: "422", steps: [answer(422, problem(422, "validation_failed", { errors: [{ pointer: "/leadCount", code: "too_small", detail: "At least 1." }] }))], type: "ValidationError", requests: 1, certainty: "not_applied" },
    { name: "401", steps: [answer(401, problem(401, "invalid_api_key"))], type: "AuthenticationError", requests: 1, certainty: "not_applied" },
    { name: "402", steps: [answer(402, problem(402, "insufficient_credit"))], type: "PaymentRequiredError", requests: 1, certainty: "not_applied" },
    { name: "403", steps: [answer(403, problem(403, "missing_scope"))], type: "PermissionError", requests: 1, certainty: "not_applied" },
    { name: "409", steps: [answer(409, problem(409, "version_conflict"))], type: "ConflictError", requests: 1, certainty: "not_applied" },
    { name: "a Retry-After of a day", steps: [limited({ "retry-after": "86400" })], type: "RateLimitError", requests: 1, certainty: "not_applied", retryAfterMs: 86_400_000 },
    { name: "a gateway's 429 that stays", steps: [answer(429, "<html>", { "content-type": "text/html" })], type: "RateLimitError", requests: 4, certainty: "not_applied", says: /without saying how long/ },
    { name: "a server that stays away", steps: [kUnavailable], type: "ServerError", requests: 4, certainty: "not_applied" },
    { name: "a gateway that stays away", steps: [kBadGateway], type: "ServerError", requests: 4, certainty: "unknown" },
    { name: "a reset, then a refusal behind the key's check", steps: [reset, answer(422, problem(422, "validation_failed"))], type: "ValidationError", requests: 2, certainty: "not_applied" },
    { name: "a reset, then a revoked key", steps: [reset, answer(401, problem(401, "revoked_api_key"))], type: "AuthenticationError", requests: 2, certainty: "unknown" },
    { name: "nothing but resets", steps: [reset], type: "ConnectionError", requests: 4, certainty: "unknown" },
    { name: "nothing but silence", steps: [silence], type: "TimeoutError", attempts: 4, certainty: "unknown", options: { timeoutMs: 40 } },
    { name: "nothing but half answers", steps: [halfJson], type: "InvalidResponseError", requests: 4, certainty: "unknown" },
    { name: "a redirect", steps: [answer(302, "", { location: "https://elsewhere.example/" })], type: "ApiError", requests: 1, certainty: "not_applied" },
    { name: "an answer that is too large", steps: [answer(200, " ".repeat(2000))], type: "InvalidResponseError", requests: 1, certainty: "unknown", says: /longer than maxResponseBytes \(1000\)/, options: { maxResponseBytes: 1000 } },
    { name: "an answer without an end", steps: [endless], type: "InvalidResponseError", requests: 1, certainty: "unknown", says: /longer than maxResponseBytes/, options: { maxResponseBytes: 1000 } },
    { name: "a refusal that is too large", steps: [answer(502, " ".repeat(2000))], type: "ServerError", requests: 4, certainty: "unknown", options: { maxResponseBytes: 1000 } },
];

// What a refusal behind a lost answer says about that attempt: with a key, that of the service proves it was not applied.
const kBehindALostAnswer = [
    { call: "change", status: 409, code: "version_conflict", certainty: "unknown", says: /read the resource again/ },
    { call: "remove", status: 409, code: "version_conflict", certainty: "unknown", says: /read the resource again/ },
    { call: "remove", status: 404, code: "not_found", certainty: "unknown", says: /read the resource again/ },
    { call: "change", status: 401, code: "revoked_api_key", certainty: "unknown", says: /read the resource again/ },
    { call: "change", status: 422, code: "validation_failed", certainty: "unknown", says: /read the resource again/ },
    { call: "cancel", status: 409, code: "invalid_transition", certainty: "not_applied" },
    { call: "cancel", status: 409, code: "version_conflict", certainty: "not_applied" },
    { call: "cancel", status: 404, code: "not_found", certainty: "unknown", says: /with the same idempotency key/ },
    { call: "cancel", status: 410, code: "endpoint_retired", certainty: "unknown", says: /with the same idempotency key/ },
    { call: "cancel", status: 409, certainty: "unknown", says: /with the same idempotency key/ },
    { call: "ingest", status: 409, code: "duplicate_delivery", certainty: "not_applied" },
    { call: "read", status: 404, code: "not_found", certainty: "not_applied" },
];
const kCalls = {
    change: (client) => client.webhooks.update("wh_1", { name: "Two" }, { ifMatch: 1 }),
    remove: (client) => client.webhooks.delete("wh_1", { ifMatch: 1 }),
    cancel: (client) => client.orders.cancel("LS-1", {}),
    ingest: (client) => client.admin.orders.ingestDelivery({ orderNumber: "LS-1", deliveryId: "one", leads: [] }, {}),
    read: (client) => client.orders.get("LS-1"),
};

for (const { call, status, code, certainty, says } of kBehindALostAnswer)
    test(`${call}_a reset, then ${status} ${code ?? "of a gateway"}_is ${certainty}`, async () => {
        const refusal = code ? answer(status, problem(status, code)) : answer(status, "<html>", { "content-type": "text/html" });
        const s = await scene([reset, refusal]);
        const error = await kCalls[call](s.client).then(assert.fail, (thrown) => thrown);
        await s.server.stop();
        assert.equal(error.status, status);
        assert.equal(error.certainty, certainty);
        if (says) assert.match(error.message, says);
        else assert.doesNotMatch(error.message, /earlier attempt/);
    });

for (const { name, steps, type, requests, attempts = requests, certainty, retryAfterMs, says, options } of kRefused)
    test(`order_${name}_throws${type}`, async () => {
        const s = await scene(steps, options);
        const error = await s.client.orders.create(kOrder, { idempotencyKey: "row-17" }).then(assert.fail, (thrown) => thrown);
        await s.server.stop();
        assert.equal(error.constructor, sdk[type], `${error.name}: ${error.message}`);
        assert.ok(error instanceof sdk.CallError && error instanceof sdk.LeadsheetError && error instanceof Error);
        if (requests) assert.equal(s.server.requests.length, requests);
        assert.equal(error.attempts, attempts);
        assert.equal(error.certainty, certainty);
        assert.equal(error.idempotencyKey, "row-17");
        if (retryAfterMs) assert.equal(error.retryAfterMs, retryAfterMs);
        if (says) assert.match(error.message, says);
    });

test("a port that is never connected to_leaves nothing open", async () => {
    const client = new sdk.Leadsheet({ baseUrl: "http://127.0.0.1:1", apiKey: "k", sleep: async () => {} });
    const error = await client.orders.create(kOrder).then(assert.fail, (thrown) => thrown);
    assert.equal(error.constructor, sdk.ConnectionError);
    assert.equal(error.certainty, "not_applied");
});

test("silence_is left after the time of an attempt", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const bodies = [];
    const client = new sdk.Leadsheet({
        baseUrl: "https://api.example", apiKey: "k", timeoutMs: 30_000, sleep: async () => {},
        fetch: (_, { body, signal }) => {
            if (bodies.push(body) > 1) return Promise.resolve(Response.json({ order_number: "LS-0000000001" }, { status: 201 }));
            setImmediate(() => mock.timers.tick(29_999));
            setImmediate(() => setImmediate(() => mock.timers.tick(1)));
            return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
        },
    });
    const { data, response } = await client.orders.create(kOrder).withResponse();
    mock.timers.reset();
    assert.equal(data.order_number, "LS-0000000001");
    assert.equal(response.attempts, 2);
});

test("validation_says where and why", async () => {
    const s = await scene(kRefused[0].steps);
    await assert.rejects(s.client.orders.create(kOrder), (error) => error.code === "validation_failed" && error.errors[0].pointer === "/leadCount" && error.requestId === "req_test");
    await s.server.stop();
});

test("nobody there_is known not to be applied", async () => {
    const s = await scene([kDone]);
    await s.server.stop();
    const error = await s.client.orders.create(kOrder).then(assert.fail, (thrown) => thrown);
    assert.equal(error.constructor, sdk.ConnectionError);
    assert.equal(error.certainty, "not_applied");
});

test("total time_ends the call before a wait that would pass it", async () => {
    const s = await scene([limited({ "retry-after": "50" })], { retry: { totalMs: 40_000 } });
    await assert.rejects(s.client.orders.create(kOrder), sdk.RateLimitError);
    assert.deepEqual(s.waits, []);
    await s.server.stop();
});

test("abort_while waiting_wins at once", async () => {
    const controller = new AbortController();
    const s = await scene([limited({ "retry-after": "30" })], { sleep: undefined, onAttempt: () => setImmediate(() => controller.abort(new Error("enough"))) });
    const started = performance.now();
    const error = await s.client.orders.create(kOrder, { signal: controller.signal }).then(assert.fail, (thrown) => thrown);
    assert.ok(performance.now() - started < 20_000);
    assert.equal(error.constructor, sdk.AbortedError);
    assert.equal(error.cause.message, "enough");
    await s.server.stop();
});

test("abort_during an attempt_is not repeated", async () => {
    const controller = new AbortController();
    const s = await scene([() => controller.abort()]);
    const error = await s.client.orders.create(kOrder, { signal: controller.signal }).then(assert.fail, (thrown) => thrown);
    assert.equal(error.constructor, sdk.AbortedError);
    assert.equal(error.certainty, "unknown");
    assert.equal(s.server.requests.length, 1);
    await s.server.stop();
});

test("attempts_are told without secrets", async () => {
    const s = await scene([kUnavailable, answer(200, page(["a"], null, false))]);
    await s.client.orders.list({ externalRef: "secret row" });
    await s.server.stop();
    assert.deepEqual(s.attempts.map(({ operation, attempt, status, failure }) => [operation, attempt, status, failure]), [["listOrders", 1, 503, "unavailable"], ["listOrders", 2, 200, undefined]]);
    assert.ok(s.attempts[0].waitMs > 0);
    assert.ok(!JSON.stringify(s.attempts).includes("secret") && !JSON.stringify(s.attempts).includes("key-of-the-test"));
});

test("key function_is asked before each attempt", async () => {
    let asked = 0;
    const s = await scene([kUnavailable, kDone], { apiKey: async () => `key-${++asked}` });
    await s.client.orders.create(kOrder);
    await s.server.stop();
    assert.deepEqual(s.server.requests.map(({ headers }) => headers["x-api-key"]), ["key-1", "key-2"]);
});

for (const [what, fetchKey, says] of [
    ["that fails", async () => Promise.reject(new Error("the vault is locked")), /the vault is locked/],
    ["that gives a key with a line end", () => "k\n", /copy it again/],
    ["that gives nothing", async () => undefined, /copy it again/],
])
    test(`key function_${what}_ends the call with nothing sent`, async () => {
        const s = await scene([kDone], { apiKey: fetchKey });
        const error = await s.client.orders.create(kOrder).catch((thrown) => thrown);
        await s.server.stop();
        assert.ok(error instanceof sdk.CallError && !(error instanceof sdk.ConnectionError), String(error));
        assert.match(error.message, says);
        assert.deepEqual([error.certainty, error.attempts, s.waits, s.server.requests.length], ["not_applied", 0, [], 0]);
    });

test("key function_that fails before a repeat_leaves open what the first attempt did", async () => {
    let asked = 0;
    const s = await scene([reset, kDone], { apiKey: () => (asked++ === 0 ? "k" : Promise.reject(new Error("the vault is locked"))) });
    const error = await s.client.orders.create(kOrder).catch((thrown) => thrown);
    await s.server.stop();
    assert.ok(error instanceof sdk.CallError, String(error));
    assert.deepEqual([error.certainty, error.attempts, s.server.requests.length], ["unknown", 1, 1]);
    assert.equal(error.idempotencyKey, s.server.requests[0].headers["idempotency-key"]);
});

for (const [what, options] of Object.entries({
    "plain http elsewhere": { baseUrl: "http://api.example.com" }, "user information": { baseUrl: "https://a:b@api.example.com" },
    "no address": { baseUrl: "api.example.com" }, "a query": { baseUrl: "https://api.example.com/?a=b" }, "no key": { baseUrl: "https://api.example.com", apiKey: "" },
    "a key with a line end": { baseUrl: "https://api.example.com", apiKey: "k\n" },
}))
    test(`client_${what}_isRefused`, () => assert.throws(() => new sdk.Leadsheet({ apiKey: "k", ...options }), sdk.LeadsheetError));

test("path parameter_that leads elsewhere_isRefused", async () => {
    const s = await scene([kDone]);
    for (const name of ["", ".", ".."]) assert.throws(() => s.client.orders.get(name), sdk.LeadsheetError);
    await s.client.orders.get("a/b?c");
    assert.equal(s.server.requests[0].url, "/v1/orders/a%2Fb%3Fc");
    await s.server.stop();
});

test("idempotency key_with blanks_isRefused before anything is sent", async () => {
    const s = await scene([kDone]);
    await assert.rejects(s.client.orders.create(kOrder, { idempotencyKey: "row 17" }), sdk.LeadsheetError);
    assert.equal(s.server.requests.length, 0);
    await s.server.stop();
});
