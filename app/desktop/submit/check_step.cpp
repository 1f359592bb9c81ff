// SPDX-License-Identifier: Apache-2.0
#include "check_step.hpp"

#include "../grid/sheet_grid_view.hpp"
#include "../phrases/say.hpp"
#include "../run/run_words.hpp"
#include "../shell/notice_bar.hpp"
#include "../shell/words.hpp"
#include "../shell/workspace.hpp"
#include "../widgets/parts.hpp"
#include "column_fixes.hpp"
#include "leadsheet/app/cell.hpp"
#include "map_model.hpp"
#include "problem_list.hpp"
#include "sheet_job.hpp"

#include <QAction>
#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QToolButton>

namespace leadsheet::desktop {
namespace {

constexpr int kPanelWidth = 280;

/// What cells of the column are read as: " (fliters = filters)"
QString readAsWords(const app::ColumnRule& rule) {
    constexpr qsizetype kLongest = 40;
    QStringList readings;
    for (const app::Transform& step : rule.transforms)
        if (step.kind == app::TransformKind::Means && step.first != step.second)
            readings << QStringLiteral("%1 = %2").arg(text(step.first), text(step.second));
    QString words = readings.join(QStringLiteral(", ")).simplified();
    if (words.size() > kLongest)
        words = words.left(kLongest - 1) + QChar(0x2026);
    return words.isEmpty() ? words : QStringLiteral(" (%1)").arg(words);
}

} // namespace

CheckStep::CheckStep(SheetJob& job, Workspace& workspace)
    : job_(job)
    , workspace_(workspace)
    , counts_(new CheckCounts(this))
    , unused_(new UnusedColumns(this))
    , notice_(new NoticeBar(this))
    , progress_(new QLabel(this))
    , grid_(new SheetGridView(model_, this))
    , find_(new FindBar(*grid_, this))
    , onlyProblems_(named(new QCheckBox(tr("Only rows with problems"), this), "onlyProblems"))
    , problems_(new ProblemList(this))
    , fixes_(new FixList(this))
    , replace_(new ReplacePanel(this))
    , rowText_(named(wrappingLabel({}), "rowWords"))
    , cellText_(named(wrappingLabel({}), "cellProblem")) {
    notice_->setObjectName(QStringLiteral("checkNotice"));
    notice_->setClosable(false);
    connect(notice_, &NoticeBar::actionTriggered, &job_, [this] { job_.read(job_.reading()); });
    model_.setEditable(true);
    auto* split = new QSplitter(this);
    addAll(split, {makeGrid(), makePanel()});
    split->setStretchFactor(0, 1);
    split->setStretchFactor(1, 0);
    split->setChildrenCollapsible(false);
    auto* layout = columnIn(this, -1, {20, 4, 20, 12});
    addAll(layout, {progress_, notice_});
    layout->addWidget(split, 1);
    layout->addLayout(makeFooter({}, "continueToPrice"));
    setFocusProxy(grid_);
    connect(&job_, &SheetJob::stateChanged, this, &CheckStep::sheetChanged);
    connect(&job_, &SheetJob::tabShown, this, [this] {
        sheetChanged();
        findingsChanged();
    });
    connect(&job_, &SheetJob::mapChanged, this, &CheckStep::mapChanged);
    connect(&job_, &SheetJob::edited, this, [this] { model_.setEdits(job_.edits()); });
    connect(&job_, &SheetJob::checkChanged, this, &CheckStep::checkChanged);
    connect(&job_.checking(), &SheetChecking::progressed, this, &CheckStep::refresh);
    connect(&job_.checking(), &SheetChecking::finished, this, &CheckStep::findingsChanged);
    connect(&job_.rows(), &SheetRows::grown, this, [this] {
        model_.grow();
        if (!fitted_ && model_.rowCount() > 0) {
            fitted_ = true;
            grid_->fitColumns();
        }
        reachGoal();
    });
    connect(&model_, &SheetGridModel::textTyped, this, [this](GridCell cell, const QString& typed) {
        job_.editing().change(
            tr("Edit %1%2").arg(text(app::columnLetter(cell.column))).arg(cell.row),
            {{{job_.tab().sheet, cell.row, cell.column}, typed.toStdString()}});
    });
    refresh();
}

// The model goes before the view that looks at it.
CheckStep::~CheckStep() {
    disconnect(grid_->selectionModel(), nullptr, this, nullptr);
    grid_->setModel(nullptr);
}

QWidget* CheckStep::makeGrid() {
    auto* side = new QWidget(this);
    auto* bar = new QHBoxLayout;
    bar->addWidget(onlyProblems_);
    bar->addStretch(1);
    makeActions();
    for (QAction* action : actions_.mid(0, 4)) {
        auto* button = new QToolButton(side);
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::StrongFocus);
        button->setAccessibleName(action->text());
        bar->addWidget(button);
    }
    auto* layout = columnIn(side);
    layout->addWidget(counts_); // beside the problems, which need all of the height
    layout->addWidget(unused_);
    layout->addLayout(bar);
    addAll(layout, {find_, new SheetTabs(job_, side)});
    layout->addWidget(grid_, 1);
    layout->addWidget(rowText_);
    connect(onlyProblems_, &QCheckBox::toggled, this, &CheckStep::applyFilter);
    connect(grid_->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &CheckStep::cellChanged);
    connect(grid_->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        std::vector<RowRange> rows;
        for (const auto& [first, last] : grid_->selectedRows())
            rows.push_back({first, last});
        job_.setSelectedRows(std::move(rows));
    });
    connect(grid_, &SheetGridView::copied, this, [this](qsizetype rows) {
        workspace_.notify(NoticeKind::Info,
                          tr("%Ln row(s) copied.", nullptr, static_cast<int>(rows)));
    });
    return side;
}

