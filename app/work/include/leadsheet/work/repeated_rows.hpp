// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/sheet_check.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace leadsheet::work {

/// Rows of a check that an order leaves out because an earlier row asks for the same: counted
/// apart, and no longer as ready, so that a check announces what the price will name.
class RepeatedRows {
public:
    /// Whether the row is one; counts it.
    bool note(const app::CheckedRow& row);

    std::uint64_t rows() const { return rows_; }
    /// The first of them: the problem that says which row it repeats, and where.
    const std::vector<app::Problem>& named() const { return named_; }
    /// The summary of the same check without them.
    app::CheckSummary without(app::CheckSummary summary) const;

private:
    std::uint64_t rows_ = 0;
    std::int64_t leads_ = 0;
    std::map<std::string, std::uint64_t, std::less<>> byProduct_;
    std::vector<app::Problem> named_;
};

} // namespace leadsheet::work
