// SPDX-License-Identifier: Apache-2.0
import type { AttemptLog } from "./attempt.js";

/** How often and how long a call is repeated. The defaults are those of the C++ client for a person who waits. */
export interface RetryPolicy {
    /** Retries after the first attempt; 3. */
    maxRetries: number;
    /** For the whole call with its waits, in milliseconds; 60,000. */
    totalMs: number;
    /** First step of the exponential backoff; 500. */
    baseDelayMs: number;
    /** Longest step of the exponential backoff; 30,000. */
    maxDelayMs: number;
    /** Shortest wait, also where the server says `Retry-After: 0`; 100. */
    minDelayMs: number;
    /** A longer Retry-After ends the call at once with the error that carried it; 60,000. */
    retryAfterCeilingMs: number;
}

export const defaultRetryPolicy: Readonly<RetryPolicy> = {
    maxRetries: 3,
    totalMs: 60_000,
    baseDelayMs: 500,
    maxDelayMs: 30_000,
    minDelayMs: 100,
    retryAfterCeilingMs: 60_000,
};

export interface LeadsheetOptions {
    /** `https://host[:port][/path]`; `/v1/...` is appended. */
    baseUrl: string;
    /** A secret key, or a function that fetches one; it is asked before each attempt. */
    apiKey: string | (() => string | Promise<string>);
    retry?: Partial<RetryPolicy>;
    /** For one attempt including its body, and for each silence of a stream, in milliseconds; 30,000. */
    timeoutMs?: number;
    /** An answer longer than this is refused unread; 64 MiB. Streams are not limited. */
    maxResponseBytes?: number;
    /** Sends keys over http to hosts other than this machine. */
    allowPlainHttp?: boolean;
    /** Sent with every request, for example `User-Agent`. */
    headers?: Record<string, string>;
    /** Told after every attempt; holds no secret. */
    onAttempt?: (attempt: AttemptLog) => void;
    /** Replaceable for tests and for other runtimes. */
    fetch?: typeof globalThis.fetch;
    sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
    random?: () => number;
    /** Milliseconds since 1970. */
    now?: () => number;
}

/** Per call. */
export interface RequestOptions {
    /**
     * One key for all attempts of this call. Made by the SDK when left out; give your own (for example the id of
     * your row) when the call must stay the same over a crash of your program.
     */
    idempotencyKey?: string;
    /** The version that is expected to be current: sent as `If-Match`. */
    ifMatch?: number | string;
    /** Wins at once, also while waiting. */
    signal?: AbortSignal;
    timeoutMs?: number;
    retry?: Partial<RetryPolicy>;
    headers?: Record<string, string>;
}
