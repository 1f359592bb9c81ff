// SPDX-License-Identifier: Apache-2.0
// Holds every demand of the service's specification against the program, over HTTP.
//   node run.mjs <leadsheet-server> [ID...]
// Prints a line for each demand that does not hold, then how many there are of each kind.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Receiver } from "./receiver.mjs";
import { Service } from "./service.mjs";
import { Steps, Unmet } from "./steps.mjs";
import { readTable } from "./table.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const [program, ...wanted] = process.argv.slice(2);
const { sections, entries, scene, faults } = readTable(here, join(here, "../../.."));
const started = Date.now();

const receivers = {};
for (const kind of ["webhook", "instantly", "smartlead", "lemlist"]) receivers[kind] = await Receiver.start(kind);
const platforms = ["instantly", "smartlead", "lemlist"].flatMap((name) => [`--${name}-url`, receivers[name].url]);

const folder = mkdtempSync(join(tmpdir(), "leadsheet-demands-"));
const services = {};
const kept = { webhookUrl: receivers.webhook.url };
const held = [];
const differ = [];
let requests = 0;

async function startServices() {
    for (const [name, options] of Object.entries(scene.services)) {
        services[name] = new Service(program, mkdtempSync(join(folder, `${name}-`)), [...options, ...platforms]);
        const keys = await services[name].startWithAccounts();
        for (const [what, value] of Object.entries(keys)) kept[name === "usual" ? what : `${name}_${what}`] = value;
    }
}

async function holdAll() {
    const before = new Steps(services, receivers, kept);
    for (const step of scene.steps) await before.perform(step);
    requests += before.requests;
    for (const entry of entries.filter(({ id, steps }) => steps && (wanted.length === 0 || wanted.includes(id)))) {
        const steps = new Steps(services, receivers, { ...kept });
        try {
            for (const step of entry.steps) await steps.perform(step);
            held.push(entry);
        } catch (error) {
            if (!(error instanceof Unmet)) error.message = `${entry.id}: ${error.message}`;
            if (!(error instanceof Unmet)) throw error;
            differ.push(`${entry.id} ${entry.demand}\n    ${error.message}`);
        }
        requests += steps.requests;
    }
}

try {
    await startServices();
    await holdAll();
    for (const service of Object.values(services)) await service.stop();
} catch (error) {
    faults.push(error.message);
} finally {
    for (const service of Object.values(services)) service.kill();
    for (const receiver of Object.values(receivers)) receiver.stop();
    rmSync(folder, { recursive: true, force: true });
}

const elsewhere = entries.filter(({ steps, shownBy }) => !steps && shownBy);
const beyond = entries.filter(({ outOfReach }) => outOfReach);
const decided = held.filter(({ differs }) => differs);
for (const text of differ) console.error(`does not hold: ${text}`);
for (const fault of faults) console.error(fault);
for (const { id, demand, differs, in: where } of decided) console.log(`${id} ${demand}: differs, and is decided so in ${where}: ${differs}`);
for (const { id, demand, outOfReach } of beyond) console.log(`${id} ${demand}: cannot be shown: ${outOfReach}`);
console.log(
    `${entries.length} demands in ${sections.length} sections: ${held.length - decided.length} held, ${decided.length} differ as decided, ` +
        `${differ.length} do not hold, ${elsewhere.length} shown by other tests, ${beyond.length} cannot be shown; ` +
        `${requests} requests in ${((Date.now() - started) / 1000).toFixed(1)} s`,
);
process.exit(differ.length + faults.length > 0 ? 1 : 0);
