// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../grid/sheet_grid_model.hpp"
#include "submit_step.hpp"

#include <optional>
#include <set>
#include <utility>

class QCheckBox;
class QLabel;

namespace leadsheet::desktop {

class CheckCounts;
struct CheckFindings;
class FindBar;
class FixList;
class NoticeBar;
class ProblemList;
class ReplacePanel;
class SheetGridView;
class SheetJob;
struct TabFindings;
class UnusedColumns;
class Workspace;
enum class NoticeKind;

/// Step 3: what is wrong with which rows, and putting it right in place.
class CheckStep : public SubmitStep {
    Q_OBJECT

public:
    CheckStep(SheetJob& job, Workspace& workspace);
    ~CheckStep() override;

    QString title() const override { return tr("Check"); }
    QString summary() const override;
    StepState state() const override;
    bool isReady() const override;
    QStringList commandArguments() const override;
    void enter() override;

    /// To the next problem of the chosen kind, or the one before; through all tabs.
    void walk(bool forward);
    /// Shows the rows that need a fix alone, at the first of them, once the check knows them.
    void goToFixes();
    /// The top cells of the selection go into the ones below; a single cell takes the one above.
    void fillDown();

private:
    /// "3 rows ready, 398 already ordered, 2 need a fix"
    static QString summaryOfCheck(const CheckFindings& found);
    /// What the button says that leads to the prices.
    static QString continueAfterCheck(const CheckFindings& found);
    /// What stands above the rows; nothing when some can be ordered.
    static std::optional<std::pair<NoticeKind, QString>> noticeOfCheck(const CheckFindings& found);
    QWidget* makeGrid();
    QWidget* makePanel();
    void makeActions();
    void fixLater(const std::vector<app::MapSpec::Fix>& fixes);
    void sheetChanged();
    void mapChanged();
    void checkChanged();
    void findingsChanged();
    void refresh();
    void applyFilter();
    /// Of the shown tab: those with a problem of the chosen kind, and where none is chosen also
    /// those that the service refused.
    std::vector<std::uint32_t> rowsWithProblems() const;
    /// The first row of a tab that needs a fix or was refused, at its problem.
    static std::optional<GridCell> firstToFix(const TabFindings& tab);
    void cellChanged();
    void groupChosen();
    bool isWanted(const app::ProblemMark& mark) const;
    const app::ProblemMark* nextMark(bool forward) const; ///< in the shown tab
    /// The first or last problem of the chosen kind.
    const app::ProblemMark* endMark(const app::ProblemIndex& problems, bool first) const;
    void reachGoal();
    void showWorst();
    void showFixes();
    QString progressText() const;
    void restoreCells();
    QString columnName(std::uint32_t column) const;

    SheetJob& job_;
    Workspace& workspace_;
    SheetGridModel model_;
    CheckCounts* counts_;
    UnusedColumns* unused_;
    NoticeBar* notice_;
    QLabel* progress_;
    SheetGridView* grid_;
    FindBar* find_;
    QCheckBox* onlyProblems_;
    ProblemList* problems_;
    FixList* fixes_;
    ReplacePanel* replace_;
    QLabel* rowText_;
    QLabel* cellText_;
    QAction* undo_ = nullptr;
    QAction* redo_ = nullptr;
    bool fitted_ = false;
    std::optional<GridCell> goal_; ///< where the walk goes once the row is there
    bool takesFocus_ = false;      ///< so does the focus then
    bool wantsFixes_ = false;      ///< once they are known
    std::set<std::size_t> looked_; ///< tabs whose worst problem was gone to, in the file
};

} // namespace leadsheet::desktop
