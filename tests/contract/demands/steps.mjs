// SPDX-License-Identifier: Apache-2.0
// Performs the steps of an entry: requests, what has to hold of their answers, and what has to arrive elsewhere. What a
// step keeps, later ones name in braces.
import { at, fits, shown, unmet } from "./expectations.mjs";

const kArrivalMilliseconds = 60_000; // moments, unless the machine is busy

/// The kinds of steps, and the further members that each may have.
const kMembers = {
    send: ["as", "on", "once", "headers", "body", "text", "copies", "status", "header", "has", "contains", "keep", "numberOf"],
    arrives: ["with", "never"],
    restart: [],
};

/// What does not hold, with the request and the answer.
export class Unmet extends Error {}

/// `value` with every {name} replaced by what was kept; a text that is nothing but a name becomes the value itself.
export function filled(value, kept) {
    if (typeof value === "string") {
        const known = (name) => {
            if (!(name in kept)) throw new Error(`no step before this one keeps ${name}`);
            return kept[name];
        };
        const whole = /^\{([A-Za-z]\w*)\}$/.exec(value);
        return whole ? known(whole[1]) : value.replace(/\{([A-Za-z]\w*)\}/g, (_, name) => known(name));
    }
    if (Array.isArray(value)) return value.map((one) => filled(one, kept));
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filled(one, kept)]));
}

function parsed(text) {
    try {
        return JSON.parse(text);
    } catch {
        return undefined;
    }
}

export class Steps {
    /// `services` and `receivers` by name. What is kept is shared by all steps that this object performs.
    constructor(services, receivers, kept) {
        this.services = services;
        this.receivers = receivers;
        this.kept = kept;
        this.requests = 0;
    }

    async perform(step) {
        const kind = Object.keys(kMembers).find((name) => name in step);
        if (!kind) throw new Error(`a step is one of ${Object.keys(kMembers).join(", ")}`);
        for (const name of Object.keys(step)) if (name !== kind && !kMembers[kind].includes(name)) throw new Error(`${name} is not a member of a step that is ${kind}`);
        if (kind === "restart") return this.services[step.restart].restart();
        if (kind === "arrives") return this.await(step);
        const answers = await Promise.all(Array.from({ length: step.copies ?? 1 }, (_, index) => this.exchange(step, index)));
        for (const answer of answers) this.hold(step, answer);
        for (const [name, { status, count }] of Object.entries(step.numberOf ?? {})) {
            const found = answers.filter((answer) => answer.status === status).length;
            if (found !== count) throw new Unmet(`${step.send}: ${found} of ${answers.length} are ${name}, not ${count}`);
        }
        this.keep(step, answers[0]);
    }

    /// `once` is the idempotency key, a header that is null is not sent; {copy} is which of several copies this is.
    exchange(step, copy) {
        const kept = { ...this.kept, copy: String(copy) };
        const [method, path] = filled(step.send, kept).split(" ");
        const key = step.as === "nobody" ? null : filled(`{${step.as ?? "customer"}}`, kept);
        const body = step.text ?? (step.body === undefined ? null : JSON.stringify(filled(step.body, kept)));
        const headers = {
            ...(key && { "x-api-key": key }),
            ...(body !== null && { "content-type": "application/json" }),
            ...(step.once && { "idempotency-key": filled(step.once, kept) }),
            ...filled(step.headers ?? {}, kept),
        };
        for (const [name, content] of Object.entries(headers)) if (content === null) delete headers[name];
        this.requests++;
        return this.services[step.on ?? "usual"].send(method, path, headers, body);
    }

    hold(step, answer) {
        const body = parsed(answer.text);
        const expected = filled({ status: step.status ?? { $min: 200, $max: 299 }, header: step.header ?? {}, has: step.has ?? {} }, this.kept);
        const fail = (what) => {
            const given = step.text ?? (step.body === undefined ? "" : JSON.stringify(step.body));
            throw new Unmet(`${step.send} ${given} as ${step.as ?? "customer"}: ${what}\n    answer: ${answer.status} ${shown(answer.text)}`);
        };
        if (!fits(answer.status, expected.status)) fail(`status is ${answer.status}, not ${JSON.stringify(expected.status)}`);
        for (const [name, value] of Object.entries(expected.header)) {
            const found = answer.headers[name.toLowerCase()];
            if (!fits(found, value)) fail(`header ${name} is ${JSON.stringify(found)}, not ${JSON.stringify(value)}`);
        }
        for (const text of step.contains ?? []) if (!answer.text.includes(text)) fail(`the answer does not contain "${text}"`);
        const what = unmet(body, expected.has);
        if (what) fail(what);
    }

    keep(step, answer) {
        for (const [name, pointer] of Object.entries(step.keep ?? {})) {
            this.kept[name] = at(parsed(answer.text), pointer);
            if (this.kept[name] === undefined) throw new Unmet(`${step.send}: the answer has no ${pointer}\n    answer: ${answer.status} ${shown(answer.text)}`);
        }
    }

    /// A message at a receiver, for which `with` holds.
    async await(step) {
        const facts = filled(step.with, this.kept);
        const receiver = this.receivers[step.arrives];
        if (step.never) {
            const found = receiver.messages.find((message) => unmet(message, facts) === null);
            if (found) throw new Unmet(`arrived at ${step.arrives}: ${shown(found.text)}`);
            return;
        }
        const message = await receiver.arrival((one) => unmet(one, facts) === null, kArrivalMilliseconds);
        if (!message) throw new Unmet(`nothing that fits ${JSON.stringify(step.with)} arrived at ${step.arrives}; there are ${receiver.messages.length} messages`);
    }
}
