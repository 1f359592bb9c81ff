// SPDX-License-Identifier: Apache-2.0
import { packageVersion } from "../generated/contract.js";
import type { Paths } from "../generated/paths.js";
import type { AttemptLog, ResponseInfo } from "./attempt.js";
import { AttemptGuard, sleepFor } from "./attempt_guard.js";
import { type Arguments, ApiCall, type PathOptions, type Untyped } from "./call.js";
import {
    AbortedError,
    apiError,
    CallError,
    type CallFacts,
    type Certainty,
    ConnectionError,
    InvalidResponseError,
    LeadsheetError,
    TimeoutError,
} from "./errors.js";
import { fromEnvironment, type LeadsheetOptions, policyOf, type RequestOptions } from "./options.js";
import { rateLimits } from "./rate_limit.js";
import { type Reader, readAny, readProblem, TooLarge, Unreadable } from "./readers.js";
import { type ApiRequest, baseAddress, checkedApiKey, checkedKey, entityTag, headerRecord, pathOf, queryText, type RawBody } from "./request.js";
import { type Failure, leavesOpen, limitResetMs, provesNothingApplied, RetryBudget, type RetrySetting, RetryState, wayOut, whatIsOpen } from "./retry.js";
import { retryAfterMs } from "./retry_after.js";

const defaultTimeoutMs = 30_000;
const defaultMaxResponseBytes = 64 * 1024 * 1024;
/** What Node's fetch says, without a code, of ports that no browser connects to. */
const badPort = "bad port";
/** Failures that come before anything of the request is sent. */
const beforeSending = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "UND_ERR_CONNECT_TIMEOUT", badPort]);

export interface Answer<T> {
    data: T;
    response: ResponseInfo;
}

/** What stays the same over all attempts of a call. */
interface Call {
    request: ApiRequest;
    options: RequestOptions;
    retry: RetrySetting;
    timeoutMs: number;
    requestId: string;
    idempotencyKey: string | undefined;
    url: string;
    body: BodyInit | null;
    /** Without the key of the API, which is asked for anew at each attempt. */
    headers: Record<string, string>;
}

interface FailedAttempt extends Failure {
    /** The error when the call ends here. */
    error: (facts: CallFacts) => CallError;
    /** Whose identifier the error names. */
    requestId?: string | undefined;
    text: string;
}

/**
 * The connection to one server with one key: retries, timeouts, errors. The operations are functions that take it, or
 * methods of `Leadsheet`. Any number of calls may run at the same time.
 */
export class LeadsheetCore {
    readonly #options: LeadsheetOptions;
    readonly #base: string;
    readonly #apiKey: string | (() => string | Promise<string>);
    readonly #headers: Record<string, string>;
    readonly #budget: RetryBudget;

    constructor(options: LeadsheetOptions = {}) {
        this.#options = options;
        const base = options.baseUrl ?? fromEnvironment("LEADSHEET_BASE_URL");
        const apiKey = options.apiKey ?? fromEnvironment("LEADSHEET_API_KEY");
        if (!base) throw new LeadsheetError("baseUrl is missing: give it to the client or in the environment variable LEADSHEET_BASE_URL.");
        if (!apiKey) throw new LeadsheetError("apiKey is missing: give it to the client or in the environment variable LEADSHEET_API_KEY.");
        this.#base = baseAddress(base, options.allowPlainHttp ?? false);
        this.#apiKey = typeof apiKey === "string" ? checkedApiKey(apiKey) : apiKey;
        this.#headers = headerRecord(options.headers);
        if ("idempotency-key" in this.#headers) throw new LeadsheetError("An Idempotency-Key belongs to one call, not to the client.");
        this.#budget = new RetryBudget(options.retryBudget);
    }

    /**
     * Calls a path, with everything that the operations have: retries, one idempotency key, errors. Paths of the document are
     * typed by it, `{name}` in them taken from `params`; of others you say what the answer is: `client.get<Report>("/v1/reports")`.
     */
    get<P extends keyof Paths["GET"]>(path: P, ...options: Arguments<Paths["GET"][P]>): ApiCall<Paths["GET"][P]["answer"]>;
    get<T = unknown, P extends string = string>(path: Untyped<P, "GET">, options?: PathOptions): ApiCall<T>;
    get(path: string, options?: PathOptions): ApiCall<unknown> {
        return this.#call("GET", path, options);
    }

    /** As `get`. A `body` is sent as JSON. */
    post<P extends keyof Paths["POST"]>(path: P, ...options: Arguments<Paths["POST"][P]>): ApiCall<Paths["POST"][P]["answer"]>;
    post<T = unknown, P extends string = string>(path: Untyped<P, "POST">, options?: PathOptions): ApiCall<T>;
    post(path: string, options?: PathOptions): ApiCall<unknown> {
        return this.#call("POST", path, options);
    }

    /** As `get`. A `body` is sent as JSON. */
    patch<P extends keyof Paths["PATCH"]>(path: P, ...options: Arguments<Paths["PATCH"][P]>): ApiCall<Paths["PATCH"][P]["answer"]>;
    patch<T = unknown, P extends string = string>(path: Untyped<P, "PATCH">, options?: PathOptions): ApiCall<T>;
    patch(path: string, options?: PathOptions): ApiCall<unknown> {
        return this.#call("PATCH", path, options);
    }

    /** As `get`. */
    delete<P extends keyof Paths["DELETE"]>(path: P, ...options: Arguments<Paths["DELETE"][P]>): ApiCall<Paths["DELETE"][P]["answer"]>;
    delete<T = unknown, P extends string = string>(path: Untyped<P, "DELETE">, options?: PathOptions): ApiCall<T>;
    delete(path: string, options?: PathOptions): ApiCall<unknown> {
        return this.#call("DELETE", path, options);
    }

    #call(method: ApiRequest["method"], template: string, { params, query, body, ...options }: PathOptions = {}): ApiCall<unknown> {
        const operation = `${method} ${template.split("?")[0]}`;
        return new ApiCall(this.send({ operation, method, path: pathOf(template, params), query, body }, options, readAny));
    }