QWidget* CheckStep::makePanel() {
    auto* panel = new QWidget(this);
    auto* layout = columnIn(panel, -1, {12, 0, 0, 0});
    layout->addStrut(kPanelWidth); // and as wide as its buttons need
    layout->addWidget(fixes_->allButton());
    layout->addWidget(problems_, 1);
    addAll(layout, {cellText_, fixes_, replace_});
    connect(fixes_, &FixList::fixesWanted, this, &CheckStep::fixLater);
    connect(problems_, &ProblemList::fixesWanted, this, &CheckStep::fixLater);
    connect(problems_, &ProblemList::groupChosen, this, &CheckStep::groupChosen);
    connect(replace_, &ReplacePanel::replaceWanted, this,
            [this](std::uint32_t column, const QString& what, const QString& by) {
                grid_->setFocus(Qt::OtherFocusReason);
                job_.editing().replace(job_.gridSource(), column, model_.firstDataRow(), what, by);
            });
    return panel;
}

// Later: the button that asked for it goes away with the problems, and another tab may be shown.
// The focus goes back to the rows, where F8, F2 and Ctrl+Z are at home.
void CheckStep::fixLater(const std::vector<app::MapSpec::Fix>& fixes) {
    const auto fix = [this, fixes, tab = job_.shownTab()] {
        grid_->setFocus(Qt::OtherFocusReason);
        job_.fix(tab, fixes);
    };
    QMetaObject::invokeMethod(this, fix, Qt::QueuedConnection);
}

void CheckStep::makeActions() {
    addAct(tr("Previous Problem"), QKeySequence(Qt::SHIFT | Qt::Key_F8), "chevron-up",
           [this] { walk(false); });
    addAct(tr("Next Problem"), QKeySequence(Qt::Key_F8), "chevron-down", [this] { walk(true); });
    undo_ = addAct(tr("Undo"), QKeySequence::Undo, "undo", [this] { job_.undo(); });
    redo_ = addAct(tr("Redo"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), "redo",
                   [this] { job_.redo(); });
    addAct(tr("Find in the Rows"), QKeySequence::Find, "search", [this] { find_->open(); });
    addAct(tr("Apply the Fix"), QKeySequence(Qt::CTRL | Qt::Key_Period), "check",
           [this] { fixes_->takeFirst(); });
    addAct(tr("Apply All Suggestions"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Period),
           "check", [this] { fixes_->takeAll(); });
    auto* fill =
        addAct(tr("Fill Down"), QKeySequence(Qt::CTRL | Qt::Key_D), "edit", [this] { fillDown(); });
    auto* swap = addAct(tr("Replace in Column"), QKeySequence(Qt::CTRL | Qt::Key_H), "refresh",
                        [this] { replace_->focusReplacement(); });
    auto* restore = addAct(tr("Restore the File's Values"), {}, "undo", [this] { restoreCells(); });
    auto* copy = addAct(tr("Copy Cells"), {}, "copy", [this] { grid_->copySelection(); });
    grid_->setContextMenuPolicy(Qt::ActionsContextMenu);
    grid_->addActions({fill, swap, restore, copy});
    for (QAction* action : std::as_const(actions_)) {
        const QString shortcut = action->shortcut().toString(QKeySequence::NativeText);
        action->setToolTip(shortcut.isEmpty() ? action->text()
                                              : tr("%1 (%2)").arg(action->text(), shortcut));
    }
}

