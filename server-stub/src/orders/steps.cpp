// SPDX-License-Identifier: Apache-2.0
#include "orders/steps.hpp"

#include "orders/order_money.hpp"
#include "store/outreach.hpp"
#include "store/store.hpp"

#include <leadsheet/contract/products.hpp>
#include <leadsheet/contract/webhook_events.hpp>

#include <algorithm>
#include <boost/json.hpp>
#include <utility>

namespace leadsheet::server::orders {

using namespace store;

namespace {

namespace json = boost::json;

/// More webhooks than any account has.
constexpr int kAllWebhooks = 10'000;

/// Whether messages of this kind go to the webhook.
bool takesEvents(const Webhook& webhook, std::string_view type) {
    return webhook.events.empty() || std::ranges::count(webhook.events, type) > 0;
}

std::vector<Webhook> subscribersOf(Tx& tx, const AccountId& account, std::string_view type) {
    std::vector<Webhook> subscribers = tx.listWebhooks(account, std::nullopt, kAllWebhooks).rows;
    std::erase_if(subscribers,
                  [type](const Webhook& webhook) { return !takesEvents(webhook, type); });
    return subscribers;
}

/// Replies and ingested parts stay inside the order's history.
bool isPublished(std::string_view type) {
    return std::ranges::any_of(contract::kWebhookEvents,
                               [type](const auto& known) { return known.name == type; });
}

/// Absent means yes (resources/api/products.json).
bool wantsAutoDelivery(const Order& order) {
    const json::value request = json::parse(order.recordJson);
    const json::value* given = request.as_object().if_contains("autoDeliver");
    return given == nullptr || !given->is_bool() || given->get_bool();
}

constexpr int kDestinationsAtOnce = 1'000;

/// Makes the data of a message out of its place in the account's sequence.
using MessageData = std::function<std::string(std::int64_t accountSeq)>;

/// Queues a message to every webhook of the account that takes its kind, but `except` (a seq; 0 =
/// none); to disabled ones it is held. Writes nothing when there are none.
void announce(Tx& tx, const WebhookMessage& message, const MessageData& data,
              std::int64_t except = 0) {
    if (tx.outbox() == nullptr)
        return;
    auto subscribers = subscribersOf(tx, message.account, message.type);
    std::erase_if(subscribers, [except](const Webhook& webhook) { return webhook.seq == except; });
    if (subscribers.empty())
        return;
    const WebhookMessage queued = tx.insertWebhookMessage(message, data);
    for (const Webhook& webhook : subscribers)
        tx.queueDelivery(queued, webhook.seq,
                         webhook.enabled ? DeliveryState::Pending : DeliveryState::Held);
}

/// Whether a publication gave the account nothing to be told of: no leads of its own, nor, as the
/// order's first, leads that were there before it.
bool isEmpty(const Order& order, const PublishedSpan& span) {
    return span.deliveredAfter ? span.last == span.after : order.delivered == 0;
}

/// Queues leads of an order that were just published to every webhook with autoDeliver.
void queueAutoDelivery(Tx& tx, const Order& order, const PublishedSpan& span) {
    if (tx.outbox() == nullptr || isEmpty(order, span) || !wantsAutoDelivery(order))
        return;
    FanOut fanOut;
    fanOut.order = order.number;
    // Leads of other parts are told of by themselves.
    fanOut.deliveredAfter = span.deliveredAfter;
    if (order.status != domain::OrderStatus::Delivered)
        fanOut.upTo = span.last;
    for (const Webhook& webhook :
         subscribersOf(tx, order.account, contract::kEventLeadsDelivered)) {
        if (!webhook.autoDeliver)
            continue;
        fanOut.webhook = webhook.seq;
        tx.queueFanOut(fanOut);
    }
}

/// Queues leads of an order that were just published to every destination with autoDeliver, in the
/// transaction that publishes them.
void queueAutoPushes(Tx& tx, const Order& order, const PublishedSpan& span, Timestamp now) {
    if (isEmpty(order, span) || !wantsAutoDelivery(order))
        return;
    std::optional<CursorPosition> after;
    do {
        const Page<Destination> page =
            tx.outreachWrites().list(order.account, after, kDestinationsAtOnce);
        for (const Destination& destination : page.rows) {
            if (destination.enabled && destination.autoDeliver)
                tx.outreachWrites().queuePublished(destination, order.number, span, now);
        }
        after = page.next;
    } while (after);
}

using StepOutcome = OrderStepResult::Outcome;
using domain::OrderAction;

bool isDelivery(OrderAction action) {
    return action == OrderAction::Deliver || action == OrderAction::DeliverPart;
}

void apply(Order& order, const domain::Transition& move, const OrderStep& step) {
    order.status = move.after.status;
    order.payment = move.after.payment;
    order.captured = move.after.captured;
    order.refunded = move.after.refunded;
    order.updatedAt = step.now;
    if (step.action == OrderAction::Ingest) {
        order.staged += step.delivered;
        order.rejectedRows += step.rejectedRows;
        order.finalPart = order.finalPart || step.finalPart;
    } else if (isDelivery(step.action)) {
        order.delivered += step.delivered;
    }
    order.duplicates += step.duplicates;
    if (isDelivery(step.action) || hasEnded(order))
        order.staged = 0;
    if (step.action == OrderAction::RequestInfo)
        order.question = step.question;
    if (step.action == OrderAction::Deliver)
        order.deliveredAt = step.now;
}

OrderEvent eventOf(const Order& order, const domain::Transition& move, const OrderStep& step) {
    OrderEvent event;
    event.order = order.number;
    event.type = domain::eventType(step.action);
    event.actor = step.key.empty() ? "system" : domain::name(step.actor);
    event.key = step.key;
    event.status = order.status;
    event.version = order.version;
    event.dataJson = step.describe ? step.describe(move) : step.dataJson;
    event.at = step.now;
    return event;
}

IngestCounts stagePart(Tx& tx, const Order& order, const IngestPart& part) {
    const LeadDemands demands(order.recordJson);
    IngestCounts counts;
    std::size_t place = 0;
    std::vector<NewLead> wanted;
    std::vector<std::size_t> places;
    const auto take = [&](std::span<const NewLead> leads) {
        places.clear();
        for (const NewLead& lead : leads) {
            if (const UnmetDemands unmet = demands.unmetBy(lead.draft); unmet.any())
                counts.refused.push_back({place, unmet});
            else
                places.push_back(place);
            ++place;
        }
        if (places.size() < leads.size()) {
            const std::size_t first = place - leads.size();
            wanted.clear();
            for (const std::size_t kept : places)
                wanted.push_back(leads[kept - first]);
            leads = wanted;
        }
        auto at = places.begin();
        for (const auto& owned : tx.stageLeads(order, leads)) {
            if (owned)
                counts.duplicates.push_back({*at, *owned});
            else
                ++counts.accepted;
            ++at;
        }
    };
    if (!part.visit)
        take(part.leads);
    else if (!part.visit(take))
        throw StoreFailure({StoreError::Kind::Internal, StoreError::Certainty::NotApplied,
                            "the leads of a part cannot be read from the disk", 0});
    return counts;
}

std::int64_t rejectedRows(const IngestPart& part, const IngestCounts& counts) {
    return part.rejectedRows + static_cast<std::int64_t>(counts.refused.size());
}

std::string eventData(const IngestPart& part, const IngestCounts& counts) {
    return json::serialize(json::object{{"deliveryId", part.deliveryId},
                                        {"accepted", counts.accepted},
                                        {"duplicate", counts.duplicates.size()},
                                        {"rejected", rejectedRows(part, counts)},
                                        {"final", part.finalPart}});
}

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
    tx.follow(publication.trace);
    auto done = performStep(tx, stepOf(publication, now));
    if (done.outcome != StepOutcome::Done)
        throw StoreFailure({StoreError::Kind::Internal, StoreError::Certainty::NotApplied,
                            "a delivery that had begun was refused at its end", 0});
    const PublishedSpan span = tx.endPublication(publication, done.order->updatedAt);
    queueAutoDelivery(tx, *done.order, span);
    queueAutoPushes(tx, *done.order, span, now);
    // Another process may have used the key for something else meanwhile.
    const auto& claim = publication.claim;
    if (claim && !tx.findIdempotency(claim->account, claim->operation, claim->key))
        keepAnswer(tx, *claim, answer(tx, *done.order), now);
    return std::move(*done.order);
}

} // namespace

