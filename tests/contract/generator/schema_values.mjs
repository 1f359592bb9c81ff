// SPDX-License-Identifier: Apache-2.0
// From a schema of the API document to values that it allows, made by fast-check.
import fc from "fast-check";

/// Texts that break parsers, files and terminals.
const kHostileTexts = [
    "=1+1", "'; DROP TABLE leads; --", "\u202Eevil", "\uFEFFbom", "e\u0301", "\u{1F9D1}\u200D\u{1F4BB}", "a\tb\r\nc", "\u0000", "\u001F",
    " ", "  padded  ", "null", "-0", "1e400", "\\u0000", "\"", "<b>&amp;</b>", "../../etc/passwd", "%00", "\u{10FFFF}",
];
const kListItems = 4;

/// The pattern without look-arounds, which no generator can follow; the validator judges the result.
function withoutLookarounds(pattern) {
    let out = "";
    for (let at = 0; at < pattern.length; at++) {
        if (!/^\(\?<?[=!]/.test(pattern.slice(at))) {
            if (pattern[at] === "\\") out += pattern[at++];
            out += pattern[at];
            continue;
        }
        for (let depth = 0, inClass = false; at < pattern.length; at++) {
            if (pattern[at] === "\\") at++;
            else if (pattern[at] === "[") inClass = true;
            else if (pattern[at] === "]") inClass = false;
            else if (!inClass && pattern[at] === "(") depth++;
            else if (!inClass && pattern[at] === ")" && --depth === 0) break;
        }
    }
    return out;
}

/// A part of the pattern's language that is quick to make texts of.
function narrowed(pattern) {
    return withoutLookarounds(pattern)
        .replaceAll("[^\\u0000-\\u007F]", "[\u00e4\u00df\u0436\u4e2d]")
        .replace(/\{(\d+),(\d+)\}/g, (_, least, most) => `{${least},${Math.min(Number(most), Number(least) + kListItems)}}`);
}

export class SchemaValues {
    constructor(contract) {
        this.contract = contract;
        this.made = new Map();
    }

    /// Values that the schema allows; the validator has the last word.
    of(schema) {
        let found = this.made.get(schema);
        if (!found) {
            const valid = this.contract.validator(schema);
            found = this.raw(schema).filter((value) => valid(value));
            this.made.set(schema, found);
        }
        return found;
    }

    raw(given) {
        const schema = this.contract.resolve(given);
        if (schema.const !== undefined) return fc.constant(schema.const);
        if (schema.enum) return fc.constantFrom(...schema.enum);
        const choices = schema.oneOf ?? schema.anyOf;
        if (choices && !schema.properties) return fc.oneof(...choices.map((part) => this.of(part)));
        const types = [schema.type ?? "object"].flat();
        return fc.oneof(...types.map((type) => this.typed(type, schema)));
    }

    typed(type, schema) {
        switch (type) {
            case "null":
                return fc.constant(null);
            case "boolean":
                return fc.boolean();
            case "integer":
                return this.integer(schema);
            case "number":
                return fc.integer({ min: Math.ceil((schema.minimum ?? 0) * 10), max: Math.floor((schema.maximum ?? 1000) * 10) }).map((tenths) => tenths / 10);
            case "string":
                return this.text(schema);
            case "array":
                return this.list(schema);
            default:
                return this.object(schema);
        }
    }

    integer({ minimum = -1000, maximum = 2_000_000_000 }) {
        return fc.oneof(fc.integer({ min: minimum, max: Math.min(maximum, minimum + 1000) }), fc.constantFrom(minimum, maximum));
    }

    text(schema) {
        const { pattern, format, minLength = 0, maxLength = 60, examples = [] } = schema;
        if (format === "date-time") return fc.date({ min: new Date("2000-01-01"), max: new Date("2100-01-01"), noInvalidDate: true }).map((date) => date.toISOString());
        const lengths = { minLength, maxLength: Math.min(maxLength, Math.max(60, minLength)) };
        const parts = [fc.string({ ...lengths, unit: "grapheme" }), fc.constantFrom(...kHostileTexts, ...examples.filter((one) => typeof one === "string"))];
        if (maxLength < 5000) parts.push(fc.constant("x".repeat(maxLength)));
        if (!pattern) return fc.oneof(...parts).filter((text) => text.isWellFormed());
        const expression = new RegExp(narrowed(pattern), "u");
        parts.push(...[0, 1, 2].map(() => fc.stringMatching(expression, { size: "xsmall" })));
        const exact = new RegExp(pattern, "u");
        return fc.oneof(...parts).filter((text) => exact.test(text) && text.isWellFormed());
    }

    list({ items, minItems = 0, maxItems = kListItems, uniqueItems }) {
        const lengths = { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, kListItems)) };
        return uniqueItems ? fc.uniqueArray(this.of(items), lengths) : fc.array(this.of(items), lengths);
    }

    object(schema) {
        const { required = [], additionalProperties } = schema;
        // What only answers have may be sent back, but is not for a caller to make up.
        const properties = Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([, part]) => !part.readOnly));
        if (Object.keys(properties).length === 0) {
            const names = schema.propertyNames ? this.text(schema.propertyNames) : fc.string({ minLength: 1, maxLength: 20 });
            return additionalProperties ? fc.dictionary(names, this.of(additionalProperties), { maxKeys: 3 }) : fc.constant({});
        }
        const members = Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, this.of(part)]));
        // Few members at a time: with dozens of optional ones every value would have half of them.
        const optional = Object.keys(properties).filter((name) => !required.includes(name));
        return fc
            .tuple(fc.record(members, { requiredKeys: Object.keys(properties) }), fc.subarray(optional, { maxLength: Math.min(6, optional.length) }))
            .map(([all, some]) => Object.fromEntries(Object.entries(all).filter(([name]) => required.includes(name) || some.includes(name))));
    }
}
