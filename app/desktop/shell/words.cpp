// SPDX-License-Identifier: Apache-2.0
#include "words.hpp"

#include "leadsheet/app/display.hpp"
#include "leadsheet/money.hpp"

#include <QCoreApplication>
#include <QDateTime>

namespace leadsheet::desktop {
namespace {

QString tr(const char* source, int count = -1) {
    return QCoreApplication::translate("Words", source, nullptr, count);
}

QDateTime local(WallTime time) {
    return QDateTime::fromMSecsSinceEpoch(
        std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch()).count());
}

} // namespace

QString text(const std::string& utf8) {
    return QString::fromStdString(utf8);
}

QString number(std::int64_t value) {
    return text(app::displayNumber(value));
}

QString money(std::int64_t amount, const std::string& currency) {
    return text(format(Money{amount, currency}));
}

QString clockText(WallTime time, WallTime now) {
    const QDateTime then = local(time);
    const QString clock = then.toString(QStringLiteral("HH:mm"));
    const qint64 days = local(now).date().daysTo(then.date());
    if (days == 0)
        return clock;
    if (days == 1)
        return tr(QT_TRANSLATE_NOOP("Words", "tomorrow %1")).arg(clock);
    if (days == -1)
        return tr(QT_TRANSLATE_NOOP("Words", "yesterday %1")).arg(clock);
    return then.toString(QStringLiteral("yyyy-MM-dd HH:mm"));
}

QString durationText(std::chrono::seconds time) {
    const auto seconds = time.count();
    if (seconds < 60)
        return tr(QT_TRANSLATE_NOOP("Words", "%1 s")).arg(seconds);
    const auto minutes = (seconds + 30) / 60;
    if (minutes < 60)
        return tr(QT_TRANSLATE_NOOP("Words", "%1 min")).arg(minutes);
    return minutes % 60 == 0
               ? tr(QT_TRANSLATE_NOOP("Words", "%1 h")).arg(minutes / 60)
               : tr(QT_TRANSLATE_NOOP("Words", "%1 h %2 min")).arg(minutes / 60).arg(minutes % 60);
}

QString stateWord(submit::RowState state) {
    using submit::RowState;
    switch (state) {
    case RowState::Ready:
        return tr(QT_TRANSLATE_NOOP("Words", "Ready"));
    case RowState::NeedsFix:
        return tr(QT_TRANSLATE_NOOP("Words", "Needs Fix"));
    case RowState::Skipped:
        return tr(QT_TRANSLATE_NOOP("Words", "Skipped"));
    case RowState::Queued:
        return tr(QT_TRANSLATE_NOOP("Words", "Queued"));
    case RowState::Sending:
        return tr(QT_TRANSLATE_NOOP("Words", "Sending"));
    case RowState::Placed:
        return tr(QT_TRANSLATE_NOOP("Words", "Placed"));
    case RowState::AlreadyOrdered:
        return tr(QT_TRANSLATE_NOOP("Words", "Already Ordered"));
    case RowState::Refused:
        return tr(QT_TRANSLATE_NOOP("Words", "Refused"));
    case RowState::Unknown:
        return tr(QT_TRANSLATE_NOOP("Words", "Unknown Outcome"));
    case RowState::WillRetry:
        return tr(QT_TRANSLATE_NOOP("Words", "Will Retry"));
    }
    return {};
}

QString skipWord(submit::SkipReason reason) {
    using submit::SkipReason;
    switch (reason) {
    case SkipReason::None:
        return {};
    case SkipReason::ByPerson:
        return tr(QT_TRANSLATE_NOOP("Words", "not selected"));
    case SkipReason::ChangedSinceOrdered:
        return tr(QT_TRANSLATE_NOOP("Words", "changed since ordered"));
    case SkipReason::DuplicateInSheet:
        return tr(QT_TRANSLATE_NOOP("Words", "in the sheet twice"));
    case SkipReason::TakenOver:
        return tr(QT_TRANSLATE_NOOP("Words", "a later run goes on with it"));
    case SkipReason::BeyondLimit:
        return tr(QT_TRANSLATE_NOOP("Words", "beyond the first rows chosen"));
    }
    return {};
}

QString runStateWord(const submit::RunInfo& run) {
    using submit::RunState;
    if (run.interrupted)
        return tr(QT_TRANSLATE_NOOP("Words", "Interrupted"));
    switch (run.state) {
    case RunState::Planning:
    case RunState::Planned:
        return tr(QT_TRANSLATE_NOOP("Words", "Planned"));
    case RunState::Approved:
        return tr(QT_TRANSLATE_NOOP("Words", "Approved"));
    case RunState::Running:
        return tr(QT_TRANSLATE_NOOP("Words", "Running"));
    case RunState::Paused:
        return tr(QT_TRANSLATE_NOOP("Words", "Paused"));
    case RunState::Stopped:
        return tr(QT_TRANSLATE_NOOP("Words", "Stopped"));
    case RunState::Finished:
        return tr(QT_TRANSLATE_NOOP("Words", "Finished"));
    }
    return {};
}

QString pauseSentence(submit::PauseReason reason) {
    using submit::PauseReason;
    switch (reason) {
    case PauseReason::None:
    case PauseReason::ByPerson:
    case PauseReason::Cancelled:
        return tr(QT_TRANSLATE_NOOP("Words", "Paused. 0 in flight."));
    case PauseReason::SameRefusal:
        return tr(QT_TRANSLATE_NOOP("Words", "Paused: the server refused many rows in a row for "
                                             "the same reason."));
    case PauseReason::KeyRejected:
        return tr(QT_TRANSLATE_NOOP("Words", "Paused: the server does not accept this key any "
                                             "more."));
    case PauseReason::NoCredit:
        return tr(QT_TRANSLATE_NOOP("Words", "Paused: the balance does not cover the next row."));
    case PauseReason::SpendCap:
        return tr(QT_TRANSLATE_NOOP("Words", "Paused: your spending cap is reached."));
    case PauseReason::ServerSpendCap:
        return tr(QT_TRANSLATE_NOOP("Words", "Paused: the key's daily spend cap is reached."));
    case PauseReason::AccountSuspended:
        return tr(QT_TRANSLATE_NOOP("Words", "Paused: the account is suspended."));
    case PauseReason::ChargedOtherThanQuoted:
        return tr(QT_TRANSLATE_NOOP("Words", "Paused: an order was charged differently from its "
                                             "quote. Tell the service's support."));
    case PauseReason::PriceRose:
        return tr(QT_TRANSLATE_NOOP("Words", "Paused: prices of rows not yet sent went up. Nothing "
                                             "was ordered at a higher price."));
    case PauseReason::LocalStorage:
        return tr(QT_TRANSLATE_NOOP("Words", "Paused: the ledger on this computer could not be "
                                             "written."));
    case PauseReason::ServerUnreachable:
        return tr(QT_TRANSLATE_NOOP("Words", "Paused: the server cannot be reached."));
    case PauseReason::LimitReached:
        return tr(QT_TRANSLATE_NOOP("Words", "Paused: the server asked for a long wait."));
    case PauseReason::Deadline:
        return tr(QT_TRANSLATE_NOOP("Words", "Paused: the run took longer than a day."));
    }
    return {};
}

} // namespace leadsheet::desktop
