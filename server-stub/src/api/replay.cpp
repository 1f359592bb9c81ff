// SPDX-License-Identifier: Apache-2.0
#include "api/replay.hpp"

#include "api/handlers/order_json.hpp"
#include "api/problem.hpp"
#include "domain/idempotency.hpp"
#include "store/order_placement.hpp"

namespace leadsheet::server::api {

std::optional<Outcome> replayOf(store::Reader& reader, const Exchange& exchange) {
    if (!exchange.idempotencyKey)
        return std::nullopt;
    const store::IdempotencyCheck check =
        store::checkIdempotency(reader, exchange.caller->account.id, exchange.operation().id,
                                *exchange.idempotencyKey, exchange.fingerprint);
    switch (check.verdict) {
    case store::IdempotencyVerdict::Fresh:
        return std::nullopt;
    case store::IdempotencyVerdict::KeyReused:
        return refuse(contract::ErrorCode::IdempotencyKeyReused,
                      "This Idempotency-Key was used with another payload. Repeat a request with "
                      "the same body, or use a new key for a new request.");
    case store::IdempotencyVerdict::Replay:
        break;
    }
    const store::IdempotencyRecord& record = *check.record;
    Reply reply;
    reply.replayed = true;
    reply.status = record.status;
    if (reply.status >= 400)
        reply.contentType = "application/problem+json";
    if (record.order && reply.status == 201)
        reply.headers.push_back({"Location", orderPath(*record.order)});
    if (record.body) {
        reply.body = *record.body;
        return reply;
    }
    if (record.order) {
        if (const auto order = reader.findOrder(*record.order)) {
            reply.body = orderBody(*order);
            return reply;
        }
    }
    // The kept answer is gone and was no purchase, so doing the work again harms nobody.
    return std::nullopt;
}

void keepAnswer(store::Tx& tx, const Exchange& exchange, const Reply& reply) {
    if (!exchange.idempotencyKey)
        return;
    store::IdempotencyRecord record;
    record.account = exchange.caller->account.id;
    record.operation = exchange.operation().id;
    record.key = *exchange.idempotencyKey;
    record.fingerprint = exchange.fingerprint;
    record.status = reply.status;
    record.body = reply.body;
    record.createdAt = exchange.now;
    tx.insertIdempotency(record);
}

void keepOutcome(store::Tx& tx, const Exchange& exchange, const Outcome& outcome) {
    if (outcome) {
        keepAnswer(tx, exchange, *outcome);
        return;
    }
    const Problem& problem = outcome.error();
    if (!domain::keepsAnswer(statusOf(problem), problem.code))
        return;
    Reply refusal;
    refusal.status = statusOf(problem);
    refusal.body = problemBody(problem, exchange.request.requestId, exchange.request.path);
    keepAnswer(tx, exchange, refusal);
}

} // namespace leadsheet::server::api
