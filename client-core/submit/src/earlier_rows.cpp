// SPDX-License-Identifier: Apache-2.0
#include "earlier_rows.hpp"

#include "questions.hpp"
#include "row_table.hpp"

namespace leadsheet::submit::detail {
namespace {

/// Rows that were only planned, left out or refused keep no other from being ordered.
std::string earlierRowsWith(const char* column) {
    return std::string("SELECT") + kRowColumns + "FROM rows WHERE account = ?1 AND " + column +
           " = ?2 AND run < ?3 AND state >= 3 AND state <> 7";
}

} // namespace

void EarlierRows::bringKey(const std::string& key) {
    static const std::string kSql = earlierRowsWith("order_key");
    bring(kSql.c_str(), key);
}

void EarlierRows::bringMark(const std::string& mark) {
    static const std::string kSql = earlierRowsWith("mark");
    if (!mark.empty() && marks_.insert(mark).second)
        bring(kSql.c_str(), mark);
}

void EarlierRows::bring(const char* sql, const std::string& what) {
    std::vector<RowRecord> rows;
    for (const std::int64_t account : accounts_) {
        Statement found = ledger_.use(sql);
        found.bind(account, what, plan_);
        while (found.next())
            rows.push_back(readRow(found));
    }
    for (RowRecord& row : rows)
        keep(row);
}

std::vector<RunLike> EarlierRows::runsLike(const RunSpec& spec) {
    return detail::runsLike(ledger_, accounts_, plans_, spec, plan_);
}

void EarlierRows::bringRuns(const std::vector<RunLike>& runs) {
    Transaction transaction(plans_, Flush::Later);
    for (const RunLike& earlier : runs)
        bringRun(earlier.run);
    copyQuestions(ledger_, accounts_, plans_, account_);
    transaction.commit();
}

void EarlierRows::bringRun(std::int64_t run) {
    static const std::string kSql =
        std::string("SELECT") + kRowColumns +
        "FROM rows WHERE run = ?1 AND ordinal > ?2 AND (state IN (3, 4, 5, 6, 8, 9, 10)"
        " OR (state = 2 AND skip_reason = 2 AND related_run IS NOT NULL))"
        " ORDER BY ordinal LIMIT 500";
    std::int64_t after = -1;
    for (;;) {
        std::vector<RowRecord> rows;
        Statement found = ledger_.use(kSql.c_str());
        found.bind(run, after);
        while (found.next())
            rows.push_back(readRow(found));
        if (rows.empty())
            return;
        after = rows.back().ref.ordinal;
        for (RowRecord& row : rows) {
            if (row.state == RowState::Skipped && row.related)
                if (auto order = findRow(ledger_, *row.related))
                    keep(*order);
            keep(row);
        }
    }
}

void EarlierRows::keep(RowRecord& row) {
    if (!brought_.insert({row.ref.run, row.ref.ordinal}).second)
        return;
    addContent(ledger_, row);
    row.snapshot.clear();
    insertRow(plans_, account_, row);
}

} // namespace leadsheet::submit::detail
