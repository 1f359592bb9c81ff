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
    /** A longer Retry-After ends the call at once with the error that carried it, unless `waitForRateLimit` is set; 60,000. */
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

/** Names in any case. What a call gives wins over what the client would send. */
export type RequestHeaders = Headers | Record<string, string>;

export interface LeadsheetOptions {
    /** `https://host[:port][/path]`; `/v1/...` is appended. When left out: the environment's LEADSHEET_BASE_URL. */
    baseUrl?: string | undefined;
    /**
     * A secret key, or a function that fetches one; it is asked before each attempt. When left out: the environment's
     * LEADSHEET_API_KEY.
     */
    apiKey?: string | (() => string | Promise<string>) | undefined;
    retry?: Partial<RetryPolicy>;
    /**
     * What the client may spend on repeating failed calls, all of its calls together; 100. A repeat costs 5, or 10 after a
     * timeout, and gets it back when it succeeds; a success at the first attempt gives 1. With nothing left a call ends
     * with its first failure: a service in trouble is spared. Waits that a 429 asks for are free.
     */
    retryBudget?: number;
    /**
     * Waits out a 429 however long the service asks, up to an hour when the budget of a key is used up; beside `maxRetries` and
     * `totalMs`. Without it a wait over `retryAfterCeilingMs` ends the call with a RateLimitError.
     */
    waitForRateLimit?: boolean;
    /** For one attempt including its body, and for each silence of a stream, in milliseconds; 30,000. */
    timeoutMs?: number;
    /** An answer longer than this is refused unread, and not fetched again; 64 MiB. Streams are not limited. */
    maxResponseBytes?: number;
    /** Sends keys over http to hosts other than this machine. */
    allowPlainHttp?: boolean;
    /** Sent with every request, for example `User-Agent`. */
    headers?: RequestHeaders;
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
     * your row) when the call must stay the same over a crash of your program. A header `Idempotency-Key` does the same.
     */
    idempotencyKey?: string;
    /** The version that is expected to be current: sent as `If-Match`. */
    ifMatch?: number | string;
    /** Wins at once, also while waiting. */
    signal?: AbortSignal;
    timeoutMs?: number;
    retry?: Partial<RetryPolicy>;
    waitForRateLimit?: boolean;
    headers?: RequestHeaders;
}

/** The later policies win, except where they leave something undefined. */
export function policyOf(...given: (Partial<RetryPolicy> | undefined)[]): RetryPolicy {
    const policy: RetryPolicy = { ...defaultRetryPolicy };
    for (const one of given)
        for (const [name, value] of Object.entries(one ?? {})) if (value !== undefined) policy[name as keyof RetryPolicy] = value;
    return policy;
}

type Environment = { process?: { env?: Record<string, string | undefined> } };

/** A variable of the environment where there is one; nothing in browsers and where it is empty. */
export function fromEnvironment(name: string): string | undefined {
    return (globalThis as Environment).process?.env?.[name]?.trim() || undefined;
}
