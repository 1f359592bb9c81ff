// SPDX-License-Identifier: Apache-2.0
#include "export/record_encoder.hpp"

#include <array>
#include <charconv>
#include <cmath>

namespace leadsheet::app {
namespace {

using std::chrono::milliseconds;
using std::chrono::sys_days;

constexpr int kSerialOfEpoch = 25'569; // 1 January 1970
constexpr double kDayMilliseconds = 86'400'000;
constexpr ExportTime kFirst = sys_days{std::chrono::year{1900} / 3 / 1};
constexpr ExportTime kPast = sys_days{std::chrono::year{10'000} / 1 / 1};

void appendPadded(std::string& out, std::int64_t value, std::size_t width) {
    std::array<char, 24> digits{};
    const auto end =
        std::to_chars(digits.data(), digits.data() + digits.size(), value < 0 ? -value : value);
    const auto length = static_cast<std::size_t>(end.ptr - digits.data());
    if (value < 0)
        out += '-';
    if (length < width)
        out.append(width - length, '0');
    out.append(digits.data(), length);
}

// Prices and scores: at most two decimals, and too small for an exponent to be the shorter text. A
// decimal number of up to 15 digits that reads back as the same double is the only one, so this is
// the shortest text.
bool appendHundredths(std::string& out, double value) {
    if (!(value > 0 && value < 100'000))
        return false;
    const std::int64_t hundredths = std::llround(value * 100);
    if (static_cast<double>(hundredths) / 100 != value)
        return false;
    appendInteger(out, hundredths / 100);
    const auto digit = [](std::int64_t number) {
        return static_cast<char>('0' + number % 10);
    };
    if (hundredths % 100 != 0)
        out.append({'.', digit(hundredths / 10)});
    if (hundredths % 10 != 0)
        out += digit(hundredths);
    return true;
}

} // namespace

void appendInteger(std::string& out, std::int64_t value) {
    std::array<char, 24> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    out.append(digits.data(), end.ptr);
}

void appendDouble(std::string& out, double value) {
    if (appendHundredths(out, value))
        return;
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    out.append(digits.data(), end.ptr);
}

void appendDate(std::string& out, sys_days date) {
    const std::chrono::year_month_day day(date);
    const int year = static_cast<int>(day.year());
    if (year >= 0 && year <= 9'999) {
        const auto digit = [](unsigned value) {
            return static_cast<char>('0' + value % 10);
        };
        const auto y = static_cast<unsigned>(year);
        const auto m = static_cast<unsigned>(day.month());
        const auto d = static_cast<unsigned>(day.day());
        const std::array<char, 10> text{
            digit(y / 1000), digit(y / 100), digit(y / 10), digit(y),      '-',
            digit(m / 10),   digit(m),       '-',           digit(d / 10), digit(d)};
        out.append(text.data(), text.size());
        return;
    }
    appendPadded(out, static_cast<int>(day.year()), 4);
    out += '-';
    appendPadded(out, static_cast<unsigned int>(day.month()), 2);
    out += '-';
    appendPadded(out, static_cast<unsigned int>(day.day()), 2);
}

void appendTime(std::string& out, ExportTime time) {
    const auto date = std::chrono::floor<std::chrono::days>(time);
    const std::chrono::hh_mm_ss<milliseconds> clock(time - date);
    appendDate(out, date);
    out += 'T';
    appendPadded(out, clock.hours().count(), 2);
    out += ':';
    appendPadded(out, clock.minutes().count(), 2);
    out += ':';
    appendPadded(out, clock.seconds().count(), 2);
    if (clock.subseconds().count() != 0) {
        out += '.';
        appendPadded(out, clock.subseconds().count(), 3);
    }
    out += 'Z';
}

void appendAmount(std::string& out, ExportAmount amount) {
    if (amount.minor < 0)
        out += '-';
    // The magnitude of the smallest value has no positive counterpart.
    std::string digits =
        std::to_string(amount.minor < 0 ? 0 - static_cast<std::uint64_t>(amount.minor)
                                        : static_cast<std::uint64_t>(amount.minor));
    const auto places = static_cast<std::size_t>(amount.digits);
    if (digits.size() <= places)
        digits.insert(0, places + 1 - digits.size(), '0');
    out.append(digits, 0, digits.size() - places);
    if (places > 0)
        out.append(".").append(digits, digits.size() - places, places);
}

void appendList(std::string& out, const ExportList& list) {
    for (std::size_t i = 0; i < list.texts.size(); ++i)
        out.append(i == 0 ? "" : ", ").append(list.texts[i]);
}

std::optional<double> dateSerial(ExportTime time) {
    if (time < kFirst || time >= kPast)
        return std::nullopt;
    return kSerialOfEpoch + static_cast<double>(time.time_since_epoch().count()) / kDayMilliseconds;
}

} // namespace leadsheet::app
