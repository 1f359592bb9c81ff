// SPDX-License-Identifier: Apache-2.0
// What the generator takes out of the API document.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const kMethods = ["get", "post", "patch", "delete"];

function withoutExamples(value) {
    if (Array.isArray(value)) return value.map(withoutExamples);
    if (value === null || typeof value !== "object") return value;
    const kept = Object.entries(value).filter(([name, member]) => name !== "example" && !(name === "examples" && Array.isArray(member)));
    return Object.fromEntries(kept.map(([name, member]) => [name, withoutExamples(member)]));
}

function schemaName(media) {
    return media?.schema?.$ref?.split("/").pop();
}

/// JSON pointers within the document.
export function resolve(document, value) {
    return value.$ref ? value.$ref.slice(2).split("/").reduce((at, step) => at[step], document) : value;
}

/// Where an operation stands in the client: its tag, and its identifier without the words that the tag says already.
/// admin-orders, approveOrder: admin.orders.approve
export function placeOf(tag, id) {
    const words = tag.split("-").map((word) => `${word[0].toUpperCase()}${word.slice(1).replace(/s$/, "")}s?`);
    const method = id.replace(new RegExp(`(To|Own)?(${words.join("|")})+(ById)?(?=[A-Z]|$)`), "");
    if (!/^[a-z]/.test(method)) throw new Error(`${id} of ${tag} leaves no name`);
    return { resource: tag.split("-"), method };
}

export class ApiDocument {
    constructor(path) {
        const bytes = readFileSync(path);
        this.sha256 = createHash("sha256").update(bytes).digest("hex");
        this.document = JSON.parse(bytes);
        this.schemas = this.document.components.schemas;
    }

    /// Every operation but the other spellings of one.
    operations() {
        const all = [];
        for (const [path, item] of Object.entries(this.document.paths))
            for (const method of kMethods)
                if (item[method] && !item[method]["x-leadsheet-alias-of"]) all.push(this.#operation(path, method, item));
        return all;
    }

    /// The operations of each tag: [{ path, name, about, operations }]. `path`: the properties of the client that lead there.
    resources() {
        const all = this.document.tags.map(({ name, description }) => ({ path: name.split("-"), name, about: description, operations: [] }));
        for (const operation of this.operations()) {
            const { operations } = all.find(({ name }) => name === operation.tag);
            if (operations.some(({ place }) => place.method === operation.place.method)) throw new Error(`Two operations of ${operation.tag} are called ${operation.place.method}`);
            operations.push(operation);
        }
        return all.filter(({ operations }) => operations.length > 0);
    }

    #operation(path, method, item) {
        const operation = item[method];
        const parameters = [...(operation.parameters ?? []), ...(item.parameters ?? [])].map((one) => resolve(this.document, one));
        const [status, success] = Object.entries(operation.responses).find(([code]) => code.startsWith("2"));
        const answers = resolve(this.document, success).content ?? {};
        const body = operation.requestBody && resolve(this.document, operation.requestBody);
        const inPath = [...path.matchAll(/{(\w+)}/g)].map(([, name]) => name);
        return {
            id: operation.operationId,
            tag: operation.tags[0],
            place: placeOf(operation.tags[0], operation.operationId),
            summary: operation.summary,
            description: operation.description?.trim() ?? "",
            scope: operation["x-leadsheet-scope"],
            method: method.toUpperCase(),
            path,
            inPath,
            query: parameters.some((one) => one.in === "query"),
            bodies: body ? Object.keys(body.content) : [],
            bodyRequired: body?.required ?? false,
            bodySchema: schemaName(body?.content["application/json"]),
            answers: Object.keys(answers),
            answerSchema: schemaName(answers["application/json"]),
            status,
        };
    }

    /// The item's schema when a schema is a page of a list.
    itemOfPage(name) {
        const schema = this.schemas[name];
        const meta = schema?.properties?.meta && resolve(this.document, schema.properties.meta);
        if (!meta?.properties?.nextCursor) return undefined;
        return schemaName({ schema: schema.properties.data.items });
    }

    /// Schemas, and of the operations what a caller gives: the rest of the types are made from these.
    forTypes() {
        const paths = {};
        for (const [path, item] of Object.entries(this.document.paths))
            for (const method of kMethods)
                if (item[method] && !item[method]["x-leadsheet-alias-of"] && item[method].parameters)
                    (paths[path] ??= item.parameters ? { parameters: item.parameters } : {})[method] = {
                        operationId: item[method].operationId,
                        parameters: item[method].parameters,
                        responses: { default: { description: "See the generated operations." } },
                    };
        const { schemas, parameters } = this.document.components;
        return withoutExamples({ openapi: this.document.openapi, info: this.document.info, paths, components: { schemas, parameters } });
    }
}
