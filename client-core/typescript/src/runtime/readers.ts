// SPDX-License-Identifier: Apache-2.0
import type { Problem } from "../generated/types.js";
import type { AttemptGuard } from "./attempt_guard.js";

/** A success that cannot be used; the attempt is repeated like one whose answer was lost. */
export class Unreadable extends Error {}

/** A success that is longer than the client takes; it would be as long the next time. */
export class TooLarge extends Unreadable {
    constructor(maxBytes: number) {
        super(`The answer is longer than maxResponseBytes (${maxBytes}). Ask for less, with limit or fields, or set more.`);
    }
}

/** What it takes to make the data of a success out of it. */
export interface Arrival {
    response: Response;
    guard: AttemptGuard;
    maxBytes: number;
    /** The attempt's time goes on after the reader has returned; the guard is its own from there on. */
    keep: () => void;
}
export type Reader<T> = (arrival: Arrival) => Promise<T>;

/** The whole body, as long as it is not too long. */
export async function bodyText({ response, maxBytes }: Arrival): Promise<string> {
    const length = response.headers.get("content-length");
    const plain = length !== null && !response.headers.get("content-encoding");
    if (plain && Number(length) > maxBytes) {
        response.body?.cancel().catch(() => undefined);
        throw new TooLarge(maxBytes);
    }
    if (plain || !response.body) return response.text();
    const decoder = new TextDecoder();
    let text = "";
    let received = 0;
    for await (const chunk of chunks(response.body)) {
        received += chunk.byteLength;
        if (received > maxBytes) throw new TooLarge(maxBytes);
        text += decoder.decode(chunk, { stream: true });
    }
    return text + decoder.decode();
}

export async function* chunks(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void> {
    const reader = body.getReader();
    try {
        for (;;) {
            const { done, value } = await reader.read();
            if (done) return;
            yield value;
        }
    } finally {
        reader.cancel().catch(() => undefined);
    }
}

export const readText: Reader<string> = bodyText;

/** JSON, or nothing where the contract has an empty answer. */
export function jsonOf(text: string, { response }: Arrival): unknown {
    if (text === "" && (response.status === 204 || response.status === 202)) return undefined;
    try {
        return JSON.parse(text);
    } catch (cause) {
        throw new Unreadable("The answer is not JSON.", { cause });
    }
}

export const readJson: Reader<unknown> = async (arrival) => jsonOf(await bodyText(arrival), arrival);

/** JSON where the answer says so, else text: of a path whose answer is not known beforehand. */
export const readAny: Reader<unknown> = (arrival) => {
    const type = arrival.response.headers.get("content-type") ?? "";
    return /^$|[/+]json\b/.test(type) ? readJson(arrival) : readText(arrival);
};

/** The problem of an answer that is no success; nothing when something else stands there. */
export async function readProblem(arrival: Arrival): Promise<Problem | undefined> {
    const text = await bodyText(arrival).catch((cause) => {
        if (cause instanceof TooLarge) return ""; // no problem of the service's; the status counts
        throw cause;
    });
    try {
        const value: unknown = JSON.parse(text);
        const isProblem = typeof value === "object" && value !== null && typeof (value as Problem).code === "string";
        return isProblem ? (value as Problem) : undefined;
    } catch {
        return undefined;
    }
}
