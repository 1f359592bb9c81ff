// SPDX-License-Identifier: Apache-2.0
#include "map_step.hpp"

#include "../phrases/say.hpp"
#include "../shell/notice_bar.hpp"
#include "../shell/words.hpp"
#include "../theme/icons.hpp"
#include "../widgets/parts.hpp"
#include "../widgets/tables.hpp"
#include "leadsheet/app/cell.hpp"
#include "leadsheet/app/fields.hpp"
#include "leadsheet/app/transform_preview.hpp"
#include "map_parts.hpp"
#include "sheet_job.hpp"

#include <QAction>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QStyle>
#include <QTableView>

#include <climits>
#include <utility>

namespace leadsheet::desktop {
namespace {

constexpr std::size_t kPreviewExamples = 3;
constexpr int kArrowEdge = 4;
constexpr int kInset = 3;                         // of a table's cells
const QString kArrowRoom = QStringLiteral("nnn"); // about as wide as the arrow of a field

bool isTyped(const QString& keys) {
    return !keys.isEmpty() && keys.front().isPrint() && !keys.front().isSpace();
}

/// The field of a column as what it is, a choice.
class PickerDelegate : public TableDelegate {
public:
    using TableDelegate::TableDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        QStyleOptionViewItem whole = option;
        initStyleOption(&whole, index);
        option.widget->style()->drawPrimitive(QStyle::PE_PanelItemViewItem, &whole, painter,
                                              option.widget);
        const int side = option.fontMetrics.height();
        QStyleOptionViewItem words = option;
        words.rect.setRight(option.rect.right() - side - kArrowEdge);
        TableDelegate::paint(painter, words, index);
        const bool selected = (option.state & QStyle::State_Selected) != 0;
        icon(QLatin1String("chevron-down"),
             option.palette.color(selected ? QPalette::HighlightedText : QPalette::Text))
            .paint(painter, words.rect.right() + 1, option.rect.center().y() - side / 2, side,
                   side);
    }
};

/// Texts that matter whole take as many lines as they need.
class WrappingDelegate : public TableDelegate {
public:
    explicit WrappingDelegate(QTableView* table)
        : TableDelegate(table)
        , table_(*table) {}

    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        TableDelegate::initStyleOption(option, index);
        option->features |= QStyleOptionViewItem::WrapText;
    }
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const QSize line = TableDelegate::sizeHint(option, index);
        const int edge = table_.style()->pixelMetric(QStyle::PM_FocusFrameHMargin) + 1;
        const int width = table_.columnWidth(index.column()) - 2 * (edge + kInset);
        const QRect text = option.fontMetrics.boundingRect(
            QRect(0, 0, std::max(width, 1), INT_MAX / 2), Qt::TextWordWrap | Qt::AlignLeft,
            index.data().toString());
        return {line.width(), line.height() + text.height() - option.fontMetrics.height()};
    }

private:
    QTableView& table_;
};

QString valueText(const std::vector<std::string>& values) {
    QStringList parts;
    for (const std::string& value : values)
        parts << text(value).simplified();
    return parts.join(QStringLiteral(" | "));
}

} // namespace

MapStep::MapStep(SheetJob& job)
    : job_(job)
    , notice_(named(new NoticeBar(this), "mapNotice"))
    , values_(new ValueRules(this)) {
    auto* layout = columnIn(this, -1, {20, 4, 20, 12});
    addAll(layout, {notice_, new SheetTabs(job_, this)});
    layout->addWidget(makeTable(), 1);
    addAll(layout, {makeDetail(), values_});
    layout->addLayout(makeFooter(tr("Continue to Check"), "continueToCheck"));
    setFocusProxy(table_);
    makeActions();
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
    table_ = named(new QTableView(this), "mapTable", tr("Columns of the sheet and what they fill"));
    table_->setModel(&model_);
    applyTableLook(*table_);
    table_->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // see fitBar()
    // How sure the mapping is and its steps are below the table as well.
    widths_ = new ColumnWidths(table_, {{{letters(18)}, false, letters(10)},
                                        {{letters(36)}, false, letters(16)},
                                        {{letters(12)}, true},
                                        {{letters(46)}, false, letters(24), 1},
                                        {{letters(12)}, false, letters(5), 1}});
    table_->setItemDelegateForColumn(MapModel::Target, new PickerDelegate(table_));
    table_->setItemDelegateForColumn(MapModel::Sureness, new WrappingDelegate(table_));
    fitting_.setSingleShot(true);
    fitting_.setInterval(0);
    connect(&fitting_, &QTimer::timeout, this, &MapStep::fitRows);
    const auto later = [this] {
        fitting_.start();
    };
    connect(widths_, &ColumnWidths::applied, &fitting_, later);
    connect(table_->horizontalHeader(), &QHeaderView::sectionResized, &fitting_, later);
    connect(&model_, &MapModel::modelReset, &fitting_, later);
    connect(&model_, &MapModel::dataChanged, &fitting_, later);
    table_->installEventFilter(this);
    fields_ = new FieldList(table_);
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &MapStep::refreshDetail);
    connect(table_, &QTableView::activated, this, [this] { pickField(); });
    connect(table_, &QTableView::clicked, this, [this](const QModelIndex& index) {
        if (index.column() == MapModel::Target)
            pickField();
    });
    connect(fields_, &FieldList::chosen, this, &MapStep::choose);
    connect(fields_, &FieldList::closed, table_,
            [this] { table_->setFocus(Qt::PopupFocusReason); });
    return table_;
}

