// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "database.hpp"
#include "leadsheet/submit/planner.hpp"
#include "leadsheet/submit/row.hpp"
#include "replaced_rows.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace leadsheet::submit::detail {

/// Of the rows of a plan that ask for the same, however they are written, one is ordered: the one
/// that is ordered already, or under way, or the first. The others are held back, or kept as a
/// second order on purpose with `order`.
void holdBackRepeats(Database& database, std::int64_t run, bool order, WallTime now);

/// Finds rows of a plan that are an edit of something ordered before: same mark, and the order's
/// own row is no longer in the sheet.
class ChangeFinder {
public:
    ChangeFinder(Database& database, std::int64_t account, std::int64_t run)
        : database_(database)
        , account_(account)
        , run_(run) {}
    /// For markEdited() and markReplaced() orders from before that are past.
    void useOnlySince(WallTime since) { since_ = since; }
    /// Marks every New row that is an edit as Changed or, where only its spelling differs, as
    /// Ordered Before; skipped unless the spec wants it.
    void markChanged(const RunSpec& spec, WallTime now);
    /// The same for rows whose people were changed, so that the mark says nothing: by the key that
    /// a results file has for them (`formerKeys`, by ordinal), where most of what was ordered under
    /// it is still the same. An order is claimed by one row.
    void markEdited(const std::vector<std::pair<std::int64_t, std::string>>& formerKeys,
                    const RunSpec& spec, WallTime now);

    /// The same for rows without such a key, where the row that they stand for is gone from the
    /// sheet (see ReplacedRows). `bring` is called with an order before it is judged by what
    /// happened to it and to others of its wish.
    void markReplaced(std::vector<RunLike> runs, const RunSpec& spec, WallTime now,
                      const std::function<void(const RowRecord&)>& bring);

private:
    bool isGone(const std::string& key);
    bool isPast(const RowRecord& order) const;
    bool stands(RowRecord& order, WallTime now);
    /// Orders that were made again for the row of this one.
    std::vector<RowRef> madeAgain(const RowRecord& order);
    void markAs(RowRef row, RowState state, SkipReason skipped, RowRef related,
                const EquivalentOrders& known, const RunSpec& spec, WallTime now);
    void relate(RowRef row, RowRef related);
    void hold(const RowRecord& row, RowRef related, const RunSpec& spec, WallTime now);
    /// A page of the New rows for which orderBehind() may find something.
    std::vector<RowRecord> newRowsOfEarlierWishes(std::int64_t after);
    std::optional<RowRef> orderBehind(const std::string& mark);

    Database& database_;
    std::int64_t account_;
    std::int64_t run_;
    std::optional<WallTime> since_;
};

/// The approved run that shares most keys with this one, else the newest of the same source.
std::optional<std::int64_t> runToCompareWith(Database& database, std::int64_t account,
                                             std::int64_t run, const std::string& sourceName);

/// The runs of the sheet that `run` is a plan of, as "4, 1": the one it was compared with, and
/// those that share a key with it and have the name of either, as a file may have been renamed. A
/// run of another sheet that happens to have an equal row is none. Empty when there is none.
std::string runsOfTheSheet(Database& database, std::int64_t run);

/// Ordered rows of these runs that are no longer in the sheet of `run`, also not changed; those
/// that follow `after`. With `all` also rows that may be ordered, as their answer was lost, orders
/// that have ended, and those of a later period, or made again, whose wish the sheet no longer has.
std::vector<RowRecord> pageOfGone(Database& database, std::int64_t run, const std::string& runs,
                                  RowRef after, std::size_t limit, bool all = false);

PlanSummary summarise(Database& database, std::int64_t run);

} // namespace leadsheet::submit::detail
