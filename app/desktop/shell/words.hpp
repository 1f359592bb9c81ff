// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/clock.hpp"
#include "leadsheet/money.hpp"
#include "leadsheet/submit/row.hpp"
#include "leadsheet/submit/run.hpp"

#include <QLocale>
#include <QString>
#include <QStringList>

#include <chrono>
#include <concepts>
#include <limits>
#include <string>

namespace leadsheet::desktop {

// How numbers, times, money and states are spelled in the whole window, in the chosen language.

/// As wide as the numbers that the service gives orders.
inline const QString kSampleOrderNumber = QStringLiteral("LS-0WDMQH8N4M");

QString text(const std::string& utf8);
/// The locale of the chosen language (QLocale's default, see Translations).
QLocale language();
QString number(std::int64_t value);
/// As the number of a plural form, which Qt wants as an int.
template <std::integral Count>
int forPlural(Count count) {
    constexpr int kMax = std::numeric_limits<int>::max();
    return std::cmp_less(count, kMax) ? static_cast<int>(count) : kMax;
}
/// "$8,240.00"; in German "8.240,00 $".
QString money(const Money& amount);
QString money(std::int64_t amount, const std::string& currency);
/// What one of `count` costs on average: "$0.0847", exact to a hundredth of the smallest coin.
QString unitPrice(const Money& amount, std::int64_t count);
/// "8240.00" for a field where an amount is typed; in German "8240,00".
QString typedMoney(const Money& amount);
/// What was typed into such a field. Refuses the decimal point of another language rather than
/// taking it for a separator of thousands.
Result<Money> readMoney(const QString& typed, const std::string& currency);
/// Local: "14:07" today, "tomorrow 09:15", "2026-03-01 09:15" else.
QString clockText(WallTime time, WallTime now);
/// The same of what somebody waits for: with its seconds where it is less than two minutes away.
QString soonText(WallTime time, WallTime now);
/// The same for an RFC 3339 time of the server.
QString timeText(const std::string& rfc3339, WallTime now);
/// How a date is written, and a date with its time of day: for fields where one is chosen, which
/// are to look like the others. See QDateTime::toString.
QString dateFormat();
QString dateTimeFormat();
WallTime wallNow();
/// "45 s", "12 min", "3 h 20 min".
QString durationText(std::chrono::seconds time);
/// "12 days ago", for an RFC 3339 time; empty when it is none.
QString agoText(const std::string& time, WallTime now);
/// "The same companies and people as LS-7Q2M9K4T6W, ordered 12 days ago by key …x7Qa (200 leads,
/// $16.00)." Empty when there is none. See submit::inWords.
QString earlierSentence(const EquivalentOrders& earlier, WallTime now);

QString stateWord(submit::RowState state);
/// Of a row, with how its order ended.
QString stateWord(const submit::RowRecord& row);
/// Of all states, for what must have room for each of them.
QStringList stateWords();
/// "12 Placed"
QString stateCount(submit::RowState state, std::int64_t rows);
/// How an order ended, by its status as the service spells it, and whether a part was delivered and
/// charged before: "Ordered, Then Cancelled".
QString endedWord(const std::string& orderStatus, bool partDelivered = false);
/// The same for several rows: "2 ordered, then cancelled".
QString endedCount(const std::string& orderStatus, bool partDelivered, std::int64_t rows);
QString skipWord(submit::SkipReason reason);
/// The same for a row, with what it was ordered as before.
QString skipSentence(const submit::RowRecord& row);
/// "12 not selected"
QString skipCount(submit::SkipReason reason, std::int64_t rows);
QString runStateWord(const submit::RunInfo& run);
/// The longest of the words above, for what must have room for each of them.
QStringList runStateWords();
/// Why a run does not go on, in a sentence for the person.
QString pauseSentence(submit::PauseReason reason);

} // namespace leadsheet::desktop
