// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/sheet_check.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <tuple>

namespace leadsheet::app {

/// Adds checked rows up, in bounded memory: past kMaxProblemGroups, problems that differ only in
/// the value share a group.
class SummaryBuilder {
public:
    void add(const CheckedRow& row);
    void addHidden() { ++summary_.hidden; }
    std::uint64_t rows() const { return summary_.rows; }
    CheckSummary build(const SheetStats& sheet, const SourceCounts& source) const;

private:
    using Key = std::tuple<ProblemLevel, ProblemCode, std::string, std::string>;
    void addProblem(const Problem& problem);

    CheckSummary summary_;
    std::map<Key, ProblemGroup> groups_;
};

} // namespace leadsheet::app
