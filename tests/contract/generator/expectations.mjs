// SPDX-License-Identifier: Apache-2.0
// What a generated request may be answered with, apart from success.

/// What the answer says when a valid request is refused because of the state of the server, or of a rule, which no schema tells.
const kOrdering = /"code":"(not_found|equivalent_order|price_changed|quote_expired|insufficient_credit)"/;
const kByState = {
    createOrder: kOrdering,
    createOrderAlias: kOrdering,
    creditAccount: /An account holds at most/,
    createKey: /Must be in the future/,
    createAdminKey: /Must be in the future/,
    refundOrder: /can be refunded/,
    recoverWebhook: /At most 30 days ago/,
    createDestination: /fill the same field/,
    updateDestination: /fill the same field/,
};
const kOnOrders = ["version_conflict"];

/// Answers to a part of a body that is judged on its own, inside an answer that succeeds.
const kJudgedOnTheirOwn = { createQuote: /\/items\/0/, ingestDelivery: /\/leads\/0/ };

export const codeOf = ({ body }) => {
    try {
        const said = JSON.parse(body);
        return said.code ?? said.error?.code; // JSON-RPC has it in `error`
    } catch {
        return undefined;
    }
};

/// The fault in the answer to a valid request, or null. `known`: the request is about what exists and suits it.
export function faultOfAllowed(operation, request, answer, known) {
    if (answer.status < 300) return null;
    const code = codeOf(answer);
    if (answer.status >= 500) return `answers ${answer.status}`;
    if (!known && ["not_found", "invalid_transition"].includes(code)) return null;
    if (kByState[operation.id]?.test(answer.body)) return null;
    if ((request.ifMatch !== undefined || request.body?.expectedVersion !== undefined) && kOnOrders.includes(code)) return null;
    if (request.query.cursor !== undefined && code === "invalid_cursor") return null;
    return `refuses a valid request: ${answer.status} ${answer.body}`;
}

/// The fault in the answer to a request that the document refuses, or null.
export function faultOfRefused(operation, fault, answer) {
    if (answer.status >= 500) return `answers ${answer.status}`;
    if (answer.status >= 400) return null;
    return kJudgedOnTheirOwn[operation.id]?.test(fault) ? null : `takes ${fault}: ${answer.status} ${answer.body.slice(0, 300)}`;
}
