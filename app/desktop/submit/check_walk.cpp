// SPDX-License-Identifier: Apache-2.0
#include "../grid/sheet_grid_view.hpp"
#include "../phrases/say.hpp"
#include "../run/run_words.hpp"
#include "../shell/words.hpp"
#include "../shell/workspace.hpp"
#include "check_step.hpp"
#include "problem_list.hpp"
#include "sheet_job.hpp"

#include <QApplication>
#include <QCheckBox>
#include <QItemSelectionModel>

#include <algorithm>
#include <utility>

namespace leadsheet::desktop {

// What CheckStep says of what was found, and how it goes from one problem to the next.

QString CheckStep::summaryOfCheck(const CheckFindings& found) {
    QStringList parts{tr("%Ln row(s) ready", nullptr, forPlural(found.summary.ready))};
    parts << leftOutParts(found.known);
    if (found.summary.blocked > 0)
        parts << tr("%Ln need(s) a fix", nullptr, forPlural(found.summary.blocked));
    return parts.join(QStringLiteral(", "));
}

QString CheckStep::continueAfterCheck(const CheckFindings& found) {
    if (found.isAllKnown())
        return found.known.areAllOrdered() && found.summary.blocked == 0
                   ? tr("Continue to Price: All Already Ordered")
                   : tr("Continue to Price");
    return tr("Continue to Price With %Ln Row(s)", nullptr, forPlural(found.summary.ready));
}

std::optional<std::pair<NoticeKind, QString>> CheckStep::noticeOfCheck(const CheckFindings& found) {
    if (found.notCompared)
        return std::pair(NoticeKind::Warn, tr("What was ordered before could not be looked up, so "
                                              "ordered rows count as ready. %1")
                                               .arg(say(*found.notCompared)));
    const bool ordered = found.isAllKnown() && found.known.areAllOrdered();
    if (found.isAllKnown() && !ordered)
        return std::pair(NoticeKind::Info,
                         tr("No row is new. On Price you can order changed rows, and "
                            "those whose order has ended."));
    if (ordered && found.summary.blocked == 0)
        return std::pair(NoticeKind::Info,
                         tr("Every row was ordered before. Price shows the orders, and "
                            "can order rows once more."));
    if (ordered)
        return std::pair(
            NoticeKind::Warn,
            tr("The rows that can be ordered have been ordered before. The others need a fix."));
    if (found.summary.ready == 0)
        return std::pair(NoticeKind::Warn,
                         tr("No row can be ordered yet. Fix at least one of them, or go "
                            "back and map the columns differently."));
    return std::nullopt;
}

const app::ProblemMark* CheckStep::nextMark(bool forward) const {
    if (model_.problems() == nullptr)
        return nullptr;
    const auto wanted = [this](const app::ProblemMark& mark) {
        return isWanted(mark);
    };
    const GridCell cell = grid_->currentCell();
    const std::uint32_t column = cell.row == 0 ? 0 : cell.column + 1;
    const app::ProblemIndex& index = *model_.problems();
    const app::ProblemMark* mark =
        forward ? index.after(cell.row, column, wanted) : index.before(cell.row, column, wanted);
    // A problem of the whole row is shown in its first cell, where the walk may stand already.
    if (mark != nullptr && !forward && mark->row == cell.row && mark->column == 0 &&
        cell.column == 0)
        mark = index.before(cell.row, 0, wanted);
    return mark;
}

const app::ProblemMark* CheckStep::endMark(const app::ProblemIndex& problems, bool first) const {
    std::optional<std::size_t> group;
    if (problems_->chosenGroup()) {
        group = problems_->chosenAmong(problems);
        if (!group)
            return nullptr;
    }
    const auto wanted = [group](const app::ProblemMark& mark) {
        return !group || *group == mark.group;
    };
    return first ? problems.after(0, 0, wanted) : problems.before(UINT32_MAX, UINT32_MAX, wanted);
}

// Behind the last problem of a tab comes the next tab that has one, in the end the first again.
void CheckStep::walk(bool forward) {
    const app::ProblemMark* mark = nextMark(forward);
    const CheckFindings* found = job_.checking().findings();
    const std::size_t tabs = job_.tabs().size();
    const std::size_t start = job_.shownTab();
    std::size_t goal = start;
    for (std::size_t step = 1; mark == nullptr && found != nullptr && step <= tabs; ++step) {
        goal = (start + (forward ? step : tabs - step)) % tabs;
        const TabFindings* other = found->of(job_.tabs()[goal].sheet);
        if (other != nullptr && other->problems != nullptr)
            mark = endMark(*other->problems, forward);
    }
    if (mark == nullptr) {
        if (found != nullptr)
            workspace_.notify(NoticeKind::Good, tr("No row has a problem."));
        return;
    }
    const GridCell cell{mark->row, mark->column == 0 ? 0 : mark->column - 1};
    job_.showTab(goal);
    goal_ = cell;
    takesFocus_ = true;
    reachGoal();
}

void CheckStep::goToFixes() {
    wantsFixes_ = true;
    if (!job_.checking().isRunning())
        showFixes();
}

std::optional<GridCell> CheckStep::firstToFix(const TabFindings& tab) {
    const app::ProblemMark* mark =
        tab.problems == nullptr ? nullptr
                                : tab.problems->after(0, 0, [](const app::ProblemMark& found) {
                                      return found.level == app::ProblemLevel::Blocks;
                                  });
    const auto refused = tab.refused.begin();
    if (refused != tab.refused.end() && (mark == nullptr || refused->first < mark->row))
        return GridCell{refused->first, 0};
    if (mark == nullptr)
        return std::nullopt;
    return GridCell{mark->row, mark->column == 0 ? 0 : mark->column - 1};
}

std::vector<std::uint32_t> CheckStep::rowsWithProblems() const {
    std::vector<std::uint32_t> rows = model_.problems()->rowsWith(
        [this](const app::ProblemMark& mark) { return isWanted(mark); });
    const CheckFindings* found = job_.checking().findings();
    const TabFindings* tab = found == nullptr ? nullptr : found->of(job_.tab().sheet);
    if (tab == nullptr || problems_->chosenGroup())
        return rows;
    std::vector<std::uint32_t> all;
    for (const auto& [row, refused] : tab->refused)
        all.push_back(row);
    const auto middle = static_cast<std::ptrdiff_t>(all.size());
    all.insert(all.end(), rows.begin(), rows.end());
    std::inplace_merge(all.begin(), all.begin() + middle, all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

void CheckStep::showFixes() {
    const CheckFindings* found = job_.checking().findings();
    if (found == nullptr || !std::exchange(wantsFixes_, false))
        return;
    for (std::size_t at = 0; at < job_.tabs().size(); ++at) {
        const TabFindings* tab = found->of(job_.tabs()[at].sheet);
        const auto cell = tab == nullptr ? std::nullopt : firstToFix(*tab);
        if (!cell)
            continue;
        job_.showTab(at);
        problems_->setCurrentRow(0); // all of them
        onlyProblems_->setChecked(true);
        goal_ = cell;
        takesFocus_ = true;
        reachGoal();
        return;
    }
}

// What a person looks for first, unless they have begun to look around.
void CheckStep::showWorst() {
    const app::ProblemIndex* problems = model_.problems();
    if (problems == nullptr || !looked_.insert(job_.tab().sheet).second || goal_)
        return;
    const GridCell cell = grid_->currentCell();
    if (cell.row != 0 && (cell.column != 0 || cell.row > model_.firstDataRow()))
        return;
    const auto groups = problems->groupsByWeight();
    if (groups.empty() || problems->groups()[groups.front()].level == app::ProblemLevel::Info)
        return;
    const auto* mark = problems->after(
        0, 0, [&groups](const app::ProblemMark& found) { return found.group == groups.front(); });
    if (mark == nullptr)
        return;
    goal_ = GridCell{mark->row, mark->column == 0 ? 0 : mark->column - 1};
    takesFocus_ = false;
    reachGoal();
}

// The rows of another tab come some time after it is shown.
void CheckStep::reachGoal() {
    // Nobody who has begun to type in a cell is led away from it.
    const QWidget* typesIn = QApplication::focusWidget();
    if (goal_ && !takesFocus_ && grid_->viewport()->isAncestorOf(typesIn))
        goal_.reset();
    if (!goal_ || !model_.indexOf(*goal_).isValid())
        return;
    const GridCell cell = *std::exchange(goal_, std::nullopt);
    if (takesFocus_) {
        grid_->goTo(cell);
        grid_->setFocus(Qt::OtherFocusReason);
        return;
    }
    // A selection would be a choice of rows to order.
    const QModelIndex index = model_.indexOf(cell);
    grid_->selectionModel()->setCurrentIndex(index, QItemSelectionModel::NoUpdate);
    grid_->scrollTo(index, QAbstractItemView::EnsureVisible);
}

} // namespace leadsheet::desktop
