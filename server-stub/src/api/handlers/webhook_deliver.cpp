// SPDX-License-Identifier: Apache-2.0
#include "api/handlers/webhook_deliver.hpp"

#include "api/context.hpp"
#include "api/handlers/body_members.hpp"
#include "api/handlers/webhook_input.hpp"
#include "api/not_found.hpp"
#include "api/replay.hpp"
#include "api/store_problem.hpp"
#include "api/write_outcome.hpp"
#include "domain/text_check.hpp"
#include "webhook/lead_plan.hpp"

#include <algorithm>
#include <boost/json.hpp>

namespace leadsheet::server::api {
namespace {

namespace json = boost::json;
using contract::ErrorCode;

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
    if (!webhook->enabled)
        return refuse(ErrorCode::InvalidTransition,
                      "The webhook is disabled (" + webhook->disabledReason.value_or("owner") +
                          "). Enable it before leads are pushed to it.");
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
        const auto counted = context.store->read([&](store::Reader& reader) {
            store::LeadFilter all;
            all.deliveredAfter = filter.deliveredAfter;
            if (reader.countLeads(taker.account, all) <= context.config.outgoing.mostLeadsAtOnce)
                return;
            wanted.leads = reader.countLeads(taker.account, filter);
            store::LeadSweep sweep;
            sweep.webhook = taker.seq;
            sweep.deliveredAfter = *filter.deliveredAfter;
            sweep.result = filter.result;
            sweep.upTo = reader.lastLead(taker.account);
            wanted.sweep = std::move(sweep);
        });
        if (!counted)
            return tl::make_unexpected(counted.error());
        if (wanted.sweep)
            return wanted;
    }
    auto plan = webhook::planLeads(*context.store, taker.account, filter);
    if (!plan)
        return tl::make_unexpected(plan.error());
    wanted.leads = plan->leads;
    wanted.plan = std::move(*plan);
    return wanted;
}

} // namespace

Outcome deliverToWebhook(Context& context, Exchange& exchange) {
    const auto request = readRequest(exchange);
    if (!request)
        return tl::make_unexpected(request.error());
    const auto found = context.store->read(
        [&](store::Reader& reader) { return ready(reader, exchange, *request); });
    if (!found)
        return storeProblem(context, exchange, found.error());
    if (!*found)
        return tl::make_unexpected(found->error());
    if (auto refused = refusedDestination(context, exchange, (*found)->url))
        return tl::make_unexpected(std::move(*refused));
    const auto wanted = lookForLeads(context, **found, request->leads);
    if (!wanted)
        return storeProblem(context, exchange, wanted.error());
    return writeOutcome(context, exchange, [&](store::Tx& tx) -> Outcome {
        if (auto earlier = replayOf(tx, exchange))
            return std::move(*earlier);
        // It may have been changed or deleted since.
        const auto now = ready(tx, exchange, *request);
        if (!now)
            return tl::make_unexpected(now.error());
        std::int64_t queued = 0;
        if (wanted->sweep)
            tx.queueLeadSweep(*wanted->sweep);
        else
            queued = webhook::queuePlan(tx, *now, wanted->plan, exchange.now);
        Reply reply;
        reply.status = 202;
        reply.body = json::serialize(json::object{{"leads", wanted->leads}, {"queued", queued}});
        Outcome outcome = std::move(reply);
        keepOutcome(tx, exchange, outcome);
        return outcome;
    });
}

} // namespace leadsheet::server::api
