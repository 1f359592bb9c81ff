// SPDX-License-Identifier: Apache-2.0
#include "store/sqlite/schema.hpp"

#include <array>

namespace leadsheet::server::store::sqlite {

namespace {

// Times are milliseconds since 1970 UTC, money is minor units, unit prices are micro-units.
constexpr std::string_view kAccess = R"sql(
CREATE TABLE accounts (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    environment TEXT NOT NULL,
    suspended INTEGER NOT NULL CHECK (suspended IN (0, 1)),
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE api_keys (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    type TEXT NOT NULL CHECK (type IN ('customer', 'admin')),
    label TEXT NOT NULL,
    scopes TEXT NOT NULL,
    hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
    prefix TEXT NOT NULL,
    last4 TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    revoked_at INTEGER,
    predecessor TEXT REFERENCES api_keys (id),
    counter_key TEXT NOT NULL REFERENCES api_keys (id),
    daily_spend_cap INTEGER CHECK (daily_spend_cap >= 0),
    last_used_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX api_keys_by_account ON api_keys (account_id, created_at, id);

CREATE TABLE rate_windows (
    subject TEXT NOT NULL,
    policy TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    used INTEGER NOT NULL CHECK (used >= 0),
    PRIMARY KEY (subject, policy)
) STRICT, WITHOUT ROWID;
CREATE INDEX rate_windows_by_start ON rate_windows (started_at);

CREATE TABLE daily_spending (
    counter_key TEXT NOT NULL,
    day INTEGER NOT NULL,
    spent INTEGER NOT NULL CHECK (spent >= 0),
    PRIMARY KEY (counter_key, day)
) STRICT, WITHOUT ROWID;

CREATE TABLE idempotency_keys (
    account_id TEXT NOT NULL REFERENCES accounts (id),
    operation TEXT NOT NULL,
    key TEXT NOT NULL,
    fingerprint BLOB NOT NULL CHECK (length(fingerprint) = 32),
    status INTEGER NOT NULL,
    body BLOB,
    order_number TEXT,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (account_id, operation, key)
) STRICT;
CREATE INDEX idempotency_bodies ON idempotency_keys (created_at) WHERE body IS NOT NULL;
)sql";

constexpr std::string_view kOrders = R"sql(
CREATE TABLE quotes (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    product TEXT NOT NULL,
    lead_count INTEGER NOT NULL CHECK (lead_count > 0),
    unit_price INTEGER NOT NULL CHECK (unit_price >= 0),
    total INTEGER NOT NULL CHECK (total >= 0),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    idempotency_key TEXT,
    request_digest BLOB NOT NULL CHECK (length(request_digest) = 32),
    record_json TEXT NOT NULL,
    consumed_by TEXT
) STRICT;
CREATE INDEX quotes_unused ON quotes (expires_at) WHERE consumed_by IS NULL;

CREATE TABLE orders (
    seq INTEGER PRIMARY KEY,
    number TEXT NOT NULL UNIQUE,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    key_id TEXT NOT NULL REFERENCES api_keys (id),
    status TEXT NOT NULL,
    payment_status TEXT NOT NULL,
    product TEXT NOT NULL,
    lead_count INTEGER NOT NULL CHECK (lead_count > 0),
    record_json TEXT NOT NULL,
    unit_price INTEGER NOT NULL CHECK (unit_price >= 0),
    total INTEGER NOT NULL CHECK (total >= 0),
    captured INTEGER NOT NULL CHECK (captured BETWEEN 0 AND total),
    refunded INTEGER NOT NULL CHECK (refunded BETWEEN 0 AND captured),
    delivered INTEGER NOT NULL CHECK (delivered >= 0),
    quote_id TEXT REFERENCES quotes (id),
    external_ref TEXT,
    idempotency_key TEXT NOT NULL,
    question TEXT,
    version INTEGER NOT NULL CHECK (version >= 1),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    delivered_at INTEGER
) STRICT;
CREATE UNIQUE INDEX orders_by_key ON orders (account_id, idempotency_key);
CREATE UNIQUE INDEX orders_by_quote ON orders (quote_id) WHERE quote_id IS NOT NULL;
CREATE INDEX orders_by_account ON orders (account_id, created_at, seq);
CREATE INDEX orders_by_status ON orders (account_id, status, created_at, seq);
CREATE INDEX orders_by_reference ON orders (account_id, external_ref, created_at, seq)
    WHERE external_ref IS NOT NULL;
CREATE INDEX orders_of_all ON orders (created_at, seq);
CREATE INDEX orders_of_all_by_status ON orders (status, created_at, seq);

CREATE TABLE order_events (
    order_number TEXT NOT NULL REFERENCES orders (number),
    seq INTEGER NOT NULL,
    type TEXT NOT NULL,
    actor TEXT NOT NULL CHECK (actor IN ('customer', 'admin', 'system')),
    key_id TEXT NOT NULL,
    status TEXT NOT NULL,
    version INTEGER NOT NULL,
    data_json TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (order_number, seq)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER order_events_stay BEFORE UPDATE ON order_events
    BEGIN SELECT RAISE(ABORT, 'order events are append-only'); END;
CREATE TRIGGER order_events_are_kept BEFORE DELETE ON order_events
    BEGIN SELECT RAISE(ABORT, 'order events are append-only'); END;
)sql";

// Bucket 'funding' with an empty account is the house's side of every credit.
constexpr std::string_view kMoney = R"sql(
CREATE TABLE ledger_transfers (
    id INTEGER PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    kind TEXT NOT NULL CHECK (kind IN ('credit', 'hold', 'capture', 'release', 'refund')),
    amount INTEGER NOT NULL CHECK (amount > 0),
    order_number TEXT,
    reason TEXT NOT NULL,
    available_after INTEGER NOT NULL,
    held_after INTEGER NOT NULL,
    at INTEGER NOT NULL
) STRICT;
CREATE INDEX ledger_by_account ON ledger_transfers (account_id, id);

CREATE TABLE ledger_entries (
    transfer_id INTEGER NOT NULL REFERENCES ledger_transfers (id),
    account_id TEXT NOT NULL,
    bucket TEXT NOT NULL,
    amount INTEGER NOT NULL CHECK (amount <> 0),
    PRIMARY KEY (transfer_id, account_id, bucket)
) STRICT, WITHOUT ROWID;

CREATE TABLE ledger_balances (
    account_id TEXT NOT NULL,
    bucket TEXT NOT NULL CHECK (bucket IN ('funding', 'available', 'held', 'captured', 'refunded')),
    balance INTEGER NOT NULL,
    PRIMARY KEY (account_id, bucket),
    CHECK (balance >= 0 OR bucket IN ('funding', 'refunded')),
    CHECK (balance <= 0 OR bucket NOT IN ('funding', 'refunded'))
) STRICT, WITHOUT ROWID;

CREATE TABLE holds (
    order_number TEXT PRIMARY KEY REFERENCES orders (number),
    account_id TEXT NOT NULL REFERENCES accounts (id),
    held INTEGER NOT NULL CHECK (held >= 0),
    captured INTEGER NOT NULL CHECK (captured >= 0),
    refunded INTEGER NOT NULL CHECK (refunded BETWEEN 0 AND captured)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER ledger_transfers_stay BEFORE UPDATE ON ledger_transfers
    BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER ledger_transfers_are_kept BEFORE DELETE ON ledger_transfers
    BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER ledger_entries_stay BEFORE UPDATE ON ledger_entries
    BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER ledger_entries_are_kept BEFORE DELETE ON ledger_entries
    BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
)sql";

constexpr std::string_view kIngestCounts = R"sql(
ALTER TABLE orders ADD COLUMN duplicates INTEGER NOT NULL DEFAULT 0 CHECK (duplicates >= 0);
ALTER TABLE orders ADD COLUMN rejected_rows INTEGER NOT NULL DEFAULT 0 CHECK (rejected_rows >= 0);
ALTER TABLE orders ADD COLUMN final_part INTEGER NOT NULL DEFAULT 0 CHECK (final_part IN (0, 1));
)sql";

// A lead's place is its owner's number x 2^40 + its seq, so that one key is identity, order and
// ownership. Every filter's index ends with the place and then the other filters, so that a page is
// found in the index alone, in order, whatever is combined.
constexpr std::string_view kLeads = R"sql(
CREATE TABLE lead_owners (
    owner INTEGER PRIMARY KEY,
    account_id TEXT NOT NULL UNIQUE REFERENCES accounts (id),
    last_seq INTEGER NOT NULL CHECK (last_seq >= 0),
    last_delivered_at INTEGER NOT NULL
) STRICT;

CREATE TABLE leads (
    place INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    order_seq INTEGER NOT NULL REFERENCES orders (seq),
    delivered_at INTEGER NOT NULL,
    result TEXT NOT NULL CHECK (result IN ('good', 'risky', 'unknown', 'invalid')),
    result_reason TEXT,
    has_email INTEGER NOT NULL CHECK (has_email IN (0, 1)),
    has_phone INTEGER NOT NULL CHECK (has_phone IN (0, 1)),
    first_name TEXT,
    last_name TEXT,
    full_name TEXT,
    job_title TEXT,
    seniority TEXT,
    department TEXT,
    email TEXT,
    email_type TEXT,
    phone TEXT,
    phone_type TEXT,
    linkedin_url TEXT,
    company_name TEXT,
    company_domain TEXT,
    company_linkedin_url TEXT,
    industry TEXT,
    company_size TEXT,
    company_revenue TEXT,
    founded_year INTEGER,
    technologies TEXT,
    street TEXT,
    city TEXT,
    region TEXT,
    postal_code TEXT,
    country TEXT,
    timezone TEXT,
    rating INTEGER,
    review_count INTEGER
) STRICT;
CREATE INDEX leads_by_result ON leads (result, place, has_email, has_phone, country, order_seq);
CREATE INDEX leads_by_email ON leads (has_email, place, result, has_phone, country, order_seq);
CREATE INDEX leads_by_phone ON leads (has_phone, place, result, has_email, country, order_seq);
CREATE INDEX leads_by_country ON leads (country, place, result, has_email, has_phone, order_seq)
    WHERE country IS NOT NULL;
CREATE INDEX leads_by_order ON leads (order_seq, place, result, has_email, has_phone, country);

CREATE TABLE lead_identities (
    owner INTEGER NOT NULL REFERENCES lead_owners (owner),
    identity BLOB NOT NULL CHECK (length(identity) = 16),
    PRIMARY KEY (owner, identity)
) STRICT, WITHOUT ROWID;

CREATE TABLE deliveries (
    order_number TEXT NOT NULL REFERENCES orders (number),
    id TEXT NOT NULL,
    fingerprint BLOB NOT NULL CHECK (length(fingerprint) = 32),
    answer TEXT NOT NULL,
    owner INTEGER NOT NULL REFERENCES lead_owners (owner),
    last_seq INTEGER NOT NULL,
    delivered_at INTEGER NOT NULL,
    PRIMARY KEY (order_number, id)
) STRICT;
CREATE INDEX deliveries_by_time ON deliveries (owner, delivered_at, last_seq);
)sql";

// Accounts and keys get numbers in the order they were made, for lists that are walked.
constexpr std::string_view kListOrder = R"sql(
ALTER TABLE accounts ADD COLUMN seq INTEGER NOT NULL DEFAULT 0;
UPDATE accounts SET seq = numbered.n FROM
    (SELECT id, ROW_NUMBER() OVER (ORDER BY created_at, id) AS n FROM accounts) AS numbered
    WHERE numbered.id = accounts.id;
CREATE UNIQUE INDEX accounts_by_seq ON accounts (seq);
ALTER TABLE api_keys ADD COLUMN seq INTEGER NOT NULL DEFAULT 0;
UPDATE api_keys SET seq = numbered.n FROM
    (SELECT id, ROW_NUMBER() OVER (ORDER BY created_at, id) AS n FROM api_keys) AS numbered
    WHERE numbered.id = api_keys.id;
CREATE UNIQUE INDEX api_keys_by_seq ON api_keys (seq);
CREATE INDEX api_keys_of_account ON api_keys (account_id, seq);
)sql";

