// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/sheet_check.hpp"
#include "leadsheet/submit/planner.hpp"

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <variant>

namespace leadsheet::work {

/// Why a sheet did not become a run: an error of the sheet, or of the ledger.
using PlanError = std::variant<app::SheetError, Error>;

/// A checked sheet, and which of its rows are to be ordered.
struct SheetPlan {
    std::filesystem::path path; ///< absolute
    bool isCopy = false;        ///< `path` is a copy of what was piped, pasted or fetched
    std::string title;          ///< "Q3 ICPs"
    std::string sourceName;     ///< file name, for display
    app::CheckOptions options;
    std::function<bool(const app::CheckedRow&)> takes; ///< empty = every row
    std::string folderId;                              ///< app::RunRecord::folderId
    bool orderChanged = false;
    bool orderDuplicates = false;
    submit::AllowedDuplicates allowed;
    std::optional<std::chrono::seconds> againAfter; ///< submit::RunSpec::againAfter
};

/// Who orders: the account, and the currency of its money.
struct Buyer {
    submit::AccountRef account;
    std::string currency;
};

/// What is recorded of a run of the sheet, which was opened with the plan's options.
[[nodiscard]] submit::RunSpec specOf(const Buyer& buyer, const SheetPlan& plan,
                                     const app::SheetCheck& check);

/// Walks the sheet, which was opened with the plan's options, and stores its rows as a planned run.
/// `progress` hears how many rows were read, now and then. Cancelled when `stop` is requested. On
/// failure nothing stays behind.
[[nodiscard]] tl::expected<submit::PlanSummary, PlanError>
planSheet(submit::Ledger& ledger, const submit::RunLock& lock, const Buyer& buyer,
          const SheetPlan& plan, app::SheetCheck& check,
          const std::function<void(std::int64_t)>& progress, const std::stop_token& stop);

} // namespace leadsheet::work
