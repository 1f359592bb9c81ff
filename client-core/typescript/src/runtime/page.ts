// SPDX-License-Identifier: Apache-2.0
import type { PageMeta } from "../generated/types.js";
import { ApiCall } from "./call.js";
import type { Answer, LeadsheetCore } from "./core.js";
import { InvalidResponseError } from "./errors.js";
import { Items } from "./items.js";
import type { RequestOptions } from "./options.js";
import { type Reader, readJson, Unreadable } from "./readers.js";
import type { ApiRequest } from "./request.js";

interface PageBody<T> {
    data: T[];
    meta: PageMeta;
}

const readPage: Reader<PageBody<unknown>> = async (arrival) => {
    const body = (await readJson(arrival)) as PageBody<unknown> | undefined;
    if (!Array.isArray(body?.data) || typeof body.meta?.hasMore !== "boolean") throw new Unreadable("The answer is no page of a list.");
    return body;
};

/** Notices a list that turns in a circle, with two cursors kept (Brent's algorithm). */
class LoopGuard {
    #kept: string | undefined;
    #steps = 0;
    #length = 1;

    repeats(cursor: string): boolean {
        if (cursor === this.#kept) return true;
        if (++this.#steps === this.#length) {
            this.#kept = cursor;
            this.#steps = 0;
            this.#length *= 2;
        }
        return false;
    }
}

/** One page of a list. */
export class Page<T> {
    readonly #next: (cursor: string) => PageCall<T>;
    readonly data: T[];
    readonly meta: PageMeta;

    constructor(body: PageBody<T>, next: (cursor: string) => PageCall<T>) {
        this.data = body.data;
        this.meta = body.meta;
        this.#next = next;
    }

    get hasMore(): boolean {
        return this.meta.hasMore;
    }

    /** Where the list goes on; keep it and give it as `cursor` to resume there. Leads: also at the end, for what is new. */
    get nextCursor(): string | null {
        return this.meta.nextCursor;
    }

    /** Nothing at the end. */
    next(): PageCall<T> | undefined {
        return this.hasMore && this.nextCursor !== null ? this.#next(this.nextCursor) : undefined;
    }
}

/**
 * A promise of one page, and all items from there on: `for await (const lead of client.listLeads())`. The next page is
 * fetched while this one is worked on; leaving the loop aborts that.
 */
export class PageCall<T> extends ApiCall<Page<T>> implements AsyncIterable<T> {
    readonly #core: LeadsheetCore;
    readonly #request: ApiRequest;
    readonly #options: RequestOptions;

    constructor(core: LeadsheetCore, request: ApiRequest, options: RequestOptions) {
        super(fetchPage<T>(core, request, options));
        this.#core = core;
        this.#request = request;
        this.#options = options;
    }

    async *pages(): AsyncGenerator<Page<T>, void> {
        const ahead = new AbortController();
        const { signal } = this.#options;
        const options = { ...this.#options, signal: signal ? AbortSignal.any([signal, ahead.signal]) : ahead.signal };
        const loop = new LoopGuard();
        let coming: PromiseLike<Page<T>> | undefined = this;
        try {
            while (coming) {
                const page: Page<T> = await coming;
                coming = undefined;
                const cursor = page.hasMore ? page.nextCursor : null;
                if (cursor !== null) {
                    if (cursor === this.#request.query?.cursor || loop.repeats(cursor)) throw this.#circle();
                    const next = fetchPage<T>(this.#core, at(this.#request, cursor), options);
                    next.catch(() => undefined); // it is awaited when its turn comes
                    coming = next.then(({ data }) => data);
                    (coming as Promise<Page<T>>).catch(() => undefined);
                }
                yield page;
            }
        } finally {
            ahead.abort();
        }
    }

    [Symbol.asyncIterator](): AsyncIterableIterator<T, void, void> {
        return new Items(this.pages());
    }

    #circle(): InvalidResponseError {
        const { operation } = this.#request;
        const facts = { operation, requestId: "", attempts: 1, certainty: "not_applied" as const };
        return new InvalidResponseError("The cursors of the list turn in a circle.", facts);
    }
}

function at(request: ApiRequest, cursor: string): ApiRequest {
    return { ...request, query: { ...request.query, cursor } };
}

async function fetchPage<T>(core: LeadsheetCore, request: ApiRequest, options: RequestOptions): Promise<Answer<Page<T>>> {
    const { data, response } = await core.send(request, options, readPage);
    const next = (cursor: string) => new PageCall<T>(core, at(request, cursor), options);
    return { data: new Page(data as PageBody<T>, next), response };
}

export function pageCall<T>(core: LeadsheetCore, request: ApiRequest, options: RequestOptions = {}): PageCall<T> {
    return new PageCall<T>(core, request, options);
}