void announceOrderEvent(Tx& tx, const Order& order, const OrderEvent& event) {
    const OutboxHooks* const hooks = tx.outbox();
    if (hooks == nullptr || !isPublished(event.type))
        return;
    WebhookMessage message;
    message.account = order.account;
    message.type = event.type;
    message.order = order.number;
    message.createdAt = event.at;
    announce(tx, message,
             [&](std::int64_t seq) { return hooks->orderEventData(order, event, seq); });
}

std::optional<bool> eraseLead(Tx& tx, const store::LeadErasure& erasure) {
    const auto erased = tx.eraseLead(erasure);
    if (!erased.value_or(false))
        return erased;
    WebhookMessage message;
    message.account = erasure.account;
    message.type = contract::kEventLeadErased;
    message.createdAt = erasure.at;
    announce(tx, message, [&](std::int64_t seq) {
        return json::serialize(json::object{{"seq", seq},
                                            {"leadId", erasure.lead.str()},
                                            {"reason", erasure.reason},
                                            {"erasedAt", domain::formatTimestamp(erasure.at)}});
    });
    return erased;
}

void disableWebhook(Tx& tx, Webhook webhook, std::string_view reason, Timestamp now) {
    webhook.enabled = false;
    webhook.disabledReason = std::string(reason);
    webhook.updatedAt = now;
    if (!tx.updateWebhook(webhook))
        return;
    tx.holdDeliveries(webhook.seq, now);
    WebhookMessage message;
    message.account = webhook.account;
    message.type = contract::kEventEndpointDisabled;
    message.createdAt = now;
    announce(
        tx, message,
        [&](std::int64_t seq) {
            return json::serialize(
                json::object{{"seq", seq}, {"webhookId", webhook.id.str()}, {"reason", reason}});
        },
        webhook.seq);
}

