// SPDX-License-Identifier: Apache-2.0
#include "store/operations/sql_tx.hpp"

namespace leadsheet::server::store {

namespace {

/// Each query lists the rows that break one promise; a few of them are enough to act on.
struct Promise {
    std::string_view broken; ///< the sentence before the first column of a row
    std::string_view sql;
};

constexpr Promise kPromises[] = {
    {"all entries together do not add up to zero but to ",
     "SELECT total FROM (SELECT COALESCE(SUM(amount), 0) AS total FROM ledger_entries) AS sums"
     " WHERE total <> 0"},
    {"the two sides do not cancel out in transfer ",
     "SELECT transfer_id FROM ledger_entries GROUP BY transfer_id HAVING SUM(amount) <> 0 LIMIT 5"},
    {"there are not two entries for transfer ",
     "SELECT t.id FROM ledger_transfers t LEFT JOIN ledger_entries e ON e.transfer_id = t.id"
     " AND abs(e.amount) = t.amount GROUP BY t.id HAVING COUNT(e.amount) <> 2 LIMIT 5"},
    {"the balance is not the sum of the entries in ",
     "SELECT account_id || ' ' || bucket FROM"
     " (SELECT account_id, bucket, balance AS amount FROM ledger_balances"
     " UNION ALL SELECT account_id, bucket, -amount FROM ledger_entries) AS both_sides"
     " GROUP BY account_id, bucket HAVING SUM(amount) <> 0 LIMIT 5"},
    {"the balance is not the sum of the orders' holds in ",
     "SELECT account_id || ' ' || bucket FROM"
     " (SELECT account_id, bucket, balance AS amount FROM ledger_balances"
     " WHERE bucket IN ('held', 'captured', 'refunded')"
     " UNION ALL SELECT account_id, 'held', -held FROM holds"
     " UNION ALL SELECT account_id, 'captured', -captured FROM holds"
     " UNION ALL SELECT account_id, 'refunded', refunded FROM holds) AS both_sides"
     " GROUP BY account_id, bucket HAVING SUM(amount) <> 0 LIMIT 5"},
    {"order and hold disagree about the money of ",
     "SELECT o.number FROM orders o LEFT JOIN holds h ON h.order_number = o.number"
     " WHERE h.order_number IS NULL OR h.account_id <> o.account_id"
     " OR h.captured <> o.captured OR h.refunded <> o.refunded"
     " OR h.held <> CASE o.payment_status WHEN 'held' THEN o.total - o.captured ELSE 0 END LIMIT "
     "5"},
};

} // namespace

std::vector<std::string> SqlTx::ledgerFaults() {
    std::vector<std::string> faults;
    for (const Promise& promise : kPromises) {
        const auto rows = session_.query(promise.sql);
        while (rows->next())
            faults.push_back(std::string(promise.broken) + rows->text(0));
    }
    return faults;
}

} // namespace leadsheet::server::store
