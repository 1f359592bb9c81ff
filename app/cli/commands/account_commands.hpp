// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../session/context.hpp"

#include "leadsheet/model/account.hpp"
#include "leadsheet/model/order.hpp"
#include "leadsheet/page.hpp"

#include <boost/json/object.hpp>
#include <functional>
#include <string>
#include <vector>

namespace leadsheet::cli {

boost::json::object ledgerEntryJson(const LedgerEntry& entry);
/// Adds what was quoted for an order and what of it is held, charged, released and refunded;
/// nothing of what the service did not tell.
void addOrderMoney(boost::json::object& object, const Order& order);
/// The same as rows of a table of two columns.
std::vector<std::vector<std::string>> orderMoneyRows(const Order& order);

/// Reads a page of an order's history.
using EventReading = std::function<Result<Page<OrderEvent>>(const PageOptions&)>;
/// Shows an order's history, page by page; the error of the page that was refused.
Result<void> showOrderEvents(Context& context, const std::string& number, const EventReading& read);

Outcome<ExitCode> showLedger(Context& context, std::size_t limit);
Outcome<ExitCode> showUsage(Context& context);
Outcome<ExitCode> showCap(Context& context);

} // namespace leadsheet::cli
