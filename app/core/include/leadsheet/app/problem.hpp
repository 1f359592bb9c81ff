// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/sheet_error.hpp"
#include "leadsheet/message.hpp"
#include "leadsheet/text/render.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::app {

/// Blocks leaves the row out, Odd and Info do not.
enum class ProblemLevel { Blocks, Odd, Info };
std::string_view problemLevelWord(ProblemLevel level); ///< "blocks", "odd", "info"

enum class ProblemCode {
    MissingValue,   ///< a required field is empty
    MissingProduct, ///< no product in the row
    UnknownProduct, ///< misspelt or unknown
    NotANumber,
    AmbiguousNumber,
    FractionalNumber,
    NegativeNumber,
    ScientificNumber,
    BadGrouping,
    NumberNotPlain, ///< accepted, e.g. "1 000"
    TooManyDecimals,
    OutOfRange,
    NotABoolean,
    NotAUrl,
    NotADomain,
    NotAllowed, ///< not in the field's closed set
    TooLong,
    TooManyItems,
    TooFewItems,
    RepeatedItem,      ///< the same list item twice; sent once
    MixedSeparators,   ///< a list cell with two kinds of separators
    CommaReading,      ///< a cell whose commas are read differently from those of its column
    UnclearList,       ///< several readings, none of them certain; or places that do not join
    UnclearPlace,      ///< letters or a name that more than one place has
    EmptyBelowValue,   ///< where a column's values stand only at the beginning of blocks
    OtherProductField, ///< a field of another product has a value
    MissingCriteria,   ///< nothing in the row narrows what is ordered, as in a line of totals
    DuplicateRow,      ///< an earlier row asks for the same companies and people
    DuplicateReference,
    MissingReference,    ///< Reference identifies rows and this cell is empty
    FormulaText,         ///< text starting like a formula
    ErrorCell,           ///< #REF!, #N/A and the like
    FormulaWithoutValue, ///< saved without a value by the program that wrote it
    MoreCells,           ///< than the header has: a separator in a cell may have shifted the others
    TotalLine,           ///< a line of totals
    MarkedRow,           ///< a cell says that its row is not wanted
    MergedCount,         ///< a number of leads that is merged over several rows
    SectionLine,         ///< a line of its own says something of the rows below it
    Placeholder,         ///< "-", "n/a", "tbd", "any" in a field that narrows
    DateForRange,        ///< a date that a spreadsheet program made of a range
    SizeNotExact,        ///< a size that is not one of the service's bands: those around it
    NearValue,           ///< almost a known name
    ReplacedText,        ///< U+FFFD in a mapped cell: bytes that were not text
    ControlCharacters,
};
std::string_view problemCodeName(ProblemCode code); ///< stable snake_case name

/// A way to put a problem right in its whole column.
struct ProblemFix {
    std::string step; ///< for the column of the problem's field, as Transform::text() writes it
    Message words;    ///< what it does: "Read \"-\" as empty."
    /// What is meant in all likelihood: taken when all problems are to be fixed at once.
    bool likely = false;

    friend bool operator==(const ProblemFix&, const ProblemFix&) = default;
};

/// One finding about one row.
struct Problem {
    ProblemLevel level = ProblemLevel::Blocks;
    ProblemCode code = ProblemCode::MissingValue;
    std::string field;               ///< target, empty when the whole row is meant
    std::string tab;                 ///< only when several tabs are read together
    SheetPlace place;                ///< row and column as a person sees them; column 0 = whole row
    std::string header;              ///< of the column
    std::string value;               ///< cell text, cut at kProblemValueBytes
    std::vector<Message> reason;     ///< one sentence, seldom two
    Message fix{};                   ///< empty where there is nothing to do
    std::vector<ProblemFix> fixes{}; ///< best first; none where no column can be put right

    std::vector<Message> sentences() const; ///< the reason, then the fix
    /// "Row 12, column C (Anzahl): reason fix"
    std::string message(const text::Wording& wording = text::english()) const;
};
inline constexpr std::size_t kProblemValueBytes = 120;

} // namespace leadsheet::app
