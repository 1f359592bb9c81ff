// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/numbers.hpp"

#include "leadsheet/messages/check.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

namespace leadsheet::app {

namespace say = messages::check;

namespace {

constexpr std::size_t kGroupDigits = 3;

NumberReading fault(NumberFault kind, Message reason, Message fix) {
    NumberReading result;
    result.fault = kind;
    result.reason = std::move(reason);
    result.fix = std::move(fix);
    return result;
}

bool allDigits(std::string_view text) {
    return !text.empty() &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// The digits of a number and what stands between them.
struct Shape {
    bool negative = false;
    bool plus = false;
    std::vector<std::string> groups; ///< runs of digits
    std::string separators;          ///< between them: , . or s (blank) or a (apostrophe)
};

// Separators that group digits somewhere in the world, as one letter each.
std::optional<char> separatorAt(std::string_view text, std::size_t& length) {
    struct Spelling {
        std::string_view bytes;
        char kind;
    };
    constexpr std::array kSpellings = {Spelling{",", ','},
                                       Spelling{".", '.'},
                                       Spelling{" ", 's'},
                                       Spelling{"\xC2\xA0", 's'},
                                       Spelling{"\xE2\x80\xAF", 's'},
                                       Spelling{"\xE2\x80\x89", 's'},
                                       Spelling{"'", 'a'},
                                       Spelling{"\xE2\x80\x99", 'a'}};
    for (const Spelling& spelling : kSpellings)
        if (text.starts_with(spelling.bytes)) {
            length = spelling.bytes.size();
            return spelling.kind;
        }
    return std::nullopt;
}

std::optional<Shape> shapeOf(std::string_view text) {
    Shape shape;
    constexpr std::string_view kMinus = "\xE2\x88\x92";
    if (text.starts_with("-") || text.starts_with(kMinus)) {
        shape.negative = true;
        text.remove_prefix(text.starts_with("-") ? 1 : kMinus.size());
    } else if (text.starts_with("+")) {
        shape.plus = true;
        text.remove_prefix(1);
    }
    std::string digits;
    while (!text.empty()) {
        std::size_t length = 1;
        if (text.front() >= '0' && text.front() <= '9') {
            digits += text.front();
        } else if (const auto separator = separatorAt(text, length); separator && !digits.empty()) {
            shape.groups.push_back(std::move(digits));
            digits.clear();
            shape.separators += *separator;
        } else {
            return std::nullopt;
        }
        text.remove_prefix(length);
    }
    if (digits.empty())
        return std::nullopt;
    shape.groups.push_back(std::move(digits));
    return shape;
}

bool looksScientific(std::string_view text) {
    const auto e = text.find_first_of("eE");
    if (e == std::string_view::npos || e == 0)
        return false;
    std::string_view exponent = text.substr(e + 1);
    if (!exponent.empty() && (exponent.front() == '+' || exponent.front() == '-'))
        exponent.remove_prefix(1);
    return shapeOf(text.substr(0, e)).has_value() && allDigits(exponent);
}

bool groupsOfThree(const Shape& shape, std::size_t groups) {
    if (shape.groups.front().size() > kGroupDigits)
        return false;
    for (std::size_t i = 1; i < groups; ++i)
        if (shape.groups[i].size() != kGroupDigits)
            return false;
    return true;
}

// Splits a shape into whole part and decimals, or says why it cannot be.
struct Parts {
    std::string whole;
    std::string decimals;
    bool grouped = false;
    std::optional<NumberReading> problem;
};

std::string joined(const Shape& shape, std::size_t groups) {
    std::string text;
    for (std::size_t i = 0; i < groups; ++i)
        text += shape.groups[i];
    return text;
}

Parts problem(NumberReading reading) {
    Parts parts;
    parts.problem = std::move(reading);
    return parts;
}

// Whether a single , or . before exactly three digits separates decimals or groups.
Parts singleMark(const Shape& shape, NumberStyle style, bool wholeWanted, std::string_view text) {
    const char mark = shape.separators.front();
    const char decimalMark = style == NumberStyle::Comma ? '.' : ',';
    const bool couldGroup = shape.groups[1].size() == kGroupDigits &&
                            shape.groups[0].size() <= kGroupDigits && shape.groups[0] != "0";
    Parts asGroup{joined(shape, 2), "", true, {}};
    Parts asDecimals{shape.groups[0], shape.groups[1], false, {}};
    if (style != NumberStyle::Auto) {
        if (mark == decimalMark)
            return asDecimals;
        if (couldGroup)
            return asGroup;
        return problem(fault(NumberFault::BadGrouping, say::numberStyleDiffers(text),
                             say::writeNumberWithDigits()));
    }
    if (!couldGroup)
        return asDecimals;
    // As decimals the value would be a fraction unless they are all zero, so for a count only
    // "1,000" is open; for a decimal field every such number is.
    if (wholeWanted && shape.groups[1] != "000")
        return asGroup;
    return problem(fault(
        NumberFault::Ambiguous,
        say::ambiguousValue(text, joined(shape, 2), {shape.groups[0] + "." + shape.groups[1]}),
        say::writeDigitsOrStateStyle()));
}

Parts partsOf(const Shape& shape, NumberStyle style, bool wholeWanted, std::string_view text) {
    const std::string& marks = shape.separators;
    if (marks.empty())
        return {shape.groups.front(), "", false, {}};
    const auto badGrouping = [&] {
        return problem(fault(NumberFault::BadGrouping, say::digitsNotGroupedByThrees(text),
                             say::writeNumberWithoutGroups()));
    };
    if (marks.size() == 1 && (marks.front() == ',' || marks.front() == '.'))
        return singleMark(shape, style, wholeWanted, text);
    const char group = marks.front();
    const bool lastDiffers = marks.back() != group;
    const std::size_t groupMarks = marks.size() - (lastDiffers ? 1U : 0U);
    const bool oneKind =
        std::all_of(marks.begin(), marks.begin() + static_cast<std::ptrdiff_t>(groupMarks),
                    [&](char mark) { return mark == group; });
    const bool decimalMarkFits = !lastDiffers || marks.back() == ',' || marks.back() == '.';
    if (!oneKind || !decimalMarkFits || !groupsOfThree(shape, groupMarks + 1))
        return badGrouping();
    if ((style == NumberStyle::Comma && group == '.') ||
        (style == NumberStyle::Dot && group == ','))
        return badGrouping();
    return {joined(shape, groupMarks + 1), lastDiffers ? shape.groups.back() : "", true, {}};
}

NumberReading assemble(const Shape& shape, const Parts& parts, NumberStyle style,
                       std::string_view text) {
    std::string decimals = parts.decimals;
    while (!decimals.empty() && decimals.back() == '0')
        decimals.pop_back();
    NumberReading result;
    result.scale = static_cast<int>(decimals.size());
    const std::string digits = parts.whole + decimals;
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), result.unscaled);
    if (error != std::errc() || end != digits.data() + digits.size() || decimals.size() > 18)
        return fault(NumberFault::TooLarge, say::numberTooLarge(text), say::writeNumberThatFits());
    if (shape.negative)
        result.unscaled = -result.unscaled;
    // A column whose style is stated is read by it without remark; blanks, apostrophes, signs and
    // leading zeros are remarked on everywhere.
    const bool stated = style != NumberStyle::Auto;
    const std::string_view usual = stated ? ",." : parts.grouped ? "" : ".";
    const bool plain = shape.separators.find_first_not_of(usual) == std::string::npos &&
                       !shape.plus && (stated || parts.decimals.size() == decimals.size()) &&
                       (parts.whole.size() == 1 || parts.whole.front() != '0');
    if (!plain) {
        const std::string shown = std::to_string(result.unscaled);
        result.note =
            say::wasReadAs(text, {result.scale == 0 ? shown : parts.whole + "." + decimals});
    }
    return result;
}

NumberReading read(std::string_view cell, NumberStyle style, bool wholeWanted) {
    const std::string_view text = trimmed(cell);
    if (text.empty())
        return fault(NumberFault::Empty, say::noNumber(), say::writeNumberDigitsOnly());
    if (looksScientific(text))
        return fault(NumberFault::Scientific, say::shortenedNumber(text),
                     say::formatAsPlainNumber());
    const auto shape = shapeOf(text);
    if (!shape)
        return fault(NumberFault::NotANumber, say::notANumber(text), say::writeDigitsOnly());
    Parts parts = partsOf(*shape, style, wholeWanted, text);
    if (parts.problem)
        return std::move(*parts.problem);
    return assemble(*shape, parts, style, text);
}

} // namespace

