// SPDX-License-Identifier: Apache-2.0
// The real server in a process that can be killed and started again on its database, and a connection to it that fails
// as it is told.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

export class Service {
    static async start() {
        const service = new Service();
        service.folder = mkdtempSync(join(tmpdir(), "leadsheet-service-"));
        await service.launch(["--bootstrap-sandbox", join(service.folder, "keys.json")]);
        const [customer, admin] = JSON.parse(readFileSync(join(service.folder, "keys.json"), "utf8")).accounts;
        service.keys = { customer: customer.keys[0].secret, admin: admin.keys[0].secret };
        return service;
    }

    async launch(more = []) {
        const options = ["--port", "0", "--database", join(this.folder, "server.db"), "--allow-http-destinations", "--allow-loopback-destinations"];
        this.child = spawn(process.env.LEADSHEET_SERVER, [...options, ...more], { stdio: ["ignore", "pipe", "inherit"] });
        this.exited = new Promise((resolve) => this.child.on("exit", resolve));
        this.port = await new Promise((resolve, reject) => {
            createInterface({ input: this.child.stdout }).once("line", (line) => resolve(JSON.parse(line).port));
            this.exited.then((code) => reject(new Error(`the server ended with ${code}`)));
        });
    }

    async kill() {
        this.child.kill("SIGKILL");
        await this.exited;
    }

    async call(method, path, { body, key = this.keys.customer, headers = {} } = {}) {
        const answer = await fetch(`http://127.0.0.1:${this.port}${path}`, {
            method,
            headers: { "x-api-key": key, "content-type": "application/json", ...headers },
            ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        const text = await answer.text();
        if (!answer.ok) throw new Error(`${method} ${path}: ${text}`);
        return text === "" ? undefined : JSON.parse(text);
    }

    async orders() {
        return (await this.call("GET", "/v1/orders?limit=1000")).data;
    }

    async stop() {
        this.child.kill("SIGTERM");
        await this.exited;
        rmSync(this.folder, { recursive: true });
    }
}

/// What happens to a create, in turn; when there is nothing more to happen it passes.
export const limited = "limited", lost = "lost", unsent = "unsent";

export class Connection {
    static async to(service) {
        const connection = new Connection();
        Object.assign(connection, { service, creates: [], faults: [], onCreate: () => {} });
        connection.http = http.createServer((request, response) => connection.handle(request, response));
        await new Promise((resolve) => connection.http.listen(0, "127.0.0.1", resolve));
        connection.url = `http://127.0.0.1:${connection.http.address().port}`;
        return connection;
    }

    handle(request, response) {
        const pieces = [];
        request.on("data", (piece) => pieces.push(piece));
        request.on("end", async () => {
            const body = Buffer.concat(pieces);
            const create = request.method === "POST" && request.url === "/v1/orders";
            let fault;
            if (create) {
                this.creates.push({ key: request.headers["idempotency-key"], body: JSON.parse(body.toString()) });
                fault = this.faults.shift();
                await this.onCreate(this.creates.length);
            }
            if (fault === unsent) return request.socket.destroy();
            if (fault === limited) return this.sayLimited(response);
            this.forward(request, body, response, fault === lost);
        });
    }

    sayLimited(response) {
        const problem = { type: "urn:leadsheet:error:rate_limited", title: "Too many", status: 429, detail: "Too many.", code: "rate_limited", requestId: "req_test", retryable: true, errors: [] };
        response.writeHead(429, { "content-type": "application/problem+json", "retry-after": "1" }).end(JSON.stringify(problem));
    }

    forward(request, body, response, loses) {
        const { method, url, headers } = request;
        const onward = http.request({ host: "127.0.0.1", port: this.service.port, method, path: url, headers }, (answer) => {
            if (loses) return answer.resume().on("end", () => request.socket.destroy());
            response.writeHead(answer.statusCode, answer.headers);
            answer.pipe(response);
        });
        onward.on("error", () => request.socket.destroy());
        onward.end(body);
    }

    async stop() {
        this.http.closeAllConnections();
        await new Promise((resolve) => this.http.close(resolve));
    }
}
