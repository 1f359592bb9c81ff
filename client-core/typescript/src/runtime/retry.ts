// SPDX-License-Identifier: Apache-2.0
// The decisions of the retry loop, without any input or output: the same rules as the C++ client's retry machine.
import type { Certainty } from "./errors.js";
import type { RetryPolicy } from "./options.js";
import { rateLimits } from "./rate_limit.js";

const repeatedStatuses = new Set([408, 425, 429, 500, 502, 503, 504]);
/** Share of the server's wait that is added at random, so that its clients do not all come back at once. */
const serverJitter = 0.1;
/** Seconds: a longer reset of a window whose length is not told cannot be meant. */
const longestUntoldWindow = 86_400;
/** Codes of problems that say that nothing was done although the status is a 5xx. */
const nothingDone = new Set(["unavailable", "not_implemented"]);

/** What one attempt showed, when it was no success. */
export interface Failure {
    /** 0 when there was no complete answer. */
    status: number;
    code?: string | undefined;
    /** The body's own hint; wins over the status, both ways. */
    retryable?: boolean | undefined;
    retryAfterMs?: number | undefined;
    /** Nothing can have reached the server. */
    nothingSent?: boolean | undefined;
    /** A success whose body could not be read. */
    unreadable?: boolean | undefined;
}

export function isRetryable(failure: Failure): boolean {
    if (failure.status === 0 || failure.unreadable) return true;
    if (failure.retryable !== undefined) return failure.retryable;
    return repeatedStatuses.has(failure.status) || (failure.status === 409 && failure.code === "idempotency_in_progress");
}

/** Whether the attempt alone leaves open what the server did. */
export function leavesOpen(failure: Failure): boolean {
    if (failure.status === 0) return !failure.nothingSent;
    if (failure.unreadable || failure.code === "idempotency_in_progress") return true;
    return failure.status >= 500 && !nothingDone.has(failure.code ?? "");
}

/**
 * Idempotency is looked up before these are decided: no earlier attempt with the key can have been applied, because
 * the answer would have been that attempt's. Without a key (PATCH, DELETE) the refusal may be the effect of an earlier
 * attempt, and what stands between, which sends no code, has no idea of keys.
 */
export function provesNothingApplied(failure: Failure, keyed: boolean): boolean {
    if (failure.unreadable || failure.code === undefined) return false;
    // The delivery's own name is its key, and it stands for other content.
    if (failure.code === "duplicate_delivery") return true;
    if (!keyed) return false;
    return failure.status === 402 || failure.status === 422 || (failure.status === 409 && failure.code !== "idempotency_in_progress");
}

/** What to do when a refusal follows an attempt without an answer, which reads as if nothing had been done. */
export function whatIsOpen(failure: Failure, certainty: Certainty, keyed: boolean): string | undefined {
    if (certainty !== "unknown" || failure.status === 0 || leavesOpen(failure)) return undefined;
    return keyed
        ? "An earlier attempt got no answer and may have been applied: repeat the call with the same idempotency key."
        : "An earlier attempt got no answer and may have caused this: read the resource again before repeating the change.";
}

/** min(max, base x 2^retry), then at random in [d/2, d]. */
export function backoffMs(policy: RetryPolicy, retry: number, random: () => number): number {
    const most = Math.min(policy.maxDelayMs, policy.baseDelayMs * 2 ** retry);
    return Math.max(policy.minDelayMs, most / 2 + (random() * most) / 2);
}

/** How long to wait before retry number `retry` (from 0), never shorter than the server asked. */
export function waitMs(policy: RetryPolicy, failure: Failure, retry: number, random: () => number): number {
    if (failure.retryAfterMs === undefined) return backoffMs(policy, retry, random);
    const asked = Math.max(failure.retryAfterMs, policy.minDelayMs);
    return asked + random() * asked * serverJitter;
}

/**
 * Seconds or an HTTP-date (RFC 9110 section 10.2.3), in milliseconds. A date is measured against the answer's own
 * Date, so that a wrong local clock does not matter. Nothing when malformed.
 */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
    const value = headers.get("retry-after")?.trim();
    if (!value) return undefined;
    if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value)) * 1000;
    if (!/^[A-Z][a-z]+,? /.test(value)) return undefined;
    const date = Date.parse(value);
    const sent = Date.parse(headers.get("date") ?? "");
    return Number.isNaN(date) ? undefined : Math.max(0, date - (Number.isNaN(sent) ? now : sent));
}

/**
 * How long a 429 without Retry-After lasts by its RateLimit field: the longest reset among the policies with nothing
 * left. Nothing when none tells it, or only times that cannot be meant.
 */
export function limitResetMs(headers: Headers): number | undefined {
    const resets = rateLimits(headers)
        .filter(({ remaining, resetSeconds, windowSeconds }) => remaining === 0 && resetSeconds > 0 && resetSeconds <= (windowSeconds ?? longestUntoldWindow))
        .map(({ resetSeconds }) => resetSeconds * 1000);
    return resets.length === 0 ? undefined : Math.max(...resets);
}
