// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../bridge/background.hpp"
#include "../bridge/latest.hpp"

#include "leadsheet/app/problem_index.hpp"
#include "leadsheet/app/row_spool.hpp"

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

/// What a check found in one tab.
struct TabFindings {
    std::shared_ptr<const app::ProblemIndex> problems;
    /// What the rows order, as submit::canonicalBody, by their numbers; a second cell says that the
    /// row repeats an earlier one. Rows that cannot be ordered are not in it.
    std::shared_ptr<const app::RowSpool> orders;
    std::uint64_t blocked = 0;      ///< rows
    std::set<std::uint32_t> filled; ///< columns that are not used, and have cells

    /// Absent for rows that cannot be ordered.
    std::optional<RowOrder> orderOf(std::uint32_t row) const;
};

/// What a check found.
struct CheckFindings {
    app::CheckSummary summary;               ///< over all tabs, without repeated rows
    std::uint64_t repeated = 0;              ///< rows that ask for what an earlier one asks for
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

    /// `folder` is for what does not fit into memory, and must exist.
    void start(const std::filesystem::path& path, const app::CheckOptions& options,
               const std::filesystem::path& folder);
    void cancel();
    /// Forgets what was found, too.
    void clear();

    bool isRunning() const { return checking_.busy(); }
    std::uint64_t rowsSoFar() const { return rows_; }
    /// Null before the first check, and after one that could not be finished.
    const CheckFindings* findings() const { return findings_ ? &*findings_ : nullptr; }
    /// What a row of a tab orders, as a sentence; empty when it cannot be ordered.
    QString rowInWords(std::size_t sheet, std::uint32_t row) const;
    /// Why the sheet could not be checked; null = it could.
    const app::SheetError* error() const { return error_ ? &*error_ : nullptr; }

signals:
    void progressed();
    void finished();

private:
    std::uint64_t rows_ = 0;
    std::optional<CheckFindings> findings_;
    std::optional<app::SheetError> error_;
    Latest<std::uint64_t> latest_;
    Background checking_; ///< last: its thread ends first
};

} // namespace leadsheet::desktop
