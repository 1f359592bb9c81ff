// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";
import { AbortedError, ConnectionError, InvalidResponseError, Leadsheet, TimeoutError } from "../dist/esm/index.js";
import { answer, cutAfterHeaders, FlakyServer, page, reset, silence } from "./flaky_server.mjs";

const kPages = [answer(200, page(["a", "b"], "c1", true)), answer(200, page(["c"], "c2", true)), answer(200, page([], "c3", false))];

async function scene(steps, options = {}) {
    const server = await FlakyServer.start(steps);
    return { server, client: new Leadsheet({ baseUrl: server.url, apiKey: "k", sleep: async () => {}, ...options }) };
}

async function all(items) {
    const ids = [];
    for await (const { id } of items) ids.push(id);
    return ids;
}

test("list_iterated_gives every item of every page", async () => {
    const { server, client } = await scene(kPages);
    assert.deepEqual(await all(client.leads.list({ fields: ["id", "fullName"], hasEmail: true })), ["a", "b", "c"]);
    await server.stop();
    const query = "/v1/leads?fields=id,fullName&hasEmail=true";
    assert.deepEqual(server.requests.map(({ url }) => url), [query, `${query}&cursor=c1`, `${query}&cursor=c2`]);
});

test("list_asked at once for several items_gives each in order", async () => {
    const { server, client } = await scene(kPages);
    const items = client.leads.list()[Symbol.asyncIterator]();
    const found = await Promise.all([1, 2, 3, 4, 5].map(() => items.next()));
    await server.stop();
    assert.deepEqual(found.map(({ value }) => value?.id), ["a", "b", "c", undefined, undefined]);
    assert.deepEqual(found.map(({ done }) => done), [false, false, false, true, true]);
    assert.equal(server.requests.length, 3);
});

test("list_left after its first item_is over", async () => {
    const { server, client } = await scene(kPages);
    const items = client.leads.list()[Symbol.asyncIterator]();
    for await (const { id } of items) {
        assert.equal(id, "a");
        break;
    }
    assert.equal((await items.next()).done, true);
    await server.stop();
});

test("list_that fails in the middle_is over after its error", async () => {
    const { server, client } = await scene([kPages[0], answer(200, "[]")], { maxRetries: 0 });
    const items = client.leads.list()[Symbol.asyncIterator]();
    assert.equal((await items.next()).value.id, "a");
    assert.equal((await items.next()).value.id, "b");
    await assert.rejects(items.next(), InvalidResponseError);
    assert.equal((await items.next()).done, true);
    await server.stop();
});

test("list_awaited_is one page that knows the next", async () => {
    const { server, client } = await scene(kPages);
    const first = await client.leads.list();
    assert.deepEqual([first.data.length, first.hasMore, first.nextCursor], [2, true, "c1"]);
    const second = await first.next();
    assert.equal(second.nextCursor, "c2");
    const last = await second.next();
    assert.equal(last.next(), undefined);
    assert.equal(last.nextCursor, "c3"); // the bookmark for what is new
    await server.stop();
    assert.equal(server.requests.length, 3);
});

/// Pages with whatever a server says of them.
const said = (ids, meta) => answer(200, JSON.stringify({ data: ids.map((id) => ({ id })), meta }));

for (const [what, end] of [["null", { nextCursor: null }], ["nothing", {}], ["an empty text", { nextCursor: "" }]])
    test(`list_of a server that says nextCursor only_ends with ${what}`, async () => {
        const { server, client } = await scene([said(["a"], { nextCursor: "c1" }), said(["b"], { nextCursor: "c2" }), said(["c"], end)]);
        assert.deepEqual(await all(client.orders.list()), ["a", "b", "c"]);
        await server.stop();
        assert.deepEqual(server.requests.map(({ url }) => url), ["/v1/orders", "/v1/orders?cursor=c1", "/v1/orders?cursor=c2"]);
    });

test("page_of a server that says nextCursor only_knows whether there is more", async () => {
    const { server, client } = await scene([said(["a"], { nextCursor: "c1" }), said(["b"], { nextCursor: null })]);
    const first = await client.leads.list();
    assert.deepEqual([first.hasMore, first.nextCursor, first.resumeCursor], [true, "c1", "c1"]);
    const last = await first.next();
    assert.deepEqual([last.hasMore, last.nextCursor, last.resumeCursor], [false, null, null]);
    assert.equal(last.next(), undefined);
    await server.stop();
});

