// SPDX-License-Identifier: Apache-2.0
// The examples of README.md, each run as a program of its own against the real server.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startServer } from "./api_server.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const examples = [...readFileSync(`${root}/README.md`, "utf8").matchAll(/^## (.+)$|^```js\n([\s\S]*?)^```$/gm)];
let server;

before(async () => (server = await startServer(process.env.LEADSHEET_SERVER)));
after(() => server.stop());

let heading = "first";
for (const [, title, code] of examples) {
    if (title) heading = title;
    else
        test(`example_${heading}_runs`, async () => {
            const env = { ...process.env, LEADSHEET_URL: server.url, LEADSHEET_API_KEY: server.keys.customer };
            const { stderr } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", code], { cwd: root, env });
            assert.equal(stderr, "");
        });
}

test("examples_are found", () => assert.ok(examples.filter(([, , code]) => code).length >= 6));