// A delivery that waits has a due_at; while a worker has it, that is the end of the worker's lease.
constexpr std::string_view kWebhooks = R"sql(
CREATE TABLE webhooks (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    url TEXT NOT NULL,
    name TEXT NOT NULL,
    events TEXT NOT NULL,
    enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
    auto_deliver INTEGER NOT NULL CHECK (auto_deliver IN (0, 1)),
    disabled_reason TEXT CHECK (disabled_reason IN ('owner', 'gone', 'failing')),
    secret BLOB NOT NULL,
    previous_secret BLOB,
    previous_until INTEGER,
    failing_since INTEGER,
    last_success_at INTEGER,
    last_failure_at INTEGER,
    version INTEGER NOT NULL CHECK (version >= 1),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    CHECK ((enabled = 1) = (disabled_reason IS NULL))
) STRICT;
CREATE INDEX webhooks_by_account ON webhooks (account_id, seq);

CREATE TABLE webhook_sequences (
    account_id TEXT PRIMARY KEY REFERENCES accounts (id),
    last_seq INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE webhook_messages (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    account_seq INTEGER NOT NULL,
    type TEXT NOT NULL,
    order_number TEXT,
    data TEXT NOT NULL,
    lead_after INTEGER,
    lead_last INTEGER,
    lead_result TEXT,
    part INTEGER NOT NULL,
    parts INTEGER NOT NULL,
    order_version INTEGER NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX webhook_messages_by_time ON webhook_messages (created_at);

CREATE TABLE webhook_deliveries (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    webhook INTEGER NOT NULL REFERENCES webhooks (seq),
    message INTEGER NOT NULL REFERENCES webhook_messages (seq),
    state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'failed', 'held')),
    due_at INTEGER,
    next_attempt_at INTEGER,
    lease INTEGER NOT NULL DEFAULT 0,
    attempts INTEGER NOT NULL DEFAULT 0,
    round_attempts INTEGER NOT NULL DEFAULT 0,
    last_status INTEGER,
    last_error TEXT,
    signature TEXT NOT NULL DEFAULT '',
    created_at INTEGER NOT NULL,
    delivered_at INTEGER,
    CHECK ((state = 'pending') = (due_at IS NOT NULL))
) STRICT;
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook, due_at)
    WHERE due_at IS NOT NULL;
