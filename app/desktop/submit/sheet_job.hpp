// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../bridge/background.hpp"
#include "sheet_reading.hpp"

#include <QObject>

#include <memory>
#include <optional>
#include <vector>

namespace leadsheet::desktop {

class Workspace;

/// Rows as a person sees their numbers, both included.
struct RowRange {
    std::uint32_t first = 0;
    std::uint32_t last = 0;

    friend bool operator==(const RowRange&, const RowRange&) = default;
};

/// The sheet that the Submit page works on: where it is, how it is read, how its columns are
/// mapped, what was corrected and what the check found. All reading happens beside the GUI thread;
/// everything else here belongs to it.
class SheetJob : public QObject {
    Q_OBJECT

public:
    enum class State { Empty, Opening, Unreadable, Open };

    explicit SheetJob(Workspace& workspace, QObject* parent = nullptr);
    ~SheetJob() override;

    State state() const { return state_; }
    const app::SheetError& error() const { return error_; } ///< of Unreadable
    /// Path or URL as the person gave it.
    QString source() const { return sheet_.file.source; }
    /// What the sheet is called, without its folder.
    QString sourceName() const { return sheet_.file.name; }
    /// The file with the sheet's bytes.
    const std::filesystem::path& path() const { return sheet_.file.path; }
    /// The file is a copy of ours: pasted text or a download.
    bool isTemporary() const { return sheet_.file.temporary; }
    const SheetReading& reading() const { return sheet_.reading; }
    const app::SheetOverview& overview() const { return sheet_.overview; }

    /// Opens a path or URL; replaces what was open.
    void open(const QString& source);
    /// Makes a sheet of copied cells or text.
    void openText(const QString& text);
    /// Reads the open (or unreadable) sheet in another way.
    void read(const SheetReading& reading);
    /// Stops opening.
    void cancelOpening();

    /// How the sheet is checked and ordered: reading, the map as stated (exclusive) and the edits.
    /// The same sheet gives the same rows with these options in every process.
    app::CheckOptions checkOptions() const;
    const app::ColumnMap& columnMap() const { return sheet_.map; }
    void setColumnMap(app::ColumnMap map);
    /// Null without corrections. What it points to never changes.
    std::shared_ptr<const app::SheetEdits> edits() const { return edits_; }

    /// The options of `leadsheet check` and its like that say what this is, after the command's
    /// name: sheet, reading, map and corrections.
    QStringList sheetWords() const;

    /// What the check of the sheet as it is now found; null while it runs or before.
    const app::CheckSummary* checked() const { return checked_ ? &*checked_ : nullptr; }
    /// The check is finished and at least one row can be ordered.
    bool isReadyToPrice() const;

    /// The rows that the person selected in the grid, ascending and apart; for "selected rows".
    const std::vector<RowRange>& selectedRows() const { return selected_; }
    void setSelectedRows(std::vector<RowRange> rows);

signals:
    void stateChanged();
    void mapChanged();
    void edited();
    void checkChanged();
    void selectionChanged();

private:
    void start(SheetFile file, const SheetReading& reading);
    void opened(app::SheetResult<OpenedSheet> sheet);
    void forgetCheck();

    Workspace& workspace_;
    State state_ = State::Empty;
    app::SheetError error_;
    OpenedSheet sheet_;
    std::shared_ptr<const app::SheetEdits> edits_;
    std::optional<app::CheckSummary> checked_;
    std::vector<RowRange> selected_;
    Background opening_; ///< last: its thread ends before what it hands over to
};

} // namespace leadsheet::desktop
