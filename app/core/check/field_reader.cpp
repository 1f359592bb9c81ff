// SPDX-License-Identifier: Apache-2.0
#include "check/field_reader.hpp"

#include "check/closed_values.hpp"
#include "check/list_reader.hpp"
#include "leadsheet/app/display.hpp"
#include "leadsheet/app/fields.hpp"
#include "map/cell_words.hpp"
#include "map/column_samples.hpp"
#include "map/transform.hpp"
#include "map/vocabulary.hpp"
#include "sheet/utf8.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace leadsheet::app {
namespace {

using contract::FieldInfo;
using contract::FieldKind;

constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

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

NumberReading readIn(std::string_view text, const FieldInfo& field, NumberStyle style) {
    return field.kind == FieldKind::Integer ? readCount(text, style)
                                            : readDecimal(text, field.scale, style);
}

double valueOf(const NumberReading& reading) {
    return static_cast<double>(reading.unscaled) / std::pow(10.0, reading.scale);
}

/// A count of which both styles make a number, and not the same one: 1.000 is 1000 or 1.
struct TwoReadings {
    std::int64_t grouped = 0;
    std::int64_t decimal = 0;
    NumberStyle grouping = NumberStyle::Auto; ///< that reads the marks as groups
};

std::optional<TwoReadings> twoReadings(std::string_view text, const FieldInfo& field) {
    const auto mark = text.find_last_of(",.");
    if (field.kind != FieldKind::Integer || mark == std::string_view::npos)
        return std::nullopt;
    // Only zeros can be the decimals of a count: most cells need no second look.
    const std::string_view tail = text.substr(mark + 1);
    if (tail.find_first_not_of("0123456789") == std::string_view::npos &&
        tail.find_first_not_of('0') != std::string_view::npos)
        return std::nullopt;
    const auto comma = readCount(text, NumberStyle::Comma);
    const auto dot = readCount(text, NumberStyle::Dot);
    if (!comma.ok() || !dot.ok() || comma.unscaled == dot.unscaled)
        return std::nullopt;
    const bool byComma = comma.unscaled > dot.unscaled;
    return TwoReadings{std::max(comma.unscaled, dot.unscaled),
                       std::min(comma.unscaled, dot.unscaled),
                       byComma ? NumberStyle::Comma : NumberStyle::Dot};
}

// The column decides how its marks are meant, never to the smaller number: nobody writes 1.000 for
// one lead, and who does says so.
bool isOpen(const FieldInput& input, std::string_view text, const TwoReadings& two,
            NumberStyle style, ProblemSink& problems) {
    const std::string grouped = std::to_string(two.grouped);
    const std::string decimal = std::to_string(two.decimal);
    if (style == two.grouping)
        return false;
    auto fixes = readAs(input.of(text), {grouped, decimal}, false);
    if (!fixes.empty() && style == NumberStyle::Auto)
        fixes.front() = {Transform{TransformKind::Number, {}, {}, two.grouping}.text(),
                         "Read \"" + std::string(text) + "\" as \"" + grouped +
                             "\", and its column likewise.",
                         false};
    problems.add(ProblemLevel::Blocks, ProblemCode::AmbiguousNumber, input,
                 "\"" + std::string(text) + "\" can mean " + grouped + " or " + decimal + ".",
                 "Write it with digits only, or say how the column writes numbers: "
                 "number(comma) for 1,000 = one thousand, number(dot) for 1.000.",
                 std::move(fixes));
    return true;
}

// What a cell of numbers holds settles what its marks mean.
std::optional<NumberReading> storedNumber(const FieldInput& input, std::string_view text,
                                          const FieldInfo& field) {
    if (!input.number || text != trimmed(input.text))
        return std::nullopt;
    for (const NumberStyle style : {NumberStyle::Comma, NumberStyle::Dot}) {
        NumberReading reading = readIn(text, field, style);
        if (!reading.ok() || std::fabs(valueOf(reading) - *input.number) > 1e-9)
            continue;
        reading.note.clear();
        return reading;
    }
    return std::nullopt;
}

// A number beside words that change nothing: "ca. 50 leads". Absent where its marks are open.
std::optional<NumberReading> wordedNumber(const FieldInput& input, std::string_view text,
                                          const FieldInfo& field, NumberStyle style) {
    const bool distance = field.name == "radiusKm";
    if (field.kind != FieldKind::Integer || (!distance && field.name != kLeadCountTarget))
        return std::nullopt;
    const std::string number =
        CellWords::builtIn().numberIn(text, distance ? NumberUnit::Kilometres : NumberUnit::Count);
    if (number.empty())
        return std::nullopt;
    std::optional<NumberReading> found;
    if (input.number && text == trimmed(input.text)) {
        for (const NumberStyle one : {NumberStyle::Comma, NumberStyle::Dot})
            if (auto reading = readIn(number, field, one);
                !found && reading.ok() && std::fabs(valueOf(reading) - *input.number) < 1e-9)
                found = std::move(reading);
    } else if (const auto two = twoReadings(number, field); !two || style == two->grouping) {
        if (auto reading = readIn(number, field, style); reading.ok())
            found = std::move(reading);
    }
    // Kilometres are what the field counts; of leads, "ca." may have been meant.
    if (found && distance)
        found->note.clear();
    else if (found)
        found->note = "\"" + std::string(text) + "\" was read as " + plainNumber(*found) + ".";
    return found;
}

void addNoNumber(const FieldInput& input, std::string_view text, const FieldInfo& field,
                 const NumberReading& reading, NumberStyle style, ProblemSink& problems) {
    if (isPlaceholder(input.of(text), field, problems))
        return;
    std::vector<ProblemFix> fixes;
    if (style != NumberStyle::Auto)
        if (const auto other = readIn(
                text, field, style == NumberStyle::Comma ? NumberStyle::Dot : NumberStyle::Comma);
            other.ok())
            fixes = readAs(input.of(text), {plainNumber(other)}, false);
    problems.add(ProblemLevel::Blocks, codeOf(reading.fault), input, reading.reason, reading.fix,
                 std::move(fixes));
}

std::optional<FieldValue> readNumber(const FieldInput& input, std::string_view text,
                                     const FieldInfo& field, ProblemSink& problems) {
    const NumberStyle style = numberStyle(input.steps());
    const bool whole = field.kind == FieldKind::Integer;
    NumberReading reading;
    if (auto stored = storedNumber(input, text, field)) {
        reading = *std::move(stored);
    } else {
        const auto two = twoReadings(text, field);
        if (two && isOpen(input, text, *two, style, problems))
            return std::nullopt;
        reading = readIn(text, field, style);
        if (two && reading.ok())
            reading.note =
                "\"" + std::string(text) + "\" was read as " + plainNumber(reading) + ".";
    }
    if (!reading.ok()) {
        auto worded = wordedNumber(input, text, field, style);
        if (!worded) {
            addNoNumber(input, text, field, reading, style, problems);
            return std::nullopt;
        }
        reading = *std::move(worded);
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
        if (isPlaceholder(input.of(text), field, problems))
            return std::nullopt;
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

const std::vector<Transform>& FieldInput::steps() const {
    static const std::vector<Transform> kNone;
    return transforms == nullptr ? kNone : *transforms;
}

FieldInput FieldInput::of(std::string_view item) const {
    FieldInput input = *this;
    input.text = item;
    return input;
}

std::vector<ProblemFix> readAs(const FieldInput& input, const std::vector<std::string>& meanings,
                               bool likely) {
    std::vector<ProblemFix> fixes;
    const std::string text(trimmed(input.text));
    // Without a column there is nothing that a step could be added to.
    if (input.transforms == nullptr || text.empty() || text.size() > kProblemValueBytes)
        return fixes;
    for (const std::string& meaning : meanings) {
        const bool same = meaning == text;
        const auto kind = meaning.empty() ? TransformKind::Empty : TransformKind::Means;
        fixes.push_back({Transform{kind, text, meaning, NumberStyle::Auto}.text(),
                         meaning.empty() ? "Read \"" + text + "\" as empty."
                         : same          ? "Take \"" + text + "\" as it stands."
                                         : "Read \"" + text + "\" as \"" + meaning + "\".",
                         likely && !same});
    }
    return fixes;
}

namespace {

// "Any country", "alle Länder", "todos os países": all of what the field names.
bool namesAll(std::string_view text, const FieldInfo& field) {
    const auto blank = text.find(' ');
    if (blank == std::string_view::npos ||
        CellWords::builtIn().placeholder(text.substr(0, blank)) != Placeholder::Nothing)
        return false;
    const Vocabulary& words = Vocabulary::builtIn();
    std::string name;
    for (const std::string& word : plainWords(text.substr(blank)))
        if (name.empty() && (words.is(word, WordKind::Plain) || word == "i"))
            continue;
        else
            name += word;
    if (words.target(name) == field.name)
        return true;
    const auto& weak = words.weakTargets(name);
    return std::find(weak.begin(), weak.end(), field.name) != weak.end();
}

Placeholder placeholderIn(std::string_view text, const FieldInfo& field) {
    const CellWords& words = CellWords::builtIn();
    const Placeholder meaning = words.placeholder(text);
    if (meaning != Placeholder::No)
        return meaning;
    if (namesAll(text, field) || (field.name == "locations" && words.isEverywhere(plainName(text))))
        return Placeholder::Nothing;
    return Placeholder::No;
}

} // namespace

bool namesNothing(std::string_view text, const FieldInfo& field) {
    return placeholderIn(trimmed(text), field) != Placeholder::No;
}

bool isPlaceholder(const FieldInput& input, const FieldInfo& field, ProblemSink& problems) {
    const std::string_view text = trimmed(input.text);
    const Placeholder meaning = placeholderIn(text, field);
    if (meaning == Placeholder::No || meaningOf(text, input.steps()))
        return false;
    const std::string shown = "\"" + std::string(text) + "\"";
    const bool list = field.kind == FieldKind::List;
    // "NA" may be Namibia, and "X" a company: what is that short is asked about.
    const bool letters = text.find_first_not_of(kLetters) == std::string_view::npos;
    const bool doubtful = letters && text.size() <= 2 && text != "x" && field.allowed.empty();
    std::vector<std::string> meanings;
    if (!field.required)
        meanings.emplace_back();
    if (list && field.allowed.empty() && field.format.empty())
        meanings.emplace_back(text);
    const bool above = meaning == Placeholder::Above;
    problems.add(ProblemLevel::Blocks, ProblemCode::Placeholder, input,
                 shown + (above ? " points at the cell above and is not a value of its own."
                          : meaning == Placeholder::Nothing
                              ? " narrows nothing, and as a text it would be searched for."
                              : " stands for a value that is missing."),
                 above            ? "Write the value itself."
                 : field.required ? "Write what is meant."
                                  : "Read it as empty in the whole column, or write what is meant.",
                 readAs(input, meanings, !doubtful && !above));
    return true;
}

void ProblemSink::add(ProblemLevel level, ProblemCode code, const FieldInput& input,
                      std::string reason, std::string fix, std::vector<ProblemFix> fixes) {
    blocked_ = blocked_ || level == ProblemLevel::Blocks;
    problems_.push_back({level,
                         code,
                         input.target,
                         {},
                         input.place,
                         input.header,
                         std::string(utf8Prefix(input.text, kProblemValueBytes)),
                         std::move(reason),
                         std::move(fix),
                         std::move(fixes)});
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
    const auto& steps = input.steps();
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
        if (isPlaceholder(input.of(text), field, problems))
            return std::nullopt;
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
