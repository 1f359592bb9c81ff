// SPDX-License-Identifier: Apache-2.0
// Holds every recorded exchange of a test run against the API document. The answers that it saw stand in seen.json beside
// the recordings. Is the environment variable LEADSHEET_WHOLE_RUN set, then this run and the one whose folder the variable
// names have run every test: what both saw is held against coverage.json.
//   node check_exchanges.mjs <openapi.json> <folder of recordings> [--raise]    (--raise rewrites coverage.json)
import { createReadStream, existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ContractDocument } from "./contract_document.mjs";
import { Coverage } from "./coverage.mjs";
import { ExchangeRules } from "./exchange_rules.mjs";

const kExamplesShown = 3;
const [documentPath, folder, raise] = process.argv.slice(2);
const baselinePath = new URL("coverage.json", import.meta.url);
const contract = new ContractDocument(documentPath);
const rules = new ExchangeRules(contract);
const coverage = new Coverage(contract);
const findings = new Map();
const counts = { exchanges: 0, faulted: 0, processes: 0, cut: 0 };

function report(exchange, operation, text) {
    const place = operation?.id ?? `${exchange.request?.method ?? "?"} without operation`;
    const key = `${place} ${exchange.answer.status}: ${text}`;
    const found = findings.get(key) ?? { times: 0, examples: [] };
    found.times++;
    const { request, answer } = exchange;
    const body = typeof answer.body === "string" ? answer.body.slice(0, 400) : answer.body;
    if (found.examples.length < kExamplesShown)
        found.examples.push(`${request?.method ?? ""} ${request?.target ?? ""} ${JSON.stringify(request?.body ?? "").slice(0, 300)} -> ${body}`);
    findings.set(key, found);
}

function judge(exchange) {
    counts.exchanges++;
    if (exchange.faulted) {
        counts.faulted++; // what a fault plan asked for is wrong on purpose
        return;
    }
    const { operation, problems } = rules.check(exchange);
    for (const problem of problems) report(exchange, operation, problem);
    if (operation) coverage.add(operation, exchange.answer.status);
}

const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".ndjson")) : [];
for (const name of files) {
    counts.processes++;
    for await (const line of createInterface({ input: createReadStream(join(folder, name)), crlfDelay: Infinity })) {
        let exchange;
        try {
            exchange = JSON.parse(line);
        } catch {
            counts.cut++; // a test killed the process while it was writing
            continue;
        }
        judge(exchange);
    }
}

if (existsSync(folder)) writeFileSync(join(folder, "seen.json"), JSON.stringify(coverage.answersSeen()));
const otherRun = process.env.LEADSHEET_WHOLE_RUN;
if (otherRun) coverage.addSeen(JSON.parse(readFileSync(join(otherRun, "seen.json"), "utf8")));

for (const [key, { times, examples }] of findings) console.error(`${key} (${times} times)\n    ${examples.join("\n    ")}`);
console.log(`${counts.exchanges} exchanges of ${counts.processes} processes checked (${counts.faulted} with a fault on purpose, ${counts.cut} cut): ${findings.size} findings`);
console.log(coverage.summary());

const baseline = JSON.parse(readFileSync(baselinePath, "utf8"));
const losses = otherRun ? [...coverage.losses(baseline)] : [];
for (const loss of losses) console.error(loss);
if (raise === "--raise") {
    const lines = JSON.stringify(coverage.record(baseline), null, 1);
    writeFileSync(baselinePath, `${lines.replace(/\n {3,}/g, " ").replace(/\n {2}\]/g, " ]")}\n`);
} else if (otherRun && coverage.grown(baseline)) {
    console.log("coverage.json can be raised: tests/contract/run_tool.sh check_exchanges.mjs <openapi.json> <folder> --raise");
}
process.exit(findings.size + losses.length > 0 ? 1 : 0);