test("list_whose last page has a cursor and no more_ends there", async () => {
    const { server, client } = await scene(kPages);
    let bookmark;
    for await (const { resumeCursor } of client.leads.list().pages()) bookmark = resumeCursor;
    assert.equal(bookmark, "c3");
    assert.equal(server.requests.length, 3);
    await server.stop();
});

test("bookmark_of its own_isRead", async () => {
    const { server, client } = await scene([said(["a"], { nextCursor: "c1", resumeCursor: "r1" }), said(["b"], { nextCursor: null, resumeCursor: "r2" })]);
    const bookmarks = [];
    for await (const { resumeCursor } of client.leads.list().pages()) bookmarks.push(resumeCursor);
    assert.deepEqual(bookmarks, ["r1", "r2"]);
    assert.equal(server.requests.length, 2);
    await server.stop();
});

for (const [what, meta] of Object.entries({ "more but no cursor": { hasMore: true, nextCursor: null }, "a number as cursor": { nextCursor: 7 }, "a word as hasMore": { hasMore: "yes", nextCursor: "c1" }, "no meta": undefined }))
    test(`page_that has ${what}_throws instead of ending`, async () => {
        const { server, client } = await scene([said(["a"], meta)]);
        await assert.rejects(all(client.leads.list()), InvalidResponseError);
        await server.stop();
    });

for (const [limit, ids, requests] of [[1, ["a"], 1], [2, ["a", "b"], 1], [3, ["a", "b", "c"], 2], [9, ["a", "b", "c"], 3]])
    test(`array_of ${limit}_takes ${requests} pages`, async () => {
        const { server, client } = await scene(kPages);
        assert.deepEqual((await client.leads.list().autoPagingToArray({ limit })).map(({ id }) => id), ids);
        await server.stop();
        assert.equal(server.requests.length, requests);
    });

for (const options of [{}, { limit: 0 }, { limit: 1.5 }, { limit: Infinity }])
    test(`array_of ${options.limit}_isRefused`, async () => {
        const { server, client } = await scene([answer(404, "{}")]);
        await assert.rejects(client.leads.list().autoPagingToArray(options), /needs a limit/);
        await server.stop();
    });

test("page_tells of its answer", async () => {
    const { server, client } = await scene([answer(200, page(["a"], null, false), { ratelimit: '"default";r=7;t=9' })]);
    const { response } = await client.leads.list();
    assert.deepEqual([response.requestId, response.rateLimits[0].remaining], ["req_test", 7]);
    await server.stop();
});

test("list_interrupted_goes on with its cursor", async () => {
    const bodies = { null: page(["a", "b"], "c1", true), c1: page(["c"], "c2", false) };
    const byCursor = (request, response) => answer(200, bodies[new URL(request.url, "http://x").searchParams.get("cursor")])(request, response);
    const { server, client } = await scene([byCursor]);
    let kept;
    for await (const part of client.leads.list().pages()) {
        kept = part.nextCursor;
        break;
    }
    assert.deepEqual(await all(client.leads.list({ cursor: kept })), ["c"]);
    await server.stop();
});

/// Answers by the cursor of the request; each cursor has its answers in turn, the last one for ever.
const inTurn = (answers) => (request, response) => {
    const left = answers[new URL(request.url, "http://x").searchParams.get("cursor")];
    answer(200, left.length > 1 ? left.shift() : left[0])(request, response);
};

test("list_that is waited for_asks for the next page before it reads this one", async () => {
    const broken = '{"data":[oops],"meta":{"nextCursor":"c2","hasMore":true}}';
    const { server, client } = await scene([inTurn({ null: [page(["a"], "c1", true)], c1: [broken, page(["b"], "c2", true)], c2: [page(["c"], null, false)] })]);
    assert.deepEqual(await all(client.leads.list()), ["a", "b", "c"]);
    await server.stop();
    const asked = server.requests.map(({ url }) => url.split("cursor=")[1]);
    assert.deepEqual(asked.filter((cursor) => cursor === "c2").length, 1);
    assert.ok(asked.indexOf("c2") < asked.lastIndexOf("c1"), asked.join());
});

