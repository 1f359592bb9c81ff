// SPDX-License-Identifier: Apache-2.0
#include "store/known.hpp"
#include "store/operations/ahead.hpp"
#include "store/schema.hpp"
#include "store/sql_session.hpp"
#include "store/store.hpp"

#include <algorithm>

namespace leadsheet::server::store {

namespace {

#define LEADSHEET_ORDER_COLUMNS                                                                    \
    "seq, number, account_id, key_id, status, payment_status, product, lead_count, record_json,"   \
    " unit_price, total, captured, refunded, delivered, quote_id, external_ref, idempotency_key,"  \
    " question, version, created_at, updated_at, delivered_at, duplicates, rejected_rows,"         \
    " final_part, mark, similar_mark, staged"

/// The order that the account $1 bought with the key $2.
#define LEADSHEET_BOUGHT_WITH_KEY                                                                  \
    "number = (SELECT order_number FROM idempotency_keys"                                          \
    " WHERE account_id = $1 AND operation = 'createOrder' AND key = $2)"

bool mayBeEquivalent(const Order& order, const OrderContent& content) {
    return order.marks.mark == content.marks.mark ||
           (order.marks.similar && order.marks.similar == content.marks.similar) ||
           (order.externalRef && order.externalRef == content.externalRef);
}

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

/// Of the requests in the orders of a page: what is asked for may have hundreds of kilobytes, and a
/// thousand such orders would fill the memory.
constexpr std::size_t kMaxPageBytes = std::size_t{2} * 1024 * 1024;

/// Both forms of the bound: the first is one that every index can use.
void addPosition(Conditions& where, const CursorPosition& position, Direction direction) {
    const bool newest = direction == Direction::NewestFirst;
    where.add(newest ? "created_at <= " : "created_at >= ", position.major);
    where.append(newest ? " AND (created_at, seq) < (" : " AND (created_at, seq) > (",
                 position.major);
    where.append(", ", position.minor);
    where.append(")");
}

#define LEADSHEET_QUOTE_COLUMNS                                                                    \
    "id, account_id, product, lead_count, unit_price, total, created_at, expires_at,"              \
    " idempotency_key, request_digest, record_json, consumed_by"

Quote quoteOf(SqlRows& rows) {
    Quote quote;
    quote.id = rows.id<QuoteId>(0);
    quote.account = rows.id<AccountId>(1);
    quote.product = rows.text(2);
    quote.leadCount = rows.integer(3);
    quote.unitPrice = rows.integer(4);
    quote.total = rows.integer(5);
    quote.createdAt = rows.time(6);
    quote.expiresAt = rows.time(7);
    quote.idempotencyKey = rows.optionalText(8);
    quote.requestDigest = rows.digest(9);
    quote.recordJson = rows.text(10);
    quote.consumedBy = rows.optionalId<OrderNumber>(11);
    return quote;
}

#define LEADSHEET_NEW_ORDER_COLUMNS                                                                \
    "number, account_id, key_id, status, payment_status, product, lead_count, record_json,"        \
    " unit_price, total, captured, refunded, delivered, quote_id, external_ref, idempotency_key,"  \
    " question, version, created_at, updated_at, delivered_at, mark, similar_mark"

/// A number that exists already fails the statement.
constexpr GatheredRows kNewOrders{
    "INSERT INTO orders (seq, " LEADSHEET_NEW_ORDER_COLUMNS ")"
    " SELECT * FROM unnest(CAST($1 AS BIGINT[]), CAST($2 AS TEXT[]), CAST($3 AS TEXT[]),"
    " CAST($4 AS TEXT[]), CAST($5 AS TEXT[]), CAST($6 AS TEXT[]), CAST($7 AS TEXT[]),"
    " CAST($8 AS BIGINT[]), CAST($9 AS TEXT[]), CAST($10 AS BIGINT[]), CAST($11 AS BIGINT[]),"
    " CAST($12 AS BIGINT[]), CAST($13 AS BIGINT[]), CAST($14 AS BIGINT[]), CAST($15 AS TEXT[]),"
    " CAST($16 AS TEXT[]), CAST($17 AS TEXT[]), CAST($18 AS TEXT[]), CAST($19 AS BIGINT[]),"
    " CAST($20 AS BIGINT[]), CAST($21 AS BIGINT[]), CAST($22 AS BIGINT[]), CAST($23 AS TEXT[]),"
    " CAST($24 AS TEXT[]))",
    "itttttti"
    "tiiiii"
    "tttt"
    "iiiitt",
    GatheredRows::Rank::Orders};
/// One that is there no more or was consumed already fails the statement: it divides by zero.
constexpr GatheredRows kConsumedQuotes{
    "WITH consumed AS (UPDATE quotes SET consumed_by = found.number"
    " FROM (SELECT asked.number, q.place FROM unnest(CAST($1 AS TEXT[]), CAST($2 AS TEXT[]))"
    " AS asked (id, number) CROSS JOIN LATERAL (SELECT ctid AS place FROM quotes"
    " WHERE quotes.id = asked.id OFFSET 0) AS q) AS found"
    " WHERE quotes.ctid = found.place AND quotes.consumed_by IS NULL RETURNING 1)"
    " SELECT 1 / CAST(COUNT(*) = cardinality(CAST($1 AS TEXT[])) AS INTEGER) FROM consumed",
    "tt", GatheredRows::Rank::OfOrders};
/// Those of one order keep their order.
constexpr GatheredRows kEvents{
    "INSERT INTO order_events"
    " (order_seq, seq, type, actor, key_id, status, version, data_json, at)"
    " SELECT o.seq, (SELECT COALESCE(MAX(seq), 0) FROM order_events e WHERE e.order_seq = o.seq)"
    " + ROW_NUMBER() OVER (PARTITION BY o.seq ORDER BY place),"
    " type, actor, key_id, status, version, data_json, at"
    " FROM unnest(CAST($1 AS TEXT[]), CAST($2 AS TEXT[]), CAST($3 AS TEXT[]), CAST($4 AS TEXT[]),"
    " CAST($5 AS TEXT[]), CAST($6 AS BIGINT[]), CAST($7 AS TEXT[]), CAST($8 AS BIGINT[]))"
    " WITH ORDINALITY AS asked"
    " (order_number, type, actor, key_id, status, version, data_json, at, place) LEFT JOIN LATERAL"
    " (SELECT seq FROM orders WHERE number = asked.order_number OFFSET 0) AS o ON true",
    "tttttiti", GatheredRows::Rank::OfOrders};

} // namespace

std::optional<Order> Reader::findOrder(const OrderNumber& number) {
    return first(session_.query("SELECT " LEADSHEET_ORDER_COLUMNS " FROM orders WHERE number = $1",
                                {number}));
}

std::optional<Order> Reader::findOrder(const AccountId& account, const OrderNumber& number) {
    return first(session_.query("SELECT " LEADSHEET_ORDER_COLUMNS
                                " FROM orders WHERE number = $1 AND account_id = $2",
                                {number, account}));
}

std::optional<Order> Reader::findOrderByKey(const AccountId& account,
                                            std::string_view idempotencyKey) {
    return first(session_.query("SELECT " LEADSHEET_ORDER_COLUMNS
                                " FROM orders WHERE " LEADSHEET_BOUGHT_WITH_KEY,
                                {account, idempotencyKey}));
}

Page<Order> Reader::listOrders(const std::optional<AccountId>& account, const OrderFilter& filter,
                               const std::optional<CursorPosition>& after, int limit,
                               Direction direction) {
    Conditions where;
    if (account)
        where.add("account_id = ", *account);
    if (filter.idempotencyKey)
        where.add("idempotency_key = ", *filter.idempotencyKey);
    if (account && filter.idempotencyKey)
        where.append(" AND " LEADSHEET_BOUGHT_WITH_KEY);
    if (filter.status)
        where.add("status = ", domain::name(*filter.status));
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
    std::size_t bytes = 0;
    bool more = false;
    while (!more && rows->next()) {
        Order order = orderOf(*rows);
        bytes += order.recordJson.size();
        more = std::ssize(page.rows) == limit || (bytes > kMaxPageBytes && !page.rows.empty());
        if (!more)
            page.rows.push_back(std::move(order));
    }
    if (more) {
        page.next = {domain::toMillis(page.rows.back().createdAt), page.rows.back().seq};
    }
    return page;
}

std::optional<std::int64_t> Tx::insertOrder(const Order& order) {
    std::optional<std::int64_t> seq;
    if (Known* const known = knownOf(order.account)) {
        std::erase_if(known->compared, [&](const Known::Compared& compared) {
            return mayBeEquivalent(order, compared.content);
        });
        if (!known->orderSeqs.empty()) {
            seq = known->orderSeqs.front();
            known->orderSeqs.pop_front();
        }
    }
    const SqlValue values[] = {seq,
                               order.number,
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
                               order.marks.similar};
    if (seq && session_.gatherRow(kNewOrders, values))
        return seq;
    return session_.insertRow(
        "INSERT INTO orders (" LEADSHEET_NEW_ORDER_COLUMNS ")"
        " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,"
        " $19, $20, $21, $22, $23) ON CONFLICT (number) DO NOTHING",
        "seq", std::span(values).subspan(1));
}

bool Tx::updateOrder(const Order& order) {
    if (Known* const known = knownOf(order.account))
        known->compared.clear();
    return session_.change(
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

Page<OrderEvent> Reader::listEvents(const OrderNumber& number,
                                    const std::optional<CursorPosition>& after, int limit) {
    const auto rows = session_.query(
        "SELECT seq, type, actor, key_id, status, version, data_json, at"
        " FROM order_events WHERE order_seq = " LEADSHEET_ORDER_OF_NUMBER " AND seq > $2"
        " ORDER BY seq LIMIT $3",
        {number, after ? after->major : 0, limit + 1});
    return pageOf(*rows, limit, [&number](SqlRows& row) {
        const auto status = domain::orderStatusFromName(row.text(4));
        if (!status)
            failInternal("an event of order " + number.str() + " has an unknown status");
        return OrderEvent{number,  row.integer(0), row.text(1), row.text(2), row.id<KeyId>(3),
                          *status, row.integer(5), row.text(6), row.time(7)};
    });
}

void Tx::appendEvent(const OrderEvent& event) {
    if (session_.gather(kEvents,
                        {event.order, event.type, event.actor, event.key,
                         domain::name(event.status), event.version, event.dataJson, event.at}))
        return;
    session_.execute("INSERT INTO order_events"
                     " (order_seq, seq, type, actor, key_id, status, version, data_json, at)"
                     " VALUES (" LEADSHEET_ORDER_OF_NUMBER
                     ", (SELECT COALESCE(MAX(seq), 0) + 1 FROM order_events"
                     " WHERE order_seq = " LEADSHEET_ORDER_OF_NUMBER
                     "), $2, $3, $4, $5, $6, $7, $8)",
                     {event.order, event.type, event.actor, event.key, domain::name(event.status),
                      event.version, event.dataJson, event.at});
}

std::optional<Quote> Reader::findQuote(const AccountId& account, const QuoteId& id) {
    if (Known* const known = knownOf(account)) {
        if (const auto quote = known->quotes.find(id.str()); quote != known->quotes.end())
            return quote->second;
    }
    const auto rows = session_.query("SELECT " LEADSHEET_QUOTE_COLUMNS
                                     " FROM quotes WHERE id = $1 AND account_id = $2",
                                     {id, account});
    return rows->next() ? std::optional(quoteOf(*rows)) : std::nullopt;
}

void askQuotes(Ahead& ahead) {
    SqlColumn accounts(SqlColumn::Type::Text);
    SqlColumn ids(SqlColumn::Type::Text);
    ahead.each([&](Known& known, const OrderAhead& order) {
        if (!order.quote || !known.quotes.try_emplace(order.quote->str()).second)
            return;
        accounts.add(known.account);
        ids.add(*order.quote);
    });
    ahead.ask("SELECT found.* FROM unnest(CAST($1 AS TEXT[]), CAST($2 AS TEXT[]))"
              " AS asked (account_id, id) CROSS JOIN LATERAL"
              " (SELECT " LEADSHEET_QUOTE_COLUMNS " FROM quotes q WHERE q.id = asked.id"
              " AND q.account_id = asked.account_id OFFSET 0) AS found",
              accounts, {accounts.all(), ids.all()}, [&ahead](SqlRows& rows) {
                  while (rows.next()) {
                      Quote quote = quoteOf(rows);
                      ahead.of(quote.account.str()).quotes[quote.id.str()] = std::move(quote);
                  }
              });
}

void Tx::insertQuote(const Quote& quote) {
    if (Known* const known = knownOf(quote.account))
        known->quotes[quote.id.str()] = quote;
    session_.execute("INSERT INTO quotes (id, account_id, product, lead_count, unit_price, total,"
                     " created_at, expires_at, idempotency_key, request_digest, record_json,"
                     " consumed_by) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
                     {quote.id, quote.account, quote.product, quote.leadCount, quote.unitPrice,
                      quote.total, quote.createdAt, quote.expiresAt, quote.idempotencyKey,
                      quote.requestDigest, quote.recordJson, quote.consumedBy});
}

void Tx::consumeQuote(const QuoteId& id, const OrderNumber& order) {
    constexpr const char* kTwice = "a quote was consumed twice";
    const auto known = known_ == nullptr ? nullptr : &known_->quotes;
    if (known != nullptr && known->contains(id.str()) && known->at(id.str())) {
        Quote& quote = *known->at(id.str());
        if (quote.consumedBy)
            failInternal(kTwice);
        quote.consumedBy = order;
        if (session_.gather(kConsumedQuotes, {id, order}))
            return;
    }
    const std::int64_t changed = session_.change(
        "UPDATE quotes SET consumed_by = $2 WHERE id = $1 AND consumed_by IS NULL", {id, order});
    if (changed != 1)
        failInternal(kTwice);
}

// Under the locks of the accounts, so that the later one of an account's orders has the higher one.
void askNumbers(Ahead& ahead) {
    SqlColumn accounts(SqlColumn::Type::Text);
    ahead.each([&](Known& known, const OrderAhead&) { accounts.add(known.account); });
    ahead.ask("SELECT account_id, nextval('orders_seq_seq'), CASE WHEN EXISTS (SELECT 1"
              " FROM webhooks w WHERE w.account_id = asked.account_id AND w.removed_at IS NULL)"
              " THEN nextval('webhook_messages_seq_seq') END"
              " FROM unnest(CAST($1 AS TEXT[])) AS asked (account_id)",
              accounts, {accounts.all()}, [&ahead](SqlRows& rows) {
                  while (rows.next()) {
                      Known& known = ahead.of(rows.view(0));
                      known.orderSeqs.push_back(rows.integer(1));
                      if (!rows.isNull(2))
                          known.messageSeqs.push_back(rows.integer(2));
                  }
              });
}

} // namespace leadsheet::server::store
