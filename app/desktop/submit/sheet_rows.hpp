// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../bridge/background.hpp"
#include "../bridge/latest.hpp"

#include "leadsheet/app/row_spool.hpp"
#include "leadsheet/app/sheet_check.hpp"

#include <QObject>

#include <memory>
#include <optional>
#include <vector>

namespace leadsheet::desktop {

/// The rows of the tab that is looked at, as they are displayed, read beside the GUI thread into a
/// spool. Rows can be shown while later ones still come in.
class SheetRows : public QObject {
    Q_OBJECT

public:
    explicit SheetRows(QObject* parent = nullptr);

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

} // namespace leadsheet::desktop
