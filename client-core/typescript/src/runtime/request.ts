// SPDX-License-Identifier: Apache-2.0
import { LeadsheetError } from "./errors.js";
import type { RequestHeaders } from "./options.js";

/** A body that is sent as it is. */
export interface RawBody {
    contentType: string;
    data: string | Uint8Array<ArrayBuffer> | Blob;
    /** When `data` is packed. */
    contentEncoding?: "gzip";
}

export type QueryValue = string | number | boolean | readonly string[] | null | undefined;

/** One operation with its arguments; made by the generated functions. */
export interface ApiRequest {
    operation: string;
    method: "GET" | "POST" | "PATCH" | "DELETE";
    /** With its parameters filled in. */
    path: string;
    query?: Record<string, QueryValue> | undefined;
    /** Sent as JSON, unless it is a RawBody and `raw` says that one is allowed. */
    body?: unknown;
    raw?: boolean;
}

/** A path parameter. Refuses what would make another path of it. */
export function segment(value: string): string {
    if (typeof value !== "string" || value === "" || value === "." || value === "..")
        throw new LeadsheetError(`A path parameter must be a text that names something; it is ${JSON.stringify(value)}.`);
    return encodeURIComponent(value);
}

/** The path of a template such as `/v1/orders/{orderNumber}`. */
export function pathOf(template: string, params: Record<string, string> = {}): string {
    if (!template.startsWith("/")) throw new LeadsheetError(`A path begins with / and follows baseUrl, for example /v1/account; it is ${JSON.stringify(template)}.`);
    return template.replace(/{(\w+)}/g, (_, name: string) => {
        if (params[name] === undefined) throw new LeadsheetError(`The path ${template} needs params.${name}.`);
        return segment(params[name]);
    });
}

/** Lists are joined with commas, as the contract wants them. */
export function queryText(query: Record<string, QueryValue> | undefined, start = "?"): string {
    const parts: string[] = [];
    for (const [name, value] of Object.entries(query ?? {})) {
        if (value === undefined || value === null) continue;
        const text = Array.isArray(value) ? value.map(encodeURIComponent).join(",") : encodeURIComponent(String(value));
        parts.push(`${encodeURIComponent(name)}=${text}`);
    }
    return parts.length === 0 ? "" : `${start}${parts.join("&")}`;
}

const localHosts = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** A key as it is sent. What cannot be in a header would look like a lost connection at every attempt. */
export function checkedApiKey(key: string): string {
    if (typeof key !== "string" || !/^[\x21-\x7e]+$/.test(key)) throw new LeadsheetError("apiKey holds blanks or characters that are not ASCII; copy it again.");
    return key;
}

/** The base address without a slash at its end; refuses one that would leak the key. */
export function baseAddress(text: string, allowPlainHttp: boolean): string {
    let url: URL;
    try {
        url = new URL(text);
    } catch {
        throw new LeadsheetError("baseUrl must be an address such as https://api.example.com.");
    }
    if (url.username || url.password || url.search || url.hash)
        throw new LeadsheetError("baseUrl must have no user information, query or fragment.");
    const plain = url.protocol === "http:" && (allowPlainHttp || localHosts.has(url.hostname));
    if (url.protocol !== "https:" && !plain)
        throw new LeadsheetError("baseUrl must begin with https://; http is for this machine only, unless allowPlainHttp is set.");
    return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
}

/** Visible ASCII, 1 to 255 (contract section 2). */
export function checkedKey(key: string): string {
    if (!/^[\x21-\x7e]{1,255}$/.test(key))
        throw new LeadsheetError("An idempotency key must be 1 to 255 visible ASCII characters without blanks.");
    return key;
}

export function entityTag(version: number | string): string {
    return typeof version === "number" ? `"${version}"` : version;
}

/** With names in lower case, so that one name is one header. */
export function headerRecord(headers: RequestHeaders | undefined): Record<string, string> {
    const given = headers instanceof Headers ? [...headers] : Object.entries(headers ?? {}).filter(([, value]) => value !== undefined);
    try {
        return Object.fromEntries(new Headers(given));
    } catch (cause) {
        throw new LeadsheetError("A header has a name or a value that HTTP does not allow.", { cause });
    }
}
