// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../failure.hpp"

#include "leadsheet/money.hpp"

#include <string>

namespace leadsheet::cli {

/// What was typed, without blanks before and after it.
std::string withoutBlankEnds(std::string text);

/// --max-total as typed: "500", "$500.00", "500 USD". An amount in the account's currency, and in
/// no other.
Outcome<Money> maxTotalOf(const std::string& text, const std::string& currency);

} // namespace leadsheet::cli
