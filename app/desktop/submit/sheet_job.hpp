// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sheet_checking.hpp"
#include "sheet_editing.hpp"
#include "sheet_opening.hpp"

#include "leadsheet/app/run_record.hpp"

#include <QObject>
#include <QTimer>

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

    explicit SheetJob(Workspace& workspace);
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

    /// The tabs that the rows come from, in the order of the file; at least one.
    const std::vector<OpenedTab>& tabs() const { return sheet_.tabs; }
    bool hasSeveralTabs() const { return sheet_.tabs.size() > 1; }
    /// Which tab fits an order, and which others the workbook has.
    const app::TabChoice& tabChoice() const { return sheet_.choice; }
    /// Tabs that were to be read among others and have nothing in them.
    const std::vector<std::string>& emptyTabs() const { return sheet_.emptyTabs; }
    /// The tab that is looked at: what is said of overview, columns and map is said of this one.
    const OpenedTab& tab() const { return sheet_.tabs[shown_]; }
    std::size_t shownTab() const { return shown_; } ///< in tabs()
    void showTab(std::size_t at);
    const app::SheetOverview& overview() const { return tab().overview; }

    /// Opens a path or URL; replaces what was open.
    void open(const QString& source);
    /// Opens the sheet of a run as the run read it: tabs, header rows, maps and decisions.
    void openAgain(const app::RunRecord& record);
    /// Makes a sheet of copied cells or text.
    void openText(const QString& text);
    /// Reads the open (or unreadable) sheet in another way.
    void read(const SheetReading& reading);
    /// Stops opening, or reading the rest of the rows.
    void cancelOpening();

    /// How the sheet is checked and ordered: reading, the map as stated (exclusive) and the edits.
    /// The same sheet gives the same rows with these options in every process.
    app::CheckOptions checkOptions() const;
    /// Names of the columns; empty without header row.
    std::vector<std::string> headerNames() const;
    std::uint32_t headerRow() const { return tab().overview.header.row.value_or(0); }

    const app::ColumnMap& columnMap() const { return tab().map; }
    /// The map is one that was saved for these column names.
    bool isMapSaved() const { return tab().mapSaved; }
    void setColumnMap(app::ColumnMap map);
    bool canUndoMap() const { return !mapSteps_[shown_].before.empty(); }
    void undoMap();
    void redoMap();
    /// The first tab whose map lacks what every order needs; null = all are complete.
    const OpenedTab* incompleteTab() const;
    /// Adds what the cells of a tab's columns mean to its map, keeps the map, and checks the sheet
    /// again. `tab`: in tabs().
    void fix(std::size_t tab, const std::vector<app::MapSpec::Fix>& fixes);
    /// What was done last to the rows, whether a cell was changed or a fix() made.
    void undo();
    void redo();
    QString undoLabel() const; ///< empty = nothing
    QString redoLabel() const;
    /// A map whose last step was undone, and what it is now.
    struct TakenBack {
        app::ColumnMap was;
        app::ColumnMap now;
    };
    /// Saves the maps for sheets with these columns, and what they say about names and texts; what
    /// was said by what is taken back is forgotten.
    void keepMaps(const std::optional<TakenBack>& back = {});

    /// What was ordered longer ago is ordered again; kept with the maps, absent by default.
    std::optional<std::chrono::seconds> againAfter() const { return sheet_.againAfter; }
    void setAgainAfter(std::optional<std::chrono::seconds> period);

    /// Null without corrections. What it points to never changes.
    std::shared_ptr<const app::SheetEdits> edits() const { return editing_.edits(); }
    /// Corrections of an earlier session were found and are in force.
    bool hasKeptEdits() const { return sheet_.kept.edits != nullptr; }
    /// Corrections of an earlier version of the sheet that found no place in this one.
    const std::vector<app::DroppedEdit>& droppedEdits() const { return sheet_.kept.dropped; }
    SheetEditing& editing() { return editing_; }
    /// Rows with the corrections over them, for grids.
    GridSource gridSource() const;
    SheetRows& rows() { return rows_; }
    /// How many rows all tabs have, as the command line says it; empty until they are counted.
    Message rowsMessage() const;

    /// The options of `leadsheet check` and its like that say what this is, after the command's
    /// name: sheet, reading, map and corrections.
    QStringList sheetWords() const;
    /// The same without map, for commands that only look.
    QStringList fileWords() const;

    /// Checks the sheet as it is now, unless that was done or is being done and nothing was ordered
    /// since.
    void check();
    /// Orders were placed, or others count now: the next check() looks again.
    void ordersChanged() { ordersCurrent_ = false; }
    bool areOrdersCurrent() const { return ordersCurrent_; }
    /// How the sheet is priced, all of its rows.
    work::SheetPlan plan() const;
    SheetChecking& checking() { return checking_; }
    const SheetChecking& checking() const { return checking_; }
    /// What the check of the sheet as it is now found; null while it runs or before.
    const app::CheckSummary* checked() const;
    /// The check is finished and at least one row can be ordered, or was before.
    bool isReadyToPrice() const;

    /// The rows of the shown tab that the person selected, ascending and apart; for "selected
    /// rows".
    const std::vector<RowRange>& selectedRows() const { return selected_; }
    void setSelectedRows(std::vector<RowRange> rows);

