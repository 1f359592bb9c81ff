// SPDX-License-Identifier: Apache-2.0
#include "check/field_reader.hpp"

#include "check/closed_values.hpp"
#include "check/list_reader.hpp"
#include "leadsheet/app/fields.hpp"
#include "leadsheet/messages/check.hpp"
#include "map/cell_words.hpp"
#include "map/column_samples.hpp"
#include "map/transform.hpp"
#include "map/vocabulary.hpp"
#include "sheet/utf8.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <unicode/utf8.h>

namespace leadsheet::app {

namespace say = messages::check;

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
    case NumberFault::None:
    case NumberFault::Empty:
    case NumberFault::NotANumber:
        break;
    }
    return ProblemCode::NotANumber;
}

bool withinBounds(const FieldInput& input, const FieldInfo& field, std::int64_t value,
                  ProblemSink& problems) {
    if ((field.min == 0 && field.max == 0) || (value >= field.min && value <= field.max))
        return true;
    const Decimal least{field.min, field.scale};
    const Decimal most{field.max, field.scale};
    const Decimal found{value, field.scale};
    const bool above = value > field.max;
    problems.add(ProblemLevel::Blocks, ProblemCode::OutOfRange, input,
                 above ? say::moreThanLargest(found, field.name, most)
                       : say::lessThanSmallest(found, field.name, least),
                 above && field.name == "leadCount" ? say::splitOrderIntoRows()
                                                    : say::writeNumberInRange(least, most));
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
                         say::readValueAndColumnAs(text, grouped), false};
    problems.add(ProblemLevel::Blocks, ProblemCode::AmbiguousNumber, input,
                 say::ambiguousValue(text, grouped, {decimal}), say::writeDigitsOrStateStyle(),
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
        reading.note = {};
        return reading;
    }
    return std::nullopt;
}

// "25 mi" in kilometres, rounded. What a rating is out of is known: "4+ stars" is 4.
std::optional<NumberReading> otherUnit(std::string_view text, const FieldInfo& field,
                                       NumberStyle style) {
    const CellWords& words = CellWords::builtIn();
    const bool distance = field.name == "radiusKm";
    if (distance && !words.numberIn(text, NumberUnit::Kilometres).empty())
        return std::nullopt;
    const auto number = words.numberIn(text, distance ? NumberUnit::Miles : NumberUnit::Stars);
    auto reading = readDecimal(number, distance ? 2 : field.scale, style);
    if ((!distance && field.name != "minRating") || number.empty() || !reading.ok())
        return std::nullopt;
    if (!distance)
        return reading;
    reading.unscaled = std::llround(valueOf(reading) * 1.609344);
    reading.scale = 0;
    reading.note = say::wasReadAs(text, {std::to_string(reading.unscaled) + " km"});
    return reading;
}

// A number beside words that change nothing: "ca. 50 leads". Absent where its marks are open.
std::optional<NumberReading> wordedNumber(const FieldInput& input, std::string_view text,
                                          const FieldInfo& field, NumberStyle style) {
    if (auto other = otherUnit(text, field, style))
        return other;
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
        found->note = {};
    else if (found)
        found->note = say::wasReadAs(text, {plainNumber(*found)});
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

// A date of which only the year or the day is shown looks like a number.
bool isShownTime(const FieldInput& input, std::string_view text, ProblemSink& problems) {
    if (!input.isTime || text != trimmed(input.text))
        return false;
    problems.add(ProblemLevel::Blocks, ProblemCode::NotANumber, input,
                 say::dateShownAsNumber(quotable(text)), say::formatAsNumberAndWriteAgain());
    return true;
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
            reading.note = say::wasReadAs(text, {plainNumber(reading)});
    }
    if (!reading.ok()) {
        auto worded = wordedNumber(input, text, field, style);
        if (!worded) {
            addNoNumber(input, text, field, reading, style, problems);
            return std::nullopt;
        }
        reading = *std::move(worded);
    }
    if (isShownTime(input, text, problems))
        return std::nullopt;
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
                     say::writeDigitsIfMisread());
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
    if (hasUnseen(input.of(text), problems))
        return std::nullopt;
    if (field.maxLength > 0 && characterCount(text) > static_cast<std::size_t>(field.maxLength)) {
        problems.add(
            ProblemLevel::Blocks, ProblemCode::TooLong, input,
            say::textTooLong(static_cast<std::int64_t>(characterCount(text)), field.maxLength),
            say::shortenText());
        return std::nullopt;
    }
    if (field.kind == FieldKind::Url && !looksLikeUrl(text)) {
        if (isPlaceholder(input.of(text), field, problems))
            return std::nullopt;
        problems.add(ProblemLevel::Blocks, ProblemCode::NotAUrl, input,
                     say::notAWebAddress(quotable(text)), say::writeWholeAddress());
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
                         meaning.empty() ? say::readAsEmpty(text)
                         : same          ? say::takeAsItStands(text)
                                         : say::readValueAs(text, meaning),
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
    auto fixes = readAs(input, meanings, !doubtful && !above);
    if (above && input.transforms != nullptr)
        fixes.insert(fixes.begin(),
                     {Transform{TransformKind::Down, {}, {}, NumberStyle::Auto}.text(),
                      say::fillValuesDown(), false});
    problems.add(ProblemLevel::Blocks, ProblemCode::Placeholder, input,
                 above                             ? say::pointsAtCellAbove(text)
                 : meaning == Placeholder::Nothing ? say::narrowsNothing(text)
                                                   : say::standsForMissingValue(text),
                 above            ? say::writeValueItself()
                 : field.required ? say::writeWhatIsMeant()
                                  : say::readColumnValueAsEmpty(),
                 std::move(fixes));
    return true;
}

