// SPDX-License-Identifier: Apache-2.0
// The checks of the table, and the words of its expectations, on what must be found.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { fits, unmet } from "./expectations.mjs";
import { filled } from "./steps.mjs";
import { readTable } from "./table.mjs";

const kGood = { id: "a.1", section: "a", demand: "It answers", steps: [{ send: "GET /v1/account" }] };

/// The faults of a table of one section with these entries.
function faultsOf(...entries) {
    const folder = mkdtempSync(join(tmpdir(), "leadsheet-table-"));
    try {
        writeFileSync(join(folder, "sections.json"), JSON.stringify({ sections: [{ id: "a", title: "First", demands: 1 }] }));
        writeFileSync(join(folder, "scene.json"), "{}");
        writeFileSync(join(folder, "test.cpp"), "void account_answers();");
        writeFileSync(join(folder, "part_1.json"), JSON.stringify(entries));
        return readTable(folder, folder).faults.join("; ");
    } finally {
        rmSync(folder, { recursive: true });
    }
}

test("table_that is whole_has no fault", () => assert.equal(faultsOf(kGood), ""));

for (const [name, entries, fault] of [
    ["section without entries", [], /section a \(First\) has no entry/],
    ["section with another number of entries", [kGood, { ...kGood, id: "a.2" }], /has 2 entries, and sections.json says 1/],
    ["entry that is there twice", [kGood, kGood], /a\.1: is there twice/],
    ["entry of an unknown section", [{ ...kGood, section: "b" }], /section b is not in sections\.json/],
    ["entry that shows nothing", [{ ...kGood, steps: undefined }], /has none of steps, shownBy, outOfReach/],
    ["entry without a step", [{ ...kGood, steps: [] }], /has no step/],
    ["entry shown by a test that is not there", [{ ...kGood, shownBy: [{ file: "gone.cpp", mentions: "it" }] }], /gone\.cpp, which is not there/],
    ["entry shown by a case that is not there", [{ ...kGood, shownBy: [{ file: "test.cpp", mentions: "orders_answer" }] }], /"orders_answer" is not mentioned/],
    ["difference that nothing decides", [{ ...kGood, differs: "so it is" }], /in which file it is decided/],
])
    test(`table_with ${name}_is at fault`, () => assert.match(faultsOf(...entries), fault));

test("table_shown by a case that is there_has no fault", () => assert.equal(faultsOf({ ...kGood, shownBy: [{ file: "test.cpp", mentions: "account_answers" }] }), ""));

for (const [value, expected] of [
    [undefined, "a"], [null, { $type: "string" }], ["5", 5], [5.5, { $type: "integer" }], ["LS-1", { $match: "^SL" }], [undefined, { $match: "." }],
    [undefined, { $min: 0 }], ["61", { $max: 60 }], [[1], { $size: 2 }], [[1], { $has: [2] }], [[{ a: 1 }, { a: 2 }], { $every: { "/a": 1 } }],
    [[], { $some: { "/a": 1 } }], [{ a: 1, b: 1 }, { $keys: ["a"] }], [{ a: 1, b: 1 }, { $eachKey: "^a$" }], [1, { $not: 1 }], [1, { $oneOf: [2, 3] }], [1, { $absent: true }],
])
    test(`value ${JSON.stringify(value)}_does not fit ${JSON.stringify(expected)}`, () => assert.equal(fits(value, expected), false));

test("word_that is not known_throws", () => assert.throws(() => fits(1, { $least: 1 }), /\$least is not a word/));

test("facts_name what does not hold", () => {
    assert.equal(unmet({ a: [{ b: 1 }] }, { "/a/0/b": 1 }), null);
    assert.equal(unmet({ a: [{ b: 1 }] }, { "/a/0/b": 2 }), "/a/0/b is 1, not 2");
    assert.equal(unmet(undefined, { "/a": 1 }), "/a is absent, not 1");
});

test("names in braces_are what was kept", () => {
    assert.deepEqual(filled({ a: ["{n}", "x-{n}", { $match: "^.{3}$" }] }, { n: 5 }), { a: [5, "x-5", { $match: "^.{3}$" }] });
    assert.throws(() => filled("{gone}", {}), /keeps gone/);
});
