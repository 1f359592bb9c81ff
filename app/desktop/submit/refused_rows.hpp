// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/sheet_check.hpp"
#include "leadsheet/work/checked_rows.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

namespace leadsheet::desktop {

/// What the service refused of a sheet's newest run, to be told beside rows that still ask for it.
/// Blocking; any thread.
class RefusedRows {
public:
    /// What cannot be read is passed over: the first use of the ledger says why.
    RefusedRows(const std::optional<work::OrdersOf>& orders, const work::SheetPlan& plan,
                const std::stop_token& stop);

    /// Null for rows that were not refused, or have changed since.
    const submit::RowRecord* of(const app::CheckedRow& row) const;

private:
    using Place = std::pair<std::string, std::int64_t>; ///< tab and row
    std::map<Place, submit::RowRecord> rows_;
};

} // namespace leadsheet::desktop
