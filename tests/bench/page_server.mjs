// SPDX-License-Identifier: Apache-2.0
// Answers every list with the same pages, from memory: the first page of the leads of the service, as many times as LEADS
// needs, in the shape of this API and of Stripe's at once, so that each SDK reads the same bytes and nothing but its own loop
// differs. Usage: page_server.mjs URL LEADS      (the key in LEADSHEET_API_KEY); prints {"url"}, ends with its input.
import { createServer } from "node:http";
import { fields, key, limit, url } from "./paging_report.mjs";

const pages = Math.ceil(Number(process.argv[3]) / limit);
const first = await (await fetch(`${url}/v1/leads?fields=${fields.join(",")}&limit=${limit}`, { headers: { "x-api-key": key } })).json();
if (first.data.length !== limit) throw new Error(`a page holds ${first.data.length} leads`);
/// The last lead's id is the number of its page, which is where Stripe's list goes on.
const most = JSON.stringify(first.data.slice(0, -1)).slice(0, -1);
const last = JSON.stringify({ ...first.data.at(-1), id: "@" }).split('"@"');

function body(page) {
    const hasMore = page < pages;
    const meta = JSON.stringify({ nextCursor: String(page), hasMore, limit });
    return `{"object":"list","url":"/v1/leads","has_more":${hasMore},"data":${most},${last[0]}"${page}"${last[1]}],"meta":${meta}}`;
}

const server = createServer((request, answer) => {
    const query = new URL(request.url, "http://page.example").searchParams;
    const page = Number(query.get("cursor") ?? query.get("starting_after") ?? 0) + 1;
    answer.setHeader("content-type", "application/json");
    answer.end(body(page));
});
server.listen(0, "127.0.0.1", () => console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` })));
process.stdin.resume().on("end", () => {
    server.close();
    server.closeAllConnections();
});
