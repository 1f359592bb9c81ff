// SPDX-License-Identifier: Apache-2.0
#include "sheet_history.hpp"

#include "leadsheet/messages/ledger.hpp"
#include "ledger_store.hpp"
#include "run_table.hpp"
#include "stored_messages.hpp"

namespace leadsheet::submit::detail {
namespace {

/// Rows that certainly were not ordered: Ready, Queued, Will Retry.
#define LEADSHEET_UNSENT "(0, 3, 9)"

/// The tabs of run `of` that run `by` has looked into: those that it read; all where it read the
/// source whole, which has no others any more (a text file has one tab, which is called as the file
/// is); and those that are called otherwise now, as rows of theirs are among what it read. What is
/// in a tab that was not read is not known, whatever the file.
#define LEADSHEET_LOOKED_INTO(by, of)                                                              \
    " (SELECT c.tab FROM rows AS c WHERE c.run = " by                                              \
    "  UNION SELECT e.tab FROM rows AS e JOIN runs AS d ON d.id = " by " WHERE e.run = " of        \
    "   AND (d.unread_tabs = '[]' OR (e.tab NOT IN (SELECT value FROM json_each(d.unread_tabs))"   \
    "    AND EXISTS (SELECT 1 FROM rows AS f WHERE f.account = e.account AND f.run = " by          \
    "     AND f.order_key = e.order_key))))"

/// A row of run ?1 that the sheet of run ?2 no longer has like this.
#define LEADSHEET_GONE_FROM                                                                        \
    " NOT EXISTS (SELECT 1 FROM rows AS mine WHERE mine.account = rows.account"                    \
    "  AND mine.order_key = rows.order_key AND mine.run = ?2)"                                     \
    " AND tab IN" LEADSHEET_LOOKED_INTO("?2", "?1")

/// What is said of a row that is left as it is: why, and whether it was sent.
struct Left {
    explicit Left(const Message& why)
        : unsent({why, messages::ledger::neverSent()})
        , sent({why, messages::ledger::itWasSentNotOrdered()}) {}

