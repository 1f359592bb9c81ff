// SPDX-License-Identifier: Apache-2.0
#include "column_fixes.hpp"

#include "../phrases/say.hpp"
#include "../shell/words.hpp"
#include "../widgets/parts.hpp"
#include "sheet_job.hpp"

#include "leadsheet/app/cell.hpp"
#include "leadsheet/app/fields.hpp"

#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

constexpr int kMaxNamed = 8; ///< the tip has more
constexpr int kMaxInTip = 40;

QString nameOf(const app::UnusedColumn& column) {
    const QString letter = text(app::columnLetter(column.column));
    const QString name = text(column.header).simplified();
    return name.isEmpty() ? UnusedColumns::tr("column %1").arg(letter) : name;
}

QString shortList(const QStringList& names) {
    const QStringList shown = names.mid(0, kMaxNamed);
    const QString list = shown.join(QLatin1String(", "));
    const int more = static_cast<int>(names.size() - shown.size());
    return more == 0 ? list : UnusedColumns::tr("%1 and %Ln more", nullptr, more).arg(list);
}

// With those that turned out to have cells below the rows that the map was made by.
std::vector<app::UnusedColumn> unusedOf(const app::ColumnMap& map, const TabFindings* found) {
    auto columns = map.unused;
    if (found != nullptr)
        for (const app::UnusedColumn& column : map.unfilled)
            if (found->filled.contains(column.column))
                columns.push_back(column);
    return columns;
}

QString productWords(const app::ValueRule& rule) {
    const QString product = sayProduct(rule.value);
    if (rule.fillOnly)
        return UnusedColumns::tr("A row that names no product orders %1.").arg(product);
    if (rule.why == app::given())
        return UnusedColumns::tr("No column names the product: every row orders %1.").arg(product);
    return UnusedColumns::tr("No column names the product: every row orders %1, %2.",
                             "a product, why that one")
        .arg(product, say(rule.why));
}

} // namespace

QString productWords(const SheetJob& job) {
    QStringList words;
    if (job.state() != SheetJob::State::Open)
        return {};
    for (const OpenedTab& tab : job.tabs())
        if (const auto* rule = tab.map.valueFor(app::kProductTarget)) {
            const QString some = productWords(*rule);
            words << (job.hasSeveralTabs()
                          ? UnusedColumns::tr("Tab %1: %2").arg(text(tab.name()), some)
                          : some);
        }
    return words.join(QLatin1Char(' '));
}

UnusedColumns::UnusedColumns(QWidget* parent)
    : QWidget(parent)
    , product_(quietLabel("productOfRows"))
    , notes_(named(wrappingLabel({}), "sheetNotes"))
    , notesWarning_(warningLine(notes_))
    , narrowing_(named(wrappingLabel({}), "unusedNarrowing"))
    , warning_(warningLine(narrowing_))
    , others_(named(wrappingLabel({}), "unusedOthers")) {
    setObjectName(QStringLiteral("unusedColumns"));
    notes_->setTextFormat(Qt::PlainText);
    others_->setForegroundRole(QPalette::PlaceholderText);
    auto* layout = columnIn(this, 2, {0, 0, 0, 4});
    addAll(layout, {product_, notesWarning_, warning_, others_});
    hide();
}

void UnusedColumns::presentNotes(const SheetJob& job) {
    QStringList notes;
    if (job.state() == SheetJob::State::Open)
        for (const OpenedTab& tab : job.tabs())
            for (const app::SheetNote& note :
                 app::notesAbove(tab.overview.head, tab.overview.header))
                if (notes.size() < kMaxNamed)
                    notes << tr("Row %1 above the columns, of which no order contains anything: %2")
                                 .arg(QLocale().toString(note.row), text(note.text).simplified());
    notesWarning_->setVisible(!notes.isEmpty());
    notes_->setText(notes.join(QLatin1Char('\n')));
}

void UnusedColumns::presentProduct(const SheetJob& job) {
    product_->setText(productWords(job));
    product_->setVisible(!product_->text().isEmpty());
}

