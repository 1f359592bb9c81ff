// SPDX-License-Identifier: Apache-2.0
#include "sheet/format/iso_serial.hpp"

#include <charconv>
#include <cstdint>

namespace leadsheet::app {
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

// Days since 1970-01-01 of the proleptic Gregorian calendar.
std::int64_t civilDays(int year, int month, int day) {
    const int shifted = month <= 2 ? year - 1 : year;
    const int era = shifted / 400;
    const int yearOfEra = shifted - era * 400;
    const int dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
    const int dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
    return std::int64_t{era} * 146'097 + dayOfEra - 719'468;
}

int daysOfMonth(int year, int month) {
    if (month == 2)
        return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
    return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

std::optional<double> dateDays(std::string_view text) {
    const auto year = takeDigits(text, 4);
    if (!year || *year == 0 || !take(text, '-'))
        return std::nullopt;
    const auto month = takeDigits(text, 2);
    if (!month || *month < 1 || *month > 12 || !take(text, '-'))
        return std::nullopt;
    const auto day = takeDigits(text, 2);
    if (!day || *day < 1 || *day > daysOfMonth(*year, *month) || !(text.empty() || text == "Z"))
        return std::nullopt;
    static const std::int64_t kEpoch = civilDays(1899, 12, 30);
    static const std::int64_t kAfterLeapBug = civilDays(1900, 3, 1);
    const std::int64_t days = civilDays(*year, *month, *day);
    return static_cast<double>(days - kEpoch - (days < kAfterLeapBug ? 1 : 0));
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