QWidget* MapStep::makeDetail() {
    auto* detail = new QWidget(this);
    columnTitle_ = new QLabel(detail);
    columnTitle_->setProperty("heading", 2);
    columnTitle_->setWordWrap(true);
    columnTitle_->setTextFormat(Qt::PlainText);
    sureness_ = quietLabel("sureness");
    sureness_->setTextFormat(Qt::PlainText);
    suggestion_ = named(new QLabel(detail), "suggestion");
    suggestion_->setWordWrap(true);
    suggestion_->setTextFormat(Qt::PlainText);
    accept_ = named(new QPushButton(icon(QLatin1String("check")), tr("Accept"), detail),
                    "acceptSuggestion");
    showSteps_ = named(new QPushButton(detail), "showSteps");
    showSteps_->setCheckable(true);
    auto* top = new QHBoxLayout;
    top->addWidget(columnTitle_, 1);
    top->addWidget(accept_, 0, Qt::AlignTop);
    top->addWidget(showSteps_, 0, Qt::AlignTop);
    auto* layout = columnIn(detail, 4);
    layout->addLayout(top);
    addAll(layout, {suggestion_, sureness_, makeSteps()});
    connect(accept_, &QPushButton::clicked, this, [this] {
        if (const auto* one = suggestionFor(job_.columnMap(), column()))
            job_.setColumnMap(withSuggestion(job_.columnMap(), *one));
    });
    return detail;
}

QWidget* MapStep::makeSteps() {
    auto* steps = new QWidget(this);
    auto* title = new QLabel(tr("Steps from the cell to the field:"), steps);
    title->setWordWrap(true);
    chips_ = new StepChips(steps);
    preview_ = quietLabel("stepPreview");
    preview_->setTextFormat(Qt::PlainText);
    auto* layout = columnIn(steps, 4);
    addAll(layout, {title, chips_, preview_});
    steps->hide();
    connect(showSteps_, &QPushButton::toggled, steps, &QWidget::setVisible);
    connect(chips_, &StepChips::stepsChosen, this, [this](const std::vector<app::Transform>& list) {
        job_.setColumnMap(withSteps(job_.columnMap(), column(), list));
    });
    return steps;
}

// Rows are as high as what is said of their columns, and the fields as wide as those in use.
void MapStep::fitRows() {
    QStringList fields{letters(12)};
    for (int row = 0; row < model_.rowCount(); ++row)
        fields << model_.index(row, MapModel::Target).data().toString() + kArrowRoom;
    if (std::exchange(shownFields_, fields) != fields) {
        sizeWithBar_ = {};
        widths_->setContent(MapModel::Target, {fields, true});
    }
    for (int row = 0; row < model_.rowCount(); ++row)
        table_->resizeRowToContents(row);
    const bool hidden = table_->isColumnHidden(MapModel::Sureness);
    if (std::exchange(surenessHidden_, hidden) != hidden)
        refreshDetail();
    fitBar();
}

// How high rows are depends on the room that a bar leaves them. Left to Qt it would come and go for
// ever where they fit beside it only: where it was needed once, it stays as long as nothing else is
// another.
void MapStep::fitBar() {
    const QSize size = table_->size();
    const bool fits = table_->verticalHeader()->length() <= table_->viewport()->height();
    if (!fits)
        sizeWithBar_ = size;
    table_->setVerticalScrollBarPolicy(fits && sizeWithBar_ != size ? Qt::ScrollBarAlwaysOff
                                                                    : Qt::ScrollBarAlwaysOn);
}

void MapStep::goOn() {
    job_.keepMaps();
    emit wantsNext();
}

void MapStep::makeActions() {
    addAct(tr("Undo Mapping"), QKeySequence::Undo, "undo", [this] { job_.undoMap(); });
    addAct(tr("Redo Mapping"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), "redo",
           [this] { job_.redoMap(); });
    addAct(tr("Accept All Suggestions"), {}, "check",
           [this] { job_.setColumnMap(withAllSuggestions(job_.columnMap())); });
    addAct(tr("Choose a Field for This Column"), QKeySequence::Find, "search",
           [this] { pickField(); });
}

// Typing over a row looks for a field, as typing over a cell of a sheet changes it.
bool MapStep::eventFilter(QObject* watched, QEvent* event) {
    if (watched == table_ && event->type() == QEvent::Resize)
        fitting_.start();
    if (watched == table_ && event->type() == QEvent::KeyPress) {
        const auto& key = static_cast<const QKeyEvent&>(*event);
        const bool plain = (key.modifiers() & ~Qt::KeypadModifier & ~Qt::ShiftModifier) == 0;
        if (key.key() == Qt::Key_F2 || (plain && isTyped(key.text()))) {
            pickField(isTyped(key.text()) ? key.text() : QString());
            return true;
        }
    }
    return SubmitStep::eventFilter(watched, event);
}

