// SPDX-License-Identifier: Apache-2.0
// Walks all leads with the auto-pagination of Stripe's SDK, whose list of customers is what page_server.mjs answers.
// Usage: page_stripe.mjs URL      (the key in LEADSHEET_API_KEY)
import Stripe from "stripe";
import { key, limit, report, url } from "../paging_report.mjs";

const { hostname, port } = new URL(url);
const client = new Stripe(key, { host: hostname, port, protocol: "http", telemetry: false });
await report(client.customers.list({ limit }));
