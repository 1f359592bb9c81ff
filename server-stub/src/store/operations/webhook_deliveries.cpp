// SPDX-License-Identifier: Apache-2.0
#include "store/operations/conditions.hpp"
#include "store/operations/sql_tx.hpp"

namespace leadsheet::server::store {

namespace {

#define LEADSHEET_DELIVERY_COLUMNS                                                                 \
    "d.seq, d.id, d.webhook, d.message, m.id, m.type, m.order_number, d.state, d.attempts,"        \
    " d.round_attempts, d.next_attempt_at, d.last_status, d.last_error, d.signature,"              \
    " d.created_at, d.delivered_at, d.lease"
#define LEADSHEET_DELIVERY_TABLES                                                                  \
    " FROM webhook_deliveries d JOIN webhook_messages m ON m.seq = d.message"

WebhookDelivery deliveryOf(SqlRows& row) {
    WebhookDelivery delivery;
    delivery.seq = row.integer(0);
    delivery.id = row.id<DeliveryId>(1);
    delivery.webhook = row.integer(2);
    delivery.message = row.integer(3);
    delivery.messageId = row.id<MessageId>(4);
    delivery.type = row.text(5);
    delivery.order = row.optionalId<OrderNumber>(6);
    const auto state = deliveryStateFromName(row.text(7));
    if (!state)
        failInternal("a delivery has an unknown state");
    delivery.state = *state;
    delivery.attempts = row.integer(8);
    delivery.roundAttempts = row.integer(9);
    delivery.nextAttemptAt = row.optionalTime(10);
    if (const auto status = row.optionalInteger(11))
        delivery.lastStatus = static_cast<int>(*status);
    delivery.lastError = row.optionalText(12);
    delivery.signature = row.text(13);
    delivery.createdAt = row.time(14);
    delivery.deliveredAt = row.optionalTime(15);
    delivery.lease = row.integer(16);
    return delivery;
}

/// The log keeps the newest attempts of a delivery.
constexpr int kAttemptsKept = 100;

} // namespace

std::string_view name(DeliveryState state) {
    switch (state) {
    case DeliveryState::Pending:
        return "pending";
    case DeliveryState::Delivered:
        return "delivered";
    case DeliveryState::Failed:
        return "failed";
    case DeliveryState::Held:
        return "held";
    }
    return {};
}

std::optional<DeliveryState> deliveryStateFromName(std::string_view text) {
    for (const DeliveryState state : {DeliveryState::Pending, DeliveryState::Delivered,
                                      DeliveryState::Failed, DeliveryState::Held}) {
        if (name(state) == text)
            return state;
    }
    return std::nullopt;
}

std::optional<WebhookDelivery> SqlTx::findWebhookDelivery(const AccountId& account,
                                                          const DeliveryId& id) {
    const auto rows = session_.query("SELECT " LEADSHEET_DELIVERY_COLUMNS LEADSHEET_DELIVERY_TABLES
                                     " WHERE d.id = $1 AND m.account_id = $2",
                                     {id, account});
    if (!rows->next())
        return std::nullopt;
    return deliveryOf(*rows);
}

Page<WebhookDelivery> SqlTx::listWebhookDeliveries(std::int64_t webhook,
                                                   const DeliveryFilter& filter,
                                                   const std::optional<CursorPosition>& after,
                                                   int limit) {
    Conditions where;
    where.add("d.webhook = ", webhook);
    if (filter.state)
        where.add("d.state = ", name(*filter.state));
    if (filter.createdAfter)
        where.add("d.created_at > ", *filter.createdAfter);
    if (after)
        where.add("d.seq < ", after->major);
    where.append(" ORDER BY d.seq DESC LIMIT ", limit + 1);
    const auto rows =
        session_.open("SELECT " LEADSHEET_DELIVERY_COLUMNS LEADSHEET_DELIVERY_TABLES + where.text(),
                      where.values());
    Page<WebhookDelivery> page;
    while (rows->next())
        page.rows.push_back(deliveryOf(*rows));
    if (page.rows.size() > static_cast<std::size_t>(limit)) {
        page.rows.pop_back();
        page.next = {page.rows.back().seq, 0};
    }
    return page;
}

std::vector<WebhookAttempt> SqlTx::listWebhookAttempts(std::int64_t delivery) {
    const auto rows =
        session_.query("SELECT at, status, duration_ms, error, response_body FROM webhook_attempts"
                       " WHERE delivery = $1 ORDER BY number",
                       {delivery});
    std::vector<WebhookAttempt> attempts;
    while (rows->next()) {
        WebhookAttempt attempt;
        attempt.at = rows->time(0);
        if (const auto status = rows->optionalInteger(1))
            attempt.status = static_cast<int>(*status);
        attempt.duration = std::chrono::milliseconds(rows->integer(2));
        attempt.error = rows->optionalText(3);
        attempt.responseBody = rows->optionalText(4);
        attempts.push_back(std::move(attempt));
    }
    return attempts;
}

WebhookDelivery SqlTx::queueDelivery(const WebhookMessage& message, std::int64_t webhook,
                                     DeliveryState state) {
    WebhookDelivery delivery;
    delivery.id = DeliveryId(outbox()->makeId("whd_"));
    delivery.webhook = webhook;
    delivery.message = message.seq;
    delivery.messageId = message.id;
    delivery.type = message.type;
    delivery.order = message.order;
    delivery.state = state;
    delivery.createdAt = message.createdAt;
    if (state == DeliveryState::Pending)
        delivery.nextAttemptAt = message.createdAt;
    const auto seq = session_.insert(
        "INSERT INTO webhook_deliveries (id, webhook, message, state, due_at, next_attempt_at,"
        " created_at) VALUES ($1, $2, $3, $4, $5, $5, $6)",
        "seq",
        {delivery.id, webhook, message.seq, name(state), delivery.nextAttemptAt,
         delivery.createdAt});
    if (!seq)
        failInternal("a delivery got no number");
    delivery.seq = *seq;
    return delivery;
}

void SqlTx::requeueDelivery(std::int64_t delivery, Timestamp now) {
    session_.execute("UPDATE webhook_deliveries SET state = 'pending', due_at = $2,"
                     " next_attempt_at = $2, round_attempts = 0, delivered_at = NULL,"
                     " lease = lease + 1 WHERE seq = $1",
                     {delivery, now});
}

// Goes from one webhook to the next in the index, however much waits for each.
std::vector<std::int64_t> SqlTx::dueWebhooks(Timestamp now) {
    const auto rows = session_.query(
        "WITH RECURSIVE waiting (webhook) AS ("
        " SELECT MIN(webhook) FROM webhook_deliveries WHERE due_at IS NOT NULL"
        " UNION ALL"
        " SELECT (SELECT MIN(d.webhook) FROM webhook_deliveries d"
        " WHERE d.due_at IS NOT NULL AND d.webhook > waiting.webhook)"
        " FROM waiting WHERE waiting.webhook IS NOT NULL)"
        " SELECT webhook, first_due FROM (SELECT webhook, (SELECT MIN(d.due_at)"
        " FROM webhook_deliveries d WHERE d.webhook = waiting.webhook AND d.due_at IS NOT NULL)"
        " AS first_due FROM waiting WHERE webhook IS NOT NULL) AS heads"
        " WHERE first_due <= $1 AND NOT EXISTS (SELECT 1 FROM webhook_backlogs b"
        " WHERE b.webhook = heads.webhook AND b.act <> 'recover') ORDER BY first_due",
        {now});
    std::vector<std::int64_t> webhooks;
    while (rows->next())
        webhooks.push_back(rows->integer(0));
    return webhooks;
}

std::vector<WebhookDelivery> SqlTx::claimDeliveries(std::int64_t webhook, Timestamp now,
                                                    Timestamp leaseUntil, int limit,
                                                    const std::set<std::int64_t>& underWay) {
    std::vector<WebhookDelivery> claimed;
    {
        const auto rows =
            session_.query("SELECT " LEADSHEET_DELIVERY_COLUMNS LEADSHEET_DELIVERY_TABLES
                           " WHERE d.webhook = $1 AND d.due_at <= $2 AND NOT EXISTS (SELECT 1"
                           " FROM webhook_backlogs b WHERE b.webhook = $1 AND b.act <> 'recover')"
                           " ORDER BY d.due_at, d.seq LIMIT $3",
                           {webhook, now, limit + static_cast<std::int64_t>(underWay.size())});
        while (static_cast<int>(claimed.size()) < limit && rows->next()) {
            if (!underWay.contains(rows->integer(0)))
                claimed.push_back(deliveryOf(*rows));
        }
    }
    for (WebhookDelivery& delivery : claimed) {
        ++delivery.lease;
        session_.execute("UPDATE webhook_deliveries SET due_at = $2, lease = $3 WHERE seq = $1",
                         {delivery.seq, leaseUntil, delivery.lease});
    }
    return claimed;
}

void SqlTx::releaseDelivery(const WebhookDelivery& claimed, Timestamp now) {
    session_.execute("UPDATE webhook_deliveries SET due_at = $3"
                     " WHERE seq = $1 AND lease = $2 AND due_at IS NOT NULL",
                     {claimed.seq, claimed.lease, now});
}

bool SqlTx::finishDelivery(const DeliveryResult& result) {
    const WebhookAttempt& attempt = result.attempt;
    const auto delivered =
        result.state == DeliveryState::Delivered ? std::optional(attempt.at) : std::nullopt;
    const std::int64_t known = session_.execute(
        "UPDATE webhook_deliveries SET attempts = attempts + 1, last_status = $2, last_error = $3,"
        " signature = $4 WHERE seq = $1",
        {result.delivery, attempt.status, attempt.error, result.signature});
    if (known == 0)
        return false;
    session_.execute(
        "UPDATE webhook_deliveries SET state = $3, due_at = $4, next_attempt_at = $4,"
        " round_attempts = round_attempts + 1, delivered_at = $5"
        " WHERE seq = $1 AND lease = $2",
        {result.delivery, result.lease, name(result.state), result.nextAttemptAt, delivered});
    session_.execute("INSERT INTO webhook_attempts (delivery, number, webhook, at, status,"
                     " duration_ms, error, response_body)"
                     " SELECT seq, attempts, webhook, $2, $3, $4, $5, $6 FROM webhook_deliveries"
                     " WHERE seq = $1",
                     {result.delivery, attempt.at, attempt.status, attempt.duration.count(),
                      attempt.error, attempt.responseBody});
    session_.execute("DELETE FROM webhook_attempts WHERE delivery = $1 AND number <="
                     " (SELECT attempts FROM webhook_deliveries WHERE seq = $1) - $2",
                     {result.delivery, kAttemptsKept});
    return true;
}

} // namespace leadsheet::server::store
