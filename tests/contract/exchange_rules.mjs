// SPDX-License-Identifier: Apache-2.0
// What the API document promises about one exchange. An exchange is
// {request: {method, path, target, headers, body} or null, answer: {status, headers, body}}; headers are
// [name, value] pairs, bodies are text, {hex} or null when they were too large to keep.
import { gunzipSync } from "node:zlib";

/// Fields of HTTP itself, and those that say the same on every answer.
const kCommonFields = new Set([
    "connection", "content-length", "content-type", "date", "keep-alive", "transfer-encoding",
    "cache-control", "content-encoding", "vary", "x-content-type-options",
]);
/// Members whose items are judged one by one inside an answer that succeeds, and an item that is good.
const kJudgedAlone = {
    createQuote: { member: "items", schema: { $ref: "#/components/schemas/QuoteItem" }, good: { scrapingOption: "filters", leadCount: 1 } },
    ingestDelivery: { member: "leads", schema: { $ref: "#/components/schemas/IngestLead" }, good: { fullName: "Ada" } },
};
const kProblem = "application/problem+json";

const field = (headers, name) => headers.find(([own]) => own.toLowerCase() === name.toLowerCase())?.[1];
const mediaType = (headers) => field(headers, "content-type")?.split(";")[0].trim().toLowerCase();
const bytesOf = (body) => (typeof body === "string" ? Buffer.from(body) : Buffer.from(body.hex, "hex"));

function parsed(text) {
    try {
        return [JSON.parse(text)];
    } catch {
        return [];
    }
}

export class ExchangeRules {
    /// `wire`: the answer is as a client saw it, with the fields that the connection adds.
    constructor(contract, { wire = false } = {}) {
        this.contract = contract;
        this.wire = wire;
        this.connectionCodes = contract.connectionCodes;
        this.problem = { $ref: "#/components/schemas/Problem" };
    }

    /// {operation or null, problems: [text]}
    check({ request, answer }) {
        if (!request) return { operation: null, problems: this.connectionAnswer(answer) };
        const method = request.method === "HEAD" ? "GET" : request.method;
        if (request.method === "OPTIONS" && answer.status === 204) return { operation: null, problems: [] }; // HTTP's own
        const here = this.contract.at(request.path);
        const operation = here.find((candidate) => candidate.method === method) ?? null;
        if (!operation) return { operation, problems: this.noOperation(answer, here.length > 0) };
        const problems = [...this.status(operation, answer), ...this.body(operation, answer), ...this.fields(operation, answer)];
        if (answer.status < 300) problems.push(...this.request(operation, request));
        return { operation, problems };
    }

    connectionAnswer(answer) {
        const problems = this.problemBody(answer);
        const code = parsed(answer.body)[0]?.code;
        if (!this.connectionCodes.has(code) && !["payload_too_large", "internal_error", "unavailable", "timeout"].includes(code))
            problems.push(`${code} is no code of an answer of the connection`);
        return problems;
    }

    noOperation(answer, pathExists) {
        const [status, code] = pathExists ? [405, "method_not_allowed"] : [404, "route_not_found"];
        const problems = this.problemBody(answer);
        const given = parsed(answer.body)[0]?.code;
        // Before the route is looked for, the target itself is.
        if (given !== code && given !== "invalid_parameter") problems.push(`answers ${given} instead of ${code}`);
        if (given === code && answer.status !== status) problems.push(`${code} with status ${answer.status}`);
        return problems;
    }

    problemBody(answer) {
        if (mediaType(answer.headers) !== kProblem) return [`the content type is ${mediaType(answer.headers)}`];
        if (typeof answer.body !== "string") return [];
        const [body] = parsed(answer.body);
        if (body === undefined) return ["the body is no JSON"];
        const fault = this.contract.fault(this.problem, body);
        if (fault) return [`Problem: ${fault}`];
        return body.status === answer.status ? [] : [`the problem says ${body.status}`];
    }

    /// Whether the answer is a refusal of another form than a problem, which the operation itself documents.
    hasOwnRefusal(operation, answer) {
        const type = mediaType(answer.headers);
        return type !== kProblem && operation.responses[answer.status]?.content?.[type] !== undefined;
    }

