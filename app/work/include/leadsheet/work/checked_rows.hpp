// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/work/planning.hpp"
#include "leadsheet/work/run_rows.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace leadsheet::work {

/// Whose orders a check looks for, and in which ledger.
struct OrdersOf {
    std::filesystem::path ledger;
    Buyer buyer;
};

/// How many rows a check found of what; each is counted once.
struct CheckFigures {
    app::CheckSummary summary;         ///< `ready`, and what it is made of, without the rows below
    std::uint64_t repeated = 0;        ///< rows that ask for what an earlier one asks for
    std::vector<app::Problem> named{}; ///< the first of those: which row they repeat
    /// What the ledger knows: ordered already, ended, changed since, ordered before. Neither
    /// repeats nor rows that need a fix.
    LeftOut known{};
    std::optional<Error> notCompared{}; ///< why the ledger could not be asked

    /// None is ready, and some can be ordered if the person says so.
    bool isAllKnown() const { return summary.ready == 0 && known.orderable() > 0; }
};

/// A row that is not ready because of what the ledger knows.
struct KnownRow {
    submit::RowRecord row; ///< as a plan has it, without content
    std::string orderNumber;
    std::optional<WallTime> orderedAt;
};

/// Counts the rows of a check as a price will name them. Where it is said whose orders they may be,
/// they are planned as planSheet() does it, beside the ledger, which is only read: what the ledger
/// cannot be asked for does not stop a check. Without that nothing is said of orders.
class CheckedRows {
public:
    /// `plan`: what planSheet() would be given; `now`: by which orders are older than its period.
    /// Once `stop` is requested, whatever goes over many rows ends soon.
    CheckedRows(const std::optional<OrdersOf>& orders, const SheetPlan& plan,
                const app::SheetCheck& check, WallTime now, std::stop_token stop = {});

    /// In the order of the sheet. Whether the row repeats an earlier one of the sheet.
    bool note(const app::CheckedRow& row);
    /// After the last one. Error cancelled once stopped: part of the figures would be none.
    Result<CheckFigures> finish(const app::CheckSummary& summary);
    /// Rows are compared no longer, because of this; finish() says it.
    void giveUpComparing(const Error& why);

    /// Whether rows are compared with a ledger that knows something.
    bool isCompared() const { return preview_.has_value(); }
    /// After finish(), where isCompared(): every row that is not ready because of what the ledger
    /// knows.
    Result<void> forEachKnown(const std::function<void(const KnownRow&)>& see) const;
    /// The same of all rows that could be ordered if nothing were known, with their content.
    Result<void> forEachOrderable(const std::function<bool(const KnownRow&)>& see) const;

private:
    struct Repeat {
        std::int64_t ordinal = 0;
        app::Problem problem;
    };
    Result<CheckFigures> compare(const app::CheckSummary& summary);
    bool isPast(const submit::RowRecord& row) const;
    KnownRow knownOf(const submit::RowRecord& row) const;

    SheetPlan plan_;
    WallTime now_;
    std::stop_token stop_;
    RepeatedRows repeated_;
    std::optional<submit::PlanPreview> preview_;
    submit::RunId run_;
    std::optional<Error> trouble_;
    std::int64_t rows_ = 0;
    std::vector<bool> odd_;       ///< by ordinal: something is odd
    std::vector<Repeat> repeats_; ///< the first ones
};

} // namespace leadsheet::work
