// SPDX-License-Identifier: Apache-2.0
#include "sheet/ods/cell.hpp"

#include "sheet/format/number_format.hpp"
#include "sheet/format/serial_time.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace leadsheet::app {

using namespace std::string_view_literals;

namespace {

// Inside a paragraph, everything is text but these; names are without prefix.
constexpr std::array kNoText = {
    "annotation"sv,
    "annotation-end"sv,
    "caption"sv,
    "circle"sv,
    "connector"sv,
    "control"sv,
    "custom-shape"sv,
    "ellipse"sv,
    "event-listeners"sv,
    "frame"sv,
    "g"sv,
    "h"sv,
    "line"sv,
    "measure"sv,
    "note"sv,
    "object"sv,
    "p"sv,
    "path"sv,
    "polygon"sv,
    "polyline"sv,
    "rect"sv,
    "regular-polygon"sv,
    "ruby-text"sv,
    "scene"sv,
    "table"sv,
};
static_assert(std::is_sorted(kNoText.begin(), kNoText.end()));

bool isParagraph(std::string_view name) {
    return name == "p" || name == "h";
}

bool isList(std::string_view name) {
    return name == "list" || name == "list-item" || name == "list-header";
}

} // namespace

void OdsCellText::clear() {
    value_.clear();
    skipped_ = 0;
    paragraph_ = any_ = tooLong_ = false;
}

void OdsCellText::startElement(std::string_view name, const XmlAttributes& attributes) {
    if (skipped_ > 0) {
        ++skipped_;
    } else if (!paragraph_) {
        if (isParagraph(name)) {
            if (any_)
                add("\n");
            paragraph_ = any_ = true;
        } else if (!isList(name)) {
            skipped_ = 1;
        }
    } else if (name == "s") {
        addSpaces(attributes);
    } else if (name == "tab") {
        add("\t");
    } else if (name == "line-break") {
        add("\n");
    } else if (std::binary_search(kNoText.begin(), kNoText.end(), name)) {
        skipped_ = 1;
    }
}

void OdsCellText::endElement(std::string_view name) {
    if (skipped_ > 0)
        --skipped_;
    else if (isParagraph(name))
        paragraph_ = false;
}

void OdsCellText::text(std::string_view piece) {
    if (paragraph_ && skipped_ == 0)
        add(piece);
}

void OdsCellText::add(std::string_view piece) {
    if (value_.size() + piece.size() > maxBytes_)
        tooLong_ = true;
    else
        value_ += piece;
}

void OdsNoteText::startElement(std::string_view name, const XmlAttributes& attributes) {
    if (depth_ > 0)
        text_.startElement(name, attributes);
    else if (name == "annotation")
        text_.clear();
    else
        return;
    ++depth_;
}

bool OdsNoteText::endElement(std::string_view name) {
    if (depth_ == 0)
        return false;
    if (--depth_ == 0)
        return true;
    text_.endElement(name);
    return false;
}

void OdsCellText::addSpaces(const XmlAttributes& attributes) {
    std::uint64_t count = 1;
    if (const auto given = attributes.get("c")) {
        const auto [end, error] =
            std::from_chars(given->data(), given->data() + given->size(), count);
        if (error == std::errc::result_out_of_range)
            count = maxBytes_ + 1;
        else if (error != std::errc() || end != given->data() + given->size())
            count = 1;
    }
    if (count > maxBytes_ - std::min<std::uint64_t>(maxBytes_, value_.size()))
        tooLong_ = true;
    else
        value_.append(static_cast<std::size_t>(count), ' ');
}