CREATE INDEX webhook_deliveries_by_webhook ON webhook_deliveries (webhook, seq);
CREATE INDEX webhook_deliveries_by_state ON webhook_deliveries (webhook, state, seq);
CREATE INDEX webhook_deliveries_done ON webhook_deliveries (webhook, delivered_at)
    WHERE delivered_at IS NOT NULL;
CREATE INDEX webhook_deliveries_by_message ON webhook_deliveries (message);
CREATE INDEX webhook_deliveries_by_time ON webhook_deliveries (created_at);

CREATE TABLE webhook_attempts (
    delivery INTEGER NOT NULL REFERENCES webhook_deliveries (seq),
    number INTEGER NOT NULL,
    webhook INTEGER NOT NULL,
    at INTEGER NOT NULL,
    status INTEGER,
    duration_ms INTEGER NOT NULL,
    error TEXT,
    response_body TEXT,
    PRIMARY KEY (delivery, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX webhook_attempts_failed ON webhook_attempts (webhook, at) WHERE error IS NOT NULL;

CREATE TABLE webhook_fan_outs (
    seq INTEGER PRIMARY KEY,
    order_number TEXT NOT NULL REFERENCES orders (number),
    webhook INTEGER NOT NULL REFERENCES webhooks (seq)
) STRICT;
CREATE INDEX webhook_fan_outs_by_webhook ON webhook_fan_outs (webhook);
)sql";

// A push that waits has a due_at; while a sender has it, that is the end of the sender's lease.
// A removed destination stays until its pushes are purged.
constexpr std::string_view kOutreach = R"sql(
CREATE TABLE destinations (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    platform TEXT NOT NULL CHECK (platform IN ('instantly', 'smartlead', 'lemlist')),
    name TEXT NOT NULL,
    credential BLOB NOT NULL,
    workspace TEXT NOT NULL,
    campaign TEXT,
    field_map TEXT NOT NULL,
    duplicate_policy TEXT NOT NULL,
    results TEXT NOT NULL,
    auto_deliver INTEGER NOT NULL CHECK (auto_deliver IN (0, 1)),
    enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
    repeatable INTEGER NOT NULL CHECK (repeatable IN (0, 1)),
    removed INTEGER NOT NULL CHECK (removed IN (0, 1)),
    quiet_until INTEGER NOT NULL DEFAULT 0,
    version INTEGER NOT NULL CHECK (version >= 1),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX destinations_by_account ON destinations (account_id, seq);
CREATE INDEX destinations_removed ON destinations (seq) WHERE removed = 1;

CREATE TABLE pushes (
    seq INTEGER PRIMARY KEY,
    destination INTEGER NOT NULL REFERENCES destinations (seq),
    place INTEGER NOT NULL REFERENCES leads (place),
    order_seq INTEGER NOT NULL REFERENCES orders (seq),
    state TEXT NOT NULL CHECK (state IN ('pending', 'sending', 'accepted', 'skipped_duplicate',
                                         'rejected', 'unknown')),
    reason TEXT,
    attempts INTEGER NOT NULL CHECK (attempts >= 0),
    max_batch INTEGER NOT NULL CHECK (max_batch >= 1),
    due_at INTEGER,
    lease INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    CHECK (due_at IS NOT NULL OR state NOT IN ('pending', 'sending'))
) STRICT;
CREATE UNIQUE INDEX pushes_by_lead ON pushes (destination, place);
CREATE INDEX pushes_by_state ON pushes (destination, state, seq);
CREATE INDEX pushes_by_order ON pushes (destination, order_seq, seq);
CREATE INDEX pushes_by_seq ON pushes (destination, seq);
CREATE INDEX pushes_due ON pushes (destination, due_at, seq) WHERE due_at IS NOT NULL;
CREATE INDEX pushes_leased ON pushes (due_at) WHERE state = 'sending';

CREATE TABLE push_counts (
    destination INTEGER NOT NULL REFERENCES destinations (seq),
    state TEXT NOT NULL,
    pushes INTEGER NOT NULL CHECK (pushes >= 0),
    PRIMARY KEY (destination, state)
) STRICT, WITHOUT ROWID;

CREATE TABLE outreach_workspaces (
    workspace TEXT PRIMARY KEY,
    pace TEXT NOT NULL,
    served_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
)sql";

// Leads pushed on request may be millions: they are found and divided little by little. A number of
// what is to be done never comes back: who planned the one would take another of the same number.
constexpr std::string_view kLeadSweeps = R"sql(
ALTER TABLE webhook_fan_outs RENAME TO old_fan_outs;
CREATE TABLE webhook_fan_outs (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    order_number TEXT NOT NULL REFERENCES orders (number),
    webhook INTEGER NOT NULL REFERENCES webhooks (seq),
    delivered_after INTEGER,
    result TEXT,
    up_to INTEGER
) STRICT;
INSERT INTO webhook_fan_outs (seq, order_number, webhook)
    SELECT seq, order_number, webhook FROM old_fan_outs;
DROP TABLE old_fan_outs;
CREATE INDEX webhook_fan_outs_by_webhook ON webhook_fan_outs (webhook);
CREATE TABLE webhook_lead_sweeps (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    webhook INTEGER NOT NULL REFERENCES webhooks (seq),
    delivered_after INTEGER NOT NULL,
    result TEXT,
    reached INTEGER NOT NULL,
    up_to INTEGER NOT NULL CHECK (up_to > reached)
) STRICT;
CREATE INDEX webhook_lead_sweeps_by_webhook ON webhook_lead_sweeps (webhook);
)sql";

// What is to be done to more deliveries than one transaction should touch. The seq of the last one
// done, and of the last one to do.
constexpr std::string_view kWebhookBacklogs = R"sql(
ALTER TABLE webhooks ADD COLUMN removed_at INTEGER;
CREATE TABLE webhook_backlogs (
    seq INTEGER PRIMARY KEY,
    webhook INTEGER NOT NULL REFERENCES webhooks (seq),
    act TEXT NOT NULL CHECK (act IN ('recover', 'hold', 'remove')),
    state TEXT NOT NULL,
    since INTEGER NOT NULL,
    at INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    reached INTEGER NOT NULL,
    up_to INTEGER NOT NULL
) STRICT;
CREATE INDEX webhook_backlogs_by_webhook ON webhook_backlogs (webhook, seq);
)sql";

