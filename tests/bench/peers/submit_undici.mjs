// SPDX-License-Identifier: Apache-2.0
// A careful node script: undici's RetryAgent behind a bottleneck reservoir.
// Usage: submit_undici.mjs URL ROWS.csv BUDGET_PER_SECOND CONCURRENCY   (budget 0: no pacing)
// Reads the key from LEADSHEET_API_KEY; prints one JSON line {seconds, placed, failed, peakMegabytes}.
import { readFileSync } from "node:fs";
import Bottleneck from "bottleneck";
import { parse } from "csv-parse/sync";
import { Agent, RetryAgent, request } from "undici";

const [url, path, budgetText, concurrencyText] = process.argv.slice(2);
const budget = Number(budgetText);
const key = process.env.LEADSHEET_API_KEY;
const rows = parse(readFileSync(path), { columns: true });
const dispatcher = new RetryAgent(new Agent({ connections: Number(concurrencyText) }), {
  maxRetries: 12,
  methods: ["POST"],
  statusCodes: [408, 425, 429, 500, 502, 503, 504],
  minTimeout: 500,
  retryAfter: true,
});
const limits = { maxConcurrent: Number(concurrencyText) };
if (budget > 0) {
  Object.assign(limits, { reservoir: budget, reservoirRefreshAmount: budget, reservoirRefreshInterval: 1000 });
}
const limiter = new Bottleneck(limits);

async function submit(row) {
  try {
    const answer = await request(`${url}/v1/orders`, {
      method: "POST",
      dispatcher,
      headers: { "x-api-key": key, "content-type": "application/json", "idempotency-key": row.key },
      body: JSON.stringify({
        scrapingOption: "filters",
        leadCount: Number(row.leadCount),
        industries: row.industries,
        jobTitles: row.jobTitles,
        locations: row.locations,
      }),
    });
    const body = await answer.body.json();
    return answer.statusCode === 201 && typeof body.order_number === "string";
  } catch {
    return false;
  }
}

const started = performance.now();
const results = await Promise.all(rows.map((row) => limiter.schedule(() => submit(row))));
const placed = results.filter(Boolean).length;
console.log(
  JSON.stringify({
    seconds: Number(((performance.now() - started) / 1000).toFixed(3)),
    placed,
    failed: results.length - placed,
    peakMegabytes: Math.round(process.resourceUsage().maxRSS / 1024),
  }),
);
process.exit(0);
