// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/store.hpp"

#include <string>
#include <vector>

namespace leadsheet::sim {

/// What this many leads cost at so many millionths of a dollar each, by the contract and not by the
/// code that reckons with it.
std::int64_t costOf(std::int64_t leads, std::int64_t unitPrice);

/// Whether an order's own numbers fit each other and the price of a lead that it says. Throws
/// Broken.
void checkMoneyOf(const server::store::Order& order);

/// Adds the account's statement up from its first line and holds every line, the balance and every
/// order against the sums. Throws Broken.
void checkStatement(server::store::Reader& reader, const std::string& account,
                    const std::vector<server::store::Order>& orders);

/// Whether an order's history has no gap and ends with what the order is. Throws Broken.
void checkHistory(server::store::Reader& reader, const server::store::Order& order);

} // namespace leadsheet::sim
