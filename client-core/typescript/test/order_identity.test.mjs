// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as sdk from "../dist/esm/index.js";

const read = (path) => JSON.parse(readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8"));
const table = read("tests/contract/marks.json");
const catalogue = read("resources/api/products.json");

test("row orders_of the shared table_agree", async () => {
    assert.ok(table.keys.length >= 40);
    for (const { group, key, body, ...row } of table.keys) assert.deepEqual(await sdk.rowOrder(row), { body, key }, group);
});

test("marks_of the shared table_agree", async () => {
    assert.ok(table.cases.length >= 60);
    for (const { group, mark, request } of table.cases) assert.equal(await sdk.orderMark(request), mark, group);
    // As an answer's request has it.
    const request = { scrapingOption: "filters", leadCount: 5, industries: ["A", "B, C"], keywords: ["D"] };
    assert.equal(await sdk.orderMark({ ...request, industriesText: null, keywordsText: "D" }), await sdk.orderMark(request));
});

test("list fields_are those of the catalogue", () => {
    const fields = [...catalogue.commonFields, ...catalogue.products.flatMap(({ fields }) => fields)];
    assert.deepEqual([...sdk.listFields].sort(), [...new Set(fields.filter(({ kind }) => kind === "list").map(({ name }) => name))].sort());
});

test("row order_number that no order can hold_isRefused", async () => {
    for (const leadCount of [Number.NaN, 1e21, 1e-7])
        await assert.rejects(sdk.rowOrder({ request: { scrapingOption: "filters", leadCount } }), sdk.LeadsheetError);
});

test("row order_lone surrogate_isReplaced", async () => {
    const { body } = await sdk.rowOrder({ request: { notes: "a\ud800b" } });
    assert.equal(body, '{"notes":"a\ufffdb"}');
});
