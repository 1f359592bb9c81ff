// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/cell.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::app {

struct FormatCode;

/// A spreadsheet number format code (ECMA-376 part 1, 18.8.30 and 18.8.31) ready to render values.
/// Rendering follows what spreadsheet programs show in English (en-US) at a wide enough column:
/// `_x` is one space, `*x` nothing, colours and digit shapes of a locale are ignored, names of days
/// and months are English, `e` is the Gregorian year and `g` (its era) nothing. Where programs show
/// hash marks (no section fits, no such date), the number is rendered like General.
/// Immutable; any thread may render.
class NumberFormat {
public:
    /// Never fails: a code that does not parse renders like General.
    static NumberFormat parse(std::string_view code);
    /// The built-in format with this id (18.8.30) in its en-US form, General for unknown ids. The
    /// East Asian and Thai ids are the en-US date, time or number of the same meaning.
    static NumberFormat builtin(std::uint32_t id);
    NumberFormat(NumberFormat&&) noexcept;
    NumberFormat& operator=(NumberFormat&&) noexcept;
    ~NumberFormat();

    /// Date for formats with a date part, Time for those with only time parts (elapsed included),
    /// else Number.
    CellKind kind() const;
    /// True when every number renders as `appendGeneral` does.
    bool general() const;
    /// Appends the displayed text of a number. `date1904` chooses the epoch of date parts.
    void append(std::string& out, double value, bool date1904) const;
    /// Appends what the text section makes of a text ("@" or none: the text itself).
    void appendText(std::string& out, std::string_view text) const;

private:
    explicit NumberFormat(std::unique_ptr<FormatCode> code);
    std::unique_ptr<FormatCode> code_;
};

/// A number as General shows it in a wide column, without losing digits that were typed:
/// - integers below 1e21 in full, with the fewest digits that read back to the same number;
/// - others with the 15 significant digits that programs work with, so that a stored
///   0.30000000000000004 is 0.3; digits before the decimal point are never rounded;
/// - an exponent ("1.5E-10") only from 1e21, and below 0.0001 when the text without one would have
///   more than 11 characters;
/// - never "-0"; "#NUM!" for what is not finite.
void appendGeneral(std::string& out, double value);

/// A calendar date and time of day of a serial. Days before 1900-03-01 follow the 1900 leap year
/// bug.
struct SerialTime {
    int year = 0, month = 0, day = 0; ///< day 0 and 29 February 1900 exist in the 1900 system
    int weekday = 0;                  ///< 0 = Sunday
    int hour = 0, minute = 0, second = 0;
    int millisecond = 0;
};
/// Rounds to 0 to 3 digits of a second, carrying up to the year. False when the serial is negative
/// or past 9999-12-31.
bool serialTime(double serial, bool date1904, int subsecondDigits, SerialTime& out);

/// "2026-03-31", with "T14:05:09" (and ".250") when there is a time of day, which alone it is for
/// serials below 1 in the 1900 system. Empty where `serialTime` is false.
std::string isoDate(double serial, bool date1904);

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
