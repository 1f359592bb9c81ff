// SPDX-License-Identifier: MIT
// build.mjs OUT_FOLDER: each node and the credential as one file, the SDK inlined; n8n-workflow is n8n's own.
import { copyFileSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const { build } = createRequire(join(root, "../typescript/package.json"))("esbuild");
const out = process.argv[2] ?? root;

const entries = ["credentials/LeadsheetApi.credentials", "nodes/Leadsheet/Leadsheet.node", "nodes/Leadsheet/LeadsheetTrigger.node"];
await build({
    entryPoints: Object.fromEntries(entries.map((entry) => [entry, join(root, `${entry}.ts`)])),
    outdir: join(out, "dist"),
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    external: ["n8n-workflow"],
    tsconfigRaw: { compilerOptions: {} },
    // The node always gives its own fetch, which needs no turn of the event loop to send, and the options that the environment would give.
    define: { "globalThis.fetch": "undefined", "globalThis.process": "undefined", "globalThis.setImmediate": "undefined" },
    inject: [join(root, "scripts/timers.mjs")],
    charset: "utf8",
    logLevel: "warning",
});
mkdirSync(join(out, "dist/nodes/Leadsheet"), { recursive: true });
for (const icon of ["leadsheet.svg", "leadsheet.dark.svg"])
    copyFileSync(join(root, "nodes/Leadsheet", icon), join(out, "dist/nodes/Leadsheet", icon));
for (const file of ["package.json", "README.md", "LICENSE"]) if (out !== root) copyFileSync(join(root, file), join(out, file));
