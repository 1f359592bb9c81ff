// SPDX-License-Identifier: Apache-2.0
#include "api/handlers/ledger_json.hpp"

#include "api/handlers/order_json.hpp"

#include <boost/json.hpp>

namespace leadsheet::server::api {

namespace json = boost::json;

json::object ledgerEntryJson(const store::LedgerEntry& entry) {
    json::object out;
    out["id"] = std::to_string(entry.id);
    out["at"] = domain::formatTimestamp(entry.at);
    out["type"] = store::name(entry.kind);
    out["amount"] = moneyJson(entry.amount);
    out["balance"] = json::object{{"available", moneyJson(entry.availableAfter)},
                                  {"held", moneyJson(entry.heldAfter)}};
    out["orderNumber"] = entry.order ? json::value(entry.order->str()) : json::value(nullptr);
    out["reason"] = entry.reason.empty() ? json::value(nullptr) : json::value(entry.reason);
    return out;
}

} // namespace leadsheet::server::api
