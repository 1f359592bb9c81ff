// SPDX-License-Identifier: Apache-2.0
#include "schema.hpp"

#include "leadsheet/messages/ledger.hpp"
#include "leadsheet/submit/row_identity.hpp"

#include <array>

namespace leadsheet::submit::detail {
namespace {

// Row states in the partial index: Queued, Sending, Placed, Unknown, Will Retry. It makes "one key
// is in one place" a rule of the file, not of the program.
constexpr std::array kVersion1{
    "CREATE TABLE accounts("
    " id INTEGER PRIMARY KEY,"
    " base_url TEXT NOT NULL,"
    " account_id TEXT NOT NULL,"
    " UNIQUE(base_url, account_id)) STRICT",

    "CREATE TABLE runs("
    " id INTEGER PRIMARY KEY AUTOINCREMENT,"
    " account INTEGER NOT NULL REFERENCES accounts(id),"
    " profile TEXT NOT NULL,"
    " title TEXT NOT NULL,"
    " source_name TEXT NOT NULL,"
    " source_sha256 TEXT NOT NULL,"
    " currency TEXT NOT NULL,"
    " order_duplicates INTEGER NOT NULL,"
    " order_changed INTEGER NOT NULL,"
    " options TEXT NOT NULL,"
    " state INTEGER NOT NULL,"
    " pause_reason INTEGER NOT NULL DEFAULT 0,"
    " pause_detail TEXT NOT NULL DEFAULT '',"
    " cap INTEGER,"
    " compared_with INTEGER,"
    " created_at INTEGER NOT NULL,"
    " updated_at INTEGER NOT NULL) STRICT",

    "CREATE TABLE rows("
    " run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,"
    " ordinal INTEGER NOT NULL,"
    " account INTEGER NOT NULL,"
    " source_row INTEGER NOT NULL,"
    " tab TEXT NOT NULL,"
    " order_key TEXT,"
    " mark TEXT,"
    " reference TEXT,"
    " generation INTEGER NOT NULL,"
    " occurrence INTEGER NOT NULL,"
    " product TEXT NOT NULL,"
    " lead_count INTEGER NOT NULL,"
    " finding INTEGER NOT NULL,"
    " related_run INTEGER,"
    " related_ordinal INTEGER,"
    " state INTEGER NOT NULL,"
    " skip_reason INTEGER NOT NULL,"
    " attempts INTEGER NOT NULL DEFAULT 0,"
    " wait_until INTEGER NOT NULL DEFAULT 0,"
    " http_status INTEGER NOT NULL DEFAULT 0,"
    " code TEXT NOT NULL DEFAULT '',"
    " message TEXT NOT NULL DEFAULT '',"
    " request_id TEXT NOT NULL DEFAULT '',"
    " order_number TEXT NOT NULL DEFAULT '',"
    " price INTEGER,"
    " quote_id TEXT NOT NULL DEFAULT '',"
    " quoted INTEGER,"
    " quote_expires INTEGER,"
    " updated_at INTEGER NOT NULL,"
    " PRIMARY KEY(run, ordinal)) STRICT, WITHOUT ROWID",

    "CREATE INDEX rows_by_key ON rows(account, order_key)",
    "CREATE INDEX rows_by_mark ON rows(account, mark)",
    "CREATE INDEX rows_due ON rows(run, state, wait_until, ordinal)",
    "CREATE UNIQUE INDEX rows_live_key ON rows(account, order_key) WHERE state IN (3, 4, 5, 8, 9)",

    "CREATE TABLE contents("
    " run INTEGER NOT NULL,"
    " ordinal INTEGER NOT NULL,"
    " snapshot TEXT NOT NULL,"
    " request TEXT NOT NULL,"
    " body TEXT,"
    " PRIMARY KEY(run, ordinal),"
    " FOREIGN KEY(run, ordinal) REFERENCES rows(run, ordinal) ON DELETE CASCADE) STRICT, WITHOUT "
    "ROWID",

    "CREATE TABLE problems("
    " run INTEGER NOT NULL,"
    " ordinal INTEGER NOT NULL,"
    " number INTEGER NOT NULL,"
    " column_name TEXT NOT NULL,"
    " code TEXT NOT NULL,"
    " message TEXT NOT NULL,"
    " PRIMARY KEY(run, ordinal, number),"
    " FOREIGN KEY(run, ordinal) REFERENCES rows(run, ordinal) ON DELETE CASCADE) STRICT, WITHOUT "
    "ROWID",

    "CREATE TABLE quotes("
    " run INTEGER NOT NULL,"
    " ordinal INTEGER NOT NULL,"
    " quote_id TEXT NOT NULL,"
    " amount INTEGER NOT NULL,"
    " expires INTEGER NOT NULL,"
    " received_at INTEGER NOT NULL,"
    " PRIMARY KEY(run, ordinal, quote_id),"
    " FOREIGN KEY(run, ordinal) REFERENCES rows(run, ordinal) ON DELETE CASCADE) STRICT, WITHOUT "
    "ROWID",

    "CREATE TABLE attempts("
    " run INTEGER NOT NULL,"
    " ordinal INTEGER NOT NULL,"
    " number INTEGER NOT NULL,"
    " at INTEGER NOT NULL,"
    " http_status INTEGER NOT NULL,"
    " code TEXT NOT NULL,"
    " message TEXT NOT NULL,"
    " request_id TEXT NOT NULL,"
    " outcome_known INTEGER NOT NULL,"
    " PRIMARY KEY(run, ordinal, number),"
    " FOREIGN KEY(run, ordinal) REFERENCES rows(run, ordinal) ON DELETE CASCADE) STRICT, WITHOUT "
    "ROWID",

    "CREATE TABLE pacing("
    " account INTEGER NOT NULL REFERENCES accounts(id),"
    " policy TEXT NOT NULL,"
    " quota INTEGER NOT NULL,"
    " length_ms INTEGER NOT NULL,"
    " remaining INTEGER NOT NULL,"
    " ends INTEGER NOT NULL,"
    " PRIMARY KEY(account, policy)) STRICT, WITHOUT ROWID",
};

// Accounts are told apart by the service's own id; until a service has told it, by its address.
constexpr std::array kVersion2{
    "ALTER TABLE accounts RENAME COLUMN base_url TO service",
    "ALTER TABLE accounts ADD COLUMN address TEXT NOT NULL DEFAULT ''",
    "UPDATE accounts SET address = service",

    "ALTER TABLE runs ADD COLUMN source_path TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE runs ADD COLUMN sheet_shape TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE runs ADD COLUMN allowed TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE runs ADD COLUMN again_after INTEGER",
    "ALTER TABLE runs ADD COLUMN whole_sheet INTEGER NOT NULL DEFAULT 1",
    "UPDATE runs SET source_path = json_extract(options, '$.sheet')"
    " WHERE json_valid(options) AND json_extract(options, '$.sheet') LIKE '/%'",
    "UPDATE runs SET whole_sheet = 0 WHERE EXISTS (SELECT 1 FROM rows WHERE rows.run = runs.id)"
    " AND NOT EXISTS (SELECT 1 FROM rows WHERE rows.run = runs.id AND generation = 0)",
    "CREATE INDEX runs_by_account ON runs(account, id)",

    "ALTER TABLE rows ADD COLUMN order_status TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE rows ADD COLUMN ordered_at INTEGER",
    "ALTER TABLE rows ADD COLUMN earlier TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE rows ADD COLUMN earlier_at INTEGER",
    "ALTER TABLE rows ADD COLUMN consented INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE rows ADD COLUMN guarded INTEGER NOT NULL DEFAULT 0",
    // What certainly was not ordered is priced again, and guarded against orders of others then.
    "UPDATE rows SET quote_id = '', quoted = NULL, quote_expires = NULL WHERE state IN (0, 7)",
    "UPDATE rows SET state = 3, wait_until = 1152921504606846976 WHERE state IN (3, 9)",
};

// What is said of rows and runs, for other languages than English.
constexpr std::array kVersion3{
    "ALTER TABLE rows ADD COLUMN said TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE problems ADD COLUMN said TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE runs ADD COLUMN pause_said TEXT NOT NULL DEFAULT ''",
};

// Looked up for every row that is approved or sent.
constexpr std::array kVersion4{
    "CREATE INDEX rows_by_reference ON rows(account, reference) WHERE reference IS NOT NULL",
};

// Names of tabs as a JSON list. NULL: a version wrote the run that did not keep them.
constexpr std::array kVersion5{
    "ALTER TABLE runs ADD COLUMN unread_tabs TEXT",
};

// The same states. SQLite makes a table of a list of more than two values for every statement that
// touches the index, which took a third of the time of each.
constexpr std::array kVersion6{
    "DROP INDEX rows_live_key",
    "CREATE UNIQUE INDEX rows_live_key ON rows(account, order_key)"
    " WHERE state BETWEEN 3 AND 9 AND state <> 6 AND state <> 7",
};

// See questions.hpp: the key of the new wish, and that of the order.
constexpr std::array kVersion7{
    "CREATE TABLE questions("
    " account INTEGER NOT NULL REFERENCES accounts(id),"
    " order_key TEXT NOT NULL,"
    " ordered_key TEXT NOT NULL,"
    " asked_at INTEGER NOT NULL,"
    " PRIMARY KEY(account, order_key, ordered_key)) STRICT, WITHOUT ROWID",
};

constexpr std::array<Migration, 7> kMigrations{
    Migration{kVersion1}, Migration{kVersion2}, Migration{kVersion3}, Migration{kVersion4},
    Migration{kVersion5}, Migration{kVersion6}, Migration{kVersion7}};

/// Marks of older rows were made by another rule, and are made again from what was ordered.
constexpr std::int64_t kFirstWithOrderMarks = 2;

void markAgain(Database& database) {
    Statement update =
        database.prepare("UPDATE rows SET mark = ?3 WHERE run = ?1 AND ordinal = ?2");
    Statement found = database.prepare(
        "SELECT rows.run, rows.ordinal, request FROM rows JOIN contents"
        " ON contents.run = rows.run AND contents.ordinal = rows.ordinal WHERE mark IS NOT NULL");
    while (found.next()) {
        const std::string mark = markOfBody(found.text(2));
        if (mark.empty())
            continue;
        update.bind(found.integer(0), found.integer(1), mark).run();
    }
}

std::int64_t pragma(Database& database, const char* sql) {
    Statement statement = database.prepare(sql);
    return statement.next() ? statement.integer(0) : 0;
}

} // namespace

std::span<const Migration> migrations() {
    return kMigrations;
}

void migrate(Database& database, std::span<const Migration> steps, bool readOnly) {
    const std::int64_t application = pragma(database, "PRAGMA application_id");
    const std::int64_t version = pragma(database, "PRAGMA user_version");
    namespace say = messages::ledger;
    const std::string name = database.file().string();
    const bool empty = pragma(database, "SELECT count(*) FROM sqlite_schema") == 0;
    if (application != kApplicationId && !(empty && application == 0)) {
        throw StorageFailure(localError(ErrorCode::StorageError, {say::fileOfAnotherProgram(name),
                                                                  say::chooseOtherLedgerPlace()}));
    }
    const auto newest = static_cast<std::int64_t>(steps.size());
    if (version > newest) {
        throw StorageFailure(
            localError(ErrorCode::LedgerTooNew,
                       {say::ledgerTooNew(name, std::to_string(version), std::to_string(newest)),
                        say::updateProgram()}));
    }
    if (version == newest)
        return;
    if (readOnly) {
        throw StorageFailure(localError(ErrorCode::StorageError, {say::ledgerTooOldForReading(name),
                                                                  say::openForWritingOnce()}));
    }
    Transaction transaction(database);
    // Another process may have migrated while this one waited for the write lock.
    if (pragma(database, "PRAGMA user_version") == version) {
        for (std::int64_t step = version; step < newest; ++step) {
            for (const char* sql : steps[static_cast<std::size_t>(step)])
                database.run(sql);
        }
        const bool isLedger = steps.data() == kMigrations.data();
        if (isLedger && version > 0 && version < kFirstWithOrderMarks)
            markAgain(database);
        database.run(("PRAGMA user_version = " + std::to_string(newest)).c_str());
        database.run(("PRAGMA application_id = " + std::to_string(kApplicationId)).c_str());
    }
    transaction.commit();
}

} // namespace leadsheet::submit::detail
