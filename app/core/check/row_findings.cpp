// SPDX-License-Identifier: Apache-2.0
#include "check/row_checker.hpp"
#include "leadsheet/messages/check.hpp"
#include "text/names.hpp"

namespace leadsheet::app {

namespace say = messages::check;

void RowChecker::checkFindings(const RowView& row, const RowFindings& findings,
                               ProblemSink& problems) const {
    if (findings.total == TotalLine::Sum)
        problems.add(ProblemLevel::Blocks, ProblemCode::TotalLine, wholeRow(row, ""),
                     say::rowSumsRowsAbove(), say::deleteSkipOrKeepTotals());
    else if (findings.total == TotalLine::Word)
        problems.add(ProblemLevel::Blocks, ProblemCode::TotalLine, wholeRow(row, ""),
                     say::rowLooksLikeTotals(), say::deleteSkipOrKeepTotals());
    else if (findings.total == TotalLine::Maybe)
        problems.add(ProblemLevel::Odd, ProblemCode::TotalLine, wholeRow(row, ""),
                     say::rowMayBeTotals(), say::deleteLineOfTotals());
    if (findings.ragged && findings.cut == nullptr)
        problems.add(*findings.ragged, ProblemCode::MoreCells, wholeRow(row, ""),
                     say::moreCellsThanHeader(), say::compareRowWithHeader());
    if (findings.marked != nullptr) {
        FieldInput input = wholeRow(row, "");
        input.text = findings.marked->text;
        input.place.column = findings.marked->column + 1;
        for (std::size_t i = 0; i < marks_.size(); ++i)
            if (marks_[i].first == findings.marked->column)
                input.header = headers_[i];
        problems.add(ProblemLevel::Blocks, ProblemCode::MarkedRow, input,
                     say::cellSaysRowNotWanted(quotable(trimmed(findings.marked->text))),
                     say::skipOrKeepMarkedRows());
    }
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
                     findings.cutInto ? say::numberCutIntoNextCell(number, rest)
                                      : say::numberCutAtComma(number, rest),
                     say::writeCutNumberWhole(number + rest));
    }
    if (findings.mergedCount && from != nullptr) {
        const FieldInput input = inputOf(*from, row);
        problems.add(
            findings.mergedCountAgreed ? ProblemLevel::Odd : ProblemLevel::Blocks,
            ProblemCode::MergedCount, input,
            say::leadCountMerged(findings.mergedCount->firstRow, findings.mergedCount->lastRow),
            say::decideMergedLeadCount());
    }
}

/// What a line of its own says about the rows below it.
void RowChecker::checkSection(const RowView& row, const RowFindings& findings,
                              ProblemSink& problems) const {
    if (findings.section == nullptr)
        return;
    const SectionLine& line = *findings.section;
    FieldInput input = wholeRow(row, "");
    const std::string_view quoted = quotable(line.text);
    if (!findings.sectionLine)
        input.text = line.text; // what each line says of its rows is a matter of its own
    using enum SectionLine::Says;
    if (line.says == Place) {
        const Source* const place = source("locations");
        if (findings.sectionLine ||
            (place != nullptr && !trimmed(fillingOf(*place, row).text).empty()))
            return;
        problems.add(ProblemLevel::Odd, ProblemCode::SectionLine, input,
                     say::sectionPlaceNotTaken(line.row, quoted), say::writePlaceIntoRow());
        return;
    }
    if (findings.sectionLine) {
        problems.add(ProblemLevel::Blocks, ProblemCode::SectionLine, input,
                     say::sectionLineDenies(quoted), say::deleteLineAndRowsBelow());
        return;
    }
    problems.add(line.says == NotWanted ? ProblemLevel::Blocks : ProblemLevel::Odd,
                 ProblemCode::SectionLine, input, say::lineAboveExcludesRow(line.row, quoted),
                 say::deleteRowOrLineAbove());
}

} // namespace leadsheet::app