namespace {

constexpr double kSecondsOfDay = 86400;
constexpr double kLongestSeconds = 1e12; // 30,000 years: no time of a sheet is longer
// From here on the format General switches to an exponent although the digits are known.
constexpr double kLongInteger = 1e15;
constexpr double kLongestInteger = 1e21;

struct TypeName {
    std::string_view name;
    OdsType type;
    const char* attribute;
};
constexpr std::array kTypes = {
    TypeName{"string"sv, OdsType::String, "string-value"},
    TypeName{"float"sv, OdsType::Float, "value"},
    TypeName{"date"sv, OdsType::Date, "date-value"},
    TypeName{"percentage"sv, OdsType::Percentage, "value"},
    TypeName{"currency"sv, OdsType::Currency, "value"},
    TypeName{"boolean"sv, OdsType::Boolean, "boolean-value"},
    TypeName{"time"sv, OdsType::Time, "time-value"},
};

std::optional<double> parsedNumber(std::string_view text) {
    if (text.starts_with('+'))
        text.remove_prefix(1);
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(number))
        return std::nullopt;
    return number;
}

// Digits at the front, taken away; absent when there are none or too many for a date.
std::optional<int> leadingInteger(std::string_view& text) {
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || text.starts_with('-'))
        return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return number;
}

bool skip(std::string_view& text, char c) {
    if (!text.starts_with(c))
        return false;
    text.remove_prefix(1);
    return true;
}

std::optional<double> clockSeconds(std::string_view text) {
    const auto hour = leadingInteger(text);
    if (!hour || *hour > 24 || !skip(text, ':'))
        return std::nullopt;
    const auto minute = leadingInteger(text);
    if (!minute || *minute > 59 || !skip(text, ':'))
        return std::nullopt;
    const auto zone = text.find_first_of("Z+-");
    const auto second = parsedNumber(text.substr(0, zone));
    if (!second || *second < 0 || *second >= 61)
        return std::nullopt;
    return *hour * 3600.0 + *minute * 60.0 + *second;
}

bool isErrorText(std::string_view text) {
    for (const auto error :
         {"#N/A"sv, "#DIV/0!"sv, "#REF!"sv, "#NAME?"sv, "#VALUE!"sv, "#NUM!"sv, "#NULL!"sv})
        if (text == error)
            return true;
    constexpr auto kNumbered = "Err:"sv;
    return text.size() > kNumbered.size() && text.starts_with(kNumbered) &&
           text.find_first_not_of("0123456789", kNumbered.size()) == std::string_view::npos;
}

std::string durationText(double days) {
    const double total = std::round(std::fabs(days) * kSecondsOfDay);
    const double hours = std::floor(total / 3600);
    const auto rest = static_cast<int>(total - hours * 3600);
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%s%02.0f:%02d:%02d", days < 0 ? "-" : "", hours,
                  rest / 60, rest % 60);
    return text.data();
}

std::string dateText(std::string value) {
    if (const auto separator = value.find('T'); separator != std::string::npos)
        value[separator] = ' ';
    return value;
}

// A scaled binary fraction has noise in its last digits: 0.07 * 100 is 7.000000000000001.
std::string percentText(double fraction) {
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), fraction * 100,
                                   std::chars_format::general, 15)
                         .ptr;
    std::string text;
    if (const auto rounded =
            parsedNumber({digits.data(), static_cast<std::size_t>(end - digits.data())}))
        appendGeneral(text, *rounded);
    return text + "%";
}

bool looksScientific(std::string_view text) {
    return text.find('E') != std::string_view::npos &&
           text.find_first_not_of("0123456789.,+-E") == std::string_view::npos;
}

OdsResolved resolveNumber(OdsType type, double number, bool hasText, std::string& text) {
    if (!hasText) {
        text.clear();
        if (type == OdsType::Percentage)
            text = percentText(number);
        else
            appendGeneral(text, number);
    } else if (type == OdsType::Float && std::fabs(number) >= kLongInteger &&
               std::fabs(number) < kLongestInteger && std::trunc(number) == number &&
               looksScientific(text)) {
        text.clear();
        appendGeneral(text, number);
    }
    return {CellKind::Number, number};
}

} // namespace