NumberReading readCount(std::string_view text, NumberStyle style) {
    NumberReading reading = read(text, style, true);
    if (!reading.ok())
        return reading;
    const std::string shown(trimmed(text));
    if (reading.unscaled < 0)
        return fault(NumberFault::Negative, say::negativeNumber(shown), say::writePositiveNumber());
    if (reading.scale > 0)
        return fault(NumberFault::Fraction, say::notAWholeNumber(shown), say::writeWholeNumber());
    return reading;
}

NumberReading readDecimal(std::string_view text, int maxScale, NumberStyle style) {
    NumberReading reading = read(text, style, false);
    if (reading.ok() && reading.scale > maxScale)
        return fault(NumberFault::TooPrecise, say::moreDecimals(trimmed(text), maxScale),
                     say::roundToDecimals(maxScale));
    return reading;
}

std::string plainNumber(const NumberReading& reading) {
    const bool negative = reading.unscaled < 0;
    // Negated as unsigned: the smallest number has no positive twin.
    const auto magnitude = negative ? 0 - static_cast<std::uint64_t>(reading.unscaled)
                                    : static_cast<std::uint64_t>(reading.unscaled);
    std::string digits = std::to_string(magnitude);
    const auto scale = static_cast<std::size_t>(reading.scale);
    if (scale > 0) {
        if (digits.size() <= scale)
            digits.insert(0, scale + 1 - digits.size(), '0');
        digits.insert(digits.size() - scale, ".");
    }
    return (negative ? "-" : "") + digits;
}

