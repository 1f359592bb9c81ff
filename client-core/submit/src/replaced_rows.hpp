// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "database.hpp"
#include "leadsheet/submit/row.hpp"
#include "runs_like.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace leadsheet::submit::detail {

/// Finds New rows of a plan that stand for an ordered row that is gone from the sheet: the wish is
/// the same but for the spelling, the language or the items of a field; or one field of the row was
/// filled with something else, in its place between the rows that stayed. A row whose answer was
/// lost counts as ordered until it is settled. A wish beside those that were ordered is none of it,
/// and neither is a sheet that was filled with other wishes.
class ReplacedRows {
public:
    /// The newest of `runs` that ordered something and is of the sheet counts, and those before it
    /// as long as all after them are of some of its rows. Runs of other files count only where the
    /// sheet's own file ordered nothing.
    /// What stands in one of the `unreadTabs` is not gone, as far as is known.
    ReplacedRows(Database& database, std::int64_t run, const std::vector<RunLike>& runs,
                 const std::vector<std::string>& unreadTabs);

    /// Whether an order still keeps another from being made: one that has ended does not.
    using Stands = std::function<bool(RowRef order)>;
    /// Called once for each such row.
    using Hold = std::function<void(const RowRecord& row, RowRef order)>;
    void find(const Stands& stands, const Hold& hold);

private:
    class Search;

    Database& database_;
    std::int64_t run_;
    struct Used {
        std::int64_t run = 0;
        bool kept = false; ///< the sheet still has some of its ordered rows
    };
    std::vector<Used> runs_; ///< newest first
    std::vector<std::string> unreadTabs_;
};

} // namespace leadsheet::submit::detail
