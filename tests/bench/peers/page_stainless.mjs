// SPDX-License-Identifier: Apache-2.0
// Walks all leads with the runtime that Stainless makes SDKs with, in the openai package, on a page of this API.
// Usage: page_stainless.mjs URL      (the key in LEADSHEET_API_KEY)
import OpenAI from "openai";
import { AbstractPage } from "openai/core/pagination";
import { fields, key, limit, report, url } from "../paging_report.mjs";

class LeadPage extends AbstractPage {
    getPaginatedItems() {
        return this.body.data;
    }
    nextPageRequestOptions() {
        const { nextCursor, hasMore } = this.body.meta;
        return hasMore ? { ...this.options, query: { ...this.options.query, cursor: nextCursor } } : null;
    }
}

const client = new OpenAI({ apiKey: key, baseURL: `${url}/v1` });
await report(client.getAPIList("/leads", LeadPage, { query: { fields: fields.join(","), limit } }));
