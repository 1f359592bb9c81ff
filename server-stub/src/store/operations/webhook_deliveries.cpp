// SPDX-License-Identifier: Apache-2.0
#include "store/known.hpp"
#include "store/sql_session.hpp"
#include "store/store.hpp"

#include <array>

namespace leadsheet::server::store {

namespace {

#define LEADSHEET_DELIVERY_COLUMNS                                                                 \
    "d.seq, d.id, d.webhook, d.message, m.id, m.type, m.order_number, d.state, d.attempts,"        \
    " d.round_attempts, d.next_attempt_at, d.last_status, d.last_error, d.signature,"              \
    " d.created_at, d.delivered_at, d.lease, m.trace"
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
    delivery.trace = row.optionalText(17).value_or("");
    return delivery;
}

/// The log keeps the newest attempts of a delivery.
constexpr int kAttemptsKept = 100;

/// What a transaction touches at most, so that it keeps nobody waiting.
constexpr int kDeliveriesAtOnce = 500;
/// Attempts under way have ended, and their leases too, before rows go: their numbers may come
/// back.
constexpr auto kRemoveAfter = std::chrono::minutes(2);

/// No attempt waits longer: a day, which Retry-After may ask for and the last step is, and a tenth
/// of it.
constexpr auto kLongestAttemptWait = std::chrono::hours(27);
constexpr auto kLongestBacklogWait = std::chrono::minutes(10);
/// Attempts that are brought forward do not come all at once.
constexpr auto kSpreadOver = std::chrono::hours(1);
constexpr std::int64_t kSpreadStep = 7'919; ///< ms from one to the next, a prime

constexpr std::string_view kHold = "hold";
constexpr std::string_view kRecover = "recover";
constexpr std::string_view kRemove = "remove";

constexpr std::string_view kRecoverSql =
    "UPDATE webhook_deliveries SET state = 'pending', due_at = $4, next_attempt_at = $4,"
    " round_attempts = 0, lease = lease + 1 WHERE seq IN (SELECT seq FROM webhook_deliveries"
    " WHERE webhook = $1 AND state = $2 AND seq > $5 AND seq <= $6) AND created_at >= $3";

struct Task {
    std::int64_t seq = 0;
    std::string act;
    std::string state;
    Timestamp since;
    Timestamp at;
    std::int64_t reached = 0;
    std::int64_t upTo = 0;
};

std::optional<Task> oldestTask(SqlSession& session, std::int64_t webhook, Timestamp now) {
    const auto rows = session.query("SELECT seq, act, state, since, at, reached, up_to"
                                    " FROM webhook_backlogs WHERE webhook = $1 AND due_at <= $2"
                                    " ORDER BY seq LIMIT 1",
                                    {webhook, now});
    if (!rows->next())
        return std::nullopt;
    return Task{rows->integer(0), rows->text(1),    rows->text(2),   rows->time(3),
                rows->time(4),    rows->integer(5), rows->integer(6)};
}

std::int64_t waitingIn(SqlSession& session, std::int64_t webhook, std::string_view state) {
    return session.number("SELECT COUNT(*) FROM (SELECT 1 FROM webhook_deliveries"
                          " WHERE webhook = $1 AND state = $2 LIMIT $3) AS first_ones",
                          {webhook, state, kDeliveriesAtOnce + 1});
}

std::int64_t lastDelivery(SqlSession& session) {
    return session.number("SELECT COALESCE(MAX(seq), 0) FROM webhook_deliveries");
}

void queueTask(SqlSession& session, std::int64_t webhook, std::string_view act,
               std::string_view state, Timestamp since, Timestamp at, Timestamp dueAt) {
    session.execute("INSERT INTO webhook_backlogs (webhook, act, state, since, at, due_at, reached,"
                    " up_to) VALUES ($1, $2, $3, $4, $5, $6, 0, $7)",
                    {webhook, act, state, since, at, dueAt, lastDelivery(session)});
}

/// Where the next piece of a task ends: its last delivery, or the task's own end.
std::int64_t endOfPiece(SqlSession& session, std::int64_t webhook, const Task& task) {
    const auto rows =
        session.query("SELECT seq FROM webhook_deliveries WHERE webhook = $1"
                      " AND state = $2 AND seq > $3 AND seq <= $4"
                      " ORDER BY seq LIMIT 1 OFFSET $5",
                      {webhook, task.state, task.reached, task.upTo, kDeliveriesAtOnce - 1});
    return rows->next() ? rows->integer(0) : task.upTo;
}

std::int64_t recoverUpTo(SqlSession& session, std::int64_t webhook, const Task& task,
                         std::int64_t end) {
    return session.change(kRecoverSql,
                          {webhook, task.state, task.since, task.at, task.reached, end});
}

void holdUpTo(SqlSession& session, std::int64_t webhook, std::int64_t end) {
    session.execute("UPDATE webhook_deliveries SET state = 'held', due_at = NULL,"
                    " next_attempt_at = NULL, lease = lease + 1 WHERE seq IN (SELECT seq"
                    " FROM webhook_deliveries WHERE webhook = $1 AND state = 'pending'"
                    " AND seq <= $2)",
                    {webhook, end});
}

/// Whether anything was left.
bool removePiece(SqlSession& session, std::int64_t webhook) {
    session.execute("DELETE FROM webhook_attempts WHERE delivery IN (SELECT seq"
                    " FROM webhook_deliveries WHERE webhook = $1 ORDER BY seq LIMIT $2)",
                    {webhook, kDeliveriesAtOnce});
    std::int64_t gone = session.change(
        "DELETE FROM webhook_deliveries WHERE seq IN (SELECT seq FROM webhook_deliveries"
        " WHERE webhook = $1 ORDER BY seq LIMIT $2)",
        {webhook, kDeliveriesAtOnce});
    for (const char* sql :
         {"DELETE FROM webhook_fan_outs WHERE seq IN (SELECT seq FROM webhook_fan_outs"
          " WHERE webhook = $1 LIMIT $2)",
          "DELETE FROM webhook_lead_sweeps WHERE seq IN (SELECT seq FROM webhook_lead_sweeps"
          " WHERE webhook = $1 LIMIT $2)"})
        gone += session.change(sql, {webhook, kDeliveriesAtOnce});
    return gone > 0;
}

constexpr GatheredRows kNewDeliveries{
    "INSERT INTO webhook_deliveries (id, webhook, message, state, due_at, next_attempt_at,"
    " created_at) SELECT id, webhook, message, state, due_at, due_at, created_at"
    " FROM unnest(CAST($1 AS TEXT[]), CAST($2 AS BIGINT[]), CAST($3 AS BIGINT[]),"
    " CAST($4 AS TEXT[]), CAST($5 AS BIGINT[]), CAST($6 AS BIGINT[]))"
    " AS asked (id, webhook, message, state, due_at, created_at)",
    "tiitii", GatheredRows::Rank::OfMessages};

} // namespace

