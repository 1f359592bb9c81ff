// SPDX-License-Identifier: Apache-2.0
#include "domain/text_check.hpp"
#include "store/known.hpp"
#include "store/operations/ahead.hpp"
#include "store/sql_session.hpp"
#include "store/store.hpp"

#include <algorithm>

namespace leadsheet::server::store {

namespace {

#define LEADSHEET_WEBHOOK_COLUMNS                                                                  \
    "seq, id, account_id, url, name, events, enabled, auto_deliver, disabled_reason, secret,"      \
    " previous_secret, previous_until, failing_since, last_success_at, last_failure_at, version,"  \
    " created_at, updated_at"

SqlBlob sealed(const std::string& text) {
    return {{reinterpret_cast<const unsigned char*>(text.data()), text.size()}};
}

std::optional<SqlBlob> sealed(const std::optional<std::string>& text) {
    return text ? std::optional(sealed(*text)) : std::nullopt;
}

Webhook webhookOf(SqlRows& row) {
    Webhook webhook;
    webhook.seq = row.integer(0);
    webhook.id = row.id<WebhookId>(1);
    webhook.account = row.id<AccountId>(2);
    webhook.url = row.text(3);
    webhook.name = row.text(4);
    webhook.events = domain::splitWords(row.text(5));
    webhook.enabled = row.boolean(6);
    webhook.autoDeliver = row.boolean(7);
    webhook.disabledReason = row.optionalText(8);
    webhook.secret = row.text(9);
    webhook.previousSecret = row.optionalText(10);
    webhook.previousUntil = row.optionalTime(11);
    webhook.failingSince = row.optionalTime(12);
    webhook.lastSuccessAt = row.optionalTime(13);
    webhook.lastFailureAt = row.optionalTime(14);
    webhook.version = row.integer(15);
    webhook.createdAt = row.time(16);
    webhook.updatedAt = row.time(17);
    return webhook;
}

#define LEADSHEET_MESSAGE_COLUMNS                                                                  \
    "id, account_id, account_seq, type, order_number, data, lead_after, lead_last, lead_result,"   \
    " part, parts, order_version, created_at, trace"

constexpr GatheredRows kSequences{
    "INSERT INTO webhook_sequences (account_id, last_seq) SELECT account_id, MAX(last_seq)"
    " FROM unnest(CAST($1 AS TEXT[]), CAST($2 AS BIGINT[])) AS asked (account_id, last_seq)"
    " GROUP BY account_id ON CONFLICT (account_id) DO UPDATE SET last_seq = excluded.last_seq",
    "ti"};
constexpr GatheredRows kMessages{
    "INSERT INTO webhook_messages (seq, " LEADSHEET_MESSAGE_COLUMNS ")"
    " SELECT * FROM unnest(CAST($1 AS BIGINT[]), CAST($2 AS TEXT[]), CAST($3 AS TEXT[]),"
    " CAST($4 AS BIGINT[]), CAST($5 AS TEXT[]), CAST($6 AS TEXT[]), CAST($7 AS TEXT[]),"
    " CAST($8 AS BIGINT[]), CAST($9 AS BIGINT[]), CAST($10 AS TEXT[]), CAST($11 AS BIGINT[]),"
    " CAST($12 AS BIGINT[]), CAST($13 AS BIGINT[]), CAST($14 AS BIGINT[]), CAST($15 AS TEXT[]))",
    "ittitttiitiiiit", GatheredRows::Rank::OfOrders};

std::optional<Webhook> firstWebhook(SqlRows& rows) {
    if (!rows.next())
        return std::nullopt;
    return webhookOf(rows);
}

} // namespace

std::optional<Webhook> Reader::findWebhook(std::int64_t seq) {
    return firstWebhook(*session_.query("SELECT " LEADSHEET_WEBHOOK_COLUMNS " FROM webhooks"
                                        " WHERE seq = $1 AND removed_at IS NULL",
                                        {seq}));
}

std::optional<Webhook> Reader::findWebhook(const AccountId& account, const WebhookId& id) {
    auto webhook = firstWebhook(*session_.query("SELECT " LEADSHEET_WEBHOOK_COLUMNS " FROM webhooks"
                                                " WHERE id = $1 AND removed_at IS NULL",
                                                {id}));
    if (webhook && webhook->account != account)
        return std::nullopt;
    return webhook;
}

Page<Webhook> Reader::listWebhooks(const AccountId& account,
                                   const std::optional<CursorPosition>& after, int limit) {
    Known* const known = after ? nullptr : knownOf(account);
    if (known != nullptr && known->webhooks &&
        known->webhooks->size() <= static_cast<std::size_t>(limit))
        return {*known->webhooks, std::nullopt};
    const auto rows = session_.query("SELECT " LEADSHEET_WEBHOOK_COLUMNS
                                     " FROM webhooks WHERE account_id = $1 AND seq > $2"
                                     " AND removed_at IS NULL ORDER BY seq LIMIT $3",
                                     {account, after ? after->major : 0, limit + 1});
    Page<Webhook> page = pageOf(*rows, limit, webhookOf);
    if (!page.next && known != nullptr)
        known->webhooks = page.rows;
    return page;
}

void askWebhooks(Ahead& ahead) {
    SqlColumn accounts(SqlColumn::Type::Text);
    ahead.each([&](Known& known, const OrderAhead&) {
        if (known.webhooks)
            return;
        known.webhooks.emplace();
        known.webhookSeq = 0;
        accounts.add(known.account);
    });
    ahead.ask("SELECT " LEADSHEET_WEBHOOK_COLUMNS " FROM webhooks WHERE account_id ="
              " ANY (CAST($1 AS TEXT[])) AND removed_at IS NULL ORDER BY seq",
              accounts, {accounts.all()}, [&ahead](SqlRows& rows) {
                  while (rows.next())
                      ahead.of(rows.view(2)).webhooks->push_back(webhookOf(rows));
              });
    ahead.ask("SELECT account_id, last_seq FROM webhook_sequences WHERE account_id ="
              " ANY (CAST($1 AS TEXT[]))",
              accounts, {accounts.all()}, [&ahead](SqlRows& rows) {
                  while (rows.next())
                      ahead.of(rows.view(0)).webhookSeq = rows.integer(1);
              });
}

void Tx::forgetWebhooks() {
    if (known_ != nullptr)
        known_->webhooks.reset();
}

WebhookHealth Reader::webhookHealth(std::int64_t webhook, Timestamp since) {
    WebhookHealth health;
    // The search stays in the index of what is due.
    health.pending = session_.number("SELECT COUNT(*) FROM webhook_deliveries"
                                     " WHERE webhook = $1 AND due_at IS NOT NULL AND " +
                                         session_.notByIndex("seq") +
                                         " > (SELECT COALESCE(MAX(up_to), 0) FROM webhook_backlogs"
                                         " WHERE webhook = $1 AND act = 'hold')",
                                     {webhook});
    // Those that a task is to hold back are held already for whoever looks.
    const std::int64_t waiting = session_.number(
        "SELECT COALESCE(SUM(deliveries), 0) FROM webhook_waiting WHERE webhook = $1", {webhook});
    health.held = std::max<std::int64_t>(waiting - health.pending, 0);
    health.delivered = session_.number("SELECT COUNT(*) FROM webhook_deliveries"
                                       " WHERE webhook = $1 AND delivered_at > $2",
                                       {webhook, since});
    health.failed = session_.number("SELECT COUNT(*) FROM webhook_attempts"
                                    " WHERE webhook = $1 AND at > $2 AND error IS NOT NULL",
                                    {webhook, since});
    return health;
}

std::int64_t Tx::insertWebhook(const Webhook& webhook) {
    forgetWebhooks();
    const auto seq = session_.insert(
        "INSERT INTO webhooks (id, account_id, url, name, events, enabled, auto_deliver,"
        " disabled_reason, secret, previous_secret, previous_until, version, created_at,"
        " updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
        "seq",
        {webhook.id, webhook.account, webhook.url, webhook.name, domain::joinWords(webhook.events),
         webhook.enabled, webhook.autoDeliver, webhook.disabledReason, sealed(webhook.secret),
         sealed(webhook.previousSecret), webhook.previousUntil, webhook.version, webhook.createdAt,
         webhook.updatedAt});
    if (!seq)
        failInternal("a webhook got no number");
    return *seq;
}

bool Tx::updateWebhook(const Webhook& webhook) {
    forgetWebhooks();
    return session_.change(
               "UPDATE webhooks SET url = $3, name = $4, events = $5, enabled = $6,"
               " auto_deliver = $7, disabled_reason = $8, secret = $9, previous_secret = $10,"
               " previous_until = $11, failing_since = $12, version = version + 1,"
               " updated_at = $13 WHERE seq = $1 AND version = $2",
               {webhook.seq, webhook.version, webhook.url, webhook.name,
                domain::joinWords(webhook.events), webhook.enabled, webhook.autoDeliver,
                webhook.disabledReason, sealed(webhook.secret), sealed(webhook.previousSecret),
                webhook.previousUntil, webhook.failingSince, webhook.updatedAt}) == 1;
}

bool Tx::noteWebhookResult(const Webhook& called, bool delivered, Timestamp at) {
    forgetWebhooks();
    const std::string_view noted =
        delivered ? "last_success_at = $2, failing_since = NULL"
                  : "last_failure_at = $2, failing_since = COALESCE(failing_since, $2)";
    return session_.change("UPDATE webhooks SET " + std::string(noted) +
                               " WHERE seq = $1 AND url = $3 AND secret = $4"
                               " AND removed_at IS NULL",
                           {called.seq, at, called.url, sealed(called.secret)}) == 1;
}

std::optional<WebhookMessage> Reader::findWebhookMessage(std::int64_t seq) {
    const auto rows = session_.query(
        "SELECT id, account_id, account_seq, type, order_number, data, lead_after, lead_last,"
        " lead_result, part, parts, order_version, created_at, trace FROM webhook_messages"
        " WHERE seq = $1",
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
    message.trace = rows->optionalText(13).value_or("");
    return message;
}

/// Gives the message its place in the account's sequence; and its seq, when one was taken ahead.
std::optional<std::int64_t> Tx::nextInSequence(WebhookMessage& message) {
    Known* const known = knownOf(message.account);
    if (known != nullptr && known->webhookSeq && !known->messageSeqs.empty() &&
        session_.gather(kSequences, {message.account, *known->webhookSeq + 1})) {
        message.accountSeq = ++*known->webhookSeq;
        known->gatheredMessage = known->messageSeqs.front();
        known->messageSeqs.pop_front();
        return known->gatheredMessage;
    }
    session_.execute("INSERT INTO webhook_sequences (account_id, last_seq) VALUES ($1, 1)"
                     " ON CONFLICT (account_id) DO UPDATE SET last_seq ="
                     " webhook_sequences.last_seq + 1",
                     {message.account});
    message.accountSeq = session_.number(
        "SELECT last_seq FROM webhook_sequences WHERE account_id = $1", {message.account});
    if (known != nullptr)
        known->webhookSeq = message.accountSeq;
    return std::nullopt;
}

WebhookMessage
Tx::insertWebhookMessage(WebhookMessage message,
                         const std::function<std::string(std::int64_t accountSeq)>& data) {
    const auto taken = nextInSequence(message);
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
    const auto trace = this->trace();
    const SqlValue values[] = {taken,
                               message.id,
                               message.account,
                               message.accountSeq,
                               message.type,
                               message.order,
                               message.data,
                               after,
                               last,
                               result,
                               slice.part,
                               slice.parts,
                               slice.orderVersion,
                               message.createdAt,
                               trace};
    const auto seq =
        taken && session_.gatherRow(kMessages, values)
            ? taken
            : session_.insertRow("INSERT INTO webhook_messages (" LEADSHEET_MESSAGE_COLUMNS
                                 ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13,"
                                 " $14)",
                                 "seq", std::span(values).subspan(1));
    if (!seq)
        failInternal("a message got no number");
    message.seq = *seq;
    return message;
}

std::vector<FanOut> Reader::listFanOuts(int limit) {
    const auto rows = session_.query("SELECT seq, order_number, webhook, delivered_after, result,"
                                     " up_to, trace FROM webhook_fan_outs"
                                     " ORDER BY up_to IS NOT NULL, seq LIMIT $1",
                                     {limit});
    std::vector<FanOut> fanOuts;
    while (rows->next()) {
        FanOut fanOut{rows->integer(0), rows->id<OrderNumber>(1), rows->integer(2)};
        fanOut.deliveredAfter = rows->optionalTime(3);
        fanOut.result = rows->optionalText(4);
        fanOut.upTo = rows->optionalInteger(5);
        fanOut.trace = rows->optionalText(6).value_or("");
        fanOuts.push_back(std::move(fanOut));
    }
    return fanOuts;
}

void Tx::queueFanOut(const FanOut& fanOut) {
    session_.execute(
        "INSERT INTO webhook_fan_outs (order_number, webhook, delivered_after, result,"
        " up_to, trace) VALUES ($1, $2, $3, $4, $5, $6)",
        {fanOut.order, fanOut.webhook, fanOut.deliveredAfter, fanOut.result, fanOut.upTo, trace()});
}

bool Tx::takeFanOut(std::int64_t seq) {
    return session_.change("DELETE FROM webhook_fan_outs WHERE seq = $1", {seq}) == 1;
}

std::vector<LeadSweep> Reader::listLeadSweeps(int limit) {
    const auto rows = session_.query("SELECT seq, webhook, delivered_after, result, reached, up_to,"
                                     " trace FROM webhook_lead_sweeps ORDER BY seq LIMIT $1",
                                     {limit});
    std::vector<LeadSweep> sweeps;
    while (rows->next())
        sweeps.push_back({rows->integer(0), rows->integer(1), rows->time(2), rows->optionalText(3),
                          rows->integer(4), rows->integer(5), rows->optionalText(6).value_or("")});
    return sweeps;
}

void Tx::queueLeadSweep(const LeadSweep& sweep) {
    session_.execute(
        "INSERT INTO webhook_lead_sweeps (webhook, delivered_after, result, reached,"
        " up_to, trace) VALUES ($1, $2, $3, $4, $5, $6)",
        {sweep.webhook, sweep.deliveredAfter, sweep.result, sweep.reached, sweep.upTo, trace()});
}

bool Tx::moveLeadSweep(const LeadSweep& sweep, std::int64_t reached) {
    if (reached >= sweep.upTo)
        return session_.change("DELETE FROM webhook_lead_sweeps WHERE seq = $1 AND reached = $2",
                               {sweep.seq, sweep.reached}) == 1;
    return session_.change(
               "UPDATE webhook_lead_sweeps SET reached = $3 WHERE seq = $1 AND reached = $2",
               {sweep.seq, sweep.reached, reached}) == 1;
}

std::int64_t Tx::purgeWebhookLog(Timestamp before, int limit) {
    session_.execute("DELETE FROM webhook_attempts WHERE delivery IN (SELECT seq"
                     " FROM webhook_deliveries WHERE created_at < $1 AND due_at IS NULL"
                     " ORDER BY created_at LIMIT $2)",
                     {before, limit});
    std::int64_t gone = session_.change("DELETE FROM webhook_deliveries WHERE seq IN (SELECT seq"
                                        " FROM webhook_deliveries WHERE created_at < $1"
                                        " AND due_at IS NULL ORDER BY created_at LIMIT $2)",
                                        {before, limit});
    gone += session_.change("DELETE FROM webhook_messages WHERE seq IN (SELECT m.seq"
                            " FROM webhook_messages m WHERE m.created_at < $1 AND NOT EXISTS"
                            " (SELECT 1 FROM webhook_deliveries d WHERE d.message = m.seq)"
                            " ORDER BY m.created_at LIMIT $2)",
                            {before, limit});
    return gone;
}

} // namespace leadsheet::server::store
