// SPDX-License-Identifier: Apache-2.0
// How far a call goes: the wait for a rate limit, the budget that all calls of a client share.
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { AbortedError, ConnectionError, Leadsheet, RateLimitError, ServerError, TimeoutError } from "../dist/esm/index.js";

const kOrder = { scrapingOption: "filters", leadCount: 10 };
const ok = () => Response.json({ order_number: "LS-0000000001" }, { status: 201 });
const refusal = (status, code, headers) => () => Response.json({ code, detail: "Said by the test.", errors: [] }, { status, headers });
const hourGone = refusal(429, "rate_limited", { "retry-after": "3600" });
const down = refusal(503, "unavailable");
const lost = () => Promise.reject(Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNRESET" } }));

/// A client whose requests get one answer after the other, the last one for ever, and the waits it would have made.
function scene(answers, options = {}) {
    const waits = [];
    let sent = 0;
    const client = new Leadsheet({
        baseUrl: "https://api.example", apiKey: "k", random: () => 0, sleep: async (ms) => void waits.push(ms),
        fetch: async (...given) => answers[Math.min(sent++, answers.length - 1)](...given), ...options,
    });
    return { client, waits, sent: () => sent };
}
const failure = (call) => call.then(assert.fail, (thrown) => thrown);

test("limit_of an hour_ends the call and names the choice", async () => {
    const { client, waits } = scene([hourGone, ok]);
    const error = await failure(client.orders.create(kOrder));
    assert.ok(error instanceof RateLimitError);
    assert.deepEqual([error.stop, error.retryAfterMs, error.certainty, waits], ["server_asked_too_long", 3_600_000, "not_applied", []]);
    assert.match(error.message, /3600 s.*waitForRateLimit/);
});

test("limit_of an hour_is waited out by choice of the client", async () => {
    const { client, waits } = scene([hourGone, ok], { waitForRateLimit: true });
    const { data, response } = await client.orders.create(kOrder).withResponse();
    assert.deepEqual([data.order_number, response.attempts, waits], ["LS-0000000001", 2, [3_600_000]]);
});

test("limit_of an hour_is waited out by choice of the call", async () => {
    const { client, waits } = scene([hourGone, ok]);
    await client.orders.create(kOrder, { waitForRateLimit: true });
    assert.deepEqual(waits, [3_600_000]);
});

test("choice of the client_is undone for a call", async () => {
    const { client } = scene([hourGone], { waitForRateLimit: true });
    assert.ok((await failure(client.orders.create(kOrder, { waitForRateLimit: false }))) instanceof RateLimitError);
});

const kDate = "Sun, 29 Nov 2026 15:50:00 GMT";
const kYear = 366 * 86_400_000;
/// Header, and the milliseconds it asks for; the same rows as tst_retry_after.cpp of the C++ client.
const kForms = [
    ["600", 600_000],
    ["1.2", 2_000],
    ["1.000", 1_000],
    ["0.00000000000000000000000001", 1_000],
    ["9".repeat(400), kYear],
    ["120, 120", 120_000],
    ["7,Sun, 29 Nov 2026 16:00:00 GMT", 7_000],
    ["Sun, 29 Nov 2026 16:00:00 GMT", 600_000],
    ["Sun, 29 Nov 2026 16:00:00 GMT, Sun, 29 Nov 2026 16:00:00 GMT", 600_000],
    ["Sunday, 29-Nov-26 16:00:00 GMT", 600_000],
    ["Sun Nov 29 16:00:00 2026", 600_000],
    ["Tue Dec  1 15:50:00 2026", 2 * 86_400_000],
    ["Sun, 29 Nov 2026 15:50:60 GMT", 60_000],
    ["Sun, 29 Nov 2026 15:00:00 GMT", 0],
    ["Sun, 29 Nov 9026 16:00:00 GMT", kYear],
    ["Sunday, 29-Nov-70 16:00:00 GMT", kYear],
    ["Monday, 29-Nov-99 16:00:00 GMT", 0],
    ...["", ",", "-5", "1e3", "1.", "5s", "soon", "May 5", "Sun, 29 Nov 2026 16:00:00", "Sun, 29 Nov 2026 16:00:00 CET", "Sun, 29 Nov 2026 16:00:00 GMT x",
        "Mon, 30 Feb 2026 16:00:00 GMT", "Sun, 29 Nov 2026 24:00:00 GMT", "Sun, 29 Mai 2026 16:00:00 GMT", "Sun, 9 Nov 2026 16:00:00 GMT",
        "Sun, 00 Nov 2026 16:00:00 GMT", "Sun Nov 1  16:00:00 2026", "November 29, 2026 16:00", "2026-11-29T16:00:00Z"].map((value) => [value, undefined]),
];
for (const zone of ["Europe/Berlin", "America/New_York"])
    test(`limit_told in any form_is read the same in ${zone}`, async () => {
        const before = process.env.TZ;
        process.env.TZ = zone;
        try {
            for (const [value, expected] of kForms) {
                const { client } = scene([refusal(429, "rate_limited", { "retry-after": value, date: kDate })], { retry: { maxRetries: 0 } });
                assert.equal((await failure(client.orders.create(kOrder))).retryAfterMs, expected, value);
            }
        } finally {
            if (before === undefined) delete process.env.TZ;
            else process.env.TZ = before;
        }
    });

test("limits_waited out_leave retries and their time to other failures", async () => {
    const { client, waits } = scene([hourGone, down, hourGone, down, hourGone, down, hourGone, hourGone, ok], { waitForRateLimit: true });
    await client.orders.create(kOrder);
    assert.equal(waits.filter((ms) => ms === 3_600_000).length, 5);
    assert.deepEqual(waits.filter((ms) => ms !== 3_600_000), [250, 500, 1000]);
});

test("limit of a minute_that stays_names the choice", async () => {
    const { client } = scene([refusal(429, "rate_limited", { "retry-after": "7" })]);
    const error = await failure(client.orders.create(kOrder));
    assert.equal(error.stop, "attempts_exhausted");
    assert.match(error.message, /7 s.*waitForRateLimit/);
});

test("429 without a time_is not waited for by choice", async () => {
    const { client, sent } = scene([refusal(429, undefined)], { waitForRateLimit: true });
    await failure(client.orders.create(kOrder));
    assert.equal(sent(), 4);
});

test("503 that asks for an hour_names the ceiling", async () => {
    const { client, sent } = scene([refusal(503, "unavailable", { "retry-after": "3600" })], { waitForRateLimit: true });
    const error = await failure(client.orders.create(kOrder));
    assert.deepEqual([error.stop, sent()], ["server_asked_too_long", 1]);
    assert.match(error.message, /3600 s.*retryAfterCeilingMs/);
});

test("wait for a limit_aborted_ends at once", async () => {
    const controller = new AbortController();
    const { client } = scene([hourGone], { waitForRateLimit: true, sleep: undefined, onAttempt: () => setImmediate(() => controller.abort()) });
    const error = await failure(client.orders.create(kOrder, { signal: controller.signal }));
    assert.ok(error instanceof AbortedError);
    assert.equal(error.stop, "cancelled");
});

test("wait of more than a timer holds_is not cut short", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    try {
        const { client, sent } = scene([refusal(429, "rate_limited", { "retry-after": String(30 * 86_400) }), ok], { waitForRateLimit: true, sleep: undefined });
        const call = client.orders.create(kOrder).then();
        for (let i = 0; i < 20; i++) await new Promise(setImmediate);
        mock.timers.tick(2 ** 31 - 1);
        for (let i = 0; i < 20; i++) await new Promise(setImmediate);
        assert.equal(sent(), 1);
        mock.timers.tick(30 * 86_400_000 - (2 ** 31 - 1));
        assert.equal((await call).order_number, "LS-0000000001");
    } finally {
        mock.timers.reset();
    }
});

