// SPDX-License-Identifier: Apache-2.0
#include "column_fixes.hpp"

#include "../phrases/say.hpp"
#include "../shell/words.hpp"
#include "../widgets/parts.hpp"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

constexpr qsizetype kLongestLabel = 48; ///< characters that fit beside the rows

// A group of more kinds than are kept apart says nothing about one of its cells.
bool isOneValue(const app::ProblemGroup& group) {
    return group.value == group.example.value;
}

std::optional<app::MapSpec::Fix> fixOf(const app::ProblemGroup& group, const app::ProblemFix& fix) {
    const auto parsed = app::parseFix(group.field + "|" + fix.step);
    return parsed ? std::optional(parsed->front()) : std::nullopt;
}

const app::ProblemFix* bestOf(const app::ProblemGroup& group) {
    const auto& fixes = group.example.fixes;
    if (fixes.empty() || !isOneValue(group))
        return nullptr;
    const auto likely =
        std::find_if(fixes.begin(), fixes.end(), [](const auto& fix) { return fix.likely; });
    return likely == fixes.end() ? &fixes.front() : &*likely;
}

} // namespace

QString fixWords(const app::ProblemFix& fix) {
    QString words = say(fix.words);
    if (words.endsWith(QLatin1Char('.')))
        words.chop(1);
    return words;
}

std::optional<app::MapSpec::Fix> bestFix(const app::ProblemGroup& group) {
    const app::ProblemFix* fix = bestOf(group);
    return fix == nullptr ? std::nullopt : fixOf(group, *fix);
}

QString bestFixWords(const app::ProblemGroup& group) {
    const app::ProblemFix* fix = bestOf(group);
    return fix == nullptr ? QString() : fixWords(*fix);
}

FixList::FixList(QWidget* parent)
    : QWidget(parent)
    , buttons_(new QVBoxLayout)
    , all_(new QPushButton(this)) {
    setObjectName(QStringLiteral("fixes"));
    all_->setObjectName(QStringLiteral("applyAllFixes"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
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
                    break;
                }
    }
    for (const Offer& one : offers_) {
        const bool whole = one.words.size() <= kLongestLabel;
        auto* button = new QPushButton(
            whole ? one.words : one.words.left(kLongestLabel - 1) + QChar(0x2026), this);
        button->setObjectName(QStringLiteral("fix"));
        button->setAccessibleName(one.words);
        button->setToolTip(one.words + QLatin1Char('\n') +
                           tr("Adds a step to the column; Map shows it, and can remove it."));
        connect(button, &QPushButton::clicked, this,
                [this, fix = one.fix] { emit fixesWanted({fix}); });
        buttons_->addWidget(button);
    }
    all_->setVisible(!likely_.empty());
    all_->setText(tr("Fix All %Ln Suggestion(s)", nullptr, static_cast<int>(likely_.size())));
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
    , what_(new QLineEdit(this))
    , by_(new QLineEdit(this))
    , replace_(new QPushButton(this)) {
    setObjectName(QStringLiteral("replacePanel"));
    title_->setWordWrap(true);
    title_->setTextFormat(Qt::PlainText);
    what_->setAccessibleName(tr("Text to replace"));
    what_->setObjectName(QStringLiteral("replaceWhat"));
    by_->setAccessibleName(tr("Replacement"));
    by_->setObjectName(QStringLiteral("replaceBy"));
    replace_->setObjectName(QStringLiteral("replaceInRows"));
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
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
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
    replace_->setText(rows_ ? tr("Replace in %Ln Row(s)", nullptr,
                                 static_cast<int>(std::min<std::size_t>(*rows_, INT_MAX)))
                            : tr("Replace"));
}

} // namespace leadsheet::desktop
