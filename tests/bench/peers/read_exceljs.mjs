// SPDX-License-Identifier: Apache-2.0
// Streams an XLSX file with exceljs and counts what it holds. Usage: read_exceljs.mjs FILE
import ExcelJS from "exceljs";

const options = { sharedStrings: "cache", styles: "cache", hyperlinks: "ignore", worksheets: "emit" };
let rows = 0;
let cells = 0;
for await (const sheet of new ExcelJS.stream.xlsx.WorkbookReader(process.argv[2], options)) {
    for await (const row of sheet) {
        rows += 1;
        for (const value of row.values) if (value !== undefined && value !== null) cells += 1;
    }
}
console.log(JSON.stringify({ rows, cells }));
