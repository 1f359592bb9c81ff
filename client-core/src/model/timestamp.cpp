// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/timestamp.hpp"

#include <array>
#include <cstdio>

namespace leadsheet {
namespace {

/// Reads exactly `digits` digits from the front; -1 when they are not there.
int number(std::string_view& rest, std::size_t digits) {
    if (rest.size() < digits)
        return -1;
    int value = 0;
    for (const char c : rest.substr(0, digits)) {
        if (c < '0' || c > '9')
            return -1;
        value = value * 10 + (c - '0');
    }
    rest.remove_prefix(digits);
    return value;
}

bool literal(std::string_view& rest, std::string_view either) {
    if (rest.empty() || either.find(rest.front()) == std::string_view::npos)
        return false;
    rest.remove_prefix(1);
    return true;
}

std::optional<std::chrono::milliseconds> fraction(std::string_view& rest) {
    if (!literal(rest, "."))
        return std::chrono::milliseconds(0);
    int value = 0;
    int digits = 0;
    for (; !rest.empty() && rest.front() >= '0' && rest.front() <= '9'; rest.remove_prefix(1))
        if (++digits <= 3)
            value = value * 10 + (rest.front() - '0');
    if (digits == 0)
        return {};
    for (int i = digits; i < 3; ++i)
        value *= 10;
    return std::chrono::milliseconds(value);
}

std::optional<std::chrono::minutes> offset(std::string_view& rest) {
    if (literal(rest, "Zz"))
        return std::chrono::minutes(0);
    const bool west = rest.starts_with('-');
    if (!literal(rest, "+-"))
        return {};
    const int hours = number(rest, 2);
    if (!literal(rest, ":"))
        return {};
    const int minutes = number(rest, 2);
    if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59)
        return {};
    const std::chrono::minutes total = std::chrono::hours(hours) + std::chrono::minutes(minutes);
    return west ? -total : total;
}

} // namespace

std::optional<WallTime> parseTimestamp(std::string_view text) {
    const int year = number(text, 4);
    const bool dash1 = literal(text, "-");
    const int month = number(text, 2);
    const bool dash2 = literal(text, "-");
    const int day = number(text, 2);
    const bool separator = literal(text, "Tt ");
    const int hour = number(text, 2);
    const bool colon1 = literal(text, ":");
    const int minute = number(text, 2);
    const bool colon2 = literal(text, ":");
    const int second = number(text, 2);
    if (!dash1 || !dash2 || !separator || !colon1 || !colon2 || year < 0 || month < 1 || day < 1 ||
        hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 60)
        return {};
    const auto sub = fraction(text);
    const auto zone = offset(text);
    const std::chrono::year_month_day date{std::chrono::year(year),
                                           std::chrono::month(static_cast<unsigned>(month)),
                                           std::chrono::day(static_cast<unsigned>(day))};
    if (!sub || !zone || !text.empty() || !date.ok())
        return {};
    return std::chrono::sys_days(date) + std::chrono::hours(hour) + std::chrono::minutes(minute) +
           std::chrono::seconds(second) + *sub - *zone;
}

std::string formatTimestamp(WallTime time) {
    const auto day = std::chrono::floor<std::chrono::days>(time);
    const std::chrono::year_month_day date(day);
    const std::chrono::hh_mm_ss clock(time - day);
    std::array<char, 48> text{};
    const int length = std::snprintf(
        text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02d.%03dZ",
        static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
        static_cast<unsigned>(date.day()), static_cast<int>(clock.hours().count()),
        static_cast<int>(clock.minutes().count()), static_cast<int>(clock.seconds().count()),
        static_cast<int>(clock.subseconds().count()));
    return std::string(text.data(), static_cast<std::size_t>(length));
}

} // namespace leadsheet
