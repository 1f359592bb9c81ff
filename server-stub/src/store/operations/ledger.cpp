// SPDX-License-Identifier: Apache-2.0
#include "store/known.hpp"
#include "store/operations/ahead.hpp"
#include "store/schema.hpp"
#include "store/sql_session.hpp"
#include "store/store.hpp"

#include <array>
#include <utility>

namespace leadsheet::server::store {

namespace {

/// Two buckets that a kind of transfer moves money between. Funding is the house's: the sum of
/// everything the house gave out, as a negative balance. Refunded is negative too: what went back
/// out of captured.
struct Route {
    std::string_view kind;
    std::string_view from;
    std::string_view to;
};
constexpr std::string_view kFunding = "funding";

// In the order of TransferKind.
constexpr std::array kRoutes = {
    Route{"credit", kFunding, "available"},   Route{"hold", "available", "held"},
    Route{"capture", "held", "captured"},     Route{"release", "held", "available"},
    Route{"refund", "refunded", "available"},
};

const Route& routeOf(TransferKind kind) {
    return kRoutes[static_cast<std::size_t>(kind)];
}

void addTo(SqlSession& session, const AccountId& account, std::string_view bucket,
           MinorUnits amount) {
    session.execute("INSERT INTO ledger_balances (account_id, bucket, balance) VALUES ($1, $2, $3)"
                    " ON CONFLICT (account_id, bucket)"
                    " DO UPDATE SET balance = ledger_balances.balance + excluded.balance",
                    {account, bucket, amount});
}

/// What an account has in a bucket, and of refunded, what went back; null for the house's funding.
MinorUnits* bucketOf(Balance& balance, std::string_view name) {
    if (name == "available")
        return &balance.available;
    if (name == "held")
        return &balance.held;
    if (name == "captured")
        return &balance.captured;
    return name == "refunded" ? &balance.refunded : nullptr;
}

/// Of these two, what was taken out is counted below zero.
bool goesBelowZero(std::string_view bucket) {
    return bucket == kFunding || bucket == "refunded";
}

void addBucket(Balance& balance, std::string_view bucket, MinorUnits amount) {
    if (MinorUnits* const place = bucketOf(balance, bucket))
        *place = goesBelowZero(bucket) ? -amount : amount;
}

constexpr std::string_view kBalanceSql =
    "SELECT bucket, balance FROM ledger_balances WHERE account_id = $1";

Balance balanceOf(SqlRows& rows) {
    Balance balance;
    while (rows.next())
        addBucket(balance, rows.view(0), rows.integer(1));
    return balance;
}

/// A transfer with its two entries, and the sums of all of them in the balances. A sum may take
/// from what is there, so that there is a row for it, or be the first of its bucket.
constexpr GatheredRows kTransfers{
    "WITH made AS (SELECT nextval('ledger_transfers_id_seq') AS id, asked.* FROM unnest(CAST($1 AS "
    "TEXT[]), CAST($2 AS TEXT[]),"
    " CAST($3 AS BIGINT[]), CAST($4 AS TEXT[]), CAST($5 AS TEXT[]), CAST($6 AS BIGINT[]),"
    " CAST($7 AS BIGINT[]), CAST($8 AS BIGINT[]), CAST($9 AS TEXT[]), CAST($10 AS TEXT[]),"
    " CAST($11 AS TEXT[])) AS asked (account_id, kind, amount, order_number, reason,"
    " available_after, held_after, at, payer, source, target)),"
    " transfers AS (INSERT INTO ledger_transfers (id, account_id, kind, amount, order_number,"
    " reason, available_after, held_after, at) SELECT id, account_id, kind, amount, order_number,"
    " reason, available_after, held_after, at FROM made),"
    " sides AS (SELECT id, payer AS account_id, source AS bucket, -amount AS amount FROM made"
    " UNION ALL SELECT id, account_id, target, amount FROM made),"
    " entries AS (INSERT INTO ledger_entries (transfer_id, account_id, bucket, amount)"
    " SELECT id, account_id, bucket, amount FROM sides),"
    " sums AS (SELECT account_id, bucket, CAST(SUM(amount) AS BIGINT) AS amount FROM sides"
    " GROUP BY account_id, bucket),"
    " changed AS (UPDATE ledger_balances SET balance = balance + sums.amount FROM sums"
    " WHERE ledger_balances.account_id = sums.account_id"
    " AND ledger_balances.bucket = sums.bucket"
    " RETURNING ledger_balances.account_id, ledger_balances.bucket)"
    " INSERT INTO ledger_balances (account_id, bucket, balance)"
    " SELECT account_id, bucket, amount FROM sums"
    " WHERE (account_id, bucket) NOT IN (SELECT account_id, bucket FROM changed)",
    "ttittiiittt", GatheredRows::Rank::OfOrders};
constexpr GatheredRows kHolds{
    "INSERT INTO holds (order_seq, account_id, held, captured, refunded)"
    " SELECT o.seq, account_id, held, 0, 0 FROM unnest(CAST($1 AS TEXT[]),"
    " CAST($2 AS TEXT[]), CAST($3 AS BIGINT[])) AS asked (order_number, account_id, held)"
    " LEFT JOIN LATERAL"
    " (SELECT seq FROM orders WHERE number = asked.order_number OFFSET 0) AS o ON true",
    "tti", GatheredRows::Rank::OfOrders};

void requirePositive(MinorUnits amount) {
    if (amount <= 0)
        failInternal("a transfer must move a positive amount");
}

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
     "SELECT o.number FROM orders o LEFT JOIN holds h ON h.order_seq = o.seq"
     " WHERE h.order_seq IS NULL OR h.account_id <> o.account_id"
     " OR h.captured <> o.captured OR h.refunded <> o.refunded"
     " OR h.held <> CASE o.payment_status WHEN 'held' THEN o.total - o.captured ELSE 0 END LIMIT "
     "5"},
    {"the key does not lead to order ",
     "SELECT o.number FROM orders o LEFT JOIN idempotency_keys k ON k.account_id = o.account_id"
     " AND k.operation = 'createOrder' AND k.key = o.idempotency_key"
     " WHERE k.order_number IS NULL OR k.order_number <> o.number LIMIT 5"},
    {"there is not the order that was bought with the key ",
     "SELECT k.key FROM idempotency_keys k LEFT JOIN orders o ON o.number = k.order_number"
     " AND o.account_id = k.account_id AND o.idempotency_key = k.key"
     " WHERE k.operation = 'createOrder' AND k.order_number IS NOT NULL AND o.seq IS NULL LIMIT 5"},
};

} // namespace

