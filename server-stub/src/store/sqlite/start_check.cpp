// SPDX-License-Identifier: Apache-2.0
#include "store/sqlite/start_check.hpp"

#include "store/operations/sql_tx.hpp"
#include "store/schema.hpp"

namespace leadsheet::server::store::sqlite {

namespace {

using Kind = OpenError::Kind;

[[noreturn]] void refuse(Kind kind, const SqliteOptions& options, const std::string& why) {
    throw OpenFailure{{kind, "The database " + options.path + " " + why}};
}

void refuseForeign(Database& database, const SqliteOptions& options) {
    const std::int64_t id = database.number("PRAGMA application_id");
    const std::int64_t tables = database.number("SELECT COUNT(*) FROM sqlite_schema");
    const bool fresh = id == 0 && tables == 0 && database.number("PRAGMA user_version") == 0;
    if (id != kApplicationId && !fresh)
        refuse(Kind::ForeignDatabase, options,
               "belongs to another program. Give a path of its own to the server's database.");
}

std::size_t schemaVersion(Database& database, const SqliteOptions& options) {
    const std::int64_t version = database.number("PRAGMA user_version");
    const auto known = static_cast<std::int64_t>(migrations().size());
    if (version < 0 || version > known)
        refuse(Kind::TooNew, options,
               "was written by a newer version of this program (schema " + std::to_string(version) +
                   ", this program knows " + std::to_string(known) +
                   "). Start the newer version, or restore the backup made before the update.");
    return static_cast<std::size_t>(version);
}

constexpr const char* kDamageAdvice =
    " Stop the server, keep a copy of the file with its -wal and -shm neighbours, and restore a"
    " backup.";

} // namespace

void migrate(Database& database, const SqliteOptions& options) {
    refuseForeign(database, options);
    schemaVersion(database, options);
    if (options.path != ":memory:")
        database.runScript("PRAGMA journal_mode = WAL");
    // Two processes may start at once: the version counts only under the write lock.
    database.begin();
    const std::size_t from = schemaVersion(database, options);
    for (std::size_t step = from; step < migrations().size(); ++step)
        database.runScript(std::string(migrations()[step].sqlite));
    if (from < migrations().size()) {
        database.execute("INSERT INTO service_identity (id) SELECT 'srv_' ||"
                         " lower(hex(randomblob(16))) WHERE NOT EXISTS"
                         " (SELECT 1 FROM service_identity)");
        database.runScript("PRAGMA application_id = " + std::to_string(kApplicationId) +
                           "; PRAGMA user_version = " + std::to_string(migrations().size()));
    }
    database.commit();
    SqlTx orders(database);
    std::int64_t marked = 1;
    while (marked > 0) {
        database.begin();
        marked = orders.markOrders(std::nullopt, kMarkedAtOnce);
        database.commit();
    }
}

void checkIntegrity(Database& database, const SqliteOptions& options) {
    const auto check = database.query("PRAGMA quick_check(5)");
    std::string faults;
    while (check->next()) {
        if (const std::string line = check->text(0); line != "ok")
            faults += (faults.empty() ? "" : "; ") + line;
    }
    if (!faults.empty())
        refuse(Kind::Damaged, options, "is damaged: " + faults + "." + kDamageAdvice);
    const auto foreignKeys = database.query("PRAGMA foreign_key_check");
    if (foreignKeys->next())
        refuse(Kind::Damaged, options,
               "is damaged: a row of table " + foreignKeys->text(0) + " refers to a row of " +
                   foreignKeys->text(2) + " that does not exist." + kDamageAdvice);
    for (const std::string& fault : SqlTx(database).ledgerFaults())
        faults += (faults.empty() ? "" : "; ") + fault;
    if (!faults.empty())
        refuse(Kind::LedgerFault, options,
               "has a money ledger that does not add up: " + faults + "." + kDamageAdvice);
}

} // namespace leadsheet::server::store::sqlite
