// SPDX-License-Identifier: Apache-2.0
#include "api/order_json.hpp"

#include "api/exchange.hpp"
#include "domain/list_texts.hpp"

#include <leadsheet/contract/products.hpp>

#include <boost/json.hpp>

namespace leadsheet::server::api {

namespace {

namespace json = boost::json;

/// Absent means yes (resources/api/products.json).
bool autoDeliverOf(const json::object& request) {
    const json::value* given = request.if_contains("autoDeliver");
    return given == nullptr || !given->is_bool() || given->get_bool();
}

/// The text of an event, whichever member of its data holds it.
json::value messageOf(const json::object& data) {
    for (const char* name : {"message", "question", "reason"}) {
        const json::value* text = data.if_contains(name);
        if (text != nullptr && text->is_string() && !text->get_string().empty())
            return *text;
    }
    return nullptr;
}

} // namespace

json::value orNull(const std::optional<std::string>& text) {
    return text ? json::value(*text) : json::value(nullptr);
}

json::value orNull(const std::optional<int>& number) {
    return number ? json::value(*number) : json::value(nullptr);
}

json::value orNull(const std::optional<domain::Timestamp>& time) {
    return time ? json::value(domain::formatTimestamp(*time)) : json::value(nullptr);
}

json::object moneyJson(domain::MinorUnits amount) {
    return {{"amount", amount}, {"currency", contract::kCurrency}};
}

json::object requestJson(const std::string& recordJson) {
    json::object request = json::parse(recordJson).as_object();
    domain::addListTexts(request);
    return request;
}

json::object orderJson(const store::Order& order) {
    json::object out;
    out["order_number"] = order.number.str();
    out["status"] = domain::name(order.status);
    out["paymentStatus"] = domain::name(order.payment);
    out["scrapingOption"] = order.product;
    out["leadCount"] = order.leadCount;
    out["deliveredLeads"] = order.delivered;
    out["price"] = moneyJson(order.total);
    out["unitPriceMicros"] = order.unitPrice;
    out["captured"] = moneyJson(order.captured);
    out["refunded"] = moneyJson(order.refunded);
    out["quoteId"] = order.quote ? json::value(order.quote->str()) : json::value(nullptr);
    out["externalRef"] = orNull(order.externalRef);
    out["idempotencyKey"] = order.idempotencyKey;
    out["question"] = orNull(order.question);
    json::object request = requestJson(order.recordJson);
    out["autoDeliver"] = autoDeliverOf(request);
    out["request"] = std::move(request);
    out["mark"] = order.marks.mark;
    out["version"] = order.version;
    out["createdAt"] = domain::formatTimestamp(order.createdAt);
    out["updatedAt"] = domain::formatTimestamp(order.updatedAt);
    out["deliveredAt"] = order.deliveredAt
                             ? json::value(domain::formatTimestamp(*order.deliveredAt))
                             : json::value(nullptr);
    return out;
}

void addEquivalents(json::object& out, const store::Equivalents& equivalents) {
    json::array orders;
    for (const store::EquivalentOrder& order : equivalents.orders)
        orders.push_back(json::object{{"orderNumber", order.number.str()},
                                      {"createdAt", domain::formatTimestamp(order.createdAt)},
                                      {"status", domain::name(order.status)},
                                      {"leadCount", order.leadCount},
                                      {"total", moneyJson(order.total)},
                                      {"match", store::name(order.match)},
                                      {"keyLast4", order.keyLast4}});
    out["equivalentOrders"] = std::move(orders);
    out["moreEquivalentOrders"] = equivalents.more;
}

json::object adminOrderJson(const store::Order& order, const std::string& accountName) {
    json::object out = orderJson(order);
    out["accountId"] = order.account.str();
    out["accountName"] = accountName;
    out["keyId"] = order.key.str();
    out["ingested"] = json::object{{"accepted", order.delivered + order.staged},
                                   {"staged", order.staged},
                                   {"duplicate", order.duplicates},
                                   {"rejected", order.rejectedRows},
                                   {"final", order.finalPart}};
    return out;
}

json::object eventJson(const store::OrderEvent& event) {
    json::object out;
    out["seq"] = event.seq;
    out["type"] = event.type;
    out["at"] = domain::formatTimestamp(event.at);
    out["actor"] = event.actor;
    out["status"] = domain::name(event.status);
    out["version"] = event.version;
    json::value data = json::parse(event.dataJson);
    out["message"] = messageOf(data.as_object());
    out["data"] = std::move(data);
    return out;
}

std::string orderEventData(const store::Order& order, const store::OrderEvent& event,
                           std::int64_t seq) {
    json::object out;
    out["seq"] = seq;
    out["version"] = order.version;
    const json::value data = json::parse(event.dataJson);
    out["message"] = messageOf(data.as_object());
    out["order"] = orderJson(order);
    return json::serialize(out);
}

std::string orderBody(const store::Order& order) {
    return json::serialize(orderJson(order));
}

std::string createdOrderBody(const store::Order& order, const store::Equivalents& equivalents) {
    json::object out = orderJson(order);
    if (!equivalents.orders.empty())
        addEquivalents(out, equivalents);
    return json::serialize(out);
}

std::string adminOrderBody(store::Reader& reader, const store::Order& order) {
    const auto account = reader.findAccount(order.account);
    return json::serialize(adminOrderJson(order, account ? account->name : std::string()));
}

std::string entityTag(const store::Order& order) {
    return "\"" + std::to_string(order.version) + "\"";
}

std::string orderPath(const domain::OrderNumber& number) {
    return "/v1/orders/" + number.str();
}

std::string moneyText(domain::MinorUnits amount) {
    // Negated as unsigned, so that the smallest amount is not a special case.
    const bool negative = amount < 0;
    const auto size = negative ? std::uint64_t{0} - static_cast<std::uint64_t>(amount)
                               : static_cast<std::uint64_t>(amount);
    std::string minor = std::to_string(size % 100);
    minor.insert(0, 2 - minor.size(), '0');
    std::string major = std::to_string(size / 100);
    for (std::size_t i = major.size(); i > 3; i -= 3)
        major.insert(i - 3, ",");
    return (negative ? "-" : "") + major + "." + minor + " " + std::string(contract::kCurrency);
}

boost::json::object viaOf(const Exchange& exchange) {
    if (exchange.toolCall.name.empty())
        return {};
    return {{"via", "mcp"}, {"tool", exchange.toolCall.name}};
}

} // namespace leadsheet::server::api
