// SPDX-License-Identifier: Apache-2.0
// What makes a row of a sheet this order and no other, and what makes two orders ask for the same people. The same as
// the C++ client derives; tests/contract/marks.json holds every derivation to the other ones.
import { LeadsheetError } from "./runtime/errors.js";

/** An order as members of the body of a create. */
export type OrderMembers = { readonly [member: string]: unknown };

export interface RowIdentity {
    /** Without externalRef: say it as `reference`. Price guards in it are no part of the identity. */
    request: OrderMembers;
    /** 0 for the first row with this request, 1 for the second, ...; 0 */
    occurrence?: number;
    /** Raised only to order the same again; 0 */
    generation?: number;
    /** Unique over all rows ever ordered. Where there is one it decides alone, and goes along as externalRef. */
    reference?: string;
}

export interface RowOrder {
    /** Canonical JSON of what is ordered; price guards are added to it when it is sent. */
    body: string;
    /** To be sent as Idempotency-Key. */
    key: string;
}

const keyScheme = 1;
const guards = new Set(["quoteId", "maxPrice", "duplicates", "acknowledgeDuplicateOf"]);
const notInMark = new Set([...guards, "leadCount", "excludeOwned", "externalRef", "notes", "autoDeliver", "metadata"]);
/** The fields that are lists, whose text is divided at commas. */
export const listFields: ReadonlySet<string> = new Set([
    "categories", "companySizes", "departments", "domains", "excludeDomains", "industries", "jobTitles", "keywords", "linkedinUrls",
    "locations", "seedDomains", "seniorities", "technologies",
]);

const utf8 = new TextEncoder();

function sized(text: string): string {
    return `${utf8.encode(text).length}:${text}`;
}

async function sha256(text: string): Promise<Uint8Array> {
    return new Uint8Array(await crypto.subtle.digest("SHA-256", utf8.encode(text)));
}

function byBytes(one: string, other: string): number {
    const [a, b] = [utf8.encode(one), utf8.encode(other)];
    for (let i = 0; i < Math.min(a.length, b.length); i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
    return a.length - b.length;
}

function numberText(value: number): string {
    const text = String(value);
    if (!/^-?\d+(\.\d+)?$/.test(text)) throw new LeadsheetError(`${text} is not a number that an order can hold.`);
    return text;
}

function jsonText(value: unknown): string {
    if (typeof value === "number") return numberText(value);
    if (Array.isArray(value)) return `[${value.map(jsonText).join(",")}]`;
    if (typeof value === "object" && value !== null) {
        const members = Object.entries(value).filter(([, held]) => held !== undefined);
        return `{${members.sort(([a], [b]) => byBytes(a, b)).map(([name, held]) => `${jsonText(name)}:${jsonText(held)}`).join(",")}}`;
    }
    // What is no text at all, a lone surrogate, is sent as U+FFFD.
    return JSON.stringify(typeof value === "string" ? new TextDecoder("utf-8", { ignoreBOM: true }).decode(utf8.encode(value)) : value);
}

/** The identity of an order: members sorted by bytes, no white space, price guards left out. */
export function canonicalBody(request: OrderMembers): string {
    return jsonText(Object.fromEntries(Object.entries(request).filter(([name]) => !guards.has(name))));
}

function base32(bytes: Uint8Array): string {
    const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
    return bits.replace(/.{5}/g, (five) => "abcdefghijklmnopqrstuvwxyz234567".charAt(Number.parseInt(five, 2)));
}

/**
 * The body and the order key of a row. The key depends on what is ordered and on nothing else, so that a row that is
 * sorted, saved elsewhere, or sent by another program is bought once.
 */
export async function rowOrder({ request, occurrence = 0, generation = 0, reference = "" }: RowIdentity): Promise<RowOrder> {
    const ref = reference.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, "");
    const body = canonicalBody(ref ? { ...request, externalRef: ref } : request);
    const what = ref ? ` reference ${sized(ref.normalize("NFC"))}` : ` body ${sized(body.normalize("NFC"))}${sized(String(occurrence))}`;
    const digest = await sha256(`leadsheet order key ${keyScheme}${what}${sized(String(generation))}`);
    return { body, key: `ls${keyScheme}-${base32(digest.slice(0, 20))}` };
}

/** Unicode's case folding of one character, which has no function in JavaScript. */
function caseFolded(c: string): string {
    if (c === "\u0131") return c;
    if (/[\u13a0-\u13fd\uab70-\uabbf]/.test(c)) return c.toUpperCase();
    return c.toLowerCase().toUpperCase().toLowerCase();
}

/** NFKC_Casefold, then each run of blanks as one space, none at either end. */
function folded(text: string): string {
    let before: string;
    do {
        before = text;
        const visible = text.normalize("NFKC").replace(/\p{Default_Ignorable_Code_Point}/gu, "");
        text = [...visible].map(caseFolded).join("").normalize("NFC");
    } while (text !== before);
    return text.replace(/\p{White_Space}+/gu, " ").replace(/^ | $/g, "");
}

function markValues(name: string, given: unknown): string[] {
    if (typeof given === "boolean") return !given && (name === "requireEmail" || name === "requirePhone") ? [] : [String(given)];
    if (typeof given === "number") return [numberText(given)];
    const items = typeof given === "string" ? (listFields.has(name) ? given.split(",") : [given]) : Array.isArray(given) ? given : [];
    return [...new Set(items.map((item) => folded(String(item))))].filter((text) => text !== "").sort(byBytes);
}

/** What answers repeat of a list as text: industriesText beside industries. */
function repeatsList(request: OrderMembers, name: string): boolean {
    return name.endsWith("Text") && Array.isArray(request[name.slice(0, -"Text".length)]);
}

/** Equal for orders that ask for the same people, whatever their count and their spelling. */
export async function orderMark(request: OrderMembers): Promise<string> {
    let text = "leadsheet mark 1\n";
    for (const name of Object.keys(request).filter((name) => !notInMark.has(name) && !repeatsList(request, name)).sort(byBytes)) {
        const values = markValues(name, request[name]);
        if (values.length > 0) text += `${name}:${values.length}\n${values.map((value) => `${sized(value)}\n`).join("")}`;
    }
    return `m1-${[...(await sha256(text)).slice(0, 16)].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