bool hasEnded(const Order& order) {
    return order.status != domain::OrderStatus::PendingReview &&
           order.status != domain::OrderStatus::InProgress &&
           order.status != domain::OrderStatus::InfoRequested;
}

tl::expected<domain::Transition, domain::TransitionError> decideStep(const Order& order,
                                                                     const OrderStep& step) {
    return domain::decide(
        moneyStateOf(order), step.action, step.actor,
        {amountToCapture(order, step.delivered), step.refund, order.delivered, order.staged});
}

OrderStepResult performStep(Tx& tx, OrderStep step) {
    auto order = step.owner ? tx.findOrder(*step.owner, step.number) : tx.findOrder(step.number);
    if (!order)
        return {StepOutcome::NotFound, std::nullopt, std::nullopt};
    if (step.expectedVersion && *step.expectedVersion != order->version)
        return {StepOutcome::VersionConflict, std::move(order), std::nullopt};
    if (!isDelivery(step.action) && tx.findPublication(step.number))
        return {StepOutcome::Publishing, std::move(order), std::nullopt};
    const auto move = decideStep(*order, step);
    if (!move)
        return {StepOutcome::Refused, std::move(order), move.error()};

    // Of steps at once, the one whose request came first may be the second here.
    step.now = std::max(step.now, order->updatedAt);
    const bool ended = hasEnded(*order);
    moveMoney(tx, *order, *move, step.reason, step.now);
    apply(*order, *move, step);
    if (!tx.updateOrder(*order))
        throw StoreFailure({StoreError::Kind::Internal, StoreError::Certainty::NotApplied,
                            "an order changed inside a transaction", 0});
    ++order->version;
    const OrderEvent event = eventOf(*order, *move, step);
    tx.appendEvent(event);
    announceOrderEvent(tx, *order, event);
    // Of what was published, what was kept to recognise it.
    if (!ended && hasEnded(*order))
        tx.dropStaged(*order);
    return {StepOutcome::Done, std::move(order), std::nullopt};
}

