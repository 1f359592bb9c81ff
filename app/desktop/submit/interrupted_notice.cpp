// SPDX-License-Identifier: Apache-2.0
#include "interrupted_notice.hpp"

#include "../account/account_session.hpp"
#include "../run/run_words.hpp"
#include "../shell/words.hpp"

#include "leadsheet/submit/ledger.hpp"

namespace leadsheet::desktop {
namespace {

using submit::RowState;

/// The newest run of this account that a resume would go on with.
std::optional<submit::RunInfo> unfinishedRun(const Connected& at) {
    submit::LedgerOptions options;
    options.mode = submit::LedgerOptions::Mode::ReadOnly;
    const auto ledger = submit::Ledger::open(at.ledgerFile, options);
    if (!ledger)
        return std::nullopt; // there is none yet, or the first use of it says what is wrong
    const auto runs = ledger->runs();
    if (!runs)
        return std::nullopt;
    // An approved run that somebody holds is about to begin elsewhere.
    const bool held = ledger->lockHolder().has_value();
    for (const submit::RunInfo& run : *runs)
        if ((run.interrupted || run.state == submit::RunState::Paused ||
             (run.state == submit::RunState::Approved && !held)) &&
            submit::isSameAccount(run.spec.account, at.ref) &&
            run.totals.unsettled() + run.totals.of(RowState::Ready) > 0)
            return run;
    return std::nullopt;
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
            asksFirst_ = wantsApproval(*run) || run->newer;
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
