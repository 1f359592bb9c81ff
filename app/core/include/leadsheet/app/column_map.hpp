// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/header.hpp"
#include "leadsheet/app/numbers.hpp"
#include "leadsheet/app/source_choices.hpp"
#include "leadsheet/message.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace leadsheet::app {

enum class TransformKind {
    Trim,
    Upper,
    Lower,
    Title,
    Split,
    Join,
    Replace,
    Number,
    Whole,
    Empty,
    Means,
    Down,
    Blank
};

/// One visible step from cell text to field value. Written in a map as trim, upper, lower, title,
/// split(;), join(, ), replace(old,new), number(comma), number(dot), whole, empty(-),
/// means(old,new), down or blank. A list cell that is taken whole is not divided at its commas:
/// "Munich, Germany" is one place. Where every part can only stand for itself ("Germany, Austria")
/// it is divided all the same, and that is said. Empty and Means are about a whole cell or a whole
/// item of a list, in upper or lower case: empty(-) reads "-" as nothing, means(Deutchland,Germany)
/// reads the one as the other. Down gives an empty cell, and one that says "same as above", the
/// value above it; Blank says that cells which are empty below a value are meant to be empty.
struct Transform {
    TransformKind kind = TransformKind::Trim;
    std::string first;  ///< Split: separators; Join: separator; Replace, Empty, Means: what
    std::string second; ///< Replace, Means: by what
    NumberStyle style = NumberStyle::Auto;

    std::string text() const; ///< the spelling above
    /// Empty or Means: what a person said of a text.
    bool saysMeaning() const {
        return kind == TransformKind::Empty || kind == TransformKind::Means;
    }
    friend bool operator==(const Transform&, const Transform&) = default;
};

/// `ColumnRule::why` of what a person or a saved map states.
Message given();

class LearnedNames;

/// The header, or "column C" for a column without one.
std::string columnTitle(std::uint32_t column, const std::string& header);

/// A column whose cells continue those of another one.
struct JoinedColumn {
    std::uint32_t column = 0; ///< from 0
    std::string header;       ///< as displayed; empty without a header row
    friend bool operator==(const JoinedColumn&, const JoinedColumn&) = default;
};

/// A sheet column and the field it fills.
struct ColumnRule {
    std::uint32_t column = 0; ///< from 0
    std::string header;       ///< as displayed; empty without a header row
    std::string target;
    std::vector<Transform> transforms;
    Confidence confidence = Confidence::Certain;
    Message why; ///< "same name", "another name for it", given(), ...
    /// Joined with the column. Parts of a place, most specific first, become one a row: City with
    /// State and Country is "Munich, Bavaria, Germany". The steps apply to each cell before. The
    /// ends of a range of company sizes become that range: 11 with 50 is 11-50.
    std::vector<JoinedColumn> with{};

    /// The columns are items of one list instead: "Title 1" and "Title 2", "Country 1" and so on.
    bool joinsItems() const;
    /// The columns are the two ends of one range, by their names.
    bool joinsEnds() const;

    /// "City", or "City, State and Country"; columns without a name by their letters.
    std::string names() const;
    bool reads(std::uint32_t sheetColumn) const;
    std::vector<std::uint32_t> columns() const; ///< its own, then those that are joined with it
};

/// What the commas in the cells of a column of lists were taken for, where that can be doubted.
struct CommaReading {
    std::uint32_t column = 0;
    std::string target;
    bool whole = false;  ///< parts of one text; otherwise they separate items
    bool mixed = false;  ///< other cells of the column speak for the other reading, or none for any
    std::string example; ///< a cell with a comma
};

/// A value for every row (`fillOnly` false) or for rows whose column is empty or missing (true).
struct ValueRule {
    std::string target;
    std::string value;
    bool fillOnly = false;
    Message why; ///< given(), "the only product with all these columns", ...
};

/// A match too weak to accept unasked. Its field could take the cells as they are.
struct Suggestion {
    std::uint32_t column = 0;
    std::string header;
    std::string target;
    Message why;
};

/// Why a column fills no field.
enum class UnusedReason {
    LeftOut,         ///< a person left it out
    Result,          ///< an earlier results file wrote it
    Excludes,        ///< says what is not meant, and there is no field for that
    NotOfTheProfile, ///< of the seller, a person in charge, a competitor; not of who is sought
    CellsContradict, ///< the name fits a field, the cells do not
    Ambiguous,       ///< might fill `field`: suggested only
    NoSuchField,     ///< understood, but nothing in an order says it
    Unknown,         ///< not understood
};
std::string_view unusedReasonWord(UnusedReason reason); ///< "left_out", "excludes", ...

