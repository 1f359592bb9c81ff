// SPDX-License-Identifier: Apache-2.0
#include "store/operations/sql_tx.hpp"

namespace leadsheet::server::store {

std::optional<WebhookMessage> SqlTx::findWebhookMessage(std::int64_t seq) {
    const auto rows = session_.query(
        "SELECT id, account_id, account_seq, type, order_number, data, lead_after, lead_last,"
        " lead_result, part, parts, order_version, created_at FROM webhook_messages WHERE seq = $1",
        {seq});
    if (!rows->next())
        return std::nullopt;
    WebhookMessage message;
    message.seq = seq;
    message.id = rows->id<MessageId>(0);
    message.account = rows->id<AccountId>(1);
    message.accountSeq = rows->integer(2);
    message.type = rows->text(3);
    message.order = rows->optionalId<OrderNumber>(4);
    message.data = rows->text(5);
    if (!rows->isNull(6))
        message.leads = LeadSlice{rows->integer(6), rows->integer(7),  rows->optionalText(8),
                                  rows->integer(9), rows->integer(10), rows->integer(11)};
    message.createdAt = rows->time(12);
    return message;
}

WebhookMessage
SqlTx::insertWebhookMessage(WebhookMessage message,
                            const std::function<std::string(std::int64_t accountSeq)>& data) {
    session_.execute("INSERT INTO webhook_sequences (account_id, last_seq) VALUES ($1, 1)"
                     " ON CONFLICT (account_id) DO UPDATE SET last_seq ="
                     " webhook_sequences.last_seq + 1",
                     {message.account});
    message.accountSeq = session_.number(
        "SELECT last_seq FROM webhook_sequences WHERE account_id = $1", {message.account});
    message.id = MessageId(outbox()->makeId("msg_"));
    message.data = message.leads ? std::string() : data(message.accountSeq);
    std::optional<std::int64_t> after;
    std::optional<std::int64_t> last;
    std::optional<std::string> result;
    LeadSlice slice;
    if (message.leads) {
        slice = *message.leads;
        after = slice.after;
        last = slice.last;
        result = slice.result;
    }
    const auto seq = session_.insert(
        "INSERT INTO webhook_messages (id, account_id, account_seq, type, order_number, data,"
        " lead_after, lead_last, lead_result, part, parts, order_version, created_at)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
        "seq",
        {message.id, message.account, message.accountSeq, message.type, message.order, message.data,
         after, last, result, slice.part, slice.parts, slice.orderVersion, message.createdAt});
    if (!seq)
        failInternal("a message got no number");
    message.seq = *seq;
    return message;
}

std::vector<FanOut> SqlTx::listFanOuts(int limit) {
    const auto rows = session_.query("SELECT seq, order_number, webhook, delivered_after, result,"
                                     " up_to FROM webhook_fan_outs"
                                     " ORDER BY up_to IS NOT NULL, seq LIMIT $1",
                                     {limit});
    std::vector<FanOut> fanOuts;
    while (rows->next()) {
        FanOut fanOut{rows->integer(0), rows->id<OrderNumber>(1), rows->integer(2)};
        fanOut.deliveredAfter = rows->optionalTime(3);
        fanOut.result = rows->optionalText(4);
        fanOut.upTo = rows->optionalInteger(5);
        fanOuts.push_back(std::move(fanOut));
    }
    return fanOuts;
}

void SqlTx::queueFanOut(const FanOut& fanOut) {
    session_.execute(
        "INSERT INTO webhook_fan_outs (order_number, webhook, delivered_after, result,"
        " up_to) VALUES ($1, $2, $3, $4, $5)",
        {fanOut.order, fanOut.webhook, fanOut.deliveredAfter, fanOut.result, fanOut.upTo});
}

bool SqlTx::takeFanOut(std::int64_t seq) {
    return session_.execute("DELETE FROM webhook_fan_outs WHERE seq = $1", {seq}) == 1;
}

std::vector<LeadSweep> SqlTx::listLeadSweeps(int limit) {
    const auto rows = session_.query("SELECT seq, webhook, delivered_after, result, reached, up_to"
                                     " FROM webhook_lead_sweeps ORDER BY seq LIMIT $1",
                                     {limit});
    std::vector<LeadSweep> sweeps;
    while (rows->next())
        sweeps.push_back({rows->integer(0), rows->integer(1), rows->time(2), rows->optionalText(3),
                          rows->integer(4), rows->integer(5)});
    return sweeps;
}

void SqlTx::queueLeadSweep(const LeadSweep& sweep) {
    session_.execute(
        "INSERT INTO webhook_lead_sweeps (webhook, delivered_after, result, reached,"
        " up_to) VALUES ($1, $2, $3, $4, $5)",
        {sweep.webhook, sweep.deliveredAfter, sweep.result, sweep.reached, sweep.upTo});
}

bool SqlTx::moveLeadSweep(const LeadSweep& sweep, std::int64_t reached) {
    if (reached >= sweep.upTo)
        return session_.execute("DELETE FROM webhook_lead_sweeps WHERE seq = $1 AND reached = $2",
                                {sweep.seq, sweep.reached}) == 1;
    return session_.execute(
               "UPDATE webhook_lead_sweeps SET reached = $3 WHERE seq = $1 AND reached = $2",
               {sweep.seq, sweep.reached, reached}) == 1;
}

std::int64_t SqlTx::purgeWebhookLog(Timestamp before, int limit) {
    session_.execute("DELETE FROM webhook_attempts WHERE delivery IN (SELECT seq"
                     " FROM webhook_deliveries WHERE created_at < $1 AND due_at IS NULL"
                     " ORDER BY created_at LIMIT $2)",
                     {before, limit});
    std::int64_t gone = session_.execute("DELETE FROM webhook_deliveries WHERE seq IN (SELECT seq"
                                         " FROM webhook_deliveries WHERE created_at < $1"
                                         " AND due_at IS NULL ORDER BY created_at LIMIT $2)",
                                         {before, limit});
    gone += session_.execute("DELETE FROM webhook_messages WHERE seq IN (SELECT m.seq"
                             " FROM webhook_messages m WHERE m.created_at < $1 AND NOT EXISTS"
                             " (SELECT 1 FROM webhook_deliveries d WHERE d.message = m.seq)"
                             " ORDER BY m.created_at LIMIT $2)",
                             {before, limit});
    return gone;
}

} // namespace leadsheet::server::store
