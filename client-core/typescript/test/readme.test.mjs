// SPDX-License-Identifier: Apache-2.0
// The examples of README.md: all type-checked as a strict program of a user's, each run against the real server.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startServer } from "./api_server.mjs";

const run = promisify(execFile);
const root = fileURLToPath(new URL("..", import.meta.url));
const examples = [];
let heading = "first";
for (const [, title, language, code] of readFileSync(`${root}/README.md`, "utf8").matchAll(/^## (.+)$|^```(\w*)\n([\s\S]*?)^```$/gm)) {
    if (title) heading = title;
    else examples.push({ name: `${heading} ${examples.length}`, language, code });
}
const folder = mkdtempSync(join(tmpdir(), "leadsheet-readme-"));
let server;

before(async () => {
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(root, join(folder, "node_modules/leadsheet"));
    symlinkSync(join(root, "node_modules/@types"), join(folder, "node_modules/@types"));
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    examples.forEach(({ code }, index) => writeFileSync(join(folder, `example_${index}.ts`), code));
    const compilerOptions = {
        noEmit: true, strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, target: "es2022", lib: ["es2022"],
        module: "nodenext", moduleResolution: "nodenext", types: ["node"],
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
    server = await startServer(process.env.LEADSHEET_SERVER);
});
after(async () => {
    rmSync(folder, { recursive: true });
    await server.stop();
});

test("examples_are all of TypeScript and compile", async () => {
    assert.ok(examples.length >= 8);
    assert.deepEqual(examples.filter(({ language }) => language !== "ts"), []);
    await run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", folder]).catch(({ stdout }) => assert.fail(stdout));
});

examples.forEach(({ name }, index) =>
    test(`example_${name}_runs`, async () => {
        const env = { ...process.env, LEADSHEET_BASE_URL: server.url, LEADSHEET_API_KEY: server.keys.customer };
        const { stderr } = await run(process.execPath, ["--disable-warning=ExperimentalWarning", join(folder, `example_${index}.ts`)], { env });
        assert.equal(stderr, "");
    }),
);
