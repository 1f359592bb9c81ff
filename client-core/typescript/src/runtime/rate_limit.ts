// SPDX-License-Identifier: Apache-2.0
import type { RateLimit } from "./attempt.js";

/** Divides at a sign that does not stand in a quoted text (RFC 9651). */
function partsAt(sign: "," | ";", text: string): string[] {
    const parts: string[] = [];
    let begin = 0;
    let quoted = false;
    for (let at = 0; at < text.length; at++) {
        if (text[at] === '"') quoted = !quoted;
        else if (quoted && text[at] === "\\") at++;
        else if (!quoted && text[at] === sign) {
            parts.push(text.slice(begin, at));
            begin = at + 1;
        }
    }
    return [...parts, text.slice(begin)];
}

function members(field: string | null): Map<string, Map<string, number>> {
    const all = new Map<string, Map<string, number>>();
    for (const item of partsAt(",", field ?? "")) {
        const [name, ...parameters] = partsAt(";", item).map((part) => part.trim());
        const quoted = /^"((?:[^"\\]|\\["\\])*)"$/.exec(name ?? "");
        if (!quoted) continue;
        const values = new Map<string, number>();
        for (const parameter of parameters) {
            const [key, value] = parameter.split("=");
            if (key && /^\d{1,15}$/.test(value ?? "")) values.set(key, Number(value));
        }
        all.set((quoted[1] ?? "").replace(/\\(.)/g, "$1"), values);
    }
    return all;
}

/** Reads `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers); what is malformed is left out. */
export function rateLimits(headers: Headers): RateLimit[] {
    const policies = members(headers.get("ratelimit-policy"));
    const limits: RateLimit[] = [];
    for (const [policy, values] of members(headers.get("ratelimit"))) {
        const remaining = values.get("r");
        const resetSeconds = values.get("t");
        if (remaining === undefined || resetSeconds === undefined) continue;
        const quota = policies.get(policy)?.get("q");
        const windowSeconds = policies.get(policy)?.get("w");
        limits.push({
            policy,
            remaining,
            resetSeconds,
            ...(quota === undefined ? {} : { quota }),
            ...(windowSeconds === undefined ? {} : { windowSeconds }),
        });
    }
    return limits;
}
