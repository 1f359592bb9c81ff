// SPDX-License-Identifier: Apache-2.0
// What the service pushes to: a caller's own webhook, and the three outreach platforms. All that arrives is kept.
import { createServer } from "node:http";

/// Each platform's answer to leads that it takes, in its own words.
const kAnswers = {
    webhook: () => ({}),
    instantly: ({ leads = [] }) => ({ created_leads: leads.map(({ email }) => ({ id: email, email })) }),
    smartlead: ({ lead_list = [] }) => ({ ok: true, total_leads: lead_list.length }),
    lemlist: () => ({ _id: "lea_1" }),
};

export class Receiver {
    static async start(kind) {
        const receiver = new Receiver();
        receiver.messages = [];
        receiver.waiting = new Set();
        receiver.server = createServer((request, response) => {
            const pieces = [];
            request.on("data", (piece) => pieces.push(piece));
            request.on("end", () => {
                const text = Buffer.concat(pieces).toString();
                const body = text === "" ? {} : JSON.parse(text);
                response.setHeader("content-type", "application/json");
                response.end(JSON.stringify(kAnswers[kind](body)));
                receiver.messages.push({ path: request.url, headers: request.headers, body, text });
                for (const look of receiver.waiting) look();
            });
        });
        await new Promise((resolve) => receiver.server.listen(0, "127.0.0.1", resolve));
        receiver.url = `http://127.0.0.1:${receiver.server.address().port}`;
        return receiver;
    }

    /// The first message that `suits`, whether it came already or is yet to come; undefined when none comes in time.
    arrival(suits, milliseconds) {
        return new Promise((resolve) => {
            const done = (message) => {
                clearTimeout(timer);
                this.waiting.delete(look);
                resolve(message);
            };
            const look = () => {
                const message = this.messages.find(suits);
                if (message) done(message);
            };
            const timer = setTimeout(done, milliseconds, undefined);
            this.waiting.add(look);
            look();
        });
    }

    stop() {
        this.server.closeAllConnections();
        this.server.close();
    }
}
