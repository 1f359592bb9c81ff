// SPDX-License-Identifier: Apache-2.0
// From an operation of the document to requests that it allows, and to requests beside them that it refuses.
import fc from "fast-check";
import { SchemaNeighbours } from "./schema_neighbours.mjs";
import { SchemaValues } from "./schema_values.mjs";

const kJson = "application/json";
const pathParameters = (operation) => operation.parameters.filter((parameter) => parameter.in === "path");
const queryParameters = (operation) => operation.parameters.filter((parameter) => parameter.in === "query");

/// A parameter's value as it stands in a target.
const asText = (value) => (Array.isArray(value) ? value : [value]).map((part) => encodeURIComponent(String(part))).join(",");

/// The value in one case of so many, else undefined.
const sometimes = (value, cases) => fc.oneof({ weight: cases - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });

export class Requests {
    constructor(contract) {
        this.contract = contract;
        this.values = new SchemaValues(contract);
        this.neighbours = new SchemaNeighbours(contract);
        this.keys = 0;
    }

    bodySchema(operation) {
        return operation.requestBody?.content[kJson]?.schema ?? null;
    }

    /// {resource, query, body, ifMatch}: `resource` undefined stands for one that suits the operation.
    allowed(operation) {
        const [resource] = pathParameters(operation);
        const query = queryParameters(operation).filter(({ name }) => operation.id !== "ingestDelivery" || name === "none");
        // A cursor that was made up is refused, so it comes seldom.
        const members = Object.fromEntries(query.map(({ name, schema }) => [name, sometimes(this.values.of(schema), name === "cursor" ? 10 : 2)]));
        const body = this.bodySchema(operation);
        const matches = operation.parameters.find(({ name }) => name === "If-Match");
        const record = fc.record({
            resource: resource ? sometimes(this.values.of(resource.schema), 5) : fc.constant(undefined),
            query: fc.record(members, { requiredKeys: Object.keys(members) }),
            body: body ? this.values.of(body) : fc.constant(undefined),
            ifMatch: matches ? sometimes(this.values.of(matches.schema), 3) : fc.constant(undefined),
        });
        return record.map(({ query: given, ...others }) => {
            const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
            // Both may not name different versions.
            const ifMatch = others.body?.expectedVersion === undefined ? others.ifMatch : undefined;
            return { ...others, ifMatch, query: named };
        });
    }

    /// [[name of the fault, request]]: neighbours of an allowed request.
    refused(operation, request) {
        const found = [];
        const body = this.bodySchema(operation);
        if (body) for (const [fault, value] of this.neighbours.of(body, request.body)) found.push([fault, { ...request, body: value }]);
        for (const { name, schema } of queryParameters(operation)) {
            const value = request.query[name] ?? null;
            for (const [fault, neighbour] of value === null ? [] : this.neighbours.of(schema, value)) {
                if (neighbour === null || typeof neighbour === "object") continue;
                const text = String(neighbour);
                if (text === "" || this.contract.validator(schema)(this.contract.typed(schema, text))) continue;
                found.push([`parameter ${name}: ${fault}`, { ...request, query: { ...request.query, [name]: text } }]);
            }
        }
        found.push(["an unknown parameter", { ...request, query: { ...request.query, industrys: "x" } }]);
        return found;
    }

    /// The same as a message, about this resource.
    message(operation, { query, body, ifMatch }, resource, idempotencyKey = `generated-${++this.keys}`) {
        const [placeholder] = pathParameters(operation);
        const path = placeholder ? operation.path.replace(`{${placeholder.name}}`, encodeURIComponent(resource)) : operation.path;
        const pairs = Object.entries(query).map(([name, value]) => `${name}=${asText(value)}`);
        const headers = {};
        if (operation.method === "POST") headers["idempotency-key"] = idempotencyKey;
        if (ifMatch !== undefined) headers["if-match"] = ifMatch;
        if (body !== undefined) headers["content-type"] = kJson;
        return {
            method: operation.method,
            target: pairs.length > 0 ? `${path}?${pairs.join("&")}` : path,
            key: operation.key === "none" ? null : operation.key === "any" ? "customer" : operation.key,
            headers,
            body: body === undefined ? null : JSON.stringify(body),
        };
    }
}
