// SPDX-License-Identifier: Apache-2.0
// A careful node script: undici walks the pages, csv-stringify writes the file with back-pressure.
// Usage: export_undici.mjs URL FILE      (the key in LEADSHEET_API_KEY)
// Prints {"seconds", "cpuSeconds", "leads", "peakMegabytes"}.
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { stringify } from "csv-stringify";
import { Agent, RetryAgent, request } from "undici";

const [url, path] = process.argv.slice(2);
const key = process.env.LEADSHEET_API_KEY;
const fields = ["id", "fullName", "jobTitle", "email", "companyName", "companyDomain", "city", "country", "result", "hasPhone"];
const dispatcher = new RetryAgent(new Agent({ connections: 2 }), { maxRetries: 5 });

async function page(cursor) {
  const query = new URLSearchParams({ fields: fields.join(","), limit: "1000" });
  if (cursor) query.set("cursor", cursor);
  const answer = await request(`${url}/v1/leads?${query}`, { dispatcher, headers: { "x-api-key": key } });
  if (answer.statusCode !== 200) throw new Error(`status ${answer.statusCode}`);
  return answer.body.json();
}

let leads = 0;
async function* rows() {
  let next = page();
  while (next) {
    const { data, meta } = await next;
    next = meta.hasMore ? page(meta.nextCursor) : undefined;
    leads += data.length;
    yield* data;
  }
}

const started = performance.now();
const writer = stringify({ header: true, columns: fields, record_delimiter: "windows", cast: { boolean: String } });
await pipeline(Readable.from(rows()), writer, createWriteStream(path));
const { user, system } = process.cpuUsage();
console.log(
  JSON.stringify({
    seconds: Number(((performance.now() - started) / 1000).toFixed(3)),
    cpuSeconds: Number(((user + system) / 1e6).toFixed(3)),
    leads,
    peakMegabytes: Math.round(process.resourceUsage().maxRSS / 1024),
  }),
);
