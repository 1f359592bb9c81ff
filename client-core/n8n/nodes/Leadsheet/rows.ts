// SPDX-License-Identifier: MIT
// An item of n8n as a row of a sheet: a member is taken when it is called exactly like a field, by name or title. What a
// cell means is the service's business; nothing is guessed here, and nothing is left out unsaid.
import type { IDataObject } from "n8n-workflow";
import catalogue from "../../../../resources/api/products.json";

export interface Row {
    /** What is ordered, without externalRef and price guards. */
    request: Record<string, unknown>;
    reference: string;
    acknowledged: string[];
    /** Members with a value that are not a field. */
    unknown: string[];
}

interface Field {
    name: string;
    kind: string;
    title: string;
}

export const products = catalogue.products.map(({ id, title }) => ({ id, title }));
export const currency = catalogue.currency;
const minorDigits = catalogue.currencyMinorDigits;

const notOfRows = new Set(["quoteId", "maxPrice", "metadata"]);
const fields = new Map<string, Field>();
for (const field of [...catalogue.commonFields, ...catalogue.products.flatMap((product) => product.fields as Field[])])
    if (!notOfRows.has(field.name)) for (const called of [field.name, field.title]) fields.set(called, field);
const productNames = new Set(["scrapingOption", "Product"]);

export function listOf(value: unknown): string[] {
    const items = Array.isArray(value) ? value : String(value).split(",");
    return items.map((item) => String(item).trim()).filter((item) => item !== "");
}

function isEmpty(value: unknown): boolean {
    return value === undefined || value === null || (Array.isArray(value) ? value.length === 0 : String(value).trim() === "");
}

/** A value that is not of its field's kind stays as it is: the service says what is wrong with it. */
function read(kind: string, value: unknown): unknown {
    const text = typeof value === "string" ? value.trim() : value;
    if (kind === "list") return typeof value === "object" && !Array.isArray(value) ? value : listOf(value);
    if (kind === "boolean" && typeof text === "string" && /^(true|false)$/i.test(text)) return text.toLowerCase() === "true";
    if (kind === "integer" && typeof text === "string" && /^\d{1,15}$/.test(text)) return Number(text);
    if (kind === "decimal" && typeof text === "string" && /^\d{1,9}(\.\d{1,6})?$/.test(text)) return Number(text);
    if (kind === "text" || kind === "url") return typeof value === "number" ? String(value) : text;
    return text;
}

export function rowOf(item: IDataObject): Row {
    const row: Row = { request: {}, reference: "", acknowledged: [], unknown: [] };
    for (const [called, value] of Object.entries(item)) {
        if (isEmpty(value)) continue;
        const field = fields.get(called.trim());
        if (productNames.has(called.trim())) {
            const text = String(value).trim();
            row.request.scrapingOption = products.find(({ title }) => title === text)?.id ?? text;
        } else if (called.trim() === "acknowledgeDuplicateOf") row.acknowledged = listOf(value);
        else if (field === undefined) row.unknown.push(called);
        else if (field.name === "externalRef") row.reference = String(value).trim();
        else if (field.name in row.request) throw new Error(`Two members of the item are the field ${field.name}: keep one of them.`);
        else row.request[field.name] = read(field.kind, value);
    }
    return row;
}

/** "12.5" as an amount in minor units, digit by digit. */
export function moneyOf(text: string): { amount: number; currency: string } {
    const parts = new RegExp(`^(\\d{1,12})(?:\\.(\\d{1,${minorDigits}}))?$`).exec(text.trim());
    if (!parts) throw new Error(`${JSON.stringify(text)} is not an amount of ${currency}: write it as 25 or 25.00.`);
    return { amount: Number(parts[1] + (parts[2] ?? "").padEnd(minorDigits, "0")), currency };
}