void ProblemSink::add(ProblemLevel level, ProblemCode code, const FieldInput& input, Message reason,
                      Message fix, std::vector<ProblemFix> fixes) {
    blocked_ = blocked_ || level == ProblemLevel::Blocks;
    problems_.push_back({level,
                         code,
                         std::string(input.target),
                         {},
                         input.place,
                         std::string(input.header),
                         std::string(quotable(input.text)),
                         {std::move(reason)},
                         std::move(fix),
                         std::move(fixes)});
}

std::string_view quotable(std::string_view text) {
    return utf8Prefix(text, kProblemValueBytes);
}

bool hasUnseen(const FieldInput& input, ProblemSink& problems) {
    const std::string seen = withoutUnseen(input.text);
    if (seen.size() == input.text.size())
        return false;
    const auto differ = std::mismatch(seen.begin(), seen.end(), input.text.begin()).second;
    const auto at = static_cast<std::int32_t>(differ - input.text.begin());
    UChar32 sign = 0;
    U8_GET(reinterpret_cast<const std::uint8_t*>(input.text.data()), 0, at,
           static_cast<std::int32_t>(input.text.size()), sign);
    std::array<char, 16> name{};
    std::snprintf(name.data(), name.size(), "U+%04X", static_cast<unsigned>(sign));
    problems.add(ProblemLevel::Blocks, ProblemCode::ControlCharacters, input,
                 say::hasUnseenCharacter(quotable(seen), std::string(name.data())),
                 say::retypeOrPastePlain(), readAs(input, {std::string(trimmed(seen))}, true));
    return true;
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
        problems.add(ProblemLevel::Blocks, ProblemCode::ErrorCell, input, say::cellShowsError(text),
                     say::repairFormula());
        return false;
    }
    if (text.find("\xEF\xBF\xBD") != std::string_view::npos) {
        problems.add(ProblemLevel::Blocks, ProblemCode::ReplacedText, input, say::bytesNotText(),
                     say::correctOrNameEncoding());
        return false;
    }
    const bool control = std::any_of(text.begin(), text.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return (byte < 0x20 && c != '\t' && c != '\n' && c != '\r') || byte == 0x7F;
    });
    if (control) {
        problems.add(ProblemLevel::Blocks, ProblemCode::ControlCharacters, input,
                     say::hasControlCharacters(), say::retypeOrPastePlain());
        return false;
    }
    if (looksLikeFormula(text))
        problems.add(ProblemLevel::Odd, ProblemCode::FormulaText, input, say::looksLikeFormula(),
                     say::saveValuesNotFormulas());
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
                     say::neitherYesNorNo(quotable(text)), say::writeYesOrNo(),
                     readAs(input.of(text), {"yes", "no"}, false));
        return std::nullopt;
    case FieldKind::Text:
    case FieldKind::List:
    case FieldKind::Url:
    case FieldKind::Money:
    case FieldKind::StringMap:
        break;
    }
    return readText(input, std::move(text), field, problems);
}

} // namespace leadsheet::app