for (const [what, answers, error] of [["lost connections", [lost], ConnectionError], ["a service that is away", [down], ServerError]])
    test(`budget_spent on ${what}_ends calls at their first failure`, async () => {
        const { client, sent } = scene(answers);
        for (let i = 0; i < 7; i++) await failure(client.orders.create(kOrder)); // 3 x 5 each
        const before = sent();
        const thrown = await failure(client.orders.create(kOrder));
        assert.deepEqual([thrown.constructor, thrown.stop, sent() - before], [error, "budget_drained", 1]);
        assert.match(thrown.message, /retryBudget/);
    });

test("budget_costs twice as much after a timeout", async () => {
    const silence = (_, { signal }) => new Promise((__, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    const { client, sent } = scene([silence], { timeoutMs: 2, retryBudget: 25 });
    const error = await failure(client.orders.create(kOrder));
    assert.deepEqual([error.constructor, error.stop, sent()], [TimeoutError, "budget_drained", 3]);
});

test("budget_spent on a repeat that succeeds_comes back", async () => {
    let turn = 0;
    const { client, sent } = scene([() => (turn++ % 2 ? ok() : lost())], { retryBudget: 5 });
    for (let i = 0; i < 10; i++) await client.orders.create(kOrder);
    assert.equal(sent(), 20);
});

test("budget_grows with successes, up to where it began", async () => {
    const plan = [lost, lost, ok, ok, ok, ok, ok, ok, lost, ok, lost, lost, lost];
    const { client, sent } = scene(plan, { retryBudget: 5 });
    assert.equal((await failure(client.orders.create(kOrder))).stop, "budget_drained"); // two requests; 0 left
    for (let i = 0; i < 6; i++) await client.orders.create(kOrder); // 5 again, not 6
    await client.orders.create(kOrder); // spends and gets back
    const before = sent();
    assert.equal((await failure(client.orders.create(kOrder))).stop, "budget_drained");
    assert.equal(sent() - before, 2);
});

test("budget_is not spent by waits that the service asks for", async () => {
    const { client } = scene([refusal(429, "rate_limited", { "retry-after": "2" }), ok], { retryBudget: 0 });
    assert.equal((await client.orders.create(kOrder)).order_number, "LS-0000000001");
});

test("policy_with nothing in it_is the default", async () => {
    const { client, sent } = scene([down], { retry: { maxRetries: undefined, totalMs: undefined } });
    await failure(client.orders.create(kOrder));
    assert.equal(sent(), 4);
});
