// SPDX-License-Identifier: Apache-2.0
#include "act_progress.hpp"

#include "../account/trouble.hpp"
#include "../shell/notice_bar.hpp"
#include "../shell/words.hpp"
#include "../theme/icons.hpp"
#include "../widgets/column_widths.hpp"
#include "../widgets/facts_form.hpp"
#include "../widgets/table_look.hpp"
#include "outcome_model.hpp"

#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

namespace leadsheet::desktop {
namespace {

constexpr int kRowsSeen = 5;

QList<ColumnContent> outcomeContents() {
    QStringList words;
    for (const ActState state : {ActState::Waiting, ActState::Sending, ActState::Done,
                                 ActState::Refused, ActState::Unknown})
        words << outcomeWord(state);
    return {{{kSampleOrderNumber}}, {words, true}, {{letters(60)}, false, letters(20)}};
}

} // namespace

QString countWords(const ActCounts& counts) {
    QStringList words;
    words << ActProgress::tr("%Ln order(s) are done.", "", counts.done);
    if (counts.refused > 0)
        words << ActProgress::tr("%Ln order(s) were refused; nothing was changed there.", "",
                                 counts.refused);
    if (counts.unknown > 0)
        words << ActProgress::tr("It is unknown what became of %Ln order(s).", "", counts.unknown);
    if (counts.waiting > 0)
        words << ActProgress::tr("%Ln order(s) were not sent.", "", counts.waiting);
    return words.join(QLatin1Char(' '));
}

ActProgress::ActProgress(ActRun& run, QWidget* parent)
    : QWidget(parent)
    , run_(run) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    words_ = wrappingLabel({});
    words_->setObjectName(QStringLiteral("actState"));
    bar_ = new QProgressBar;
    bar_->setAccessibleName(tr("Orders that have an outcome"));
    bar_->setTextVisible(false);
    bar_->setRange(0, static_cast<int>(run.outcomes().size()));
    notice_ = new NoticeBar;
    notice_->setObjectName(QStringLiteral("actTrouble"));
    notice_->setClosable(false);
    layout->addWidget(words_);
    layout->addWidget(bar_);
    layout->addWidget(notice_);
    makeTable(layout);
    stop_ = new QPushButton(icon(QLatin1String("stop")), tr("Stop"));
    stop_->setObjectName(QStringLiteral("actStop"));
    again_ = new QPushButton(icon(QLatin1String("redo")), {});
    again_->setObjectName(QStringLiteral("actAgain"));
    again_->setToolTip(tr("Under the same keys: nothing is done twice"));
    close_ = new QPushButton(tr("Close"));
    close_->setObjectName(QStringLiteral("actClose"));
    auto* row = new QHBoxLayout;
    row->addStretch(1);
    for (QPushButton* button : {stop_, again_, close_}) {
        button->setAutoDefault(true);
        row->addWidget(button);
    }
    layout->addLayout(row);
    connect(stop_, &QPushButton::clicked, this, [this] {
        run_.stop();
        refresh();
    });
    connect(again_, &QPushButton::clicked, &run, &ActRun::start);
    connect(close_, &QPushButton::clicked, this, &ActProgress::closed);
    connect(&run, &ActRun::changed, this, &ActProgress::refresh);
    connect(&run, &ActRun::finished, this, [this] {
        refresh();
        chooseOpenOne();
    });
    refresh();
}

void ActProgress::makeTable(QVBoxLayout* layout) {
    table_ = new QTableView;
    table_->setObjectName(QStringLiteral("actOutcomes"));
    table_->setAccessibleName(tr("Outcome of each order"));
    table_->setModel(new OutcomeModel(run_, table_));
    applyTableLook(*table_);
    new ColumnWidths(table_, outcomeContents());
    keepRowsVisible(*table_, kRowsSeen);
    reason_ = wrappingLabel({});
    reason_->setObjectName(QStringLiteral("actReason"));
    layout->addWidget(table_, 1);
    layout->addWidget(reason_);
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &ActProgress::showReason);
}

/// A reason may be longer than its cell.
void ActProgress::showReason() {
    const QModelIndex chosen = table_->currentIndex();
    reason_->setText(chosen.isValid()
                         ? chosen.siblingAtColumn(OutcomeModel::Reason).data().toString()
                         : QString());
    reason_->setVisible(!reason_->text().isEmpty());
}

/// The first order that was not done, so that its reason is read.
void ActProgress::chooseOpenOne() {
    for (std::size_t row = 0; row < run_.outcomes().size(); ++row)
        if (run_.outcomes()[row].error && run_.outcomes()[row].state != ActState::Done)
            return table_->selectRow(static_cast<int>(row));
}

void ActProgress::refresh() {
    const ActCounts counts = run_.counts();
    const bool running = run_.running();
    bar_->setValue(counts.done + counts.refused + counts.unknown);
    words_->setText(!running          ? countWords(counts)
                    : run_.stopping() ? tr("Stops after the order that is under way.")
                                      : tr("%1 of %2 orders have an outcome.")
                                            .arg(number(bar_->value()), number(bar_->maximum())));
    if (!running && run_.trouble())
        notice_->show(NoticeKind::Bad, callTrouble(*run_.trouble(), run_.connection()));
    else
        notice_->hide();
    const int open = counts.waiting + counts.unknown;
    again_->setText(tr("Send %Ln Order(s) Again", "", open));
    again_->setVisible(!running && open > 0);
    stop_->setVisible(running);
    stop_->setEnabled(!run_.stopping());
    close_->setVisible(!running);
    showReason();
}

} // namespace leadsheet::desktop