std::string_view name(DeliveryState state) {
    static constexpr auto kWords =
        std::to_array<std::string_view>({"pending", "delivered", "failed", "held"});
    static_assert(kWords.size() == static_cast<std::size_t>(DeliveryState::Held) + 1);
    return kWords[static_cast<std::size_t>(state)];
}

std::optional<DeliveryState> deliveryStateFromName(std::string_view text) {
    for (const DeliveryState state : {DeliveryState::Pending, DeliveryState::Delivered,
                                      DeliveryState::Failed, DeliveryState::Held}) {
        if (name(state) == text)
            return state;
    }
    return std::nullopt;
}

std::optional<WebhookDelivery> Reader::findWebhookDelivery(const AccountId& account,
                                                           const DeliveryId& id) {
    const auto rows = session_.query("SELECT " LEADSHEET_DELIVERY_COLUMNS LEADSHEET_DELIVERY_TABLES
                                     " WHERE d.id = $1 AND m.account_id = $2",
                                     {id, account});
    if (!rows->next())
        return std::nullopt;
    return deliveryOf(*rows);
}

Page<WebhookDelivery> Reader::listWebhookDeliveries(std::int64_t webhook,
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
    return pageOf(*rows, limit, deliveryOf);
}

std::vector<WebhookAttempt> Reader::listWebhookAttempts(std::int64_t delivery) {
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

WebhookDelivery Tx::queueDelivery(const WebhookMessage& message, std::int64_t webhook,
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
    const Known* const known = knownOf(message.account);
    if (known != nullptr && known->gatheredMessage == message.seq &&
        session_.gather(kNewDeliveries, {delivery.id, webhook, message.seq, name(state),
                                         delivery.nextAttemptAt, delivery.createdAt}))
        return delivery;
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

void Tx::requeueDelivery(std::int64_t delivery, Timestamp now) {
    session_.execute("UPDATE webhook_deliveries SET state = 'pending', due_at = $2,"
                     " next_attempt_at = $2, round_attempts = 0, delivered_at = NULL,"
                     " lease = lease + 1 WHERE seq = $1",
                     {delivery, now});
}

// Goes from one webhook to the next in the index, however much waits for each.
std::vector<DueWebhook> Reader::dueWebhooks(Timestamp now) {
    const auto rows = session_.query(
        "WITH RECURSIVE waiting (webhook) AS ("
        " SELECT MIN(webhook) FROM webhook_deliveries WHERE due_at IS NOT NULL"
        " UNION ALL"
        " SELECT (SELECT MIN(d.webhook) FROM webhook_deliveries d"
        " WHERE d.due_at IS NOT NULL AND d.webhook > waiting.webhook)"
        " FROM waiting WHERE waiting.webhook IS NOT NULL)"
        " SELECT w.seq, w.account_id,"
        " CASE WHEN w.last_success_at IS NOT NULL AND w.failing_since IS NULL THEN 1 ELSE 0 END"
        " FROM (SELECT webhook, (SELECT MIN(d.due_at)"
        " FROM webhook_deliveries d WHERE d.webhook = waiting.webhook AND d.due_at IS NOT NULL)"
        " AS first_due FROM waiting WHERE webhook IS NOT NULL) AS heads"
        " JOIN webhooks w ON w.seq = heads.webhook"
        " WHERE first_due <= $1 AND NOT EXISTS (SELECT 1 FROM webhook_backlogs b"
        " WHERE b.webhook = heads.webhook AND b.act <> 'recover') ORDER BY first_due, w.seq",
        {now});
    std::vector<DueWebhook> webhooks;
    while (rows->next())
        webhooks.push_back({rows->integer(0), rows->id<AccountId>(1), rows->integer(2) == 1});
    return webhooks;
}

std::vector<WebhookDelivery> Tx::claimDeliveries(std::int64_t webhook, Timestamp now,
                                                 Timestamp leaseUntil, int limit,
                                                 const std::set<std::int64_t>& underWay) {
    std::vector<WebhookDelivery> claimed;
    {
        // What an account's own jobs change at this moment is not waited for.
        const std::string sql =
            "SELECT " LEADSHEET_DELIVERY_COLUMNS LEADSHEET_DELIVERY_TABLES
            " WHERE d.webhook = $1 AND d.due_at <= $2 AND NOT EXISTS (SELECT 1"
            " FROM webhook_backlogs b WHERE b.webhook = $1 AND b.act <> 'recover')"
            " ORDER BY d.due_at, d.seq LIMIT $3" +
            session_.forUpdate("d", SqlSession::RowsOfOthers::LeftOut);
        const auto rows =
            session_.query(sql, {webhook, now, limit + static_cast<std::int64_t>(underWay.size())});
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

void Tx::releaseDelivery(const WebhookDelivery& claimed, Timestamp now) {
    session_.execute("UPDATE webhook_deliveries SET due_at = $3"
                     " WHERE seq = $1 AND lease = $2 AND due_at IS NOT NULL",
                     {claimed.seq, claimed.lease, now});
}

bool Tx::finishDelivery(const DeliveryResult& result) {
    const WebhookAttempt& attempt = result.attempt;
    const auto delivered =
        result.state == DeliveryState::Delivered ? std::optional(attempt.at) : std::nullopt;
    const std::int64_t known = session_.change(
        "UPDATE webhook_deliveries SET attempts = attempts + 1, last_status = $2, last_error = $3,"
        " signature = $4, state = CASE WHEN lease = $5 THEN $6 ELSE state END,"
        " due_at = CASE WHEN lease = $5 THEN $7 ELSE due_at END,"
        " next_attempt_at = CASE WHEN lease = $5 THEN $7 ELSE next_attempt_at END,"
        " round_attempts = round_attempts + CASE WHEN lease = $5 THEN 1 ELSE 0 END,"
        " delivered_at = CASE WHEN lease = $5 THEN $8 ELSE delivered_at END WHERE seq = $1",
        {result.delivery, attempt.status, attempt.error, result.signature, result.lease,
         name(result.state), result.nextAttemptAt, delivered});
    if (known == 0)
        return false;
    session_.execute("INSERT INTO webhook_attempts (delivery, number, webhook, at, status,"
                     " duration_ms, error, response_body)"
                     " SELECT d.seq, d.attempts, d.webhook, $2, $3, $4, $5,"
                     // Erased while the receiver was answering, which may repeat what it was sent.
                     " CASE WHEN EXISTS (SELECT 1 FROM webhook_messages m"
                     " JOIN lead_erasures e ON e.account_id = m.account_id JOIN leads l"
                     " ON l.id = e.lead_id AND l.place % $7 > m.lead_after"
                     " AND l.place % $7 <= m.lead_last"
                     " WHERE m.seq = d.message AND m.lead_last IS NOT NULL) THEN NULL ELSE $6 END"
                     " FROM webhook_deliveries d WHERE d.seq = $1",
                     {result.delivery, attempt.at, attempt.status, attempt.duration.count(),
                      attempt.error, attempt.responseBody, kPlacesPerOwner});
    if (result.attemptsBefore >= kAttemptsKept)
        session_.execute("DELETE FROM webhook_attempts WHERE delivery = $1 AND number <="
                         " (SELECT attempts FROM webhook_deliveries WHERE seq = $1) - $2",
                         {result.delivery, kAttemptsKept});
    return true;
}

// Goes from one webhook to the next in the index, as dueWebhooks() does.
std::int64_t Tx::bringForward(Timestamp now, int limit) {
    std::vector<std::int64_t> webhooks;
    {
        const auto rows = session_.query(
            "WITH RECURSIVE waiting (webhook) AS ("
            " SELECT MIN(webhook) FROM webhook_deliveries WHERE due_at IS NOT NULL"
            " UNION ALL"
            " SELECT (SELECT MIN(d.webhook) FROM webhook_deliveries d"
            " WHERE d.due_at IS NOT NULL AND d.webhook > waiting.webhook)"
            " FROM waiting WHERE waiting.webhook IS NOT NULL)"
            " SELECT webhook FROM waiting WHERE webhook IS NOT NULL AND EXISTS (SELECT 1"
            " FROM webhook_deliveries d WHERE d.webhook = waiting.webhook AND d.due_at > $1)",
            {now + kLongestAttemptWait});
        while (rows->next())
            webhooks.push_back(rows->integer(0));
    }
    std::int64_t moved = session_.change("UPDATE webhook_backlogs SET due_at = $1"
                                         " WHERE due_at > $2",
                                         {now, now + kLongestBacklogWait});
    for (const std::int64_t webhook : webhooks)
        moved +=
            session_.change("UPDATE webhook_deliveries SET due_at = $1 + seq * $6 % $5,"
                            " next_attempt_at = $1 + seq * $6 % $5"
                            " WHERE seq IN (SELECT seq FROM webhook_deliveries WHERE webhook = $3"
                            " AND due_at > $2 ORDER BY due_at DESC LIMIT $4)",
                            {now, now + kLongestAttemptWait, webhook, limit,
                             std::chrono::milliseconds(kSpreadOver).count(), kSpreadStep});
    return moved;
}

// What was queued first has the lowest seq, so that the oldest of a webhook is found in the index.
DeliveryBacklog Reader::webhookBacklog() {
    const auto rows = session_.query(
        "SELECT COALESCE(SUM(CASE WHEN w.state = 'pending' THEN w.deliveries END), 0),"
        " COALESCE(SUM(CASE WHEN w.state = 'held' THEN w.deliveries END), 0),"
        " MIN(CASE WHEN w.state = 'pending' THEN (SELECT d.created_at FROM webhook_deliveries d"
        " WHERE d.webhook = w.webhook AND d.state = 'pending' ORDER BY d.seq LIMIT 1) END)"
        " FROM webhook_waiting w JOIN webhooks h ON h.seq = w.webhook"
        " WHERE h.removed_at IS NULL AND w.deliveries > 0");
    rows->next();
    return {rows->integer(0), rows->integer(1), rows->optionalTime(2)};
}

std::int64_t Reader::recoverable(std::int64_t webhook, Timestamp since) {
    return session_.number("SELECT COUNT(*) FROM webhook_deliveries WHERE webhook = $1"
                           " AND state IN ('failed', 'held') AND created_at >= $2",
                           {webhook, since});
}

std::optional<std::int64_t> Tx::recoverDeliveries(std::int64_t webhook, Timestamp since,
                                                  Timestamp now) {
    constexpr std::array<std::string_view, 2> kStates = {"failed", "held"};
    std::int64_t waiting = 0;
    for (const std::string_view state : kStates)
        waiting += waitingIn(session_, webhook, state);
    if (waiting > kDeliveriesAtOnce || hasBacklog(webhook)) {
        for (const std::string_view state : kStates)
            queueTask(session_, webhook, kRecover, state, since, now, now);
        return std::nullopt;
    }
    Task task;
    task.since = since;
    task.at = now;
    std::int64_t queued = 0;
    for (const std::string_view state : kStates) {
        task.state = state;
        queued += recoverUpTo(session_, webhook, task, lastDelivery(session_));
    }
    return queued;
}

void Tx::holdDeliveries(std::int64_t webhook, Timestamp now) {
    if (waitingIn(session_, webhook, "pending") > kDeliveriesAtOnce || hasBacklog(webhook))
        queueTask(session_, webhook, kHold, "pending", now, now, now);
    else
        holdUpTo(session_, webhook, lastDelivery(session_));
}

void Tx::removeWebhook(std::int64_t webhook, Timestamp now) {
    forgetWebhooks();
    session_.execute("UPDATE webhooks SET removed_at = $2 WHERE seq = $1", {webhook, now});
    // What else was to be done to its deliveries is of no use any more.
    session_.execute("DELETE FROM webhook_backlogs WHERE webhook = $1", {webhook});
    queueTask(session_, webhook, kRemove, {}, now, now, now + kRemoveAfter);
}

std::vector<std::pair<std::int64_t, AccountId>> Reader::webhooksWithBacklog(Timestamp now) {
    const auto rows = session_.query(
        "SELECT w.seq, w.account_id FROM webhook_backlogs b JOIN webhooks w ON w.seq = b.webhook"
        " WHERE b.due_at <= $1 GROUP BY w.seq, w.account_id ORDER BY MIN(b.seq)",
        {now});
    std::vector<std::pair<std::int64_t, AccountId>> webhooks;
    while (rows->next())
        webhooks.emplace_back(rows->integer(0), rows->id<AccountId>(1));
    return webhooks;
}

bool Reader::hasBacklog(std::int64_t webhook) {
    return session_.number("SELECT COUNT(*) FROM webhook_backlogs WHERE webhook = $1", {webhook}) >
           0;
}

bool Tx::moveBacklog(std::int64_t webhook, Timestamp now) {
    const auto task = oldestTask(session_, webhook, now);
    if (!task)
        return false;
    if (task->act == kRemove) {
        if (removePiece(session_, webhook))
            return true;
        session_.execute("DELETE FROM webhook_backlogs WHERE webhook = $1", {webhook});
        session_.execute("DELETE FROM webhook_waiting WHERE webhook = $1", {webhook});
        session_.execute("DELETE FROM webhooks WHERE seq = $1", {webhook});
        return false;
    }
    const std::int64_t end = endOfPiece(session_, webhook, *task);
    if (task->act == kRecover)
        recoverUpTo(session_, webhook, *task, end);
    else
        holdUpTo(session_, webhook, end);
    if (end < task->upTo)
        session_.execute("UPDATE webhook_backlogs SET reached = $2 WHERE seq = $1",
                         {task->seq, end});
    else
        session_.execute("DELETE FROM webhook_backlogs WHERE seq = $1", {task->seq});
    return true;
}

} // namespace leadsheet::server::store
