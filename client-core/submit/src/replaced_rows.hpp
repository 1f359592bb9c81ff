// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "database.hpp"
#include "leadsheet/submit/row.hpp"
#include "runs_like.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace leadsheet::submit::detail {

/// Finds New rows of a plan that stand for an ordered row that is gone from the sheet: the wish is
/// the same but for the spelling, the language or the items of a field; or one field of the row was
/// filled with something else, in its place between the rows that stayed; or a plan before said so
/// (see questions.hpp). A row whose answer was lost counts as ordered until it is settled. A row
/// with a Reference stands for an order that had none. A wish beside those that were ordered is
/// new, and so are those of a sheet that was filled with other wishes.
class ReplacedRows {
public:
    /// What stands in one of the `unreadTabs` is not gone, as far as is known. `runs` are those of
    /// the sheet (see runsLike()).
    ReplacedRows(Database& database, std::int64_t account, std::int64_t run,
                 std::vector<RunLike> runs, std::vector<std::string> unreadTabs);

    /// The order that keeps another from being made where this one was: itself, or one that was
    /// made again for it. None where all have ended.
    using Standing = std::function<std::optional<RowRef>(RowRef order)>;
    /// Called once for each such row, with the order that stands.
    using Hold = std::function<void(const RowRecord& row, RowRef order)>;
    void find(const Standing& standing, const Hold& hold);

private:
    class Search;

    Database& database_;
    std::int64_t account_;
    std::int64_t run_;
    std::vector<RunLike> runs_; ///< newest first
    std::vector<std::string> unreadTabs_;
};

} // namespace leadsheet::submit::detail
