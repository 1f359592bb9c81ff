// SPDX-License-Identifier: Apache-2.0
// The conformance suite, both frozen sets of requirements, against the product and against the fixture, which has the
// tools, resources and prompts that the suite asks for by name. What each cannot pass stands in its baseline: a
// scenario that fails beside these, and one of these that passes, is a failure, so a baseline can only shrink.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { createServer, request } from "node:http";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { after, before, test } from "node:test";
import { ServerScene } from "../server_scene.mjs";

const here = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const program = here("node_modules/@modelcontextprotocol/conformance/dist/index.js");
/// The suite itself gives some answers half a second, which a loaded machine may need; what is wrong fails each time.
const kAttempts = 4;
let scene;
let proxy;
let fixture;

/// The suite cannot send a key: this adds it on the way, and changes nothing else.
function keyAdder() {
    const server = createServer((incoming, answer) => {
        const headers = { ...incoming.headers, "x-api-key": scene.key };
        const onward = request({ host: "127.0.0.1", port: scene.server.port, method: incoming.method, path: incoming.url, headers }, (given) => {
            answer.writeHead(given.statusCode, given.headers);
            given.pipe(answer);
        });
        onward.on("error", () => answer.destroy());
        incoming.pipe(onward);
    });
    return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

/// {url, stop}: the fixture, in a process of its own.
async function startFixture() {
    const child = spawn(process.env.LEADSHEET_MCP_FIXTURE, [here("fixture/fixture.json")], { stdio: ["pipe", "pipe", "inherit"] });
    const exited = new Promise((resolve) => child.on("exit", resolve));
    const port = await new Promise((resolve, reject) => {
        createInterface({ input: child.stdout }).once("line", (line) => resolve(JSON.parse(line).port));
        exited.then((code) => reject(new Error(`the fixture ended with ${code}`)));
    });
    const stop = async () => {
        child.stdin.end();
        assert.equal(await exited, 0);
    };
    return { url: `http://127.0.0.1:${port}/mcp`, stop };
}

const urls = {};
before(async () => {
    scene = await ServerScene.start();
    proxy = await keyAdder();
    fixture = await startFixture();
    urls.product = `http://127.0.0.1:${proxy.address().port}/mcp`;
    urls.fixture = fixture.url;
});
after(async () => {
    proxy.closeAllConnections();
    proxy.close();
    await fixture.stop();
    await scene.stop();
});

function run(subject, revision) {
    const baseline = here(`baseline/${subject}_${revision}.yml`);
    const options = ["server", "--url", urls[subject], "--requirements", revision, "--expected-failures", baseline];
    return new Promise((resolve) =>
        execFile(process.execPath, [program, ...options], { maxBuffer: 2 ** 26 }, (error, out, err) => resolve({ code: error?.code ?? 0, said: out + err })));
}

for (const subject of ["product", "fixture"])
    for (const revision of ["2025-11-25", "2026-07-28"]) {
        test(`${subject}: requirements of ${revision}`, async () => {
            let outcome;
            for (let attempt = 0; attempt < kAttempts && outcome?.code !== 0; attempt++) outcome = await run(subject, revision);
            assert.equal(outcome.code, 0, outcome.said.slice(-8000));
        });
    }
