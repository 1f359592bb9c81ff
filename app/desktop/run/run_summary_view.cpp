// SPDX-License-Identifier: Apache-2.0
#include "run_summary_view.hpp"

#include "../shell/words.hpp"
#include "../widgets/parts.hpp"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace leadsheet::desktop {
namespace {

QLabel* addFigure(QHBoxLayout& row, const QString& what, const QString& about, const char* name) {
    auto* box = new QWidget;
    box->setToolTip(about);
    auto* column = columnIn(box, 0);
    auto* value = named(new QLabel, name);
    value->setProperty("heading", 1);
    value->setTextInteractionFlags(Qt::TextSelectableByMouse);
    value->setAccessibleDescription(about);
    auto* caption = named(new QLabel(what), "caption");
    caption->setForegroundRole(QPalette::PlaceholderText);
    column->addWidget(value);
    column->addWidget(caption);
    row.addWidget(box);
    return value;
}

void fill(QLabel& figure, const QString& value, const QString& spoken) {
    figure.setText(value);
    figure.setAccessibleName(spoken);
}

void fillCount(QLabel& figure, std::int64_t count, const QString& spoken) {
    fill(figure, number(count), spoken.arg(number(count)));
}

/// One that is only worth its place when there is something to count.
void fillIfAny(QLabel& figure, std::int64_t count, const QString& spoken) {
    fillCount(figure, count, spoken);
    figure.parentWidget()->setVisible(count > 0);
}

QString nextWords(const work::RunSummary& summary) {
    switch (summary.next) {
    case work::NextStep::Fix:
        return RunSummaryView::tr("Fix and Retry %Ln", nullptr, forPlural(summary.toFix));
    case work::NextStep::Answer:
        return RunSummaryView::tr("Show %Ln to Answer", nullptr, forPlural(summary.toAnswer));
    case work::NextStep::Orders:
        return RunSummaryView::tr("View Orders");
    case work::NextStep::Price:
        return RunSummaryView::tr("Review Price");
    case work::NextStep::Resume: // stands below the rows
    case work::NextStep::None:
        break;
    }
    return {};
}

} // namespace

RunSummaryView::RunSummaryView(QWidget* parent)
    : QFrame(parent) {
    setObjectName(QStringLiteral("runSummary"));
    setProperty("card", true);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(14, 8, 14, 8);
    row->setSpacing(28);
    placed_ = addFigure(*row, tr("Placed"), tr("Rows that are orders now"), "summaryPlaced");
    toFix_ = addFigure(*row, tr("To fix"), tr("Refused, or not to be ordered as they stand"),
                       "summaryToFix");
    toAnswer_ = addFigure(*row, tr("To answer"),
                          tr("Ordered before, or changed since: left out until you say that you "
                             "want them all the same"),
                          "summaryToAnswer");
    unknown_ = addFigure(*row, tr("Unknown"), tr("Sent, and their answer is not known yet"),
                         "summaryUnknown");
    toRetry_ = addFigure(*row, tr("To retry"), tr("Sent and not ordered; they are sent again"),
                         "summaryToRetry");
    notSent_ = addFigure(*row, tr("Not sent"), tr("Ready, and not sent yet"), "summaryNotSent");
    leftOut_ = addFigure(*row, tr("Left out"),
                         tr("Skipped, already ordered, or bought by an order that has ended"),
                         "summaryLeftOut");
    committed_ = addFigure(*row, tr("Held when ordered"),
                           tr("Held for what was placed, and what may be held for rows whose "
                              "answer is not known yet"),
                           "summaryCommitted");
    row->addStretch(1);
    next_ = primaryButton({}, "runNext");
    row->addWidget(next_);
    connect(next_, &QPushButton::clicked, this, [this] { emit nextWanted(step_); });
    hide();
}

void RunSummaryView::present(const std::optional<work::RunSummary>& summary,
                             std::optional<std::int64_t> cap) {
    step_ = summary ? summary->next : work::NextStep::None;
    const QString next = summary ? nextWords(*summary) : QString();
    next_->setText(next);
    next_->setVisible(!next.isEmpty());
    setVisible(summary.has_value());
    if (!summary)
        return;
    const QString sum = money(summary->committed, summary->currency);
    fillCount(*placed_, summary->placed, tr("Placed: %1"));
    fillCount(*toFix_, summary->toFix, tr("To fix: %1"));
    fillCount(*toAnswer_, summary->toAnswer, tr("To answer: %1"));
    fillIfAny(*unknown_, summary->unknown, tr("Unknown: %1"));
    fillIfAny(*toRetry_, summary->toRetry, tr("To retry: %1"));
    fillIfAny(*notSent_, summary->notSent, tr("Not sent: %1"));
    fillIfAny(*leftOut_, summary->leftOut, tr("Left out: %1"));
    const bool sure = summary->unknown == 0 && summary->toRetry == 0;
    committed_->parentWidget()
        ->findChild<QLabel*>(QStringLiteral("caption"))
        ->setText(sure ? tr("Held when ordered") : tr("Held at most"));
    fill(*committed_, sum, (sure ? tr("Held when ordered: %1") : tr("Held at most: %1")).arg(sum));
    committed_->setToolTip(cap ? tr("At most %1").arg(money(*cap, summary->currency)) : QString());
}

bool RunSummaryView::offers(work::NextStep step) const {
    return isVisibleTo(parentWidget()) && next_->isVisibleTo(this) && step_ == step;
}

} // namespace leadsheet::desktop