    Said unsent;
    Said sent;
};

/// Whether run ?1 and run ?2 are of one sheet: 2 = surely, 1 = perhaps, 0 = no.
int likeness(Database& database, std::int64_t earlier, std::int64_t run) {
    Statement compared =
        database.use("SELECT a.source_path <> '' AND a.source_path = b.source_path,"
                     " a.source_sha256 <> '' AND a.source_sha256 = b.source_sha256,"
                     " a.sheet_shape <> '' AND a.sheet_shape = b.sheet_shape,"
                     " a.source_name <> '' AND a.source_name = b.source_name"
                     " FROM runs AS a, runs AS b WHERE a.id = ?1 AND b.id = ?2");
    compared.bind(earlier, run);
    if (!compared.next())
        return 0;
    if (compared.integer(0) != 0 || compared.integer(1) != 0)
        return 2;
    const bool sameShape = compared.integer(2) != 0;
    const bool sameName = compared.integer(3) != 0;
    if (!sameShape && !sameName)
        return 0;
    Statement counted = database.use(
        "SELECT count(*), sum(EXISTS (SELECT 1 FROM rows AS mine WHERE mine.account = rows.account"
        "  AND (mine.order_key = rows.order_key OR mine.mark = rows.mark) AND mine.run = ?2))"
        " FROM rows WHERE run = ?1 AND order_key IS NOT NULL");
    counted.bind(earlier, run);
    if (!counted.next())
        return 0;
    const std::int64_t all = counted.integer(0);
    const std::int64_t common = counted.integer(1);
    if (sameShape && common > 0 && 2 * common >= all)
        return 2;
    return common > 0 || (sameShape && sameName) ? 1 : 0;
}

} // namespace

std::vector<EarlierRun> earlierRuns(Database& database, std::int64_t planned) {
    std::vector<EarlierRun> runs;
    std::set<std::int64_t> onPurpose; // rows ordered again: no sheet replaces them
    {
        Statement found =
            database.use("SELECT runs.id, runs.title, runs.created_at, runs.whole_sheet FROM runs"
                         " JOIN runs AS mine"
                         " ON mine.account = runs.account AND mine.id = ?1 AND mine.whole_sheet = 1"
                         " WHERE runs.id < ?1 AND runs.state >= 2 AND EXISTS (SELECT 1 FROM rows"
                         "  WHERE rows.run = runs.id AND rows.state IN (0, 3, 4, 8, 9))"
                         " ORDER BY runs.id DESC");
        found.bind(planned);
        while (found.next()) {
            EarlierRun run;
            run.id = RunId{found.integer(0)};
            run.title = found.text(1);
            run.createdAt = fromStored(found.integer(2));
            if (found.integer(3) == 0)
                onPurpose.insert(run.id.value);
            runs.push_back(std::move(run));
        }
    }
    std::vector<EarlierRun> alike;
    for (EarlierRun& run : runs) {
        const int like = likeness(database, run.id.value, planned);
        if (like == 0)
            continue;
        run.sure = like == 2;
        Statement counted = database.use(
            "SELECT count(*), coalesce(sum(coalesce(quoted, 0)), 0) FROM rows WHERE run = ?1"
            " AND state IN " LEADSHEET_UNSENT " AND" LEADSHEET_GONE_FROM);
        counted.bind(run.id.value, planned);
        if (counted.next() && !onPurpose.contains(run.id.value)) {
            run.unsent = counted.integer(0);
            run.amount = counted.integer(1);
        }
        Statement unknown =
            database.use("SELECT count(*) FROM rows WHERE run = ?1 AND state IN (4, 8)");
        unknown.bind(run.id.value);
        run.unknown = unknown.next() ? unknown.integer(0) : 0;
        if (run.unsent + run.unknown > 0)
            alike.push_back(std::move(run));
    }
    return alike;
}

std::optional<RunId> newerRun(Database& database, std::int64_t run) {
    Statement found = database.use(
        "SELECT runs.id FROM runs JOIN runs AS mine ON mine.account = runs.account AND mine.id = ?1"
        " WHERE runs.id > ?1 AND runs.state >= 2 AND runs.whole_sheet = 1"
        " AND EXISTS (SELECT 1 FROM rows WHERE rows.run = runs.id AND rows.state IN (3, 4, 5, 8, "
        "9))"
        " AND ((mine.source_path <> '' AND runs.source_path = mine.source_path)"
        "  OR (mine.source_sha256 <> '' AND runs.source_sha256 = mine.source_sha256))"
        // Looked into once for each run, not for each row of this one.
        " AND (runs.unread_tabs = '[]' OR EXISTS (SELECT 1"
        "  FROM" LEADSHEET_LOOKED_INTO(
            "runs.id", "?1") " AS seen"
                             "  WHERE seen.tab IN (SELECT tab FROM rows WHERE run = ?1)))"
                             " ORDER BY runs.id DESC LIMIT 1");
    found.bind(run);
    if (!found.next())
        return std::nullopt;
    return RunId{found.integer(0)};
}

void retire(Database& database, std::int64_t earlier, std::int64_t run, WallTime now) {
    const Left left(messages::ledger::rowGoneFromSheet(std::to_string(run)));
    database
        .use("UPDATE rows SET state = ?3, skip_reason = ?4, wait_until = 0,"
             " message = CASE WHEN attempts = 0 THEN ?5 ELSE ?6 END,"
             " said = CASE WHEN attempts = 0 THEN ?7 ELSE ?8 END, updated_at = ?9"
             " WHERE run = ?1 AND state IN " LEADSHEET_UNSENT " AND" LEADSHEET_GONE_FROM)
        .bind(earlier, run, static_cast<int>(RowState::Skipped),
              static_cast<int>(SkipReason::Retired), left.unsent.text, left.sent.text,
              toStored(left.unsent.messages), toStored(left.sent.messages), toStored(now))
        .run();
}

Ledger::GivenUp giveUp(Database& database, std::int64_t run, WallTime now) {
    Ledger::GivenUp given;
    Statement counted =
        database.use("SELECT count(*), coalesce(sum(coalesce(quoted, 0)), 0) FROM rows"
                     " WHERE run = ?1 AND state IN " LEADSHEET_UNSENT);
    counted.bind(run);
    if (counted.next()) {
        given.rows = counted.integer(0);
        given.amount = counted.integer(1);
    }
    const Left left(messages::ledger::givenUpOn(timestamp(now)));
    database
        .use("UPDATE rows SET state = ?2, skip_reason = ?3, wait_until = 0,"
             " message = CASE WHEN attempts = 0 THEN ?4 ELSE ?5 END,"
             " said = CASE WHEN attempts = 0 THEN ?6 ELSE ?7 END, updated_at = ?8"
             " WHERE run = ?1 AND state IN " LEADSHEET_UNSENT)
        .bind(run, static_cast<int>(RowState::Skipped), static_cast<int>(SkipReason::GivenUp),
              left.unsent.text, left.sent.text, toStored(left.unsent.messages),
              toStored(left.sent.messages), toStored(now))
        .run();
    given.unknown = loadTotals(database, run).unsettled();
    finishEmptied(database, {run}, now);
    return given;
}

void finishEmptied(Database& database, const std::set<std::int64_t>& runs, WallTime now) {
    for (const std::int64_t run : runs) {
        const RunTotals totals = loadTotals(database, run);
        if (totals.unsettled() + totals.of(RowState::Ready) == 0)
            setRunState(database, run, RunState::Finished, PauseReason::None, Said(), now);
    }
}

#undef LEADSHEET_UNSENT
#undef LEADSHEET_LOOKED_INTO
#undef LEADSHEET_GONE_FROM

} // namespace leadsheet::submit::detail
