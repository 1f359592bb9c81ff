// SPDX-License-Identifier: Apache-2.0
// The table of demands: one file a part of the specification, and the list of its sections with how many demands each
// has. Nothing may be missing, twice, or pointing at a test that is not there.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const kKinds = ["steps", "shownBy", "outOfReach"];

function* faultsOfEntry(root, entry) {
    if (!entry.demand) yield "says no demand";
    if (!kKinds.some((kind) => kind in entry)) yield `has none of ${kKinds.join(", ")}`;
    if (entry.outOfReach && (entry.steps || entry.shownBy)) yield "is out of reach and shown";
    if (entry.decided || entry.differs ? !existsSync(join(root, entry.in ?? "")) || !entry.in : entry.in) yield "has to say in which file it is decided, and only then";
    if ("steps" in entry && entry.steps.length === 0) yield "has no step";
    for (const { file, mentions } of entry.shownBy ?? []) {
        let text;
        try {
            text = readFileSync(join(root, file), "utf8");
        } catch {
            yield `is shown by ${file}, which is not there`;
            continue;
        }
        if (!text.includes(mentions)) yield `is shown by ${file}, where "${mentions}" is not mentioned`;
    }
}

/// `folder` holds the table; `root` is the tree in which the tests are that it names.
export function readTable(folder, root) {
    const read = (name) => JSON.parse(readFileSync(join(folder, name), "utf8"));
    const { sections } = read("sections.json");
    const parts = readdirSync(folder).filter((name) => /^part_\d+\.json$/.test(name)).sort();
    const entries = parts.flatMap((name) => read(name));
    const faults = [];
    const ids = new Set();
    for (const entry of entries) {
        if (ids.has(entry.id)) faults.push(`${entry.id}: is there twice`);
        ids.add(entry.id);
        if (!sections.some(({ id }) => id === entry.section)) faults.push(`${entry.id}: section ${entry.section} is not in sections.json`);
        for (const fault of faultsOfEntry(root, entry)) faults.push(`${entry.id}: ${fault}`);
    }
    for (const { id, title, demands } of sections) {
        const count = entries.filter(({ section }) => section === id).length;
        if (count === 0) faults.push(`section ${id} (${title}) has no entry`);
        else if (count !== demands) faults.push(`section ${id} (${title}) has ${count} entries, and sections.json says ${demands}`);
    }
    return { sections, entries, scene: read("scene.json"), faults };
}