struct Tx::Transfer {
    TransferKind kind;
    const AccountId& account;
    MinorUnits amount;
    std::optional<OrderNumber> order;
    std::string_view reason;
    Timestamp at;
};

std::string_view name(TransferKind kind) {
    return routeOf(kind).kind;
}

TransferKind transferKindFromName(std::string_view text) {
    for (std::size_t i = 0; i < kRoutes.size(); ++i) {
        if (kRoutes[i].kind == text)
            return static_cast<TransferKind>(i);
    }
    failInternal("the ledger holds an unknown kind of transfer");
}

void Tx::post(const Transfer& transfer) {
    if (!tryPost(transfer))
        failInternal("the balance of account " + transfer.account.str() +
                     " is too small for a transfer");
}

bool Tx::tryPost(const Transfer& transfer) {
    const Route& route = routeOf(transfer.kind);
    const AccountId house;
    const AccountId& payer = route.from == kFunding ? house : transfer.account;
    // Nobody else writes this account meanwhile. That no balance goes below zero, the table checks.
    Balance after = balance(transfer.account);
    if (MinorUnits* const from = bucketOf(after, route.from)) {
        if (!goesBelowZero(route.from) && *from < transfer.amount)
            return false;
        *from += goesBelowZero(route.from) ? transfer.amount : -transfer.amount;
    }
    if (MinorUnits* const to = bucketOf(after, route.to))
        *to += transfer.amount;
    if (Known* const known = knownOf(transfer.account))
        known->balance = after;
    if (session_.gather(kTransfers, {transfer.account, route.kind, transfer.amount, transfer.order,
                                     transfer.reason, after.available, after.held, transfer.at,
                                     payer, route.from, route.to}))
        return true;
    if (goesBelowZero(route.from))
        addTo(session_, payer, route.from, -transfer.amount);
    else
        session_.execute("UPDATE ledger_balances SET balance = balance - $3"
                         " WHERE account_id = $1 AND bucket = $2",
                         {payer, route.from, transfer.amount});
    addTo(session_, transfer.account, route.to, transfer.amount);
    session_.execute("INSERT INTO ledger_transfers (account_id, kind, amount, order_number, reason,"
                     " available_after, held_after, at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
                     {transfer.account, route.kind, transfer.amount, transfer.order,
                      transfer.reason, after.available, after.held, transfer.at});
    session_.execute(
        "INSERT INTO ledger_entries (transfer_id, account_id, bucket, amount)"
        " VALUES ((SELECT MAX(id) FROM ledger_transfers WHERE account_id = $4), $1, $2, $3),"
        " ((SELECT MAX(id) FROM ledger_transfers WHERE account_id = $4), $4, $5, $6)",
        {payer, route.from, -transfer.amount, transfer.account, route.to, transfer.amount});
    return true;
}

