// SPDX-License-Identifier: Apache-2.0
#include "store/postgres/migrate.hpp"

#include "store/operations/sql_tx.hpp"
#include "store/postgres/dialect.hpp"
#include "store/postgres/locks.hpp"
#include "store/schema.hpp"

namespace leadsheet::server::store::postgres {

namespace {

using Kind = OpenError::Kind;

constexpr int kOldestServer = 130'000;

[[noreturn]] void refuse(Kind kind, const std::string& place, const std::string& why) {
    throw OpenFailure{{kind, "The database " + place + " " + why}};
}

void checkServer(const Connection& connection, const std::string& place) {
    if (connection.serverVersion() < kOldestServer)
        refuse(Kind::Failed, place,
               "is on PostgreSQL " + std::to_string(connection.serverVersion() / 10'000) +
                   ", and 13 or newer is needed. Upgrade the database server.");
    if (const std::string encoding = connection.serverEncoding(); encoding != "UTF8")
        refuse(Kind::WrongEncoding, place,
               "stores text as " + encoding +
                   ", and UTF8 is needed. Make a new one: CREATE DATABASE name TEMPLATE template0 "
                   "ENCODING 'UTF8'.");
}

/// The number of steps done; nullopt when it is not ours.
std::optional<std::int64_t> storedVersion(Connection& connection) {
    if (connection.number("SELECT COUNT(*) FROM pg_class WHERE relname = 'leadsheet_schema' AND"
                          " relnamespace = current_schema()::regnamespace") == 0)
        return std::nullopt;
    return connection.number("SELECT version FROM leadsheet_schema");
}

void checkVersion(std::int64_t version, const std::string& place) {
    const auto known = static_cast<std::int64_t>(migrations().size());
    if (version < 0 || version > known)
        refuse(Kind::TooNew, place,
               "was written by a newer version of this program (schema " + std::to_string(version) +
                   ", this program knows " + std::to_string(known) +
                   "). Start the newer version, or restore the backup made before the update.");
}

void makeOurs(Connection& connection, const std::string& place) {
    if (connection.number("SELECT COUNT(*) FROM pg_class WHERE relkind IN ('r', 'p', 'v', 'm')"
                          " AND relnamespace = current_schema()::regnamespace") > 0)
        refuse(Kind::ForeignDatabase, place,
               "belongs to another program: it has tables that are not this server's. Give the "
               "server a database of its own.");
    connection.script("CREATE TABLE leadsheet_schema (version BIGINT NOT NULL); INSERT INTO "
                      "leadsheet_schema (version) VALUES (0)");
}

void migrate(Connection& connection, const std::string& place) {
    const auto newest = static_cast<std::int64_t>(migrations().size());
    // Several servers may start at once, and others may be at work.
    connection.script("BEGIN; " + lockStatements({}), DbOp::Begin);
    auto version = storedVersion(connection);
    if (!version) {
        makeOurs(connection, place);
        version = 0;
    }
    checkVersion(*version, place);
    for (std::int64_t step = *version; step < newest; ++step)
        connection.script(schemaText(migrations()[static_cast<std::size_t>(step)]));
    if (*version < newest) {
        connection.script("INSERT INTO service_identity (id) SELECT 'srv_' ||"
                          " replace(CAST(gen_random_uuid() AS TEXT), '-', '')"
                          " WHERE NOT EXISTS (SELECT 1 FROM service_identity)");
        connection.execute("UPDATE leadsheet_schema SET version = $1", {newest});
    }
    connection.commit();
}

/// In steps, between which other servers go on.
void markOrders(Connection& connection) {
    SqlTx orders(connection);
    std::int64_t marked = 1;
    while (marked > 0) {
        connection.script("BEGIN; " + lockStatements({}), DbOp::Begin);
        marked = orders.markOrders(std::nullopt, kMarkedAtOnce);
        connection.commit();
    }
}

void checkLedger(Connection& connection, const std::string& place) {
    connection.script("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", DbOp::Begin);
    std::string faults;
    for (const std::string& fault : SqlTx(connection).ledgerFaults())
        faults += (faults.empty() ? "" : "; ") + fault;
    connection.rollback();
    if (!faults.empty())
        refuse(Kind::LedgerFault, place,
               "has a money ledger that does not add up: " + faults +
                   ". Stop every server that uses it, keep a dump, and restore a backup.");
}

} // namespace

void prepareDatabase(Connection& connection, const std::string& place) {
    checkServer(connection, place);
    const auto version = storedVersion(connection);
    if (version)
        checkVersion(*version, place);
    if (!version || *version < static_cast<std::int64_t>(migrations().size()))
        migrate(connection, place);
    markOrders(connection);
    checkLedger(connection, place);
}

} // namespace leadsheet::server::store::postgres
