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

    #operation(path, method, item) {
        const operation = item[method];
        const parameters = [...(operation.parameters ?? []), ...(item.parameters ?? [])].map((one) => resolve(this.document, one));
        const [status, success] = Object.entries(operation.responses).find(([code]) => code.startsWith("2"));
        const answers = resolve(this.document, success).content ?? {};
        const body = operation.requestBody && resolve(this.document, operation.requestBody);
        const inPath = [...path.matchAll(/{(\w+)}/g)].map(([, name]) => name);
        return {
            id: operation.operationId,
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
        if (schema?.properties?.meta?.$ref !== "#/components/schemas/PageMeta") return undefined;
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
