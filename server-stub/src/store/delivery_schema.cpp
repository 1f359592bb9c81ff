// SPDX-License-Identifier: Apache-2.0
#include "store/schema.hpp"

namespace leadsheet::server::store {

// A delivery that waits has a due_at; while a worker has it, that is the end of the worker's lease.
const std::string_view kWebhooks = R"sql(
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
const std::string_view kOutreach = R"sql(
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
const std::string_view kLeadSweeps = R"sql(
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
const std::string_view kWebhookBacklogs = R"sql(
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
const std::string_view kWaitingCounts = R"sql(
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

const std::string_view kWaitingTriggers = R"sql(
CREATE FUNCTION webhook_deliveries_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND NEW.state = OLD.state THEN
        RETURN NULL;
    END IF;
    IF TG_OP <> 'INSERT' AND OLD.state IN ('pending', 'held') THEN
        UPDATE webhook_waiting SET deliveries = deliveries - 1
            WHERE webhook = OLD.webhook AND state = OLD.state;
    END IF;
    IF TG_OP <> 'DELETE' AND NEW.state IN ('pending', 'held') THEN
        INSERT INTO webhook_waiting (webhook, state, deliveries) VALUES (NEW.webhook, NEW.state, 1)
            ON CONFLICT (webhook, state)
            DO UPDATE SET deliveries = webhook_waiting.deliveries + 1;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER webhook_deliveries_are_counted AFTER INSERT OR UPDATE OF state OR DELETE
    ON webhook_deliveries FOR EACH ROW EXECUTE FUNCTION webhook_deliveries_counted();
)sql";

// Leads that are taken in and not charged yet, in the order they came: their order's number x 2^32
// + n. They get their place among the account's leads when they are delivered, with a moment that
// holds for all that were delivered together; a lead whose own delivered_at is 0 has that one. What
// could be read before this step stays where it is.
const std::string_view kStagedLeads = R"sql(
ALTER TABLE orders ADD COLUMN staged INTEGER NOT NULL DEFAULT 0 CHECK (staged >= 0);

CREATE TABLE staged_leads (
    place INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    order_seq INTEGER NOT NULL REFERENCES orders (seq),
    identities BLOB NOT NULL,
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
CREATE TABLE staged_identities (
    order_seq INTEGER NOT NULL REFERENCES orders (seq),
    identity BLOB NOT NULL CHECK (length(identity) = 16),
    PRIMARY KEY (order_seq, identity)
) STRICT, WITHOUT ROWID;
CREATE TABLE dropped_stagings (
    order_seq INTEGER PRIMARY KEY REFERENCES orders (seq)
) STRICT;

CREATE TABLE publications (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    order_number TEXT NOT NULL UNIQUE REFERENCES orders (number),
    account_id TEXT NOT NULL REFERENCES accounts (id),
    part INTEGER NOT NULL CHECK (part IN (0, 1)),
    key_id TEXT NOT NULL,
    claim_account TEXT,
    claim_operation TEXT NOT NULL,
    claim_key TEXT NOT NULL,
    claim_fingerprint BLOB,
    added INTEGER NOT NULL CHECK (added >= 0),
    duplicates INTEGER NOT NULL CHECK (duplicates >= 0)
) STRICT;
CREATE INDEX publications_by_account ON publications (account_id, seq);

CREATE TABLE lead_moments (
    owner INTEGER NOT NULL REFERENCES lead_owners (owner),
    last_seq INTEGER NOT NULL,
    delivered_at INTEGER NOT NULL,
    order_seq INTEGER REFERENCES orders (seq),
    PRIMARY KEY (owner, last_seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX lead_moments_by_time ON lead_moments (owner, delivered_at, last_seq);
CREATE INDEX lead_moments_by_order ON lead_moments (order_seq) WHERE order_seq IS NOT NULL;
INSERT INTO lead_moments (owner, last_seq, delivered_at)
    SELECT owner, last_seq, MIN(delivered_at) FROM deliveries GROUP BY owner, last_seq;

DROP INDEX deliveries_by_time;
ALTER TABLE deliveries RENAME TO old_deliveries;
CREATE TABLE deliveries (
    order_number TEXT NOT NULL REFERENCES orders (number),
    id TEXT NOT NULL,
    fingerprint BLOB NOT NULL CHECK (length(fingerprint) = 32),
    answer TEXT NOT NULL,
    PRIMARY KEY (order_number, id)
) STRICT;
INSERT INTO deliveries (order_number, id, fingerprint, answer)
    SELECT order_number, id, fingerprint, answer FROM old_deliveries;
DROP TABLE old_deliveries;

CREATE TABLE push_fan_outs (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    destination INTEGER NOT NULL REFERENCES destinations (seq),
    order_seq INTEGER NOT NULL REFERENCES orders (seq),
    reached INTEGER NOT NULL,
    up_to INTEGER NOT NULL,
    queued_at INTEGER NOT NULL
) STRICT;
CREATE INDEX push_fan_outs_by_destination ON push_fan_outs (destination);
)sql";

// The trace of the request that caused a message (domain/trace_parent.hpp), and of what messages
// are made out of later.
const std::string_view kTraces = R"sql(
ALTER TABLE webhook_messages ADD COLUMN trace TEXT;
ALTER TABLE webhook_fan_outs ADD COLUMN trace TEXT;
ALTER TABLE webhook_lead_sweeps ADD COLUMN trace TEXT;
ALTER TABLE publications ADD COLUMN trace TEXT;
)sql";

// Leads that were erased, in the order of their erasure, and who asked for it. Nothing here says
// who the person was.
const std::string_view kErasures = R"sql(
CREATE TABLE lead_erasures (
    seq INTEGER PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    lead_id TEXT NOT NULL UNIQUE REFERENCES leads (id),
    key_id TEXT NOT NULL REFERENCES api_keys (id),
    reason TEXT NOT NULL CHECK (reason IN ('requested', 'suppressed')),
    erased_at INTEGER NOT NULL
) STRICT;
CREATE INDEX lead_erasures_by_account ON lead_erasures (account_id, seq);
)sql";

// Persons that no account gets, as hashes under a key that is not in the database (PersonHash in
// privacy.hpp); a suppression that was lifted has none left. Messages are found by their leads, to
// mask what was kept of them; answers by their age.
const std::string_view kSuppressions = R"sql(
CREATE TABLE suppressions (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    key_id TEXT NOT NULL REFERENCES api_keys (id),
    created_at INTEGER NOT NULL,
    by_email INTEGER NOT NULL CHECK (by_email IN (0, 1)),
    by_profile INTEGER NOT NULL CHECK (by_profile IN (0, 1)),
    erased INTEGER NOT NULL CHECK (erased >= 0),
    lifted_by TEXT REFERENCES api_keys (id),
    lifted_at INTEGER
) STRICT;
CREATE TABLE suppressed_identities (
    hash BLOB PRIMARY KEY CHECK (length(hash) = 32),
    suppression INTEGER NOT NULL REFERENCES suppressions (seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX suppressed_identities_by_suppression ON suppressed_identities (suppression);
CREATE INDEX webhook_messages_of_leads ON webhook_messages (account_id, lead_last)
    WHERE lead_last IS NOT NULL;
CREATE INDEX webhook_attempts_with_answer ON webhook_attempts (at)
    WHERE response_body IS NOT NULL;
CREATE INDEX pushes_with_reason ON pushes (updated_at)
    WHERE reason IS NOT NULL AND due_at IS NULL;
)sql";

} // namespace leadsheet::server::store
