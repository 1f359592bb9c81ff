// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/column_map.hpp"
#include "leadsheet/app/learned_names.hpp"
#include "leadsheet/app/problem.hpp"
#include "leadsheet/app/row_source.hpp"
#include "leadsheet/app/sheet_edits.hpp"
#include "leadsheet/app/source_strip.hpp"
#include "leadsheet/submit/row.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace leadsheet::app {

/// A further tab of a run.
struct TabOptions {
    std::size_t sheet = 0;
    std::optional<std::uint32_t> headerRow; ///< as in CheckOptions
    MapSpec map;
};

struct CheckOptions {
    SheetOptions sheet;
    std::size_t sheetIndex = 0;
    std::optional<std::uint32_t> headerRow; ///< number a person sees; 0 = the sheet has none
    MapSpec map;
    /// Further tabs of the same run, read after it in this order, each with its own header and map.
    std::vector<TabOptions> moreTabs;
    SourceDecisions decisions;
    /// InputDigests::mark that the input must have; another content is ChangedWhileReading.
    /// Empty = any. What was corrected or looked at in one content says nothing of another.
    std::string mark;
    std::shared_ptr<const SheetEdits> edits;     ///< laid over the sheet; null = none
    std::shared_ptr<const LearnedNames> learned; ///< what column names meant before; null = nothing
};

/// A tab of a run, as it was found.
struct CheckedTab {
    std::size_t sheet = 0; ///< its index
    std::string name;
    HeaderChoice header;
    ColumnMap map;
    /// Rows before the header, header and first data rows, as many as were looked at.
    std::vector<SampleRow> head;
};

/// One row after the check. `input` is absent for rows that are not orders: blank, or without a
/// value in any mapped column; rows that the decisions skip do not come at all. A row with blocking
/// problems has an input that carries them, which the planner turns into Needs Fix. Rows that
/// repeat an order are marked odd here; whether they are ordered is the planner's decision.
struct CheckedRow {
    std::size_t sheet = 0; ///< index of its tab
    std::uint32_t row = 0;
    std::uint64_t line = 0;
    bool blank = false;   ///< nothing in it, or nothing in a mapped column
    bool blocked = false; ///< at least one problem blocks it
    std::vector<Problem> problems;
    std::optional<submit::RowInput> input;
};

/// Problems of one kind, for "31 rows: ...".
struct ProblemGroup {
    ProblemLevel level = ProblemLevel::Blocks;
    ProblemCode code = ProblemCode::MissingValue;
    std::string field;
    std::string value; ///< the distinct value; empty when rows differ
    std::uint64_t rows = 0;
    Problem example; ///< the first one

    /// What is true of all the rows: the example's, unless that names the row it was compared with.
    std::vector<Message> reason() const;
    /// "31 rows: reason fix (first in row 12, column C)"
    std::string text(const text::Wording& wording = text::english()) const;
};

struct CheckSummary {
    std::uint64_t rows = 0; ///< data rows seen, blank and hidden ones excluded
    std::uint64_t ready = 0;
    std::uint64_t blocked = 0;
    std::uint64_t blank = 0;     ///< with a row of the sheet below them
    std::uint64_t hidden = 0;    ///< skipped because hidden
    std::uint64_t withNotes = 0; ///< ready, with something odd
    std::int64_t leads = 0;      ///< over the ready rows
    std::map<std::string, std::uint64_t, std::less<>> readyByProduct;
    std::vector<ProblemGroup> groups; ///< blocking first, then by number of rows
    SheetStats sheet;                 ///< sums over the tabs
    SourceCounts source;              ///< the same, of what the decisions are about
};

/// Reads, maps and checks a sheet, one row at a time in bounded memory: a fingerprint is kept for
/// each ready row, and at most kMaxProblemGroups groups. Not thread-safe.
class SheetCheck {
public:
    /// Opens the sheet, finds header and map of every tab. Fails on anything that concerns the
    /// whole sheet; with several tabs the reason names the tab.
    [[nodiscard]] static SheetResult<SheetCheck> open(const std::filesystem::path& path,
                                                      const CheckOptions& options = {},
                                                      std::stop_token stop = {});
    SheetCheck(SheetCheck&&) noexcept;
    SheetCheck& operator=(SheetCheck&&) noexcept;
    ~SheetCheck();

