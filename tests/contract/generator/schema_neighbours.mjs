// SPDX-License-Identifier: Apache-2.0
// From an allowed value to values beside it that the schema refuses, each with the name of its fault.

const kOfOtherType = { string: 17, integer: "many", number: "many", boolean: "yes", array: 17, object: [], null: 0 };

const typeOf = (value) => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value === "number" ? "integer" : typeof value);

function* textNeighbours({ minLength = 0, maxLength, pattern, enum: choices, const: only }, value) {
    if (minLength > 0) yield ["too short", value.slice(0, minLength - 1)];
    if (maxLength !== undefined) yield ["too long", (value || "x").repeat(Math.ceil((maxLength + 1) / (value.length || 1)))];
    if (pattern) yield* [["with a control character", `${value}\u0001`], ["empty", ""]];
    if (choices || only !== undefined) yield ["not in the enumeration", `${value}x`];
}

function* numberNeighbours({ minimum, maximum, type }) {
    if (minimum !== undefined) yield ["below the minimum", minimum - 1];
    if (maximum !== undefined) yield ["above the maximum", maximum + 1];
    if (type === "integer") yield ["a fraction", (minimum ?? 0) + 0.5];
}

export class SchemaNeighbours {
    constructor(contract) {
        this.contract = contract;
    }

    /// [[name of the fault, value]]; only what the schema really refuses.
    of(schema, value) {
        const valid = this.contract.validator(schema);
        return [...this.around(schema, value, "body")].filter(([, neighbour]) => !valid(neighbour));
    }

    *around(given, value, place) {
        const schema = this.contract.resolve(given);
        const type = typeOf(value);
        yield [`${place} of another type`, kOfOtherType[type]];
        if (type !== "null") yield [`${place} is null`, null];
        const choice = (schema.oneOf ?? schema.anyOf ?? []).find((part) => this.contract.validator(part)(value));
        if (choice) yield* this.around(choice, value, place);
        const own = type === "string" ? textNeighbours(schema, value) : type === "integer" ? numberNeighbours(schema) : [];
        for (const [fault, neighbour] of own) yield [`${place} ${fault}`, neighbour];
        if (type === "array") yield* this.aroundList(schema, value, place);
        if (type === "object") yield* this.aroundObject(schema, value, place);
    }

    *aroundList({ items, maxItems, minItems = 0, uniqueItems }, value, place) {
        if (minItems > 0) yield [`${place} has too few items`, value.slice(0, minItems - 1)];
        if (value.length === 0) return;
        if (maxItems !== undefined && maxItems <= 1000) yield [`${place} has too many items`, Array(maxItems + 1).fill(value[0])];
        if (uniqueItems) yield [`${place} has the same item twice`, [value[0], ...value]];
        if (items) for (const [fault, neighbour] of this.around(items, value[0], `${place}/0`)) yield [fault, [neighbour, ...value.slice(1)]];
    }

    *aroundObject({ properties = {}, required = [], additionalProperties }, value, place) {
        for (const name of required) {
            const { [name]: left, ...others } = value;
            if (left !== undefined) yield [`${place} lacks ${name}`, others];
        }
        yield [`${place} has an unknown member`, { ...value, industrys: "Software" }];
        for (const [name, member] of Object.entries(value)) {
            const part = properties[name] ?? (typeof additionalProperties === "object" ? additionalProperties : null);
            if (part) for (const [fault, neighbour] of this.around(part, member, `${place}/${name}`)) yield [fault, { ...value, [name]: neighbour }];
        }
    }
}
