// SPDX-License-Identifier: Apache-2.0
// A server that does to each request what a script says, on a real socket.
import { createServer } from "node:http";

const kLead = (id) => ({ id, fullName: "Ada Example" });
const kPage = (ids, nextCursor, hasMore) => JSON.stringify({ data: ids.map(kLead), meta: { nextCursor, hasMore, limit: ids.length } });

export function problem(status, code, more = {}) {
    return JSON.stringify({
        type: `urn:leadsheet:error:${code}`, title: code, status, detail: `Said by the test: ${code}.`, instance: "/v1", code,
        requestId: "req_test", retryable: status === 429 || status >= 500, errors: [], ...more,
    });
}

export const page = kPage;

export class FlakyServer {
    /// Steps: functions (request, response) => void, one for each request; the last one stays.
    static async start(steps) {
        const server = new FlakyServer();
        server.requests = [];
        server.http = createServer((request, response) => {
            const pieces = [];
            request.on("data", (piece) => pieces.push(piece));
            request.on("end", () => {
                const { method, url, headers } = request;
                server.requests.push({ method, url, headers, body: Buffer.concat(pieces).toString() });
                steps[Math.min(server.requests.length, steps.length) - 1](request, response);
            });
        });
        await new Promise((resolve) => server.http.listen(0, "127.0.0.1", resolve));
        server.url = `http://127.0.0.1:${server.http.address().port}`;
        return server;
    }

    async stop() {
        this.http.closeAllConnections();
        await new Promise((resolve) => this.http.close(resolve));
    }
}

export function answer(status, body, headers = {}) {
    return (_, response) => {
        const type = status >= 400 ? "application/problem+json" : "application/json";
        response.writeHead(status, { "content-type": type, "content-length": Buffer.byteLength(body), "x-request-id": "req_test", ...headers });
        response.end(body);
    };
}

export const reset = (request) => request.socket.resetAndDestroy();
export const silence = () => {};
export function cutAfterHeaders(_, response) {
    response.writeHead(200, { "content-type": "application/json", "content-length": 500 });
    response.write('{"data":');
    setImmediate(() => response.socket.resetAndDestroy());
}
export function endless(_, response) {
    response.writeHead(200, { "content-type": "application/json" });
    const more = () => void (response.destroyed || response.write(" ".repeat(400), more));
    more();
}
export const halfJson = answer(200, '{"order_number":');
