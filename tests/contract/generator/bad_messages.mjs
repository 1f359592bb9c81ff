// SPDX-License-Identifier: Apache-2.0
// Messages that no schema describes: without a key, with bytes that are no JSON, with another method.

const kNesting = 2000;
const kParseError = -32700; // of JSON-RPC, which /mcp speaks
let strangers = 0;

/// [{name, message, status, code}] around a message that is allowed.
export function* badMessages(operation, good) {
    if (operation.key !== "none") {
        yield { name: "no key", message: { ...good, key: null }, status: 401, code: "missing_api_key" };
        const headers = { ...good.headers, "x-api-key": "nonsense" };
        // From many addresses: the server counts wrong keys by where they come from.
        const from = `127.0.0.${2 + (strangers++ % 200)}`;
        yield { name: "an unknown key", message: { ...good, key: null, headers, from }, status: 401, code: "invalid_api_key" };
    }
    const twice = good.target.includes("?") ? `${good.target}&industrys=1` : `${good.target}?industrys=1`;
    yield { name: "an unknown parameter", message: { ...good, target: twice }, status: 400, code: "invalid_parameter" };
    if (good.body === null) return;
    const fresh = (name, change) => ({ ...good, ...change, headers: { ...good.headers, ...change.headers, "idempotency-key": `bad ${name}`.replaceAll(" ", "-") } });
    const malformed = {
        "half a body": good.body.slice(0, -1),
        "two bodies": good.body + good.body,
        "a trailing comma": good.body.replace(/\}$/, ",}"),
        "invalid UTF-8": Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff, 0xc0, 0x80]), Buffer.from('"}')]),
        "a lone surrogate": '{"a":"\\ud800"}',
        "a member twice": '{"reason":"a","reason":"b"}',
        "deep nesting": "[".repeat(kNesting) + "]".repeat(kNesting),
        "NaN": '{"leadCount":NaN}',
    };
    const code = operation.id.startsWith("callMcp") ? kParseError : "malformed_json";
    for (const [name, body] of Object.entries(malformed)) yield { name, message: fresh(name, { body }), status: 400, code };
    yield { name: "another type", message: fresh("another type", { headers: { "content-type": "text/plain" } }), status: 415, code: "unsupported_media_type" };
    yield { name: "another charset", message: fresh("another charset", { headers: { "content-type": "application/json; charset=latin1" } }), status: 415, code: "unsupported_media_type" };
    yield { name: "an unknown encoding", message: fresh("an unknown encoding", { headers: { "content-encoding": "br" } }), status: 415, code: "unsupported_media_type" };
}
