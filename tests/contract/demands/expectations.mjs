// SPDX-License-Identifier: Apache-2.0
// What a demand's entry says about a value: the value itself, or an object of the words below.
import { isDeepStrictEqual } from "node:util";

const kLongestShown = 300;

function typeOf(value) {
    if (value === undefined) return "absent";
    if (value === null) return "null";
    if (Array.isArray(value)) return "array";
    return Number.isInteger(value) ? "integer" : typeof value;
}

const kWords = {
    $type: (value, types) => [types].flat().includes(typeOf(value)),
    $match: (value, pattern) => typeof value === "string" && new RegExp(pattern).test(value),
    $absent: (value) => value === undefined,
    $size: (value, size) => value?.length === size,
    $min: (value, least) => Number(value) >= least,
    $max: (value, most) => Number(value) <= most,
    $not: (value, other) => !fits(value, other),
    $oneOf: (value, choices) => choices.some((choice) => fits(value, choice)),
    $has: (value, members) => Array.isArray(value) && members.every((member) => value.some((one) => fits(one, member))),
    $every: (value, facts) => Array.isArray(value) && value.every((one) => unmet(one, facts) === null),
    $some: (value, facts) => Array.isArray(value) && value.some((one) => unmet(one, facts) === null),
    $keys: (value, names) => typeOf(value) === "object" && isDeepStrictEqual(Object.keys(value).sort(), [...names].sort()),
    $eachKey: (value, pattern) => typeOf(value) === "object" && Object.keys(value).every((name) => new RegExp(pattern).test(name)),
};

export function fits(value, expected) {
    const words = typeOf(expected) === "object" ? Object.keys(expected).filter((name) => name.startsWith("$")) : [];
    if (words.length === 0) return isDeepStrictEqual(value, expected);
    return words.every((word) => {
        if (!(word in kWords)) throw new Error(`${word} is not a word of expectations.mjs`);
        return kWords[word](value, expected[word]);
    });
}

/// The value at a JSON Pointer; undefined when there is none.
export function at(value, pointer) {
    const names = pointer.split("/").slice(1).map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
    return names.reduce((inner, name) => (inner === null || inner === undefined ? undefined : inner[name]), value);
}

/// `value` as it is told to people.
export function shown(value) {
    const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "absent");
    return text.length > kLongestShown ? `${text.slice(0, kLongestShown)}…` : text;
}

/// The first of `facts` (pointer -> expectation) that does not hold of `value`, as text; null when all do.
export function unmet(value, facts) {
    for (const [pointer, expected] of Object.entries(facts)) {
        const found = at(value, pointer);
        if (!fits(found, expected)) return `${pointer || "the whole"} is ${shown(found)}, not ${shown(expected)}`;
    }
    return null;
}