/// How the cells of a column say that their row is not to be ordered.
enum class RowMarks {
    No,
    ByNo,      ///< "Include?": a no, or words for it
    ByYes,     ///< "Skip": a yes or a cross, or words for it
    ByWords,   ///< words only: "cancelled", "do not order"
    ByCross,   ///< a cross stands in some rows: those without one are not wanted
    ByRelease, ///< "Approved by": a no, or not yet; a name or a date is a yes
    ByStatus,  ///< as ByNo, and a cross is a no: others say "ok"
    ByState,   ///< "Status": what is not known to say that the row is still to be ordered
    Unclear,   ///< a cross or an answer below a name that does not tell what it says: all rows
    InStatus   ///< the status of a results file, where a person wrote such words
};

/// What is said with each row that has a value in a column that is not used.
enum class RowLoss {
    None,
    Said, ///< the row is ordered without it
    Asked ///< by its cells it is a field that nothing else fills: the row is held back
};

/// How a column that is not used says which companies are meant.
enum class CompanyWords {
    None,
    Kinds,    ///< "SaaS", "Mid-market": an industry, perhaps
    Names,    ///< "Siemens"
    Addresses ///< domains or pages, for which the product of the rows has no field
};

/// A column with content that no order will contain.
struct UnusedColumn {
    std::uint32_t column = 0; ///< from 0
    std::string header;       ///< empty without a name
    UnusedReason reason = UnusedReason::Unknown;
    std::string field;    ///< the target it would narrow or might fill; may be empty
    bool narrows = false; ///< its name or cells look as if they limit who is meant
    /// Its name says `field` and nothing else, and its cells are plainly something else: addresses,
    /// numbers. Its rows are not ordered until somebody says what is meant.
    bool contradicts = false;
    RowMarks marks = RowMarks::No;
    RowLoss loses = RowLoss::None;
    CompanyWords companies = CompanyWords::None; ///< where `loses` is Asked because of it
    Message why; ///< ends the sentence "Column X is not used: ..."; no capital, no full stop
};

/// How a sheet becomes orders. A target is filled by at most one column; a column may fill several
/// targets when a spec says so.
struct ColumnMap {
    std::vector<ColumnRule> columns;
    std::vector<ValueRule> values;
    std::vector<std::uint32_t> ignored;       ///< columns left out on request
    std::vector<std::uint32_t> resultColumns; ///< columns written by an earlier results file
    std::vector<Suggestion> suggestions;      ///< not applied
    std::vector<CommaReading> commas;         ///< decided by the cells, not stated
    /// Those that look as if they narrow first, then by column. Columns without a cell among the
    /// sample rows are not in it, results columns are.
    std::vector<UnusedColumn> unused;
    /// Columns with a name and without a cell among the sample rows, which would be in `unused`.
    std::vector<UnusedColumn> unfilled;
    /// Mapped columns without a cell among the sample rows, nor in those they are joined with.
    std::vector<std::uint32_t> empty;
    /// The column of places, where its name says countries and no cell among the sample rows names
    /// a place that is known; not where a person stated it.
    std::optional<std::uint32_t> withoutCountries;
    std::vector<std::string> headers; ///< of the sheet the map was made for
    SourceDecisions decisions;        ///< stated with the map, and saved with it
    /// Saved with the map: what was ordered longer ago is ordered again (submit::RunSpec).
    std::optional<std::chrono::seconds> againAfter;

    /// Empty for a column without a name.
    std::string headerOf(std::uint32_t column) const;
    const ColumnRule* columnFor(std::string_view target) const;
    const ValueRule* valueFor(std::string_view target) const;
    bool fills(std::string_view target) const;
};

