// SPDX-License-Identifier: Apache-2.0
#include "map_step.hpp"

#include "../phrases/say.hpp"
#include "../shell/notice_bar.hpp"
#include "../shell/words.hpp"
#include "../theme/icons.hpp"
#include "../widgets/column_widths.hpp"
#include "../widgets/table_look.hpp"
#include "field_list.hpp"
#include "leadsheet/app/cell.hpp"
#include "leadsheet/app/fields.hpp"
#include "leadsheet/app/transform_preview.hpp"
#include "map_model.hpp"
#include "sheet_job.hpp"
#include "sheet_tabs.hpp"
#include "step_chips.hpp"
#include "value_rules.hpp"

#include <QAction>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

namespace leadsheet::desktop {
namespace {

constexpr std::size_t kPreviewExamples = 3;
constexpr int kPanelWidth = 300;

QString valueText(const std::vector<std::string>& values) {
    QStringList parts;
    for (const std::string& value : values)
        parts << text(value).simplified();
    return parts.join(QStringLiteral(" | "));
}

} // namespace

MapStep::MapStep(SheetJob& job, Workspace&, QWidget* parent)
    : SubmitStep(parent)
    , job_(job)
    , notice_(new NoticeBar(this))
    , values_(new ValueRules(this))
    , next_(new QLabel(this))
    , continue_(new QPushButton(tr("Continue to Check"), this)) {
    notice_->setObjectName(QStringLiteral("mapNotice"));
    continue_->setObjectName(QStringLiteral("continueToCheck"));
    continue_->setProperty("primary", true);
    next_->setWordWrap(true);
    auto* split = new QSplitter(this);
    split->addWidget(makeTable());
    split->addWidget(makePanel());
    split->setStretchFactor(0, 1);
    split->setStretchFactor(1, 0);
    split->setChildrenCollapsible(false);
    auto* footer = new QHBoxLayout;
    footer->addWidget(next_, 1);
    footer->addWidget(continue_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 4, 16, 12);
    layout->addWidget(notice_);
    layout->addWidget(new SheetTabs(job_, this));
    layout->addWidget(split, 1);
    layout->addWidget(values_);
    layout->addLayout(footer);
    setFocusProxy(table_);
    makeActions();
    connect(continue_, &QPushButton::clicked, this, [this] {
        job_.keepMaps();
        emit wantsNext();
    });
    connect(values_, &ValueRules::valueChosen, this, [this](const app::ValueRule& rule) {
        job_.setColumnMap(withValue(job_.columnMap(), rule));
    });
    connect(values_, &ValueRules::valueRemoved, this, [this](const std::string& target) {
        job_.setColumnMap(withoutValue(job_.columnMap(), target));
    });
    connect(notice_, &NoticeBar::actionTriggered, this, [this] {
        const OpenedTab* other = otherIncomplete();
        if (other != nullptr)
            job_.showTab(static_cast<std::size_t>(other - job_.tabs().data()));
        else
            job_.setColumnMap(withAllSuggestions(job_.columnMap()));
    });
    connect(&job_, &SheetJob::stateChanged, this, &MapStep::sheetChanged);
    connect(&job_, &SheetJob::tabShown, this, &MapStep::sheetChanged);
    connect(&job_, &SheetJob::mapChanged, this, &MapStep::refresh);
}

// The model goes before the view that looks at it.
MapStep::~MapStep() {
    disconnect(table_->selectionModel(), nullptr, this, nullptr);
    table_->setModel(nullptr);
}

QWidget* MapStep::makeTable() {
    table_ = new QTableView(this);
    table_->setObjectName(QStringLiteral("mapTable"));
    table_->setAccessibleName(tr("Columns of the sheet and what they fill"));
    table_->setModel(&model_);
    applyTableLook(*table_);
    QStringList titles;
    for (const app::TargetField& field : app::allTargets())
        titles << targetTitle(field.name);
    // How sure the mapping is and its steps are beside the table as well.
    new ColumnWidths(table_, {{{letters(15)}, false, letters(10)},
                              {titles, true, letters(9)},
                              {{letters(24)}, false, letters(10)},
                              {{letters(17)}, false, letters(8), true},
                              {{letters(12)}, false, letters(5), true}});
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &MapStep::refreshPanel);
    // Enter goes to the fields of the column.
    connect(table_, &QTableView::activated, this, [this] { fields_->focusSearch(); });
    return table_;
}

