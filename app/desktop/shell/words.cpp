// SPDX-License-Identifier: Apache-2.0
#include "words.hpp"

#include "leadsheet/timestamp.hpp"

#include <QCoreApplication>
#include <QDateTime>

#include <array>
#include <cmath>

namespace leadsheet::desktop {
namespace {

struct WordSaid {
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
    words = currency == "USD" ? WordSaid::tr("$%1").arg(words)
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
        return WordSaid::tr("tomorrow %1").arg(clock);
    if (days == -1)
        return WordSaid::tr("yesterday %1").arg(clock);
    return then.toString(dateTimeFormat());
}

QString soonText(WallTime time, WallTime now) {
    using namespace std::chrono_literals;
    return std::chrono::abs(time - now) < 2min ? local(time).toString(QStringLiteral("HH:mm:ss"))
                                               : clockText(time, now);
}

QString dateFormat() {
    return dateTimeFormat().section(QLatin1Char(' '), 0, 0);
}

QString dateTimeFormat() {
    //: How a date and a time are written, see QDateTime::toString.
    return WordSaid::tr("yyyy-MM-dd HH:mm");
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
        return WordSaid::tr("%1 s").arg(seconds);
    const auto minutes = (seconds + 30) / 60;
    if (minutes < 60)
        return WordSaid::tr("%1 min").arg(minutes);
    return minutes % 60 == 0 ? WordSaid::tr("%1 h").arg(minutes / 60)
                             : WordSaid::tr("%1 h %2 min").arg(minutes / 60).arg(minutes % 60);
}

QString agoText(const std::string& time, WallTime now) {
    const auto then = parseTimestamp(time);
    if (!then)
        return {};
    const auto minutes = std::chrono::duration_cast<std::chrono::minutes>(now - *then).count();
    constexpr std::int64_t kHour = 60;
    constexpr std::int64_t kDay = 24 * kHour;
    if (minutes < 2)
        return WordSaid::tr("just now");
    if (minutes < 2 * kHour)
        return WordSaid::tr("%Ln minute(s) ago", nullptr, forPlural(minutes));
    if (minutes < 2 * kDay)
        return WordSaid::tr("%Ln hour(s) ago", nullptr, forPlural(minutes / kHour));
    return WordSaid::tr("%Ln day(s) ago", nullptr, forPlural(minutes / kDay));
}

QString earlierSentence(const EquivalentOrders& earlier, WallTime now) {
    if (earlier.orders.empty())
        return {};
    const EquivalentOrder& order = earlier.orders.front();
    const QString number = text(order.orderNumber);
    QString words = order.match == "same_reference"
                        ? WordSaid::tr("The same Reference as %1").arg(number)
                    : order.isSimilarOnly()
                        ? WordSaid::tr("Perhaps the same companies and people as %1").arg(number)
                        : WordSaid::tr("The same companies and people as %1").arg(number);
    if (const QString when = agoText(order.createdAt, now); !when.isEmpty())
        words += WordSaid::tr(", ordered %1", "12 days ago").arg(when);
    if (!order.keyLast4.empty())
        words += WordSaid::tr(" by key …%1").arg(text(order.keyLast4));
    QStringList facts;
    if (order.leadCount > 0)
        facts << WordSaid::tr("%Ln lead(s)", nullptr, forPlural(order.leadCount));
    if (order.total)
        facts << money(*order.total, order.currency);
    if (!facts.isEmpty())
        words += QStringLiteral(" (%1)").arg(facts.join(QStringLiteral(", ")));
    const std::int64_t more = static_cast<std::int64_t>(earlier.orders.size()) - 1 + earlier.more;
    if (more > 0)
        words += WordSaid::tr(" and %Ln other order(s)", nullptr, forPlural(more));
    return words + QLatin1Char('.');
}

namespace {

QString endedWordOf(const std::string& orderStatus) {
    if (orderStatus == "cancelled")
        return WordSaid::tr("Ordered, Then Cancelled");
    if (orderStatus == "rejected")
        return WordSaid::tr("Ordered, Then Rejected");
    if (orderStatus == "failed")
        return WordSaid::tr("Ordered, Then Failed");
    if (orderStatus == "refunded")
        return WordSaid::tr("Ordered, Then Refunded");
    return stateWord(submit::RowState::Ended);
}

QString endedCountOf(const std::string& orderStatus, int count) {
    if (orderStatus == "cancelled")
        return WordSaid::tr("%Ln ordered, then cancelled", nullptr, count);
    if (orderStatus == "rejected")
        return WordSaid::tr("%Ln ordered, then rejected", nullptr, count);
    if (orderStatus == "failed")
        return WordSaid::tr("%Ln ordered, then failed", nullptr, count);
    if (orderStatus == "refunded")
        return WordSaid::tr("%Ln ordered, then refunded", nullptr, count);
    return WordSaid::tr("%Ln ordered, then ended", nullptr, count);
}

} // namespace

QString endedWord(const std::string& orderStatus, bool partDelivered) {
    const QString word = endedWordOf(orderStatus);
    return partDelivered ? WordSaid::tr("%1 After Part Delivery", "Ordered, Then Failed").arg(word)
                         : word;
}

QString endedCount(const std::string& orderStatus, bool partDelivered, std::int64_t rows) {
    const QString words = endedCountOf(orderStatus, forPlural(rows));
    return partDelivered
               ? WordSaid::tr("%1 after part delivery", "2 ordered, then failed").arg(words)
               : words;
}

QString stateWord(submit::RowState state) {
    constexpr std::array<const char*, submit::kRowStateCount> kWords{
        QT_TRANSLATE_NOOP("Words", "Ready"),
        QT_TRANSLATE_NOOP("Words", "Needs Fix"),
        QT_TRANSLATE_NOOP("Words", "Skipped"),
        QT_TRANSLATE_NOOP("Words", "Queued"),
        QT_TRANSLATE_NOOP("Words", "Sending"),
        QT_TRANSLATE_NOOP("Words", "Placed"),
        QT_TRANSLATE_NOOP("Words", "Already Ordered"),
        QT_TRANSLATE_NOOP("Words", "Refused"),
        QT_TRANSLATE_NOOP("Words", "Unknown Outcome"),
        QT_TRANSLATE_NOOP("Words", "Will Retry"),
        QT_TRANSLATE_NOOP("Words", "Ordered, Then Ended"),
    };
    return WordSaid::tr(kWords.at(static_cast<std::size_t>(state)));
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
    constexpr std::array<const char*, submit::kRowStateCount> kCounts{
        QT_TRANSLATE_N_NOOP("Words", "%Ln Ready"),
        QT_TRANSLATE_N_NOOP("Words", "%Ln Needs Fix"),
        QT_TRANSLATE_N_NOOP("Words", "%Ln Skipped"),
        QT_TRANSLATE_N_NOOP("Words", "%Ln Queued"),
        QT_TRANSLATE_N_NOOP("Words", "%Ln Sending"),
        QT_TRANSLATE_N_NOOP("Words", "%Ln Placed"),
        QT_TRANSLATE_N_NOOP("Words", "%Ln Already Ordered"),
        QT_TRANSLATE_N_NOOP("Words", "%Ln Refused"),
        QT_TRANSLATE_N_NOOP("Words", "%Ln Unknown Outcome"),
        QT_TRANSLATE_N_NOOP("Words", "%Ln Will Retry"),
        QT_TRANSLATE_N_NOOP("Words", "%Ln Ordered, Then Ended"),
    };
    return WordSaid::tr(kCounts.at(static_cast<std::size_t>(state)), nullptr, forPlural(rows));
}

QString skipWord(submit::SkipReason reason) {
    constexpr std::array kWords{
        "",
        QT_TRANSLATE_NOOP("Words", "not selected"),
        QT_TRANSLATE_NOOP("Words", "changed since ordered"),
        QT_TRANSLATE_NOOP("Words", "in the sheet twice"),
        QT_TRANSLATE_NOOP("Words", "continued in a later run"),
        QT_TRANSLATE_NOOP("Words", "beyond the first rows chosen"),
        QT_TRANSLATE_NOOP("Words", "ordered before"),
        QT_TRANSLATE_NOOP("Words", "replaced in a later run"),
        QT_TRANSLATE_NOOP("Words", "given up"),
    };
    const auto at = static_cast<std::size_t>(reason);
    return at == 0 || at >= kWords.size() ? QString() : WordSaid::tr(kWords.at(at));
}

QString skipSentence(const submit::RowRecord& row) {
    if (row.code == submit::kDiffersInUnusedColumn)
        return WordSaid::tr("in the sheet twice; differs in a column that is not used");
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
        return WordSaid::tr("%Ln skipped", nullptr, count);
    case SkipReason::ByPerson:
        return WordSaid::tr("%Ln not selected", nullptr, count);
    case SkipReason::ChangedSinceOrdered:
        return WordSaid::tr("%Ln changed since ordered", nullptr, count);
    case SkipReason::DuplicateInSheet:
        return WordSaid::tr("%Ln in the sheet twice", nullptr, count);
    case SkipReason::TakenOver:
        return WordSaid::tr("%Ln continued in a later run", nullptr, count);
    case SkipReason::BeyondLimit:
        return WordSaid::tr("%Ln beyond the first rows chosen", nullptr, count);
    case SkipReason::OrderedBefore:
        return WordSaid::tr("%Ln ordered before", nullptr, count);
    case SkipReason::Retired:
        return WordSaid::tr("%Ln replaced in a later run", nullptr, count);
    case SkipReason::GivenUp:
        return WordSaid::tr("%Ln given up", nullptr, count);
    }
    return {};
}

QString runStateWord(const submit::RunInfo& run) {
    using submit::RunState;
    if (run.interrupted)
        return WordSaid::tr("Interrupted");
    switch (run.state) {
    case RunState::Planning:
    case RunState::Planned:
        return WordSaid::tr("Planned");
    case RunState::Approved:
        return WordSaid::tr("Ready to send");
    case RunState::Running:
        return WordSaid::tr("Sending");
    case RunState::Paused:
        return WordSaid::tr("Paused");
    case RunState::Stopped:
        return WordSaid::tr("Stopped");
    case RunState::Finished:
        return WordSaid::tr("Finished");
    }
    return {};
}

QStringList runStateWords() {
    return {WordSaid::tr("Interrupted"), WordSaid::tr("Planned"), WordSaid::tr("Ready to send"),
            WordSaid::tr("Sending"),     WordSaid::tr("Paused"),  WordSaid::tr("Stopped"),
            WordSaid::tr("Finished")};
}

QString pauseSentence(submit::PauseReason reason) {
    using submit::PauseReason;
    switch (reason) {
    case PauseReason::None:
    case PauseReason::ByPerson:
    case PauseReason::Cancelled:
        return WordSaid::tr("Paused. 0 in flight.");
    case PauseReason::SameRefusal:
        return WordSaid::tr("Paused: the server refused many rows in a row for "
                            "the same reason.");
    case PauseReason::KeyRejected:
        return WordSaid::tr("Paused: the server no longer accepts this key.");
    case PauseReason::NoCredit:
        return WordSaid::tr("Paused: the balance does not cover the next row.");
    case PauseReason::SpendCap:
        return WordSaid::tr("Paused: your spending cap is reached.");
    case PauseReason::ServerSpendCap:
        return WordSaid::tr("Paused: the key's daily spend cap is reached.");
    case PauseReason::AccountSuspended:
        return WordSaid::tr("Paused: the account is suspended.");
    case PauseReason::HeldOtherThanQuoted:
        return WordSaid::tr("Paused: an order holds a different amount than its quote. Contact the "
                            "service's support.");
    case PauseReason::PriceRose:
        return WordSaid::tr("Paused: prices of rows not yet sent went up. Nothing "
                            "was ordered at a higher price.");
    case PauseReason::LocalStorage:
        return WordSaid::tr("Paused: the ledger on this computer could not be "
                            "written.");
    case PauseReason::ServerUnreachable:
        return WordSaid::tr("Paused: the server cannot be reached.");
    case PauseReason::LimitReached:
        return WordSaid::tr("Paused: the server asked for a long wait.");
    case PauseReason::Deadline:
        return WordSaid::tr("Paused: the run took longer than a day.");
    }
    return {};
}

} // namespace leadsheet::desktop
