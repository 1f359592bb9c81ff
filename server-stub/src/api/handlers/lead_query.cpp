// SPDX-License-Identifier: Apache-2.0
#include "api/handlers/lead_query.hpp"

#include "api/handlers/order_filter.hpp"

#include <algorithm>
#include <boost/json.hpp>
#include <numeric>

namespace leadsheet::server::api {
namespace {

namespace json = boost::json;
using contract::ErrorCode;

std::string columnNames() {
    std::string names;
    for (const contract::LeadFieldInfo& field : contract::kLeadFields)
        names.append(names.empty() ? "" : ", ").append(field.name);
    return names;
}

bool isCountry(std::string_view text) {
    return text.size() == 2 &&
           std::ranges::all_of(text, [](char c) { return c >= 'A' && c <= 'Z'; });
}

} // namespace

tl::expected<std::optional<bool>, Problem> booleanParameter(const Exchange& exchange,
                                                            std::string_view name) {
    const std::string* text = exchange.query(name);
    if (text == nullptr)
        return std::nullopt;
    if (*text != "true" && *text != "false")
        return wrongParameter(name, std::string(name) + " must be true or false.");
    return *text == "true";
}

tl::expected<store::LeadFilter, Problem> readLeadFilter(const Exchange& exchange) {
    store::LeadFilter filter;
    if (const std::string* text = exchange.query("result")) {
        if (std::ranges::count(domain::kLeadResults, *text) == 0)
            return wrongParameter("result", "result must be one of good, risky, unknown, invalid.");
        filter.result = *text;
    }
    for (auto [name, target] :
         {std::pair{"hasEmail", &filter.hasEmail}, std::pair{"hasPhone", &filter.hasPhone}}) {
        const auto given = booleanParameter(exchange, name);
        if (!given)
            return tl::make_unexpected(given.error());
        *target = *given;
    }
    if (const std::string* text = exchange.query("orderNumber")) {
        if (!domain::isOrderNumber(*text))
            return wrongParameter("orderNumber", "orderNumber must be an order number, for example "
                                                 "LS-7Q2M9K4T6W.");
        filter.order = store::OrderNumber(*text);
    }
    if (const std::string* text = exchange.query("country")) {
        if (!isCountry(*text))
            return wrongParameter("country",
                                  "country must be two upper-case letters (ISO 3166-1 alpha-2).");
        filter.country = *text;
    }
    const auto after = timeParameter(exchange, "deliveredAfter");
    if (!after)
        return tl::make_unexpected(after.error());
    filter.deliveredAfter = *after;
    return filter;
}

std::string leadFilterText(const store::LeadFilter& filter) {
    json::object text;
    if (filter.result)
        text["result"] = *filter.result;
    if (filter.hasEmail)
        text["hasEmail"] = *filter.hasEmail;
    if (filter.hasPhone)
        text["hasPhone"] = *filter.hasPhone;
    if (filter.order)
        text["orderNumber"] = filter.order->str();
    if (filter.country)
        text["country"] = *filter.country;
    if (filter.deliveredAfter)
        text["deliveredAfter"] = domain::toMillis(*filter.deliveredAfter);
    return json::serialize(text);
}

tl::expected<std::vector<store::LeadField>, Problem> readLeadFields(const Exchange& exchange) {
    std::vector<store::LeadField> fields;
    const std::string* text = exchange.query("fields");
    if (text == nullptr) {
        fields.resize(domain::kLeadFieldCount);
        std::iota(fields.begin(), fields.end(), store::LeadField{0});
        return fields;
    }
    std::string_view rest = *text;
    while (true) {
        const auto comma = rest.find(',');
        const std::string_view name = rest.substr(0, comma);
        const auto* info = contract::findLeadField(name);
        if (info == nullptr) {
            const std::string detail = "\"" + std::string(name.substr(0, 100)) +
                                       "\" is no column. Columns are " + columnNames() + ".";
            return refuse(ErrorCode::UnknownField, detail, {{"fields", "not_allowed", detail}});
        }
        const auto field = static_cast<store::LeadField>(info - contract::kLeadFields.data());
        if (std::ranges::count(fields, field) > 0)
            return wrongParameter("fields", "fields names " + std::string(name) + " twice.");
        fields.push_back(field);
        if (comma == std::string_view::npos)
            return fields;
        rest.remove_prefix(comma + 1);
    }
}

} // namespace leadsheet::server::api