void UnusedColumns::present(const SheetJob& job) {
    QStringList narrowing;
    QStringList others;
    QStringList reasons;
    presentProduct(job);
    presentNotes(job);
    if (job.state() == SheetJob::State::Open)
        for (const OpenedTab& tab : job.tabs()) {
            const TabFindings* const found =
                job.checked() == nullptr ? nullptr : job.checking().findings()->of(tab.sheet);
            for (const app::UnusedColumn& column : unusedOf(tab.map, found)) {
                QString name = nameOf(column);
                if (job.hasSeveralTabs())
                    name = tr("%1 (tab %2)").arg(name, text(tab.name()));
                (column.narrows ? narrowing : others) << name;
                if (reasons.size() < kMaxInTip)
                    reasons << (column.reason == app::UnusedReason::Ambiguous
                                    ? tr("%1: may be %2 (%3)")
                                          .arg(name, targetTitle(column.field), say(column.why))
                                    : tr("%1: %2").arg(name, say(column.why)));
            }
        }
    warning_->setVisible(!narrowing.isEmpty());
    narrowing_->setText(tr("Not used, and may narrow who is meant: %1").arg(shortList(narrowing)));
    others_->setVisible(!others.isEmpty());
    others_->setText(narrowing.isEmpty() ? tr("Not used: %1").arg(shortList(others))
                                         : tr("Not used either: %1").arg(shortList(others)));
    setToolTip(reasons.join(QLatin1Char('\n'))
                   .toHtmlEscaped()
                   .replace(QLatin1Char('\n'), QLatin1String("<br>")));
    setVisible(!narrowing.isEmpty() || !others.isEmpty() || !notes_->text().isEmpty() ||
               !product_->text().isEmpty());
}

namespace {

constexpr qsizetype kLongestLabel = 48; ///< characters that fit beside the rows
constexpr std::size_t kMostForGroup = 3;

// A group of more kinds than are kept apart says nothing about one of its cells.
bool isOneValue(const app::ProblemGroup& group) {
    return group.value == group.example.value;
}

std::optional<app::MapSpec::Fix> fixOf(const app::ProblemGroup& group, const app::ProblemFix& fix) {
    const auto parsed = app::parseFix(group.field + "|" + fix.step);
    return parsed ? std::optional(parsed->front()) : std::nullopt;
}

} // namespace

QString fixWords(const app::ProblemFix& fix) {
    QString words = say(fix.words);
    if (words.endsWith(QLatin1Char('.')))
        words.chop(1);
    return words;
}

std::vector<GroupFix> fixesFor(const app::ProblemGroup& group) {
    const auto& fixes = group.example.fixes;
    if (!isOneValue(group))
        return {};
    const bool isLikely =
        std::any_of(fixes.begin(), fixes.end(), [](const auto& fix) { return fix.likely; });
    std::vector<GroupFix> offered;
    for (const app::ProblemFix& fix : fixes)
        if (auto parsed = fix.likely || !isLikely ? fixOf(group, fix) : std::nullopt) {
            offered.push_back({*std::move(parsed), fixWords(fix)});
            if (isLikely || offered.size() == kMostForGroup)
                break;
        }
    return offered;
}

FixList::FixList(QWidget* parent)
    : QWidget(parent)
    , buttons_(new QVBoxLayout)
    , all_(named(new QPushButton(this), "applyAllFixes")) {
    setObjectName(QStringLiteral("fixes"));
    auto* layout = columnIn(this);
    layout->addLayout(buttons_);
    connect(all_, &QPushButton::clicked, this, &FixList::takeAll);
    present(nullptr, {});
}

void FixList::offer(const app::ProblemGroup& group) {
    for (const app::ProblemFix& fix : group.example.fixes)
        if (auto parsed = fixOf(group, fix)) {
            const auto rows = static_cast<int>(std::min<std::uint64_t>(group.rows, INT_MAX));
            offers_.push_back(
                {*std::move(parsed), tr("%1 (%Ln row(s))", nullptr, rows).arg(fixWords(fix))});
        }
}

