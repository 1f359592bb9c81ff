// SPDX-License-Identifier: Apache-2.0
// Walks all leads with undici and a loop that fetches a page ahead.
// Usage: page_undici.mjs URL      (the key in LEADSHEET_API_KEY)
import { Agent, RetryAgent, request } from "undici";
import { fields, key, limit, report, url } from "../paging_report.mjs";

const dispatcher = new RetryAgent(new Agent({ connections: 2 }), { maxRetries: 5 });

async function page(cursor) {
    const query = new URLSearchParams({ fields: fields.join(","), limit });
    if (cursor) query.set("cursor", cursor);
    const answer = await request(`${url}/v1/leads?${query}`, { dispatcher, headers: { "x-api-key": key } });
    if (answer.statusCode !== 200) throw new Error(`status ${answer.statusCode}`);
    return answer.body.json();
}

async function* leads() {
    let next = page();
    while (next) {
        const { data, meta } = await next;
        next = meta.hasMore ? page(meta.nextCursor) : undefined;
        yield* data;
    }
}

await report(leads());
