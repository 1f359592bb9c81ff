// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/sheet_check.hpp"
#include "leadsheet/submit/planner.hpp"
#include "leadsheet/work/run_ledger.hpp"
#include "leadsheet/work/run_rows.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

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

/// Rows and their price in minor units.
struct PartPrice {
    std::int64_t rows = 0;
    std::int64_t amount = 0;
};

/// What a quote of a run says: nothing is approved by it.
struct Pricing {
    submit::RunId run;
    std::string sourceName; ///< file name, for display
    submit::QuoteSummary quote;
    LeftOut leftOut;
    std::optional<std::int64_t> repeats; ///< see priceOfRepeats()
    app::OrderOverview meaning;          ///< of the rows that can be ordered
    PartPrice waiting;                   ///< queued by an earlier approval: sent with the others
    std::int64_t unanswered =
        0; ///< money of rows sent before whose orders may exist, or are retried
    std::vector<submit::EarlierRun> earlier; ///< what they leave goes, or may go, with the approval
    std::optional<submit::RunId> newer;      ///< a later run of the same sheet was placed

    PartPrice all() const { return {quote.rows, quote.amount}; }
    /// Everything that an approval of `part` lets go out.
    PartPrice sentWith(const PartPrice& part) const {
        return {part.rows + waiting.rows, part.amount + waiting.amount};
    }
    /// What a limit on the whole run has to cover when `part` is approved.
    std::int64_t spentWith(const PartPrice& part) const {
        return sentWith(part).amount + unanswered;
    }
};

/// The same of a run that goes on as it was approved.
std::int64_t approvedBefore(const submit::RunTotals& totals);

/// On the thread that asks.
using PricingProgress = std::function<void(const submit::QuoteProgress&)>;

/// Tells `progress`, which outlives it.
class QuoteObserver final : public submit::RunObserver {
public:
    explicit QuoteObserver(const PricingProgress& progress)
        : progress_(progress) {}
    void onQuoting(const submit::QuoteProgress& progress) override { progress_(progress); }

private:
    const PricingProgress& progress_;
};

/// Asks for the prices of a run. Rows ordered before that `agreed` names are taken into it.
Result<Pricing> priceRun(RunLedger& held, submit::RunId run, const Agreements& agreed,
                         const PricingProgress& progress, const std::stop_token& stop);

/// The word of a person who saw what `part`, the first rows or all of them, costs: exactly that,
/// and what was approved before.
submit::Approval approvalOf(const Pricing& price, const PartPrice& part);

} // namespace leadsheet::work
