// SPDX-License-Identifier: Apache-2.0
#include "store/ingest.hpp"

#include <boost/json.hpp>
#include <utility>

namespace leadsheet::server::store {

namespace {

using Outcome = IngestResult::Outcome;
namespace json = boost::json;

std::string eventData(const IngestPart& part, const IngestCounts& counts) {
    return json::serialize(json::object{{"deliveryId", part.deliveryId},
                                        {"accepted", counts.accepted},
                                        {"duplicate", counts.duplicates.size()},
                                        {"rejected", part.rejectedRows},
                                        {"final", part.finalPart}});
}

} // namespace

IngestResult ingestPart(Tx& tx, const IngestPart& part) {
    auto order = tx.findOrder(part.number);
    if (!order)
        return {Outcome::NotFound, {}, std::nullopt};
    if (auto earlier = tx.findDelivery(part.number, part.deliveryId)) {
        const bool same = earlier->fingerprint == part.fingerprint;
        return {same ? Outcome::Replayed : Outcome::OtherContent, std::move(earlier->answer),
                std::move(order)};
    }
    if (order->status != domain::OrderStatus::InProgress)
        return {Outcome::Refused, {}, std::move(order)};
    if (tx.findPublication(part.number))
        return {Outcome::Publishing, {}, std::move(order)};

    IngestCounts counts;
    const auto owned = tx.stageLeads(*order, part.leads);
    for (std::size_t i = 0; i < owned.size(); ++i) {
        if (owned[i])
            counts.duplicates.push_back({i, *owned[i]});
        else
            ++counts.accepted;
    }
    counts.deliveredLeads = order->delivered;
    counts.stagedLeads = order->staged + counts.accepted;

    OrderStep step;
    step.number = part.number;
    step.action = domain::OrderAction::Ingest;
    step.key = part.key;
    step.delivered = counts.accepted;
    step.duplicates = static_cast<std::int64_t>(counts.duplicates.size());
    step.rejectedRows = part.rejectedRows;
    step.finalPart = part.finalPart;
    step.dataJson = eventData(part, counts);
    step.now = part.now;
    auto done = performStep(tx, step);
    if (done.outcome != OrderStepResult::Outcome::Done)
        throw StoreFailure({StoreError::Kind::Internal, StoreError::Certainty::NotApplied,
                            "an order in progress took no leads", 0});
    std::string answer = part.renderAnswer(counts);
    tx.insertDelivery({part.number, part.deliveryId, part.fingerprint, answer});
    return {Outcome::Applied, std::move(answer), std::move(done.order)};
}

} // namespace leadsheet::server::store
