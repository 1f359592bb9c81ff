// SPDX-License-Identifier: Apache-2.0
// Files written by SheetJS (npm package "xlsx"): workbooks that are read, and formats that are refused by name.
import { createRequire } from "node:module";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

const XLSX = createRequire(join(process.env.CORPUS_NODE, "package.json"))("xlsx");
const files = process.env.CORPUS_FILES;
const expected = process.env.CORPUS_EXPECTED;

const cells = [
  ["Company", "Employees", "Revenue", "Active", "Since", "Note"],
  ["Acme & Co", 120, 1250000.5, true, new Date(Date.UTC(2026, 0, 31)), " kept "],
  ["Müller\nGmbH", 7, -3.25, false, new Date(Date.UTC(1999, 11, 31)), "007"],
  ["東京", 0, 0.1, true, null, null],
];
const wanted = [
  ["text:Company", "text:Employees", "text:Revenue", "text:Active", "text:Since", "text:Note"],
  ["text:Acme & Co", "number:120", "number:1250000.5", "boolean:TRUE", "date:2026-01-31", "text: kept "],
  ["text:Müller\nGmbH", "number:7", "number:-3.25", "boolean:FALSE", "date:1999-12-31", "text:007"],
  ["text:東京", "number:0", "number:0.1", "boolean:TRUE", null, null],
];
const plainText = (value) => (value === null ? null : value.replace(/^[a-z]+:/, "text:"));

function book() {
  const sheet = XLSX.utils.aoa_to_sheet(cells, { dateNF: "yyyy-mm-dd", UTC: true });
  for (const at of ["E2", "E3"]) {
    const day = at === "E2" ? 46053 : 36525;
    sheet[at] = { t: "n", v: day, z: "yyyy-mm-dd", w: at === "E2" ? "2026-01-31" : "1999-12-31" };
  }
  const made = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(made, sheet, "Data");
  XLSX.utils.book_append_sheet(made, XLSX.utils.aoa_to_sheet([["second"]]), "Tab 2");
  return made;
}

function describe(rows) {
  return rows.map((row, r) => ({
    row: r + 1,
    cells: Object.fromEntries(row.map((value, c) => [String.fromCharCode(65 + c), value]).filter(([, v]) => v !== null)),
  }));
}

function save(file, content) {
  writeFileSync(join(expected, `${file}.json`), `${JSON.stringify({ file, madeBy: "SheetJS", ...content }, null, 1)}\n`);
}

function write(file, bookType, content, more = {}) {
  writeFileSync(join(files, file), XLSX.write(book(), { type: "buffer", bookType, ...more }));
  save(file, content);
}

const second = { name: "Tab 2", visibility: "visible", rows: [{ row: 1, cells: { A: "text:second" } }] };
const both = (rows) => [{ name: "Data", visibility: "visible", rows: describe(rows) }, second];
write("sheetjs.xlsx", "xlsx", { format: "xlsx", sheets: both(wanted) });
write("sheetjs_shared.xlsx", "xlsx", { format: "xlsx", sheets: both(wanted) }, { bookSST: true, compression: true });
write("sheetjs.xlsm", "xlsm", { format: "xlsm", sheets: both(wanted) });
// It writes dates into ODS as numbers that look like dates.
const inOds = wanted.map((row) => row.map((value) => value && value.replace(/^date:/, "number:")));
write("sheetjs.ods", "ods", { format: "ods", sheets: both(inOds) });
const asText = wanted.map((row) => row.map(plainText));
write("sheetjs.csv", "csv", { format: "delimited", sheets: [{ rows: describe(asText) }] });
write("sheetjs_utf16.txt", "txt", { format: "delimited", sheets: [{ rows: describe(asText) }] });
write("refused.xlsb", "xlsb", { refused: "sheet_unsupported_format", words: [".xlsb"] });
write("refused.xls", "biff8", { refused: "sheet_unsupported_format", words: [".xls"] });
write("refused_biff5.xls", "biff5", { refused: "sheet_unsupported_format", words: [".xls"] });
write("refused_html.xls", "html", { refused: "sheet_unsupported_format", words: ["web page"] });
write("refused_2003.xml", "xlml", { refused: "sheet_unsupported_format", words: ["Excel 2003"] });
write("refused.fods", "fods", { refused: "sheet_unsupported_format", words: [".fods"] });
