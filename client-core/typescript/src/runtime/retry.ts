// SPDX-License-Identifier: Apache-2.0
// The decisions of the retry loop, without any input or output: the rules of the C++ client's retry machine, and waitForRateLimit.
import type { Certainty, StopReason } from "./errors.js";
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
    /** Unreadable for its length. */
    tooLarge?: boolean | undefined;
    timedOut?: boolean | undefined;
}

/** What all calls of a client may spend on repeats; see `LeadsheetOptions.retryBudget`. */
export class RetryBudget {
    static readonly cost = 5;
    static readonly costAfterTimeout = 10;
    static readonly cleanSuccess = 1;
    readonly #capacity: number;
    #available: number;

    constructor(capacity = 100) {
        this.#capacity = capacity;
        this.#available = capacity;
    }

    tryTake(cost: number): boolean {
        if (this.#available < cost) return false;
        this.#available -= cost;
        return true;
    }

    giveBack(amount: number): void {
        this.#available = Math.min(this.#capacity, this.#available + amount);
    }
}

/** How far a call has come. */
export class RetryState {
    /** Without the waits for a rate limit. */
    retries = 0;
    /** Spent on waits for a rate limit. */
    pausedMs = 0;
    #held = 0;

    /** How long to wait before the next attempt, or why there is none. */
    next(failure: Failure, elapsedMs: number, { policy, budget, random, waitForRateLimit }: RetrySetting): { waitMs: number } | { stop: StopReason } {
        if (!isRetryable(failure)) return { stop: "permanent" };
        const wait = waitMs(policy, failure, this.retries, random);
        const isLimit = failure.status === 429 && (failure.retryAfterMs ?? 0) > 0;
        if (isLimit && waitForRateLimit) {
            this.pausedMs += wait;
            return { waitMs: wait };
        }
        if ((failure.retryAfterMs ?? 0) > policy.retryAfterCeilingMs) return { stop: "server_asked_too_long" };
        if (this.retries >= policy.maxRetries) return { stop: "attempts_exhausted" };
        if (elapsedMs - this.pausedMs + wait >= policy.totalMs) return { stop: "deadline" };
        // The service sets the pace of these itself; calls that wait side by side must not end each other.
        const cost = isLimit ? 0 : failure.timedOut ? RetryBudget.costAfterTimeout : RetryBudget.cost;
        if (!budget.tryTake(cost)) return { stop: "budget_drained" };
        this.#held += cost;
        this.retries++;
        return { waitMs: wait };
    }

    succeeded(budget: RetryBudget): void {
        budget.giveBack(this.#held || RetryBudget.cleanSuccess);
    }
}

export interface RetrySetting {
    policy: RetryPolicy;
    budget: RetryBudget;
    random: () => number;
    waitForRateLimit: boolean;
}

export function isRetryable(failure: Failure): boolean {
    if (failure.tooLarge) return false;
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

/** What would have let the call go on. */
export function wayOut(failure: Failure, stop: StopReason, policy: RetryPolicy): string | undefined {
    if (stop === "budget_drained") return "It was not repeated: too many calls of this client failed lately (retryBudget).";
    const seconds = Math.ceil((failure.retryAfterMs ?? 0) / 1000);
    if (seconds === 0 || stop === "permanent") return undefined;
    if (failure.status === 429) return `The service asks to wait ${seconds} s; set waitForRateLimit to have the call wait, or repeat it then.`;
    if (stop !== "server_asked_too_long") return undefined;
    return `The service asks to wait ${seconds} s, longer than retryAfterCeilingMs (${policy.retryAfterCeilingMs}).`;
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
 * How long a 429 without Retry-After lasts by its RateLimit field: the longest reset among the policies with nothing
 * left. Nothing when none tells it, or only times that cannot be meant.
 */
export function limitResetMs(headers: Headers): number | undefined {
    const resets = rateLimits(headers)
        .filter(({ remaining, resetSeconds, windowSeconds }) => remaining === 0 && resetSeconds > 0 && resetSeconds <= (windowSeconds ?? longestUntoldWindow))
        .map(({ resetSeconds }) => resetSeconds * 1000);
    return resets.length === 0 ? undefined : Math.max(...resets);
}