void FixList::present(const app::ProblemIndex* problems, GridCell cell) {
    offers_.clear();
    likely_.clear();
    likelyWords_.clear();
    while (QLayoutItem* item = buttons_->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    if (problems != nullptr) {
        for (const app::ProblemMark& mark : problems->marksOf(cell.row))
            if (const auto& group = problems->groups()[mark.group];
                mark.column == cell.column + 1 && isOneValue(group))
                offer(group);
        for (const app::ProblemGroup& group : problems->groups())
            for (const app::ProblemFix& fix : group.example.fixes)
                if (auto parsed = fix.likely ? fixOf(group, fix) : std::nullopt) {
                    likely_.push_back(*std::move(parsed));
                    if (likely_.size() == 1)
                        likelyWords_ = fixWords(fix);
                    break;
                }
    }
    for (const Offer& offer : offers_) {
        const bool whole = offer.words.size() <= kLongestLabel;
        auto* button = named(
            new QPushButton(
                whole ? offer.words : offer.words.left(kLongestLabel - 1) + QChar(0x2026), this),
            "fix", offer.words);
        button->setToolTip(offer.words + QLatin1Char('\n') +
                           tr("Adds a step to the column; Map shows it, and can remove it."));
        connect(button, &QPushButton::clicked, this,
                [this, fix = offer.fix] { emit fixesWanted({fix}); });
        buttons_->addWidget(button);
    }
    all_->setVisible(!likely_.empty());
    all_->setText(likely_.size() == 1 && likelyWords_.size() <= kLongestLabel
                      ? likelyWords_
                      : tr("Fix All %Ln Suggestion(s)", nullptr, static_cast<int>(likely_.size())));
    all_->setToolTip(likely_.size() == 1 ? likelyWords_ : QString());
}

QString FixList::replacementOf(const QString& shown) const {
    if (offers_.empty())
        return {};
    const app::Transform& step = offers_.front().fix.step;
    const bool replaces =
        step.kind == app::TransformKind::Replace || step.kind == app::TransformKind::Means;
    return replaces && text(step.first).simplified() == shown.simplified() ? text(step.second)
                                                                           : QString();
}

void FixList::takeFirst() {
    if (!offers_.empty())
        emit fixesWanted({offers_.front().fix});
}

void FixList::takeAll() {
    if (!likely_.empty())
        emit fixesWanted(likely_);
}

namespace {

constexpr int kCountDelayMs = 150;

} // namespace

ReplacePanel::ReplacePanel(QWidget* parent)
    : QWidget(parent)
    , title_(new QLabel(this))
    , what_(named(new QLineEdit(this), "replaceWhat"))
    , by_(named(new QLineEdit(this), "replaceBy"))
    , replace_(named(new QPushButton(this), "replaceInRows")) {
    setObjectName(QStringLiteral("replacePanel"));
    title_->setWordWrap(true);
    title_->setTextFormat(Qt::PlainText);
    what_->setAccessibleName(tr("Text to replace"));
    by_->setAccessibleName(tr("Replacement"));
    fields_ = new QWidget(this);
    auto* fields = rowIn(fields_);
    const auto add = [fields](const QString& label, QLineEdit* field) {
        auto* words = new QLabel(label);
        words->setBuddy(field);
        fields->addWidget(words);
        fields->addWidget(field, 1);
    };
    add(tr("Replace"), what_);
    add(tr("with"), by_);
    auto* act = new QHBoxLayout;
    act->addWidget(title_, 1);
    act->addWidget(replace_);
    auto* layout = columnIn(this);
    layout->addWidget(fields_);
    layout->addLayout(act);
    delay_.setSingleShot(true);
    delay_.setInterval(kCountDelayMs);
    connect(&delay_, &QTimer::timeout, this, &ReplacePanel::count);
    connect(what_, &QLineEdit::textChanged, this, [this] {
        rows_.reset();
        delay_.start();
        refresh();
    });
    connect(by_, &QLineEdit::textChanged, this, &ReplacePanel::refresh);
    const auto replace = [this] {
        if (replace_->isEnabled())
            emit replaceWanted(cell_.column, what_->text(), by_->text());
    };
    connect(by_, &QLineEdit::returnPressed, this, replace);
    connect(replace_, &QPushButton::clicked, this, replace);
    clear();
}

void ReplacePanel::clear() {
    counting_.cancel();
    delay_.stop();
    source_ = {};
    rows_.reset();
    setEnabled(false);
    title_->setText(tr("Choose a cell to replace its text in the whole column."));
    refresh();
}

void ReplacePanel::present(const GridSource& source, GridCell cell, const QString& columnName,
                           std::uint32_t firstRow) {
    if (!source.rows || cell.row < firstRow) {
        clear();
        return;
    }
    const auto index = source.rows->indexOf(cell.row);
    const auto row = index ? source.rows->row(*index) : app::SheetResult<app::SpooledRow>();
    if (!index || !row) {
        clear();
        return;
    }
    counting_.cancel();
    source_ = source;
    cell_ = cell;
    firstRow_ = firstRow;
    rows_.reset();
    setEnabled(true);
    title_->setText(tr("In column %1").arg(columnName));
    const QSignalBlocker quiet(what_);
    what_->setText(source.text(*row, cell.column).trimmed());
    by_->clear();
    delay_.start();
    refresh();
}

void ReplacePanel::suggest(const QString& by) {
    by_->setText(by);
}

void ReplacePanel::focusReplacement() {
    by_->setFocus(Qt::OtherFocusReason);
    by_->selectAll();
}

void ReplacePanel::count() {
    if (!source_.rows)
        return;
    counting_.cancel();
    counting_.run(
        [source = source_, column = cell_.column, first = firstRow_,
         what = what_->text()](const std::stop_token& stop) {
            return rowsReading(source, column, first, what, stop).size();
        },
        [this](std::size_t rows) {
            rows_ = rows;
            refresh();
        });
}

void ReplacePanel::refresh() {
    const bool same = what_->text().trimmed() == by_->text();
    fields_->setVisible(isEnabled());
    replace_->setVisible(isEnabled());
    replace_->setEnabled(isEnabled() && rows_.value_or(0) > 0 && !same);
    const int rows = static_cast<int>(std::min<std::size_t>(rows_.value_or(0), INT_MAX));
    replace_->setText(!rows_                  ? tr("Replace")
                      : by_->text().isEmpty() ? tr("Empty %Ln Cell(s)", nullptr, rows)
                                              : tr("Replace in %Ln Row(s)", nullptr, rows));
}

} // namespace leadsheet::desktop
