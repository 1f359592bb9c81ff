// SPDX-License-Identifier: Apache-2.0
// Walks all leads with the SDK. Usage: page_sdk.mjs URL      (the key in LEADSHEET_API_KEY)
import { Leadsheet } from "../../client-core/typescript/dist/esm/index.js";
import { fields, key, limit, report, url } from "./paging_report.mjs";

const client = new Leadsheet({ apiKey: key, baseUrl: url });
await report(client.leads.list({ fields, limit }));