Balance Reader::balance(const AccountId& account) {
    Known* const known = knownOf(account);
    if (known != nullptr && known->balance)
        return *known->balance;
    const Balance balance = balanceOf(*session_.query(kBalanceSql, {account}));
    if (known != nullptr)
        known->balance = balance;
    return balance;
}

void askBalances(Ahead& ahead) {
    SqlColumn accounts(SqlColumn::Type::Text);
    ahead.each([&](Known& known, const OrderAhead&) {
        if (!std::exchange(known.balance, known.balance.value_or(Balance{})))
            accounts.add(known.account);
    });
    ahead.ask("SELECT account_id, bucket, balance FROM ledger_balances"
              " WHERE account_id = ANY (CAST($1 AS TEXT[]))",
              accounts, {accounts.all()}, [&ahead](SqlRows& rows) {
                  while (rows.next())
                      addBucket(*ahead.of(rows.view(0)).balance, rows.view(1), rows.integer(2));
              });
}

Page<LedgerEntry> Reader::listLedger(const AccountId& account,
                                     const std::optional<CursorPosition>& after, int limit) {
    constexpr std::int64_t kNewest = INT64_MAX;
    const auto rows =
        session_.query("SELECT id, kind, amount, available_after, held_after, order_number, reason,"
                       " at FROM ledger_transfers WHERE account_id = $1 AND id < $2"
                       " ORDER BY id DESC LIMIT $3",
                       {account, after ? after->major : kNewest, limit + 1});
    Page<LedgerEntry> page;
    while (rows->next())
        page.rows.push_back({rows->integer(0), account, transferKindFromName(rows->text(1)),
                             rows->integer(2), rows->integer(3), rows->integer(4),
                             rows->optionalId<OrderNumber>(5), rows->text(6), rows->time(7)});
    if (page.rows.size() > static_cast<std::size_t>(limit)) {
        page.rows.pop_back();
        page.next = {page.rows.back().id, 0};
    }
    return page;
}

void Tx::credit(const AccountId& account, MinorUnits amount, std::string_view reason,
                Timestamp at) {
    requirePositive(amount);
    post({TransferKind::Credit, account, amount, std::nullopt, reason, at});
}

bool Tx::hold(const AccountId& account, const OrderNumber& order, MinorUnits amount, Timestamp at) {
    if (amount < 0)
        failInternal("a hold must not be negative");
    // An order may be free.
    if (amount > 0 && !tryPost({TransferKind::Hold, account, amount, order, "", at}))
        return false;
    if (session_.gather(kHolds, {order, account, amount}))
        return true;
    session_.execute("INSERT INTO holds (order_seq, account_id, held, captured, refunded)"
                     " VALUES (" LEADSHEET_ORDER_OF_NUMBER ", $2, $3, 0, 0)",
                     {order, account, amount});
    return true;
}

void Tx::capture(const AccountId& account, const OrderNumber& order, MinorUnits amount,
                 Timestamp at) {
    requirePositive(amount);
    if (session_.change("UPDATE holds SET held = held - $3, captured = captured + $3"
                        " WHERE order_seq = " LEADSHEET_ORDER_OF_NUMBER
                        " AND account_id = $2 AND held >= $3",
                        {order, account, amount}) != 1)
        failInternal("a capture over the hold of order " + order.str());
    post({TransferKind::Capture, account, amount, order, "", at});
}

void Tx::release(const AccountId& account, const OrderNumber& order, MinorUnits amount,
                 Timestamp at) {
    requirePositive(amount);
    if (session_.change("UPDATE holds SET held = held - $3"
                        " WHERE order_seq = " LEADSHEET_ORDER_OF_NUMBER
                        " AND account_id = $2 AND held >= $3",
                        {order, account, amount}) != 1)
        failInternal("a release over the hold of order " + order.str());
    post({TransferKind::Release, account, amount, order, "", at});
}

void Tx::refund(const AccountId& account, const OrderNumber& order, MinorUnits amount,
                std::string_view reason, Timestamp at) {
    requirePositive(amount);
    if (session_.change("UPDATE holds SET refunded = refunded + $3"
                        " WHERE order_seq = " LEADSHEET_ORDER_OF_NUMBER " AND account_id = $2"
                        " AND captured - refunded >= $3",
                        {order, account, amount}) != 1)
        failInternal("a refund over what was captured for order " + order.str());
    post({TransferKind::Refund, account, amount, order, reason, at});
}

std::vector<std::string> Reader::ledgerFaults() {
    std::vector<std::string> faults;
    for (const Promise& promise : kPromises) {
        const auto rows = session_.query(promise.sql);
        while (rows->next())
            faults.push_back(std::string(promise.broken) + rows->text(0));
    }
    return faults;
}

} // namespace leadsheet::server::store
