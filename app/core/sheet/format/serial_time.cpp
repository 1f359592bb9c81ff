// SPDX-License-Identifier: Apache-2.0
#include "sheet/format/serial_time.hpp"

#include "sheet/format/number_format.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>

namespace leadsheet::app {
namespace {

constexpr double kEndOf1900System = 2'958'466; // 10000-01-01
constexpr int kDaysBetweenSystems = 1462;
constexpr int kLeapDayThatNeverWas = 60;
// Serials around today carry noise of a microsecond, so halves are decided on this grid.
constexpr std::int64_t kTicksPerSecond = 100'000;
constexpr std::int64_t kTicksPerDay = 86'400 * kTicksPerSecond;

std::int64_t roundedTicks(double dayFraction, int subsecondDigits) {
    constexpr std::array<std::int64_t, 4> kSteps{100'000, 10'000, 1'000, 100};
    const std::int64_t step = kSteps[static_cast<std::size_t>(std::clamp(subsecondDigits, 0, 3))];
    const auto ticks =
        static_cast<std::int64_t>(dayFraction * static_cast<double>(kTicksPerDay) + 0.5);
    return (ticks + step / 2) / step * step;
}

// Civil date of a day count from 1970-01-01 (Howard Hinnant, "chrono-compatible low-level date
// algorithms"), for years after 0.
void civilDate(int days, SerialTime& out) {
    const int shifted = days + 719'468;
    const int era = shifted / 146'097;
    const int dayOfEra = shifted - era * 146'097;
    const int yearOfEra =
        (dayOfEra - dayOfEra / 1'460 + dayOfEra / 36'524 - dayOfEra / 146'096) / 365;
    const int dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    const int marchMonth = (5 * dayOfYear + 2) / 153;
    out.day = dayOfYear - (153 * marchMonth + 2) / 5 + 1;
    out.month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
    out.year = yearOfEra + era * 400 + (out.month <= 2 ? 1 : 0);
}

void dateOfDay(int day, SerialTime& out) {
    constexpr int kSerialOf1970 = 25'569;
    out.weekday = (day + 6) % 7;
    if (day == 0 || day == kLeapDayThatNeverWas) {
        out.year = 1900;
        out.month = day == 0 ? 1 : 2;
        out.day = day == 0 ? 0 : 29;
        return;
    }
    civilDate(day - kSerialOf1970 + (day < kLeapDayThatNeverWas ? 1 : 0), out);
}

} // namespace

bool serialTime(double serial, bool date1904, int subsecondDigits, SerialTime& out) {
    const double end = date1904 ? kEndOf1900System - kDaysBetweenSystems : kEndOf1900System;
    if (!(serial >= 0 && serial < end))
        return false;
    int day = static_cast<int>(serial);
    std::int64_t ticks = roundedTicks(serial - day, subsecondDigits);
    if (ticks >= kTicksPerDay) {
        ticks -= kTicksPerDay;
        ++day;
        if (day >= end)
            return false;
    }
    dateOfDay(date1904 ? day + kDaysBetweenSystems : day, out);
    const auto seconds = static_cast<int>(ticks / kTicksPerSecond);
    out.hour = seconds / 3'600;
    out.minute = seconds / 60 % 60;
    out.second = seconds % 60;
    out.millisecond = static_cast<int>(ticks % kTicksPerSecond / 100);
    return true;
}

std::string isoDate(double serial, bool date1904) {
    SerialTime time;
    if (!serialTime(serial, date1904, 3, time))
        return {};
    std::array<char, 80> text;
    const bool timeOnly = time.day == 0;
    std::string iso;
    if (!timeOnly) {
        std::snprintf(text.data(), text.size(), "%04d-%02d-%02d", time.year, time.month, time.day);
        iso = text.data();
    }
    const int inDay = (time.hour * 3'600 + time.minute * 60 + time.second) * 1'000;
    if (inDay + time.millisecond == 0 && !timeOnly)
        return iso;
    std::snprintf(text.data(), text.size(), "%s%02d:%02d:%02d", timeOnly ? "" : "T", time.hour,
                  time.minute, time.second);
    iso += text.data();
    if (time.millisecond != 0) {
        std::snprintf(text.data(), text.size(), ".%03d", time.millisecond);
        iso += text.data();
    }
    return iso;
}

namespace {

constexpr double kSecondsOfDay = 86'400;

// Exactly `digits` digits at the front, taken away.
std::optional<int> takeDigits(std::string_view& text, std::size_t digits) {
    int number = 0;
    if (text.size() < digits || text.front() == '-')
        return std::nullopt;
    if (std::from_chars(text.data(), text.data() + digits, number).ptr != text.data() + digits)
        return std::nullopt;
    text.remove_prefix(digits);
    return number;
}

bool take(std::string_view& text, char c) {
    if (!text.starts_with(c))
        return false;
    text.remove_prefix(1);
    return true;
}

std::optional<double> dateDays(std::string_view text) {
    const auto year = takeDigits(text, 4);
    if (!year || !take(text, '-'))
        return std::nullopt;
    const auto month = takeDigits(text, 2);
    if (!month || !take(text, '-'))
        return std::nullopt;
    const auto day = takeDigits(text, 2);
    if (!day || !(text.empty() || text == "Z"))
        return std::nullopt;
    return serialOfDay(*year, *month, *day);
}

std::optional<double> clockDays(std::string_view text) {
    text = text.substr(0, text.find_first_of("Z+-"));
    const auto hour = takeDigits(text, 2);
    if (!hour || *hour > 24 || !take(text, ':'))
        return std::nullopt;
    const auto minute = takeDigits(text, 2);
    if (!minute || *minute > 59)
        return std::nullopt;
    double seconds = 0;
    if (take(text, ':')) {
        if (text.empty() || text.front() < '0' || text.front() > '9')
            return std::nullopt;
        const char* const end = text.data() + text.size();
        const auto parsed = std::from_chars(text.data(), end, seconds, std::chars_format::fixed);
        if (parsed.ptr != end || seconds >= 61)
            return std::nullopt;
    } else if (!text.empty()) {
        return std::nullopt;
    }
    return (*hour * 3600 + *minute * 60 + seconds) / kSecondsOfDay;
}

} // namespace

std::optional<double> serialOfDay(int year, int month, int day) {
    using namespace std::chrono_literals;
    constexpr std::chrono::sys_days kEpoch = 1899y / 12 / 30;
    constexpr std::chrono::sys_days kAfterLeapBug = 1900y / 3 / 1;
    if (year < 1 || year > 9999 || month < 1 || month > 12 || day < 1 || day > 31)
        return std::nullopt;
    const std::chrono::year_month_day date = std::chrono::year{year} / month / day;
    if (!date.ok())
        return std::nullopt;
    const std::chrono::sys_days at = date;
    return static_cast<double>((at - kEpoch).count() - (at < kAfterLeapBug ? 1 : 0));
}

std::optional<double> isoSerial(std::string_view text) {
    const auto separator = text.find_first_of("T ");
    if (separator == std::string_view::npos)
        return text.find(':') == std::string_view::npos ? dateDays(text) : clockDays(text);
    const auto clock = clockDays(text.substr(separator + 1));
    if (separator == 0 || !clock)
        return clock;
    const auto date = dateDays(text.substr(0, separator));
    if (!date)
        return std::nullopt;
    return *date + *clock;
}

} // namespace leadsheet::app
