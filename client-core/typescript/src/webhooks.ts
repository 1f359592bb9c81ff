// SPDX-License-Identifier: Apache-2.0
import type { WebhookEvent } from "./generated/types.js";
import { LeadsheetError } from "./runtime/errors.js";
import { fromEnvironment } from "./runtime/options.js";

export type WebhookFault =
    | "missing_header"
    | "malformed_timestamp"
    | "too_old"
    | "too_new"
    | "no_matching_signature"
    | "malformed_body";

/** A message that must not be believed. */
export class WebhookVerificationError extends LeadsheetError {
    override name = "WebhookVerificationError";
    readonly fault: WebhookFault;

    constructor(fault: WebhookFault, message: string) {
        super(message);
        this.fault = fault;
    }
}

export interface WebhookMessage {
    /** The bytes as they arrived. A body that was parsed and written again has another signature. */
    body: string | Uint8Array<ArrayBuffer>;
    headers: Headers | Record<string, string | readonly string[] | undefined>;
}

export interface WebhookVerification {
    /** `whsec_...`; several while a secret is being rotated. When left out: the environment's LEADSHEET_WEBHOOK_SECRET. */
    secret?: string | readonly string[] | undefined;
    /** How far the clocks may differ; 300. */
    toleranceSeconds?: number;
    /** Milliseconds since 1970. */
    now?: () => number;
}

function header(headers: WebhookMessage["headers"], name: string): string {
    const found =
        headers instanceof Headers ? headers.get(name) : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
    const value = Array.isArray(found) ? found[0] : found;
    if (typeof value !== "string" || value === "") throw new WebhookVerificationError("missing_header", `The header ${name} is missing.`);
    return value;
}

function keyBytes(secret: string): Uint8Array<ArrayBuffer> {
    const text = secret.startsWith("whsec_") ? secret.slice("whsec_".length) : secret;
    try {
        const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
        if (bytes.length > 0) return bytes;
    } catch {
        // said below
    }
    throw new LeadsheetError("A webhook secret is whsec_ followed by base64.");
}

async function signatureOf(secret: string, content: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
    const key = await crypto.subtle.importKey("raw", keyBytes(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    return new Uint8Array(await crypto.subtle.sign("HMAC", key, content));
}

/** In a time that does not depend on where they differ. */
function equal(a: Uint8Array, b: Uint8Array): boolean {
    let difference = a.length ^ b.length;
    for (let i = 0; i < a.length; i++) difference |= (a[i] ?? 0) ^ (b[i] ?? 0);
    return difference === 0;
}

function decoded(signature: string): Uint8Array | undefined {
    try {
        return Uint8Array.from(atob(signature), (c) => c.charCodeAt(0));
    } catch {
        return undefined;
    }
}

function checkAge(timestamp: string, { toleranceSeconds = 300, now = Date.now }: WebhookVerification): void {
    if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookVerificationError("malformed_timestamp", "webhook-timestamp is not a time.");
    const age = Math.floor(now() / 1000) - Number(timestamp);
    if (age > toleranceSeconds) throw new WebhookVerificationError("too_old", `The message is ${age} seconds old; it may be a replay.`);
    if (age < -toleranceSeconds) throw new WebhookVerificationError("too_new", "The message comes from the future; compare the clocks.");
}

/**
 * Checks a webhook message (Standard Webhooks 1.0.0) and returns its event. Throws WebhookVerificationError when it must
 * not be believed. The same event may arrive more than once and in any order: remember `webhook-id`.
 */
export async function verifyWebhook(message: WebhookMessage, verification: WebhookVerification = {}): Promise<WebhookEvent> {
    const secret = verification.secret ?? fromEnvironment("LEADSHEET_WEBHOOK_SECRET");
    if (!secret) throw new LeadsheetError("The webhook's secret is missing: give it as secret or in the environment variable LEADSHEET_WEBHOOK_SECRET.");
    const secrets = typeof secret === "string" ? [secret] : secret;
    const id = header(message.headers, "webhook-id");
    const timestamp = header(message.headers, "webhook-timestamp");
    const signatures = header(message.headers, "webhook-signature");
    checkAge(timestamp, verification);
    const body = typeof message.body === "string" ? new TextEncoder().encode(message.body) : message.body;
    const head = new TextEncoder().encode(`${id}.${timestamp}.`);
    const content = new Uint8Array(head.length + body.length);
    content.set(head);
    content.set(body, head.length);
    const given = signatures.split(" ").flatMap((part) => (part.startsWith("v1,") ? [decoded(part.slice("v1,".length))] : []));
    let matches = false;
    for (const one of secrets) {
        const expected = await signatureOf(one, content);
        for (const signature of given) if (signature && equal(expected, signature)) matches = true;
    }
    if (!matches) throw new WebhookVerificationError("no_matching_signature", "No signature matches: another secret, or a changed message.");
    try {
        return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body)) as WebhookEvent;
    } catch {
        throw new WebhookVerificationError("malformed_body", "The message is signed, but is not JSON.");
    }
}
