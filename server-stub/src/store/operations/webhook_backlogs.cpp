// SPDX-License-Identifier: Apache-2.0
#include "store/operations/sql_tx.hpp"

#include <array>

namespace leadsheet::server::store {

namespace {

/// What a transaction touches at most, so that it keeps nobody waiting.
constexpr int kDeliveriesAtOnce = 500;
/// Attempts under way have ended, and their leases too, before rows go: their numbers may come
/// back.
constexpr auto kRemoveAfter = std::chrono::minutes(2);

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
    return session.execute(kRecoverSql,
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
    std::int64_t gone = session.execute(
        "DELETE FROM webhook_deliveries WHERE seq IN (SELECT seq FROM webhook_deliveries"
        " WHERE webhook = $1 ORDER BY seq LIMIT $2)",
        {webhook, kDeliveriesAtOnce});
    for (const char* sql :
         {"DELETE FROM webhook_fan_outs WHERE seq IN (SELECT seq FROM webhook_fan_outs"
          " WHERE webhook = $1 LIMIT $2)",
          "DELETE FROM webhook_lead_sweeps WHERE seq IN (SELECT seq FROM webhook_lead_sweeps"
          " WHERE webhook = $1 LIMIT $2)"})
        gone += session.execute(sql, {webhook, kDeliveriesAtOnce});
    return gone > 0;
}

} // namespace

// What was queued first has the lowest seq, so that the oldest of a webhook is found in the index.
DeliveryBacklog SqlTx::webhookBacklog() {
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

std::int64_t SqlTx::recoverable(std::int64_t webhook, Timestamp since) {
    return session_.number("SELECT COUNT(*) FROM webhook_deliveries WHERE webhook = $1"
                           " AND state IN ('failed', 'held') AND created_at >= $2",
                           {webhook, since});
}

std::optional<std::int64_t> SqlTx::recoverDeliveries(std::int64_t webhook, Timestamp since,
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

void SqlTx::holdDeliveries(std::int64_t webhook, Timestamp now) {
    if (waitingIn(session_, webhook, "pending") > kDeliveriesAtOnce || hasBacklog(webhook))
        queueTask(session_, webhook, kHold, "pending", now, now, now);
    else
        holdUpTo(session_, webhook, lastDelivery(session_));
}

void SqlTx::removeWebhook(std::int64_t webhook, Timestamp now) {
    session_.execute("UPDATE webhooks SET removed_at = $2 WHERE seq = $1", {webhook, now});
    // What else was to be done to its deliveries is of no use any more.
    session_.execute("DELETE FROM webhook_backlogs WHERE webhook = $1", {webhook});
    queueTask(session_, webhook, kRemove, {}, now, now, now + kRemoveAfter);
}

std::vector<std::int64_t> SqlTx::webhooksWithBacklog(Timestamp now) {
    const auto rows = session_.query("SELECT webhook FROM webhook_backlogs WHERE due_at <= $1 "
                                     "GROUP BY webhook ORDER BY MIN(seq)",
                                     {now});
    std::vector<std::int64_t> webhooks;
    while (rows->next())
        webhooks.push_back(rows->integer(0));
    return webhooks;
}

bool SqlTx::hasBacklog(std::int64_t webhook) {
    return session_.number("SELECT COUNT(*) FROM webhook_backlogs WHERE webhook = $1", {webhook}) >
           0;
}

bool SqlTx::moveBacklog(std::int64_t webhook, Timestamp now) {
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
