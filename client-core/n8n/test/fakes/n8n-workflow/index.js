// SPDX-License-Identifier: MIT
// What the node and n8n's linter take from n8n-workflow, for tests that do without the 300 MB of the engine; engine/ runs
// the node with the real one.
class NodeError extends Error {
    constructor(node, error, { message, description, httpCode, itemIndex } = {}) {
        super(message ?? (typeof error === "string" ? error : error.message));
        Object.assign(this, { node, description, httpCode, context: { itemIndex } });
    }
}

exports.NodeApiError = class NodeApiError extends NodeError {};
exports.NodeOperationError = class NodeOperationError extends NodeError {};
exports.NodeConnectionTypes = { Main: "main" };
// A wait between attempts takes no time; what ends an attempt does.
exports.sleep = (ms) => new Promise((resolve) => (ms < 20_000 ? setImmediate(resolve) : setTimeout(resolve, ms).unref()));
