// SPDX-License-Identifier: Apache-2.0
#include "sheet/format/number_format.hpp"
#include "sheet/format/render.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>

namespace leadsheet::app {
namespace {

constexpr std::array<std::string_view, 12> kMonths{"January",   "February", "March",    "April",
                                                   "May",       "June",     "July",     "August",
                                                   "September", "October",  "November", "December"};
constexpr std::array<std::string_view, 7> kWeekdays{"Sunday",   "Monday", "Tuesday", "Wednesday",
                                                    "Thursday", "Friday", "Saturday"};
constexpr int kBuddhistYears = 543;
constexpr double kLongestElapsed = 1e8; // days

void appendPadded(std::string& out, std::int64_t value, int width) {
    std::array<char, 20> digits{};
    auto at = digits.end();
    for (; value > 0 || at == digits.end(); value /= 10)
        *--at = static_cast<char>('0' + value % 10);
    const auto count = static_cast<int>(digits.end() - at);
    if (width > count)
        out.append(static_cast<std::size_t>(width - count), '0');
    out.append(at, digits.end());
}

void appendYear(std::string& out, int year, int letters) {
    if (letters <= 2)
        appendPadded(out, year % 100, 2);
    else
        appendPadded(out, year, 4);
}

void appendMonth(std::string& out, int month, int letters) {
    const std::string_view name = kMonths[static_cast<std::size_t>(month - 1)];
    if (letters <= 2)
        appendPadded(out, month, letters);
    else
        out += letters == 3 ? name.substr(0, 3) : letters == 5 ? name.substr(0, 1) : name;
}

void appendDay(std::string& out, const SerialTime& time, int letters) {
    const std::string_view name = kWeekdays[static_cast<std::size_t>(time.weekday)];
    if (letters <= 2)
        appendPadded(out, time.day, letters);
    else
        out += letters == 3 ? name.substr(0, 3) : name;
}

// "AM/PM", "A/P", "a/p" and their like: one of the two halves.
void appendHalfDay(std::string& out, std::string_view written, bool afternoon) {
    if (written.size() == 5) {
        out += afternoon ? "PM" : "AM";
        return;
    }
    const std::size_t slash = written.find('/');
    out += afternoon ? written.substr(slash + 1) : written.substr(0, slash);
}

void appendSubseconds(std::string& out, int millisecond, int digits) {
    out += '.';
    std::array<char, 3> shown{static_cast<char>('0' + millisecond / 100),
                              static_cast<char>('0' + millisecond / 10 % 10),
                              static_cast<char>('0' + millisecond % 10)};
    out.append(shown.begin(), static_cast<std::size_t>(std::min(digits, 3)));
    if (digits > 3)
        out.append(static_cast<std::size_t>(digits - 3), '0');
}

class DateWriter {
public:
    DateWriter(std::string& out, const FormatSection& section, const SerialTime& time,
               std::int64_t elapsedSeconds)
        : out_(out)
        , section_(section)
        , time_(time)
        , elapsed_(elapsedSeconds) {}

    void write(const FormatPart& part) {
        const int width = part.width;
        const int padding = std::min(width, 2);
        switch (part.kind) {
        case PartKind::Year:
            return appendYear(out_, time_.year, width);
        case PartKind::BuddhistYear:
            return appendYear(out_, time_.year + kBuddhistYears, width);
        case PartKind::Month:
            return appendMonth(out_, time_.month, width);
        case PartKind::Day:
            return appendDay(out_, time_, width);
        case PartKind::Hour:
            return appendPadded(out_, section_.halfDays ? (time_.hour + 11) % 12 + 1 : time_.hour,
                                padding);
        case PartKind::Minute:
            return appendPadded(out_, time_.minute, padding);
        case PartKind::Second:
            return appendPadded(out_, time_.second, padding);
        case PartKind::Subsecond:
            return appendSubseconds(out_, time_.millisecond, width);
        case PartKind::HalfDay:
            return appendHalfDay(out_, section_.literalOf(part), time_.hour >= 12);
        case PartKind::ElapsedHours:
            return appendPadded(out_, elapsed_ / 3'600, width);
        case PartKind::ElapsedMinutes:
            return appendPadded(out_, elapsed_ / 60, width);
        case PartKind::ElapsedSeconds:
            return appendPadded(out_, elapsed_, width);
        default:
            out_ += section_.literalOf(part);
        }
    }

private:
    std::string& out_;
    const FormatSection& section_;
    const SerialTime& time_;
    std::int64_t elapsed_;
};

// A date alone ignores the time, up to the noise of stored numbers.
int shownDigits(const FormatSection& section) {
    return section.clock ? std::min(section.subsecondDigits, 3) : 3;
}

// What has passed since midnight of day 0, and the time of day it ends at. Days beyond the calendar
// do not matter to it.
std::int64_t elapsedSeconds(double magnitude, int subsecondDigits, SerialTime& ofDay) {
    const double days = std::floor(magnitude);
    serialTime(1 + (magnitude - days), false, subsecondDigits, ofDay);
    const auto fullDays = static_cast<std::int64_t>(days) + ofDay.day - 1; // day 2 after a carry
    return ((fullDays * 24 + ofDay.hour) * 60 + ofDay.minute) * 60 + ofDay.second;
}

} // namespace

bool renderDate(std::string& out, const FormatSection& section, double serial, bool date1904) {
    const double magnitude = std::fabs(serial);
    const int digits = shownDigits(section);
    const bool elapsedOnly = section.elapsed && !section.calendar;
    if (!(magnitude < kLongestElapsed) || (serial < 0 && !date1904 && !elapsedOnly))
        return false;
    SerialTime time;
    const std::int64_t elapsed = section.elapsed ? elapsedSeconds(magnitude, digits, time) : 0;
    if (!elapsedOnly && !serialTime(magnitude, date1904, digits, time))
        return false;
    if (serial < 0 && !(elapsedOnly && elapsed == 0 && time.millisecond == 0))
        out += '-';
    DateWriter writer(out, section, time, elapsed);
    for (const FormatPart& part : section.parts)
        writer.write(part);
    return true;
}

} // namespace leadsheet::app
