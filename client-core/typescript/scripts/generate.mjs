// SPDX-License-Identifier: Apache-2.0
// Makes src/generated from the API document.
//   node generate.mjs <openapi.json> [--check]      --check: exits 1 when what stands there is another
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { ApiDocument } from "./document.mjs";
import { clientFile, contractFile, operationsFile, pathsFile, resourcesFile, schemaFile, typesFile } from "./emit.mjs";

const [documentPath, mode] = process.argv.slice(2);
if (!documentPath) {
    console.error("usage: generate.mjs <openapi.json> [--check]");
    process.exit(2);
}
const folder = new URL("../src/generated/", import.meta.url);
const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const api = new ApiDocument(documentPath);
const released = new ApiDocument(new URL("../../../tests/contract/released/openapi.json", import.meta.url));
const files = {
    "schema.ts": await schemaFile(api),
    "types.ts": typesFile(api),
    "contract.ts": contractFile(api, version),
    "operations.ts": operationsFile(api),
    "resources.ts": resourcesFile(api),
    "paths.ts": pathsFile(api),
    "client.ts": clientFile(api, new Set(released.operations().map(({ id }) => id))),
};

function standing(name) {
    try {
        return readFileSync(new URL(name, folder), "utf8");
    } catch {
        return "";
    }
}

const stale = Object.keys(files).filter((name) => standing(name) !== files[name]);
if (mode === "--check") {
    if (stale.length > 0) {
        console.error(`Not made from this document: src/generated/${stale.join(", src/generated/")}.\nRun: node scripts/generate.mjs ${documentPath}`);
        process.exit(1);
    }
    console.log(`src/generated is made from the document ${api.sha256}`);
} else {
    mkdirSync(folder, { recursive: true });
    for (const name of stale) writeFileSync(new URL(name, folder), files[name]);
    console.log(stale.length > 0 ? `Written: ${stale.join(", ")}` : "Nothing had to change.");
}
