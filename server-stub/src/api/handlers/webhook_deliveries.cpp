// SPDX-License-Identifier: Apache-2.0
#include "api/context.hpp"
#include "api/exchange.hpp"
#include "api/handlers/request.hpp"
#include "api/idempotency.hpp"
#include "api/long_work.hpp"
#include "api/order_json.hpp"
#include "api/pipeline.hpp"
#include "api/reply.hpp"
#include "api/router.hpp"
#include "domain/text_check.hpp"
#include "webhook/delivery.hpp"

#include <leadsheet/contract/webhook_events.hpp>

#include <algorithm>
#include <boost/json.hpp>

namespace leadsheet::server::api {

namespace {

namespace json = boost::json;
using contract::ErrorCode;

/// A receiver may answer with what it was sent, so its words are masked with it.
json::object attemptJson(const store::WebhookAttempt& attempt, bool masked) {
    return {{"at", domain::formatTimestamp(attempt.at)},
            {"status", orNull(attempt.status)},
            {"durationMs", attempt.duration.count()},
            {"error", orNull(attempt.error)},
            {"responseBody",
             masked ? json::value(nullptr) : json::value(orNull(attempt.responseBody))}};
}

json::object deliveryJson(const store::WebhookDelivery& delivery, const store::WebhookId& webhook) {
    json::object out;
    out["id"] = delivery.id.str();
    out["messageId"] = delivery.messageId.str();
    out["webhookId"] = webhook.str();
    out["eventType"] = delivery.type;
    out["state"] = store::name(delivery.state);
    out["orderNumber"] = delivery.order ? json::value(delivery.order->str()) : json::value(nullptr);
    out["attempts"] = delivery.attempts;
    out["nextAttemptAt"] = orNull(delivery.nextAttemptAt);
    out["lastStatus"] = orNull(delivery.lastStatus);
    out["lastError"] = orNull(delivery.lastError);
    out["createdAt"] = domain::formatTimestamp(delivery.createdAt);
    out["deliveredAt"] = orNull(delivery.deliveredAt);
    return out;
}

/// Whoever may read the messages may not therefore read the leads and orders in them.
bool mayReadBodies(const store::AuthenticatedKey& caller, std::string_view event) {
    const std::string_view scope = event == contract::kEventLeadsDelivered ? "leads:read"
                                   : event.starts_with("order.")           ? "orders:read"
                                                                           : "webhooks:read";
    return grantsScope(caller.key.scopes, scope);
}

/// With what was sent and what came back.
json::object deliveryDetailJson(store::Reader& reader, const store::WebhookDelivery& delivery,
                                const store::WebhookId& webhook,
                                const store::AuthenticatedKey& caller) {
    json::object out = deliveryJson(delivery, webhook);
    const auto attempts = reader.listWebhookAttempts(delivery.seq);
    json::object headers;
    if (!attempts.empty() && !delivery.signature.empty()) {
        for (const auto& [name, value] :
             webhook::attemptHeaders(delivery, attempts.back().at, delivery.signature))
            headers[name] = value;
    }
    out["requestHeaders"] = std::move(headers);
    const auto message = reader.findWebhookMessage(delivery.message);
    const bool masked = !mayReadBodies(caller, delivery.type);
    out["requestBody"] =
        message && !masked ? webhook::messageBody(reader, *message) : std::string();
    if (masked)
        out["requestBodyMasked"] = true;
    json::array log;
    for (const store::WebhookAttempt& attempt : attempts)
        log.push_back(attemptJson(attempt, masked));
    out["attemptLog"] = std::move(log);
    return out;
}

/// Found by its owner, together.
struct Found {
    store::WebhookDelivery delivery;
    store::Webhook webhook;
};

std::optional<store::Webhook> webhookOfPath(store::Reader& reader, const Exchange& exchange) {
    return reader.findWebhook(exchange.caller->account.id, store::WebhookId(exchange.parameter(0)));
}

std::optional<Found> deliveryOfPath(store::Reader& reader, const Exchange& exchange) {
    const auto delivery = reader.findWebhookDelivery(exchange.caller->account.id,
                                                     store::DeliveryId(exchange.parameter(0)));
    if (!delivery)
        return std::nullopt;
    const auto webhook = reader.findWebhook(delivery->webhook);
    if (!webhook)
        return std::nullopt;
    return Found{*delivery, *webhook};
}

Reply accepted(const json::object& body) {
    Reply reply;
    reply.status = 202;
    reply.body = json::serialize(body);
    return reply;
}

/// Runs `work` in a transaction that keeps its outcome for replays, but for the refusal of a state
/// that may change.
template <class Work>
Outcome writeOnce(Context& context, const Exchange& exchange, Work work) {
    return writeOutcome(
        context, exchange,
        [&](store::Tx& tx) -> Outcome {
            if (auto earlier = replayOf(tx, exchange))
                return std::move(*earlier);
            Outcome outcome = work(tx);
            if (outcome || outcome.error().code != ErrorCode::InvalidTransition)
                keepOutcome(tx, exchange, outcome);
            return outcome;
        },
        exchange.caller->account.id);
}

/// Refuses when the resource is not there or its URL may not be called any more.
template <class Find>
std::optional<Problem> refusedUrl(Context& context, const Exchange& exchange, Find find) {
    const auto url = context.store->read(find);
    if (!url)
        return storeProblem(context, exchange, url.error()).error();
    // Absent: the transaction says so.
    return *url ? refusedDestination(context, exchange, **url) : std::nullopt;
}

/// The webhook that `find` finds, with nothing left to be done to its deliveries: what is left
/// would undo what the request is for.
template <class Find>
tl::expected<std::optional<std::int64_t>, Problem> settled(Context& context,
                                                           const Exchange& exchange, Find find) {
    const auto found = context.store->read(find);
    if (!found)
        return tl::make_unexpected(storeProblem(context, exchange, found.error()).error());
    if (!*found || settleBacklog(context, exchange.caller->account.id, **found))
        return *found;
    Problem problem;
    problem.code = contract::ErrorCode::Unavailable;
    problem.detail =
        "Many deliveries of this webhook are being held or recovered. Send the request "
        "again in a moment.";
    problem.retryAfter = std::chrono::seconds(1);
    return tl::make_unexpected(std::move(problem));
}

std::string filterText(const store::DeliveryFilter& filter) {
    json::object text;
    if (filter.state)
        text["state"] = store::name(*filter.state);
    if (filter.createdAfter)
        text["createdAfter"] = domain::toMillis(*filter.createdAfter);
    return json::serialize(text);
}

tl::expected<store::DeliveryFilter, Problem> readFilter(const Exchange& exchange) {
    store::DeliveryFilter filter;
    if (const std::string* text = exchange.query("state")) {
        filter.state = store::deliveryStateFromName(*text);
        if (!filter.state)
            return wrongParameter("state",
                                  "state must be one of pending, delivered, failed, held.");
    }
    SERVER_TRY(const auto createdAfter, timeParameter(exchange, "createdAfter"));
    filter.createdAfter = createdAfter;
    return filter;
}

constexpr std::size_t kMaxIdCharacters = 64;
constexpr std::array<std::string_view, 4> kResults = {"good", "risky", "unknown", "invalid"};

struct DeliverRequest {
    store::WebhookId webhook;
    store::LeadFilter leads;
};

tl::expected<DeliverRequest, Problem> readRequest(const Exchange& exchange) {
    BodyMembers members(*exchange.body, {"webhookId", "orderNumber", "deliveredAfter", "result"});
    members.require({"webhookId"});
    DeliverRequest request;
    const auto id = members.text("webhookId", kMaxIdCharacters);
    if (id && !domain::isIdentifier(*id))
        members.refuse("webhookId", "invalid_format", "Must be the identifier of a webhook.");
    request.webhook = store::WebhookId(id.value_or(""));
    if (const auto number = members.text("orderNumber", kMaxIdCharacters)) {
        if (!domain::isOrderNumber(*number))
            members.refuse("orderNumber", "invalid_format", "Must be an order number.");
        request.leads.order = store::OrderNumber(*number);
    }
    request.leads.deliveredAfter = members.time("deliveredAfter");
    request.leads.result = members.text("result", kMaxIdCharacters);
    if (request.leads.result && std::ranges::count(kResults, *request.leads.result) == 0)
        members.refuse("result", "not_allowed", "Must be good, risky, unknown or invalid.");
    if (members.has("orderNumber") == members.has("deliveredAfter"))
        members.refuse(members.has("orderNumber") ? "deliveredAfter" : "orderNumber", "conflict",
                       "Give either orderNumber or deliveredAfter.");
    if (auto problem = members.problem())
        return tl::make_unexpected(std::move(*problem));
    return request;
}

/// What is not held back would be sent to somebody who switched that off.
std::optional<Problem> refusedAsDisabled(const store::Webhook& webhook, std::string_view what) {
    if (webhook.enabled)
        return std::nullopt;
    return Problem{ErrorCode::InvalidTransition,
                   "The webhook is disabled (" + webhook.disabledReason.value_or("owner") +
                       "). Enable it before " + std::string(what) + ".",
                   {},
                   {},
                   {}};
}

/// The webhook, if it and the order are there and in a state to deliver.
tl::expected<store::Webhook, Problem> ready(store::Reader& reader, const Exchange& exchange,
                                            const DeliverRequest& request) {
    const store::AccountId& account = exchange.caller->account.id;
    auto webhook = reader.findWebhook(account, request.webhook);
    if (!webhook)
        return notFound();
    if (request.leads.order) {
        const auto order = reader.findOrder(account, *request.leads.order);
        if (!order)
            return notFound();
        if (!order->deliveredAt && order->delivered == 0)
            return refuse(ErrorCode::InvalidTransition,
                          "An order that is " + std::string(domain::name(order->status)) +
                              " has not been delivered.");
    }
    if (auto refused = refusedAsDisabled(*webhook, "leads are pushed to it"))
        return tl::make_unexpected(std::move(*refused));
    return std::move(*webhook);
}

/// What a request asks for: a plan, or a sweep over more leads than are divided before its answer.
struct WantedLeads {
    std::int64_t leads = 0;
    webhook::LeadPlan plan;
    std::optional<store::LeadSweep> sweep;
};

store::StoreResult<WantedLeads> lookForLeads(Context& context, const store::Webhook& taker,
                                             const store::LeadFilter& filter) {
    WantedLeads wanted;
    if (filter.deliveredAfter) {
        SERVER_TRY_DONE(context.store->read([&](store::Reader& reader) {
            store::LeadFilter all;
            all.deliveredAfter = filter.deliveredAfter;
            if (reader.countLeads(taker.account, all) <= context.config.outgoing.maxLeadsAtOnce)
                return;
            wanted.leads = reader.countLeads(taker.account, filter);
            store::LeadSweep sweep;
            sweep.webhook = taker.seq;
            sweep.deliveredAfter = *filter.deliveredAfter;
            sweep.result = filter.result;
            sweep.upTo = reader.lastLead(taker.account);
            wanted.sweep = std::move(sweep);
        }));
        if (wanted.sweep)
            return wanted;
    }
    SERVER_TRY(auto plan, webhook::planLeads(*context.store, taker.account, filter));
    wanted.leads = plan.leads;
    wanted.plan = std::move(plan);
    return wanted;
}

Outcome testWebhook(Context& context, Exchange& exchange) {
    auto refused = refusedUrl(context, exchange, [&](store::Reader& reader) {
        const auto webhook = webhookOfPath(reader, exchange);
        return webhook ? std::optional(webhook->url) : std::nullopt;
    });
    if (refused)
        return tl::make_unexpected(std::move(*refused));
    return writeOnce(context, exchange, [&](store::Tx& tx) -> Outcome {
        const auto webhook = webhookOfPath(tx, exchange);
        if (!webhook)
            return notFound();
        store::WebhookMessage message;
        message.account = webhook->account;
        message.type = contract::kEventWebhookTest;
        message.createdAt = exchange.now;
        const auto queued = tx.insertWebhookMessage(message, [&](std::int64_t seq) {
            return json::serialize(json::object{{"seq", seq}, {"webhookId", webhook->id.str()}});
        });
        return accepted(deliveryJson(
            tx.queueDelivery(queued, webhook->seq, store::DeliveryState::Pending), webhook->id));
    });
}

Outcome recoverWebhook(Context& context, Exchange& exchange) {
    BodyMembers members(*exchange.body, {"since"});
    members.require({"since"});
    const auto since = members.time("since");
    if (since && *since < exchange.now - webhook::kWebhookRetention)
        members.refuse("since", "out_of_range", "At most 30 days ago.");
    if (auto problem = members.problem())
        return tl::make_unexpected(std::move(*problem));
    SERVER_TRY(const auto known, settled(context, exchange, [&](store::Reader& reader) {
                   const auto webhook = webhookOfPath(reader, exchange);
                   return webhook ? std::optional(webhook->seq) : std::nullopt;
               }));
    SERVER_TRY(const auto waiting, readStore(context, exchange, [&](store::Reader& reader) {
                   return known ? reader.recoverable(*known, *since) : 0;
               }));
    return writeOnce(context, exchange, [&](store::Tx& tx) -> Outcome {
        const auto webhook = webhookOfPath(tx, exchange);
        if (!webhook)
            return notFound();
        if (auto disabled = refusedAsDisabled(*webhook, "messages are sent again"))
            return tl::make_unexpected(std::move(*disabled));
        const auto queued = tx.recoverDeliveries(webhook->seq, *since, exchange.now);
        return accepted(json::object{{"queued", queued.value_or(waiting)}});
    });
}

Outcome listWebhookDeliveries(Context& context, Exchange& exchange) {
    SERVER_TRY(const auto filter, readFilter(exchange));
    const std::string scope =
        "deliveries:" + exchange.caller->account.id.str() + ":" + exchange.parameter(0);
    const auto find = [&](store::Reader& reader,
                          const PageRequest& page) -> std::optional<PageContent> {
        const auto webhook = webhookOfPath(reader, exchange);
        if (!webhook)
            return std::nullopt;
        return pageContent(
            reader.listWebhookDeliveries(webhook->seq, filter, page.after, page.limit),
            [&](const store::WebhookDelivery& delivery) {
                return deliveryJson(delivery, webhook->id);
            });
    };
    return answerPage(context, exchange, scope, filterText(filter), find);
}

Outcome getWebhookDelivery(Context& context, Exchange& exchange) {
    return readOutcome(context, exchange, [&](store::Reader& reader) -> Outcome {
        const auto found = deliveryOfPath(reader, exchange);
        if (!found)
            return notFound();
        Reply reply;
        reply.body = json::serialize(
            deliveryDetailJson(reader, found->delivery, found->webhook.id, *exchange.caller));
        return reply;
    });
}

Outcome resendWebhookDelivery(Context& context, Exchange& exchange) {
    auto refused = refusedUrl(context, exchange, [&](store::Reader& reader) {
        const auto found = deliveryOfPath(reader, exchange);
        return found ? std::optional(found->webhook.url) : std::nullopt;
    });
    if (refused)
        return tl::make_unexpected(std::move(*refused));
    SERVER_TRY([[maybe_unused]] const auto webhook,
               settled(context, exchange, [&](store::Reader& reader) {
                   const auto found = deliveryOfPath(reader, exchange);
                   return found ? std::optional(found->webhook.seq) : std::nullopt;
               }));
    return writeOnce(context, exchange, [&](store::Tx& tx) -> Outcome {
        const auto found = deliveryOfPath(tx, exchange);
        if (!found)
            return notFound();
        if (auto disabled = refusedAsDisabled(found->webhook, "messages are sent again"))
            return tl::make_unexpected(std::move(*disabled));
        tx.requeueDelivery(found->delivery.seq, exchange.now);
        const auto queued = deliveryOfPath(tx, exchange);
        return accepted(deliveryJson(queued->delivery, queued->webhook.id));
    });
}

/// Pushes leads that are there to a webhook.
Outcome deliverToWebhook(Context& context, Exchange& exchange) {
    SERVER_TRY(const auto request, readRequest(exchange));
    SERVER_TRY(const auto found, readStore(context, exchange, [&](store::Reader& reader) {
                   return ready(reader, exchange, request);
               }));
    if (!found)
        return tl::make_unexpected(found.error());
    if (auto refused = refusedDestination(context, exchange, found->url))
        return tl::make_unexpected(std::move(*refused));
    SERVER_TRY(const auto wanted,
               stored(context, exchange, lookForLeads(context, *found, request.leads)));
    return writeOutcome(
        context, exchange,
        [&](store::Tx& tx) -> Outcome {
            if (auto earlier = replayOf(tx, exchange))
                return std::move(*earlier);
            // It may have been changed or deleted since.
            SERVER_TRY(const auto now, ready(tx, exchange, request));
            std::int64_t queued = 0;
            if (wanted.sweep)
                tx.queueLeadSweep(*wanted.sweep);
            else
                queued = webhook::queuePlan(tx, now, wanted.plan, exchange.now);
            Reply reply;
            reply.status = 202;
            reply.body = json::serialize(json::object{{"leads", wanted.leads}, {"queued", queued}});
            Outcome outcome = std::move(reply);
            keepOutcome(tx, exchange, outcome);
            return outcome;
        },
        exchange.caller->account.id);
}

} // namespace

void addWebhookDeliveryHandlers(HandlerTable& table) {
    table.add("testWebhook", BodyKind::None, testWebhook);
    table.add("recoverWebhook", BodyKind::Json, recoverWebhook);
    table.add("listWebhookDeliveries", BodyKind::None, listWebhookDeliveries,
              {"state", "createdAfter", "cursor", "limit"});
    table.add("getWebhookDelivery", BodyKind::None, getWebhookDelivery);
    table.add("resendWebhookDelivery", BodyKind::None, resendWebhookDelivery);
    table.add("deliverToWebhook", BodyKind::Json, deliverToWebhook);
}

} // namespace leadsheet::server::api
