// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/problem.hpp"

#include "leadsheet/app/cell.hpp"
#include "leadsheet/messages/strip.hpp"

namespace leadsheet::app {

std::string_view problemLevelWord(ProblemLevel level) {
    switch (level) {
    case ProblemLevel::Blocks:
        return "blocks";
    case ProblemLevel::Odd:
        return "odd";
    case ProblemLevel::Info:
        break;
    }
    return "info";
}

std::string_view problemCodeName(ProblemCode code) {
    switch (code) {
    case ProblemCode::MissingValue:
        return "missing_value";
    case ProblemCode::MissingProduct:
        return "missing_product";
    case ProblemCode::UnknownProduct:
        return "unknown_product";
    case ProblemCode::NotANumber:
        return "not_a_number";
    case ProblemCode::AmbiguousNumber:
        return "ambiguous_number";
    case ProblemCode::FractionalNumber:
        return "fractional_number";
    case ProblemCode::NegativeNumber:
        return "negative_number";
    case ProblemCode::ScientificNumber:
        return "scientific_number";
    case ProblemCode::BadGrouping:
        return "bad_grouping";
    case ProblemCode::NumberNotPlain:
        return "number_not_plain";
    case ProblemCode::TooManyDecimals:
        return "too_many_decimals";
    case ProblemCode::OutOfRange:
        return "out_of_range";
    case ProblemCode::NotABoolean:
        return "not_a_boolean";
    case ProblemCode::NotAUrl:
        return "not_a_url";
    case ProblemCode::NotADomain:
        return "not_a_domain";
    case ProblemCode::NotAllowed:
        return "not_allowed";
    case ProblemCode::TooLong:
        return "too_long";
    case ProblemCode::TooManyItems:
        return "too_many_items";
    case ProblemCode::TooFewItems:
        return "too_few_items";
    case ProblemCode::RepeatedItem:
        return "repeated_item";
    case ProblemCode::MixedSeparators:
        return "mixed_separators";
    case ProblemCode::CommaReading:
        return "comma_reading";
    case ProblemCode::UnclearList:
        return "unclear_list";
    case ProblemCode::OtherProductField:
        return "other_product_field";
    case ProblemCode::MissingCriteria:
        return "missing_criteria";
    case ProblemCode::DuplicateRow:
        return "duplicate_row";
    case ProblemCode::DuplicateReference:
        return "duplicate_reference";
    case ProblemCode::MissingReference:
        return "missing_reference";
    case ProblemCode::FormulaText:
        return "formula_text";
    case ProblemCode::ErrorCell:
        return "error_cell";
    case ProblemCode::FormulaWithoutValue:
        return "formula_without_value";
    case ProblemCode::MoreCells:
        return "more_cells";
    case ProblemCode::TotalLine:
        return "total_line";
    case ProblemCode::MergedCount:
        return "merged_count";
    case ProblemCode::SectionLine:
        return "section_line";
    case ProblemCode::Placeholder:
        return "placeholder";
    case ProblemCode::DateForRange:
        return "date_for_range";
    case ProblemCode::SizeNotExact:
        return "size_not_exact";
    case ProblemCode::NearValue:
        return "near_value";
    case ProblemCode::ReplacedText:
        return "replaced_text";
    case ProblemCode::ControlCharacters:
        return "control_characters";
    }
    return "problem";
}

std::vector<Message> Problem::sentences() const {
    std::vector<Message> all = reason;
    if (!fix.empty())
        all.push_back(fix);
    return all;
}

namespace {

namespace say = messages::strip;

Message placeOf(const Problem& problem) {
    const std::int64_t row = problem.place.row;
    const std::string& tab = problem.tab;
    if (row == 0)
        return {};
    if (problem.place.column == 0)
        return tab.empty() ? say::atRow(row) : say::atTabRow(tab, row);
    const std::string column = columnLetter(problem.place.column - 1);
    if (problem.header.empty())
        return tab.empty() ? say::atRowColumn(row, column) : say::atTabRowColumn(tab, row, column);
    return tab.empty() ? say::atRowColumnHeader(row, column, problem.header)
                       : say::atTabRowColumnHeader(tab, row, column, problem.header);
}

} // namespace

std::string Problem::message(const text::Wording& wording) const {
    std::vector<Message> all = sentences();
    if (Message where = placeOf(*this); !where.empty())
        all.insert(all.begin(), std::move(where));
    return text::render(all, wording);
}

} // namespace leadsheet::app
