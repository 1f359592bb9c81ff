// SPDX-License-Identifier: Apache-2.0
#include "earlier_rows.hpp"

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
    for (RowRecord& row : rows) {
        if (!brought_.insert({row.ref.run, row.ref.ordinal}).second)
            continue;
        addContent(ledger_, row);
        row.snapshot.clear();
        insertRow(plans_, account_, row);
    }
}

} // namespace leadsheet::submit::detail
