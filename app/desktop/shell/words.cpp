// SPDX-License-Identifier: Apache-2.0
#include "words.hpp"

#include "leadsheet/timestamp.hpp"

#include <QCoreApplication>
#include <QDateTime>

#include <cmath>

namespace leadsheet::desktop {
namespace {

struct Said {
    Q_DECLARE_TR_FUNCTIONS(Words)
};

QDateTime local(WallTime time) {
    return QDateTime::fromMSecsSinceEpoch(
        std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch()).count());
}

} // namespace

QString text(const std::string& utf8) {
    return QString::fromStdString(utf8);
}

QLocale language() {
    const QLocale chosen;
    return chosen.language() == QLocale::C ? QLocale(QLocale::English, QLocale::UnitedStates)
                                           : chosen;
}

QString number(std::int64_t value) {
    return language().toString(static_cast<qlonglong>(value));
}

namespace {

/// "8240.00" as the language spells it, with its currency.
QString spelledMoney(QString plain, const std::string& currency) {
    const QLocale spelled = language();
    const bool negative = plain.startsWith(QLatin1Char('-'));
    if (negative)
        plain.remove(0, 1);
    QString words = spelled.toString(plain.section(QLatin1Char('.'), 0, 0).toLongLong());
    if (const QString cents = plain.section(QLatin1Char('.'), 1); !cents.isEmpty())
        words += spelled.decimalPoint() + cents;
    //: An amount of US dollars.
    words = currency == "USD" ? Said::tr("$%1").arg(words)
                              : QStringLiteral("%1 %2").arg(words, text(currency));
    return negative ? spelled.negativeSign() + words : words;
}

} // namespace

QString money(const Money& amount) {
    return spelledMoney(text(formatPlain(amount)), amount.currency);
}

QString money(std::int64_t amount, const std::string& currency) {
    return money(Money{amount, currency});
}

QString unitPrice(const Money& amount, std::int64_t count) {
    if (count <= 0)
        return {};
    const auto coins = static_cast<double>(amount.amount) / static_cast<double>(count);
    const int digits = minorDigits(amount.currency);
    QString plain = QString::number(coins / std::pow(10, digits), 'f', digits + 2);
    for (int more = 0; more < 2 && plain.endsWith(QLatin1Char('0')); ++more)
        plain.chop(1);
    if (plain.endsWith(QLatin1Char('.')))
        plain.chop(1);
    return spelledMoney(plain, amount.currency);
}

QString typedMoney(const Money& amount) {
    return text(formatPlain(amount)).replace(QLatin1Char('.'), language().decimalPoint());
}

Result<Money> readMoney(const QString& typed, const std::string& currency) {
    const QLocale spelled = language();
    QString plain;
    for (const QChar sign : typed.trimmed()) {
        if (sign == spelled.decimalPoint())
            plain += QLatin1Char('.');
        else if (sign == spelled.groupSeparator())
            plain += QLatin1Char(',');
        else if (sign == QLatin1Char('.') || sign == QLatin1Char(','))
            plain += QLatin1Char('?'); // of another language: what is meant cannot be told
        else
            plain += sign;
    }
    const QString unit = currency == "USD" ? QStringLiteral("$") : text(currency);
    if (plain.endsWith(unit))
        plain = plain.chopped(unit.size()).trimmed();
    return parseMoney(plain.toStdString(), currency);
}

QString clockText(WallTime time, WallTime now) {
    const QDateTime then = local(time);
    const QString clock = then.toString(QStringLiteral("HH:mm"));
    const qint64 days = local(now).date().daysTo(then.date());
    if (days == 0)
        return clock;
    if (days == 1)
        return Said::tr("tomorrow %1").arg(clock);
    if (days == -1)
        return Said::tr("yesterday %1").arg(clock);
    return then.toString(dateTimeFormat());
}

QString dateFormat() {
    return dateTimeFormat().section(QLatin1Char(' '), 0, 0);
}

QString dateTimeFormat() {
    //: How a date and a time are written, see QDateTime::toString.
    return Said::tr("yyyy-MM-dd HH:mm");
}

