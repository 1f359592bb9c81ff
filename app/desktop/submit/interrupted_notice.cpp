// SPDX-License-Identifier: Apache-2.0
#include "interrupted_notice.hpp"

#include "../account/account_session.hpp"
#include "../run/run_words.hpp"
#include "../shell/words.hpp"

#include "leadsheet/work/run_ledger.hpp"

namespace leadsheet::desktop {
namespace {

using submit::RowState;

/// Nothing when there is no ledger yet: the first use of it says what is wrong.
std::optional<submit::RunInfo> unfinishedRun(const Connected& at) {
    const auto ledger = work::openToRead(at.ledgerFile);
    if (!ledger)
        return std::nullopt;
    return work::unfinishedRun(*ledger, at.ref).value_or(std::nullopt);
}

} // namespace

InterruptedNotice::InterruptedNotice(AccountSession& account, QWidget* parent)
    : NoticeBar(parent)
    , account_(account) {
    connect(&account_, &AccountSession::changed, this, &InterruptedNotice::look);
    connect(this, &NoticeBar::actionTriggered, this, [this] {
        hide();
        if (asksFirst_)
            emit runWanted(run_->id.value);
        else
            emit resumeWanted(run_->id.value);
    });
    connect(this, &NoticeBar::secondTriggered, this, [this] {
        hide();
        emit giveUpWanted(*run_);
    });
    look();
}

void InterruptedNotice::look() {
    hide();
    background_.cancel();
    const auto connection = account_.connection();
    if (!connection)
        return;
    background_.run(
        [connection](const std::stop_token&) { return unfinishedRun(*connection); },
        [this](const std::optional<submit::RunInfo>& run) {
            if (!run)
                return;
            run_ = run;
            asksFirst_ = work::needsApproval(*run) || run->newer;
            const submit::RunTotals& totals = run->totals;
            const QString what = run->state == submit::RunState::Paused
                                     ? tr("Run “%1” was paused at %2.")
                                     : tr("Run “%1” was interrupted at %2.");
            show(NoticeKind::Warn,
                 what.arg(desktop::text(run->spec.title),
                          clockText(run->updatedAt, systemClock()->wallNow())) +
                     QLatin1Char(' ') +
                     tr("%1 placed, %2 unknown, %3 to retry, %4 not sent.")
                         .arg(number(totals.of(RowState::Placed)), number(totals.unanswered()),
                              number(totals.of(RowState::WillRetry)),
                              number(totals.of(RowState::Queued) + totals.of(RowState::Ready))) +
                     QLatin1Char(' ') +
                     (leftWords(*run) + QLatin1Char(' ') + newerWords(*run)).trimmed(),
                 asksFirst_ ? tr("Look at the Run") : tr("Check and Resume"),
                 tr("Give Up the Rest…"));
        });
}

} // namespace leadsheet::desktop
