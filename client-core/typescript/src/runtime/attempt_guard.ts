// SPDX-License-Identifier: Apache-2.0

/** Ends one attempt when the caller's signal says so or when it takes too long. */
export class AttemptGuard {
    readonly #controller = new AbortController();
    readonly #timeoutMs: number;
    readonly #caller: AbortSignal | undefined;
    readonly #onAbort = () => this.#controller.abort(this.#caller?.reason);
    #timer: ReturnType<typeof setTimeout> | undefined;
    timedOut = false;

    constructor(timeoutMs: number, caller: AbortSignal | undefined) {
        this.#timeoutMs = timeoutMs;
        this.#caller = caller;
        if (caller?.aborted) this.#onAbort();
        else caller?.addEventListener("abort", this.#onAbort, { once: true });
        this.touch();
    }

    get signal(): AbortSignal {
        return this.#controller.signal;
    }

    get aborted(): boolean {
        return this.#caller?.aborted ?? false;
    }

    /** The time starts anew. */
    touch(): void {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => {
            this.timedOut = true;
            this.#controller.abort();
        }, this.#timeoutMs);
    }

    /** Closes the connection when the answer is not wanted any more. */
    cancel(): void {
        this.end();
        this.#controller.abort();
    }

    end(): void {
        clearTimeout(this.#timer);
        this.#caller?.removeEventListener("abort", this.#onAbort);
    }
}

/** A timer of more milliseconds than fit into 32 bits ends at once. */
const longestTimer = 2 ** 31 - 1;

/** Resolves after `ms`, or rejects at once with the signal's reason. */
export async function sleepFor(ms: number, signal: AbortSignal): Promise<void> {
    for (let left = ms; left > 0; left -= longestTimer) await timer(Math.min(left, longestTimer), signal);
}

function timer(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        const onAbort = () => {
            clearTimeout(handle);
            reject(signal.reason);
        };
        const handle = setTimeout(() => {
            signal.removeEventListener("abort", onAbort);
            resolve();
        }, ms);
        signal.addEventListener("abort", onAbort, { once: true });
    });
}
