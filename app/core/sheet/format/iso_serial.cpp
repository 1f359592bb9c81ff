// SPDX-License-Identifier: Apache-2.0
#include "sheet/format/iso_serial.hpp"

#include <charconv>
#include <chrono>

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