namespace {

// Plain words; beside yes and no, what a column says that asks whether something is wanted.
constexpr std::string_view kYes =
    "|yes|y|true|1|x|on|ja|j|wahr|oui|vrai|si|✓|✔|sim|tak|required|require|must|"
    "musthave|mandatory|needed|necessary|wanted|erforderlich|pflicht|muss|notig|"
    "benotigt|gewunscht|obligatoire|requis|necessaire|obligatorio|necesario|"
    "requerido|obbligatorio|richiesto|necessario|verplicht|wymagane|wymagany|"
    "wymagana|obrigatorio|s|t|da|ano|evet|igen|hai|kylla|○|◯|obligatoriskt|"
    "obligatorisk|kravs|да|так|是|有|はい|ναι|";
constexpr std::string_view kNo =
    "|no|n|false|0|off|nein|falsch|non|faux|✗|✘|-|nee|nao|nie|optional|notrequired|"
    "notneeded|notnecessary|notmandatory|notwanted|nicetohave|nichterforderlich|"
    "nichtnotig|keinepflicht|egal|freiwillig|facultatif|optionnel|nonobligatoire|"
    "nonrequis|opcional|noobligatorio|nonecesario|facoltativo|opzionale|"
    "nonobbligatorio|optioneel|nietverplicht|nietnodig|opcjonalne|opcjonalny|"
    "opcjonalna|opcjonalnie|niewymagane|f|nej|nei|ne|ei|nu|nem|hayır|iie|valfritt|"
    "valgfritt|нет|ні|не|否|无|無|いいえ|οχι|όχι|";

} // namespace

std::optional<bool> readBoolean(std::string_view text) {
    constexpr std::size_t kLongestAnswer = 200; // with its remark, in bytes
    const std::string_view plain = trimmed(text);
    if (plain.size() > kLongestAnswer)
        return std::nullopt;
    // "yes (mobile only)" says more than yes; "no (not required)" says it twice.
    if (const auto open = plain.find_first_of("(["); open != std::string_view::npos && open > 0) {
        const auto close = plain.find_first_of(")]", open);
        if (close != std::string_view::npos && close + 1 != plain.size())
            return std::nullopt;
        const auto answer = readBoolean(plain.substr(0, open));
        const auto remark = plain.substr(open + 1, close - open - 1);
        return answer && readBoolean(remark) == answer ? answer : std::nullopt;
    }
    std::string word = plainName(plain);
    if (word.empty())
        word = plain;
    if (word.find('|') != std::string::npos)
        return std::nullopt;
    word = '|' + std::move(word) + '|';
    if (kYes.find(word) != std::string_view::npos)
        return true;
    if (kNo.find(word) != std::string_view::npos)
        return false;
    return std::nullopt;
}

} // namespace leadsheet::app
