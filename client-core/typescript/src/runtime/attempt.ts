// SPDX-License-Identifier: Apache-2.0

/** One attempt on the wire. */
export interface AttemptLog {
    operation: string;
    method: string;
    /** Without its query. */
    url: string;
    requestId: string;
    /** From 1. */
    attempt: number;
    /** 0 when there was no complete answer. */
    status: number;
    tookMs: number;
    /** Set when the call goes on: how long it waits now. */
    waitMs?: number;
    /** The failure in a few words. */
    failure?: string;
}

/** What the server counts requests against; `t` seconds until the window ends, `r` requests left. */
export interface RateLimit {
    policy: string;
    remaining: number;
    resetSeconds: number;
    /** Requests in a window, when the answer says so. */
    quota?: number;
    windowSeconds?: number;
}

/** What there is to know of an answer besides its data. */
export interface ResponseInfo {
    status: number;
    headers: Headers;
    requestId: string;
    /** Requests that were sent for this call. */
    attempts: number;
    /** The key that was sent with it; repeat the call with it to get the same answer. */
    idempotencyKey?: string;
    /** The answer is that of an earlier request with the same key. */
    replayed: boolean;
    rateLimits: RateLimit[];
}
