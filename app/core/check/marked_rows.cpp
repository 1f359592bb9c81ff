// SPDX-License-Identifier: Apache-2.0
#include "check/row_checker.hpp"

#include "leadsheet/messages/check.hpp"
#include "map/row_marks.hpp"
#include "map/row_states.hpp"
#include "text/names.hpp"

#include <algorithm>

namespace leadsheet::app {

namespace say = messages::check;

/// What a cell, a comment or the name of the tab says of whether the row is wanted.
void RowChecker::checkMarks(const RowView& row, const RowFindings& findings,
                            ProblemSink& problems) const {
    const auto inputAt = [&](std::uint32_t column, std::string_view text) {
        FieldInput input = wholeRow(row, "");
        input.text = text;
        input.place.column = column + 1;
        for (std::size_t i = 0; i < marks_.size(); ++i)
            if (marks_[i].first == column)
                input.header = headers_[i];
        return input;
    };
    const auto inputIn = [&](const Cell& cell) {
        return inputAt(cell.column, cell.text);
    };
    if (findings.note != nullptr)
        problems.add(ProblemLevel::Odd, ProblemCode::MarkedRow, inputIn(*findings.note),
                     say::statusCellIsANote(quotable(trimmed(findings.note->text))),
                     say::markRowInAnotherColumn());
    if (findings.ordered != nullptr)
        problems.add(ProblemLevel::Odd, ProblemCode::MarkedRow, inputIn(*findings.ordered),
                     say::statusWithoutKey(quotable(trimmed(findings.ordered->text))),
                     say::markRowInAnotherColumn());
    if (findings.heldByTab)
        problems.add(ProblemLevel::Blocks, ProblemCode::MarkedRow, wholeRow(row, ""),
                     say::tabSaysNotWanted(tab_), say::renameOrKeepTab());
    if (findings.marked != nullptr && findings.markedByNote)
        problems.add(ProblemLevel::Blocks, ProblemCode::MarkedRow, inputIn(*findings.marked),
                     say::commentHoldsRow(quotable(findings.marked->text)),
                     say::skipOrKeepMarkedRows());
    else if (findings.marked != nullptr)
        checkMarked(inputIn(*findings.marked), *findings.marked, problems);
    if (findings.comment != nullptr)
        problems.add(ProblemLevel::Odd, ProblemCode::MarkedRow,
                     inputAt(findings.comment->column, findings.comment->text),
                     say::commentNotTaken(quotable(findings.comment->text)),
                     say::writeCommentIntoRow());
}

/// A cell by which its row is not wanted, or by which that cannot be told.
void RowChecker::checkMarked(FieldInput input, const Cell& marked, ProblemSink& problems) const {
    const std::string_view text = quotable(trimmed(marked.text));
    const std::string named =
        input.header.empty() ? columnLetter(marked.column) : std::string(input.header);
    if (!marked.struck && isMarked(marked, RowMarks::Unclear)) {
        input.text = input.header; // one question for all of its cells
        problems.add(ProblemLevel::Blocks, ProblemCode::MarkedRow, input,
                     say::answerMayChooseRow(named),
                     say::nameChoiceOrLeaveOut("ignore=@" + columnLetter(marked.column)));
        return;
    }
    const bool unknownState = isMarked(marked, RowMarks::ByState) && !isStateNotToOrder(text);
    problems.add(ProblemLevel::Blocks, ProblemCode::MarkedRow, input,
                 marked.struck         ? say::cellIsCrossedOut(text)
                 : text.empty()        ? say::rowWithoutCross(named)
                 : isOrderNumber(text) ? say::cellIsOrderNumber(text)
                 : unknownState        ? say::stateIsNotKnown(text)
                 : isUnclear(marked)   ? say::cellSaysNeither(text)
                 : speaksOfCount(text) ? say::cellSpeaksOfCount(text)
                                       : say::cellSaysRowNotWanted(text),
                 say::skipOrKeepMarkedRows());
}

/// "Tom?" below "Approved": neither a yes nor a no.
bool RowChecker::isUnclear(const Cell& marked) const {
    return (isDoubtfulYes(trimmed(marked.text)) || !refuses(marked.text)) &&
           (isMarked(marked, RowMarks::ByNo) || isMarked(marked, RowMarks::ByCross));
}

bool RowChecker::isMarked(const Cell& cell, RowMarks how) const {
    return std::any_of(marks_.begin(), marks_.end(), [&](const auto& mark) {
        return mark.first == cell.column && mark.second == how;
    });
}

} // namespace leadsheet::app
