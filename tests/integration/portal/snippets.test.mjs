// SPDX-License-Identifier: Apache-2.0
// The snippets of the portal as it shows them: TypeScript is compiled against the SDK, and what needs
// nothing prepared is run in TypeScript and curl against the real server. C++: tst_operation_snippets.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { startServer } from "../../../client-core/typescript/test/api_server.mjs";

const run = promisify(execFile);
const sdk = fileURLToPath(new URL("../../../client-core/typescript/", import.meta.url));
const { build } = createRequire(join(sdk, "package.json"))("esbuild");
const [folder, program] = [process.env.LEADSHEET_SNIPPETS, process.env.LEADSHEET_SERVER];
const commands = JSON.parse(readFileSync(join(folder, "curl.json"), "utf8"));
const made = mkdtempSync(join(tmpdir(), "leadsheet-snippets-"));
const prepared = new Set(["createOrder", "createQuote"]);
// Without identifiers of things that are not there; a fault in the request itself is answered otherwise than 404.
const ready = ({ id, command }) => prepared.has(id) || !/-X |--json|_[0-9a-z]{24}|LS-/.test(command);
// The host of the example has no address, and its day is long ago by now.
const refusals = new Map([["createWebhook", "destination_blocked"], ["recoverWebhook", "out_of_range"]]);
let server;
let keys;

before(async () => {
    server = await startServer(program);
    keys = { LEADSHEET_BASE_URL: server.url, LEADSHEET_API_KEY: server.keys.customer, LEADSHEET_ADMIN_KEY: server.keys.admin };
});
after(async () => {
    rmSync(made, { recursive: true });
    await server.stop();
});

test("typescript_ofEveryOperation_compiles", async () => {
    const config = join(made, "tsconfig.json");
    const paths = { leadsheet: [join(sdk, "src/index.ts")] };
    const compilerOptions = { noEmit: true, rootDir: "/", baseUrl: sdk, paths, types: ["node"], typeRoots: [join(sdk, "node_modules/@types")] };
    writeFileSync(config, JSON.stringify({ extends: join(sdk, "tsconfig.json"), compilerOptions, include: [], files: [join(folder, "snippets.ts")] }));
    await run(process.execPath, [join(sdk, "node_modules/typescript/bin/tsc"), "-p", config]).catch(({ stdout }) => assert.fail(stdout));
});

test("typescript_thatNeedsNothing_runs", async () => {
    const outfile = join(made, "snippets.mjs");
    const alias = { leadsheet: join(sdk, "src/index.ts") };
    await build({ entryPoints: [join(folder, "snippets.ts")], bundle: true, platform: "node", format: "esm", outfile, alias });
    const script = join(made, "run.mjs");
    writeFileSync(
        script,
        `import { snippets, clientOf } from ${JSON.stringify(pathToFileURL(outfile))};
const [client, admin] = [clientOf(process.env.LEADSHEET_API_KEY), clientOf(process.env.LEADSHEET_ADMIN_KEY)];
for (const [name, key] of ${JSON.stringify(commands.filter(ready).map(({ id, key }) => [id, key]))})
    await snippets[name](key === "admin" ? admin : client).catch((error) => {
        throw new Error(\`\${name}: \${error.message}\`, { cause: error });
    });`,
    );
    await run(process.execPath, [script], { env: { ...process.env, ...keys }, maxBuffer: 64 << 20 });
});

for (const item of commands.filter(({ id }) => id !== "callMcp")) {
    test(`curl_${item.id}_isUnderstood`, async () => {
        const { stdout } = await run("bash", ["-c", `${item.command.trimEnd()} -sS -o ${join(made, "answer")} -w '%{http_code}' || true`], { env: { ...process.env, ...keys } });
        const answer = readFileSync(join(made, "answer"), "utf8");
        if (ready(item)) assert.match(stdout, /^2/, answer);
        // Things that are not there: the request was understood up to the look into the database.
        else assert.ok(/^2/.test(stdout) || answer.includes('"code":"not_found"') || answer.includes(`"code":"${refusals.get(item.id)}"`), `${stdout} ${answer}`);
    });
}
