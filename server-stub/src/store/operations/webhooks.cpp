// SPDX-License-Identifier: Apache-2.0
#include "store/operations/conditions.hpp"
#include "store/operations/sql_tx.hpp"

namespace leadsheet::server::store {

namespace {

#define LEADSHEET_WEBHOOK_COLUMNS                                                                  \
    "seq, id, account_id, url, name, events, enabled, auto_deliver, disabled_reason, secret,"      \
    " previous_secret, previous_until, failing_since, last_success_at, last_failure_at, version,"  \
    " created_at, updated_at"

std::vector<std::string> splitEvents(std::string_view text) {
    std::vector<std::string> events;
    while (!text.empty()) {
        const auto space = text.find(' ');
        events.emplace_back(text.substr(0, space));
        text.remove_prefix(space == std::string_view::npos ? text.size() : space + 1);
    }
    return events;
}

std::string joinEvents(const std::vector<std::string>& events) {
    std::string text;
    for (const std::string& event : events)
        text.append(text.empty() ? "" : " ").append(event);
    return text;
}

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
    webhook.events = splitEvents(row.text(5));
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

std::optional<Webhook> firstWebhook(SqlRows& rows) {
    if (!rows.next())
        return std::nullopt;
    return webhookOf(rows);
}

} // namespace

std::optional<Webhook> SqlTx::findWebhook(std::int64_t seq) {
    return firstWebhook(*session_.query("SELECT " LEADSHEET_WEBHOOK_COLUMNS " FROM webhooks"
                                        " WHERE seq = $1 AND removed_at IS NULL",
                                        {seq}));
}

std::optional<Webhook> SqlTx::findWebhook(const AccountId& account, const WebhookId& id) {
    auto webhook = firstWebhook(*session_.query("SELECT " LEADSHEET_WEBHOOK_COLUMNS " FROM webhooks"
                                                " WHERE id = $1 AND removed_at IS NULL",
                                                {id}));
    if (webhook && webhook->account != account)
        return std::nullopt;
    return webhook;
}

Page<Webhook> SqlTx::listWebhooks(const AccountId& account,
                                  const std::optional<CursorPosition>& after, int limit) {
    const auto rows = session_.query("SELECT " LEADSHEET_WEBHOOK_COLUMNS " FROM webhooks"
                                     " WHERE account_id = $1 AND seq > $2 AND removed_at IS NULL"
                                     " ORDER BY seq LIMIT $3",
                                     {account, after ? after->major : 0, limit + 1});
    Page<Webhook> page;
    while (rows->next())
        page.rows.push_back(webhookOf(*rows));
    if (page.rows.size() > static_cast<std::size_t>(limit)) {
        page.rows.pop_back();
        page.next = {page.rows.back().seq, 0};
    }
    return page;
}

WebhookHealth SqlTx::webhookHealth(std::int64_t webhook, Timestamp since) {
    WebhookHealth health;
    // The search stays in the index of what is due.
    health.pending = session_.number("SELECT COUNT(*) FROM webhook_deliveries"
                                     " WHERE webhook = $1 AND due_at IS NOT NULL AND " +
                                         session_.notByIndex("seq") +
                                         " > (SELECT COALESCE(MAX(up_to), 0) FROM webhook_backlogs"
                                         " WHERE webhook = $1 AND act = 'hold')",
                                     {webhook});
    health.delivered = session_.number("SELECT COUNT(*) FROM webhook_deliveries"
                                       " WHERE webhook = $1 AND delivered_at > $2",
                                       {webhook, since});
    health.failed = session_.number("SELECT COUNT(*) FROM webhook_attempts"
                                    " WHERE webhook = $1 AND at > $2 AND error IS NOT NULL",
                                    {webhook, since});
    return health;
}

std::int64_t SqlTx::insertWebhook(const Webhook& webhook) {
    const auto seq = session_.insert(
        "INSERT INTO webhooks (id, account_id, url, name, events, enabled, auto_deliver,"
        " disabled_reason, secret, previous_secret, previous_until, version, created_at,"
        " updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
        "seq",
        {webhook.id, webhook.account, webhook.url, webhook.name, joinEvents(webhook.events),
         webhook.enabled, webhook.autoDeliver, webhook.disabledReason, sealed(webhook.secret),
         sealed(webhook.previousSecret), webhook.previousUntil, webhook.version, webhook.createdAt,
         webhook.updatedAt});
    if (!seq)
        failInternal("a webhook got no number");
    return *seq;
}

bool SqlTx::updateWebhook(const Webhook& webhook) {
    return session_.execute(
               "UPDATE webhooks SET url = $3, name = $4, events = $5, enabled = $6,"
               " auto_deliver = $7, disabled_reason = $8, secret = $9, previous_secret = $10,"
               " previous_until = $11, failing_since = $12, version = version + 1,"
               " updated_at = $13 WHERE seq = $1 AND version = $2",
               {webhook.seq, webhook.version, webhook.url, webhook.name, joinEvents(webhook.events),
                webhook.enabled, webhook.autoDeliver, webhook.disabledReason,
                sealed(webhook.secret), sealed(webhook.previousSecret), webhook.previousUntil,
                webhook.failingSince, webhook.updatedAt}) == 1;
}

void SqlTx::noteWebhookResult(std::int64_t webhook, bool delivered, Timestamp at) {
    if (delivered)
        session_.execute("UPDATE webhooks SET last_success_at = $2, failing_since = NULL"
                         " WHERE seq = $1",
                         {webhook, at});
    else
        session_.execute("UPDATE webhooks SET last_failure_at = $2,"
                         " failing_since = COALESCE(failing_since, $2) WHERE seq = $1",
                         {webhook, at});
}

} // namespace leadsheet::server::store
