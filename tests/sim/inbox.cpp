// SPDX-License-Identifier: Apache-2.0
#include "inbox.hpp"

#include "world.hpp"

#include <boost/json.hpp>
#include <leadsheet/contract/webhook_events.hpp>

#include <algorithm>

namespace leadsheet::sim {
namespace {

namespace db = server::store;

std::string headerOf(const server::egress::Request& request, std::string_view name) {
    for (const auto& [field, value] : request.headers)
        if (field == name)
            return value;
    return {};
}

bool isTold(std::string_view type) {
    return std::ranges::any_of(contract::kWebhookEvents,
                               [&](const auto& known) { return known.name == type; });
}

std::string text(const boost::json::value& value) {
    return std::string(value.as_string());
}

} // namespace

void Inbox::expect(const WebhookSecret& secret, WallTime since) {
    secrets_ = {secret};
    since_ = since;
}

bool Inbox::take(const server::egress::Request& request, WallTime now) {
    const std::string id = headerOf(request, "webhook-id");
    const std::string time = headerOf(request, "webhook-timestamp");
    const std::string signature = headerOf(request, "webhook-signature");
    if (secrets_.empty())
        return false;
    if (const auto problem = verifyWebhook(secrets_, {id, time, signature}, request.body, now))
        throw Broken("messages are genuine", id + ": " + std::string(toString(*problem)));
    const auto [earlier, isNew] = bodies_.emplace(id, request.body);
    if (!isNew && earlier->second != request.body)
        throw Broken("one message, one body", id + " came with two bodies");
    const boost::json::value message = boost::json::parse(request.body);
    const std::string type = text(message.at("type"));
    const boost::json::object& data = message.at("data").as_object();
    if (const auto* leads = data.if_contains("leads")) {
        for (const boost::json::value& lead : leads->as_array())
            leads_.insert(text(lead.at("email")));
    } else if (const auto* order = data.if_contains("order")) {
        told_.emplace(type, text(order->at("order_number")),
                      data.at("version").to_number<std::int64_t>());
    }
    return true;
}

void Inbox::check(db::Reader& reader) const {
    if (!since_)
        throw Broken("every message arrives", "the webhook " + url_ + " was never made");
    std::set<Told> happened;
    for (const db::Order& order :
         reader.listOrders(db::AccountId(account_), {}, {}, kAllRows).rows) {
        for (const db::OrderEvent& event : reader.listEvents(order.number, {}, kAllRows).rows) {
            if (!isTold(event.type))
                continue;
            const Told told{event.type, order.number.str(), event.version};
            happened.insert(told);
            if (event.at > *since_ && !told_.contains(told))
                throw Broken("every message arrives",
                             url_ + " was not told of " + event.type + " of " + order.number.str());
        }
    }
    for (const Told& told : told_)
        if (!happened.contains(told))
            throw Broken("nothing is told that did not happen",
                         url_ + " was told of " + std::get<0>(told) + " of " + std::get<1>(told));
    std::set<std::string> owned;
    db::LeadQuery query;
    query.account = db::AccountId(account_);
    query.filter.deliveredAfter = *since_;
    query.limit = kAllRows;
    reader.visitLeads(query, [&](const db::LeadRow& lead) {
        const std::string email(lead.text(server::domain::leadField("email")));
        if (!leads_.contains(email))
            throw Broken("every message arrives", url_ + " was not sent the lead " + email);
    });
    query.filter.deliveredAfter.reset();
    reader.visitLeads(query, [&](const db::LeadRow& lead) {
        owned.emplace(lead.text(server::domain::leadField("email")));
    });
    for (const std::string& email : leads_)
        if (!owned.contains(email))
            throw Broken("nothing is told that did not happen",
                         url_ + " was sent the lead " + email + ", which the account has not");
}

} // namespace leadsheet::sim
