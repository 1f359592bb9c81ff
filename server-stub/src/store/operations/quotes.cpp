// SPDX-License-Identifier: Apache-2.0
#include "store/operations/sql_tx.hpp"

namespace leadsheet::server::store {

std::optional<Quote> SqlTx::findQuote(const AccountId& account, const QuoteId& id) {
    const auto rows = session_.query("SELECT product, lead_count, unit_price, total, created_at,"
                                     " expires_at, idempotency_key, request_digest, record_json,"
                                     " consumed_by FROM quotes WHERE id = $1 AND account_id = $2",
                                     {id, account});
    if (!rows->next())
        return std::nullopt;
    Quote quote;
    quote.id = id;
    quote.account = account;
    quote.product = rows->text(0);
    quote.leadCount = rows->integer(1);
    quote.unitPrice = rows->integer(2);
    quote.total = rows->integer(3);
    quote.createdAt = rows->time(4);
    quote.expiresAt = rows->time(5);
    quote.idempotencyKey = rows->optionalText(6);
    quote.requestDigest = rows->digest(7);
    quote.recordJson = rows->text(8);
    quote.consumedBy = rows->optionalId<OrderNumber>(9);
    return quote;
}

void SqlTx::insertQuote(const Quote& quote) {
    session_.execute("INSERT INTO quotes (id, account_id, product, lead_count, unit_price, total,"
                     " created_at, expires_at, idempotency_key, request_digest, record_json,"
                     " consumed_by) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
                     {quote.id, quote.account, quote.product, quote.leadCount, quote.unitPrice,
                      quote.total, quote.createdAt, quote.expiresAt, quote.idempotencyKey,
                      quote.requestDigest, quote.recordJson, quote.consumedBy});
}

void SqlTx::consumeQuote(const QuoteId& id, const OrderNumber& order) {
    const std::int64_t changed = session_.execute(
        "UPDATE quotes SET consumed_by = $2 WHERE id = $1 AND consumed_by IS NULL", {id, order});
    if (changed != 1)
        failInternal("a quote was consumed twice");
}

} // namespace leadsheet::server::store
