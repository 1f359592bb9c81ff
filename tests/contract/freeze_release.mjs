// SPDX-License-Identifier: Apache-2.0
// Keeps the API document of a release, without its texts, as what later documents are compared with.
//   node freeze_release.mjs <openapi.json>
import { readFileSync, writeFileSync } from "node:fs";
import { withoutTexts } from "./without_texts.mjs";

/// JSON with one line for each member of the two outermost levels below the top.
function lines(value, depth = 0) {
    const isGroup = value !== null && typeof value === "object" && !Array.isArray(value);
    if (depth === 3 || !isGroup || Object.keys(value).length === 0) return JSON.stringify(value);
    const members = Object.entries(value).map(([name, member]) => `${" ".repeat(depth + 1)}${JSON.stringify(name)}: ${lines(member, depth + 1)}`);
    return `{\n${members.join(",\n")}\n${" ".repeat(depth)}}`;
}

const document = JSON.parse(readFileSync(process.argv[2], "utf8"));
const { title, version } = document.info;
const released = { ...withoutTexts(document), info: { title, version } };
writeFileSync(new URL("released/openapi.json", import.meta.url), `${lines(released)}\n`);