// Deliveries that wait, counted as they come and go: the log may hold millions.
constexpr std::string_view kWaitingCounts = R"sql(
CREATE TABLE webhook_waiting (
    webhook INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending', 'held')),
    deliveries INTEGER NOT NULL CHECK (deliveries >= 0),
    PRIMARY KEY (webhook, state)
) STRICT, WITHOUT ROWID;
INSERT INTO webhook_waiting (webhook, state, deliveries)
    SELECT webhook, state, COUNT(*) FROM webhook_deliveries
    WHERE state IN ('pending', 'held') GROUP BY webhook, state;
CREATE TRIGGER webhook_deliveries_come AFTER INSERT ON webhook_deliveries
    WHEN NEW.state IN ('pending', 'held') BEGIN
    INSERT INTO webhook_waiting (webhook, state, deliveries) VALUES (NEW.webhook, NEW.state, 1)
        ON CONFLICT (webhook, state) DO UPDATE SET deliveries = deliveries + 1;
END;
CREATE TRIGGER webhook_deliveries_move AFTER UPDATE OF state ON webhook_deliveries
    WHEN NEW.state <> OLD.state BEGIN
    UPDATE webhook_waiting SET deliveries = deliveries - 1
        WHERE webhook = OLD.webhook AND state = OLD.state;
    INSERT INTO webhook_waiting (webhook, state, deliveries)
        SELECT NEW.webhook, NEW.state, 1 WHERE NEW.state IN ('pending', 'held')
        ON CONFLICT (webhook, state) DO UPDATE SET deliveries = deliveries + 1;
END;
CREATE TRIGGER webhook_deliveries_go AFTER DELETE ON webhook_deliveries
    WHEN OLD.state IN ('pending', 'held') BEGIN
    UPDATE webhook_waiting SET deliveries = deliveries - 1
        WHERE webhook = OLD.webhook AND state = OLD.state;
END;
)sql";

constexpr std::array kMigrations = {kAccess,     kOrders,          kMoney,        kIngestCounts,
                                    kLeads,      kListOrder,       kWebhooks,     kOutreach,
                                    kLeadSweeps, kWebhookBacklogs, kWaitingCounts};

} // namespace

std::span<const std::string_view> migrations() {
    return kMigrations;
}

} // namespace leadsheet::server::store::sqlite
