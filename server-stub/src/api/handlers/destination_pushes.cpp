// SPDX-License-Identifier: Apache-2.0
#include "api/handlers/destination_pushes.hpp"

#include "api/context.hpp"
#include "api/handlers/body_members.hpp"
#include "api/handlers/destination_json.hpp"
#include "api/handlers/order_filter.hpp"
#include "api/handlers/paging.hpp"
#include "api/not_found.hpp"
#include "api/replay.hpp"
#include "api/store_problem.hpp"
#include "api/write_outcome.hpp"
#include "domain/ids.hpp"

#include <boost/json.hpp>

namespace leadsheet::server::api {
namespace {

namespace json = boost::json;
using contract::ErrorCode;

constexpr std::size_t kMaxLeadsOfAPush = 1'000;

/// Either an order or leads.
struct PushBody {
    std::optional<store::OrderNumber> order;
    std::vector<store::LeadId> leads;
};

tl::expected<PushBody, Problem> readPushBody(const Exchange& exchange) {
    BodyMembers members(*exchange.body, {"orderNumber", "leadIds"});
    PushBody body;
    if (const auto number = members.text("orderNumber", 20)) {
        body.order = store::OrderNumber(*number);
        if (!domain::isOrderNumber(*number))
            members.refuse("orderNumber", "invalid_format", "Must be an order number.");
    }
    for (std::string& id :
         members.texts("leadIds", kMaxLeadsOfAPush).value_or(std::vector<std::string>()))
        body.leads.emplace_back(std::move(id));
    if (members.has("orderNumber") == members.has("leadIds"))
        members.refuse("", "required", "Give orderNumber or leadIds, and not both.");
    if (auto problem = members.problem())
        return tl::make_unexpected(std::move(*problem));
    return body;
}

tl::unexpected<Problem> absent(std::string pointer, const std::string& what) {
    const std::string detail = "There is no such " + what + " in this account.";
    return refuse(ErrorCode::ValidationFailed, detail, {{std::move(pointer), "not_found", detail}});
}

Outcome queue(store::Tx& tx, const Exchange& exchange, const PushBody& body) {
    const auto destination = ownDestination(tx, exchange);
    if (!destination)
        return notFound();
    if (!destination->enabled)
        return refuse(ErrorCode::InvalidTransition,
                      "The destination is disabled. Enable it, then push.");
    if (!destination->campaign)
        return refuse(ErrorCode::InvalidTransition,
                      "The destination has no campaign. Set its campaignId, then push.");
    store::OutreachWrites& outreach = tx.outreachWrites();
    store::QueuedPushes queued;
    if (body.order) {
        if (!tx.findOrder(destination->account, *body.order))
            return absent("/orderNumber", "order");
        queued = outreach.queueOrder(*destination, *body.order, exchange.now);
    } else {
        const auto leads = outreach.queueLeads(*destination, body.leads, exchange.now);
        if (!leads)
            return absent("/leadIds", "lead");
        queued = *leads;
    }
    Reply reply;
    reply.status = 202;
    reply.body = json::serialize(json::object{{"queued", queued.queued},
                                              {"alreadyPushed", queued.alreadyPushed},
                                              {"filtered", queued.filtered}});
    return reply;
}

} // namespace

Outcome pushToDestination(Context& context, Exchange& exchange) {
    const auto body = readPushBody(exchange);
    if (!body)
        return tl::make_unexpected(body.error());
    return writeOutcome(context, exchange, [&](store::Tx& tx) -> Outcome {
        if (auto earlier = replayOf(tx, exchange))
            return std::move(*earlier);
        Outcome outcome = queue(tx, exchange, *body);
        keepOutcome(tx, exchange, outcome);
        return outcome;
    });
}

Outcome listDestinationPushes(Context& context, Exchange& exchange) {
    store::PushFilter filter;
    std::string filters;
    if (const std::string* state = exchange.query("state")) {
        filter.state = store::pushStateNamed(*state);
        if (!filter.state)
            return wrongParameter("state", "state must be one of pending, sending, accepted, "
                                           "skipped_duplicate, rejected, unknown.");
        filters += "state=" + *state + ";";
    }
    if (const std::string* order = exchange.query("orderNumber")) {
        if (!domain::isOrderNumber(*order))
            return wrongParameter("orderNumber", "orderNumber must be an order number.");
        filter.order = store::OrderNumber(*order);
        filters += "order=" + *order + ";";
    }
    const std::string scope =
        "pushes:" + exchange.caller->account.id.str() + ":" + exchange.parameter(0);
    const auto page = pageRequest(context, exchange, scope, filters);
    if (!page)
        return tl::make_unexpected(page.error());
    json::array rows;
    std::optional<domain::CursorPosition> next;
    const auto found = context.store->read([&](store::Reader& reader) {
        const auto destination = ownDestination(reader, exchange);
        if (!destination)
            return false;
        const auto pushes =
            reader.outreach().listPushes(destination->seq, filter, page->after, page->limit);
        for (const store::Push& push : pushes.rows)
            rows.push_back(pushJson(*destination, push));
        next = pushes.next;
        return true;
    });
    if (!found)
        return storeProblem(context, exchange, found.error());
    if (!*found)
        return notFound();
    return pageReply(context, std::move(rows), *page, next, scope, filters);
}

} // namespace leadsheet::server::api
