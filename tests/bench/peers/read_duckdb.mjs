// SPDX-License-Identifier: Apache-2.0
// Reads a CSV file with DuckDB, every cell as text, and counts what it holds. Usage: read_duckdb.mjs FILE
import { DuckDBInstance } from "@duckdb/node-api";

const connection = await (await DuckDBInstance.create(":memory:")).connect();
const file = process.argv[2].replaceAll("'", "''");
const table = `read_csv('${file}', all_varchar = true, header = false)`;
const names = (await connection.runAndReadAll(`select * from ${table} limit 1`)).columnNames();
const texts = names.map((name) => `count(nullif("${name}", '')) + 0 * sum(strlen("${name}"))`).join(" + ");
const [[rows, cells]] = (await connection.runAndReadAll(`select count(*), ${texts} from ${table}`)).getRows();
console.log(JSON.stringify({ rows: Number(rows), cells: Number(cells) }));
