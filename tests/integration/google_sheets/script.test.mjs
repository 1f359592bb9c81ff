// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, beforeEach, test } from "node:test";
import { Service } from "../../support/killable_service.mjs";
import { FakeSheet, Google, Http } from "./google.mjs";

const read = (path) => JSON.parse(readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8"));
const table = read("tests/contract/marks.json");
const catalogue = read("resources/api/products.json");
const kHeader = ["Product", "Lead count", "Industries", "Keywords"];
let service, http, google, next = 0, placedBefore;

/// A sheet of rows that no other test orders.
const sheetOf = (count, more = []) => new FakeSheet([kHeader, ...Array.from({ length: count }, (_, i) => ["Filters", 10 + i, "Software, IT", `case ${next++}`]), ...more]);
const placed = async () => (await service.orders()).length - placedBefore;
const statuses = (sheet) => sheet.records().map((row) => row["Leadsheet status"]);
const orders = (sheet) => sheet.records().map((row) => row["Leadsheet order"]);

before(async () => {
    service = await Service.start();
    http = new Http();
});
beforeEach(async () => {
    google = new Google(http);
    google.properties = { leadsheetBaseUrl: `http://127.0.0.1:${service.port}`, leadsheetApiKey: service.keys.customer };
    placedBefore = (await service.orders()).length;
});
after(async () => {
    await http.stop();
    await service.stop();
});

test("identity_rows and requests of the shared table_agree", () => {
    const run = google.script(sheetOf(0));
    const call = (name, value) => run(`JSON.stringify(${name}(${JSON.stringify(value)}))`);
    for (const { group, key, body, ...row } of table.keys) assert.deepEqual(JSON.parse(call("rowOrder_", row)), { body, key }, group);
    for (const { group, mark, request } of table.cases) assert.equal(JSON.parse(call("orderMark_", request)), mark, group);
});

test("fields_are those of the catalogue", () => {
    const run = google.script(sheetOf(0));
    const wanted = {};
    for (const { name, title, kind } of [...catalogue.commonFields, ...catalogue.products.flatMap(({ fields }) => fields)])
        if (!["quoteId", "maxPrice", "metadata"].includes(name)) wanted[name] ??= { title, kind };
    assert.deepEqual(JSON.parse(run("JSON.stringify(FIELDS)")), wanted);
    assert.deepEqual(JSON.parse(run("JSON.stringify(PRODUCTS)")), Object.fromEntries(catalogue.products.map(({ id, title }) => [id, title])));
});

test("menu_offers what there is", () => {
    const run = google.script(sheetOf(0));
    run("onOpen()");
    assert.deepEqual(google.menu.items.map(([title]) => title), ["Check", "Price", "Order…", "Status", "Connect…"]);
    for (const [, work] of google.menu.items) assert.equal(run(`typeof ${work}`), "function");
});

test("check_rows_are judged by the service and nothing is ordered", async () => {
    const sheet = sheetOf(1, [["Filters", "many", "Software", "x"], [], ["Nothing", 5, "Software", "y"], ["", "", "", ""]]);
    assert.equal(google.choose(sheet, "leadsheetCheck"), "1 can be ordered, 0 are ordered already, 2 need a fix.");
    const said = statuses(sheet);
    assert.equal(said[0], "Ready");
    assert.match(said[1], /^Needs a fix: leadCount must be a whole number/);
    assert.equal(said[2], "");
    assert.match(said[3], /^Needs a fix: There is no such product/);
    assert.equal(await placed(), 0);
});

test("price_rows_show what they cost", () => {
    const sheet = sheetOf(2);
    assert.equal(google.choose(sheet, "leadsheetPrice"), "2 orders would cost 1.68 USD. 0 rows need a fix.");
    assert.deepEqual(sheet.records().map((row) => row["Leadsheet price"]), ["0.80 USD", "0.88 USD"]);
});

test("order_rows_are bought once, however often it is chosen", async () => {
    const sheet = sheetOf(25);
    assert.equal(google.choose(sheet, "leadsheetOrder"), "25 orders are placed, 0 were refused, 0 are left. ");
    assert.match(google.said[0], /^Place 25 orders for /);
    assert.equal(new Set(orders(sheet)).size, 25);
    assert.ok(google.creates.every(({ body }) => body.quoteId && body.duplicates === "refuse"));
    assert.match(google.choose(sheet, "leadsheetOrder"), /^There is nothing to order/);
    // The same rows in another spreadsheet, where nothing is noted of them.
    const copy = new FakeSheet(sheet.cells.map((row) => row.slice(0, 4)));
    copy.sort((a, b) => b[1] - a[1]);
    google.choose(copy, "leadsheetOrder");
    assert.deepEqual(new Set(orders(copy)), new Set(orders(sheet)));
    assert.equal(await placed(), 25);
});

test("order_refused by the person_sends nothing", async () => {
    google.answers = [{ name: "NO" }];
    assert.equal(google.choose(sheetOf(1), "leadsheetOrder"), "Nothing was ordered.");
    assert.equal(google.creates.length, 0);
});

test("order_429, lost requests, lost answers_is bought once", async () => {
    const sheet = sheetOf(3);
    google.faults = ["limited", "pass", "limited", "lost", "lost", "unsent"];
    google.choose(sheet, "leadsheetOrder");
    assert.ok(google.slept[0] >= 7000);
    assert.deepEqual(statuses(sheet), Array(3).fill("Ordered: pending review"));
    assert.equal(await placed(), 3);
});

test("order_429 for an hour_says when to go on", async () => {
    const sheet = sheetOf(2);
    Object.assign(google, { faults: Array(2).fill("limited"), retryAfter: 3600 });
    assert.match(google.choose(sheet, "leadsheetOrder"), /2 are left.*in 3600 seconds/);
    assert.deepEqual(google.slept, []);
    assert.deepEqual(statuses(sheet), ["Ready", "Ready"]);
    google.choose(sheet, "leadsheetOrder");
    assert.equal(await placed(), 2);
});

test("order_answers that never come_is unknown and then found", async () => {
    const sheet = sheetOf(1);
    google.faults = Array(4).fill("lost");
    assert.match(google.choose(sheet, "leadsheetOrder"), /1 are left/);
    assert.match(statuses(sheet)[0], /^Unknown outcome/);
    google.choose(sheet, "leadsheetOrder");
    assert.equal(statuses(sheet)[0], "Ordered: pending review");
    assert.equal(await placed(), 1);
});

for (const fault of ["ended", "killed"])
    test(`order_script ${fault} by Google in the middle_goes on where it was`, async () => {
        const sheet = sheetOf(12);
        google.faults = [...Array(10).fill("pass"), fault];
        google.choose(sheet, "leadsheetOrder");
        assert.equal(statuses(sheet).filter((status) => status.startsWith("Unknown outcome")).length, 2);
        assert.match(google.choose(sheet, "leadsheetOrder"), /0 are left|nothing to order/);
        assert.equal(new Set(orders(sheet)).size, 12);
        assert.equal(await placed(), 12);
    });

test("order_server killed in the middle_goes on when it is back", async () => {
    const sheet = sheetOf(12);
    google.faults = Array(10).fill("pass");
    google.choose(sheet, "leadsheetPrice");
    const port = service.port;
    const half = new FakeSheet(sheet.cells.slice(0, 7));
    google.choose(half, "leadsheetOrder");
    await service.kill();
    assert.match(google.choose(sheet, "leadsheetOrder"), /does not answer/);
    await service.launch();
    google.properties.leadsheetBaseUrl = google.properties.leadsheetBaseUrl.replace(port, service.port);
    google.choose(sheet, "leadsheetOrder");
    assert.equal(new Set(orders(sheet)).size, 12);
    assert.equal(await placed(), 12);
});

test("order_time that runs out_stops between parts", async () => {
    const sheet = sheetOf(25);
    google.tick = 70_000;
    assert.match(google.choose(sheet, "leadsheetOrder"), /six minutes only/);
    const first = await placed();
    assert.equal(first, 20);
    google.tick = 0;
    google.choose(sheet, "leadsheetOrder");
    assert.equal(await placed(), 25);
});

test("order_rows sorted and inserted meanwhile_get their own results", async () => {
    const sheet = sheetOf(20);
    let flushes = 0;
    sheet.onFlush = () => {
        flushes++;
        if (flushes % 2 === 0) sheet.sort((a, b) => (flushes % 4 === 0 ? a[1] - b[1] : b[1] - a[1]));
        if (flushes === 3) sheet.cells.splice(1, 0, ["", "", "", ""]);
        if (flushes === 5) sheet.cells.forEach((row, i) => row.unshift(i === 0 ? "Mine" : i));
    };
    google.choose(sheet, "leadsheetOrder");
    const bought = new Map((await service.orders()).map((order) => [order.order_number, order]));
    const rows = sheet.records().filter((row) => row["Lead count"] !== "");
    assert.equal(rows.length, 20);
    for (const row of rows) assert.deepEqual(bought.get(row["Leadsheet order"])?.request.keywords, [row.Keywords]);
    assert.equal(await placed(), 20);
});

test("order_same row twice_is ordered once", async () => {
    const sheet = sheetOf(1);
    sheet.cells.push([...sheet.cells[1]]);
    google.choose(sheet, "leadsheetOrder");
    assert.match(statuses(sheet)[1], /^In the sheet twice: row 2/);
    sheet.sort(() => -1);
    google.choose(sheet, "leadsheetOrder");
    assert.equal(await placed(), 1);
});

test("order_row changed since_is not ordered again", async () => {
    const sheet = sheetOf(1);
    google.choose(sheet, "leadsheetOrder");
    sheet.cells[1][1] = 77;
    assert.match(google.choose(sheet, "leadsheetOrder"), /nothing to order/);
    assert.match(statuses(sheet)[0], /^Changed since it was ordered as LS-/);
    assert.equal(await placed(), 1);
});

test("order_row changed while unknown_asks for its status first", async () => {
    const sheet = sheetOf(1);
    google.faults = Array(4).fill("lost");
    google.choose(sheet, "leadsheetOrder");
    sheet.cells[1][1] = 77;
    google.choose(sheet, "leadsheetOrder");
    assert.match(statuses(sheet)[0], /choose Status first/);
    google.choose(sheet, "leadsheetStatus");
    assert.match(orders(sheet)[0], /^LS-/);
    assert.equal(await placed(), 1);
});

test("order_same wish in other words_is held back until it is acknowledged", async () => {
    const sheet = sheetOf(1);
    google.choose(sheet, "leadsheetOrder");
    const other = new FakeSheet([[...kHeader, "acknowledgeDuplicateOf"], ["filters", 11, "IT,SOFTWARE", sheet.cells[1][3].toUpperCase(), ""]]);
    google.choose(other, "leadsheetOrder");
    assert.match(statuses(other)[0], new RegExp(`^Ordered before as ${orders(sheet)[0]}`));
    other.cells[1][4] = orders(sheet)[0];
    google.choose(other, "leadsheetOrder");
    assert.equal(statuses(other)[0], "Ordered: pending review");
    assert.equal(await placed(), 2);
});

test("order_reference_decides the key", async () => {
    const reference = `R-${next++}`;
    const header = [...kHeader, "External reference"];
    const row = (count, words) => ["Filters", count, "Software", words, reference];
    const sheet = new FakeSheet([header, row(10, `case ${next++}`), row(20, `case ${next++}`)]);
    google.choose(sheet, "leadsheetCheck");
    assert.match(statuses(sheet)[1], /row 2 has the same External reference/);
    const first = new FakeSheet(sheet.cells.slice(0, 2).map((cells) => cells.slice(0, 5)));
    google.choose(first, "leadsheetOrder");
    const changed = new FakeSheet([header, row(20, `case ${next++}`)]);
    google.choose(changed, "leadsheetOrder");
    assert.match(statuses(changed)[0], new RegExp(`was ordered as ${orders(first)[0]}, which asks for something else`));
    assert.equal(await placed(), 1);
});

test("columns_that are no field_are named before anything is paid", () => {
    const sheet = new FakeSheet([[...kHeader, "industry", "Notes of mine"], ["Filters", 10, "Software", `case ${next++}`, "Logistics", "x"]]);
    google.choose(sheet, "leadsheetOrder");
    assert.match(google.said[0], /Not part of any order: industry, Notes of mine\.$/);
});

for (const [what, header, says] of [
    ["no count", ["Product", "Industries"], /No column of row 1 is called leadCount or Lead count/],
    ["a field twice", [...kHeader, "industries"], /Two columns are the field industries/],
])
    test(`columns_${what}_are refused`, () => assert.match(google.choose(new FakeSheet([header, ["Filters", 1, "x", "y", "z"]]), "leadsheetCheck"), says));

test("cells_are taken as they are meant to be read", () => {
    const run = google.script(sheetOf(0));
    const value = (kind, cell, shown) => JSON.parse(run(`JSON.stringify(cellValue_(${JSON.stringify(kind)}, ${JSON.stringify(cell)}, ${JSON.stringify(shown)}))`));
    assert.deepEqual(value("list", " a , ,b", " a , ,b"), ["a", "b"]);
    assert.equal(value("integer", 1000, "1,000"), 1000);
    assert.equal(value("integer", "1,000", "1,000"), "1,000");
    assert.equal(value("integer", " 25", " 25"), 25);
    assert.equal(value("boolean", true, "TRUE"), true);
    assert.equal(value("boolean", "yes", "yes"), "yes");
    assert.equal(value("decimal", 4.5, "4,5"), 4.5);
    assert.equal(value("text", 7, "007"), "007");
});

test("status_orders of the sheet_are written beside their rows", async () => {
    const sheet = sheetOf(2);
    google.choose(sheet, "leadsheetOrder");
    const [cancelled] = orders(sheet);
    await service.call("POST", `/v1/orders/${cancelled}/cancel`, { body: {} });
    sheet.sort((a, b) => b[1] - a[1]);
    assert.equal(google.choose(sheet, "leadsheetStatus"), "2 orders of this sheet were found.");
    assert.deepEqual(statuses(sheet), ["Ordered: pending review", "Ordered: cancelled"]);
});

test("connect_key that is not one_changes nothing", () => {
    google.properties = {};
    assert.match(google.choose(sheetOf(1), "leadsheetCheck"), /Choose Leadsheet > Connect/);
    google.answers = ["http://plain.example", "key"];
    assert.match(google.choose(sheetOf(1), "leadsheetConnect"), /has to begin with https/);
    assert.deepEqual(google.properties, {});
});

test("lock_of somebody else_is respected", () => {
    google.locked = true;
    assert.match(google.choose(sheetOf(1), "leadsheetOrder"), /at work on this spreadsheet already/);
    assert.equal(google.locked, true);
    google.locked = false;
});
