// SPDX-License-Identifier: Apache-2.0
// What the linter cannot see: compiles every schema and pattern of the merged document, validates
// every example and data file, and checks that requests are closed and lists bounded.
//   node check.mjs <openapi.json> <products answer> <folder resources/api>
import { readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

const [documentPath, productsPath, apiFolder] = process.argv.slice(2);
const read = (path) => JSON.parse(readFileSync(path, "utf8"));
const document = read(documentPath);
const findings = [];
const counts = { schemas: 0, patterns: 0, examples: 0, files: 0 };
const report = (place, text) => findings.push(`${place}: ${text}`);
const escape = (token) => token.replaceAll("~", "~0").replaceAll("/", "~1");

const ajv = new Ajv2020.default({
    strict: true,
    allowUnionTypes: true,
    strictRequired: false, // "required" without "properties" inside oneOf
    multipleOfPrecision: 6,
    allErrors: true,
    validateFormats: true,
});
addFormats.default(ajv);
ajv.addFormat("int64", { type: "number", validate: Number.isInteger });
for (const word of ["discriminator", "example"]) ajv.addKeyword(word);
ajv.addKeyword({ keyword: "components" });
ajv.addSchema({ $id: "doc", components: { schemas: document.components.schemas } });
const validators = new Map();

/// Compiles the schema at a JSON pointer of the document.
function compile(schema, place) {
    if (validators.has(schema)) return validators.get(schema);
    let validator;
    try {
        const rewritten = JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"doc#/components'));
        validator = ajv.compile(rewritten);
        counts.schemas++;
    } catch (error) {
        report(place, `does not compile: ${error.message}`);
    }
    validators.set(schema, validator);
    return validator;
}

function validate(schema, value, place) {
    const validator = compile(schema, place);
    counts.examples++;
    if (validator && !validator(value)) report(place, ajv.errorsText(validator.errors, { separator: "\n    " }));
}

const isSchema = (node) => node && typeof node === "object" && !Array.isArray(node);

function checkSchema(schema, place) {
    if (!isSchema(schema)) return;
    if (schema.type === "array" && schema.maxItems === undefined) report(place, "a list without maxItems");
    if (schema.pattern !== undefined) {
        counts.patterns++;
        try {
            new RegExp(schema.pattern, "u");
        } catch (error) {
            report(place, error.message);
        }
    }
    for (const example of schema.examples ?? []) validate(schema, example, `${place}/examples`);
    for (const word of ["properties", "$defs", "patternProperties"])
        for (const [name, part] of Object.entries(schema[word] ?? {})) checkSchema(part, `${place}/${word}/${escape(name)}`);
    for (const word of ["items", "additionalProperties", "propertyNames", "not", "if", "then", "else"]) checkSchema(schema[word], `${place}/${word}`);
    for (const word of ["allOf", "anyOf", "oneOf"])
        (schema[word] ?? []).forEach((part, index) => checkSchema(part, `${place}/${word}/${index}`));
}

const resolve = (node) =>
    node?.$ref ? node.$ref.slice(2).split("/").reduce((at, token) => at[token.replaceAll("~1", "/")], document) : node;

/// A request takes no unknown member, anywhere.
function checkClosed(schema, place, seen = new Set()) {
    schema = resolve(schema);
    if (!isSchema(schema) || seen.has(schema)) return;
    seen.add(schema);
    const open = schema.additionalProperties === undefined && schema.unevaluatedProperties === undefined;
    if (schema.type === "object" && open) report(place, "a request object that takes unknown members");
    for (const [name, part] of Object.entries(schema.properties ?? {})) checkClosed(part, `${place}/${name}`, seen);
    checkClosed(schema.items, `${place}/items`, seen);
    for (const word of ["allOf", "anyOf", "oneOf"])
        (schema[word] ?? []).filter((part) => part.type || part.$ref).forEach((part) => checkClosed(part, place, seen));
}

function checkContent(content, place, request) {
    for (const [type, media] of Object.entries(content ?? {})) {
        const at = `${place}/${escape(type)}`;
        compile(media.schema, at);
        checkSchema(media.schema, at);
        if (media.example !== undefined) validate(media.schema, media.example, `${at}/example`);
        for (const [name, example] of Object.entries(media.examples ?? {})) validate(media.schema, example.value, `${at}/examples/${name}`);
        // JSON-RPC is another standard's envelope.
        if (request && media.schema.$ref !== "#/components/schemas/JsonRpcRequest") checkClosed(media.schema, at);
    }
}

for (const [name, schema] of Object.entries(document.components.schemas)) {
    compile({ $ref: `doc#/components/schemas/${name}` }, name);
    checkSchema(schema, `#/components/schemas/${name}`);
}
for (const kind of ["parameters", "headers"])
    for (const [name, part] of Object.entries(document.components[kind])) {
        compile(part.schema, name);
        checkSchema(part.schema, `#/components/${kind}/${name}`);
    }
for (const [name, response] of Object.entries(document.components.responses))
    checkContent(response.content, `#/components/responses/${name}`, false);
const items = [...Object.entries(document.paths), ...Object.entries(document.webhooks)];
let operations = 0;
for (const [path, item] of items)
    for (const [method, operation] of Object.entries(item)) {
        if (!operation.operationId) continue;
        operations++;
        const place = `${method.toUpperCase()} ${path}`;
        for (const parameter of operation.parameters ?? []) if (parameter.schema) checkSchema(parameter.schema, `${place} ${parameter.name}`);
        checkContent(operation.requestBody?.content, `${place} request`, path in document.paths);
        for (const [status, response] of Object.entries(operation.responses)) checkContent(response.content, `${place} ${status}`, false);
    }

for (const file of readdirSync(new URL("schemas", import.meta.url))) {
    const name = basename(file, ".schema.json");
    counts.files++;
    validate(read(new URL(`schemas/${file}`, import.meta.url)), read(join(apiFolder, `${name}.json`)), `${name}.json`);
}

// The catalogue's own schemas must take what the catalogue shows as examples, in both list forms.
const answer = read(productsPath);
validate({ $ref: "#/components/schemas/ProductList" }, answer, "the answer of GET /v1/products");
for (const product of answer.data) {
    const example = product.fieldsSchema.examples[0];
    validate(product.fieldsSchema, example, product.id);
    const joined = Object.entries(example).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value]);
    validate(product.fieldsSchema, Object.fromEntries(joined), `${product.id}, lists as text`);
    const refused = { ...example, industrys: "Software" };
    if (compile(product.fieldsSchema, product.id)?.(refused)) report(product.id, "takes an unknown member");
}

for (const finding of findings) console.error(finding);
console.log(
    `${operations} operations with aliases and events, ${Object.keys(document.components.schemas).length} named schemas; ` +
        `${counts.schemas} schemas and ${counts.patterns} patterns compiled, ${counts.examples} values validated, ` +
        `${counts.files} data files: ${findings.length} findings`,
);
process.exit(findings.length ? 1 : 0);