QWidget* MapStep::makePanel() {
    auto* panel = new QWidget(this);
    panel->setMinimumWidth(kPanelWidth);
    columnTitle_ = new QLabel(panel);
    columnTitle_->setProperty("heading", 2);
    columnTitle_->setWordWrap(true);
    columnTitle_->setTextFormat(Qt::PlainText);
    sureness_ = new QLabel(panel);
    sureness_->setObjectName(QStringLiteral("sureness"));
    sureness_->setWordWrap(true);
    sureness_->setTextFormat(Qt::PlainText);
    sureness_->setForegroundRole(QPalette::PlaceholderText);
    suggestion_ = new QLabel(panel);
    suggestion_->setWordWrap(true);
    suggestion_->setTextFormat(Qt::PlainText);
    accept_ = new QPushButton(icon(QLatin1String("check")), tr("Accept"), panel);
    accept_->setObjectName(QStringLiteral("acceptSuggestion"));
    fields_ = new FieldList(panel);
    auto* steps = new QLabel(tr("Steps from the cell to the field:"), panel);
    steps->setWordWrap(true);
    chips_ = new StepChips(panel);
    preview_ = new QLabel(panel);
    preview_->setObjectName(QStringLiteral("stepPreview"));
    preview_->setTextFormat(Qt::PlainText);
    preview_->setWordWrap(true);
    preview_->setForegroundRole(QPalette::PlaceholderText);
    auto* layout = new QVBoxLayout(panel);
    layout->setContentsMargins(12, 0, 0, 0);
    layout->addWidget(columnTitle_);
    layout->addWidget(sureness_);
    layout->addWidget(suggestion_);
    layout->addWidget(accept_, 0, Qt::AlignLeft);
    layout->addWidget(fields_, 1);
    layout->addWidget(steps);
    layout->addWidget(chips_);
    layout->addWidget(preview_);
    connect(accept_, &QPushButton::clicked, this, [this] {
        if (const auto* one = suggestionFor(job_.columnMap(), column()))
            job_.setColumnMap(withSuggestion(job_.columnMap(), *one));
    });
    connect(fields_, &FieldList::chosen, this, &MapStep::choose);
    connect(chips_, &StepChips::stepsChosen, this, [this](const std::vector<app::Transform>& list) {
        job_.setColumnMap(withSteps(job_.columnMap(), column(), list));
    });
    return panel;
}

