// SPDX-License-Identifier: Apache-2.0
// Four lines: a RateLimit or RateLimit-Policy field, a Retry-After field, a Date field, a second
// Retry-After; then four bytes of the local clock.
#include "fuzz_case.hpp"
#include "fuzz_input.hpp"
#include "leadsheet/rate_limit_fields.hpp"
#include "retry/retry_after.hpp"

#include <array>
#include <charconv>
#include <cstdio>

namespace leadsheet::test {

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr seconds kLongestWindow = std::chrono::hours(24 * 366);
constexpr std::size_t kAllItems = 16;      ///< twice as many are still read
constexpr std::size_t kShortField = 1'000; ///< written again or twice it is still read

std::string sfString(std::string_view name) {
    std::string text = "\"";
    for (const char c : name) {
        if (c == '"' || c == '\\')
            text += '\\';
        text += c;
    }
    return text + '"';
}

template <class Item>
std::string written(const std::vector<Item>& items, std::int64_t Item::*count, char countKey,
                    std::optional<seconds> Item::*time, char timeKey) {
    std::string text;
    for (const Item& item : items) {
        text += (text.empty() ? "" : ", ") + sfString(item.policy) + ';' + countKey + '=' +
                std::to_string(item.*count);
        if (item.*time)
            text += std::string(";") + timeKey + '=' + std::to_string((item.*time)->count());
    }
    return text;
}

template <class Item>
using Parse = std::optional<std::vector<Item>> (*)(std::string_view);

template <class Item>
std::string checkField(std::string_view field, Parse<Item> parse, std::int64_t Item::*count,
                       char countKey, std::optional<seconds> Item::*time, char timeKey) {
    const auto items = parse(field);
    if (!items)
        return {};
    for (const Item& item : *items) {
        if (item.*count < 0)
            return "fewer than no requests are left";
        if (item.*time && (*(item.*time) < seconds(0) || *(item.*time) > kLongestWindow))
            return "a window is longer than a year, or negative";
    }
    if (field.size() > kShortField)
        return {};
    if (parse(written(*items, count, countKey, time, timeKey)) != items)
        return "a field changes when it is written again";
    if (parse("  " + std::string(field) + "   ") != items)
        return "spaces around a field change it";
    if (items->empty() || items->size() > kAllItems)
        return {};
    auto twice = *items;
    twice.insert(twice.end(), items->begin(), items->end());
    if (parse(std::string(field) + " ,\t" + std::string(field)) != twice)
        return "two fields are not their lists one after the other";
    return {};
}

std::string imfDate(WallTime time) {
    static constexpr std::array kDays{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static constexpr std::array kMonths{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                        "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const auto day = std::chrono::floor<std::chrono::days>(time);
    const std::chrono::year_month_day date(day);
    const std::chrono::hh_mm_ss clock(std::chrono::floor<seconds>(time - day));
    std::array<char, 64> text{};
    std::snprintf(
        text.data(), text.size(), "%s, %02u %s %04d %02d:%02d:%02d GMT",
        kDays.at(std::chrono::weekday(day).c_encoding()), static_cast<unsigned>(date.day()),
        kMonths.at(static_cast<unsigned>(date.month()) - 1), static_cast<int>(date.year()),
        static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
        static_cast<int>(clock.seconds().count()));
    return text.data();
}

std::string checkDate(std::string_view text, WallTime now) {
    constexpr auto kHalfCentury = std::chrono::days(51 * 366);
    const auto time = parseHttpDate(text, now);
    if (!time)
        return {};
    // A leap second at the end of 9999 is in a year of five digits, which no date can name.
    const std::string again = imfDate(*time);
    if (again.size() == 29 && parseHttpDate(again, now) != time)
        return "a date changes when it is written again: " + again;
    const bool shortYear = text.find('-') != std::string_view::npos;
    if (shortYear && (*time > now + kHalfCentury || *time < now - kHalfCentury))
        return "a year of two digits is more than 50 years away: " + again;
    return {};
}

std::optional<std::uint64_t> asDigits(std::string_view text) {
    std::uint64_t value = 0;
    const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
    return end.ec == std::errc{} && end.ptr == text.data() + text.size() ? std::optional(value)
                                                                         : std::nullopt;
}

std::string checkRetryAfter(std::string_view value, std::string_view date, std::string_view other,
                            WallTime now) {
    const auto delay = parseRetryAfter(value, date, now);
    if (delay && (*delay < milliseconds(0) || *delay > kLongestRetryAfter))
        return "a wait is negative or without end";
    const auto digits = asDigits(value);
    if (digits && (!delay || (*digits < 10'000'000 && *delay != seconds(*digits))))
        return "so many seconds are not so many seconds";
    const auto otherDigits = asDigits(other);
    const auto otherDelay = parseRetryAfter(other, date, now);
    if (digits && otherDigits && otherDelay && *digits <= *otherDigits && *delay > *otherDelay)
        return "whoever asks for more is given less";
    const auto due = parseHttpDate(value, now);
    const auto sent = parseHttpDate(date, now);
    if (digits || !due || !sent)
        return {};
    if (!delay ||
        *delay != std::clamp<milliseconds>(*due - *sent, milliseconds(0), kLongestRetryAfter))
        return "a date is not measured against the answer's own";
    const bool fullYears =
        value.find('-') == std::string_view::npos && date.find('-') == std::string_view::npos;
    if (fullYears && parseRetryAfter(value, date, now + std::chrono::hours(12)) != delay)
        return "the local clock matters although the answer has a date";
    return {};
}

std::string playRateLimit(std::string_view bytes) {
    FuzzInput input(bytes);
    const std::string_view field = input.line();
    const std::string_view value = input.line();
    const std::string_view date = input.line();
    const std::string_view other = input.line();
    const WallTime now = WallTime(seconds(input.number(4)));
    if (auto problem = checkField<RateLimitItem>(field, &parseRateLimit, &RateLimitItem::remaining,
                                                 'r', &RateLimitItem::reset, 't');
        !problem.empty())
        return problem;
    if (auto problem = checkField<RateLimitPolicyItem>(field, &parseRateLimitPolicy,
                                                       &RateLimitPolicyItem::quota, 'q',
                                                       &RateLimitPolicyItem::window, 'w');
        !problem.empty())
        return problem;
    for (const std::string_view text : {value, date, other})
        if (auto problem = checkDate(text, now); !problem.empty())
            return problem;
    return checkRetryAfter(value, date, other, now);
}

} // namespace

LEADSHEET_FUZZ_CASE(rate_limit, playRateLimit);

} // namespace leadsheet::test
