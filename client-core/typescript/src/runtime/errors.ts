// SPDX-License-Identifier: Apache-2.0
import type { ErrorCode, FieldError, Problem } from "../generated/types.js";

/**
 * Whether a failed write may have been applied. `unknown`: repeat it with the SAME idempotency key, never a new one; a
 * change that has none (PATCH, DELETE): read the resource again first.
 */
export type Certainty = "not_applied" | "unknown";

/**
 * Why a call was not repeated (again): there was no point; `maxRetries` or `totalMs` was reached; the service asked for a longer
 * wait than `retryAfterCeilingMs`; `retryBudget` was used up; or the caller's signal ended it.
 */
export type StopReason = "permanent" | "attempts_exhausted" | "deadline" | "server_asked_too_long" | "budget_drained" | "cancelled";

export interface CallFacts {
    operation: string;
    requestId: string;
    attempts: number;
    certainty: Certainty;
    idempotencyKey?: string | undefined;
    /** What the server asked for, unshortened. */
    retryAfterMs?: number | undefined;
    /** `permanent` when left out. */
    stop?: StopReason | undefined;
    /** What is open or could be set otherwise, and what to do about it. */
    advice?: string | undefined;
}

/** The base of everything this package throws. */
export class LeadsheetError extends Error {
    override name = "LeadsheetError";
}

/** A call that failed, whatever the reason. */
export class CallError extends LeadsheetError {
    override name = "CallError";
    readonly operation: string;
    readonly requestId: string;
    readonly attempts: number;
    readonly certainty: Certainty;
    readonly idempotencyKey: string | undefined;
    readonly retryAfterMs: number | undefined;
    readonly stop: StopReason;

    constructor(message: string, facts: CallFacts, options?: ErrorOptions) {
        super(facts.advice ? `${message} ${facts.advice}` : message, options);
        this.operation = facts.operation;
        this.requestId = facts.requestId;
        this.attempts = facts.attempts;
        this.certainty = facts.certainty;
        this.idempotencyKey = facts.idempotencyKey;
        this.retryAfterMs = facts.retryAfterMs;
        this.stop = facts.stop ?? "permanent";
    }
}

/** No complete answer arrived. */
export class ConnectionError extends CallError {
    override name = "ConnectionError";
}

/** An attempt, or the call as a whole, took too long. */
export class TimeoutError extends ConnectionError {
    override name = "TimeoutError";
}

/** The caller's signal ended the call. */
export class AbortedError extends CallError {
    override name = "AbortedError";
}

/** The answer is not what the contract promises. */
export class InvalidResponseError extends CallError {
    override name = "InvalidResponseError";
}

/** The words for an answer without any of its own. */
function bareAnswer(status: number, { retryAfterMs }: CallFacts): string {
    if (status !== 429) return `The service answered ${status}.`;
    return `The service answered 429 (too many requests)${retryAfterMs === undefined ? " without saying how long to wait" : ""}.`;
}

/** The server refused. Branch on `code`, never on `message`. */
export class ApiError extends CallError {
    override name = "ApiError";
    readonly status: number;
    readonly headers: Headers;
    /** Absent when something between sent the answer, for example a gateway's page. New codes may be added. */
    readonly code: ErrorCode | (string & {}) | undefined;
    /** Where in the request, and why. */
    readonly errors: readonly FieldError[];
    readonly problem: Problem | undefined;

    constructor(status: number, headers: Headers, problem: Problem | undefined, facts: CallFacts) {
        super(problem?.detail || problem?.title || bareAnswer(status, facts), facts);
        this.status = status;
        this.headers = headers;
        this.code = problem?.code;
        this.errors = Array.isArray(problem?.errors) ? problem.errors : [];
        this.problem = problem;
    }
}

/** 400 */
export class BadRequestError extends ApiError {
    override name = "BadRequestError";
}
/** 401 */
export class AuthenticationError extends ApiError {
    override name = "AuthenticationError";
}
/** 402: credit or a spend cap is used up. */
export class PaymentRequiredError extends ApiError {
    override name = "PaymentRequiredError";
}
/** 403 */
export class PermissionError extends ApiError {
    override name = "PermissionError";
}
/** 404 and 410 */
export class NotFoundError extends ApiError {
    override name = "NotFoundError";
}
/** 409 */
export class ConflictError extends ApiError {
    override name = "ConflictError";
}
/** 422 */
export class ValidationError extends ApiError {
    override name = "ValidationError";
}
/** 429 */
export class RateLimitError extends ApiError {
    override name = "RateLimitError";
}
/** 5xx */
export class ServerError extends ApiError {
    override name = "ServerError";
}

const classes: Record<number, typeof ApiError> = {
    400: BadRequestError,
    401: AuthenticationError,
    402: PaymentRequiredError,
    403: PermissionError,
    404: NotFoundError,
    409: ConflictError,
    410: NotFoundError,
    422: ValidationError,
    429: RateLimitError,
};

/** The error of an answer that is no success. */
export function apiError(status: number, headers: Headers, problem: Problem | undefined, facts: CallFacts): ApiError {
    const kind = classes[status] ?? (status >= 500 ? ServerError : ApiError);
    return new kind(status, headers, problem, facts);
}
