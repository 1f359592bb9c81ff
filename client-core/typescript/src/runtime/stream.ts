// SPDX-License-Identifier: Apache-2.0
import { ApiCall } from "./call.js";
import type { LeadsheetCore } from "./core.js";
import type { AttemptGuard } from "./attempt_guard.js";
import { AbortedError, type CallFacts, ConnectionError, TimeoutError } from "./errors.js";
import type { RequestOptions } from "./options.js";
import { chunks, type Reader } from "./readers.js";
import type { ApiRequest } from "./request.js";

/**
 * The body of an export as it arrives; read it once. Retries end where it begins: when it breaks off, reading throws a
 * ConnectionError, and what was read is not the whole.
 */
export class ExportStream implements AsyncIterable<Uint8Array> {
    readonly contentType: string;
    readonly #body: ReadableStream<Uint8Array> | null;
    readonly #facts: CallFacts;
    readonly #guard: AttemptGuard;

    constructor(response: Response, guard: AttemptGuard, operation: string) {
        this.contentType = response.headers.get("content-type") ?? "";
        this.#body = response.body;
        this.#guard = guard;
        const requestId = response.headers.get("x-request-id") ?? "";
        this.#facts = { operation, requestId, attempts: 1, certainty: "not_applied" };
    }

    async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void> {
        try {
            for await (const chunk of this.#body ? chunks(this.#body) : []) {
                this.#guard.touch();
                yield chunk;
                this.#guard.touch();
            }
        } catch (cause) {
            throw this.#broken(cause);
        } finally {
            this.#guard.cancel();
        }
    }

    /** Line by line, without their ends; a record of CSV may hold line ends of its own. */
    async *lines(): AsyncGenerator<string, void> {
        const decoder = new TextDecoder();
        let rest = "";
        for await (const chunk of this) {
            const parts = (rest + decoder.decode(chunk, { stream: true })).split("\n");
            rest = parts.pop() ?? "";
            for (const line of parts) yield line.endsWith("\r") ? line.slice(0, -1) : line;
        }
        rest += decoder.decode();
        if (rest !== "") yield rest;
    }

    async text(): Promise<string> {
        const decoder = new TextDecoder();
        let text = "";
        for await (const chunk of this) text += decoder.decode(chunk, { stream: true });
        return text + decoder.decode();
    }

    /** Does not want the rest. */
    cancel(): void {
        this.#guard.cancel();
    }

    #broken(cause: unknown): unknown {
        const { operation } = this.#facts;
        if (this.#guard.aborted) return new AbortedError(`${operation} was aborted by the caller.`, this.#facts, { cause });
        if (this.#guard.timedOut) return new TimeoutError(`${operation} fell silent.`, this.#facts, { cause });
        return new ConnectionError(`The answer of ${operation} broke off; what was read is not the whole.`, this.#facts, { cause });
    }
}

export function streamCall(core: LeadsheetCore, request: ApiRequest, options: RequestOptions = {}): ApiCall<ExportStream> {
    const read: Reader<ExportStream> = async ({ response, guard, keep }) => {
        keep();
        guard.touch();
        return new ExportStream(response, guard, request.operation);
    };
    return new ApiCall(core.send(request, options, read));
}