void OdsValue::read(const XmlAttributes& attributes) {
    type = OdsType::None;
    value.clear();
    formula = attributes.get("formula").has_value();
    auto name = attributes.getQualified("office:value-type");
    if (!name)
        name = attributes.get("value-type");
    error = name && (*name == "error" || attributes.getQualified("calcext:value-type") == "error");
    if (!name)
        return;
    for (const TypeName& known : kTypes)
        if (*name == known.name) {
            type = known.type;
            value = attributes.get(known.attribute).value_or(""sv);
            return;
        }
}

OdsResolved resolveOdsValue(const OdsValue& value, bool hasText, std::string& text) {
    // Before 2013 errors were written as numbers or strings with the error's name as text.
    if (value.error ||
        (hasText && (value.formula || value.type == OdsType::Float) && isErrorText(text))) {
        if (!hasText || text.empty())
            text = value.value.empty() || !isErrorText(value.value) ? "#VALUE!" : value.value;
        return {CellKind::Error, 0};
    }
    switch (value.type) {
    case OdsType::Float:
    case OdsType::Percentage:
    case OdsType::Currency:
        if (const auto number = parsedNumber(value.value))
            return resolveNumber(value.type, *number, hasText, text);
        break;
    case OdsType::Boolean:
        if (value.value != "true" && value.value != "false")
            break;
        if (!hasText)
            text = value.value == "true" ? "TRUE" : "FALSE";
        return {CellKind::Boolean, 0};
    case OdsType::Date:
        if (const auto serial = odsDateSerial(value.value)) {
            if (!hasText)
                text = dateText(value.value);
            return {CellKind::Date, *serial};
        }
        break;
    case OdsType::Time:
        if (const auto days = odsDurationDays(value.value)) {
            if (!hasText)
                text = durationText(*days);
            return {CellKind::Time, *days};
        }
        break;
    case OdsType::String:
        break;
    case OdsType::None:
        return {hasText && !text.empty() ? CellKind::Text : CellKind::Empty, 0};
    }
    if (!hasText)
        text = value.value;
    return {CellKind::Text, 0};
}

std::optional<double> odsDateSerial(std::string_view text) {
    const auto separator = text.find('T');
    std::string_view date = text.substr(0, separator);
    const auto year = leadingInteger(date);
    if (!year || !skip(date, '-'))
        return std::nullopt;
    const auto month = leadingInteger(date);
    if (!month || !skip(date, '-'))
        return std::nullopt;
    const auto day = leadingInteger(date);
    const auto days = day ? serialOfDay(*year, *month, *day) : std::nullopt;
    if (!days || (!date.empty() && date != "Z"))
        return std::nullopt;
    double seconds = 0;
    if (separator != std::string_view::npos) {
        const auto clock = clockSeconds(text.substr(separator + 1));
        if (!clock)
            return std::nullopt;
        seconds = *clock;
    }
    return *days + seconds / kSecondsOfDay;
}

std::optional<double> odsDurationDays(std::string_view text) {
    const bool negative = skip(text, '-');
    if (!skip(text, 'P'))
        return std::nullopt;
    double seconds = 0;
    bool clock = false;
    bool any = false;
    while (!text.empty()) {
        if (!clock && skip(text, 'T')) {
            clock = true;
            continue;
        }
        const auto length = text.find_first_not_of("0123456789.");
        const auto number = parsedNumber(text.substr(0, length));
        if (length == std::string_view::npos || !number)
            return std::nullopt;
        const char unit = text[length];
        text.remove_prefix(length + 1);
        if (unit == 'D' && !clock)
            seconds += *number * kSecondsOfDay;
        else if (unit == 'H' && clock)
            seconds += *number * 3600;
        else if (unit == 'M' && clock)
            seconds += *number * 60;
        else if (unit == 'S' && clock)
            seconds += *number;
        else
            return std::nullopt;
        any = true;
    }
    if (!any || seconds > kLongestSeconds)
        return std::nullopt;
    return (negative ? -seconds : seconds) / kSecondsOfDay;
}

} // namespace leadsheet::app