WallTime wallNow() {
    return std::chrono::time_point_cast<WallTime::duration>(std::chrono::system_clock::now());
}

QString timeText(const std::string& rfc3339, WallTime now) {
    const auto time = parseTimestamp(rfc3339);
    return time ? clockText(*time, now) : text(rfc3339);
}

QString durationText(std::chrono::seconds time) {
    const auto seconds = time.count();
    if (seconds < 60)
        return Said::tr("%1 s").arg(seconds);
    const auto minutes = (seconds + 30) / 60;
    if (minutes < 60)
        return Said::tr("%1 min").arg(minutes);
    return minutes % 60 == 0 ? Said::tr("%1 h").arg(minutes / 60)
                             : Said::tr("%1 h %2 min").arg(minutes / 60).arg(minutes % 60);
}

QString agoText(const std::string& time, WallTime now) {
    const auto then = parseTimestamp(time);
    if (!then)
        return {};
    const auto minutes = std::chrono::duration_cast<std::chrono::minutes>(now - *then).count();
    constexpr std::int64_t kHour = 60;
    constexpr std::int64_t kDay = 24 * kHour;
    if (minutes < 2)
        return Said::tr("just now");
    if (minutes < 2 * kHour)
        return Said::tr("%Ln minute(s) ago", nullptr, forPlural(minutes));
    if (minutes < 2 * kDay)
        return Said::tr("%Ln hour(s) ago", nullptr, forPlural(minutes / kHour));
    return Said::tr("%Ln day(s) ago", nullptr, forPlural(minutes / kDay));
}

QString earlierSentence(const EquivalentOrders& earlier, WallTime now) {
    if (earlier.orders.empty())
        return {};
    const EquivalentOrder& order = earlier.orders.front();
    const QString number = text(order.orderNumber);
    QString words = order.match == "same_reference"
                        ? Said::tr("The same Reference as %1").arg(number)
                    : order.isSimilarOnly()
                        ? Said::tr("Perhaps the same companies and people as %1").arg(number)
                        : Said::tr("The same companies and people as %1").arg(number);
    if (const QString when = agoText(order.createdAt, now); !when.isEmpty())
        words += Said::tr(", ordered %1", "12 days ago").arg(when);
    if (!order.keyLast4.empty())
        words += Said::tr(" by key …%1").arg(text(order.keyLast4));
    QStringList facts;
    if (order.leadCount > 0)
        facts << Said::tr("%Ln lead(s)", nullptr, forPlural(order.leadCount));
    if (order.total)
        facts << money(*order.total, order.currency);
    if (!facts.isEmpty())
        words += QStringLiteral(" (%1)").arg(facts.join(QStringLiteral(", ")));
    const std::int64_t more = static_cast<std::int64_t>(earlier.orders.size()) - 1 + earlier.more;
    if (more > 0)
        words += Said::tr(" and %Ln other order(s)", nullptr, forPlural(more));
    return words + QLatin1Char('.');
}

namespace {

QString endedWordOf(const std::string& orderStatus) {
    if (orderStatus == "cancelled")
        return Said::tr("Ordered, Then Cancelled");
    if (orderStatus == "rejected")
        return Said::tr("Ordered, Then Rejected");
    if (orderStatus == "failed")
        return Said::tr("Ordered, Then Failed");
    if (orderStatus == "refunded")
        return Said::tr("Ordered, Then Refunded");
    return stateWord(submit::RowState::Ended);
}

QString endedCountOf(const std::string& orderStatus, int count) {
    if (orderStatus == "cancelled")
        return Said::tr("%Ln ordered, then cancelled", nullptr, count);
    if (orderStatus == "rejected")
        return Said::tr("%Ln ordered, then rejected", nullptr, count);
    if (orderStatus == "failed")
        return Said::tr("%Ln ordered, then failed", nullptr, count);
    if (orderStatus == "refunded")
        return Said::tr("%Ln ordered, then refunded", nullptr, count);
    return Said::tr("%Ln ordered, then ended", nullptr, count);
}

} // namespace

