// SPDX-License-Identifier: Apache-2.0
#include "give_up_bar.hpp"

#include "../account/trouble.hpp"
#include "../shell/words.hpp"
#include "run_lane.hpp"

#include <QKeyEvent>

namespace leadsheet::desktop {

bool canGiveUp(const submit::RunInfo& run) {
    using submit::RunState;
    const bool approved =
        run.cap || (run.state != RunState::Planning && run.state != RunState::Planned);
    const bool going = run.state == RunState::Running && !run.interrupted;
    return approved && !going && run.totals.left() > 0;
}

GiveUpBar::GiveUpBar(const AccountSession& session, QWidget* parent)
    : NoticeBar(parent)
    , giving_(session) {
    setClosable(false);
    connect(this, &NoticeBar::actionTriggered, this, &GiveUpBar::keep);
    connect(this, &NoticeBar::secondTriggered, this, &GiveUpBar::giveUp);
    connect(&session, &AccountSession::accountLeft, this, &GiveUpBar::forget);
}

void GiveUpBar::ask(const std::filesystem::path& ledgerFile, std::shared_ptr<const Connected> at,
                    const submit::RunInfo& run) {
    giving_.cancel();
    ledgerFile_ = ledgerFile;
    at_ = at && submit::isSameAccount(at->ref, run.spec.account) ? std::move(at) : nullptr;
    run_ = run;
    const submit::RunTotals& totals = run.totals;
    QString words =
        tr("%Ln row(s) of run %1 (“%2”) for %3 are to be given up for good. They certainly were "
           "not sent; orders that were placed are not touched.",
           nullptr, forPlural(totals.unsent()))
            .arg(number(run.id.value), desktop::text(run.spec.title),
                 money(totals.unsentAmount(), run.spec.currency));
    if (totals.unanswered() > 0)
        words += QLatin1Char(' ') +
                 (at_ ? tr("%Ln row(s) of unknown outcome are asked about first: what turns out to "
                           "be ordered stays ordered.",
                           nullptr, forPlural(totals.unanswered()))
                      : tr("%Ln row(s) of unknown outcome stay as they are: they may be orders.",
                           nullptr, forPlural(totals.unanswered())));
    show(NoticeKind::Warn, words, tr("Keep Them"),
         tr("Give Up %Ln Row(s)", nullptr, forPlural(totals.unsent())));
    focusAction();
}

void GiveUpBar::keep() {
    if (!run_)
        return;
    run_.reset();
    hide();
    emit kept();
}

void GiveUpBar::forget() {
    if (giving_.busy())
        return;
    run_.reset();
    hide();
}

void GiveUpBar::giveUp() {
    if (!run_ || giving_.busy())
        return;
    show(NoticeKind::Info, tr("Giving up what run %1 has left").arg(number(run_->id.value)));
    giving_.run(
        [file = ledgerFile_, at = at_, run = run_->id](const std::stop_token& stop) {
            return giveUpRest(file, at, run, stop);
        },
        [this, run = *run_](const LaneResult<work::GivenUp>& given) {
            run_.reset();
            if (!given) {
                show(NoticeKind::Bad, sentence(given.error()), tr("Close"));
                run_ = run; // its button ends this
                return;
            }
            hide();
            QString words =
                given->rows == 0
                    ? tr("Run %1 has nothing left that was not sent.").arg(number(run.id.value))
                    : tr("%Ln row(s) of run %1 for %2 are given up for good. To order such a row "
                         "after all, submit its sheet again.",
                         nullptr, forPlural(given->rows))
                          .arg(number(run.id.value), money(given->amount, run.spec.currency));
            if (given->unknown > 0)
                words += QLatin1Char(' ') +
                         tr("%Ln row(s) of unknown outcome are left: they may be orders.", nullptr,
                            forPlural(given->unknown));
            emit givenUp(words);
        });
}

void GiveUpBar::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && run_ && !giving_.busy())
        keep();
    else
        NoticeBar::keyPressEvent(event);
}

} // namespace leadsheet::desktop
