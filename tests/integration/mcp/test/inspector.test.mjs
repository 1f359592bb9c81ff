// SPDX-License-Identifier: Apache-2.0
// The Inspector's command line, in a home folder of its own.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { after, before, test } from "node:test";
import { ServerScene } from "../server_scene.mjs";

const program = fileURLToPath(new URL("../node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js", import.meta.url));
const home = mkdtempSync(join(tmpdir(), "leadsheet-inspector-"));
let scene;
before(async () => (scene = await ServerScene.start()));
after(async () => {
    await scene.stop();
    rmSync(home, { recursive: true });
});

/// {code, out}: exit code and standard output.
function inspect(era, ...options) {
    const all = ["--cli", scene.url, "--transport", "http", "--protocol-era", era, "--stored-auth-only", ...options];
    const env = { ...process.env, HOME: home, MCP_AUTO_OPEN_ENABLED: "false" };
    return new Promise((resolve) =>
        execFile(process.execPath, [program, ...all], { env, maxBuffer: 2 ** 26 }, (error, out, err) => resolve({ code: error?.code ?? 0, out, err })));
}

const withKey = ["--header", "x-api-key: "];
const keyed = () => [withKey[0], withKey[1] + scene.key];

for (const era of ["legacy", "modern"]) {
    test(`${era}: walks from price to leads`, async () => {
        const listed = await inspect(era, ...keyed(), "--method", "tools/list");
        assert.equal(listed.code, 0, listed.err);
        assert.equal(JSON.parse(listed.out).tools.length, 13);
        await scene.walk(async (tool, given) => {
            const pairs = Object.entries(given).map(([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`);
            const called = await inspect(era, ...keyed(), "--method", "tools/call", "--tool-name", tool, ...pairs.flatMap((pair) => ["--tool-arg", pair]));
            return JSON.parse(called.out);
        }, `inspector-${era}`);
    });
}

test("a missing key is told", async () => {
    assert.equal((await inspect("legacy", "--method", "tools/list")).code, 3);
});
