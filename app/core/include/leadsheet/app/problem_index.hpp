// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/sheet_check.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace leadsheet::app {

/// A problem at its cell, in few bytes.
struct ProblemMark {
    std::uint32_t row = 0;    ///< as a person sees it
    std::uint32_t column = 0; ///< from 1; 0 = the whole row
    std::uint32_t text = 0;   ///< for ProblemIndex::text
    std::uint16_t group = 0;  ///< in ProblemIndex::groups
    ProblemLevel level = ProblemLevel::Blocks;
};

inline constexpr std::size_t kMaxProblemMarks = 2'000'000;
inline constexpr std::size_t kMaxProblemTexts = 20'000;

/// Where the problems of a checked tab are: for marking cells, walking from one to the next and
/// showing only the rows of one kind. Memory is bounded: beyond `maxMarks` problems are counted in
/// their group and not marked. Filled once, then read from any thread.
class ProblemIndex {
public:
    explicit ProblemIndex(std::size_t maxMarks = kMaxProblemMarks)
        : maxMarks_(maxMarks) {}

    /// Takes the problems of the next row; rows ascend.
    void add(const CheckedRow& row);

    /// In the order they were met; at most kMaxProblemGroups + one for each kind of problem.
    const std::vector<ProblemGroup>& groups() const { return groups_; }
    /// Indexes of groups(): blocking first, then by number of rows.
    std::vector<std::size_t> groupsByWeight() const;

    std::span<const ProblemMark> marks() const { return marks_; }
    std::span<const ProblemMark> marksOf(std::uint32_t row) const;
    /// What is wrong and how to mend it.
    const std::vector<Message>& text(const ProblemMark& mark) const { return texts_[mark.text]; }
    /// False when there were more problems than are marked.
    bool complete() const { return complete_; }

    using Wanted = std::function<bool(const ProblemMark&)>;
    /// The first wanted mark after a cell in reading order, or the last before it; null without.
    const ProblemMark* after(std::uint32_t row, std::uint32_t column, const Wanted& wanted) const;
    const ProblemMark* before(std::uint32_t row, std::uint32_t column, const Wanted& wanted) const;
    /// Rows with a wanted mark, ascending.
    std::vector<std::uint32_t> rowsWith(const Wanted& wanted) const;

private:
    std::uint16_t groupFor(const Problem& problem);
    std::uint32_t textFor(const Problem& problem, std::uint16_t group);

    using Key = std::tuple<ProblemLevel, ProblemCode, std::string, std::string>;
    std::size_t maxMarks_;
    std::map<Key, std::uint16_t> groupIds_;
    std::vector<ProblemGroup> groups_;
    std::vector<std::uint32_t> groupTexts_;                  // of each group's example
    std::unordered_map<std::string, std::uint32_t> textIds_; // by their English
    std::vector<std::vector<Message>> texts_;
    std::vector<ProblemMark> marks_;
    bool complete_ = true;
};

} // namespace leadsheet::app
