// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "language.hpp"
#include "leadsheet/app/display.hpp"
#include "leadsheet/messages/cli.hpp"
#include "leadsheet/messages/order.hpp"
#include "leadsheet/messages/strip.hpp"
#include "leadsheet/money.hpp"

#include <boost/json/object.hpp>
#include <cstdint>
#include <string>

namespace leadsheet::cli {

inline Message orders(std::int64_t count) {
    return messages::cli::orders(count);
}
inline Message rows(std::int64_t count) {
    return messages::strip::rows(count);
}
inline Message leads(std::int64_t count) {
    return messages::order::leads(count);
}
/// "1 needs a fix", "31 need a fix".
inline Message needFix(std::int64_t count) {
    return messages::cli::needFix(count);
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
