// SPDX-License-Identifier: Apache-2.0
// Requests made from the API document: what it allows must succeed, what it refuses must be refused, nothing may
// be a server error, and every answer must be as the document says.
//   node run.mjs <openapi.json> <leadsheet-server>
// Environment: LEADSHEET_GENERATOR_RUNS (per operation), LEADSHEET_GENERATOR_SEED (a number, or "random").
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { ContractDocument } from "../contract_document.mjs";
import { ExchangeRules } from "../exchange_rules.mjs";
import { ApiServer } from "./api_server.mjs";
import { badMessages } from "./bad_messages.mjs";
import { codeOf, faultOfAllowed, faultOfRefused } from "./expectations.mjs";
import { Requests } from "./requests.mjs";
import { World } from "./world.mjs";

const kNeighboursARun = 4;
const [documentPath, program] = process.argv.slice(2);
const runs = Number(process.env.LEADSHEET_GENERATOR_RUNS ?? 6);
const wanted = process.env.LEADSHEET_GENERATOR_SEED ?? "20260301";
const seed = wanted === "random" ? Date.now() % 2 ** 31 : Number(wanted);
const { notImplemented } = JSON.parse(readFileSync(new URL("../coverage.json", import.meta.url), "utf8"));

const contract = new ContractDocument(documentPath);
const rules = new ExchangeRules(contract, { wire: true });
const requests = new Requests(contract);
const server = await ApiServer.start(program);
const world = await new World(server).prepare();
const succeeded = new Set();
const findings = [];

function fail(operation, message, text) {
    throw new Error(`${operation.id}: ${text}\n    ${message.method} ${message.target} ${JSON.stringify(message.headers)} ${String(message.body).slice(0, 500)}`);
}

/// Sends, and holds the answer against the document.
async function exchange(operation, message) {
    const { request, answer } = await server.send(message);
    const { problems } = rules.check({ request, answer });
    if (problems.length > 0) fail(operation, message, `${answer.status}: ${problems.join("; ")}`);
    return answer;
}

/// [resource, whether the operation can succeed on it]
async function resourceOf(operation, request) {
    const name = operation.parameters.find((parameter) => parameter.in === "path")?.name;
    if (!name) return [null, true];
    return request.resource === undefined ? [await world.ready(operation, name), true] : [request.resource, false];
}

async function replay(operation, message, first) {
    const again = await exchange(operation, message);
    const replayed = again.headers.some(([name, value]) => name === "Idempotent-Replayed" && value === "true");
    if (again.status !== first.status || again.body !== first.body || !replayed) fail(operation, message, `a replay is answered ${again.status} ${again.body}`);
    if (message.body === null) return;
    const other = await exchange(operation, { ...message, body: JSON.stringify({ ...JSON.parse(message.body), industrys: 1 }) });
    if (codeOf(other) !== "idempotency_key_reused") fail(operation, message, `the key with another body is answered ${other.status} ${other.body}`);
}

async function tryAllowed(operation, request) {
    const [resource, known] = await resourceOf(operation, request);
    const message = requests.message(operation, { ...request, body: await world.settle(operation, request.body) }, resource);
    const answer = await exchange(operation, message);
    const fault = faultOfAllowed(operation, request, answer, known);
    if (fault) fail(operation, message, fault);
    if (answer.status > 299) return;
    succeeded.add(operation.id);
    if (operation.method === "POST" && operation.idempotency !== "none") await replay(operation, message, answer);
}

async function tryRefused(operation, request, choices) {
    const [resource] = await resourceOf(operation, { ...request, resource: undefined });
    const neighbours = requests.refused(operation, request);
    for (const choice of choices) {
        const [fault, neighbour] = neighbours[choice % neighbours.length];
        const message = requests.message(operation, neighbour, resource);
        const text = faultOfRefused(operation, fault, await exchange(operation, message));
        if (text) fail(operation, message, text);
    }
}

async function tryBadMessages(operation, request) {
    const [resource] = await resourceOf(operation, { ...request, resource: undefined });
    for (const { name, message, status, code } of badMessages(operation, requests.message(operation, request, resource))) {
        const answer = await exchange(operation, message);
        if (answer.status !== status || (code && codeOf(answer) !== code)) fail(operation, message, `${name} is answered ${answer.status} ${answer.body}`);
    }
}

async function check(operation, property, numRuns) {
    const result = await fc.check(property, { seed, numRuns, endOnFailure: false });
    if (result.failed) findings.push(`${result.errorInstance?.message ?? result.error}\n    seed ${seed}, path ${result.counterexamplePath}`);
}

const started = Date.now();
for (const operation of contract.operations) {
    if (notImplemented.includes(operation.id)) continue;
    const allowed = requests.allowed(operation);
    await check(operation, fc.asyncProperty(allowed, (request) => tryAllowed(operation, request)), runs);
    const choices = fc.array(fc.nat(), { minLength: kNeighboursARun, maxLength: kNeighboursARun });
    await check(operation, fc.asyncProperty(allowed, choices, (request, some) => tryRefused(operation, request, some)), runs);
    await check(operation, fc.asyncProperty(allowed, (request) => tryBadMessages(operation, request)), 1);
    if (!succeeded.has(operation.id)) findings.push(`${operation.id}: no generated request succeeded`);
}
const code = await server.stop();
if (code !== 0) findings.push(`the server ended with ${code}`);
for (const finding of findings) console.error(finding);
console.log(`${server.requests} requests for ${contract.operations.length - notImplemented.length} operations in ${((Date.now() - started) / 1000).toFixed(1)} s, seed ${seed}: ${findings.length} findings`);
process.exit(findings.length > 0 ? 1 : 0);
