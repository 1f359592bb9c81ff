// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../session/context.hpp"

#include "leadsheet/model/account.hpp"

#include <boost/json/object.hpp>

namespace leadsheet::cli {

boost::json::object ledgerEntryJson(const LedgerEntry& entry);

Outcome<ExitCode> showLedger(Context& context, std::size_t limit);
Outcome<ExitCode> showUsage(Context& context);
Outcome<ExitCode> showCap(Context& context);

} // namespace leadsheet::cli