void MapStep::pickField(const QString& search) {
    const QModelIndex row = table_->currentIndex();
    if (!row.isValid())
        return;
    const QRect cell = table_->visualRect(row.siblingAtColumn(MapModel::Target));
    fields_->openAt({table_->viewport()->mapToGlobal(cell.topLeft()), cell.size()}, search);
}

void MapStep::sheetChanged() {
    fields_->hide(); // it was opened for a column that may be gone
    if (job_.state() == SheetJob::State::Open) {
        model_.setSheet(job_.headerNames(), sampleRows(job_.overview()));
        model_.setSaved(job_.isMapSaved() ? &job_.columnMap() : nullptr);
        model_.setMap(job_.columnMap());
        model_.arrange();
    }
    if (model_.rowCount() > 0)
        table_->selectRow(0);
    refresh();
}

void MapStep::selectColumn(std::uint32_t column) {
    if (const int row = model_.rowOf(column); row < model_.rowCount())
        table_->selectRow(row);
}

const OpenedTab* MapStep::otherIncomplete() const {
    return app::missingTargets(job_.columnMap()) ? nullptr : job_.incompleteTab();
}

void MapStep::enter() {
    const std::uint32_t before = column();
    model_.arrange();
    selectColumn(before);
    refresh();
}

std::uint32_t MapStep::column() const {
    if (table_->currentIndex().isValid())
        return model_.columnAt(table_->currentIndex().row());
    return model_.rowCount() > 0 ? model_.columnAt(0) : 0;
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
    refreshDetail();
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
                      tr("In tab %1 not every field that an order needs has a column yet.")
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
        std::find_if(map.commas.begin(), map.commas.end(), [&](const app::CommaReading& reading) {
            return reading.column == rule.column && reading.target == rule.target;
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

void MapStep::refreshDetail() {
    const app::ColumnMap& map = job_.columnMap();
    const app::ColumnRule* rule = ruleOf(map, column());
    const app::Suggestion* suggestion = rule == nullptr ? suggestionFor(map, column()) : nullptr;
    const std::string name = column() < map.headers.size() ? map.headers[column()] : std::string();
    const int row = model_.rowOf(column());
    const QString letter = text(app::columnLetter(column()));
    const QString shown = name.empty() ? tr("Column %1").arg(letter) : text(name).simplified();
    const QString field = rule == nullptr ? QString() : targetTitle(rule->target);
    columnTitle_->setText(rule == nullptr ? shown
                          : shown.compare(field, Qt::CaseInsensitive) == 0
                              ? tr("%1 fills the field of the same name").arg(shown)
                              : tr("%1 fills %2").arg(shown, field));
    // The table says it, where it has room for that.
    const bool said = suggestion != nullptr || !table_->isColumnHidden(MapModel::Sureness);
    const QString sure = said ? QString() : model_.index(row, MapModel::Sureness).data().toString();
    const QString commas = rule == nullptr ? QString() : commaWords(map, *rule);
    sureness_->setText(QStringList{sure, commas}.join(QLatin1Char('\n')).trimmed());
    sureness_->setVisible(!sureness_->text().isEmpty());
    suggestion_->setVisible(suggestion != nullptr);
    accept_->setVisible(suggestion != nullptr);
    if (suggestion != nullptr) {
        const QString why = say(suggestion->why);
        suggestion_->setText(
            why.isEmpty() ? tr("It may be %1.").arg(targetTitle(suggestion->target))
                          : tr("It may be %1 (%2).").arg(targetTitle(suggestion->target), why));
        accept_->setText(tr("Accept %1").arg(targetTitle(suggestion->target)));
    }
    const bool leftOut = std::count(map.ignored.begin(), map.ignored.end(), column()) > 0;
    fields_->present(rule != nullptr ? rule->target
                     : leftOut       ? FieldList::kLeftOut
                                     : FieldList::kNothing,
                     text(name).simplified());
    const int steps = rule == nullptr ? 0 : forPlural(rule->transforms.size());
    showSteps_->setText(steps == 0 ? tr("Steps") : tr("%Ln Step(s)", nullptr, steps));
    showSteps_->setEnabled(rule != nullptr);
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
        return tr("Not every field that an order needs has a column yet");
    if (job_.hasSeveralTabs()) {
        std::size_t all = 0;
        for (const OpenedTab& tab : job_.tabs())
            all += tab.map.columns.size();
        return tr("%Ln column(s) mapped in all tabs", nullptr, forPlural(all));
    }
    if (job_.isMapSaved())
        return tr("%Ln column(s) mapped by a saved map", nullptr, columns);
    // Two lines of the strip at most, also in large letters.
    return open == 0 ? tr("%Ln column(s) mapped", nullptr, columns)
                     : tr("%1, %2").arg(tr("%Ln mapped", nullptr, columns),
                                        tr("%Ln not accepted", nullptr, open));
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
