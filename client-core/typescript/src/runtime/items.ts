// SPDX-License-Identifier: Apache-2.0

/**
 * The items of pages, one by one. By hand and not by a generator, which would await every item twice: a walk over a
 * million of them spends its time there. As with a generator, calls that do not wait for each other get items in order.
 */
export class Items<T> implements AsyncIterableIterator<T, void, void> {
    readonly #pages: AsyncGenerator<{ data: T[] }, void>;
    #items: T[] = [];
    #at = 0;
    #turn: Promise<unknown> | undefined; // of a call that waits for a page

    constructor(pages: AsyncGenerator<{ data: T[] }, void>) {
        this.#pages = pages;
    }

    [Symbol.asyncIterator](): this {
        return this;
    }

    next(): Promise<IteratorResult<T, void>> {
        if (this.#turn === undefined && this.#at < this.#items.length) return Promise.resolve({ done: false, value: this.#items[this.#at++] as T });
        const take = () => this.#take();
        const turn = this.#turn ? this.#turn.then(take, take) : take();
        const end = () => {
            if (this.#turn === turn) this.#turn = undefined;
        };
        this.#turn = turn;
        turn.then(end, end);
        return turn;
    }

    async return(): Promise<IteratorResult<T, void>> {
        await this.#pages.return();
        this.#items = [];
        return { done: true, value: undefined };
    }

    async #take(): Promise<IteratorResult<T, void>> {
        while (this.#at >= this.#items.length) {
            const page = await this.#pages.next();
            if (page.done) return { done: true, value: undefined };
            this.#items = page.value.data;
            this.#at = 0;
        }
        return { done: false, value: this.#items[this.#at++] as T };
    }
}
