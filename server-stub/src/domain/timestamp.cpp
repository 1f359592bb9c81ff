// SPDX-License-Identifier: Apache-2.0
#include "domain/timestamp.hpp"

#include <algorithm>
#include <cstdint>
#include <string>

namespace leadsheet::server::domain {

namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

// A page of leads has thousands of times, for which printf is slow.
void putDigits(std::array<char, kTimestampSize>& text, std::size_t at, std::size_t count,
               std::int64_t number) {
    for (std::size_t i = count; i > 0; --i, number /= 10)
        text[at + i - 1] = static_cast<char>('0' + number % 10);
}

/// Takes digits and separators off the front of a text; any mismatch fails for good.
class Scanner {
public:
    explicit Scanner(std::string_view text)
        : rest_(text) {}

    int number(std::size_t digits) {
        if (rest_.size() < digits)
            return fail();
        int value = 0;
        for (const char c : rest_.substr(0, digits)) {
            if (c < '0' || c > '9')
                return fail();
            value = value * 10 + (c - '0');
        }
        rest_.remove_prefix(digits);
        return value;
    }

    bool take(std::string_view oneOf) {
        if (rest_.empty() || oneOf.find(rest_.front()) == std::string_view::npos)
            return false;
        rest_.remove_prefix(1);
        return true;
    }

    void expect(std::string_view oneOf) {
        if (!take(oneOf))
            fail();
    }

    /// 1 to 9 fraction digits, cut to milliseconds.
    int fraction() {
        std::size_t digits = 0;
        int millis = 0;
        for (; digits < rest_.size() && rest_[digits] >= '0' && rest_[digits] <= '9'; ++digits) {
            if (digits < 3)
                millis = millis * 10 + (rest_[digits] - '0');
        }
        if (digits == 0 || digits > 9)
            return fail();
        for (std::size_t i = digits; i < 3; ++i)
            millis *= 10;
        rest_.remove_prefix(digits);
        return millis;
    }

    bool atEnd() const { return good_ && rest_.empty(); }

private:
    int fail() {
        good_ = false;
        rest_ = {};
        return 0;
    }

    std::string_view rest_;
    bool good_ = true;
};

constexpr Timestamp kFirstMoment =
    std::chrono::sys_days(std::chrono::year(0) / std::chrono::January / 1);
constexpr Timestamp kEndOfMoments =
    std::chrono::sys_days(std::chrono::year(10'000) / std::chrono::January / 1);

} // namespace

std::array<char, kTimestampSize> timestampText(Timestamp time) {
    const auto day = std::chrono::floor<days>(time);
    const std::chrono::year_month_day date(day);
    const std::chrono::hh_mm_ss clock(time - day);
    constexpr std::string_view kShape = "0000-00-00T00:00:00.000Z";
    std::array<char, kTimestampSize> text{};
    std::copy_n(kShape.begin(), text.size(), text.begin());
    putDigits(text, 0, 4, static_cast<int>(date.year()));
    putDigits(text, 5, 2, static_cast<int>(static_cast<unsigned>(date.month())));
    putDigits(text, 8, 2, static_cast<int>(static_cast<unsigned>(date.day())));
    putDigits(text, 11, 2, clock.hours().count());
    putDigits(text, 14, 2, clock.minutes().count());
    putDigits(text, 17, 2, clock.seconds().count());
    putDigits(text, 20, 3, clock.subseconds().count());
    return text;
}

std::string formatTimestamp(Timestamp time) {
    const auto text = timestampText(time);
    return {text.data(), text.size()};
}

std::optional<Timestamp> parseTimestamp(std::string_view text) {
    Scanner scan(text);
    const int year = scan.number(4);
    scan.expect("-");
    const auto month = static_cast<unsigned>(scan.number(2));
    scan.expect("-");
    const auto day = static_cast<unsigned>(scan.number(2));
    scan.expect("Tt ");
    const int hour = scan.number(2);
    scan.expect(":");
    const int minute = scan.number(2);
    scan.expect(":");
    const int second = scan.number(2);
    const int millis = scan.take(".") ? scan.fraction() : 0;
    minutes offset{0};
    if (!scan.take("Zz")) {
        const bool west = scan.take("-");
        if (!west)
            scan.expect("+");
        const int offsetHours = scan.number(2);
        scan.expect(":");
        const int offsetMinutes = scan.number(2);
        if (offsetHours > 23 || offsetMinutes > 59)
            return std::nullopt;
        offset = hours(offsetHours) + minutes(offsetMinutes);
        if (west)
            offset = -offset;
    }
    const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(month),
                                           std::chrono::day(day)};
    if (!scan.atEnd() || !date.ok() || hour > 23 || minute > 59 || second > 60)
        return std::nullopt;
    const Timestamp time = Timestamp(std::chrono::sys_days(date)) + hours(hour) + minutes(minute) +
                           seconds(std::min(second, 59)) + milliseconds(millis) - offset;
    // Four digits have to say it in UTC, too.
    if (time < kFirstMoment || time >= kEndOfMoments)
        return std::nullopt;
    return time;
}

} // namespace leadsheet::server::domain