IngestResult ingestPart(Tx& tx, const IngestPart& part) {
    using Outcome = IngestResult::Outcome;
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

    IngestCounts counts = stagePart(tx, *order, part);
    counts.deliveredLeads = order->delivered;
    counts.stagedLeads = order->staged + counts.accepted;

    OrderStep step;
    step.number = part.number;
    step.action = domain::OrderAction::Ingest;
    step.key = part.key;
    step.delivered = counts.accepted;
    step.duplicates = static_cast<std::int64_t>(counts.duplicates.size());
    step.rejectedRows = rejectedRows(part, counts);
    step.finalPart = part.finalPart;
    step.dataJson = eventData(part, counts);
    step.now = part.now;
    auto done = performStep(tx, step);
    if (done.outcome != StepOutcome::Done)
        throw StoreFailure({StoreError::Kind::Internal, StoreError::Certainty::NotApplied,
                            "an order in progress took no leads", 0});
    std::string answer = part.renderAnswer(counts);
    tx.insertDelivery({part.number, part.deliveryId, part.fingerprint, answer});
    return {Outcome::Applied, std::move(answer), std::move(done.order)};
}

DeliveryStart startDelivery(Tx& tx, const OrderStep& step, const std::optional<AnswerClaim>& claim,
                            const DeliveryAnswer& answer) {
    auto order = tx.findOrder(step.number);
    if (!order)
        return {{StepOutcome::NotFound, std::nullopt, std::nullopt}};
    if (tx.findPublication(step.number))
        return {{StepOutcome::Publishing, std::move(order), std::nullopt}};
    if (step.expectedVersion && *step.expectedVersion != order->version)
        return {{StepOutcome::VersionConflict, std::move(order), std::nullopt}};
    if (const auto move = decideStep(*order, step); !move)
        return {{StepOutcome::Refused, std::move(order), move.error()}};

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
        return {{StepOutcome::Done, finish(tx, *next, answer, step.now), std::nullopt}};
    return {{StepOutcome::Publishing, std::move(order), std::nullopt}, true};
}

void PieceSize::tookSoLong(std::chrono::steady_clock::duration time) {
    constexpr auto kTooLong = std::chrono::milliseconds(6);
    constexpr auto kShort = std::chrono::milliseconds(2);
    constexpr int kFewest = 20;
    constexpr int kMax = 250;
    if (time > kTooLong)
        leads_ = std::max(leads_ / 2, kFewest);
    else if (time < kShort)
        leads_ = std::min(leads_ * 2, kMax);
}

bool moveDelivery(Tx& tx, const AccountId& account, Timestamp now, PieceSize& size) {
    const auto start = size.now();
    auto next = tx.nextPublication(account);
    const bool more = next && tx.movePublication(*next, size.leads(), now, false);
    size.tookSoLong(size.now() - start);
    return more;
}

void finishDelivery(Tx& tx, const AccountId& account, const DeliveryAnswer& answer, Timestamp now) {
    auto next = tx.nextPublication(account);
    // Whoever was faster may have finished it, and the next one has begun.
    if (next && !tx.movePublication(*next, kLeadsPerPiece, now, false))
        finish(tx, *next, answer, now);
}

} // namespace leadsheet::server::orders
