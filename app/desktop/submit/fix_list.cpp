// SPDX-License-Identifier: Apache-2.0
#include "fix_list.hpp"

#include "../phrases/say.hpp"
#include "../shell/words.hpp"

#include <QPushButton>
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

} // namespace

FixList::FixList(QWidget* parent)
    : QWidget(parent)
    , buttons_(new QVBoxLayout)
    , all_(new QPushButton(this)) {
    setObjectName(QStringLiteral("fixes"));
    all_->setObjectName(QStringLiteral("applyAllFixes"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(buttons_);
    layout->addWidget(all_);
    connect(all_, &QPushButton::clicked, this, &FixList::takeAll);
    present(nullptr, {});
}

void FixList::offer(const app::ProblemGroup& group) {
    for (const app::ProblemFix& fix : group.example.fixes)
        if (auto parsed = fixOf(group, fix)) {
            const auto rows = static_cast<int>(std::min<std::uint64_t>(group.rows, INT_MAX));
            QString words = say(fix.words);
            if (words.endsWith(QLatin1Char('.')))
                words.chop(1);
            offers_.push_back(
                {*std::move(parsed), tr("%1 (%Ln row(s))", nullptr, rows).arg(words)});
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
    all_->setText(tr("Apply %Ln Likely Fix(es)", nullptr, static_cast<int>(likely_.size())));
}

void FixList::takeFirst() {
    if (!offers_.empty())
        emit fixesWanted({offers_.front().fix});
}

void FixList::takeAll() {
    if (!likely_.empty())
        emit fixesWanted(likely_);
}

} // namespace leadsheet::desktop
