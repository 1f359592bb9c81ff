// SPDX-License-Identifier: Apache-2.0
#include "store/operations/sql_tx.hpp"

namespace leadsheet::server::store {

namespace {

SqlBlob blobOf(std::string_view bytes) {
    return {{reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()}};
}

} // namespace

std::optional<IdempotencyRecord>
SqlTx::findIdempotency(const AccountId& account, std::string_view operation, std::string_view key) {
    const auto rows = session_.query("SELECT fingerprint, status, body, order_number, created_at"
                                     " FROM idempotency_keys"
                                     " WHERE account_id = $1 AND operation = $2 AND key = $3",
                                     {account, operation, key});
    if (!rows->next())
        return std::nullopt;
    IdempotencyRecord record;
    record.account = account;
    record.operation = operation;
    record.key = key;
    record.fingerprint = rows->digest(0);
    record.status = static_cast<int>(rows->integer(1));
    record.body = rows->optionalText(2);
    record.order = rows->optionalId<OrderNumber>(3);
    record.createdAt = rows->time(4);
    return record;
}

void SqlTx::insertIdempotency(const IdempotencyRecord& record) {
    std::optional<SqlBlob> body;
    if (record.body)
        body = blobOf(*record.body);
    session_.execute("INSERT INTO idempotency_keys"
                     " (account_id, operation, key, fingerprint, status, body, order_number,"
                     " created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
                     {record.account, record.operation, record.key, record.fingerprint,
                      record.status, body, record.order, record.createdAt});
}

// A record that bought an order keeps the link when its answer goes; any other goes as a whole.
std::int64_t SqlTx::purge(Timestamp windowsBefore, Timestamp bodiesBefore, int limit) {
    std::int64_t changed = 0;
    changed += session_.execute("DELETE FROM rate_windows WHERE (subject, policy) IN"
                                " (SELECT subject, policy FROM rate_windows"
                                " WHERE started_at < $1 ORDER BY started_at LIMIT $2)",
                                {windowsBefore, limit});
    changed += session_.execute("DELETE FROM idempotency_keys WHERE (account_id, operation, key) IN"
                                " (SELECT account_id, operation, key FROM idempotency_keys"
                                " WHERE body IS NOT NULL AND created_at < $1"
                                " AND order_number IS NULL ORDER BY created_at LIMIT $2)",
                                {bodiesBefore, limit});
    changed += session_.execute("UPDATE idempotency_keys SET body = NULL"
                                " WHERE (account_id, operation, key) IN"
                                " (SELECT account_id, operation, key FROM idempotency_keys"
                                " WHERE body IS NOT NULL AND created_at < $1"
                                " AND order_number IS NOT NULL ORDER BY created_at LIMIT $2)",
                                {bodiesBefore, limit});
    changed += session_.execute("DELETE FROM quotes WHERE id IN (SELECT id FROM quotes"
                                " WHERE consumed_by IS NULL AND expires_at < $1"
                                " ORDER BY expires_at LIMIT $2)",
                                {bodiesBefore, limit});
    return changed;
}

} // namespace leadsheet::server::store