void CheckStep::enter() {
    model_.grow();
    job_.check();
    // Different maps of several tabs cannot be typed: a command finds them where they are saved.
    if (job_.hasSeveralTabs())
        job_.keepMaps();
    refresh();
}

void CheckStep::sheetChanged() {
    goal_.reset();
    if (job_.state() != SheetJob::State::Open) {
        looked_.clear();
        model_.setRows({}, 0);
        refresh();
        return;
    }
    model_.setRows(job_.gridSource(), job_.headerRow());
    fitted_ = false;
    mapChanged();
}

void CheckStep::mapChanged() {
    QStringList names;
    QStringList notes;
    for (const std::string& name : job_.headerNames())
        names << text(name).simplified();
    const auto columns = static_cast<std::uint32_t>(names.size());
    for (std::uint32_t column = 0; column < columns; ++column) {
        const app::ColumnRule* rule = ruleOf(job_.columnMap(), column);
        notes << (rule == nullptr ? tr("not used")
                                  : tr("→ %1").arg(targetTitle(rule->target)) + readAsWords(*rule));
    }
    model_.setHeaders(names, notes);
    if (model_.rowCount() > 0)
        grid_->fitColumns();
}

void CheckStep::findingsChanged() {
    const CheckFindings* found = job_.checking().findings();
    const TabFindings* tab = found == nullptr ? nullptr : found->of(job_.tab().sheet);
    model_.setProblems(tab == nullptr ? nullptr : tab->problems);
    model_.setSigns([this, sheet = job_.tab().sheet](std::uint32_t row) {
        return job_.checking().rowSign(sheet, row);
    });
    problems_->present(model_.problems(), found == nullptr ? 0 : found->refused());
    applyFilter();
    showFixes();
    showWorst();
    cellChanged();
}

void CheckStep::checkChanged() {
    if (job_.checking().findings() == nullptr && !job_.checking().isRunning()) {
        model_.setProblems(nullptr);
        problems_->present(nullptr, 0);
    }
    refresh();
    emit changed();
}

bool CheckStep::isWanted(const app::ProblemMark& mark) const {
    const auto group = problems_->chosenGroup();
    return !group || *group == mark.group;
}

void CheckStep::applyFilter() {
    const GridCell cell = grid_->currentCell();
    if (onlyProblems_->isChecked() && model_.problems() != nullptr)
        model_.setFilter(rowsWithProblems());
    else if (model_.isFiltered())
        model_.setFilter(std::nullopt);
    else
        return;
    grid_->goTo(cell);
}

void CheckStep::groupChosen() {
    applyFilter();
    if (model_.problems() == nullptr || !problems_->chosenGroup())
        return;
    const auto* mark = model_.problems()->after(
        0, 0, [this](const app::ProblemMark& other) { return isWanted(other); });
    if (mark != nullptr)
        grid_->goTo({mark->row, mark->column == 0 ? 0 : mark->column - 1});
}

void CheckStep::fillDown() {
    const auto ranges = grid_->selectedRanges();
    if (ranges.size() != 1)
        return;
    CopyRange range = ranges.front();
    if (range.firstRow == range.lastRow && range.firstRow > 0)
        --range.firstRow;
    const std::size_t tab = job_.tab().sheet;
    for (std::uint32_t column = range.firstColumn; column <= range.lastColumn; ++column) {
        const std::uint32_t from = model_.numberOf(static_cast<int>(range.firstRow));
        if (!model_.isEditable(from))
            return;
        if (!model_.isFiltered()) {
            job_.editing().fillDown(job_.gridSource(), {from, column},
                                    model_.numberOf(static_cast<int>(range.lastRow)));
            continue;
        }
        // Rows between the shown ones stay as they are.
        const std::string value =
            model_.indexOf({from, column}).data(Qt::EditRole).toString().toStdString();
        std::vector<app::SheetEdits::Change> changes;
        for (auto row = range.firstRow + 1; row <= range.lastRow; ++row)
            changes.push_back({{tab, model_.numberOf(static_cast<int>(row)), column}, value});
        const QString label = tr("Fill Down %Ln Row(s)", nullptr, static_cast<int>(changes.size()));
        job_.editing().change(label, std::move(changes));
    }
}

void CheckStep::restoreCells() {
    std::vector<GridCell> cells;
    for (const QModelIndex& index : grid_->selectionModel()->selectedIndexes())
        cells.push_back(model_.cellOf(index));
    job_.editing().restore(job_.tab().sheet, cells);
}

