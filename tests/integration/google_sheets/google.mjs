// SPDX-License-Identifier: Apache-2.0
// As much of Google Apps Script as leadsheet.gs touches: a sheet that others may sort at any moment, a clock that does not
// wait, and UrlFetchApp over real HTTP.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import vm from "node:vm";
import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";

const source = readFileSync(new URL("../../../packaging/google-sheets/leadsheet.gs", import.meta.url), "utf8");

/// HTTP for a caller that cannot wait: another thread does it.
export class Http {
    constructor() {
        this.flag = new Int32Array(new SharedArrayBuffer(4));
        const { port1, port2 } = new MessageChannel();
        this.port = port1;
        const code = `
            const { workerData: { port, flag } } = require("node:worker_threads");
            port.on("message", async (requests) => {
                const answers = await Promise.all(requests.map(async ({ url, ...init }) => {
                    try {
                        const answer = await fetch(url, { ...init, redirect: "manual" });
                        return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() };
                    } catch (error) {
                        return { failed: String(error.cause ?? error) };
                    }
                }));
                port.postMessage(answers);
                Atomics.store(flag, 0, 1);
                Atomics.notify(flag, 0);
            });`;
        this.worker = new Worker(code, { eval: true, workerData: { port: port2, flag: this.flag }, transferList: [port2] });
    }

    all(requests) {
        Atomics.store(this.flag, 0, 0);
        this.port.postMessage(requests);
        Atomics.wait(this.flag, 0, 0);
        return receiveMessageOnPort(this.port).message;
    }

    async stop() {
        this.port.close();
        await this.worker.terminate();
    }
}

export class FakeSheet {
    constructor(rows) {
        this.cells = rows.map((row) => [...row]);
        this.onFlush = () => {};
        this.onWrite = () => {};
    }
    get width() {
        return Math.max(...this.cells.map((row) => row.length));
    }
    at(row, column) {
        return this.cells[row - 1]?.[column - 1] ?? "";
    }
    shown(value) {
        return typeof value === "boolean" ? String(value).toUpperCase() : String(value);
    }
    getLastColumn() {
        return this.width;
    }
    getLastRow() {
        return this.cells.length;
    }
    getDataRange() {
        return this.getRange(1, 1, this.cells.length, this.width);
    }
    getRange(row, column, rows = 1, columns = 1) {
        const values = () => Array.from({ length: rows }, (_, r) => Array.from({ length: columns }, (_, c) => this.at(row + r, column + c)));
        return {
            getValues: values,
            getDisplayValues: () => values().map((line) => line.map((value) => this.shown(value))),
            setValue: (value) => {
                this.onWrite();
                while (this.cells.length < row) this.cells.push([]);
                const line = this.cells[row - 1];
                while (line.length < column) line.push("");
                line[column - 1] = value;
            },
        };
    }
    /// What a person sees: the row as an object by header.
    records() {
        const [header, ...rows] = this.cells;
        return rows.map((row) => Object.fromEntries(header.map((name, at) => [name, row[at] ?? ""])));
    }
    /// As a person does it: everything but the header, whole rows.
    sort(compare) {
        const [header, ...rows] = this.cells;
        this.cells = [header, ...rows.sort(compare)];
    }
}

export class Google {
    constructor(http) {
        this.http = http;
        this.now = Date.UTC(2026, 10, 25);
        this.properties = {};
        this.said = [];
        this.answers = [];
        this.faults = [];
        this.creates = [];
        this.slept = [];
        this.tick = 0;
    }

    /// The script as it is loaded each time a menu item is chosen.
    script(sheet) {
        const google = this;
        const yes = { name: "YES" }, ok = { name: "OK" };
        const ui = {
            Button: { YES: yes, NO: { name: "NO" }, OK: ok }, ButtonSet: { YES_NO: 1, OK_CANCEL: 2 },
            alert(...texts) {
                google.goOn();
                google.said.push(texts.length > 2 ? texts[1] : texts[0]);
                return texts.length > 2 ? (google.answers.shift() ?? yes) : ok;
            },
            prompt: () => ({ getSelectedButton: () => ok, getResponseText: () => google.answers.shift() }),
            createMenu: (name) => {
                google.menu = { name, items: [] };
                const menu = { addItem: (title, work) => google.menu.items.push([title, work]) && menu, addSeparator: () => menu, addToUi() {} };
                return menu;
            },
        };
        const context = vm.createContext({
            SpreadsheetApp: { getUi: () => ui, getActiveSheet: () => sheet, flush: () => google.goOn() || sheet.onFlush() },
            PropertiesService: { getUserProperties: () => ({ getProperties: () => ({ ...google.properties }), setProperties: (more) => Object.assign(google.properties, more) }) },
            LockService: { getDocumentLock: () => ({ tryLock: () => !google.locked && (google.locked = true), releaseLock: () => (google.locked = false) }) },
            UrlFetchApp: { fetchAll: (requests) => google.fetchAll(requests) },
            Utilities: {
                DigestAlgorithm: { SHA_256: "sha256" }, Charset: { UTF_8: "utf8" },
                computeDigest: (algorithm, text) => [...createHash(algorithm).update(text, "utf8").digest()].map((byte) => (byte > 127 ? byte - 256 : byte)),
                sleep: (ms) => {
                    google.goOn();
                    google.slept.push(ms);
                    google.now += ms;
                },
            },
            Date: { now: () => (google.now += google.tick) },
        });
        vm.runInContext(source, context);
        return (expression) => vm.runInContext(expression, context);
    }

    fetchAll(requests) {
        const steps = requests.map((request) => {
            if (request.method !== "post" || !request.url.endsWith("/v1/orders")) return "pass";
            this.creates.push({ key: request.headers["Idempotency-Key"], body: JSON.parse(request.payload) });
            return this.faults.shift() ?? "pass";
        });
        if (steps.includes("ended")) this.end();
        const sent = requests.filter((_, i) => !["limited", "unsent"].includes(steps[i]));
        const answers = this.http.all(sent.map(({ url, method, headers, contentType, payload }) => ({
            url, method: method.toUpperCase(), headers: { ...headers, ...(contentType ? { "content-type": contentType } : {}) }, body: payload,
        })));
        if (steps.includes("killed")) this.end();
        const all = steps.map((step) => {
            if (step === "limited") return { status: 429, headers: { "Retry-After": String(this.retryAfter ?? 7) }, text: '{"code":"rate_limited","detail":"Too many."}' };
            const answer = step === "unsent" ? {} : answers.shift();
            return step === "lost" ? { failed: "lost" } : step === "unsent" ? { failed: "unsent" } : answer;
        });
        const failed = all.find(({ failed: why }) => why);
        if (failed) throw new Error(`Address unavailable: ${failed.failed}`);
        return all.map(({ status, headers, text }) => ({ getResponseCode: () => status, getAllHeaders: () => headers, getContentText: () => text }));
    }

    /// Google ends the script: nothing that it does from here on has an effect.
    end() {
        this.ended = true;
        this.goOn();
    }

    goOn() {
        if (this.ended) throw new EndOfScript();
    }

    choose(sheet, name) {
        Object.assign(this, { said: [], creates: [], ended: false });
        sheet.onWrite = () => this.goOn();
        try {
            this.script(sheet)(`${name}()`);
        } catch (error) {
            if (!(error instanceof EndOfScript)) throw error;
        }
        return this.said.at(-1);
    }
}

class EndOfScript extends Error {}
