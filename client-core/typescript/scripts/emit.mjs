// SPDX-License-Identifier: Apache-2.0
// The generated files, as text.
import openapiTS, { astToString } from "openapi-typescript";

const kHead = `// SPDX-License-Identifier: Apache-2.0
// Generated from the API document by scripts/generate.mjs; do not edit.
`;

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
    const data = operation.answerSchema ? `T.${operation.answerSchema}` : "void";
    return ["jsonCall", `ApiCall<${data}>`, data];
}

function argumentsOf(operation) {
    const all = operation.inPath.map((name) => ({ name, type: "string" }));
    if (operation.bodies.length > 0) {
        const type = `T.${operation.bodySchema}${operation.bodies.length > 1 ? " | RawBody" : ""}`;
        all.push({ name: "body", type, optional: !operation.bodyRequired });
    }
    if (operation.query) all.push({ name: "query", type: `T.QueryOf<"${operation.id}">`, optional: true });
    all.push({ name: "options", type: "RequestOptions", optional: true });
    return all;
}

function signature(parameters) {
    return parameters.map(({ name, type, optional }) => `${name}${optional ? "?" : ""}: ${type}`).join(", ");
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
    const functions = api.operations().map((operation) => {
        const [call, type, data] = kindOf(api, operation);
        const parameters = argumentsOf(operation);
        const types = data ? `<${data}>` : "";
        return `${comment(operation, "")}export function ${operation.id}(client: LeadsheetCore, ${signature(parameters)}): ${type} {
    return ${call}${types}(client, ${requestText(operation)}, options);
}
`;
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

/// The same as methods of one class.
export function clientFile(api) {
    const methods = api.operations().map((operation) => {
        const [, type] = kindOf(api, operation);
        const parameters = argumentsOf(operation);
        return `${comment(operation, "    ")}    ${operation.id}(${signature(parameters)}): ${type} {
        return operations.${operation.id}(this, ${parameters.map(({ name }) => name).join(", ")});
    }
`;
    });
    return `${kHead}import type { ApiCall } from "../runtime/call.js";
import { LeadsheetCore } from "../runtime/core.js";
import type { RequestOptions } from "../runtime/options.js";
import type { PageCall } from "../runtime/page.js";
import type { RawBody } from "../runtime/request.js";
import type { ExportStream } from "../runtime/stream.js";
import * as operations from "./operations.js";
import type * as T from "./types.js";

/** Every operation of the API as a method. For the smallest bundle use LeadsheetCore and the functions of the same names. */
export class Leadsheet extends LeadsheetCore {
${methods.join("\n")}}
`;
}
