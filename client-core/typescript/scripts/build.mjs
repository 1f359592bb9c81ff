// SPDX-License-Identifier: Apache-2.0
// Compiles src into dist/esm and dist/cjs.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";

const root = fileURLToPath(new URL("..", import.meta.url));
const compiler = join(root, "node_modules/typescript/bin/tsc");

function compile(folder, outDir) {
    const done = spawnSync(process.execPath, [compiler, "-p", folder, "--outDir", join(root, outDir)], { stdio: "inherit" });
    if (done.status !== 0) process.exit(done.status ?? 1);
    return join(root, outDir);
}

rmSync(join(root, "dist"), { recursive: true, force: true });
compile(root, "dist/esm");
// The compiler decides by the nearest package.json which kind of modules it writes.
const copy = mkdtempSync(join(root, ".cjs-"));
try {
    cpSync(join(root, "src"), join(copy, "src"), { recursive: true });
    cpSync(join(root, "tsconfig.json"), join(copy, "tsconfig.json"));
    writeFileSync(join(copy, "package.json"), '{ "type": "commonjs" }\n');
    const out = compile(copy, "dist/cjs");
    writeFileSync(join(out, "package.json"), '{ "type": "commonjs" }\n');
} finally {
    rmSync(copy, { recursive: true });
}
