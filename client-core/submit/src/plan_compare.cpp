// SPDX-License-Identifier: Apache-2.0
#include "plan_compare.hpp"

#include "ledger_store.hpp"
#include "row_table.hpp"
#include "run_table.hpp"

namespace leadsheet::submit::detail {
namespace {

/// Beyond this many remembered marks memory is given back; only speed depends on them.
constexpr std::size_t kMostKnownMarks = 50'000;
constexpr std::size_t kPage = 500;

} // namespace

const std::optional<RowRef>& ChangeFinder::orderBehind(const std::string& mark) {
    if (const auto found = known_.find(mark); found != known_.end())
        return found->second;
    if (known_.size() >= kMostKnownMarks)
        known_.clear();
    Statement query = database_.use(
        "SELECT run, ordinal FROM rows WHERE account = ?1 AND mark = ?2 AND run <> ?3"
        " AND state IN (3, 4, 5, 6, 8, 9) AND NOT EXISTS (SELECT 1 FROM rows AS mine"
        "  WHERE mine.account = ?1 AND mine.order_key = rows.order_key AND mine.run = ?3)"
        " ORDER BY run DESC LIMIT 1");
    query.bind(account_, mark, run_);
    std::optional<RowRef> order;
    if (query.next())
        order = RowRef{query.integer(0), query.integer(1)};
    return known_.emplace(mark, order).first->second;
}

void ChangeFinder::markChanged(bool order, WallTime now) {
    RowFilter filter;
    filter.finding = Finding::New;
    filter.states = {RowState::Ready, RowState::Skipped};
    filter.pageSize = kPage;
    std::int64_t after = -1;
    for (;;) {
        const auto page = pageOfRows(database_, run_, filter, after);
        if (page.empty())
            return;
        after = page.back().ref.ordinal;
        Transaction transaction(database_);
        for (const RowRecord& row : page) {
            if (row.generation > 0) // ordered again on purpose
                continue;
            const std::optional<RowRef>& related = orderBehind(row.mark);
            if (!related)
                continue;
            const bool skip = row.state == RowState::Ready && !order;
            database_
                .use("UPDATE rows SET finding = ?3, related_run = ?4, related_ordinal = ?5,"
                     " state = ?6, skip_reason = ?7, updated_at = ?8"
                     " WHERE run = ?1 AND ordinal = ?2")
                .bind(row.ref.run, row.ref.ordinal, static_cast<int>(Finding::Changed),
                      related->run, related->ordinal,
                      static_cast<int>(skip ? RowState::Skipped : row.state),
                      static_cast<int>(skip ? SkipReason::ChangedSinceOrdered : row.skipReason),
                      toStored(now))
                .run();
        }
        transaction.commit();
    }
}

std::optional<std::int64_t> runToCompareWith(Database& database, std::int64_t account,
                                             std::int64_t run, const std::string& sourceName) {
    Statement byKeys = database.use(
        "SELECT other.run FROM rows AS mine JOIN rows AS other"
        " ON other.account = mine.account AND other.order_key = mine.order_key"
        " AND other.run <> mine.run JOIN runs ON runs.id = other.run AND runs.state >= 2"
        " WHERE mine.run = ?1 AND other.state IN (3, 4, 5, 6, 8, 9)"
        " GROUP BY other.run ORDER BY count(*) DESC, other.run DESC LIMIT 1");
    byKeys.bind(run);
    if (byKeys.next())
        return byKeys.integer(0);
    if (sourceName.empty())
        return std::nullopt;
    Statement byName = database.use(
        "SELECT id FROM runs WHERE account = ?1 AND source_name = ?2 AND id <> ?3 AND state >= 2"
        " ORDER BY id DESC LIMIT 1");
    byName.bind(account, sourceName, run);
    if (byName.next())
        return byName.integer(0);
    return std::nullopt;
}

namespace {

constexpr const char* kGone =
    " FROM rows WHERE run = ?2 AND ordinal > ?3 AND state IN (5, 6)"
    " AND NOT EXISTS (SELECT 1 FROM rows AS mine WHERE mine.account = rows.account"
    "  AND mine.order_key = rows.order_key AND mine.run = ?1)"
    " AND NOT EXISTS (SELECT 1 FROM rows AS mine WHERE mine.account = rows.account"
    "  AND mine.mark = rows.mark AND mine.run = ?1 AND mine.finding = 1)";

} // namespace

std::vector<RowRecord> pageOfGone(Database& database, std::int64_t run, std::int64_t other,
                                  std::int64_t after, std::size_t limit) {
    std::vector<RowRecord> rows;
    Statement query = database.prepare(std::string("SELECT") + kRowColumns + kGone +
                                       " ORDER BY ordinal LIMIT ?4");
    query.bind(run, other, after, static_cast<std::int64_t>(limit));
    while (query.next()) {
        rows.push_back(readRow(query));
        addContent(database, rows.back());
    }
    return rows;
}

PlanSummary summarise(Database& database, std::int64_t run) {
    PlanSummary summary;
    summary.run = RunId{run};
    Statement counts =
        database.use("SELECT finding, state = 1, count(*) FROM rows WHERE run = ?1 GROUP BY 1, 2");
    counts.bind(run);
    while (counts.next()) {
        const std::int64_t count = counts.integer(2);
        summary.rows += count;
        if (counts.integer(1) != 0) {
            summary.needsFix += count;
            continue;
        }
        switch (static_cast<Finding>(counts.integer(0))) {
        case Finding::New:
            summary.fresh += count;
            break;
        case Finding::Changed:
            summary.changed += count;
            break;
        case Finding::AlreadyOrdered:
            summary.alreadyOrdered += count;
            break;
        case Finding::InSheetTwice:
            summary.inSheetTwice += count;
            break;
        case Finding::Unfinished:
            summary.unfinished += count;
            break;
        }
    }
    const auto other = comparedWith(database, run);
    if (other) {
        summary.comparedWith = RunId{*other};
        Statement gone = database.prepare(std::string("SELECT count(*)") + kGone);
        gone.bind(run, *other, -1);
        summary.gone = gone.next() ? gone.integer(0) : 0;
    }
    return summary;
}

} // namespace leadsheet::submit::detail