    [[nodiscard]] SheetResult<Next> next(CheckedRow& row);

    /// Complete after End.
    CheckSummary summary() const;
    /// In the order they are read; at least one. Columns of a map that are not used and have their
    /// first cell below the rows that were looked at are named from there on.
    const std::vector<CheckedTab>& tabs() const;
    /// Of the first tab, as the two below.
    const HeaderChoice& header() const { return tabs().front().header; }
    const ColumnMap& map() const { return tabs().front().map; }
    const std::vector<SampleRow>& head() const { return tabs().front().head; }
    const RowSource& source() const;
    /// Lower-case hex SHA-256 of the input; only with CheckOptions::sheet.hashInput.
    const std::string& sha256() const;
    /// How the sheet is read, with the counts so far.
    SourceState state() const;
    /// The strip of it: "ICP list.csv · UTF-8 · semicolon · header row 4 · 450 rows · ...".
    std::string describe() const { return stripText(sourceStrip(state())); }

private:
    struct Impl;
    explicit SheetCheck(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};
/// What puts right the problems of a sheet that have one likely meaning, each once. Reads the sheet
/// to its end; beyond kMaxLikelyFixes the others are left as problems.
[[nodiscard]] SheetResult<std::vector<MapSpec::Fix>> likelyFixes(SheetCheck& check);
inline constexpr std::size_t kMaxLikelyFixes = 1000;
inline constexpr std::size_t kMaxProblemGroups = 200;
inline constexpr std::size_t kMapSampleRows = 200;

/// What is known of a tab before anything is mapped, for `sheet inspect`.
struct SheetOverview {
    SheetFormat format = SheetFormat::DelimitedText;
    std::vector<SheetInfo> sheets;
    TextDialect dialect;
    HeaderChoice header;
    std::vector<SampleRow> head;
    SourceState state; ///< without counts
    std::string text;  ///< the strip of it
};
/// Which tab of a workbook holds the rows, when nobody says so.
struct TabChoice {
    std::size_t sheet = 0;
    std::vector<Message> reason;   ///< sentences; empty when there is nothing to be said
    std::vector<UnreadTab> unread; ///< in the order of the workbook
};
/// What is stated or saved for a tab with these column names.
using SpecForHeader = std::function<MapSpec(const std::vector<std::string>& header)>;
/// The visible tab whose header fits an order best, the first of several that fit about as well. A
/// hidden one only when there is no other, and one whose name says that it is not wanted, an
/// example or done only when no other has all that an order needs. `options.headerRow` is that of
/// whichever tab it is. Leaves the source within some tab.
TabChoice chooseTab(RowSource& source, const CheckOptions& options, const SpecForHeader& specFor);

/// A text above the columns that denies or demands something, which no order will contain.
struct SheetNote {
    std::uint32_t row = 0;
    std::string text;
};
std::vector<SheetNote> notesAbove(const std::vector<SampleRow>& head, const HeaderChoice& header);

/// Of the tab `options.sheetIndex`.
[[nodiscard]] SheetResult<SheetOverview> inspectSheet(const std::filesystem::path& path,
                                                      const CheckOptions& options = {},
                                                      std::stop_token stop = {});
/// The same of a sheet that is open as `options` say, without edits; it is left within the tab.
[[nodiscard]] SheetResult<SheetOverview>
inspectSheet(RowSource& source, const std::filesystem::path& path, const CheckOptions& options);
/// Reads the tab `options.sheetIndex` to its end and counts what there is to decide, in all of its
/// columns. `options.headerRow` absent = the sheet has none.
[[nodiscard]] SheetResult<SourceCounts> countSource(const std::filesystem::path& path,
                                                    const CheckOptions& options = {},
                                                    std::stop_token stop = {});

} // namespace leadsheet::app
