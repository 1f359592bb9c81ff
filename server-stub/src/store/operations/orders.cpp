// SPDX-License-Identifier: Apache-2.0
#include "store/operations/conditions.hpp"
#include "store/operations/sql_tx.hpp"

#include <algorithm>

namespace leadsheet::server::store {

namespace {

#define LEADSHEET_ORDER_COLUMNS                                                                    \
    "seq, number, account_id, key_id, status, payment_status, product, lead_count, record_json,"   \
    " unit_price, total, captured, refunded, delivered, quote_id, external_ref, idempotency_key,"  \
    " question, version, created_at, updated_at, delivered_at, duplicates, rejected_rows,"         \
    " final_part, mark, similar_mark, staged"

Order orderOf(SqlRows& row) {
    const auto status = domain::orderStatusFromName(row.text(4));
    const auto payment = domain::paymentStatusFromName(row.text(5));
    if (!status || !payment)
        failInternal("order " + row.text(1) + " has an unknown status");
    Order order;
    order.seq = row.integer(0);
    order.number = row.id<OrderNumber>(1);
    order.account = row.id<AccountId>(2);
    order.key = row.id<KeyId>(3);
    order.status = *status;
    order.payment = *payment;
    order.product = row.text(6);
    order.leadCount = row.integer(7);
    order.recordJson = row.text(8);
    order.unitPrice = row.integer(9);
    order.total = row.integer(10);
    order.captured = row.integer(11);
    order.refunded = row.integer(12);
    order.delivered = row.integer(13);
    order.quote = row.optionalId<QuoteId>(14);
    order.externalRef = row.optionalText(15);
    order.idempotencyKey = row.text(16);
    order.question = row.optionalText(17);
    order.version = row.integer(18);
    order.createdAt = row.time(19);
    order.updatedAt = row.time(20);
    order.deliveredAt = row.optionalTime(21);
    order.duplicates = row.integer(22);
    order.rejectedRows = row.integer(23);
    order.finalPart = row.boolean(24);
    if (row.isNull(25))
        order.marks = domain::orderMarks(order.recordJson);
    else
        order.marks = {row.text(25), row.optionalText(26)};
    order.staged = row.integer(27);
    return order;
}

std::optional<Order> first(const std::unique_ptr<SqlRows>& rows) {
    if (!rows->next())
        return std::nullopt;
    return orderOf(*rows);
}

/// Both forms of the bound: the first is one that every index can use.
void addPosition(Conditions& where, const CursorPosition& position, Direction direction) {
    const bool newest = direction == Direction::NewestFirst;
    where.add(newest ? "created_at <= " : "created_at >= ", position.major);
    where.append(newest ? " AND (created_at, seq) < (" : " AND (created_at, seq) > (",
                 position.major);
    where.append(", ", position.minor);
    where.append(")");
}

} // namespace

std::optional<Order> SqlTx::findOrder(const OrderNumber& number) {
    return first(session_.query("SELECT " LEADSHEET_ORDER_COLUMNS " FROM orders WHERE number = $1",
                                {number}));
}

std::optional<Order> SqlTx::findOrder(const AccountId& account, const OrderNumber& number) {
    return first(session_.query("SELECT " LEADSHEET_ORDER_COLUMNS
                                " FROM orders WHERE number = $1 AND account_id = $2",
                                {number, account}));
}

std::optional<Order> SqlTx::findOrderByKey(const AccountId& account,
                                           std::string_view idempotencyKey) {
    return first(session_.query("SELECT " LEADSHEET_ORDER_COLUMNS
                                " FROM orders WHERE account_id = $1 AND idempotency_key = $2",
                                {account, idempotencyKey}));
}

Page<Order> SqlTx::listOrders(const std::optional<AccountId>& account, const OrderFilter& filter,
                              const std::optional<CursorPosition>& after, int limit,
                              Direction direction) {
    Conditions where;
    if (account)
        where.add("account_id = ", *account);
    if (filter.status)
        where.add("status = ", domain::name(*filter.status));
    if (filter.idempotencyKey)
        where.add("idempotency_key = ", *filter.idempotencyKey);
    if (filter.externalRef)
        where.add("external_ref = ", *filter.externalRef);
    if (filter.mark)
        where.add("mark = ", *filter.mark);
    if (filter.createdAfter)
        where.add("created_at > ", *filter.createdAfter);
    if (after)
        addPosition(where, *after, direction);
    where.append(direction == Direction::NewestFirst ? " ORDER BY created_at DESC, seq DESC LIMIT "
                                                     : " ORDER BY created_at, seq LIMIT ",
                 limit + 1);

    const auto rows = session_.open("SELECT " LEADSHEET_ORDER_COLUMNS " FROM orders" + where.text(),
                                    where.values());
    Page<Order> page;
    while (rows->next())
        page.rows.push_back(orderOf(*rows));
    if (page.rows.size() > static_cast<std::size_t>(limit)) {
        page.rows.pop_back();
        page.next = {domain::toMillis(page.rows.back().createdAt), page.rows.back().seq};
    }
    return page;
}

std::optional<std::int64_t> SqlTx::insertOrder(const Order& order) {
    return session_.insert(
        "INSERT INTO orders (number, account_id, key_id, status, payment_status, product,"
        " lead_count, record_json, unit_price, total, captured, refunded, delivered, quote_id,"
        " external_ref, idempotency_key, question, version, created_at, updated_at,"
        " delivered_at, mark, similar_mark)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,"
        " $19, $20, $21, $22, $23) ON CONFLICT (number) DO NOTHING",
        "seq",
        {order.number,
         order.account,
         order.key,
         domain::name(order.status),
         domain::name(order.payment),
         order.product,
         order.leadCount,
         order.recordJson,
         order.unitPrice,
         order.total,
         order.captured,
         order.refunded,
         order.delivered,
         order.quote,
         order.externalRef,
         order.idempotencyKey,
         order.question,
         order.version,
         order.createdAt,
         order.updatedAt,
         order.deliveredAt,
         order.marks.mark.empty() ? SqlValue() : SqlValue(order.marks.mark),
         order.marks.similar});
}

bool SqlTx::updateOrder(const Order& order) {
    return session_.execute(
               "UPDATE orders SET status = $3, payment_status = $4, captured = $5, refunded = $6,"
               " delivered = $7, question = $8, updated_at = $9, delivered_at = $10,"
               " duplicates = $11, rejected_rows = $12, final_part = $13, staged = $14, version = "
               "version + 1"
               " WHERE number = $1 AND version = $2",
               {order.number, order.version, domain::name(order.status),
                domain::name(order.payment), order.captured, order.refunded, order.delivered,
                order.question, order.updatedAt, order.deliveredAt, order.duplicates,
                order.rejectedRows, order.finalPart, order.staged}) == 1;
}

} // namespace leadsheet::server::store
