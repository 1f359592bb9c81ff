// SPDX-License-Identifier: Apache-2.0
#include "api/handlers/webhook_deliveries.hpp"

#include "api/context.hpp"
#include "api/handlers/body_members.hpp"
#include "api/handlers/order_filter.hpp"
#include "api/handlers/paging.hpp"
#include "api/handlers/webhook_input.hpp"
#include "api/handlers/webhook_json.hpp"
#include "api/not_found.hpp"
#include "api/replay.hpp"
#include "api/store_problem.hpp"
#include "api/write_outcome.hpp"
#include "domain/webhook_schedule.hpp"
#include "webhook/backlog.hpp"

#include <leadsheet/contract/webhook_events.hpp>

#include <boost/json.hpp>

namespace leadsheet::server::api {
namespace {

namespace json = boost::json;

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

/// Runs `work` in a transaction that keeps its outcome for replays.
template <class Work>
Outcome writeOnce(Context& context, const Exchange& exchange, Work work) {
    return writeOutcome(context, exchange, [&](store::Tx& tx) -> Outcome {
        if (auto earlier = replayOf(tx, exchange))
            return std::move(*earlier);
        Outcome outcome = work(tx);
        keepOutcome(tx, exchange, outcome);
        return outcome;
    });
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
    if (!*found || webhook::settleBacklog(context, **found))
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
    const auto createdAfter = timeParameter(exchange, "createdAfter");
    if (!createdAfter)
        return tl::make_unexpected(createdAfter.error());
    filter.createdAfter = *createdAfter;
    return filter;
}

} // namespace

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
    if (since && *since < exchange.now - domain::kWebhookRetention)
        members.refuse("since", "out_of_range", "At most 30 days ago.");
    if (auto problem = members.problem())
        return tl::make_unexpected(std::move(*problem));
    const auto known = settled(context, exchange, [&](store::Reader& reader) {
        const auto webhook = webhookOfPath(reader, exchange);
        return webhook ? std::optional(webhook->seq) : std::nullopt;
    });
    if (!known)
        return tl::make_unexpected(known.error());
    const auto waiting = context.store->read(
        [&](store::Reader& reader) { return *known ? reader.recoverable(**known, *since) : 0; });
    if (!waiting)
        return storeProblem(context, exchange, waiting.error());
    return writeOnce(context, exchange, [&](store::Tx& tx) -> Outcome {
        const auto webhook = webhookOfPath(tx, exchange);
        if (!webhook)
            return notFound();
        const auto queued = tx.recoverDeliveries(webhook->seq, *since, exchange.now);
        return accepted(json::object{{"queued", queued.value_or(*waiting)}});
    });
}

Outcome listWebhookDeliveries(Context& context, Exchange& exchange) {
    const auto filter = readFilter(exchange);
    if (!filter)
        return tl::make_unexpected(filter.error());
    const std::string scope =
        "deliveries:" + exchange.caller->account.id.str() + ":" + exchange.parameter(0);
    const std::string filters = filterText(*filter);
    const auto page = pageRequest(context, exchange, scope, filters);
    if (!page)
        return tl::make_unexpected(page.error());
    auto outcome = context.store->read([&](store::Reader& reader) -> Outcome {
        const auto webhook = webhookOfPath(reader, exchange);
        if (!webhook)
            return notFound();
        const auto found =
            reader.listWebhookDeliveries(webhook->seq, *filter, page->after, page->limit);
        json::array rows;
        for (const store::WebhookDelivery& delivery : found.rows)
            rows.push_back(deliveryJson(delivery, webhook->id));
        return pageReply(context, std::move(rows), *page, found.next, scope, filters);
    });
    if (!outcome)
        return storeProblem(context, exchange, outcome.error());
    return std::move(*outcome);
}

Outcome getWebhookDelivery(Context& context, Exchange& exchange) {
    auto outcome = context.store->read([&](store::Reader& reader) -> Outcome {
        const auto found = deliveryOfPath(reader, exchange);
        if (!found)
            return notFound();
        Reply reply;
        reply.body =
            json::serialize(deliveryDetailJson(reader, found->delivery, found->webhook.id));
        return reply;
    });
    if (!outcome)
        return storeProblem(context, exchange, outcome.error());
    return std::move(*outcome);
}

Outcome resendWebhookDelivery(Context& context, Exchange& exchange) {
    auto refused = refusedUrl(context, exchange, [&](store::Reader& reader) {
        const auto found = deliveryOfPath(reader, exchange);
        return found ? std::optional(found->webhook.url) : std::nullopt;
    });
    if (refused)
        return tl::make_unexpected(std::move(*refused));
    const auto known = settled(context, exchange, [&](store::Reader& reader) {
        const auto found = deliveryOfPath(reader, exchange);
        return found ? std::optional(found->webhook.seq) : std::nullopt;
    });
    if (!known)
        return tl::make_unexpected(known.error());
    return writeOnce(context, exchange, [&](store::Tx& tx) -> Outcome {
        const auto found = deliveryOfPath(tx, exchange);
        if (!found)
            return notFound();
        tx.requeueDelivery(found->delivery.seq, exchange.now);
        const auto queued = deliveryOfPath(tx, exchange);
        return accepted(deliveryJson(queued->delivery, queued->webhook.id));
    });
}

} // namespace leadsheet::server::api
