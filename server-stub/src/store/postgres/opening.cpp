// SPDX-License-Identifier: Apache-2.0
#include "store/postgres/opening.hpp"

#include "store/postgres/dialect.hpp"
#include "store/schema.hpp"
#include "store/sql_session.hpp"
#include "store/store.hpp"

#include <cstdint>
#include <libpq-fe.h>
#include <memory>
#include <string_view>

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
               "server its own database.");
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
    Tx orders(connection);
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
    for (const std::string& fault : Reader(connection).ledgerFaults())
        faults += (faults.empty() ? "" : "; ") + fault;
    connection.rollback();
    if (!faults.empty())
        refuse(Kind::LedgerFault, place,
               "has a money ledger that does not add up: " + faults +
                   ". Stop every server that uses it, keep a dump, and restore a backup.");
}

/// FNV-1a. Two accounts of one number only wait for each other.
std::int64_t numberOf(const std::string& text) {
    std::uint64_t hash = 0xCBF29CE484222325ULL;
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
    return static_cast<std::int64_t>(hash);
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

OpenError describe(const ConnectFailure& failure, const std::string& place) {
    const std::string because = " (" + failure.message + "). ";
    const std::string_view state = failure.state;
    if (state == "3D000")
        return {Kind::NoSuchDatabase, "There is no database " + place + because +
                                          "Make it with createdb, or name another one."};
    if (state.starts_with("28"))
        return {Kind::AccessDenied,
                "The database " + place + " refuses this user" + because +
                    "Check the user and the password of --database (or PGPASSFILE), and the "
                    "server's pg_hba.conf."};
    if (state == "53300")
        return {Kind::CannotOpen, "The database " + place + " accepts no more connections" +
                                      because + "Raise its max_connections, or end other users."};
    if (state == "57P03")
        return {Kind::CannotOpen, "The database " + place + " is starting or stopping" + because +
                                      "Start this server again in a moment."};
    return {Kind::CannotOpen, "The database server of " + place + " cannot be reached" + because +
                                  "Check that it runs, and host and port."};
}

OpenError describe(const StoreError& error, std::string_view state, const std::string& place) {
    if (state == "42501")
        return {Kind::AccessDenied,
                "In the database " + place + " this user may not do what the server needs (" +
                    error.detail +
                    "). Make the user the owner: ALTER DATABASE name OWNER TO user; and ALTER "
                    "SCHEMA public OWNER TO user."};
    if (state == "55P03")
        return {Kind::CannotOpen, "The database " + place + " is held by another server (" +
                                      error.detail + "). Try again when it is idle."};
    return {Kind::Failed, "The database " + place + " could not be opened: " + error.detail};
}

OpenError notUnderstood(const std::string& why) {
    return {Kind::Failed,
            "The address of the PostgreSQL database is not understood: " + why +
                ". It is postgresql://USER@HOST/DATABASE, with letters such as / and @ in a "
                "password written as %2F and %40."};
}

tl::expected<std::string, std::string> placeOf(const std::string& uri) {
    char* fault = nullptr;
    const std::unique_ptr<PQconninfoOption, decltype(&PQconninfoFree)> parts(
        PQconninfoParse(uri.c_str(), &fault), &PQconninfoFree);
    PQfreemem(fault); // quotes the URI, and the password in it
    if (!parts)
        return tl::make_unexpected(std::string("libpq cannot read it"));
    std::string user;
    std::string host;
    std::string port;
    std::string name;
    for (const PQconninfoOption* part = parts.get(); part->keyword != nullptr; ++part) {
        const std::string_view keyword = part->keyword;
        if (part->val == nullptr)
            continue;
        if (keyword == "user")
            user = std::string(part->val) + "@";
        else if (keyword == "host")
            host = part->val;
        else if (keyword == "port")
            port = ":" + std::string(part->val);
        else if (keyword == "dbname")
            name = "/" + std::string(part->val);
    }
    return user + (host.empty() ? "localhost" : host) + port + name;
}

void lockLater(Connection& connection, const WriteScope& scope) {
    const auto run = [&](std::string_view sql, std::initializer_list<SqlValue> values) {
        connection.runLater(sql, {values.begin(), values.size()});
    };
    if (scope.empty())
        return run("SELECT pg_advisory_xact_lock($1, 0)", {kApplicationId});
    run("SELECT pg_advisory_xact_lock_shared($1, 0)", {kApplicationId});
    run("SELECT pg_advisory_xact_lock($1)", {numberOf(scope.str())});
}

std::unique_ptr<SqlRows> tryLocks(Connection& connection, std::span<const WriteScope> accounts) {
    SqlColumn numbers(SqlColumn::Type::Integer);
    for (const WriteScope& account : accounts)
        numbers.add(numberOf(account.str()));
    connection.execute("SELECT pg_advisory_xact_lock_shared($1, 0)", {kApplicationId});
    const SqlValue all = numbers.all();
    return connection.ask("SELECT pg_try_advisory_xact_lock(number)"
                          " FROM unnest(CAST($1 AS BIGINT[])) AS asked (number)",
                          {&all, 1});
}

// Locks of two numbers and of one are different ones.
std::string lockStatements(const WriteScope& scope) {
    const std::string whole = "(" + std::to_string(kApplicationId) + ", 0)";
    if (scope.empty())
        return "SELECT pg_advisory_xact_lock" + whole;
    return "SELECT pg_advisory_xact_lock_shared" + whole + "; SELECT pg_advisory_xact_lock(" +
           std::to_string(numberOf(scope.str())) + ")";
}

} // namespace leadsheet::server::store::postgres
