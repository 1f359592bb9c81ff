// SPDX-License-Identifier: Apache-2.0
#include "store/schema.hpp"

#include <array>

namespace leadsheet::server::store {

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

// PostgreSQL's form of the triggers of kOrders and kMoney.
constexpr std::string_view kOrderTriggers = R"sql(
CREATE FUNCTION leadsheet_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'rows of % are append-only', TG_TABLE_NAME; END $$;
CREATE TRIGGER order_events_stay BEFORE UPDATE OR DELETE ON order_events
    FOR EACH ROW EXECUTE FUNCTION leadsheet_append_only();
)sql";
constexpr std::string_view kMoneyTriggers = R"sql(
CREATE TRIGGER ledger_transfers_stay BEFORE UPDATE OR DELETE ON ledger_transfers
    FOR EACH ROW EXECUTE FUNCTION leadsheet_append_only();
CREATE TRIGGER ledger_entries_stay BEFORE UPDATE OR DELETE ON ledger_entries
    FOR EACH ROW EXECUTE FUNCTION leadsheet_append_only();
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

// What an order asks for (domain/order_mark.hpp). Orders from before have none until Tx has
// given them theirs, before the first request is served.
constexpr std::string_view kMarks = R"sql(
CREATE TABLE service_identity (
    id TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
ALTER TABLE accounts ADD COLUMN duplicates TEXT NOT NULL DEFAULT 'warn'
    CHECK (duplicates IN ('off', 'warn', 'refuse'));
ALTER TABLE accounts ADD COLUMN duplicate_window INTEGER NOT NULL DEFAULT 90
    CHECK (duplicate_window BETWEEN 0 AND 3650);
ALTER TABLE orders ADD COLUMN mark TEXT;
ALTER TABLE orders ADD COLUMN similar_mark TEXT;
CREATE INDEX orders_by_mark ON orders (account_id, mark, created_at, seq);
CREATE INDEX orders_by_similar_mark ON orders (account_id, similar_mark, created_at, seq)
    WHERE similar_mark IS NOT NULL;
CREATE INDEX orders_without_mark ON orders (seq) WHERE mark IS NULL;
)sql";

// Under which key its requests are counted; null: as its orders are, for keys made before.
constexpr std::string_view kRateKeys = R"sql(
ALTER TABLE api_keys ADD COLUMN rate_key TEXT;
)sql";

// A value by which the server's pepper is known again (api/pepper_check.hpp); null: of an older
// database, until one of its keys has worked.
constexpr std::string_view kPepperCheck = R"sql(
ALTER TABLE service_identity ADD COLUMN pepper_check BLOB;
)sql";

// What belongs to an order lies behind what belongs to older ones. Random numbers and keys put each
// row into a page of its own, of which every commit and checkpoint writes the whole. One key buys
// once: that is a rule of idempotency_keys, which leads from a key to its order.
constexpr std::string_view kOrdersBySeq = R"sql(
DROP INDEX orders_by_key;

ALTER TABLE order_events RENAME TO old_order_events;
CREATE TABLE order_events (
    order_seq INTEGER NOT NULL REFERENCES orders (seq),
    seq INTEGER NOT NULL,
    type TEXT NOT NULL,
    actor TEXT NOT NULL CHECK (actor IN ('customer', 'admin', 'system')),
    key_id TEXT NOT NULL,
    status TEXT NOT NULL,
    version INTEGER NOT NULL,
    data_json TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (order_seq, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO order_events (order_seq, seq, type, actor, key_id, status, version, data_json, at)
    SELECT o.seq, e.seq, e.type, e.actor, e.key_id, e.status, e.version, e.data_json, e.at
    FROM old_order_events e JOIN orders o ON o.number = e.order_number ORDER BY o.seq, e.seq;
DROP TABLE old_order_events;
CREATE TRIGGER order_events_stay BEFORE UPDATE ON order_events
    BEGIN SELECT RAISE(ABORT, 'order events are append-only'); END;
CREATE TRIGGER order_events_are_kept BEFORE DELETE ON order_events
    BEGIN SELECT RAISE(ABORT, 'order events are append-only'); END;

ALTER TABLE holds RENAME TO old_holds;
CREATE TABLE holds (
    order_seq INTEGER NOT NULL REFERENCES orders (seq),
    account_id TEXT NOT NULL REFERENCES accounts (id),
    held INTEGER NOT NULL CHECK (held >= 0),
    captured INTEGER NOT NULL CHECK (captured >= 0),
    refunded INTEGER NOT NULL CHECK (refunded BETWEEN 0 AND captured),
    PRIMARY KEY (order_seq)
) STRICT, WITHOUT ROWID;
INSERT INTO holds (order_seq, account_id, held, captured, refunded)
    SELECT o.seq, h.account_id, h.held, h.captured, h.refunded
    FROM old_holds h JOIN orders o ON o.number = h.order_number ORDER BY o.seq;
DROP TABLE old_holds;
)sql";
constexpr std::string_view kOrdersBySeqTriggers = R"sql(
CREATE TRIGGER order_events_stay BEFORE UPDATE OR DELETE ON order_events
    FOR EACH ROW EXECUTE FUNCTION leadsheet_append_only();
)sql";

// Refusals of orders are kept for a day, among answers that are kept for a month. Marks are made
// over again: similar ones follow resources/api/synonyms.json, which grew. Whoever changes that
// table adds a step with such an UPDATE.
constexpr std::string_view kRefusals = R"sql(
CREATE INDEX idempotency_refusals ON idempotency_keys (created_at)
    WHERE operation = 'createOrder' AND status >= 400;
UPDATE orders SET mark = NULL, similar_mark = NULL;
)sql";

} // namespace

std::span<const Migration> migrations() {
    static const std::array<Migration, 20> kMigrations = {{
        {kAccess, {}},
        {kOrders, kOrderTriggers},
        {kMoney, kMoneyTriggers},
        {kIngestCounts, {}},
        {kLeads, {}},
        {kListOrder, {}},
        {kWebhooks, {}},
        {kOutreach, {}},
        {kLeadSweeps, {}},
        {kWebhookBacklogs, {}},
        {kWaitingCounts, kWaitingTriggers},
        {kMarks, {}},
        {kStagedLeads, {}},
        {kTraces, {}},
        {kRateKeys, {}},
        {kErasures, {}},
        {kSuppressions, {}},
        {kPepperCheck, {}},
        {kOrdersBySeq, kOrdersBySeqTriggers},
        {kRefusals, {}},
    }};
    return kMigrations;
}

} // namespace leadsheet::server::store
