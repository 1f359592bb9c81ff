// SPDX-License-Identifier: Apache-2.0
// The program as a stranger meets it: a process with a port of its own, and requests over HTTP. It can be ended and
// started again on the same database.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";

const kConnections = 16;

export class Service {
    constructor(program, folder, options) {
        this.program = program;
        this.keyFile = join(folder, "keys.json");
        this.options = ["--port", "0", "--database", join(folder, "service.db"), ...options];
        this.agent = new Agent({ keepAlive: true, maxSockets: kConnections });
    }

    async start(furtherOptions = []) {
        this.child = spawn(this.program, [...this.options, ...furtherOptions], { stdio: ["ignore", "pipe", "inherit"] });
        this.exited = new Promise((resolve) => this.child.once("exit", (code) => resolve(code)));
        this.port = await new Promise((resolve, reject) => {
            createInterface({ input: this.child.stdout }).once("line", (line) => resolve(JSON.parse(line).port));
            this.child.once("error", reject);
            this.child.once("exit", (code) => reject(new Error(`the server ended with ${code} before it was ready`)));
        });
        return this;
    }

    /// The first start of all: with play accounts, whose keys and ids are returned.
    async startWithAccounts() {
        await this.start(["--bootstrap-sandbox", this.keyFile]);
        const [customer, operations] = JSON.parse(readFileSync(this.keyFile, "utf8")).accounts;
        return { customer: customer.keys[0].secret, admin: operations.keys[0].secret, accountId: customer.id };
    }

    async restart() {
        await this.stop();
        this.agent = new Agent({ keepAlive: true, maxSockets: kConnections });
        await this.start();
    }

    /// Fails when the program ends with anything but 0, as a sanitizer makes it.
    async stop() {
        this.agent.destroy();
        this.child.kill("SIGTERM");
        const code = await this.exited;
        if (code !== 0) throw new Error(`the server ended with ${code}`);
    }

    /// For a run that broke off: nothing is asked any more.
    kill() {
        if (this.child?.exitCode === null && this.child.signalCode === null) this.child.kill("SIGKILL");
    }

    /// `headers` as they are sent, `body` a text or null.
    send(method, path, headers, body) {
        const sent = { ...headers, ...(body === null ? {} : { "content-length": Buffer.byteLength(body) }) };
        return new Promise((resolve, reject) => {
            const exchange = request({ host: "127.0.0.1", port: this.port, agent: this.agent, method, path, headers: sent }, (answer) => {
                const pieces = [];
                answer.on("data", (piece) => pieces.push(piece));
                answer.on("error", reject);
                answer.on("end", () => resolve({ status: answer.statusCode, headers: answer.headers, text: Buffer.concat(pieces).toString() }));
            });
            exchange.on("error", reject);
            exchange.end(body ?? undefined);
        });
    }
}
