// SPDX-License-Identifier: Apache-2.0
// What the line over a run says, and the one thing that it offers.
#include "../account/account_session.hpp"
#include "../shell/notice_bar.hpp"
#include "../shell/words.hpp"
#include "run_end.hpp"
#include "run_panel.hpp"
#include "run_words.hpp"

#include "leadsheet/timestamp.hpp"
#include "leadsheet/work/run_ledger.hpp"
#include "leadsheet/work/run_rows.hpp"
#include "leadsheet/work/run_summary.hpp"

#include <QLabel>

#include <unordered_set>

namespace leadsheet::desktop {

using submit::PauseReason;
using submit::RowState;
using submit::RunState;

namespace {

/// A run held against the orders that the server lists.
struct RunProof {
    std::int64_t rows = 0;   ///< that the ledger calls placed
    std::int64_t orders = 0; ///< at the server, under the keys of these rows

    bool onceEach() const { return orders == rows; }
};

constexpr std::int64_t kMostProved = 2000;
constexpr std::int64_t kOrdersAPage = 100;
// More than the clocks of this computer and the server may differ by.
constexpr std::chrono::hours kEarlier{24};

std::optional<std::unordered_set<std::string>> placedKeys(const Connected& at, submit::RunId run) {
    const auto ledger = work::openToRead(at.ledgerFile);
    if (!ledger)
        return std::nullopt;
    submit::RowFilter placed;
    placed.states = {submit::RowState::Placed};
    std::unordered_set<std::string> keys;
    const auto read = work::forEachRow(
        *ledger, run, placed, [&keys](const submit::RowRecord& row) { keys.insert(row.key); });
    return read ? std::optional(std::move(keys)) : std::nullopt;
}

/// Counts the server's orders for the placed rows of a run. Blocks, asks for as many pages as the
/// orders since then fill. Nothing when the run is too large for that, or when ledger or server
/// cannot be read. Any thread.
std::optional<RunProof> proveRun(const Connected& at, const submit::RunInfo& run,
                                 const std::stop_token& stop) {
    if (run.totals.of(submit::RowState::Placed) > kMostProved)
        return std::nullopt;
    const auto keys = placedKeys(at, run.id);
    if (!keys)
        return std::nullopt;
    RunProof proof;
    proof.rows = static_cast<std::int64_t>(keys->size());
    CallOptions call;
    call.stop = stop;
    OrderFilter since;
    since.createdAfter = formatTimestamp(run.createdAt - kEarlier);
    std::optional<std::string> cursor;
    do {
        const auto page = at.client->orders().list(since, {kOrdersAPage, cursor}, call);
        if (!page)
            return std::nullopt;
        for (const Order& order : page->items)
            proof.orders += order.idempotencyKey && keys->contains(*order.idempotencyKey) ? 1 : 0;
        cursor = page->nextCursor;
    } while (cursor && !stop.stop_requested());
    return proof;
}

} // namespace

void RunPanel::offer(NoticeKind kind, const QString& words, Act act, const QString& action) {
    const bool possible = act != Act::None && isOfConnectedAccount();
    act_ = possible ? act : Act::None;
    newerNamed_.reset();
    const bool canEnd = isOfConnectedAccount() && info_ && canGiveUp(*info_);
    notice_->show(kind, words.trimmed(), possible ? action : QString(),
                  canEnd ? tr("Give Up the Rest…") : QString());
}

void RunPanel::noticeFor(const submit::RunInfo& info) {
    const int ready = static_cast<int>(info.totals.of(RowState::Ready));
    const QString left = leftWords(info) + QLatin1Char(' ');
    if (info.interrupted || info.state == RunState::Approved) {
        offerResume(
            NoticeKind::Warn,
            tr("Run “%1” was interrupted at %2. Resuming asks the server about each row with the "
               "same key: nothing is ordered twice.")
                    .arg(text(info.spec.title),
                         clockText(info.updatedAt, systemClock()->wallNow())) +
                QLatin1Char(' ') + left,
            info);
        return;
    }
    if (info.state == RunState::Paused) {
        pausedNotice(info);
        return;
    }
    if (info.state == RunState::Stopped) {
        offer(NoticeKind::Info,
              tr("Stopped. %Ln row(s) for %1 are ready and were not sent.", nullptr, ready)
                      .arg(money(info.totals.ready, info.spec.currency)) +
                  QLatin1Char(' ') + newerWords(info),
              Act::Price, tr("Review Price"));
        return;
    }
    if (info.state == RunState::Planned && ready > 0) {
        offer(NoticeKind::Info,
              tr("%Ln row(s) are ready. Nothing is ordered before you have seen the price.",
                 nullptr, ready),
              Act::Price, tr("Review Price"));
        return;
    }
    if (info.state == RunState::Finished) {
        finishedNotice(info, ready);
        return;
    }
    act_ = Act::None;
    newerNamed_.reset();
    notice_->hide();
}

void RunPanel::pausedNotice(const submit::RunInfo& info) {
    const QString why = pausedWords(info) + QLatin1Char(' ');
    const QString words = why + newerWords(info);
    const NoticeKind kind =
        info.pauseReason == PauseReason::ByPerson ? NoticeKind::Info : NoticeKind::Warn;
    if (info.pauseReason == PauseReason::KeyRejected ||
        info.pauseReason == PauseReason::AccountSuspended)
        offer(kind, words, Act::Connect, tr("Open Accounts"));
    else if (info.pauseReason == PauseReason::SpendCap)
        offer(kind, words, Act::Price, tr("Set a New Limit"));
    else if (work::needsApproval(info))
        offer(kind, words, Act::Price, tr("Review New Prices"));
    else
        offerResume(kind, why, info);
}

void RunPanel::finishedNotice(const submit::RunInfo& info, int ready) {
    const bool toFix = work::figuresOf(info.totals).toFix > 0;
    const int ended = static_cast<int>(info.totals.of(RowState::Ended));
    // How many of each stands below.
    QStringList words{tr("Done. Everything that was sent has been answered.")};
    if (toFix)
        words << tr("Each row below says what has to be fixed.");
    if (ready > 0)
        words << tr("What is ready was not sent.");
    if (ended > 0)
        words << endedWords(ended);
    const bool good = !toFix && ended + ready == 0;
    offer(good ? NoticeKind::Good : NoticeKind::Warn, words.join(QLatin1Char(' ')),
          ready > 0 ? Act::Price : Act::None, tr("Review Price"));
}

/// What is left of a run costs money although a newer run of its sheet exists: a new question.
void RunPanel::offerResume(NoticeKind kind, const QString& words, const submit::RunInfo& info) {
    if (!info.newer) {
        offer(kind, words, Act::Resume, tr("Check and Resume"));
        return;
    }
    offer(NoticeKind::Warn,
          words + newerWords(info) + QLatin1Char(' ') +
              tr("Order what this older run has left all the same, or give it up."),
          Act::Resume,
          tr("Order %Ln Older Row(s) for %1", nullptr, forPlural(info.totals.left()))
              .arg(money(info.totals.leftAmount(), info.spec.currency)));
    newerNamed_ = info.newer;
}

void RunPanel::sayEnd() {
    emit ended(text(info_->spec.title),
               info_->state == RunState::Finished ? finishedWords(*info_) : notice_->text());
    if (info_->state == RunState::Finished && at_->sandbox)
        prove();
}

// The sandbox is there to be doubted; elsewhere the requests belong to the person.
void RunPanel::prove() {
    background_.run(
        [at = at_, info = *info_](const std::stop_token& stop) {
            return proveRun(*at, info, stop);
        },
        [this](const std::optional<RunProof>& proof) {
            if (!proof)
                return;
            const QString found =
                proof->onceEach()
                    ? tr("The server was asked: %1 orders for %2 placed rows, none twice.")
                    : tr("The server was asked: %1 orders for %2 placed rows. Compare them on the "
                         "Orders page.");
            outlook_->setText(found.arg(number(proof->orders), number(proof->rows)));
        });
}

} // namespace leadsheet::desktop
