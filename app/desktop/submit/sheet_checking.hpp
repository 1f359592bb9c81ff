// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../bridge/background.hpp"
#include "../grid/sheet_grid_model.hpp"

#include "leadsheet/app/problem_index.hpp"
#include "leadsheet/app/row_spool.hpp"
#include "leadsheet/app/sheet_check.hpp"
#include "leadsheet/work/checked_rows.hpp"

#include <QObject>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

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

/// The rows of the tab that is looked at, as they are displayed, read beside the GUI thread into a
/// spool. Rows can be shown while later ones still come in.
class SheetRows : public QObject {
    Q_OBJECT

public:
    SheetRows();

    /// Reads the tab `tabs[at]`, then counts over all of them. `source`, unless null, is the sheet
    /// opened that way.
    void start(const std::filesystem::path& path, std::vector<app::CheckOptions> tabs,
               std::size_t at, const std::filesystem::path& folder,
               std::shared_ptr<app::RowSource> source = nullptr);
    /// Reads another of the tabs.
    void show(std::size_t at);
    /// Keeps the rows that are there.
    void cancel();
    void clear();

    std::shared_ptr<const app::RowSpool> rows() const { return spool_; }
    bool isLoading() const { return loading_.busy(); }
    const app::SpoolProgress& progress() const { return progress_; }
    /// Known once every row was read.
    const app::SpooledSheet* whole() const { return whole_ ? &*whole_ : nullptr; }
    /// What there is to decide in the rows of all tabs; known some time after those were read.
    const app::SourceCounts* counts() const { return counts_ ? &*counts_ : nullptr; }
    /// Why not every row could be read; null = no failure.
    const app::SheetError* error() const { return error_ ? &*error_ : nullptr; }

signals:
    void grown();
    /// All rows are there, or no more will come.
    void finished();
    void counted();

private:
    void forgetRows();
    void count();

    std::filesystem::path path_;
    std::filesystem::path folder_;
    std::vector<app::CheckOptions> tabs_;
    std::shared_ptr<app::RowSource> source_; ///< for the first tab that is shown
    std::shared_ptr<app::RowSpool> spool_;
    app::SpoolProgress progress_;
    std::optional<app::SpooledSheet> whole_;
    std::optional<app::SourceCounts> counts_;
    std::optional<app::SheetError> error_;
    Latest<app::SpoolProgress> latest_;
    Background counting_;
    Background loading_; ///< last: its thread ends first
};

/// What a row orders.
struct RowOrder {
    OrderRequest order;
    bool repeated = false; ///< as an earlier row does
};

/// What the ledger knows of a row that is therefore not ready.
struct RowStanding {
    submit::RowState state = submit::RowState::AlreadyOrdered;
    submit::SkipReason skipReason = submit::SkipReason::None;
    bool referenceTaken = false; ///< submit::RowRecord::isReferenceTaken
    QString orderNumber;
    std::optional<WallTime> orderedAt;
    std::string orderStatus; ///< of an order that ended
};

/// What a check found in one tab.
struct TabFindings {
    std::shared_ptr<const app::ProblemIndex> problems;
    /// What the rows order, as submit::canonicalBody, by their numbers; a second cell says that the
    /// row repeats an earlier one. Rows that cannot be ordered are not in it.
    std::shared_ptr<const app::RowSpool> orders;
    /// What the ledger knows of rows that are not ready, by their numbers.
    std::shared_ptr<const app::RowSpool> standings;
    /// Rows that the service refused as they are, in the sheet's newest run; by their numbers.
    std::map<std::uint32_t, submit::RowRecord> refused;
    std::uint64_t blocked = 0;      ///< rows
    std::set<std::uint32_t> filled; ///< columns that are not used, and have cells

    /// Absent for rows that cannot be ordered.
    std::optional<RowOrder> orderOf(std::uint32_t row) const;
    /// Absent for all others.
    std::optional<RowStanding> standingOf(std::uint32_t row) const;
};

/// What a check found; the figures are those of all tabs.
struct CheckFindings : work::CheckFigures {
    std::map<std::size_t, TabFindings> tabs; ///< by their index in the file

    /// Null for a tab that was not checked.
    const TabFindings* of(std::size_t sheet) const;
    /// TabFindings::refused of all tabs.
    std::int64_t refused() const;
};

/// Checks a whole sheet beside the GUI thread. What an earlier check found stays until the next one
/// is finished, so that nothing flickers while a person mends cells.
class SheetChecking : public QObject {
    Q_OBJECT

public:
    SheetChecking();

    /// `plan`: how the sheet would be priced; `orders`: whose orders its rows may be. `folder` is
    /// for what does not fit into memory, and must exist.
    void start(const work::SheetPlan& plan, const std::optional<work::OrdersOf>& orders,
               const std::filesystem::path& folder);
    void cancel();
    /// Forgets what was found, too.
    void clear();

    bool isRunning() const { return checking_.busy(); }
    std::uint64_t rowsSoFar() const { return rows_; }
    /// Null before the first check, and after one that could not be finished.
    const CheckFindings* findings() const { return findings_ ? &*findings_ : nullptr; }
    /// What a row of a tab orders, as a sentence, and the order that it has already; empty when it
    /// cannot be ordered.
    QString rowInWords(std::size_t sheet, std::uint32_t row) const;
    /// What the ledger knows of a row: its order, or why the service refused it.
    std::optional<RowSign> rowSign(std::size_t sheet, std::uint32_t row) const;
    /// Why the sheet could not be checked; null = it could.
    const app::SheetError* error() const { return error_ ? &*error_ : nullptr; }

signals:
    void progressed();
    void finished();

private:
    static QString standingInWords(const RowStanding& standing);
    static QString refusalInWords(const submit::RowRecord& row);

    std::uint64_t rows_ = 0;
    std::optional<CheckFindings> findings_;
    std::optional<app::SheetError> error_;
    Latest<std::uint64_t> latest_;
    Background checking_; ///< last: its thread ends first
};

} // namespace leadsheet::desktop