    /** Sends a request until it succeeds or there is nothing more to try. Reading the body is part of an attempt. */
    async send<T>(request: ApiRequest, options: RequestOptions, read: Reader<T>): Promise<Answer<T>> {
        const call = this.#prepare(request, options);
        const state = new RetryState();
        const started = performance.now();
        // Only on a POST does the service look the key up.
        const keyed = request.method === "POST" && call.idempotencyKey !== undefined;
        let certainty: Certainty = "not_applied";
        for (let attempt = 1; ; attempt++) {
            const apiKey = await this.#keyOf(call, attempt - 1, certainty);
            const sent = performance.now();
            const outcome = await this.#attempt(call, attempt, apiKey, read);
            const tookMs = performance.now() - sent;
            if (!("error" in outcome)) {
                state.succeeded(this.#budget);
                this.#log(call, { attempt, status: outcome.response.status, tookMs });
                return outcome;
            }
            if (request.method !== "GET" && leavesOpen(outcome)) certainty = "unknown";
            else if (provesNothingApplied(outcome, keyed)) certainty = "not_applied";
            const step = options.signal?.aborted ? { stop: "cancelled" as const } : state.next(outcome, performance.now() - started, call.retry);
            const failed = { attempt, status: outcome.status, tookMs, failure: outcome.text };
            this.#log(call, "stop" in step ? failed : { ...failed, waitMs: step.waitMs });
            if ("stop" in step)
                throw outcome.error({
                    operation: request.operation,
                    requestId: outcome.requestId ?? call.requestId,
                    attempts: attempt,
                    certainty,
                    stop: step.stop,
                    advice: [whatIsOpen(outcome, certainty, keyed), wayOut(outcome, step.stop, call.retry.policy)].filter(Boolean).join(" "),
                    idempotencyKey: call.idempotencyKey,
                    retryAfterMs: outcome.retryAfterMs,
                });
            await this.#sleep(call, step.waitMs, attempt, certainty);
        }
    }

    #prepare(request: ApiRequest, options: RequestOptions): Call {
        const own = headerRecord(options.headers);
        const raw = request.raw && isRawBody(request.body) ? request.body : undefined;
        const headers: Record<string, string> = {
            accept: "application/json, application/problem+json;q=0.9, */*;q=0.1",
            "user-agent": `leadsheet-js/${packageVersion}`,
            ...this.#headers,
        };
        if (raw) headers["content-type"] = raw.contentType;
        else if (request.body !== undefined) headers["content-type"] = "application/json";
        if (raw?.contentEncoding) headers["content-encoding"] = raw.contentEncoding;
        if (options.ifMatch !== undefined) headers["if-match"] = entityTag(options.ifMatch);
        const requestId = own["x-request-id"] ?? crypto.randomUUID();
        headers["x-request-id"] = requestId;
        const key = own["idempotency-key"] ?? options.idempotencyKey ?? (request.method === "POST" ? crypto.randomUUID() : undefined);
        if (key !== undefined) headers["idempotency-key"] = checkedKey(key);
        return {
            request,
            options,
            retry: {
                policy: policyOf(this.#options.retry, options.retry),
                budget: this.#budget,
                random: this.#options.random ?? Math.random,
                waitForRateLimit: options.waitForRateLimit ?? this.#options.waitForRateLimit ?? false,
            },
            timeoutMs: options.timeoutMs ?? this.#options.timeoutMs ?? defaultTimeoutMs,
            requestId,
            idempotencyKey: key,
            url: `${this.#base}${request.path}${queryText(request.query, request.path.includes("?") ? "&" : "?")}`,
            body: raw ? raw.data : request.body === undefined ? null : JSON.stringify(request.body),
            headers: { ...headers, ...own },
        };
    }

    /** A function that fails, or gives no key, ends the call: nothing was sent this time, so there is nothing to repeat. */
    async #keyOf(call: Call, attempts: number, certainty: Certainty): Promise<string> {
        if (typeof this.#apiKey === "string") return this.#apiKey;
        try {
            return checkedApiKey(await this.#apiKey());
        } catch (cause) {
            const { operation } = call.request;
            const facts = { operation, requestId: call.requestId, attempts, certainty, idempotencyKey: call.idempotencyKey };
            throw new CallError(`${operation} was not sent: there is no API key (${cause instanceof Error ? cause.message : String(cause)}).`, facts, { cause });
        }
    }

    async #attempt<T>(call: Call, attempt: number, apiKey: string, read: Reader<T>): Promise<Answer<T> | FailedAttempt> {
        const guard = new AttemptGuard(call.timeoutMs, call.options.signal);
        let response: Response | undefined;
        let kept = false;
        try {
            const send = this.#options.fetch ?? globalThis.fetch;
            response = await send(call.url, {
                method: call.request.method,
                headers: { "x-api-key": apiKey, ...call.headers },
                body: call.body,
                signal: guard.signal,
                redirect: "manual",
            });
            const maxBytes = this.#options.maxResponseBytes ?? defaultMaxResponseBytes;
            const keep = () => {
                kept = true;
            };
            const arrival = { response, guard, maxBytes, keep };
            if (!response.ok) return this.#refusal(response, await readProblem(arrival));
            return { data: await read(arrival), response: info(call, response, attempt) };
        } catch (cause) {
            return lost(guard, response, cause);
        } finally {
            if (!kept) guard.end();
        }
    }

    #refusal(response: Response, problem: Awaited<ReturnType<typeof readProblem>>): FailedAttempt {
        const { status, headers } = response;
        return {
            status,
            code: problem?.code,
            retryable: typeof problem?.retryable === "boolean" ? problem.retryable : undefined,
            retryAfterMs: retryAfterMs(headers, (this.#options.now ?? Date.now)()) ?? (status === 429 ? limitResetMs(headers) : undefined),
            requestId: headers.get("x-request-id") ?? undefined,
            text: problem?.code ?? String(status),
            error: (facts) => apiError(status, headers, problem, facts),
        };
    }

    async #sleep(call: Call, ms: number, attempts: number, certainty: Certainty): Promise<void> {
        const signal = call.options.signal ?? new AbortController().signal;
        try {
            await (this.#options.sleep ?? sleepFor)(ms, signal);
        } catch (cause) {
            const { operation } = call.request;
            const facts = { operation, requestId: call.requestId, attempts, certainty, stop: "cancelled" as const, idempotencyKey: call.idempotencyKey };
            throw new AbortedError(`${operation} was aborted by the caller.`, facts, { cause });
        }
    }

    #log(call: Call, seen: Pick<AttemptLog, "attempt" | "status" | "tookMs" | "failure" | "waitMs">): void {
        const { operation, method, path } = call.request;
        this.#options.onAttempt?.({ operation, method, url: `${this.#base}${path.split("?")[0]}`, requestId: call.requestId, ...seen });
    }
}

function isRawBody(body: unknown): body is RawBody {
    return typeof body === "object" && body !== null && "contentType" in body && "data" in body;
}

function info(call: Call, response: Response, attempts: number): ResponseInfo {
    const { status, headers } = response;
    return {
        status,
        headers,
        requestId: headers.get("x-request-id") ?? call.requestId,
        attempts,
        replayed: headers.get("idempotent-replayed") === "true",
        rateLimits: rateLimits(headers),
        ...(call.idempotencyKey === undefined ? {} : { idempotencyKey: call.idempotencyKey }),
    };
}

/** An attempt without a complete, readable answer. */
function lost(guard: AttemptGuard, response: Response | undefined, cause: unknown): FailedAttempt {
    const options = { cause };
    const requestId = response?.headers.get("x-request-id") ?? undefined;
    if (guard.aborted)
        return { status: 0, requestId, text: "aborted", error: (facts) => new AbortedError(`${facts.operation} was aborted by the caller.`, facts, options) };
    if (guard.timedOut)
        return { status: 0, timedOut: true, requestId, text: "timeout", error: (facts) => new TimeoutError(`${facts.operation} took too long.`, facts, options) };
    if (cause instanceof Unreadable) {
        const { message } = cause;
        const tooLarge = cause instanceof TooLarge;
        const text = tooLarge ? "too large" : "unreadable";
        return { status: response?.status ?? 0, unreadable: true, tooLarge, requestId, text, error: (facts) => new InvalidResponseError(message, facts, options) };
    }
    const inner = (cause as { cause?: { code?: unknown; message?: unknown } } | null)?.cause;
    const code = (inner?.code ?? (inner?.message === badPort ? badPort : "")) as string;
    const text = code || "connection lost";
    return {
        status: 0,
        nothingSent: beforeSending.has(code),
        requestId,
        text,
        error: (facts) => new ConnectionError(`No complete answer arrived for ${facts.operation} (${text}).`, facts, options),
    };
}
