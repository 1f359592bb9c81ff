// SPDX-License-Identifier: Apache-2.0
#include "api/idempotency.hpp"

#include "api/context.hpp"
#include "api/ingest/lead_body.hpp"
#include "api/order_json.hpp"
#include "api/pipeline.hpp"
#include "api/reply.hpp"
#include "domain/json.hpp"
#include "domain/order_request.hpp"
#include "domain/request_rules.hpp"
#include "orders/placement.hpp"

#include <leadsheet/contract/limits.hpp>

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>

namespace leadsheet::server::api {

namespace {

using contract::ErrorCode;

/// What is done about equivalent orders is not what is ordered: a request that acknowledges them is
/// the same request.
std::string payloadOf(const Exchange& exchange) {
    if (!exchange.body)
        return {};
    const boost::json::object* members = exchange.body->if_object();
    if (exchange.operation().id != "createOrder" || members == nullptr ||
        !(members->contains(domain::kDuplicatesMember) ||
          members->contains(domain::kAcknowledgedMember)))
        return domain::canonicalJson(*exchange.body);
    boost::json::object order = *members;
    order.erase(domain::kDuplicatesMember);
    order.erase(domain::kAcknowledgedMember);
    return domain::canonicalJson(order);
}

domain::Digest fingerprintOf(const Exchange& exchange) {
    return exchange.leads
               ? exchange.leads->call
               : domain::requestFingerprint(fingerprintedOperation(exchange), payloadOf(exchange));
}

std::string holdKey(const Exchange& exchange) {
    return exchange.caller->account.id.str() + "\n" + std::string(exchange.operation().id) + "\n" +
           *exchange.idempotencyKey;
}

/// The tag that came with an answer: of those that have a version, which refusals have not.
std::optional<std::string> tagOf(const std::string& body) {
    boost::json::error_code error;
    const boost::json::value answer = boost::json::parse(body, error);
    const boost::json::object* members = error ? nullptr : answer.if_object();
    const boost::json::value* version = members ? members->if_contains("version") : nullptr;
    if (version == nullptr || !version->is_int64())
        return std::nullopt;
    return "\"" + std::to_string(version->get_int64()) + "\"";
}

Reply replayWithoutBody(const store::IdempotencyRecord& record) {
    Reply reply;
    reply.replayed = true;
    reply.status = record.status;
    if (reply.status >= 400)
        reply.contentType = "application/problem+json";
    return reply;
}

Reply refusalOf(const Exchange& exchange, const Problem& problem) {
    Reply refusal;
    refusal.status = statusOf(problem);
    refusal.body = problemBody(problem, exchange.request.requestId, exchange.request.path);
    return refusal;
}

void keepUnder(store::Tx& tx, const Exchange& exchange, std::string key, const Reply& reply) {
    store::IdempotencyRecord record;
    record.account = exchange.caller->account.id;
    record.operation = exchange.operation().id;
    record.key = std::move(key);
    record.fingerprint = exchange.fingerprint;
    record.status = reply.status;
    record.body = reply.body;
    record.createdAt = exchange.now;
    tx.insertIdempotency(record);
}

/// What an earlier request with this key was answered; nothing for a fresh one.
StageResult storedAnswer(Context& context, Exchange& exchange) {
    SERVER_TRY(auto replayed, readStore(context, exchange, [&](store::Reader& reader) {
                   return replayOf(reader, exchange);
               }));
    // What was committed may not be on a standby yet; an answer says that it will stay.
    if (replayed)
        SERVER_TRY_DONE(stored(context, exchange, context.store->confirmEarlierCommits()));
    return replayed;
}

} // namespace

/// The path's own parameters belong to the payload: one key must not cancel two orders.
std::string fingerprintedOperation(const Exchange& exchange) {
    std::string operation(exchange.operation().id);
    for (const std::string& parameter : exchange.route.parameters)
        operation.append(" ").append(parameter);
    if (exchange.format == BodyFormat::Json)
        return operation;
    for (const char* name : {"orderNumber", "deliveryId", "final"}) {
        const std::string* value = exchange.query(name);
        operation.append(" ").append(value != nullptr ? *value : std::string());
    }
    return operation;
}

StageResult idempotencyStage(Context& context, Exchange& exchange) {
    if (!exchange.caller || exchange.request.method != "POST")
        return std::nullopt;
    if (exchange.handler != nullptr && !exchange.handler->takesIdempotencyKey)
        return std::nullopt;
    const std::string* header = exchange.request.header("idempotency-key");
    if (header == nullptr) {
        if (!exchange.operation().generatesIdempotencyKey)
            return std::nullopt;
        exchange.idempotencyKey = domain::makeId("generated-", context.random);
        exchange.keyGenerated = true;
        exchange.fingerprint = fingerprintOf(exchange);
        return std::nullopt; // nobody else has this key
    }
    exchange.idempotencyKey = domain::parseIdempotencyKey(*header);
    if (!exchange.idempotencyKey || exchange.request.headerCount("idempotency-key") > 1) {
        return refuse(ErrorCode::IdempotencyKeyInvalid,
                      "Idempotency-Key must occur once and have 1 to " +
                          std::to_string(contract::kIdempotencyKeyMaxLength) +
                          " visible ASCII characters, bare or in quotes.");
    }
    exchange.fingerprint = fingerprintOf(exchange);
    exchange.hold = context.inFlight.acquire(holdKey(exchange));
    StageResult stored = storedAnswer(context, exchange);
    if (!stored && !exchange.hold) {
        Problem problem{ErrorCode::IdempotencyInProgress,
                        "A request with this Idempotency-Key is still running. Repeat it in a "
                        "moment.",
                        {},
                        std::chrono::seconds(contract::kIdempotencyRetrySeconds),
                        {}};
        return Outcome(tl::unexpect, std::move(problem));
    }
    return stored;
}

std::optional<Outcome> replayOf(store::Tx& tx, const Exchange& exchange) {
    auto replayed = replayOf(static_cast<store::Reader&>(tx), exchange);
    if (replayed)
        tx.confirmEarlierCommits();
    return replayed;
}

std::optional<Outcome> replayOf(store::Reader& reader, const Exchange& exchange) {
    if (!exchange.idempotencyKey)
        return std::nullopt;
    const orders::IdempotencyCheck check =
        orders::checkIdempotency(reader, exchange.caller->account.id, exchange.operation().id,
                                 *exchange.idempotencyKey, exchange.fingerprint);
    switch (check.verdict) {
    case orders::IdempotencyVerdict::Fresh:
        return std::nullopt;
    case orders::IdempotencyVerdict::KeyReused:
        return refuse(contract::ErrorCode::IdempotencyKeyReused,
                      "This Idempotency-Key was used with another payload. Repeat a request with "
                      "the same body, or use a new key for a new request.");
    case orders::IdempotencyVerdict::Replay:
        break;
    }
    const store::IdempotencyRecord& record = *check.record;
    Reply reply = replayWithoutBody(record);
    if (record.order)
        reply.headers.push_back({"Location", orderPath(*record.order)});
    if (record.body) {
        if (const auto tag = tagOf(*record.body))
            reply.headers.push_back({"ETag", *tag});
        reply.body = *record.body;
        return reply;
    }
    if (record.order) {
        if (const auto order = reader.findOrder(*record.order)) {
            reply.headers.push_back({"ETag", entityTag(*order)});
            reply.body = orderBody(*order);
            return reply;
        }
    }
    // The kept answer is gone and was not a purchase, so doing the work again harms nobody.
    return std::nullopt;
}

void keepAnswer(store::Tx& tx, const Exchange& exchange, const Reply& reply) {
    if (exchange.idempotencyKey)
        keepUnder(tx, exchange, *exchange.idempotencyKey, reply);
}

void keepOutcome(store::Tx& tx, const Exchange& exchange, const Outcome& outcome) {
    if (outcome) {
        keepAnswer(tx, exchange, *outcome);
        return;
    }
    const Problem& problem = outcome.error();
    if (!domain::keepsAnswer(statusOf(problem), problem.code))
        return;
    keepAnswer(tx, exchange, refusalOf(exchange, problem));
}

std::string refusalKeyOf(const Exchange& exchange) {
    std::string consent = domain::toHex(exchange.fingerprint) + "\n" +
                          std::to_string(exchange.caller->account.duplicateWindowDays);
    const boost::json::object& order = exchange.body->get_object();
    for (const std::string_view guard : {domain::kDuplicatesMember, domain::kAcknowledgedMember}) {
        const boost::json::value* said = order.if_contains(guard);
        consent.append(1, '\n').append(said != nullptr ? domain::canonicalJson(*said) : "");
    }
    // A blank is in no key that a client sends.
    return *exchange.idempotencyKey + " " + domain::toHex(domain::sha256(consent));
}

std::optional<Outcome> keptRefusalOf(store::Tx& tx, const Exchange& exchange,
                                     domain::Timestamp since) {
    if (exchange.keyGenerated)
        return std::nullopt;
    const auto record = tx.findIdempotency(exchange.caller->account.id, exchange.operation().id,
                                           refusalKeyOf(exchange));
    if (!record || record->createdAt <= since)
        return std::nullopt;
    tx.confirmEarlierCommits();
    Reply reply = replayWithoutBody(*record);
    reply.body = record->body.value();
    return reply;
}

void keepRefusal(store::Tx& tx, const Exchange& exchange, const Problem& problem) {
    if (!exchange.keyGenerated)
        keepUnder(tx, exchange, refusalKeyOf(exchange), refusalOf(exchange, problem));
}

} // namespace leadsheet::server::api
