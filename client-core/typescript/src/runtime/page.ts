// SPDX-License-Identifier: Apache-2.0
import type { ResponseInfo } from "./attempt.js";
import { ApiCall } from "./call.js";
import type { Answer, LeadsheetCore } from "./core.js";
import { InvalidResponseError, LeadsheetError } from "./errors.js";
import { Items } from "./items.js";
import type { RequestOptions } from "./options.js";
import { bodyText, jsonOf, type Reader, Unreadable } from "./readers.js";
import type { ApiRequest } from "./request.js";

/** What a page says besides its items. Servers may leave out all of it: no `nextCursor` is the end. */
export interface ListMeta {
    nextCursor?: string | null;
    /** Whether there is more right now; where it is given it decides, whatever `nextCursor` is. */
    hasMore?: boolean;
    /** The page size in force. */
    limit?: number;
    /** Where a list that grows at its end goes on later. */
    resumeCursor?: string | null;
}

interface PageBody<T> {
    data: T[];
    meta: ListMeta;
}

const isCursor = (value: unknown) => value === undefined || value === null || typeof value === "string";

/** Is told the cursor of the next page before the page is read, and may have that page asked for first. */
type Early = (cursor: string) => Promise<void> | undefined;

/**
 * The cursor of the next page, where `meta` is the last member of the body: what follows its name has to be one value up to
 * the bracket that ends the body, which no other place of a body leaves. Nothing where it is not sure.
 */
function cursorAtEnd(text: string): string | undefined {
    const name = '"meta":';
    const at = text.lastIndexOf(name);
    const end = text.lastIndexOf("}");
    if (at === -1 || end <= at) return undefined;
    try {
        const { nextCursor, hasMore } = JSON.parse(text.slice(at + name.length, end)) as ListMeta;
        return typeof nextCursor === "string" && nextCursor !== "" && hasMore !== false ? nextCursor : undefined;
    } catch {
        return undefined;
    }
}

const readPage = (early: Early | undefined): Reader<PageBody<unknown>> => async (arrival) => {
    const text = await bodyText(arrival);
    const coming = early && cursorAtEnd(text);
    if (coming) await early(coming);
    const body = jsonOf(text, arrival) as PageBody<unknown> | undefined;
    const { nextCursor, resumeCursor, hasMore } = body?.meta ?? {};
    const isPage = Array.isArray(body?.data) && typeof body.meta === "object" && body.meta !== null;
    if (!isPage || !isCursor(nextCursor) || !isCursor(resumeCursor) || !["boolean", "undefined"].includes(typeof hasMore))
        throw new Unreadable("The answer is not a page of a list.");
    // Ending here would hide the rest of the list.
    if (hasMore && !nextCursor) throw new Unreadable("The page says that there is more, but not where.");
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
    readonly meta: ListMeta;
    /** The answer it came with: request id, rate limits. */
    readonly response: ResponseInfo;

    constructor({ data, meta }: PageBody<T>, response: ResponseInfo, next: (cursor: string) => PageCall<T>) {
        this.data = data;
        this.meta = meta;
        this.response = response;
        this.#next = next;
    }

    get hasMore(): boolean {
        return this.meta.hasMore ?? Boolean(this.nextCursor);
    }

    /** The cursor of the next page. Some lists have one at their end, too: `hasMore` tells. */
    get nextCursor(): string | null {
        return this.meta.nextCursor || null;
    }

    /** Keep it and give it as `cursor` to go on behind this page later. Leads: also at the end, for what is new. */
    get resumeCursor(): string | null {
        return this.meta.resumeCursor || this.nextCursor;
    }

    /** Nothing at the end. */
    next(): PageCall<T> | undefined {
        return this.hasMore && this.nextCursor !== null ? this.#next(this.nextCursor) : undefined;
    }
}

/**
 * A promise of one page, and all items from there on: `for await (const lead of client.leads.list())`. The next page is
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

    pages(): AsyncGenerator<Page<T>, void> {
        return this.#walk();
    }

    [Symbol.asyncIterator](): AsyncIterableIterator<T, void, void> {
        return new Items(this.pages());
    }

    /** The first `limit` items, over as many pages as that takes and no more. For all of a long list walk it with `for await`. */
    async autoPagingToArray({ limit }: { limit: number }): Promise<T[]> {
        if (!Number.isSafeInteger(limit) || limit < 1) {
            this.catch(() => undefined); // the page is under way, and nobody waits for it
            throw new LeadsheetError("autoPagingToArray needs a limit: how many items at most, from 1.");
        }
        const items: T[] = [];
        for await (const { data } of this.#walk((page) => items.length + page.data.length < limit)) for (const item of data) items.push(item);
        return items.slice(0, limit);
    }

    /**
     * Pages as long as there are some and `goesOn` says so; the next one is fetched before this one is given, and before this
     * one is read where somebody waits for it already.
     */
    async *#walk(goesOn?: (page: Page<T>) => boolean): AsyncGenerator<Page<T>, void> {
        const ahead = new AbortController();
        const { signal } = this.#options;
        const options = { ...this.#options, signal: signal ? AbortSignal.any([signal, ahead.signal]) : ahead.signal };
        const loop = new LoopGuard();
        let awaited: PromiseLike<Page<T>> | undefined;
        let asked: { cursor: string; page: Promise<Page<T>> | undefined } | undefined;
        const ask = (cursor: string): Promise<Page<T>> | undefined => {
            if (asked?.cursor === cursor) return asked.page;
            asked = { cursor, page: undefined };
            if (cursor === this.#request.query?.cursor || loop.repeats(cursor)) return undefined;
            const early: Early = (next) => (awaited === page && ask(next) ? untilSent() : undefined);
            const page = fetchPage<T>(this.#core, at(this.#request, cursor), options, goesOn ? undefined : early).then(({ data }) => data);
            page.catch(() => undefined); // it is awaited when its turn comes
            asked.page = page;
            return page;
        };
        let coming: PromiseLike<Page<T>> | undefined = this;
        try {
            while (coming) {
                awaited = coming;
                const page: Page<T> = await coming;
                awaited = undefined;
                coming = undefined;
                const cursor = page.hasMore && (goesOn?.(page) ?? true) ? page.nextCursor : null;
                if (cursor !== null) {
                    coming = ask(cursor);
                    asked = undefined;
                    if (!coming) throw this.#circle();
                }
                yield page;
            }
        } finally {
            ahead.abort();
        }
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

type EventLoop = { setImmediate?: (next: () => void) => void };
const afterEvents = (globalThis as EventLoop).setImmediate; // taken once: tests may replace it by one that waits for them

/** Lets a request that has just been made leave the process, which takes two turns of Node's event loop; browsers send it by themselves. */
function untilSent(): Promise<void> | undefined {
    return afterEvents && new Promise((resolve) => afterEvents(() => afterEvents(resolve)));
}

async function fetchPage<T>(core: LeadsheetCore, request: ApiRequest, options: RequestOptions, early?: Early): Promise<Answer<Page<T>>> {
    const { data, response } = await core.send(request, options, readPage(early));
    const next = (cursor: string) => new PageCall<T>(core, at(request, cursor), options);
    return { data: new Page(data as PageBody<T>, response, next), response };
}

export function pageCall<T>(core: LeadsheetCore, request: ApiRequest, options: RequestOptions = {}): PageCall<T> {
    return new PageCall<T>(core, request, options);
}
