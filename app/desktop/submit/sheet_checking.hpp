// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../bridge/background.hpp"
#include "../bridge/latest.hpp"

#include "leadsheet/app/problem_index.hpp"
#include "leadsheet/app/row_spool.hpp"
#include "leadsheet/work/checked_rows.hpp"

#include <QObject>

#include <map>
#include <memory>
#include <optional>
#include <set>

namespace leadsheet::desktop {

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
};

/// Checks a whole sheet beside the GUI thread. What an earlier check found stays until the next one
/// is finished, so that nothing flickers while a person mends cells.
class SheetChecking : public QObject {
    Q_OBJECT

public:
    explicit SheetChecking(QObject* parent = nullptr);

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
    /// Why the sheet could not be checked; null = it could.
    const app::SheetError* error() const { return error_ ? &*error_ : nullptr; }

signals:
    void progressed();
    void finished();

private:
    static QString standingInWords(const RowStanding& standing);

    std::uint64_t rows_ = 0;
    std::optional<CheckFindings> findings_;
    std::optional<app::SheetError> error_;
    Latest<std::uint64_t> latest_;
    Background checking_; ///< last: its thread ends first
};

} // namespace leadsheet::desktop
