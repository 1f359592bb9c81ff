// SPDX-License-Identifier: Apache-2.0
// The API document as the checks need it: operations by path, parts without references, and
// validators for its schemas.
import { readFileSync } from "node:fs";
import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

const kMethods = new Set(["get", "post", "patch", "put", "delete"]);

export class ContractDocument {
    constructor(path) {
        this.document = JSON.parse(readFileSync(path, "utf8"));
        this.ajv = new Ajv2020.default({ strict: false, validateFormats: true, multipleOfPrecision: 6 });
        addFormats.default(this.ajv);
        this.ajv.addFormat("int64", { type: "number", validate: Number.isInteger });
        this.ajv.addSchema({ $id: "doc", components: { schemas: this.document.components.schemas } });
        this.validators = new Map();
        this.operations = [...this.readOperations()];
        // Codes of answers that are given before an operation is reached; every operation has them.
        const before = this.document.components.responses.BeforeTheOperation.description;
        this.connectionCodes = new Set([...before.matchAll(/[0-9]{3} `([a-z_]+)`/g)].map(([, code]) => code));
    }

    *readOperations() {
        for (const [path, item] of Object.entries(this.document.paths))
            for (const [method, operation] of Object.entries(item)) {
                if (!kMethods.has(method)) continue;
                const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((part) => this.resolve(part));
                yield {
                    id: operation.operationId,
                    method: method.toUpperCase(),
                    path,
                    segments: path.split("/"),
                    parameters,
                    requestBody: this.resolve(operation.requestBody),
                    responses: operation.responses,
                    key: operation["x-leadsheet-key"],
                    scope: operation["x-leadsheet-scope"],
                    idempotency: operation["x-leadsheet-idempotency"],
                    errors: operation["x-leadsheet-errors"] ?? [],
                };
            }
    }

    /// The part itself, wherever its $ref points to.
    resolve(part) {
        while (part?.$ref) part = part.$ref.slice(2).split("/").reduce((at, token) => at[token.replaceAll("~1", "/")], this.document);
        return part;
    }

    /// Every operation of a decoded path; names before placeholders.
    at(path) {
        const segments = path.replace(/^\/api(?=\/v1(\/|$))/, "").split("/");
        const fits = ({ segments: own }) =>
            own.length === segments.length && own.every((part, index) => (part.startsWith("{") ? segments[index] !== "" : part === segments[index]));
        const names = (operation) => operation.segments.filter((part) => !part.startsWith("{")).length;
        const found = this.operations.filter(fits);
        const most = Math.max(...found.map(names));
        return found.filter((operation) => names(operation) === most);
    }

    response(operation, status) {
        return this.resolve(operation.responses[status] ?? operation.responses.default);
    }

    validator(schema) {
        let found = this.validators.get(schema);
        if (!found) {
            found = this.ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"doc#/components')));
            this.validators.set(schema, found);
        }
        return found;
    }

    /// What is wrong with a value, as text; null when nothing is.
    fault(schema, value) {
        const validator = this.validator(schema);
        return validator(value) ? null : this.ajv.errorsText(validator.errors, { separator: "; " });
    }

    /// A parameter's or header's text, as the type that its schema asks for.
    typed(schema, text) {
        const { type } = this.resolve(schema);
        if (type === "integer") return /^-?[0-9]+$/.test(text) ? Number(text) : text;
        if (type === "boolean") return { true: true, false: false }[text] ?? text;
        if (type === "array") return text.split(",");
        return text;
    }
}
