// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "check/line_meaning.hpp"
#include "check/plan_lines.hpp"
#include "leadsheet/app/column_map.hpp"
#include "leadsheet/app/header.hpp"
#include "leadsheet/app/problem.hpp"
#include "leadsheet/app/row_source.hpp"
#include "leadsheet/app/source_choices.hpp"

#include <array>
#include <deque>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace leadsheet::app {

/// The cell at a column; null where the row has none.
const Cell* cellAt(const RowView& row, std::uint32_t column);
/// The only cell of a row that has text; null when there are none or several.
const Cell* onlyFilled(const RowView& row);

/// A cell that is empty below a value which may hold for its row as well.
struct BlankCell {
    std::string_view field;
    std::uint32_t column = 0;
    std::string_view above;
    std::uint32_t row = 0; ///< of the value
    bool unknown = false;  ///< a line is above, and nobody knows which value it means
};

/// What the decisions leave to be said about a row that is read.
struct RowFindings {
    std::optional<ProblemLevel> ragged; ///< more cells than the header
    const Cell* cut = nullptr;          ///< a number that may end in the next cell
    bool cutInto = false;               ///< that cell has a column, which holds no numbers else
    TotalLine total = TotalLine::No;
    const SectionLine* section = nullptr; ///< what a line above the row, or the row itself, says
    bool sectionLine = false;             ///< the row is such a line
    bool names = false;                   ///< the row names the columns once more
    std::uint32_t otherNames = 0;         ///< a row above, whose column names hold for it; 0 = none
    /// The number of leads is one for several rows, by the cell merged over them.
    std::optional<CellRange> mergedCount;
    bool mergedCountAgreed = false; ///< somebody stated that it holds for each of them
    bool roundingStated = false;    ///< somebody stated how numbers that are shown rounded are read
    const Cell* marked = nullptr;   ///< says that the row is not wanted
    bool markedByNote = false;      ///< what says so is the comment at that cell
    bool heldByTab = false;         ///< the name of the tab says so
    /// A comment at one of its cells that says something else; null where there is none.
    const CellNote* comment = nullptr;
    std::string_view addsUp; ///< with TotalLine::Tabs: the tabs whose rows it adds up
    std::vector<BlankCell> blanks{};
    const Cell* note = nullptr;    ///< a status that no program wrote
    const Cell* ordered = nullptr; ///< a status of an order whose key is not in the row
};

/// The columns of a tab that are read.
struct ReadColumns {
    std::vector<bool> used;             ///< that a value is taken from; empty = all
    std::vector<bool> numbers;          ///< that hold numbers
    std::optional<std::uint32_t> count; ///< of the number of leads
    std::optional<std::uint32_t> sizes; ///< of company sizes
    std::optional<Headings> heads;      ///< headingsIn
    std::optional<std::uint32_t> key;   ///< of the keys in a results file
    bool heldByTab = false;             ///< tabHoldsBack
    std::string addsUp;                 ///< summaryTabs: the names of other tabs; else empty
    /// Behind a column of numbers, with no number but what may have been cut off those.
    std::vector<bool> spare;
    /// By column, what it is called and which field it fills; of one that is not read, nothing.
    struct Named {
        std::uint32_t column = 0;
        std::string plainName;
        std::string target;
    };
    std::vector<Named> names;
    /// Whether what its cells say is searched for: notes, references and metadata arrive as
    /// written.
    bool searches(std::uint32_t column) const;
    /// Whose cells say of their rows that they are not wanted.
    std::vector<std::pair<std::uint32_t, RowMarks>> marks;
};

/// "1" before "000": a number that was cut at its comma looks so.
bool isCut(std::string_view first, std::string_view behind);

/// ReadColumns::spare of a text file, by its first rows.
std::vector<bool> spareColumns(const ReadColumns& columns, const ColumnMap& map,
                               const std::vector<SampleRow>& samples);

/// Applies the decisions to the rows of one tab, below its header and in ascending order, and
/// counts what they are about.
class RowDecider {
public:
    enum class Verdict { Blank, Skip, Read };

    /// What is read: `columns`, below a header with names in `headerCells` columns (0 = no header).
    /// `source` has the tab open and must outlive this.
    RowDecider(const SourceDecisions& decisions, const RowSource& source, std::uint32_t firstRow,
               std::size_t headerCells, ReadColumns columns);

    /// A line above the column names with a single text, which may speak of all rows.
    void beginBelow(const SampleRow& line);
    /// May exchange the row's cells; they and the findings are valid as long as the row was.
    /// `whole`: see RowAhead.
    Verdict decide(RowView& row, RowFindings& findings, bool whole = false);
    /// Complete after the tab's last row.
    SourceCounts counts() const;

private:
    enum class Act { Keep, Empty, Stored, Decode };
    /// A cell among those that may name the columns once more.
    struct Naming {
        enum What { Value, OwnName, OtherName, Opposite } what = Value;
        std::string target{}; ///< the field that it names; empty for one that nobody reads
    };

    bool isUsed(std::uint32_t column) const {
        return columns_.used.empty() || (column < columns_.used.size() && columns_.used[column]);
    }
    bool hasUncalculated(const RowView& row) const;
    void noteHiddenColumns(const RowView& row);
    bool judgeTotals(const RowView& row, bool apart, bool whole, RowFindings& findings);
    bool judgeMarks(const RowView& row, RowFindings& findings);
    const Cell* markIn(const RowView& row);
    const Cell* noteIn(const RowView& row, RowFindings& findings);
    void judgeStatus(const RowView& row, RowFindings& findings) const;
    void begin(SectionLine line, std::uint32_t row, std::uint32_t column);
    void beginBlock(const RowView& row, RowFindings& findings);
    bool isMark(std::string_view text, RowMarks how);
    bool isTitle(const Cell& only) const;
    void judgeSection(const RowView& row, RowFindings& findings);
    void judgeNames(const RowView& row, RowFindings& findings);
    Naming namingIn(const Cell& cell) const;
    bool isNumberOfLeads(const Cell& cell) const;
    bool isRagged(const RowView& row) const;
    const Cell* cutNumber(const RowView& row, bool intoSpare) const;
    Act judge(const Cell& cell);
    void exchangeCells(RowView& row);

    const SourceDecisions& decisions_;
    const RowSource& source_;
    std::uint32_t firstRow_;
    std::size_t headerCells_;
    ReadColumns columns_;
    bool isText_;
    std::uint32_t lastRow_; // with something in it
    Cell uncrossed_;        // the empty cell of such a row
    Cell noted_;            // the comment that marks a row, at its cell
    TotalLines totals_;
    PlanLines plans_;
    std::array<std::unordered_map<std::string, bool>, 10> marks_; ///< texts seen, by RowMarks
    SectionLine section_;
    bool placeAbove_ = false;      ///< a line above the row names a place
    std::uint32_t otherNames_ = 0; ///< the last row of names, in another order than the header
    std::vector<bool> hiddenWithText_;
    SourceCounts counts_;
    std::vector<Cell> cells_;
    std::deque<std::string> texts_;
};

} // namespace leadsheet::app
