// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/problem.hpp"

#include "leadsheet/app/cell.hpp"
#include "leadsheet/app/problem_index.hpp"
#include "leadsheet/messages/strip.hpp"
#include "leadsheet/text/render.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace leadsheet::app {

namespace say = messages::strip;

std::string_view problemLevelWord(ProblemLevel level) {
    static constexpr auto kWords = std::to_array<std::string_view>({"blocks", "odd", "info"});
    static_assert(kWords.size() == static_cast<std::size_t>(ProblemLevel::Info) + 1);
    return kWords[static_cast<std::size_t>(level)];
}

std::string_view problemCodeName(ProblemCode code) {
    static constexpr std::array<std::string_view, 44> kWords = {"missing_value",
                                                                "missing_product",
                                                                "unknown_product",
                                                                "not_a_number",
                                                                "ambiguous_number",
                                                                "fractional_number",
                                                                "negative_number",
                                                                "scientific_number",
                                                                "bad_grouping",
                                                                "number_not_plain",
                                                                "too_many_decimals",
                                                                "out_of_range",
                                                                "not_a_boolean",
                                                                "not_a_url",
                                                                "not_a_domain",
                                                                "not_allowed",
                                                                "too_long",
                                                                "too_many_items",
                                                                "too_few_items",
                                                                "repeated_item",
                                                                "mixed_separators",
                                                                "comma_reading",
                                                                "unclear_list",
                                                                "unclear_place",
                                                                "empty_below_value",
                                                                "other_product_field",
                                                                "missing_criteria",
                                                                "duplicate_row",
                                                                "duplicate_reference",
                                                                "missing_reference",
                                                                "formula_text",
                                                                "error_cell",
                                                                "formula_without_value",
                                                                "more_cells",
                                                                "total_line",
                                                                "marked_row",
                                                                "merged_count",
                                                                "section_line",
                                                                "placeholder",
                                                                "date_for_range",
                                                                "size_not_exact",
                                                                "near_value",
                                                                "replaced_text",
                                                                "control_characters"};
    static_assert(kWords.size() == static_cast<std::size_t>(ProblemCode::ControlCharacters) + 1 &&
                  !kWords.back().empty());
    return kWords[static_cast<std::size_t>(code)];
}

std::vector<Message> Problem::sentences() const {
    std::vector<Message> all = reason;
    if (!fix.empty())
        all.push_back(fix);
    return all;
}

namespace {

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
    if (Message at = placeOf(*this); !at.empty())
        all.insert(all.begin(), std::move(at));
    return text::render(all, wording);
}

namespace {

using Place = std::pair<std::uint32_t, std::uint32_t>;

Place placeOf(const ProblemMark& mark) {
    return {mark.row, mark.column};
}

} // namespace

std::uint16_t ProblemIndex::groupFor(const Problem& problem) {
    Key key{problem.level, problem.code, problem.field, problem.value};
    if (groups_.size() >= kMaxProblemGroups && !groupIds_.contains(key))
        std::get<3>(key).clear();
    const auto id = static_cast<std::uint16_t>(groups_.size());
    const auto [found, fresh] = groupIds_.try_emplace(std::move(key), id);
    if (fresh) {
        groups_.push_back(
            {problem.level, problem.code, problem.field, std::get<3>(found->first), 0, problem});
        groupTexts_.push_back(0);
    }
    return found->second;
}

std::uint32_t ProblemIndex::textFor(const Problem& problem, std::uint16_t group) {
    const std::vector<Message> sentences = problem.sentences();
    std::string text = text::render(sentences);
    const bool first = groups_[group].rows == 1;
    if (texts_.size() >= kMaxProblemTexts && !first && !textIds_.contains(text))
        return groupTexts_[group];
    const auto [found, fresh] =
        textIds_.try_emplace(std::move(text), static_cast<std::uint32_t>(texts_.size()));
    if (fresh)
        texts_.push_back(sentences);
    if (first)
        groupTexts_[group] = found->second;
    return found->second;
}

void ProblemIndex::add(const CheckedRow& row) {
    const std::size_t first = marks_.size();
    for (const Problem& problem : row.problems) {
        const std::uint16_t group = groupFor(problem);
        ++groups_[group].rows;
        if (marks_.size() >= maxMarks_) {
            complete_ = false;
            continue;
        }
        marks_.push_back(
            {row.row, problem.place.column, textFor(problem, group), group, problem.level});
    }
    std::stable_sort(
        marks_.begin() + static_cast<std::ptrdiff_t>(first), marks_.end(),
        [](const ProblemMark& a, const ProblemMark& b) { return placeOf(a) < placeOf(b); });
}

std::vector<std::size_t> ProblemIndex::groupsByWeight() const {
    std::vector<std::size_t> order(groups_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [this](std::size_t a, std::size_t b) {
        const ProblemGroup& left = groups_[a];
        const ProblemGroup& right = groups_[b];
        return left.level != right.level ? left.level < right.level : left.rows > right.rows;
    });
    return order;
}

std::span<const ProblemMark> ProblemIndex::marksOf(std::uint32_t row) const {
    const auto first = std::lower_bound(
        marks_.begin(), marks_.end(), row,
        [](const ProblemMark& mark, std::uint32_t wanted) { return mark.row < wanted; });
    const auto last = std::find_if(first, marks_.end(),
                                   [row](const ProblemMark& mark) { return mark.row != row; });
    return {first, last};
}

const ProblemMark* ProblemIndex::after(std::uint32_t row, std::uint32_t column,
                                       const Wanted& wanted) const {
    const auto from = std::upper_bound(
        marks_.begin(), marks_.end(), Place{row, column},
        [](const Place& place, const ProblemMark& mark) { return place < placeOf(mark); });
    const auto found = std::find_if(from, marks_.end(), wanted);
    return found == marks_.end() ? nullptr : &*found;
}

const ProblemMark* ProblemIndex::before(std::uint32_t row, std::uint32_t column,
                                        const Wanted& wanted) const {
    const auto until = std::lower_bound(
        marks_.begin(), marks_.end(), Place{row, column},
        [](const ProblemMark& mark, const Place& place) { return placeOf(mark) < place; });
    const auto found = std::find_if(std::make_reverse_iterator(until), marks_.rend(), wanted);
    return found == marks_.rend() ? nullptr : &*found;
}

std::vector<std::uint32_t> ProblemIndex::rowsWith(const Wanted& wanted) const {
    std::vector<std::uint32_t> rows;
    for (const ProblemMark& mark : marks_)
        if ((rows.empty() || rows.back() != mark.row) && wanted(mark))
            rows.push_back(mark.row);
    return rows;
}

} // namespace leadsheet::app
