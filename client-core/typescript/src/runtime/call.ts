// SPDX-License-Identifier: Apache-2.0
import type { Paths } from "../generated/paths.js";
import type { ResponseInfo } from "./attempt.js";
import type { Answer, LeadsheetCore } from "./core.js";
import type { RequestOptions } from "./options.js";
import { readJson, readText } from "./readers.js";
import type { ApiRequest, QueryValue } from "./request.js";

/** What a call by path takes. */
export interface PathOptions extends RequestOptions {
    /** For the `{name}`s of the path. */
    params?: Record<string, string>;
    query?: Record<string, QueryValue>;
    body?: unknown;
}

/** One path of the document. */
export interface PathTyped {
    input: object;
    answer: unknown;
}

/** May be left out where the path needs nothing. */
export type Arguments<Path extends PathTyped> = object extends Path["input"] ? [options?: Path["input"] & RequestOptions] : [options: Path["input"] & RequestOptions];

/** A path that the document does not have. */
export type Untyped<P extends string, Method extends keyof Paths> = P extends keyof Paths[Method] ? never : P;

/** A call under way: a promise of its data, which can also tell about its answer. */
export class ApiCall<T> implements Promise<T> {
    readonly #answer: Promise<Answer<T>>;
    readonly [Symbol.toStringTag] = "ApiCall";

    constructor(answer: Promise<Answer<T>>) {
        this.#answer = answer;
    }

    /** The data together with status, headers, number of attempts, and limits. */
    withResponse(): Promise<{ data: T; response: ResponseInfo }> {
        return this.#answer;
    }

    then<A = T, B = never>(onDone?: ((data: T) => A | PromiseLike<A>) | null, onFailed?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<A | B> {
        return this.#answer.then(({ data }) => data).then(onDone, onFailed);
    }

    catch<B = never>(onFailed?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
        return this.then(undefined, onFailed);
    }

    finally(onEnd?: (() => void) | null): Promise<T> {
        return this.then().finally(onEnd);
    }
}

export function jsonCall<T>(core: LeadsheetCore, request: ApiRequest, options: RequestOptions = {}): ApiCall<T> {
    return new ApiCall(core.send(request, options, readJson) as Promise<Answer<T>>);
}

export function textCall(core: LeadsheetCore, request: ApiRequest, options: RequestOptions = {}): ApiCall<string> {
    return new ApiCall(core.send(request, options, readText));
}
