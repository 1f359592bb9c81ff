// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../failure.hpp"

#include "leadsheet/money.hpp"

#include <optional>
#include <string>

namespace leadsheet::cli {

/// What was typed, without blanks before and after it.
std::string withoutBlankEnds(std::string text);

/// What keeps `text` from being --max-total in whatever currency the account pays in; seen before
/// any work is done.
std::optional<Message> maxTotalProblem(const std::string& text);

/// --max-total as typed: "500", "$500.00", "500 USD". An amount in the account's currency, and in
/// no other.
Outcome<Money> maxTotalOf(const std::string& text, const std::string& currency);

} // namespace leadsheet::cli
