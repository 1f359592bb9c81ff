// SPDX-License-Identifier: Apache-2.0
// An outreach platform that has no campaigns and takes every lead, in the words of each of the three.
import { createServer } from "node:http";

function answerTo(path, body) {
    if (body === null) return path.startsWith("/api/v1/") ? [] : path.startsWith("/api/v2/") ? { items: [] } : { campaigns: [] };
    if (path.startsWith("/api/v1/")) return { ok: true, total_leads: body.lead_list.length };
    if (path.startsWith("/api/v2/")) return { created_leads: body.leads.map(({ email }) => ({ id: email, email })) };
    return { _id: "lea_1" };
}

export class OutreachPlatform {
    static async start() {
        const platform = new OutreachPlatform();
        platform.server = createServer((request, response) => {
            let text = "";
            request.on("data", (piece) => (text += piece));
            request.on("end", () => {
                response.setHeader("content-type", "application/json");
                response.end(JSON.stringify(answerTo(request.url, text === "" ? null : JSON.parse(text))));
            });
        });
        await new Promise((resolve) => platform.server.listen(0, "127.0.0.1", resolve));
        platform.url = `http://127.0.0.1:${platform.server.address().port}`;
        return platform;
    }

    stop() {
        this.server.closeAllConnections();
        this.server.close();
    }
}
