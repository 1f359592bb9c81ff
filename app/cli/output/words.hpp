// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "language.hpp"

#include "leadsheet/app/display.hpp"
#include "leadsheet/app/durations.hpp"
#include "leadsheet/clock.hpp"
#include "leadsheet/messages/cli.hpp"
#include "leadsheet/messages/order.hpp"
#include "leadsheet/messages/strip.hpp"
#include "leadsheet/money.hpp"

#include <boost/json/object.hpp>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

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

/// A member for what is there; none for what is not.
template <class T>
void putIf(boost::json::object& object, const char* name, const std::optional<T>& value) {
    if (!value)
        return;
    if constexpr (requires { value->str(); })
        object[name] = value->str();
    else if constexpr (std::is_same_v<T, Money>)
        object[name] = moneyJson(*value);
    else
        object[name] = *value;
}

/// "a, b, c".
std::string joined(const std::vector<std::string>& words, std::string_view between = ", ");

/// In single quotes when a shell needs them.
std::string shellQuoted(const std::string& text);

/// Puts `to` in the place of each `from`, which is not empty.
void replaceAll(std::string& text, std::string_view from, std::string_view to);

/// Local clock time as a person reads it: "14:07" today, "tomorrow 09:15", "2026-03-01 09:15" else.
std::string clockTime(WallTime time, WallTime now, const text::Wording& language = wording());
/// The same for an RFC 3339 text of a server; the text itself when it cannot be read.
std::string clockTime(const std::string& rfc3339, WallTime now);
/// "2026-03-01T08:15:00Z", for JSON output.
std::string utcTime(WallTime time);
/// "45 s", "12 min", "3 h 20 min".
std::string duration(std::chrono::seconds time);
using app::parseDuration;

} // namespace leadsheet::cli
