// SPDX-License-Identifier: Apache-2.0
#include "interrupted_notice.hpp"

#include "../account/account_session.hpp"
#include "../run/run_words.hpp"
#include "../shell/words.hpp"
#include "../shell/workspace.hpp"

#include "leadsheet/work/run_ledger.hpp"
#include "leadsheet/work/run_summary.hpp"

namespace leadsheet::desktop {
namespace {

/// Nothing when there is no ledger yet: the first use of it says what is wrong.
std::optional<submit::RunInfo> unfinishedRun(const std::filesystem::path& file,
                                             const submit::AccountRef& account) {
    const auto ledger = work::openToRead(file);
    if (!ledger)
        return std::nullopt;
    return work::unfinishedRun(*ledger, account).value_or(std::nullopt);
}

} // namespace

InterruptedNotice::InterruptedNotice(Workspace& workspace, QWidget* parent)
    : NoticeBar(parent)
    , workspace_(workspace) {
    connect(&workspace.account(), &AccountSession::changed, this, &InterruptedNotice::look);
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
    const AccountSession& session = workspace_.account();
    const auto connection = session.connection();
    const auto account = session.account();
    if (!account || (!connection && session.state() != ConnectionState::Failed))
        return;
    background_.run(
        [file = connection ? connection->ledgerFile : workspace_.folders().ledgerFile(),
         of = *account](const std::stop_token&) { return unfinishedRun(file, of); },
        [this, connected = connection != nullptr](const std::optional<submit::RunInfo>& run) {
            if (run)
                say(*run, connected);
        });
}

void InterruptedNotice::say(const submit::RunInfo& run, bool connected) {
    run_ = run;
    asksFirst_ = work::needsApproval(run) || run.newer;
    const work::RunFigures figures = work::figuresOf(run.totals);
    const QString what = run.state == submit::RunState::Paused
                             ? tr("Run “%1” was paused at %2.")
                             : tr("Run “%1” was interrupted at %2.");
    const QString words = what.arg(desktop::text(run.spec.title),
                                   clockText(run.updatedAt, systemClock()->wallNow())) +
                          QLatin1Char(' ') +
                          tr("%1 placed, %2 unknown, %3 to retry, %4 not sent.")
                              .arg(number(figures.placed), number(figures.unknown),
                                   number(figures.toRetry), number(figures.notSent)) +
                          QLatin1Char(' ') +
                          (leftWords(run) + QLatin1Char(' ') + newerWords(run)).trimmed();
    if (!connected) {
        show(NoticeKind::Warn,
             words + QLatin1Char(' ') +
                 tr("You can go on with it, or give it up, once its account is connected."));
        return;
    }
    show(NoticeKind::Warn, words, asksFirst_ ? tr("Review Run") : tr("Check and Resume"),
         tr("Give Up the Rest…"));
}

} // namespace leadsheet::desktop