signals:
    void stateChanged();
    /// Another tab is looked at.
    void tabShown();
    void mapChanged();
    void edited();
    void checkChanged();
    void selectionChanged();

private:
    struct MapSteps {
        std::vector<app::ColumnMap> before;
        std::vector<app::ColumnMap> after;
    };
    /// A fix() among the corrections of cells.
    struct Fixed {
        std::size_t tab;   ///< in sheet_.tabs
        std::size_t edits; ///< steps of corrections before it
        QString label;
    };
    const Fixed* fixToUndo() const;
    const Fixed* fixToRedo() const;

    void start(SheetFile file, const SheetReading& reading,
               const std::shared_ptr<const app::RunRecord>& record = nullptr);
    void openNow(SheetFile file, const SheetReading& reading,
                 const std::shared_ptr<const app::RunRecord>& record);
    void opened(app::SheetResult<OpenedSheet> sheet);
    void editsChanged();
    void keepEdits();
    void keepNow();
    void changeMap(std::size_t tab, app::ColumnMap map);
    void replaceMap(std::size_t tab, app::ColumnMap map);
    void stepMap(std::size_t tab, std::vector<app::ColumnMap>& from,
                 std::vector<app::ColumnMap>& to);
    void forgetFixes();
    void forgetCheck();
    void accountChanged();
    std::optional<work::OrdersOf> orders() const;

    Workspace& workspace_;
    State state_ = State::Empty;
    app::SheetError error_;
    OpenedSheet sheet_;
    std::size_t shown_ = 0;              ///< in sheet_.tabs
    std::vector<MapSteps> mapSteps_{{}}; ///< of each tab
    std::vector<Fixed> fixed_;           ///< since the map was last changed otherwise
    std::vector<Fixed> unfixed_;
    std::vector<RowRange> selected_;
    bool checkWanted_ = false; ///< someone looks at the findings
    bool checkCurrent_ = false;
    bool ordersCurrent_ = true;                ///< nothing was ordered since the check began
    std::optional<work::OrdersOf> comparedTo_; ///< by the last check
    QTimer recheck_;
    QTimer keep_;
    SheetEditing editing_;
    SheetRows rows_;
    SheetChecking checking_;
    int starts_ = 0; ///< sheets that were asked for
    std::shared_ptr<EditsKeeper> keeper_ = std::make_shared<EditsKeeper>();
    std::unique_ptr<Background> keeping_ = std::make_unique<Background>();
    Background opening_;
};

} // namespace leadsheet::desktop
