// SPDX-License-Identifier: Apache-2.0
// The official clients, which validate every structured result against its tool's schema.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as Transport1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { StdioClientTransport as Stdio1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { Client as Client2, StreamableHTTPClientTransport as Transport2 } from "@modelcontextprotocol/client";
import { ServerScene } from "../server_scene.mjs";

const kInfo = { name: "leadsheet-tests", version: "1.0.0" };
const kTools = 13;
let scene;
before(async () => (scene = await ServerScene.start()));
after(() => scene.stop());

const transportOf = (Transport, key = scene.key) =>
    new Transport(new URL(scene.url), { requestInit: { headers: key ? { "x-api-key": key } : {} } });

async function walkWith(client, transport, key) {
    try {
        await client.connect(transport);
        assert.equal((await client.listTools()).tools.length, kTools);
        await scene.walk((name, given) => client.callTool({ name, arguments: given }), key);
        // A result that does not fit its schema would be thrown, and an assistant would see nothing of what is wrong.
        for (const order of ["filters", null, [], {}, { scrapingOption: "filters", leadCount: "many" }]) {
            const refused = await client.callTool({ name: "quote_order", arguments: { order } });
            assert.equal(refused.isError, true);
            assert.match(refused.structuredContent.detail, /order/);
        }
    } finally {
        await client.close(); // or a failed walk keeps its connection, and the server waits for it
    }
}

test("the first SDK walks from price to leads", () => walkWith(new Client1(kInfo), transportOf(Transport1), "sdk-1"));

test("the second SDK walks with a handshake", () => walkWith(new Client2(kInfo), transportOf(Transport2), "sdk-2-handshake"));

test("the second SDK walks without a handshake", async () => {
    const client = new Client2(kInfo, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
    await walkWith(client, transportOf(Transport2), "sdk-2-stateless");
});

test("the second SDK finds the newest revision by itself", async () => {
    const client = new Client2(kInfo, { versionNegotiation: { mode: "auto" } });
    await client.connect(transportOf(Transport2));
    assert.equal(client.getNegotiatedProtocolVersion?.() ?? "2026-07-28", "2026-07-28");
    await client.close();
});

test("the command line connects the first SDK", async () => {
    const transport = new Stdio1({
        command: process.env.LEADSHEET_PROGRAM,
        args: ["mcp", "--base-url", scene.url.replace("/mcp", "")],
        env: { ...process.env, LEADSHEET_API_KEY: scene.key },
        stderr: "ignore",
    });
    await walkWith(new Client1(kInfo), transport, "stdio");
});

test("a wrong key is told", async () => {
    await assert.rejects(new Client1(kInfo).connect(transportOf(Transport1, "nonsense")), /invalid_api_key|401|nauthorized/);
    await assert.rejects(new Client2(kInfo).connect(transportOf(Transport2, null)), /missing_api_key|401|nauthorized/);
});
