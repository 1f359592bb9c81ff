// SPDX-License-Identifier: Apache-2.0
// Eight bytes of a number, one with flags, and a format code.
#include "fuzz_case.hpp"
#include "sheet/format/number_format.hpp"
#include "sheet/utf8.hpp"

#include <cmath>
#include <cstdlib>
#include <cstring>

namespace leadsheet::test {

namespace {

using namespace leadsheet::app;

constexpr std::size_t kLongestNumber = 2'000;

std::string checkGeneral(double value) {
    std::string text;
    appendGeneral(text, value);
    if (!std::isfinite(value))
        return text == "#NUM!" ? "" : "a number that is none is shown";
    const double back = std::strtod(text.c_str(), nullptr);
    if (text == "-0" || text.empty())
        return "General shows " + text;
    // 15 significant digits are within half a unit of the fifteenth, and then there is strtod.
    if (std::fabs(back - value) > std::fabs(value) * 5.5e-15)
        return "General loses digits: " + text;
    if (std::fabs(value) < 1e21 && std::trunc(value) == value &&
        (back != value || text.find_first_of("E.") != std::string::npos))
        return "General changes an integer: " + text;
    return {};
}

std::string checkDate(double value, bool date1904) {
    SerialTime time;
    const std::string iso = isoDate(value, date1904);
    for (int digits = 0; digits <= 3; ++digits) {
        if (!serialTime(value, date1904, digits, time))
            continue;
        if (time.year < 1900 || time.year > 9999 || time.month < 1 || time.month > 12 ||
            time.day < 0 || time.day > 31 || time.hour > 23 || time.minute > 59 ||
            time.second > 59 || time.millisecond > 999)
            return "a date is out of the calendar";
    }
    if (iso.empty() == serialTime(value, date1904, 3, time))
        return "isoDate and serialTime disagree";
    return {};
}

std::string checkFormat(std::string_view code, double value, bool date1904) {
    const NumberFormat format = NumberFormat::parse(code);
    std::string first = "kept";
    format.append(first, value, date1904);
    if (!first.starts_with("kept"))
        return "text before is changed";
    std::string again = "kept";
    NumberFormat::parse(code).append(again, value, date1904);
    if (first != again)
        return "the same code shows two texts";
    if (first.size() > kLongestNumber + 8 * code.size())
        return "a short code shows a long text";
    if (isValidUtf8(code) && !isValidUtf8(first))
        return "a character is cut in pieces";
    std::string general = "kept";
    appendGeneral(general, value);
    if (format.general() && first != general)
        return "a general format shows something else than General";
    std::string text;
    format.appendText(text, "text");
    if (text.size() > 4 * code.size() + 4)
        return "a short code shows a long text around a text";
    return {};
}

std::string playNumberFormat(std::string_view input) {
    if (input.size() < 9)
        return {};
    double value = 0;
    std::memcpy(&value, input.data(), sizeof value);
    const bool date1904 = (static_cast<unsigned char>(input[8]) & 1U) != 0;
    if (auto problem = checkFormat(input.substr(9), value, date1904); !problem.empty())
        return problem;
    if (auto problem = checkGeneral(value); !problem.empty())
        return problem;
    return checkDate(value, date1904);
}

} // namespace

LEADSHEET_FUZZ_CASE(number_format, playNumberFormat);

} // namespace leadsheet::test