void MapStep::makeActions() {
    const auto add = [this](const QString& name, const QKeySequence& keys, QLatin1String picture,
                            auto act) {
        auto* action = new QAction(icon(picture), name, this);
        action->setShortcut(keys);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        connect(action, &QAction::triggered, this, act);
        addAction(action);
        actions_ << action;
    };
    add(tr("Undo Mapping"), QKeySequence::Undo, QLatin1String("undo"), [this] { job_.undoMap(); });
    add(tr("Redo Mapping"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QLatin1String("redo"),
        [this] { job_.redoMap(); });
    add(tr("Accept All Suggestions"), {}, QLatin1String("check"),
        [this] { job_.setColumnMap(withAllSuggestions(job_.columnMap())); });
    add(tr("Search Fields for This Column"), QKeySequence::Find, QLatin1String("search"),
        [this] { fields_->focusSearch(); });
}

void MapStep::sheetChanged() {
    if (job_.state() == SheetJob::State::Open)
        model_.setSheet(job_.headerNames(), sampleRows(job_.overview()));
    refresh();
    if (model_.rowCount() > 0)
        table_->selectRow(0);
}

const OpenedTab* MapStep::otherIncomplete() const {
    return app::missingTargets(job_.columnMap()) ? nullptr : job_.incompleteTab();
}

void MapStep::enter() {
    refresh();
    if (!table_->currentIndex().isValid() && model_.rowCount() > 0)
        table_->selectRow(0);
}

std::uint32_t MapStep::column() const {
    return static_cast<std::uint32_t>(std::max(table_->currentIndex().row(), 0));
}

void MapStep::choose(const std::string& target) {
    if (model_.rowCount() == 0)
        return;
    if (target == FieldList::kNothing)
        job_.setColumnMap(withoutTarget(job_.columnMap(), column()));
    else if (target == FieldList::kLeftOut)
        job_.setColumnMap(withIgnored(job_.columnMap(), column()));
    else
        job_.setColumnMap(withTarget(job_.columnMap(), column(), target));
}

void MapStep::refresh() {
    model_.setMap(job_.columnMap());
    values_->present(job_.columnMap());
    refreshNotice();
    refreshPanel();
    continue_->setEnabled(isReady());
    next_->setText(summary());
    emit changed();
}

void MapStep::refreshNotice() {
    const auto missing = app::missingTargets(job_.columnMap());
    const int suggestions = static_cast<int>(job_.columnMap().suggestions.size());
    const QString accept =
        suggestions == 0 ? QString() : tr("Accept %Ln Suggestion(s)", nullptr, suggestions);
    if (job_.state() != SheetJob::State::Open)
        notice_->hide();
    else if (missing)
        notice_->show(NoticeKind::Warn, say(missing->reason), accept);
    else if (const OpenedTab* other = otherIncomplete(); other != nullptr)
        notice_->show(NoticeKind::Warn,
                      tr("In tab %1 a field that every order needs has no column yet.")
                          .arg(text(other->name())),
                      tr("Show Tab %1").arg(text(other->name())));
    else if (suggestions > 0)
        notice_->show(NoticeKind::Info,
                      tr("%Ln column(s) may fill a field. Nothing is used unless you accept it.",
                         nullptr, suggestions),
                      accept);
    else if (job_.isMapSaved())
        notice_->show(NoticeKind::Good,
                      tr("These columns were mapped before; the saved map is in use."));
    else
        notice_->hide();
}

QString MapStep::commaWords(const app::ColumnMap& map, const app::ColumnRule& rule) {
    const auto found =
        std::find_if(map.commas.begin(), map.commas.end(), [&](const app::CommaReading& one) {
            return one.column == rule.column && one.target == rule.target;
        });
    if (found == map.commas.end())
        return {};
    const QString example = text(found->example).simplified();
    QString words = found->whole ? tr("Its commas are kept, as in “%1”. Remove the step “keep "
                                      "commas” to split the cells there.")
                                       .arg(example)
                                 : tr("Its cells are split at commas, as in “%1”. Add the step "
                                      "“keep commas” if they are part of one text.")
                                       .arg(example);
    if (found->mixed)
        words += QLatin1Char(' ') + tr("Not every cell shows this: look at them.");
    return words;
}

void MapStep::refreshPanel() {
    const app::ColumnMap& map = job_.columnMap();
    const app::ColumnRule* rule = ruleOf(map, column());
    const app::Suggestion* suggestion = rule == nullptr ? suggestionFor(map, column()) : nullptr;
    const std::string name = column() < map.headers.size() ? map.headers[column()] : std::string();
    const QString letter = text(app::columnLetter(column()));
    columnTitle_->setText(name.empty() ? tr("Column %1 fills:").arg(letter)
                                       : tr("%1 fills:").arg(text(name).simplified()));
    const QString sure =
        rule == nullptr
            ? QString()
            : model_.index(table_->currentIndex().row(), MapModel::Sureness).data().toString();
    const QString commas = rule == nullptr ? QString() : commaWords(map, *rule);
    sureness_->setText(commas.isEmpty() ? sure : sure + QLatin1Char('\n') + commas);
    sureness_->setVisible(!sure.isEmpty());
    suggestion_->setVisible(suggestion != nullptr);
    accept_->setVisible(suggestion != nullptr);
    if (suggestion != nullptr) {
        suggestion_->setText(
            tr("It may be %1 (%2).").arg(targetTitle(suggestion->target), say(suggestion->why)));
        accept_->setText(tr("Accept %1").arg(targetTitle(suggestion->target)));
    }
    const bool leftOut = std::count(map.ignored.begin(), map.ignored.end(), column()) > 0;
    fields_->present(rule != nullptr ? rule->target
                     : leftOut       ? FieldList::kLeftOut
                                     : FieldList::kNothing,
                     text(name).simplified());
    chips_->setEnabled(rule != nullptr);
    chips_->present(rule != nullptr ? rule->transforms : std::vector<app::Transform>());
    refreshPreview();
}

void MapStep::refreshPreview() {
    const app::ColumnRule* rule = ruleOf(job_.columnMap(), column());
    if (rule == nullptr) {
        preview_->setText(tr("The column fills nothing, so nothing is changed."));
        return;
    }
    const auto preview = app::previewTransforms(model_.sampleRows(), *rule, kPreviewExamples);
    if (rule->transforms.empty() || preview.changed == 0) {
        preview_->setText(tr("The cells are taken as they are shown."));
        return;
    }
    QStringList lines{tr("Changes %1 of the first %2 cells:")
                          .arg(number(static_cast<std::int64_t>(preview.changed)),
                               number(static_cast<std::int64_t>(preview.filled)))};
    for (const app::TransformedCell& cell : preview.examples)
        lines << tr("%1 → %2").arg(text(cell.before).simplified(), valueText(cell.after));
    preview_->setText(lines.join(QLatin1Char('\n')));
}

QString MapStep::summary() const {
    const app::ColumnMap& map = job_.columnMap();
    const int open = static_cast<int>(map.suggestions.size());
    const int columns = forPlural(map.columns.size());
    if (!isReady())
        return tr("A field that every order needs has no column yet");
    if (job_.hasSeveralTabs()) {
        std::size_t all = 0;
        for (const OpenedTab& tab : job_.tabs())
            all += tab.map.columns.size();
        return tr("%Ln column(s) mapped in all tabs", nullptr, forPlural(all));
    }
    if (job_.isMapSaved())
        return tr("%Ln column(s) mapped by a saved map", nullptr, columns);
    const QString mapped = tr("%Ln column(s) mapped", nullptr, columns);
    return open == 0 ? mapped : tr("%1, %2").arg(mapped, tr("%Ln not accepted", nullptr, open));
}

StepState MapStep::state() const {
    return isReady() ? StepState::Done : StepState::Attention;
}

bool MapStep::isReady() const {
    return job_.state() == SheetJob::State::Open && job_.incompleteTab() == nullptr;
}

QStringList MapStep::commandArguments() const {
    const QStringList words = job_.sheetWords();
    return words.isEmpty() ? words
                           : QStringList{QStringLiteral("map"), QStringLiteral("suggest")} + words;
}

} // namespace leadsheet::desktop
