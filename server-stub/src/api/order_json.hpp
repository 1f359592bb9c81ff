// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/money.hpp"
#include "store/store.hpp"

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <optional>
#include <string>

namespace leadsheet::server::api {

boost::json::value orNull(const std::optional<std::string>& text);
boost::json::value orNull(const std::optional<int>& number);
boost::json::value orNull(const std::optional<domain::Timestamp>& time);

/// {"amount": minor units, "currency": "USD"}
boost::json::object moneyJson(domain::MinorUnits amount);

/// What was ordered, as answers have it: the record with its lists as text too (addListTexts()).
boost::json::object requestJson(const std::string& recordJson);

boost::json::object orderJson(const store::Order& order);
/// Sets equivalentOrders and moreEquivalentOrders.
void addEquivalents(boost::json::object& out, const store::Equivalents& equivalents);
/// With what fulfilment needs: the account and what the ingest calls came to.
boost::json::object adminOrderJson(const store::Order& order, const std::string& accountName);
boost::json::object eventJson(const store::OrderEvent& event);

/// Member data of the message that tells of an order's event (schema OrderEventData).
std::string orderEventData(const store::Order& order, const store::OrderEvent& event,
                           std::int64_t seq);
/// The order's record as an answer's body.
std::string orderBody(const store::Order& order);
/// The same as the answer that created the order, with the equivalent orders to warn of.
std::string createdOrderBody(const store::Order& order, const store::Equivalents& equivalents);
/// The order as operators see it, as an answer's body.
std::string adminOrderBody(store::Reader& reader, const store::Order& order);
/// For ETag: the version in quotes.
std::string entityTag(const store::Order& order);
/// For Location: /v1/orders/LS-...
std::string orderPath(const domain::OrderNumber& number);

/// An amount for people, for example "1,240.50 USD".
std::string moneyText(domain::MinorUnits amount);

struct Exchange;

/// What an order's event says of how the request came: {"via": "mcp", "tool": name} of a tool call
/// of an assistant, else nothing.
boost::json::object viaOf(const Exchange& exchange);

} // namespace leadsheet::server::api
