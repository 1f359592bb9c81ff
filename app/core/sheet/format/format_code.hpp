// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::app {

enum class PartKind : std::uint8_t {
    Literal,
    General, ///< the number as General shows it
    Text,    ///< @
    // Numbers. Digit parts are runs of the placeholders 0 # ?
    Integer,
    Point,
    Decimals,
    Exponent, ///< the letter; `width` 1 = a plus is shown
    ExponentDigits,
    FractionGap, ///< a literal that goes away together with the fraction
    Numerator,
    Slash,
    Denominator,
    // Dates; `width` is the number of letters
    Year,
    BuddhistYear,
    Month,
    Day,
    Hour,
    Minute,
    Second,
    Subsecond,
    HalfDay,
    ElapsedHours,
    ElapsedMinutes,
    ElapsedSeconds,
};

/// A piece of a section. `begin` and `length` are a slice of FormatSection::text for literals, of
/// the placeholders of its group for digits.
struct FormatPart {
    PartKind kind = PartKind::Literal;
    std::uint16_t width = 0;
    std::uint32_t begin = 0;
    std::uint32_t length = 0;
};

enum class Comparison : std::uint8_t { Always, Equal, NotEqual, Less, AtMost, Greater, AtLeast };

struct FormatCondition {
    Comparison comparison = Comparison::Always;
    double limit = 0;

    bool holds(double value) const;
};

enum class SectionShape : std::uint8_t {
    Literal, ///< nothing of the value is shown
    General,
    Number,
    Scientific,
    Fraction,
    Date,
    Text,
};

/// One of the up to four sections of a code.
struct FormatSection {
    SectionShape shape = SectionShape::Literal;
    std::optional<FormatCondition> condition; ///< as written
    std::vector<FormatPart> parts;
    std::string text; ///< of all literals

    // Numbers
    std::string integerPlaces;
    std::string decimalPlaces;
    std::string exponentPlaces;
    int powerOfTen = 0; ///< two for each percent sign, minus three for each scaling comma
    bool grouping = false;
    std::string numeratorPlaces;
    std::string denominatorPlaces;
    std::uint32_t fixedDenominator = 0; ///< 0 = the best one that fits

    // Dates
    bool calendar = false; ///< has years, months or days
    bool clock = false;    ///< has a time of day
    bool elapsed = false;
    bool halfDays = false;
    int subsecondDigits = 0;

    void addLiteral(std::string_view literal);
    /// Adds placeholder `place` to `group`, in the last part when that is of this kind.
    void addPlace(PartKind kind, std::string& group, char place);
    std::string_view literalOf(const FormatPart& part) const {
        return std::string_view(text).substr(part.begin, part.length);
    }
};

/// A section for numbers, and when it is used.
struct NumberSection {
    FormatSection section;
    FormatCondition condition;
    bool showsMinus = true; ///< in front of a negative number
};

struct FormatCode {
    std::vector<NumberSection> numbers; ///< the first whose condition holds is used, else General
    std::optional<FormatSection> text;
};

/// Longer codes are not a format; programs stop at 255 characters.
inline constexpr std::size_t kMaxFormatCodeBytes = 8'192;

/// Absent when the code is not one that programs accept.
std::optional<FormatCode> parseFormatCode(std::string_view code);

/// Reads one section from the front of `rest`, up to and without its semicolon.
std::optional<FormatSection> parseFormatSection(std::string_view& rest);

} // namespace leadsheet::app
