// SPDX-License-Identifier: Apache-2.0
#include "check/row_checker.hpp"
#include "sheet/utf8.hpp"
#include "text/names.hpp"

namespace leadsheet::app {

void RowChecker::checkFindings(const RowView& row, const RowFindings& findings,
                               ProblemSink& problems) const {
    if (findings.total == TotalLine::Sum)
        problems.add(ProblemLevel::Blocks, ProblemCode::TotalLine, wholeRow(row, ""),
                     "The row looks like a line of totals: its number is the sum of the rows "
                     "above.",
                     "Delete it, skip such lines (--total-rows skip), or order it "
                     "(--total-rows keep).");
    else if (findings.total == TotalLine::Word)
        problems.add(ProblemLevel::Blocks, ProblemCode::TotalLine, wholeRow(row, ""),
                     "The row looks like a line of totals.",
                     "Delete it, skip such lines (--total-rows skip), or order it "
                     "(--total-rows keep).");
    else if (findings.total == TotalLine::Maybe)
        problems.add(ProblemLevel::Odd, ProblemCode::TotalLine, wholeRow(row, ""),
                     "The row may be a line of totals.", "Delete it if it is one.");
    if (findings.ragged && findings.cut == nullptr)
        problems.add(*findings.ragged, ProblemCode::MoreCells, wholeRow(row, ""),
                     "The row has more cells than the header; a separator inside a cell may have "
                     "shifted the others.",
                     "Compare the row with the header; put quotes around cells with a separator.");
    checkCount(row, findings, problems);
    checkSection(row, findings, problems);
}

/// Numbers that are more, or less, than the rows would order by them.
void RowChecker::checkCount(const RowView& row, const RowFindings& findings,
                            ProblemSink& problems) const {
    const Source* const from = source(kLeadCountTarget);
    if (findings.ragged && findings.cut != nullptr) {
        FieldInput input = wholeRow(row, "");
        input.text = findings.cut->text;
        input.place.column = findings.cut->column + 1;
        const std::string number(trimmed(findings.cut->text));
        const std::string rest(trimmed(row.textAt(findings.cut->column + 1)));
        problems.add(*findings.ragged, ProblemCode::MoreCells, input,
                     "The row has more cells than the header: \"" + number + "\" and \"" + rest +
                         "\" may be one number that was cut at its comma.",
                     "Write it as " + number + rest +
                         " or in quotes; --ragged-rows keep orders what stands in the cells.");
    }
    if (findings.mergedCount && from != nullptr) {
        const FieldInput input = inputOf(*from, row);
        problems.add(findings.mergedCountAgreed ? ProblemLevel::Odd : ProblemLevel::Blocks,
                     ProblemCode::MergedCount, input,
                     "The number of leads is one cell, merged over rows " +
                         std::to_string(findings.mergedCount->firstRow) + " to " +
                         std::to_string(findings.mergedCount->lastRow) +
                         ": each of them would order as many.",
                     "Write each row's own number, or decide: --merged-cells fill orders it in "
                     "each row, --merged-cells first in the first one only.");
    }
}

/// What a line of its own says about the rows below it.
void RowChecker::checkSection(const RowView& row, const RowFindings& findings,
                              ProblemSink& problems) const {
    if (findings.section == nullptr)
        return;
    const SectionLine& line = *findings.section;
    FieldInput input = wholeRow(row, "");
    const std::string quoted = "\"" + std::string(utf8Prefix(line.text, kProblemValueBytes)) + "\"";
    const std::string lineRow = "Row " + std::to_string(line.row);
    if (!findings.sectionLine)
        input.text = line.text; // what each line says of its rows is a matter of its own
    using enum SectionLine::Says;
    if (line.says == Place) {
        const Source* const place = source("locations");
        if (findings.sectionLine ||
            (place != nullptr && !trimmed(fillingOf(*place, row).text).empty()))
            return;
        problems.add(ProblemLevel::Odd, ProblemCode::SectionLine, input,
                     lineRow + " is a line of its own and says " + quoted +
                         "; this row names no place, and takes none from there.",
                     "Write the place into each row, in a column Country.");
        return;
    }
    if (findings.sectionLine) {
        problems.add(ProblemLevel::Blocks, ProblemCode::SectionLine, input,
                     "The row is a line of its own: " + quoted +
                         ". No order contains what it denies, and it may speak of the rows below.",
                     "Delete it, and those rows too if they are not wanted.");
        return;
    }
    problems.add(line.says == NotWanted ? ProblemLevel::Blocks : ProblemLevel::Odd,
                 ProblemCode::SectionLine, input,
                 lineRow + ", a line of its own above this row, says " + quoted +
                     ": this row may not be wanted.",
                 "Delete it if it is not wanted; delete that line if it is.");
}

} // namespace leadsheet::app