QString endedWord(const std::string& orderStatus, bool partDelivered) {
    const QString word = endedWordOf(orderStatus);
    return partDelivered ? Said::tr("%1 After Part Delivery", "Ordered, Then Failed").arg(word)
                         : word;
}

QString endedCount(const std::string& orderStatus, bool partDelivered, std::int64_t rows) {
    const QString words = endedCountOf(orderStatus, forPlural(rows));
    return partDelivered ? Said::tr("%1 after part delivery", "2 ordered, then failed").arg(words)
                         : words;
}

QString stateWord(submit::RowState state) {
    using submit::RowState;
    switch (state) {
    case RowState::Ready:
        return Said::tr("Ready");
    case RowState::NeedsFix:
        return Said::tr("Needs Fix");
    case RowState::Skipped:
        return Said::tr("Skipped");
    case RowState::Queued:
        return Said::tr("Queued");
    case RowState::Sending:
        return Said::tr("Sending");
    case RowState::Placed:
        return Said::tr("Placed");
    case RowState::AlreadyOrdered:
        return Said::tr("Already Ordered");
    case RowState::Refused:
        return Said::tr("Refused");
    case RowState::Unknown:
        return Said::tr("Unknown Outcome");
    case RowState::WillRetry:
        return Said::tr("Will Retry");
    case RowState::Ended:
        return Said::tr("Ordered, Then Ended");
    }
    return {};
}

QString stateWord(const submit::RowRecord& row) {
    return row.state == submit::RowState::Ended ? endedWord(row.orderStatus, row.price.has_value())
                                                : stateWord(row.state);
}

QStringList stateWords() {
    QStringList words;
    for (std::size_t state = 0; state < submit::kRowStateCount; ++state)
        words << stateWord(static_cast<submit::RowState>(state));
    return words;
}

QString stateCount(submit::RowState state, std::int64_t rows) {
    using submit::RowState;
    const int count = forPlural(rows);
    switch (state) {
    case RowState::Ready:
        return Said::tr("%Ln Ready", nullptr, count);
    case RowState::NeedsFix:
        return Said::tr("%Ln Needs Fix", nullptr, count);
    case RowState::Skipped:
        return Said::tr("%Ln Skipped", nullptr, count);
    case RowState::Queued:
        return Said::tr("%Ln Queued", nullptr, count);
    case RowState::Sending:
        return Said::tr("%Ln Sending", nullptr, count);
    case RowState::Placed:
        return Said::tr("%Ln Placed", nullptr, count);
    case RowState::AlreadyOrdered:
        return Said::tr("%Ln Already Ordered", nullptr, count);
    case RowState::Refused:
        return Said::tr("%Ln Refused", nullptr, count);
    case RowState::Unknown:
        return Said::tr("%Ln Unknown Outcome", nullptr, count);
    case RowState::WillRetry:
        return Said::tr("%Ln Will Retry", nullptr, count);
    case RowState::Ended:
        return Said::tr("%Ln Ordered, Then Ended", nullptr, count);
    }
    return {};
}

QString skipWord(submit::SkipReason reason) {
    using submit::SkipReason;
    switch (reason) {
    case SkipReason::None:
        return {};
    case SkipReason::ByPerson:
        return Said::tr("not selected");
    case SkipReason::ChangedSinceOrdered:
        return Said::tr("changed since ordered");
    case SkipReason::DuplicateInSheet:
        return Said::tr("in the sheet twice");
    case SkipReason::TakenOver:
        return Said::tr("continued in a later run");
    case SkipReason::BeyondLimit:
        return Said::tr("beyond the first rows chosen");
    case SkipReason::OrderedBefore:
        return Said::tr("ordered before");
    case SkipReason::Retired:
        return Said::tr("replaced in a later run");
    case SkipReason::GivenUp:
        return Said::tr("given up");
    }
    return {};
}

