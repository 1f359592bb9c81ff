// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "database.hpp"
#include "leadsheet/error.hpp"
#include "leadsheet/submit/row.hpp"
#include "leadsheet/submit/run.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Orders of the account that ask for the same as a row under another key: how a row keeps them,
/// and which of them the person agreed to (contract section 2a).
namespace leadsheet::submit::detail {

/// As it stands in the ledger; empty for none.
std::string earlierToText(const EquivalentOrders& earlier);
EquivalentOrders earlierFromText(const std::string& text);

/// An order of the same wish that is known by its number.
EquivalentOrder sameWish(std::string orderNumber, std::int64_t leadCount);

/// The orders that would be a reason to refuse: all but those found by synonyms.
std::vector<std::string> refusable(const EquivalentOrders& earlier);

/// Order numbers that rows of this run with the same mark or Reference have: that a sheet asks for
/// the same twice was agreed to when it was planned.
std::vector<std::string> ordersOfTheSameWish(Database& database, RowRef row);

/// Whether another row of this run with the same mark or Reference may have been ordered a moment
/// ago.
bool isSameWishUnderWay(Database& database, RowRef row);

/// What is put behind the price in the bytes of a create: the request to refuse, and the orders
/// that are not a reason to.
std::string duplicateGuard(const std::vector<std::string>& acknowledged);
/// That part of bytes made earlier; empty when they have none.
std::string guardOf(std::string_view body);

/// Keeps what was named, as a row that is left out for it.
void leaveOutOrderedBefore(Database& database, RowRef row, const EquivalentOrders& earlier,
                           std::optional<WallTime> asked, WallTime now);

} // namespace leadsheet::submit::detail
