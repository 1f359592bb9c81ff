// SPDX-License-Identifier: Apache-2.0
#include "test_database.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <libpq-fe.h>
#include <mutex>
#include <stdexcept>
#include <unistd.h>

namespace leadsheet::test {
namespace {

const char* kDatabase = "/postgres?"; // in the URI of the server

std::string lineOf(const std::string& path) {
    std::string line;
    std::getline(std::ifstream(path) >> std::ws, line);
    if (line.empty())
        throw std::runtime_error(path + " holds no URI");
    return line;
}

std::string settingFile() {
    const char* file = std::getenv("LEADSHEET_TEST_POSTGRES");
    return file == nullptr ? "" : file;
}

std::string newName() {
    static std::mutex mutex;
    static int made = 0;
    const std::lock_guard lock(mutex);
    return "test_" + std::to_string(::getpid()) + "_" + std::to_string(++made);
}

/// Larger ones are given up: emptying them takes longer than making new ones.
constexpr std::int64_t kReusedBytes = 30'000'000;

/// Empties every table and begins every sequence anew, far quicker than a new database comes. It
/// becomes another service.
constexpr const char* kEmpty = R"sql(DO $$
DECLARE one record;
BEGIN
    SET LOCAL session_replication_role = replica;
    FOR one IN SELECT tablename FROM pg_tables
        WHERE schemaname = 'public' AND tablename NOT IN ('leadsheet_schema', 'service_identity') LOOP
        EXECUTE 'DELETE FROM ' || quote_ident(one.tablename);
    END LOOP;
    FOR one IN SELECT oid::regclass AS name FROM pg_class WHERE relkind = 'S' LOOP
        PERFORM setval(one.name, 1, false);
    END LOOP;
    IF to_regclass('service_identity') IS NOT NULL THEN
        UPDATE service_identity SET id = 'srv_' || replace(gen_random_uuid()::text, '-', ''),
            pepper_check = NULL;
    END IF;
END $$)sql";

/// A database of this process's tests, one after the other.
class Stand {
public:
    explicit Stand(std::string path)
        : path_(std::move(path))
        , session_(database_.uri()) {}

    const std::string& uri() const { return database_.uri(); }
    bool standsFor(const std::string& path) const { return !path.empty() && path_ == path; }

    /// False while somebody uses it or may open it again.
    bool reuse(const std::string& path) {
        if (!path_.empty() && std::filesystem::exists(std::filesystem::path(path_).parent_path()))
            return false;
        if (session_.number("SELECT COUNT(*) FROM pg_stat_activity WHERE datname ="
                            " current_database() AND pid <> pg_backend_pid()") > 0 ||
            session_.number("SELECT pg_database_size(current_database())") > kReusedBytes)
            return false;
        session_.run(kEmpty);
        path_ = path;
        return true;
    }

private:
    std::string path_;
    PostgresDatabase database_;
    PostgresSession session_;
};

/// Files that stand for databases in memory; gone when the process ends.
class TemporaryFiles {
public:
    TemporaryFiles()
        : folder_(std::filesystem::temp_directory_path() /
                  ("leadsheet-databases-" + std::to_string(::getpid()))) {
        std::filesystem::create_directory(folder_);
    }
    ~TemporaryFiles() {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }
    TemporaryFiles(const TemporaryFiles&) = delete;
    TemporaryFiles& operator=(const TemporaryFiles&) = delete;

    std::string next() const { return (folder_ / (newName() + ".db")).string(); }

private:
    std::filesystem::path folder_;
};

std::string sqliteFor(const std::string& path) {
    if (!path.empty() || std::getenv("LEADSHEET_TEST_SQLITE_FILES") == nullptr)
        return path;
    static const TemporaryFiles files;
    return files.next();
}

} // namespace

bool onPostgres() {
    return !settingFile().empty();
}

std::string serverUri(const std::string& database) {
    std::string uri = lineOf(settingFile());
    const auto at = uri.find(kDatabase);
    if (at == std::string::npos)
        throw std::runtime_error("the URI of the PostgreSQL server is odd: " + uri);
    return uri.replace(at + 1, std::string("postgres").size(), database);
}

std::string serverTcpUri(const std::string& user, const std::string& password,
                         const std::string& database) {
    const std::filesystem::path folder = std::filesystem::path(settingFile()).parent_path();
    const std::string uri = lineOf((folder / "tcp").string());
    const auto at = uri.find('@');
    const auto end = uri.rfind('/');
    return "postgresql://" + user + ":" + password + uri.substr(at, end + 1 - at) + database;
}

std::string databaseFor(const std::string& path) {
    if (!onPostgres())
        return sqliteFor(path);
    static std::mutex mutex;
    static std::vector<std::unique_ptr<Stand>> stands;
    const std::lock_guard lock(mutex);
    for (const auto& stand : stands) {
        if (stand->standsFor(path))
            return stand->uri();
    }
    for (const auto& stand : stands) {
        if (stand->reuse(path))
            return stand->uri();
    }
    return stands.emplace_back(std::make_unique<Stand>(path))->uri();
}

void PostgresSession::Finish::operator()(pg_conn* connection) const {
    PQfinish(connection);
}

PostgresSession::PostgresSession(const std::string& uri)
    : connection_(PQconnectdb(uri.c_str())) {
    if (PQstatus(connection_.get()) != CONNECTION_OK)
        throw std::runtime_error(PQerrorMessage(connection_.get()));
    PQsetNoticeProcessor(
        connection_.get(), [](void*, const char*) {}, nullptr);
}

std::vector<std::string> PostgresSession::rows(const std::string& statements) {
    const std::unique_ptr<PGresult, decltype(&PQclear)> result(
        PQexec(connection_.get(), statements.c_str()), &PQclear);
    const auto status = PQresultStatus(result.get());
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
        throw std::runtime_error(PQerrorMessage(connection_.get()) + (" in " + statements));
    std::vector<std::string> found;
    for (int row = 0; row < PQntuples(result.get()); ++row) {
        std::string& text = found.emplace_back();
        for (int column = 0; column < PQnfields(result.get()); ++column) {
            text += column == 0 ? "" : "|";
            text += PQgetisnull(result.get(), row, column) == 1
                        ? "null"
                        : PQgetvalue(result.get(), row, column);
        }
    }
    return found;
}

PostgresDatabase::PostgresDatabase(const std::string& settings)
    : name_(newName())
    , uri_(serverUri(name_)) {
    PostgresSession(serverUri("postgres"))
        .run("CREATE DATABASE " + name_ + " TEMPLATE template0 " + settings);
}

PostgresDatabase::~PostgresDatabase() {
    try {
        PostgresSession(serverUri("postgres"))
            .run("DROP DATABASE IF EXISTS " + name_ + " WITH (FORCE)");
    } catch (const std::exception&) {
        // The server goes away with all of them.
    }
}

} // namespace leadsheet::test