/// The part of a map that a person (or a saved file) states, not yet tied to a sheet's columns.
/// Grammar of one `--map` argument, entries separated by commas, several arguments add up:
///   target=Header         the column with that header ("quoted, header" when it has , = or |)
///   target=@C             the column with that letter
///   target=Header|step|…  with transforms, e.g. industries=Branche|split(/)|lower
///   locations=A+B+C       columns joined into one place a row, e.g. locations=City+State+Country
///   companySizes=A+B      the ends of one range, e.g. companySizes=Employees min+Employees max
///   jobTitles=A+B         columns whose cells are items of one list, e.g. jobTitles=Title 1+Title
///   2
///                         (of places, when the names differ by a number only; a name with + in
///                         quotes)
///   target:=value         the same value for every row
///   target?=value         a value where the cell is empty
///   ignore=Header         leave the column out
/// Mapping a column to reference states that its values are unique over all of the person's sheets:
/// they then identify the orders. No column is ever mapped to it unasked.
struct MapSpec {
    struct Entry {
        std::string target;
        std::string header; ///< or "@C"
        std::vector<Transform> transforms;
        std::vector<std::string> with{}; ///< joined with it, named like `header`
    };
    /// A step for the column of a field, whichever column that is.
    struct Fix {
        std::string target;
        Transform step;
    };
    std::vector<Entry> columns;
    std::vector<Fix> fixes{}; ///< added to the steps of the columns that fill these fields
    std::vector<ValueRule> values;
    std::vector<std::string> ignored;
    bool exclusive = false;    ///< map only what is stated, match nothing by itself
    SourceDecisions decisions; ///< that a saved map states
    std::optional<std::chrono::seconds> againAfter{}; ///< that a saved map states
};

/// The part of a spec that a sheet with this header has the columns for, `width` columns wide:
/// several tabs share one spec and differ in their columns. The columns that are missing are added
/// to `absent`, as the spec names them.
MapSpec specFor(const MapSpec& spec, const std::vector<std::string>& header, std::size_t width,
                std::vector<std::string>& absent);

[[nodiscard]] SheetResult<MapSpec> parseMapSpec(std::string_view text);
/// "locations|means(Deutchland,Germany)|empty(-)": a field and what its cells mean.
[[nodiscard]] SheetResult<std::vector<MapSpec::Fix>> parseFix(std::string_view text);
/// The same spelling back.
std::string fixText(const MapSpec::Fix& fix);
/// The steps with one more: what was said before about the same text, or the style of numbers, no
/// longer holds.
std::vector<Transform> withStep(std::vector<Transform> steps, const Transform& step);
/// The same grammar back, for "Copy as Command".
std::string mapSpecText(const ColumnMap& map);

/// Matches the columns: first what the spec states, then by name, synonym and value shape. Columns
/// named like a results column are recognised and not mapped. A learned name counts for more than a
/// synonym and less than a field's own name. Fails on an unknown target (with
/// suggestions), an unknown column or a target used twice. `header` is empty without header row.
[[nodiscard]] SheetResult<ColumnMap> makeMap(const std::vector<std::string>& header,
                                             const std::vector<SampleRow>& samples,
                                             const MapSpec& spec = {},
                                             const LearnedNames* learned = nullptr);

/// Decides by these rows what the commas in each column of places, titles and industries do, unless
/// its steps state it: adds the step `whole` where they are part of places and titles, and fills
/// `commas`. makeMap has done so, later changes of the map need it again.
void decideCommas(const std::vector<SampleRow>& samples, ColumnMap& map);

/// Fills `unused` and `unfilled` again; makeMap has done so, later changes of the map need it
/// again.
void findUnused(const std::vector<SampleRow>& samples, ColumnMap& map);

/// MapIncomplete naming each missing required field and how to map it, or MapConflict naming two
/// columns of one name that could both fill a field; nothing when complete.
std::optional<SheetError> missingTargets(const ColumnMap& map);

/// Identity of a header row: equal for the same names in the same order, whatever case and blanks.
std::string headerSignature(const std::vector<std::string>& header);

/// Maps as JSON documents.
std::string mapToJson(const ColumnMap& map);
[[nodiscard]] SheetResult<MapSpec> mapFromJson(std::string_view json);
[[nodiscard]] SheetResult<MapSpec> loadMapFile(const std::filesystem::path& file);
/// What stands against saving a map there: OutputExists, unless what is there is a map.
[[nodiscard]] std::optional<SheetError> mapOutputProblem(const std::filesystem::path& file);
[[nodiscard]] SheetResult<void> saveMapFile(const ColumnMap& map,
                                            const std::filesystem::path& file);
/// The map saved for a header in a folder, if there is one.
[[nodiscard]] SheetResult<std::optional<MapSpec>>
findSavedMap(const std::filesystem::path& folder, const std::vector<std::string>& header);
/// Saves for a header, under its signature; makes the folder when needed. Returns the file. The
/// header is the one that findSavedMap is asked with: that of the sheet as it is stored, whatever
/// the map's decisions make of it.
[[nodiscard]] SheetResult<std::filesystem::path> saveMapFor(const std::filesystem::path& folder,
                                                            const std::vector<std::string>& header,
                                                            const ColumnMap& map);

} // namespace leadsheet::app
