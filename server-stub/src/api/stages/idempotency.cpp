// SPDX-License-Identifier: Apache-2.0
#include "domain/idempotency.hpp"
#include "api/context.hpp"
#include "api/replay.hpp"
#include "api/stages/stages.hpp"
#include "api/store_problem.hpp"
#include "domain/json.hpp"
#include "domain/order_request.hpp"
#include "store/order_placement.hpp"

#include <leadsheet/contract/limits.hpp>

#include <boost/json/object.hpp>

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

/// The path's own parameters belong to the payload: one key must not cancel two orders.
domain::Digest fingerprintOf(const Exchange& exchange) {
    std::string operation(exchange.operation().id);
    for (const std::string& parameter : exchange.route.parameters)
        operation.append(" ").append(parameter);
    if (exchange.format == BodyFormat::Json)
        return domain::requestFingerprint(operation, payloadOf(exchange));
    // What the parameters of a body that is no JSON say belongs to the payload.
    for (const char* name : {"orderNumber", "deliveryId", "final"}) {
        const std::string* value = exchange.query(name);
        operation.append(" ").append(value != nullptr ? *value : std::string());
    }
    return domain::requestFingerprint(operation, exchange.request.body);
}

std::string holdKey(const Exchange& exchange) {
    return exchange.caller->account.id.str() + "\n" + std::string(exchange.operation().id) + "\n" +
           *exchange.idempotencyKey;
}

} // namespace

StageResult idempotencyStage(Context& context, Exchange& exchange) {
    if (!exchange.caller || exchange.request.method != "POST")
        return std::nullopt;
    if (exchange.handler != nullptr && !exchange.handler->takesIdempotencyKey)
        return std::nullopt;
    const std::string* header = exchange.request.header("idempotency-key");
    if (header == nullptr) {
        if (!exchange.operation().idempotencyKeyRequired)
            return std::nullopt;
        return refuse(ErrorCode::IdempotencyKeyRequired,
                      "Send an Idempotency-Key header, and the same one when you repeat the "
                      "request: it makes sure that nothing is bought twice.");
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
    if (!exchange.hold) {
        Problem problem{ErrorCode::IdempotencyInProgress,
                        "A request with this Idempotency-Key is still running. Repeat it in a "
                        "moment.",
                        {},
                        std::chrono::seconds(contract::kIdempotencyRetrySeconds),
                        {}};
        return Outcome(tl::unexpect, std::move(problem));
    }
    auto replayed =
        context.store->read([&](store::Reader& reader) { return replayOf(reader, exchange); });
    if (!replayed)
        return storeProblem(context, exchange, replayed.error());
    return std::move(*replayed);
}

} // namespace leadsheet::server::api
