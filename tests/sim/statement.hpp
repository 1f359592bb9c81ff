// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/store.hpp"

#include <string>
#include <vector>

namespace leadsheet::sim {

/// What this many leads cost, by the price list and not by the code that reads it.
std::int64_t costOf(std::int64_t leads);

/// Whether an order's own numbers fit each other and the price list. Throws Broken.
void checkMoneyOf(const server::store::Order& order);

/// Adds the account's statement up from its first line and holds every line, the balance and every
/// order against the sums. Throws Broken.
void checkStatement(server::store::Reader& reader, const std::string& account,
                    const std::vector<server::store::Order>& orders);

/// Whether an order's history has no gap and ends with what the order is. Throws Broken.
void checkHistory(server::store::Reader& reader, const server::store::Order& order);

} // namespace leadsheet::sim
