// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/display.hpp"
#include "leadsheet/money.hpp"

#include <boost/json/object.hpp>
#include <cstdint>
#include <string>

namespace leadsheet::cli {

inline std::string orders(std::int64_t count) {
    return app::displayCount(count, "order", "orders");
}
inline std::string rows(std::int64_t count) {
    return app::displayCount(count, "row", "rows");
}
inline std::string leads(std::int64_t count) {
    return app::displayCount(count, "lead", "leads");
}
/// "1 row needs a fix", "31 rows need a fix".
inline std::string needFix(std::int64_t count) {
    return app::displayNumber(count) + (count == 1 ? " needs a fix" : " need a fix");
}

/// "$8,240.00"
inline std::string money(std::int64_t amount, const std::string& currency) {
    return format(Money{amount, currency});
}

/// As in the contract: minor units and currency.
inline boost::json::object moneyJson(std::int64_t amount, std::string_view currency) {
    return {{"amount", amount}, {"currency", currency}};
}
inline boost::json::object moneyJson(const Money& money) {
    return moneyJson(money.amount, money.currency);
}

/// In single quotes when a shell needs them.
std::string shellQuoted(const std::string& text);

} // namespace leadsheet::cli
