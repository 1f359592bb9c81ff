// SPDX-License-Identifier: Apache-2.0
// A real server of its own process, and requests to it as a stranger's client would send them.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { OutreachPlatform } from "./outreach_platform.mjs";

const kPlenty = "100000000";

export class ApiServer {
    static async start(program) {
        const folder = mkdtempSync(join(tmpdir(), "leadsheet-generator-"));
        const keyFile = join(folder, "keys.json");
        const platform = await OutreachPlatform.start();
        const child = spawn(program, [
            "--port", "0", "--database", ":memory:", "--bootstrap-sandbox", keyFile, "--workers", "8",
            "--requests-per-window", kPlenty, "--orders-per-window", kPlenty,
            "--allow-http-destinations", "--allow-loopback-destinations",
            "--instantly-url", platform.url, "--smartlead-url", platform.url, "--lemlist-url", platform.url,
        ], { stdio: ["ignore", "pipe", "inherit"] });
        const server = new ApiServer();
        server.child = child;
        server.exited = new Promise((resolve) => child.on("exit", (code) => resolve(code)));
        server.folder = folder;
        server.platform = platform;
        server.port = await new Promise((resolve, reject) => {
            createInterface({ input: child.stdout }).once("line", (line) => resolve(JSON.parse(line).port));
            child.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
        });
        const accounts = JSON.parse(readFileSync(keyFile, "utf8")).accounts;
        server.accountId = accounts[0].id;
        server.keys = { customer: accounts[0].keys[0].secret, admin: accounts[1].keys[0].secret };
        return server;
    }

    constructor() {
        this.agent = new Agent({ keepAlive: true, maxSockets: 1 });
        this.requests = 0;
    }

    /// One exchange as the contract's rules take it. `key` is a type of key, or null for none; `from` an address of
    /// this machine.
    send({ method, target, key, headers = {}, body = null, from = "127.0.0.1" }) {
        this.requests++;
        const sent = { host: "localhost", ...(key ? { "x-api-key": this.keys[key] } : {}), ...headers };
        const bytes = body === null ? null : Buffer.isBuffer(body) ? body : Buffer.from(body);
        if (bytes) sent["content-length"] = bytes.length;
        return new Promise((resolve, reject) => {
            const exchange = request({ host: "127.0.0.1", port: this.port, localAddress: from, agent: this.agent, method, path: target, headers: sent }, (answer) => {
                const pieces = [];
                answer.on("data", (piece) => pieces.push(piece));
                answer.on("error", reject);
                answer.on("end", () => {
                    const fields = answer.rawHeaders;
                    resolve({
                        request: { method, target, path: decodeURIComponent(target.split("?")[0]), headers: Object.entries(sent), body: bytes?.toString() ?? "" },
                        answer: {
                            status: answer.statusCode,
                            headers: fields.flatMap((name, index) => (index % 2 ? [] : [[name, fields[index + 1]]])),
                            body: Buffer.concat(pieces).toString(),
                        },
                    });
                });
            });
            exchange.on("error", reject);
            exchange.end(bytes ?? undefined);
        });
    }

    /// The exit code of the server, which a sanitizer makes other than 0.
    async stop() {
        this.agent.destroy();
        this.child.kill("SIGTERM");
        const code = await this.exited;
        this.platform.stop();
        rmSync(this.folder, { recursive: true });
        return code;
    }
}
