// SPDX-License-Identifier: Apache-2.0
// The generated files, as text.
import openapiTS, { astToString } from "openapi-typescript";

const kHead = `// SPDX-License-Identifier: Apache-2.0
// Generated from the API document by scripts/generate.mjs; do not edit.
`;

/// What the answer is depends on the body: [body, answer], the first that fits counts. The document says it in words only.
const kByBody = {
    createQuote: [
        ["T.QuoteBatchRequest", "T.QuoteBatch"],
        ["T.WithoutKey<T.QuoteItem>", "T.Quote"],
        ["T.QuoteItem", "T.Quote | T.ExistingOrder"],
        ["T.QuoteRequest", "T.QuoteResult"],
    ],
    callMcp: [
        ['T.JsonRpcRequest & { id: string | number }', "T.JsonRpcResponse"],
        ["T.JsonRpcRequest", "T.JsonRpcResponse | undefined"],
    ],
};

export async function schemaFile(api) {
    const nodes = await openapiTS(api.forTypes(), { defaultNonNullable: false, silent: true });
    const text = astToString(nodes).replace(/^\s*[\w"-]+\??: never;\n/gm, "");
    return `${kHead}\n${text}`;
}

export function typesFile(api) {
    const lines = Object.keys(api.schemas).map((name) => `export type ${name} = Schemas["${name}"];`);
    const events = Object.values(api.document.webhooks).map(({ post }) => post.requestBody.content["application/json"].schema.$ref.split("/").pop());
    return `${kHead}import type { components, operations } from "./schema.js";

type Schemas = components["schemas"];

/** What an operation takes in its query. */
export type QueryOf<Operation extends keyof operations> = operations[Operation] extends { parameters: { query?: infer Query } } ? NonNullable<Query> : never;

/** A body that names no order's key: it is quoted anew. */
export type WithoutKey<Body> = Body & { idempotencyKey?: undefined };

/** What a webhook receives. */
export type WebhookEvent = ${events.join(" | ")};

${lines.join("\n")}
`;
}

export function contractFile(api, packageVersion) {
    const list = (values) => values.map((value) => `    ${JSON.stringify(value)},`).join("\n");
    return `${kHead}
/** Of this package. */
export const packageVersion = ${JSON.stringify(packageVersion)};
/** Of the API document that it was made from. */
export const documentSha256 = "${api.sha256}";

/** What \`ApiError.code\` may be; the service may add to it. */
export const errorCodes = [
${list(api.schemas.ErrorCode.enum)}
] as const;

export const webhookEventTypes = [
${list(Object.keys(api.document.webhooks))}
] as const;
`;
}

/// The kinds of calls: [function of the runtime, its type, type of the data].
function kindOf(api, operation) {
    if (operation.answers.some((type) => type === "text/csv" || type === "application/x-ndjson")) return ["streamCall", "ApiCall<ExportStream>"];
    if (operation.answers.some((type) => type.startsWith("text/"))) return ["textCall", "ApiCall<string>"];
    const item = api.itemOfPage(operation.answerSchema);
    if (item) return ["pageCall", `PageCall<T.${item}>`, `T.${item}`];
    const data = kByBody[operation.id]?.at(-1)[1] ?? (operation.answerSchema ? `T.${operation.answerSchema}` : "void");
    return ["jsonCall", `ApiCall<${data}>`, data];
}

function bodyType(operation) {
    return `T.${operation.bodySchema}${operation.bodies.length > 1 ? " | RawBody" : ""}`;
}

function argumentsOf(operation) {
    const all = operation.inPath.map((name) => ({ name, type: "string" }));
    if (operation.bodies.length > 0) all.push({ name: "body", type: bodyType(operation), optional: !operation.bodyRequired });
    if (operation.query) all.push({ name: "query", type: `T.QueryOf<"${operation.id}">`, optional: true });
    all.push({ name: "options", type: "RequestOptions", optional: true });
    return all;
}

function signature(parameters) {
    return parameters.map(({ name, type, optional }) => `${name}${optional ? "?" : ""}: ${type}`).join(", ");
}

/// One function or method. `head`: what stands before its parentheses; `body`: of the parameters' names.
function callable(api, operation, indent, head, first, body) {
    const parameters = [...first, ...argumentsOf(operation)];
    const [, type] = kindOf(api, operation);
    const overloads = (kByBody[operation.id] ?? []).map(([bodyIs, answer]) => {
        const these = parameters.map((one) => (one.name === "body" ? { ...one, type: bodyIs } : one));
        return `${indent}${head}(${signature(these)}): ApiCall<${answer}>;\n`;
    });
    const names = parameters.slice(first.length).map(({ name }) => name).join(", ");
    return `${overloads.join("")}${indent}${head}(${signature(parameters)}): ${type} {
${indent}    return ${body(names)};
${indent}}
`;
}

function comment(operation, indent) {
    const text = [operation.summary.replace(/[.]?$/, "."), operation.description, operation.scope ? `Scope: ${operation.scope}.` : ""];
    const lines = text.filter(Boolean).join("\n").split("\n");
    if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
    return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join("\n")}\n${indent} */\n`;
}

function requestText(operation) {
    const path = operation.inPath.length > 0 ? `\`${operation.path.replace(/{(\w+)}/g, "${segment($1)}")}\`` : JSON.stringify(operation.path);
    const parts = [`operation: "${operation.id}"`, `method: "${operation.method}"`, `path: ${path}`];
    if (operation.query) parts.push("query");
    if (operation.bodies.length > 0) parts.push("body");
    if (operation.bodies.length > 1) parts.push("raw: true");
    return `{ ${parts.join(", ")} }`;
}

/// Functions that take the client: a bundler keeps only those that are used.
export function operationsFile(api) {
    const all = api.operations();
    for (const id of Object.keys(kByBody)) if (!all.some((operation) => operation.id === id)) throw new Error(`There is no ${id} any more.`);
    const client = [{ name: "client", type: "LeadsheetCore" }];
    const functions = all.map((operation) => {
        const [call, , data] = kindOf(api, operation);
        const body = () => `${call}${data ? `<${data}>` : ""}(client, ${requestText(operation)}, options)`;
        return `${comment(operation, "")}${callable(api, operation, "", `export function ${operation.id}`, client, body)}`;
    });
    return `${kHead}import { type ApiCall, jsonCall, textCall } from "../runtime/call.js";
import type { LeadsheetCore } from "../runtime/core.js";
import type { RequestOptions } from "../runtime/options.js";
import { type PageCall, pageCall } from "../runtime/page.js";
import { type RawBody, segment } from "../runtime/request.js";
import { type ExportStream, streamCall } from "../runtime/stream.js";
import type * as T from "./types.js";

${functions.join("\n")}`;
}

const upper = (word) => word[0].toUpperCase() + word.slice(1);
const className = (path) => `${path.map(upper).join("")}Resource`;

/// The first parts of paths that are longer: client.admin.orders needs client.admin.
function groupsOf(resources) {
    const groups = new Map();
    for (const { path, about } of resources)
        if (path.length > 1) groups.set(path[0], [...(groups.get(path[0]) ?? []), { path, about }]);
    return groups;
}

/// The operations of each tag as a class.
export function resourcesFile(api) {
    const resources = api.resources();
    const classes = resources.map(({ path, about, operations }) => {
        const methods = operations.map((operation) => {
            const body = (names) => `operations.${operation.id}(this.client, ${names})`;
            return `${comment(operation, "    ")}${callable(api, operation, "    ", operation.place.method, [], body)}`;
        });
        return `/** ${about} */\nexport class ${className(path)} extends Resource {\n${methods.join("\n")}}\n`;
    });
    const groups = [...groupsOf(resources)].map(([name, members]) => {
        const fields = members.map(({ path, about }) => `    /** ${about} */\n    readonly ${path[1]} = new ${className(path)}(this.client);\n`);
        return `export class ${className([name])} extends Resource {\n${fields.join("")}}\n`;
    });
    return `${kHead}import type { ApiCall } from "../runtime/call.js";
import type { LeadsheetCore } from "../runtime/core.js";
import type { RequestOptions } from "../runtime/options.js";
import type { PageCall } from "../runtime/page.js";
import type { RawBody } from "../runtime/request.js";
import type { ExportStream } from "../runtime/stream.js";
import * as operations from "./operations.js";
import type * as T from "./types.js";

class Resource {
    protected readonly client: LeadsheetCore;

    constructor(client: LeadsheetCore) {
        this.client = client;
    }
}

${[...classes, ...groups].join("\n")}`;
}

/// The client with every resource, and the names that operations had before there were resources: `released` holds the ids of those that had one.
export function clientFile(api, released) {
    const resources = api.resources();
    const groups = groupsOf(resources);
    const fields = [
        ...resources.filter(({ path }) => path.length === 1).map(({ path, about }) => [path, about]),
        ...[...groups].map(([name, members]) => [[name], members.map(({ about }) => about).join(" ")]),
    ];
    const properties = fields.map(([path, about]) => `    /** ${about} */\n    readonly ${path[0]} = new ${className(path)}(this);\n`);
    const aliases = api.operations().filter(({ id }) => released.has(id)).map((operation) => {
        const place = [...operation.place.resource, operation.place.method].join(".");
        return `    /** @deprecated Use \`${place}\`: this name goes with the next version. */
${callable(api, operation, "    ", operation.id, [], (names) => `this.${place}(${names})`)}`;
    });
    return `${kHead}import type { ApiCall } from "../runtime/call.js";
import { LeadsheetCore } from "../runtime/core.js";
import type { RequestOptions } from "../runtime/options.js";
import type { PageCall } from "../runtime/page.js";
import type { RawBody } from "../runtime/request.js";
import type { ExportStream } from "../runtime/stream.js";
import {
${fields.map(([path]) => `    ${className(path)},`).sort().join("\n")}
} from "./resources.js";
import type * as T from "./types.js";

/** The API by its resources. For the smallest bundle use LeadsheetCore and the functions of operations. */
export class Leadsheet extends LeadsheetCore {
${properties.join("")}
${aliases.join("\n")}}
`;
}

/// What each path takes and answers, for calls by path.
export function pathsFile(api) {
    const methods = ["GET", "POST", "PATCH", "DELETE"].map((method) => {
        const lines = api.operations().filter((operation) => operation.method === method).map((operation) => {
            const [call, , data] = kindOf(api, operation);
            const answer = call === "pageCall" ? `T.${operation.answerSchema}` : (data ?? "string");
            const input = [];
            if (operation.inPath.length > 0) input.push(`params: { ${operation.inPath.map((name) => `${name}: string`).join("; ")} }`);
            if (operation.query) input.push(`query?: T.QueryOf<"${operation.id}">`);
            if (operation.bodies.length > 0) input.push(`body${operation.bodyRequired ? "" : "?"}: T.${operation.bodySchema}`);
            return `        ${JSON.stringify(operation.path)}: { input: ${input.length > 0 ? `{ ${input.join("; ")} }` : "{}"}; answer: ${answer} };`;
        });
        return `    ${method}: {\n${lines.join("\n")}\n    };`;
    });
    return `${kHead}import type * as T from "./types.js";

/** Every path of the API, by method. */
export interface Paths {
${methods.join("\n")}
}
`;
}
