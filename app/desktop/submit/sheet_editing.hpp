// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../bridge/background.hpp"
#include "../grid/sheet_grid_model.hpp"
#include "leadsheet/app/accounts/app_folders.hpp"
#include "leadsheet/app/kept_edits.hpp"

#include <QObject>

#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

namespace leadsheet::desktop {

/// The person's corrections of the open sheet, with undo. Small ones are made at once, those that
/// concern many cells beside the GUI thread, one after the other.
class SheetEditing : public QObject {
    Q_OBJECT

public:
    SheetEditing();

    /// Starts with the corrections of an earlier session, or none.
    void begin(std::shared_ptr<const app::SheetEdits> kept);

    /// Null while nothing is corrected. What it points to never changes.
    std::shared_ptr<const app::SheetEdits> edits() const;
    std::size_t size() const { return edits_->size(); }
    std::size_t steps() const { return edits_->steps(); } ///< that can be undone
    bool isWorking() const { return working_.busy(); }

    void change(const QString& label, std::vector<app::SheetEdits::Change> changes);
    /// Every cell of the column that reads `what`.
    void replace(const GridSource& source, std::uint32_t column, std::uint32_t firstRow,
                 const QString& what, const QString& by);
    /// The text of the cell goes into the rows below it, up to `lastRow`.
    void fillDown(const GridSource& source, GridCell from, std::uint32_t lastRow);
    /// Takes back what the file has in these cells.
    void restore(std::size_t tab, const std::vector<GridCell>& cells);
    void discardAll();
    void undo();
    void redo();
    QString undoLabel() const;
    QString redoLabel() const;

signals:
    void changed();
    void workingChanged();

private:
    using Act = std::function<void(app::SheetEdits&, const std::stop_token&)>;
    void perform(std::size_t cells, Act act);
    void next();

    std::shared_ptr<const app::SheetEdits> edits_;
    std::deque<Act> waiting_;
    bool large_ = false; ///< what was done, or undone, is too much to copy in the GUI thread
    Background working_; ///< last: its thread ends first
};

/// Where the corrections of one version of a sheet are kept, so that nothing typed is lost when the
/// program ends or the sheet is saved again. Named by where the sheet comes from and what its bytes
/// are (app::InputDigests::mark).
std::filesystem::path keptEditsFile(const app::AppFolders& folders, const std::string& source,
                                    const std::string& mark);

/// What was kept for a sheet.
struct FoundEdits {
    std::shared_ptr<const app::SheetEdits> edits; ///< null = none
    bool moved = false; ///< made for another version: `edits` have to be kept for this one
    std::vector<app::DroppedEdit> dropped; ///< their rows changed or are gone
};

/// Opens the tabs of the sheet one after the other: `rows(tab, most rows)`.
using TabReader =
    std::function<app::SheetResult<app::TabRows>(std::size_t sheet, std::uint32_t most)>;

/// What was kept for these bytes, wherever they come from; else what was kept for the version
/// before from the same place, moved to where its rows are now; else what was kept for the same
/// rows under another name. Tabs are read only when something was kept that may be meant.
FoundEdits findKeptEdits(const std::filesystem::path& file, const std::vector<app::SheetInfo>& tabs,
                         const TabReader& rows);

/// Keeps the corrections of one open sheet. Thread-safe.
class EditsKeeper {
public:
    EditsKeeper() = default;
    EditsKeeper(std::filesystem::path file, const std::vector<app::SheetInfo>& tabs);

    /// Remembers what the rows of a tab hold as the file has them; `spool` holds all of them.
    void learn(std::size_t sheet, const app::RowSpool& spool);
    /// Failing to keep them is not a failure of the work. Without `edits` it is remembered that
    /// there shall be none.
    void keep(const app::SheetEdits* edits);

private:
    std::filesystem::path file_;
    std::mutex mutex_;
    std::vector<app::VersionTab> tabs_;
};

} // namespace leadsheet::desktop
