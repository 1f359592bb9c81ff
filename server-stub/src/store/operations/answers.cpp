// SPDX-License-Identifier: Apache-2.0
#include "store/known.hpp"
#include "store/operations/ahead.hpp"
#include "store/sql_session.hpp"
#include "store/store.hpp"

namespace leadsheet::server::store {

namespace {

IdempotencyRecord answerOf(SqlRows& rows, const AccountId& account, std::string_view operation,
                           std::string_view key) {
    IdempotencyRecord record;
    record.account = account;
    record.operation = operation;
    record.key = key;
    record.fingerprint = rows.digest(0);
    record.status = static_cast<int>(rows.integer(1));
    record.body = rows.optionalText(2);
    record.order = rows.optionalId<OrderNumber>(3);
    record.createdAt = rows.time(4);
    return record;
}

SqlBlob blobOf(std::string_view bytes) {
    return {{reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()}};
}

constexpr GatheredRows kAnswers{
    "INSERT INTO idempotency_keys"
    " (account_id, operation, key, fingerprint, status, body, order_number, created_at)"
    " SELECT * FROM unnest(CAST($1 AS TEXT[]), CAST($2 AS TEXT[]), CAST($3 AS TEXT[]),"
    " CAST($4 AS BYTEA[]), CAST($5 AS BIGINT[]), CAST($6 AS BYTEA[]), CAST($7 AS TEXT[]),"
    " CAST($8 AS BIGINT[]))",
    "tttbibti", GatheredRows::Rank::OfOrders};

#define LEADSHEET_KEEP_ANSWER                                                                      \
    "INSERT INTO idempotency_keys"                                                                 \
    " (account_id, operation, key, fingerprint, status, body, order_number, created_at)"           \
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"

} // namespace

std::optional<IdempotencyRecord> Reader::findIdempotency(const AccountId& account,
                                                         std::string_view operation,
                                                         std::string_view key) {
    if (Known* const known = knownOf(account)) {
        const auto answer = known->answers.find({std::string(operation), std::string(key)});
        if (answer != known->answers.end())
            return answer->second;
    }
    const auto rows = session_.query(
        "SELECT fingerprint, status, body, order_number, created_at FROM idempotency_keys"
        " WHERE account_id = $1 AND operation = $2 AND key = $3",
        {account, operation, key});
    return rows->next() ? std::optional(answerOf(*rows, account, operation, key)) : std::nullopt;
}

void askAnswers(Ahead& ahead) {
    SqlColumn accounts(SqlColumn::Type::Text);
    SqlColumn operations(SqlColumn::Type::Text);
    SqlColumn keys(SqlColumn::Type::Text);
    ahead.each([&](Known& known, const OrderAhead& order) {
        for (const std::string& key : {order.idempotencyKey, order.refusalKey}) {
            if (key.empty() || !known.answers.try_emplace({order.operation, key}).second)
                continue;
            accounts.add(known.account);
            operations.add(order.operation);
            keys.add(key);
        }
    });
    ahead.ask("SELECT found.*, asked.* FROM unnest(CAST($1 AS TEXT[]), CAST($2 AS TEXT[]),"
              " CAST($3 AS TEXT[])) AS asked (account_id, operation, key) CROSS JOIN LATERAL"
              " (SELECT fingerprint, status, body, order_number, created_at"
              " FROM idempotency_keys k WHERE k.account_id = asked.account_id"
              " AND k.operation = asked.operation AND k.key = asked.key OFFSET 0) AS found",
              accounts, {accounts.all(), operations.all(), keys.all()}, [&ahead](SqlRows& rows) {
                  while (rows.next()) {
                      Known& known = ahead.of(rows.view(5));
                      const std::pair name(rows.text(6), rows.text(7));
                      known.answers[name] = answerOf(rows, known.account, name.first, name.second);
                  }
              });
}

void Tx::confirmEarlierCommits() {
    session_.confirmEarlierCommits();
}

void Tx::insertIdempotency(const IdempotencyRecord& record) {
    if (Known* const known = knownOf(record.account))
        known->answers[{record.operation, record.key}] = record;
    std::optional<SqlBlob> body;
    if (record.body)
        body = blobOf(*record.body);
    if (record.status >= 400) { // a refusal that was kept before is out of date
        if (session_.change(LEADSHEET_KEEP_ANSWER
                            " ON CONFLICT (account_id, operation, key) DO UPDATE SET"
                            " fingerprint = excluded.fingerprint, status = excluded.status,"
                            " body = excluded.body, created_at = excluded.created_at"
                            " WHERE idempotency_keys.status >= 400",
                            {record.account, record.operation, record.key, record.fingerprint,
                             record.status, body, record.order, record.createdAt}) != 1)
            failInternal("a refusal would take the place of what was answered before");
        return;
    }
    if (session_.gather(kAnswers, {record.account, record.operation, record.key, record.fingerprint,
                                   record.status, body, record.order, record.createdAt}))
        return;
    session_.execute(LEADSHEET_KEEP_ANSWER,
                     {record.account, record.operation, record.key, record.fingerprint,
                      record.status, body, record.order, record.createdAt});
}

// A record that bought an order keeps the link when its answer goes; one that moved money without
// an order's states to forbid it twice is kept; any other goes as a whole.
std::int64_t Tx::purge(const Purge& ended, int limit) {
    std::int64_t changed = 0;
    // The condition stands twice: a window may begin again between choosing and deleting it.
    changed += session_.change("DELETE FROM rate_windows WHERE started_at < $1"
                               " AND (subject, policy) IN"
                               " (SELECT subject, policy FROM rate_windows"
                               " WHERE started_at < $1 ORDER BY started_at LIMIT $2)",
                               {ended.windowsBefore, limit});
    changed += session_.change("DELETE FROM idempotency_keys WHERE (account_id, operation, key) IN"
                               " (SELECT account_id, operation, key FROM idempotency_keys"
                               " WHERE operation = 'createOrder' AND status >= 400"
                               " AND created_at < $1 ORDER BY created_at LIMIT $2)",
                               {ended.refusalsBefore, limit});
    changed += session_.change("DELETE FROM idempotency_keys WHERE (account_id, operation, key) IN"
                               " (SELECT account_id, operation, key FROM idempotency_keys"
                               " WHERE body IS NOT NULL AND created_at < $1"
                               " AND order_number IS NULL"
                               " AND (operation NOT IN ('creditAccount', 'refundOrder')"
                               " OR status >= 400)"
                               " ORDER BY created_at LIMIT $2)",
                               {ended.bodiesBefore, limit});
    changed += session_.change("UPDATE idempotency_keys SET body = NULL"
                               " WHERE (account_id, operation, key) IN"
                               " (SELECT account_id, operation, key FROM idempotency_keys"
                               " WHERE body IS NOT NULL AND created_at < $1"
                               " AND order_number IS NOT NULL ORDER BY created_at LIMIT $2)",
                               {ended.bodiesBefore, limit});
    changed += session_.change("DELETE FROM quotes WHERE id IN (SELECT id FROM quotes"
                               " WHERE consumed_by IS NULL AND expires_at < $1"
                               " ORDER BY expires_at LIMIT $2)",
                               {ended.quotesBefore, limit});
    return changed;
}

} // namespace leadsheet::server::store