test("list_whose loop is slow_stays one page ahead", async () => {
    const { server, client } = await scene([(request, response) => {
        const at = Number(new URL(request.url, "http://x").searchParams.get("cursor"));
        answer(200, page([`lead ${at}`], String(at + 1), at < 5))(request, response);
    }]);
    let pages = 0;
    for await (const _ of client.leads.list().pages()) {
        const most = Math.min(++pages + 1, 6);
        while (server.requests.length < most) await new Promise(setImmediate);
        for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
        assert.equal(server.requests.length, most);
    }
    await server.stop();
});

for (const [what, lead] of Object.entries({ "a member of a lead": { meta: { nextCursor: "no" } }, "text of a lead": { note: '"meta":{"nextCursor":"no"}}' } }))
    test(`cursor_in ${what}_is none of the list`, async () => {
        const body = (id, nextCursor) => JSON.stringify({ meta: { nextCursor, hasMore: nextCursor !== null }, data: [{ id, ...lead }] });
        const { server, client } = await scene([inTurn({ null: [body("a", "c1")], c1: [body("b", "c2")], c2: [body("c", null)] })]);
        assert.deepEqual(await all(client.leads.list()), ["a", "b", "c"]);
        await server.stop();
        assert.equal(server.requests.length, 3);
    });

test("list_that turns in a circle_throws", async () => {
    const pages = ["c1", "c2", "c3", "c1", "c2", "c3", "c1", "c2", "c3"].map((cursor) => answer(200, page(["a"], cursor, true)));
    const { server, client } = await scene(pages);
    await assert.rejects(all(client.leads.list()), InvalidResponseError);
    assert.ok(server.requests.length < 12);
    await server.stop();
});

test("list_left early_aborts what was fetched ahead", async () => {
    let closed;
    const gone = new Promise((resolve) => (closed = resolve));
    const { server, client } = await scene([kPages[0], (request) => request.socket.once("close", closed)]);
    for await (const part of client.leads.list().pages()) {
        assert.equal(part.data.length, 2);
        while (server.requests.length < 2) await new Promise(setImmediate);
        break;
    }
    await gone;
    await server.stop();
});

test("page_that is none_throws", async () => {
    const { server, client } = await scene([answer(200, "[]")]);
    await assert.rejects(client.leads.list().then(), InvalidResponseError);
    await server.stop();
});

test("list_page cut in the middle_is fetched again", async () => {
    const { server, client } = await scene([kPages[0], cutAfterHeaders, kPages[1], kPages[2]]);
    assert.deepEqual(await all(client.leads.list()), ["a", "b", "c"]);
    await server.stop();
});

const csv = (_, response) => {
    response.writeHead(200, { "content-type": "text/csv" });
    response.write("id,fullName\r\n1,Zo\u00eb");
    setImmediate(() => response.end("\r\n2,Ada"));
};

test("export_read by line_is what was sent", async () => {
    const { server, client } = await scene([reset, csv]);
    const stream = await client.leads.export({ format: "csv" });
    const lines = [];
    for await (const line of stream.lines()) lines.push(line);
    assert.deepEqual(lines, ["id,fullName", "1,Zo\u00eb", "2,Ada"]);
    assert.equal(stream.contentType, "text/csv");
    await server.stop();
});

test("export_that breaks off_throws instead of ending", async () => {
    const { server, client } = await scene([(_, response) => {
        response.writeHead(200, { "content-type": "text/csv" });
        response.write("id\r\n");
        setTimeout(() => response.socket.resetAndDestroy(), 10);
    }]);
    const stream = await client.leads.export();
    await assert.rejects(stream.text(), ConnectionError);
    await server.stop();
});

test("export_that falls silent_throws", async () => {
    const { server, client } = await scene([(_, response) => {
        response.writeHead(200, { "content-type": "text/csv" });
        response.write("id\r\n");
    }], { timeoutMs: 200 });
    await assert.rejects(async () => (await client.leads.export()).text(), TimeoutError);
    await server.stop();
});

test("export_aborted_throws", async () => {
    const controller = new AbortController();
    const { server, client } = await scene([(_, response) => {
        response.writeHead(200, { "content-type": "text/csv" });
        response.write("id\r\n");
    }]);
    const stream = await client.leads.export({}, { signal: controller.signal });
    setImmediate(() => controller.abort());
    await assert.rejects(stream.text(), AbortedError);
    await server.stop();
});

test("silent list_ends with a timeout", async () => {
    const { server, client } = await scene([silence], { timeoutMs: 40, retry: { maxRetries: 1 } });
    await assert.rejects(all(client.leads.list()), (error) => error instanceof TimeoutError && error.attempts === 2);
    await server.stop();
});
