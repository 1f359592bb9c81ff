// SPDX-License-Identifier: Apache-2.0
import type { RateLimit } from "./attempt.js";

function members(field: string | null): Map<string, Map<string, number>> {
    const all = new Map<string, Map<string, number>>();
    for (const item of (field ?? "").split(",")) {
        const [name, ...parameters] = item.split(";").map((part) => part.trim());
        const quoted = /^"([^"]*)"$/.exec(name ?? "");
        if (!quoted) continue;
        const values = new Map<string, number>();
        for (const parameter of parameters) {
            const [key, value] = parameter.split("=");
            if (key && /^\d{1,15}$/.test(value ?? "")) values.set(key, Number(value));
        }
        all.set(quoted[1] ?? "", values);
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
