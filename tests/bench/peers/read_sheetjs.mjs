// SPDX-License-Identifier: Apache-2.0
// Reads a workbook with SheetJS and counts what it holds. Usage: read_sheetjs.mjs FILE
import XLSX from "xlsx";

const book = XLSX.readFile(process.argv[2], { dense: true });
const sheet = book.Sheets[book.SheetNames[0]];
let rows = 0;
let cells = 0;
for (const row of sheet) {
    rows += 1;
    for (const cell of row ?? []) if (cell?.w !== undefined || cell?.v !== undefined) cells += 1;
}
console.log(JSON.stringify({ rows, cells }));