    *status(operation, answer) {
        const documented = operation.responses[answer.status];
        if (answer.status < 400 || this.hasOwnRefusal(operation, answer)) {
            if (!documented) yield "the status is not documented";
            return;
        }
        const code = parsed(answer.body)[0]?.code;
        const known = operation.errors.includes(code) || this.connectionCodes.has(code);
        if (!known) yield `${code} is not among the operation's error codes`;
        if (!documented && !this.connectionCodes.has(code)) yield "the status is not documented";
    }

    *body(operation, answer) {
        if (answer.status >= 400 && !this.hasOwnRefusal(operation, answer)) {
            yield* this.problemBody(answer);
            return;
        }
        const content = this.contract.response(operation, answer.status)?.content;
        const type = mediaType(answer.headers);
        if (!content) {
            if (answer.body !== "") yield "a body that is not documented";
            return;
        }
        const media = content[type];
        if (!media) yield `the content type ${type} is not documented`;
        // What is packed cannot be read from a recording; the same document is judged where it is sent as it is.
        if (!media || answer.body === null || field(answer.headers, "content-encoding")) return;
        const json = type.endsWith("json") && type !== "application/x-ndjson";
        const [value] = json ? parsed(answer.body) : [typeof answer.body === "string" ? answer.body : undefined];
        if (value === undefined) yield "the body is not what its content type says";
        else {
            const fault = this.contract.fault(media.schema, value);
            if (fault) yield `body: ${fault}`;
        }
    }

    *fields(operation, answer) {
        const documented = Object.entries(this.contract.response(operation, answer.status)?.headers ?? {});
        const names = new Set(documented.map(([name]) => name.toLowerCase()));
        for (const [name] of answer.headers)
            if (!names.has(name.toLowerCase()) && !kCommonFields.has(name.toLowerCase())) yield `the field ${name} is not documented`;
        // A refusal may come before the key is known, or because nothing can be counted.
        const counted = operation.key !== "none" && (answer.status < 400 || [403, 404, 409, 422].includes(answer.status));
        for (const [name, part] of documented) {
            const text = field(answer.headers, name);
            const { required, schema } = this.contract.resolve(part);
            const expected =
                (required && (this.wire || name !== "X-Request-Id")) ||
                (counted && name.startsWith("RateLimit")) ||
                (answer.status === 429 && name === "Retry-After");
            if (text === undefined) {
                if (expected) yield `the field ${name} is missing`;
                continue;
            }
            const fault = this.contract.fault(schema, this.contract.typed(schema, text));
            if (fault) yield `field ${name}: ${fault}`;
        }
    }

    /// A request that succeeded must be one that the document allows.
    *request(operation, request) {
        yield* this.parameters(operation, request);
        const { requestBody } = operation;
        if (request.body === null) return;
        let bytes = bytesOf(request.body);
        if (bytes.length === 0) {
            if (requestBody?.required) yield "succeeded without a body";
            return;
        }
        if (!requestBody) {
            yield "succeeded with a body that is not documented";
            return;
        }
        const type = mediaType(request.headers);
        const media = requestBody.content[type];
        if (!media) {
            yield `succeeded with a body of type ${type}`;
            return;
        }
        if (field(request.headers, "content-encoding")?.toLowerCase() === "gzip") bytes = gunzipSync(bytes);
        const text = bytes.toString("utf8");
        const [value] = type === "application/json" ? parsed(text) : [text];
        const fault = value === undefined ? "it is no JSON" : this.contract.fault(media.schema, this.withoutRefusedItems(operation, value));
        if (fault) yield `succeeded with a body that is not allowed: ${fault}`;
    }

    withoutRefusedItems(operation, value) {
        const alone = kJudgedAlone[operation.id];
        if (!alone || !Array.isArray(value[alone.member])) return value;
        const valid = this.contract.validator(alone.schema);
        return { ...value, [alone.member]: value[alone.member].map((item) => (valid(item) ? item : alone.good)) };
    }

    *parameters(operation, request) {
        const given = new URL(request.target, "http://localhost").searchParams;
        const parameters = operation.parameters.filter((parameter) => parameter.in === "query");
        for (const name of given.keys())
            if (!parameters.some((parameter) => parameter.name === name)) yield `succeeded with the unknown parameter ${name}`;
        for (const { name, schema, required } of parameters) {
            const text = given.get(name);
            if (text === null) {
                if (required) yield `succeeded without the parameter ${name}`;
                continue;
            }
            const fault = this.contract.fault(schema, this.contract.typed(schema, text));
            if (fault) yield `succeeded with ${name}=${text}: ${fault}`;
        }
    }
}
