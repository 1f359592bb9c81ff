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

namespace {

// Beyond, doubles have no digits after the point.
constexpr double kLargestWithFraction = 4503599627370496.0; // 2^52

struct Ratio {
    double numerator = 0;
    std::uint32_t denominator = 1;
};

// The last convergent of the continued fraction whose denominator fits.
Ratio bestRatio(double value, std::uint32_t largest) {
    constexpr double kExactEnough = 5e-8;
    double numeratorBefore = 0;
    double numerator = 1;
    std::uint64_t denominatorBefore = 1;
    std::uint64_t denominator = 0;
    double rest = value;
    for (;;) {
        const double whole = std::floor(rest);
        const std::uint64_t next =
            static_cast<std::uint64_t>(whole) * denominator + denominatorBefore;
        if (next > largest)
            break;
        const double top = whole * numerator + numeratorBefore;
        numeratorBefore = numerator;
        numerator = top;
        denominatorBefore = denominator;
        denominator = next;
        if (rest - whole < kExactEnough)
            break;
        rest = 1 / (rest - whole);
    }
    return {numerator, static_cast<std::uint32_t>(denominator)};
}

struct Mixed {
    double whole = 0;
    Ratio ratio;
};

Mixed split(const FormatSection& section, double value) {
    std::uint32_t largest = 1;
    for (std::size_t i = 0; i < section.denominatorPlaces.size(); ++i)
        largest *= 10;
    Mixed mixed;
    const bool separate = !section.integerPlaces.empty();
    if (separate)
        mixed.whole = std::floor(value);
    const double rest = value - mixed.whole;
    mixed.ratio =
        section.fixedDenominator != 0
            ? Ratio{std::floor(rest * section.fixedDenominator + 0.5), section.fixedDenominator}
            : bestRatio(rest, largest - 1);
    if (separate && mixed.ratio.numerator >= mixed.ratio.denominator) {
        mixed.whole += 1;
        mixed.ratio = {0, mixed.ratio.denominator};
    }
    return mixed;
}

class FractionWriter {
public:
    FractionWriter(std::string& out, const FormatSection& section, double value)
        : out_(out)
        , section_(section)
        , mixed_(split(section, value)) {
        const std::string places = section.numeratorPlaces + section.denominatorPlaces;
        padded_ = places.find('?') != std::string::npos;
        keepsGaps_ = places.find_first_not_of('#') != std::string::npos;
        shown_ = section.integerPlaces.empty() || mixed_.ratio.numerator != 0 ||
                 section.numeratorPlaces.find('0') != std::string::npos;
    }

    bool zero() const { return mixed_.whole == 0 && mixed_.ratio.numerator == 0; }

    void write() {
        for (const FormatPart& part : section_.parts)
            writePart(part);
    }

private:
    void writePart(const FormatPart& part) {
        switch (part.kind) {
        case PartKind::Integer:
            writeWhole(part);
            break;
        case PartKind::FractionGap:
            if (shown_ && (keepsGaps_ || !justBegun()))
                out_ += section_.literalOf(part);
            else
                writeBlanks(part.length);
            break;
        case PartKind::Numerator:
            writeNumerator(part);
            break;
        case PartKind::Slash:
            if (shown_)
                out_ += '/';
            else
                writeBlanks(1);
            break;
        case PartKind::Denominator:
            writeDenominator();
            break;
        default:
            out_ += section_.literalOf(part);
            break;
        }
    }

    // "1/2" without a whole number has no gap before it, unless places are kept free.
    bool justBegun() const { return !wroteWhole_ && !wroteNumerator_; }

    void writeBlanks(std::size_t count) {
        if (padded_)
            out_.append(count, ' ');
    }

    void writeWhole(const FormatPart& part) {
        const std::size_t before = out_.size();
        appendIntegerPart(out_, decimalOf(mixed_.whole), part, section_.integerPlaces,
                          section_.grouping);
        if (out_.size() == before && !shown_)
            out_ += '0';
        wroteWhole_ = wroteWhole_ || out_.size() != before;
    }

    void writeNumerator(const FormatPart& part) {
        wroteNumerator_ = true;
        if (!shown_) {
            writeBlanks(part.length);
            return;
        }
        const Decimal digits = decimalOf(mixed_.ratio.numerator);
        if (!digits.zero()) {
            appendIntegerPart(out_, digits, part, section_.numeratorPlaces, false);
            return;
        }
        for (std::uint32_t i = part.begin; i + 1 < part.begin + part.length; ++i)
            appendEmptyPlace(out_, section_.numeratorPlaces[i]);
        out_ += '0';
    }

    void writeDenominator() {
        const std::string& places = section_.denominatorPlaces;
        if (!shown_) {
            writeBlanks(places.size());
            return;
        }
        const std::string digits = std::to_string(mixed_.ratio.denominator);
        const std::size_t missing = places.size() - std::min(places.size(), digits.size());
        const bool zeros = section_.fixedDenominator == 0 && places.find('0') != std::string::npos;
        if (zeros)
            out_.append(missing, '0');
        out_ += digits;
        if (!zeros)
            writeBlanks(missing);
    }

    std::string& out_;
    const FormatSection& section_;
    Mixed mixed_;
    bool padded_ = false;
    bool keepsGaps_ = false;
    bool shown_ = false;
    bool wroteWhole_ = false;
    bool wroteNumerator_ = false;
};

} // namespace

void renderFraction(std::string& out, const FormatSection& section, double magnitude, bool minus) {
    const double value =
        section.powerOfTen == 0 ? magnitude : magnitude * std::pow(10.0, section.powerOfTen);
    if (!(value < kLargestWithFraction)) {
        appendGeneral(out, minus ? -magnitude : magnitude);
        return;
    }
    FractionWriter writer(out, section, value);
    if (minus && !writer.zero())
        out += '-';
    writer.write();
}

} // namespace leadsheet::app
