// SPDX-License-Identifier: Apache-2.0
// Within /v1 there are only additions: compares the API document with the last released one, and proves with a
// document that breaks promises on purpose that the comparison would notice.
//   node check_changes.mjs <openapi.json>
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { withoutTexts } from "./without_texts.mjs";

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const released = here("released/openapi.json");
const folder = mkdtempSync(join(tmpdir(), "leadsheet-changes-"));
const read = (path) => JSON.parse(readFileSync(path, "utf8"));

/// Enumerations whose descriptions tell clients to expect new values; one that goes away is found all the same.
const kGrowing = ["ErrorCode", "FieldErrorCode", "Scope", "AdminScope", "OrderEventType", "WebhookEventType", "OutreachPlatform"];

/// A file with the released document, its growing enumerations as large as the revision's.
function grownRelease({ components }) {
    const document = read(released);
    for (const name of kGrowing) {
        const known = document.components.schemas[name];
        known.enum = [...new Set([...known.enum, ...components.schemas[name].enum])];
    }
    const path = join(folder, "released.json");
    writeFileSync(path, JSON.stringify(document));
    return path;
}

/// A file with the revision, its orders without what they may be in addition: null, and texts for numbers. The comparison
/// takes what is said of these for new constraints on what could be sent before. And leads of deliveries as they were said to be.
function narrowedRevision(revision) {
    // As the released one is kept: redocly takes some elements that got a text for removed ones.
    const document = withoutTexts(read(revision));
    const before = read(released).components.schemas;
    // Was described more widely than any server took it: what came to it since describes the same rows.
    for (const [member, old] of Object.entries(before.IngestLead.properties)) document.components.schemas.IngestLead.properties[member] = old;
    for (const rule of ["if", "else"]) delete document.components.schemas.IngestLead[rule];
    const products = [before.OrderRequest, before.QuoteItem].flatMap(({ discriminator }) => Object.values(discriminator.mapping));
    for (const name of products.map((place) => place.split("/").at(-1))) {
        for (const [member, old] of Object.entries(before[name].properties)) {
            const now = document.components.schemas[name]?.properties[member];
            if (now === undefined) continue;
            if (old.type === "integer" && now.type?.includes?.("string")) delete now.pattern;
            if (old.$ref && now.oneOf?.length === 2 && now.oneOf[0].$ref === old.$ref && now.oneOf[1].type === "null") {
                delete now.oneOf;
                now.$ref = old.$ref;
            }
        }
    }
    const path = join(folder, "revision.json");
    writeFileSync(path, JSON.stringify(document));
    return path;
}

/// Changes that break clients, as "rule at place".
function breaking(revision) {
    const report = join(folder, "report.json");
    const environment = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
    const options = ["--config", here("redocly_changes.yaml"), "--fail-on", "none", "--format", "json", "-o", report];
    const run = spawnSync(here("node_modules/.bin/redocly"), ["diff", grownRelease(read(revision)), narrowedRevision(revision), ...options], { encoding: "utf8", env: environment });
    if (run.status !== 0) throw new Error(`redocly diff: ${run.stdout}${run.stderr}`);
    const major = read(report).changes.filter(({ impact }) => impact === "major");
    return major.map(({ path, verdicts }) => `${verdicts.map(({ ruleId, message }) => `${ruleId}: ${message}`).join("; ")} at ${path}`);
}

/// The released document with promises broken; [rules that must say so].
function breakPromises(document) {
    const { schemas } = document.components;
    delete document.paths["/v1/quotes/{quoteId}"];
    document.paths["/v1/leads"].get.parameters.pop();
    schemas.OrderReason.required.push("expectedVersion");
    schemas.Money.required = ["amount"];
    schemas.FiltersOrder.properties.leadCount.maximum = 100;
    schemas.Scope.enum.pop();
    return ["path-removed", "parameter-removed", "required-properties-added", "required-properties-removed", "schema-constraint-changed", "enum-values-removed"];
}

const broken = read(released);
const rules = breakPromises(broken);
const brokenPath = join(folder, "broken.json");
writeFileSync(brokenPath, JSON.stringify(broken));
const noticed = breaking(brokenPath);
const missed = rules.filter((rule) => !noticed.some((finding) => finding.startsWith(rule)));
const changes = breaking(process.argv[2]);
rmSync(folder, { recursive: true });

for (const rule of missed) console.error(`the comparison does not notice ${rule} any more`);
for (const change of changes) console.error(`breaks clients of the released document: ${change}`);
console.log(`${changes.length} breaking changes since the released document; ${rules.length - missed.length} of ${rules.length} made on purpose are noticed`);
process.exit(changes.length + missed.length > 0 ? 1 : 0);
