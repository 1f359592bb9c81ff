// SPDX-License-Identifier: Apache-2.0
// Reads sheets with SheetJS, and JSON Lines with Node.js. Speaks as peer.py says.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const here = createRequire(import.meta.url);
let XLSX;
try {
  XLSX = here("xlsx");
} catch {
  console.error("SheetJS is missing: run tests/support/npm_ci.sh tests/integration/sheets");
  process.exit(1);
}

const number = (value) => `number:${value}`;
const boolean = (value) => (value ? "boolean:TRUE" : "boolean:FALSE");
const date = (serial) => "date:" + new Date(Math.round((serial - 25569) * 86400000)).toISOString().slice(0, -1);

function valueOf(cell) {
  if (cell.f !== undefined) return `formula:${cell.f} -> ${cell.v}`;
  switch (cell.t) {
    case "s": return `text:${cell.v}`;
    case "b": return boolean(cell.v);
    case "e": return `error:${cell.w}`;
    case "n": return typeof cell.z === "string" && XLSX.SSF.is_date(cell.z) ? date(cell.v) : number(cell.v);
    default: return `${cell.t}:${cell.v}`;
  }
}

function read({ file, delimiter }) {
  const text = /\.csv$/.test(file);
  const book = text
    ? XLSX.read(new TextDecoder().decode(readFileSync(file)), { type: "string", raw: true, FS: delimiter })
    : XLSX.readFile(file, { cellNF: true });
  const found = {};
  book.SheetNames.forEach((name, tab) => {
    if (!text) found[`${tab + 1}! name`] = name;
    for (const [at, cell] of Object.entries(book.Sheets[name]))
      if (!at.startsWith("!") && cell.t !== "z" && cell.v !== "") found[`${tab + 1}!${at}`] = valueOf(cell);
  });
  return found;
}

function jsonLines({ file }) {
  const kinds = { string: (text) => `text:${text}`, boolean, number };
  const found = {};
  readFileSync(file, "utf8").split("\n").slice(0, -1).forEach((line, row) => {
    for (const [member, value] of Object.entries(JSON.parse(line)))
      found[`${row + 1} ${member}`] = value === null ? "null" : kinds[typeof value](value);
  });
  return found;
}

const handlers = { read, jsonl: jsonLines };
console.log(JSON.stringify({ ready: `SheetJS ${XLSX.version}` }));
for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  let answer;
  try {
    answer = { read: handlers[request.do](request) };
  } catch (error) {
    answer = { error: String(error), trace: error.stack };
  }
  console.log(JSON.stringify(answer));
}
