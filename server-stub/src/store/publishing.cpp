// SPDX-License-Identifier: Apache-2.0
#include "store/publishing.hpp"

#include "store/webhook_outbox.hpp"

#include <leadsheet/contract/products.hpp>

#include <algorithm>
#include <boost/json.hpp>
#include <utility>

namespace leadsheet::server::store {

namespace {

namespace json = boost::json;
using domain::OrderAction;
using Outcome = OrderStepResult::Outcome;

json::object money(MinorUnits amount) {
    return {{"amount", amount}, {"currency", contract::kCurrency}};
}

OrderStep stepOf(const Publication& publication, Timestamp now) {
    OrderStep step;
    step.number = publication.order;
    step.action = publication.part ? OrderAction::DeliverPart : OrderAction::Deliver;
    step.key = publication.key;
    step.delivered = publication.added;
    step.duplicates = publication.duplicates;
    step.now = now;
    step.describe = [publication](const domain::Transition& move) {
        json::object data{{"leads", publication.added}, {"captured", money(move.capture)}};
        if (!publication.part)
            data["released"] = money(move.release);
        return json::serialize(data);
    };
    return step;
}

void keepAnswer(Tx& tx, const AnswerClaim& claim, std::string answer, Timestamp now) {
    constexpr int kOk = 200;
    IdempotencyRecord record;
    record.account = claim.account;
    record.operation = claim.operation;
    record.key = claim.key;
    record.fingerprint = claim.fingerprint;
    record.status = kOk;
    record.body = std::move(answer);
    record.createdAt = now;
    tx.insertIdempotency(record);
}

Order finish(Tx& tx, const Publication& publication, const DeliveryAnswer& answer, Timestamp now) {
    auto done = performStep(tx, stepOf(publication, now));
    if (done.outcome != Outcome::Done)
        throw StoreFailure({StoreError::Kind::Internal, StoreError::Certainty::NotApplied,
                            "a delivery that had begun was refused at its end", 0});
    const PublishedSpan span = tx.endPublication(publication, now);
    queueAutoDelivery(tx, *done.order, span);
    queueAutoPushes(tx, *done.order, span, now);
    // Another process may have used the key for something else meanwhile.
    const auto& claim = publication.claim;
    if (claim && !tx.findIdempotency(claim->account, claim->operation, claim->key))
        keepAnswer(tx, *claim, answer(tx, *done.order), now);
    return std::move(*done.order);
}

} // namespace

DeliveryStart startDelivery(Tx& tx, const OrderStep& step, const std::optional<AnswerClaim>& claim,
                            const DeliveryAnswer& answer) {
    auto order = tx.findOrder(step.number);
    if (!order)
        return {{Outcome::NotFound, std::nullopt, std::nullopt}};
    if (tx.findPublication(step.number))
        return {{Outcome::Publishing, std::move(order), std::nullopt}};
    if (step.expectedVersion && *step.expectedVersion != order->version)
        return {{Outcome::VersionConflict, std::move(order), std::nullopt}};
    if (const auto move = decideStep(*order, step); !move)
        return {{Outcome::Refused, std::move(order), move.error()}};

    Publication wanted;
    wanted.order = step.number;
    wanted.account = order->account;
    wanted.part = step.action == OrderAction::DeliverPart;
    wanted.key = step.key;
    wanted.claim = claim;
    tx.insertPublication(wanted);
    auto next = tx.nextPublication(order->account);
    if (next && next->order == step.number &&
        !tx.movePublication(*next, kLeadsPerPiece, step.now, true))
        return {{Outcome::Done, finish(tx, *next, answer, step.now), std::nullopt}};
    return {{Outcome::Publishing, std::move(order), std::nullopt}, true};
}

void PieceSize::tookSoLong(std::chrono::steady_clock::duration time) {
    constexpr auto kTooLong = std::chrono::milliseconds(6);
    constexpr auto kShort = std::chrono::milliseconds(2);
    constexpr int kFewest = 20;
    constexpr int kMost = 250;
    if (time > kTooLong)
        leads_ = std::max(leads_ / 2, kFewest);
    else if (time < kShort)
        leads_ = std::min(leads_ * 2, kMost);
}

bool moveDelivery(Tx& tx, const AccountId& account, Timestamp now, PieceSize& size) {
    const auto start = std::chrono::steady_clock::now();
    auto next = tx.nextPublication(account);
    const bool more = next && tx.movePublication(*next, size.leads(), now, false);
    size.tookSoLong(std::chrono::steady_clock::now() - start);
    return more;
}

void finishDelivery(Tx& tx, const AccountId& account, const DeliveryAnswer& answer, Timestamp now) {
    auto next = tx.nextPublication(account);
    // Whoever was faster may have finished it, and the next one has begun.
    if (next && !tx.movePublication(*next, kLeadsPerPiece, now, false))
        finish(tx, *next, answer, now);
}

} // namespace leadsheet::server::store
