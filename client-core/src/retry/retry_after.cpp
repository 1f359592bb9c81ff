// SPDX-License-Identifier: Apache-2.0
#include "retry/retry_after.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace leadsheet {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::array<std::string_view, 12> kMonths = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                      "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
constexpr std::array<std::string_view, 7> kDays = {"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};
constexpr std::array<std::string_view, 7> kLongDays = {
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"};

std::string_view trim(std::string_view text) {
    constexpr std::string_view kBlank = " \t";
    const auto first = text.find_first_not_of(kBlank);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

/// Walks over a date; every step fails for good once one did not match.
class Reader {
public:
    explicit Reader(std::string_view text)
        : rest_(text) {}

    void literal(std::string_view expected) {
        if (rest_.starts_with(expected))
            rest_.remove_prefix(expected.size());
        else
            good_ = false;
    }

    int number(std::size_t digits, bool spacePadded = false) {
        int value = 0;
        if (rest_.size() < digits)
            good_ = false;
        for (std::size_t i = 0; good_ && i < digits; ++i) {
            const char c = rest_[i];
            if (c == ' ' && spacePadded && i + 1 < digits)
                continue;
            good_ = c >= '0' && c <= '9';
            value = value * 10 + (c - '0');
        }
        if (good_)
            rest_.remove_prefix(digits);
        return value;
    }

    int name(std::span<const std::string_view> names) {
        for (std::size_t i = 0; i < names.size(); ++i)
            if (rest_.starts_with(names[i])) {
                rest_.remove_prefix(names[i].size());
                return static_cast<int>(i);
            }
        good_ = false;
        return 0;
    }

    bool complete() const { return good_ && rest_.empty(); }

private:
    std::string_view rest_;
    bool good_ = true;
};

struct Fields {
    int year = 0;
    int month = 0; ///< from 0
    int day = 0;
    int hour = 0;
    int minute = 0;
    int second = 0;
};

void readTime(Reader& reader, Fields& fields) {
    fields.hour = reader.number(2);
    reader.literal(":");
    fields.minute = reader.number(2);
    reader.literal(":");
    fields.second = reader.number(2);
}

/// The two forms of an HTTP date that begin with the day of the month (RFC 9110 section 5.6.7).
struct DayFirstForm {
    std::span<const std::string_view> dayNames;
    std::string_view separator;
    std::size_t yearDigits;
};
constexpr DayFirstForm kFixdate{kDays, " ", 4};    ///< Sun, 06 Nov 1994 08:49:37 GMT
constexpr DayFirstForm kRfc850{kLongDays, "-", 2}; ///< Sunday, 06-Nov-94 08:49:37 GMT

bool readDayFirst(std::string_view text, const DayFirstForm& form, Fields& fields) {
    Reader reader(text);
    reader.name(form.dayNames);
    reader.literal(", ");
    fields.day = reader.number(2);
    reader.literal(form.separator);
    fields.month = reader.name(kMonths);
    reader.literal(form.separator);
    fields.year = reader.number(form.yearDigits);
    reader.literal(" ");
    readTime(reader, fields);
    reader.literal(" GMT");
    return reader.complete();
}

bool readAsctime(std::string_view text, Fields& fields) {
    Reader reader(text);
    reader.name(kDays);
    reader.literal(" ");
    fields.month = reader.name(kMonths);
    reader.literal(" ");
    fields.day = reader.number(2, true);
    reader.literal(" ");
    readTime(reader, fields);
    reader.literal(" ");
    fields.year = reader.number(4);
    return reader.complete();
}

std::optional<WallTime> toTime(const Fields& fields) {
    const std::chrono::year_month_day date{
        std::chrono::year(fields.year), std::chrono::month(static_cast<unsigned>(fields.month + 1)),
        std::chrono::day(static_cast<unsigned>(fields.day))};
    // 60 is a leap second.
    if (!date.ok() || fields.hour > 23 || fields.minute > 59 || fields.second > 60)
        return {};
    return std::chrono::sys_days(date) + std::chrono::hours(fields.hour) +
           std::chrono::minutes(fields.minute) + seconds(fields.second);
}

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

/// What stands between may send the field twice, or join its lines to one.
std::string_view firstLine(std::string_view value) {
    constexpr std::string_view kEndOfDate = "GMT,";
    if (!value.empty() && isDigit(value.front()))
        return trim(value.substr(0, value.find(',')));
    const auto end = value.find(kEndOfDate);
    return end == std::string_view::npos ? value : value.substr(0, end + kEndOfDate.size() - 1);
}

std::optional<milliseconds> parseSeconds(std::string_view text) {
    constexpr seconds kMax = kLongestRetryAfter;
    std::int64_t whole = 0;
    std::size_t i = 0;
    for (; i < text.size() && isDigit(text[i]); ++i)
        whole = std::min<std::int64_t>(whole * 10 + (text[i] - '0'), kMax.count());
    if (i == 0)
        return {};
    if (i < text.size()) {
        const std::string_view fraction = text.substr(i + 1);
        if (text[i] != '.' || fraction.empty() ||
            !std::all_of(fraction.begin(), fraction.end(), isDigit))
            return {};
        if (fraction.find_first_not_of('0') != std::string_view::npos)
            ++whole;
    }
    return std::min<milliseconds>(seconds(whole), kMax);
}

} // namespace

std::optional<WallTime> parseHttpDate(std::string_view text, WallTime now) {
    text = trim(text);
    Fields fields;
    if (readDayFirst(text, kFixdate, fields) || readAsctime(text, fields))
        return toTime(fields);
    if (!readDayFirst(text, kRfc850, fields))
        return {};
    const std::chrono::year_month_day today(std::chrono::floor<std::chrono::days>(now));
    const int thisYear = static_cast<int>(today.year());
    fields.year += thisYear - thisYear % 100;
    if (fields.year > thisYear + 50)
        fields.year -= 100;
    else if (fields.year <= thisYear - 50)
        fields.year += 100; // the next century has begun there
    return toTime(fields);
}

std::optional<milliseconds> parseRetryAfter(std::string_view value,
                                            std::optional<std::string_view> dateHeader,
                                            WallTime localNow) {
    value = firstLine(trim(value));
    if (const auto delay = parseSeconds(value))
        return delay;
    const auto due = parseHttpDate(value, localNow);
    if (!due)
        return {};
    const auto sent = dateHeader ? parseHttpDate(*dateHeader, localNow) : std::nullopt;
    return std::clamp<milliseconds>(*due - sent.value_or(localNow), milliseconds(0),
                                    kLongestRetryAfter);
}

} // namespace leadsheet