QString skipSentence(const submit::RowRecord& row) {
    if (row.code == submit::kDiffersInUnusedColumn)
        return Said::tr("in the sheet twice; differs in a column that is not used");
    const QString before = row.skipReason == submit::SkipReason::OrderedBefore
                               ? earlierSentence(row.earlier, systemClock()->wallNow())
                               : QString();
    return before.isEmpty() ? skipWord(row.skipReason) : before;
}

QString skipCount(submit::SkipReason reason, std::int64_t rows) {
    using submit::SkipReason;
    const int count = forPlural(rows);
    switch (reason) {
    case SkipReason::None:
        return Said::tr("%Ln skipped", nullptr, count);
    case SkipReason::ByPerson:
        return Said::tr("%Ln not selected", nullptr, count);
    case SkipReason::ChangedSinceOrdered:
        return Said::tr("%Ln changed since ordered", nullptr, count);
    case SkipReason::DuplicateInSheet:
        return Said::tr("%Ln in the sheet twice", nullptr, count);
    case SkipReason::TakenOver:
        return Said::tr("%Ln continued in a later run", nullptr, count);
    case SkipReason::BeyondLimit:
        return Said::tr("%Ln beyond the first rows chosen", nullptr, count);
    case SkipReason::OrderedBefore:
        return Said::tr("%Ln ordered before", nullptr, count);
    case SkipReason::Retired:
        return Said::tr("%Ln replaced in a later run", nullptr, count);
    case SkipReason::GivenUp:
        return Said::tr("%Ln given up", nullptr, count);
    }
    return {};
}

QString runStateWord(const submit::RunInfo& run) {
    using submit::RunState;
    if (run.interrupted)
        return Said::tr("Interrupted");
    switch (run.state) {
    case RunState::Planning:
    case RunState::Planned:
        return Said::tr("Planned");
    case RunState::Approved:
        return Said::tr("Ready to send");
    case RunState::Running:
        return Said::tr("Sending");
    case RunState::Paused:
        return Said::tr("Paused");
    case RunState::Stopped:
        return Said::tr("Stopped");
    case RunState::Finished:
        return Said::tr("Finished");
    }
    return {};
}

QStringList runStateWords() {
    return {Said::tr("Interrupted"), Said::tr("Planned"), Said::tr("Ready to send"),
            Said::tr("Sending"),     Said::tr("Paused"),  Said::tr("Stopped"),
            Said::tr("Finished")};
}

QString pauseSentence(submit::PauseReason reason) {
    using submit::PauseReason;
    switch (reason) {
    case PauseReason::None:
    case PauseReason::ByPerson:
    case PauseReason::Cancelled:
        return Said::tr("Paused. 0 in flight.");
    case PauseReason::SameRefusal:
        return Said::tr("Paused: the server refused many rows in a row for "
                        "the same reason.");
    case PauseReason::KeyRejected:
        return Said::tr("Paused: the server no longer accepts this key.");
    case PauseReason::NoCredit:
        return Said::tr("Paused: the balance does not cover the next row.");
    case PauseReason::SpendCap:
        return Said::tr("Paused: your spending cap is reached.");
    case PauseReason::ServerSpendCap:
        return Said::tr("Paused: the key's daily spend cap is reached.");
    case PauseReason::AccountSuspended:
        return Said::tr("Paused: the account is suspended.");
    case PauseReason::HeldOtherThanQuoted:
        return Said::tr("Paused: an order holds a different amount than its quote. Contact the "
                        "service's support.");
    case PauseReason::PriceRose:
        return Said::tr("Paused: prices of rows not yet sent went up. Nothing "
                        "was ordered at a higher price.");
    case PauseReason::LocalStorage:
        return Said::tr("Paused: the ledger on this computer could not be "
                        "written.");
    case PauseReason::ServerUnreachable:
        return Said::tr("Paused: the server cannot be reached.");
    case PauseReason::LimitReached:
        return Said::tr("Paused: the server asked for a long wait.");
    case PauseReason::Deadline:
        return Said::tr("Paused: the run took longer than a day.");
    }
    return {};
}

} // namespace leadsheet::desktop
