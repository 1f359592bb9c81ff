// SPDX-License-Identifier: Apache-2.0
#include "earlier_runs.hpp"

#include "../shell/words.hpp"

#include <QCheckBox>
#include <QLabel>
#include <QVBoxLayout>

namespace leadsheet::desktop {
namespace {

QLabel* paragraph(const QString& words, const char* name) {
    auto* label = new QLabel(words);
    label->setObjectName(QLatin1String(name));
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

} // namespace

EarlierRuns::EarlierRuns(QWidget* parent)
    : QFrame(parent) {
    setObjectName(QStringLiteral("earlierRuns"));
    setProperty("card", true);
    auto* title = new QLabel(tr("Earlier runs of this sheet"));
    title->setProperty("heading", 2);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 12);
    layout->addWidget(title);
    hide();
}

void EarlierRuns::present(const Priced& priced) {
    const std::vector<submit::RunId> ticked = alsoRetire();
    delete std::exchange(content_, new QWidget(this));
    doubtful_.clear();
    layout()->addWidget(content_);
    auto* lines = new QVBoxLayout(content_);
    lines->setContentsMargins(0, 0, 0, 0);
    if (priced.newer)
        lines->addWidget(paragraph(tr("These are rows of run %1, and run %2 of the same sheet is "
                                      "newer. Placing them orders what the older run has left.")
                                       .arg(number(priced.run.value), number(priced.newer->value)),
                                   "newerRun"));
    const submit::Settled& settled = priced.quote.settled;
    if (const std::int64_t all = settled.placed + settled.notPlaced; all > 0)
        lines->addWidget(paragraph(tr("%Ln row(s) of earlier runs had an unknown outcome: %1 "
                                      "ordered, %2 not.",
                                      nullptr, forPlural(all))
                                       .arg(number(settled.placed), number(settled.notPlaced)),
                                   "settledRows"));
    for (const submit::EarlierRun& run : priced.earlier) {
        const QString name = text(run.title);
        const QString since = clockText(run.createdAt, systemClock()->wallNow());
        if (run.unknown > 0)
            lines->addWidget(
                paragraph(tr("%Ln row(s) of run %1 have an unknown outcome: they may be orders, "
                             "and stay as they are.",
                             nullptr, forPlural(run.unknown))
                              .arg(number(run.id.value)),
                          "unknownRows"));
        if (run.unsent == 0)
            continue;
        const QString amount = money(run.amount, priced.balance.currency);
        if (run.sure) {
            lines->addWidget(paragraph(
                tr("Run %1 (“%2”, %3) has %Ln row(s) for %4 not yet sent that this sheet no longer "
                   "has as they were. Placing this run gives them up: they are not ordered.",
                   nullptr, forPlural(run.unsent))
                    .arg(number(run.id.value), name, since, amount),
                "retiredRows"));
            continue;
        }
        auto* replaces = new QCheckBox(tr("This sheet replaces run %1").arg(number(run.id.value)));
        replaces->setObjectName(QStringLiteral("replacesRun"));
        replaces->setChecked(std::find(ticked.begin(), ticked.end(), run.id) != ticked.end());
        doubtful_[run.id.value] = replaces;
        const QString details =
            tr("Run %1 (“%2”, %3) may have been of another sheet. If this is ticked, its %Ln "
               "row(s) for %4 not yet sent are given up when this run is placed; otherwise they "
               "stay.",
               nullptr, forPlural(run.unsent))
                .arg(number(run.id.value), name, since, amount);
        replaces->setAccessibleDescription(details);
        lines->addWidget(replaces);
        lines->addWidget(paragraph(details, "doubtfulRows"));
    }
    setVisible(lines->count() > 0);
}

std::vector<submit::RunId> EarlierRuns::alsoRetire() const {
    std::vector<submit::RunId> runs;
    for (const auto& [run, replaces] : doubtful_)
        if (replaces->isChecked())
            runs.push_back(submit::RunId{run});
    return runs;
}

} // namespace leadsheet::desktop