QString CheckStep::columnName(std::uint32_t column) const {
    const QString header =
        model_.headerData(static_cast<int>(column), Qt::Horizontal, Qt::DisplayRole).toString();
    return header.section(QLatin1Char('\n'), 0, 0);
}

void CheckStep::cellChanged() {
    const GridCell cell = grid_->currentCell();
    const QString words = job_.checking().rowInWords(job_.tab().sheet, cell.row);
    rowText_->setText(words);
    rowText_->setVisible(!words.isEmpty());
    fixes_->present(model_.problems(), cell);
    if (cell.row == 0) {
        cellText_->hide();
        replace_->clear();
        return;
    }
    const QString problem = grid_->currentIndex().data(Qt::AccessibleDescriptionRole).toString();
    cellText_->setVisible(!problem.isEmpty());
    cellText_->setText(tr("Row %1: %2").arg(cell.row).arg(problem));
    replace_->present(job_.gridSource(), cell, columnName(cell.column), model_.firstDataRow());
    replace_->suggest(fixes_->replacementOf(grid_->currentIndex().data(Qt::EditRole).toString()));
}

void CheckStep::refresh() {
    const app::CheckSummary* found = job_.checked();
    const auto* error = job_.checking().error();
    if (found != nullptr)
        counts_->present(*job_.checking().findings(), job_.checking().findings()->refused());
    else if (job_.checking().findings() == nullptr)
        counts_->clear();
    progress_->setVisible(job_.checking().isRunning());
    progress_->setText(progressText());
    if (error != nullptr && !job_.checking().isRunning())
        notice_->show(NoticeKind::Bad, say(*error),
                      error->code == app::SheetErrorCode::ChangedWhileReading
                          ? tr("Read the Sheet Again")
                          : QString());
    else if (const auto said =
                 found == nullptr ? std::nullopt : noticeOfCheck(*job_.checking().findings()))
        notice_->show(said->first, said->second);
    else
        notice_->hide();
    unused_->present(job_);
    undo_->setEnabled(!job_.undoLabel().isEmpty());
    redo_->setEnabled(!job_.redoLabel().isEmpty());
    undo_->setToolTip(undo_->isEnabled() ? tr("Undo: %1 (Ctrl+Z)").arg(job_.undoLabel())
                                         : tr("Undo (Ctrl+Z)"));
    redo_->setToolTip(redo_->isEnabled() ? tr("Redo: %1 (Ctrl+Shift+Z)").arg(job_.redoLabel())
                                         : tr("Redo (Ctrl+Shift+Z)"));
    continue_->setEnabled(isReady());
    continue_->setText(found == nullptr ? tr("Continue to Price")
                                        : continueAfterCheck(*job_.checking().findings()));
    next_->setText(found == nullptr ? QString() : leftOutOfCheck(*job_.checking().findings()));
    emit changed();
}

QString CheckStep::progressText() const {
    const auto soFar = job_.checking().rowsSoFar();
    const app::SpooledSheet* whole = job_.hasSeveralTabs() ? nullptr : job_.rows().whole();
    return whole == nullptr || whole->stats.rows < soFar
               ? tr("Checking… %Ln row(s) so far", nullptr, forPlural(soFar))
               : tr("Checking… %1 of %Ln row(s)", nullptr, forPlural(whole->stats.rows))
                     .arg(number(static_cast<std::int64_t>(soFar)));
}

QString CheckStep::summary() const {
    const app::CheckSummary* found = job_.checked();
    if (job_.checking().isRunning())
        return tr("Checking…");
    if (job_.checking().error() != nullptr)
        return tr("The sheet could not be checked");
    if (found == nullptr)
        return tr("Not checked yet");
    if (!job_.areOrdersCurrent())
        return tr("Checked again when opened");
    return summaryOfCheck(*job_.checking().findings());
}

StepState CheckStep::state() const {
    if (job_.checking().isRunning())
        return StepState::Working;
    const app::CheckSummary* found = job_.checked();
    if (found == nullptr)
        return job_.checking().error() != nullptr ? StepState::Attention : StepState::Open;
    return isReady() ? StepState::Done : StepState::Attention;
}

bool CheckStep::isReady() const {
    return job_.isReadyToPrice();
}

QStringList CheckStep::commandArguments() const {
    const QStringList words = job_.sheetWords();
    return words.isEmpty() ? words : QStringList{QStringLiteral("check")} + words;
}

} // namespace leadsheet::desktop
