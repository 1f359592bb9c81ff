// SPDX-License-Identifier: Apache-2.0
#include "check/field_reader.hpp"

#include "check/list_reader.hpp"
#include "leadsheet/app/display.hpp"
#include "map/column_samples.hpp"
#include "map/transform.hpp"
#include "sheet/utf8.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <array>

namespace leadsheet::app {
namespace {

using contract::FieldInfo;
using contract::FieldKind;

ProblemCode codeOf(NumberFault fault) {
    switch (fault) {
    case NumberFault::Ambiguous:
        return ProblemCode::AmbiguousNumber;
    case NumberFault::Fraction:
        return ProblemCode::FractionalNumber;
    case NumberFault::Negative:
        return ProblemCode::NegativeNumber;
    case NumberFault::Scientific:
        return ProblemCode::ScientificNumber;
    case NumberFault::BadGrouping:
        return ProblemCode::BadGrouping;
    case NumberFault::TooLarge:
        return ProblemCode::OutOfRange;
    case NumberFault::TooPrecise:
        return ProblemCode::TooManyDecimals;
    default:
        return ProblemCode::NotANumber;
    }
}

std::string scaled(std::int64_t value, int scale) {
    return Decimal{value, scale}.toString();
}

bool withinBounds(const FieldInput& input, const FieldInfo& field, std::int64_t value,
                  ProblemSink& problems) {
    if ((field.min == 0 && field.max == 0) || (value >= field.min && value <= field.max))
        return true;
    const bool whole = field.scale == 0;
    const auto shown = [&](std::int64_t bound) {
        return whole ? displayNumber(bound) : scaled(bound, field.scale);
    };
    const bool above = value > field.max;
    problems.add(ProblemLevel::Blocks, ProblemCode::OutOfRange, input,
                 shown(value) +
                     (above ? " is more than the largest " : " is less than the smallest ") +
                     std::string(field.name) + ", " + shown(above ? field.max : field.min) + ".",
                 above && field.name == "leadCount"
                     ? "Split the order into several rows."
                     : "Write a number from " + shown(field.min) + " to " + shown(field.max) + ".");
    return false;
}

std::optional<FieldValue> readNumber(const FieldInput& input, std::string_view text,
                                     const FieldInfo& field, ProblemSink& problems) {
    const NumberStyle style =
        input.transforms == nullptr ? NumberStyle::Auto : numberStyle(*input.transforms);
    const bool whole = field.kind == FieldKind::Integer;
    const NumberReading reading =
        whole ? readCount(text, style) : readDecimal(text, field.scale, style);
    if (!reading.ok()) {
        problems.add(ProblemLevel::Blocks, codeOf(reading.fault), input, reading.reason,
                     reading.fix);
        return std::nullopt;
    }
    std::int64_t inLastPlace = reading.unscaled;
    for (int place = reading.scale; place < field.scale; ++place)
        if (__builtin_mul_overflow(inLastPlace, 10, &inLastPlace)) {
            inLastPlace = reading.unscaled < 0 ? INT64_MIN : INT64_MAX;
            break;
        }
    if (!withinBounds(input, field, inLastPlace, problems))
        return std::nullopt;
    if (!reading.note.empty())
        problems.add(ProblemLevel::Odd, ProblemCode::NumberNotPlain, input, reading.note,
                     "Write it with digits only if that is not what was meant.");
    if (whole)
        return FieldValue(reading.unscaled);
    return FieldValue(Decimal{reading.unscaled, reading.scale});
}

std::optional<FieldValue> readText(const FieldInput& input, std::string text,
                                   const FieldInfo& field, ProblemSink& problems) {
    if (!field.allowed.empty()) {
        auto member = allowedMember(input, text, field, problems);
        if (!member)
            return std::nullopt;
        return FieldValue(std::move(*member));
    }
    if (field.maxLength > 0 && characterCount(text) > static_cast<std::size_t>(field.maxLength)) {
        problems.add(ProblemLevel::Blocks, ProblemCode::TooLong, input,
                     "The text has " +
                         displayNumber(static_cast<std::int64_t>(characterCount(text))) +
                         " characters; " + displayNumber(field.maxLength) + " are allowed.",
                     "Shorten it.");
        return std::nullopt;
    }
    if (field.kind == FieldKind::Url && !looksLikeUrl(text)) {
        problems.add(ProblemLevel::Blocks, ProblemCode::NotAUrl, input,
                     "\"" + std::string(utf8Prefix(text, kProblemValueBytes)) +
                         "\" is no web address.",
                     "Write the whole address with https:// and without blanks.");
        return std::nullopt;
    }
    return FieldValue(std::move(text));
}

std::string joinedPieces(const std::vector<std::string>& pieces) {
    std::string text;
    for (const std::string& piece : pieces)
        text += (text.empty() ? "" : ", ") + piece;
    return text;
}

bool looksLikeFormula(std::string_view text) {
    if (text.size() < 2)
        return false;
    if (text.front() == '=')
        return true;
    return text.front() == '@' && text.find('(') != std::string_view::npos;
}

} // namespace

void ProblemSink::add(ProblemLevel level, ProblemCode code, const FieldInput& input,
                      std::string reason, std::string fix) {
    blocked_ = blocked_ || level == ProblemLevel::Blocks;
    problems_.push_back({level,
                         code,
                         input.target,
                         {},
                         input.place,
                         input.header,
                         std::string(utf8Prefix(input.text, kProblemValueBytes)),
                         std::move(reason),
                         std::move(fix)});
}

bool isErrorValue(std::string_view text) {
    constexpr std::array<std::string_view, 11> kErrors = {
        "#REF!", "#N/A", "#VALUE!", "#DIV/0!", "#NAME?",       "#NULL!",
        "#NUM!", "#NV",  "#WERT!",  "#BEZUG!", "#GETTING_DATA"};
    return std::find(kErrors.begin(), kErrors.end(), text) != kErrors.end();
}

bool checkText(const FieldInput& input, ProblemSink& problems) {
    const std::string_view text = trimmed(input.text);
    if (isErrorValue(text)) {
        problems.add(ProblemLevel::Blocks, ProblemCode::ErrorCell, input,
                     "The cell shows the error " + std::string(text) + ".",
                     "Repair the formula in the sheet, or write the value.");
        return false;
    }
    if (text.find("\xEF\xBF\xBD") != std::string_view::npos) {
        problems.add(ProblemLevel::Blocks, ProblemCode::ReplacedText, input,
                     "The cell has bytes that are no text in this encoding.",
                     "Correct the cell, or name the right encoding.");
        return false;
    }
    const bool control = std::any_of(text.begin(), text.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return (byte < 0x20 && c != '\t' && c != '\n' && c != '\r') || byte == 0x7F;
    });
    if (control) {
        problems.add(ProblemLevel::Blocks, ProblemCode::ControlCharacters, input,
                     "The cell has invisible control characters.",
                     "Type the text again, or paste it without formatting.");
        return false;
    }
    if (looksLikeFormula(text))
        problems.add(ProblemLevel::Odd, ProblemCode::FormulaText, input,
                     "The text looks like a formula and is taken as it stands.",
                     "Save the sheet with values instead of formulas if it is one.");
    return true;
}

std::optional<FieldValue> readField(const FieldInput& input, const FieldInfo& field,
                                    ProblemSink& problems) {
    if (trimmed(input.text).empty() || !checkText(input, problems))
        return std::nullopt;
    static const std::vector<Transform> kNone;
    const auto& steps = input.transforms == nullptr ? kNone : *input.transforms;
    const auto pieces = applyTransforms(input.text, steps);
    if (field.kind == FieldKind::List)
        return readList(input, pieces, hasStep(steps, TransformKind::Split), field, problems);
    std::string text(trimmed(joinedPieces(pieces)));
    if (text.empty())
        return std::nullopt;
    switch (field.kind) {
    case FieldKind::Integer:
    case FieldKind::Decimal:
        return readNumber(input, text, field, problems);
    case FieldKind::Boolean:
        if (const auto value = readBoolean(text))
            return FieldValue(*value);
        problems.add(ProblemLevel::Blocks, ProblemCode::NotABoolean, input,
                     "\"" + std::string(utf8Prefix(text, kProblemValueBytes)) +
                         "\" is neither yes nor no.",
                     "Write yes or no.");
        return std::nullopt;
    default:
        return readText(input, std::move(text), field, problems);
    }
}

} // namespace leadsheet::app
