// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

struct pg_conn;

namespace leadsheet::test {

/// Whether the databases of this run are PostgreSQL's: LEADSHEET_TEST_POSTGRES names a file with
/// the URI of a server (postgres.sh).
bool onPostgres();

/// What to open where a test would open this SQLite file (empty = in memory): the same; with
/// LEADSHEET_TEST_SQLITE_FILES a new file instead of memory; or the URI of a PostgreSQL database
/// that stands for it as long as the file's folder is there. Throws std::runtime_error.
/// Thread-safe.
std::string databaseFor(const std::string& path);

/// A connection of the test's own to a PostgreSQL database. Throws std::runtime_error. Not
/// thread-safe.
class PostgresSession {
public:
    explicit PostgresSession(const std::string& uri);

    /// The rows of the last statement, their columns separated by "|".
    std::vector<std::string> rows(const std::string& statements);
    void run(const std::string& statements) { rows(statements); }
    std::int64_t number(const std::string& statement) { return std::stoll(rows(statement).at(0)); }

private:
    struct Finish {
        void operator()(pg_conn* connection) const;
    };
    std::unique_ptr<pg_conn, Finish> connection_;
};

/// A new PostgreSQL database without any table; removed with the object. Throws
/// std::runtime_error.
class PostgresDatabase {
public:
    explicit PostgresDatabase(const std::string& settings = {});
    ~PostgresDatabase();
    PostgresDatabase(const PostgresDatabase&) = delete;
    PostgresDatabase& operator=(const PostgresDatabase&) = delete;

    const std::string& name() const { return name_; }
    const std::string& uri() const { return uri_; }

private:
    std::string name_;
    std::string uri_;
};

/// The server's URI with another database, and its form over TCP with a password.
std::string serverUri(const std::string& database);
std::string serverTcpUri(const std::string& user, const std::string& password,
                         const std::string& database);

} // namespace leadsheet::test
