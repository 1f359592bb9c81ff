// SPDX-License-Identifier: Apache-2.0
#include "store/sqlite/database.hpp"

#include "store/schema.hpp"
#include "store/sql_session.hpp"
#include "store/store.hpp"

#include <cstdint>
#include <sqlite3.h>
#include <utility>

namespace leadsheet::server::store::sqlite {

namespace {

using Kind = OpenError::Kind;

/// What a client should hear: a state that passes (503) or a fault that stays (500).
StoreError::Kind kindOf(int code) {
    switch (code & 0xFF) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_FULL:
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
    case SQLITE_NOMEM:
    case SQLITE_READONLY:
    case SQLITE_PROTOCOL:
    case SQLITE_INTERRUPT:
        return StoreError::Kind::Unavailable;
    default:
        return StoreError::Kind::Internal;
    }
}

// Orders lie anywhere in most of their indexes: the longer the log may grow (16 MB), the more of
// them a page has when it goes into the database.
constexpr int kLogPages = 4'000;
constexpr int kCachedPagesKiB = 16 * 1024;
// Callers choose filters and columns freely, so the texts of statements are without number.
constexpr std::size_t kCachedStatements = 300;

// To count the memory that SQLite has, each of its allocations takes a lock of the whole process.
// Said before main(), as it cannot be said once SQLite is in use.
[[maybe_unused]] const int kMemoryUncounted = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);

const sqlite3_destructor_type kBorrowed = nullptr;
// SQLITE_TRANSIENT, whose macro has an old-style cast.
const auto kCopied = reinterpret_cast<sqlite3_destructor_type>(std::intptr_t{-1});

int bindValue(sqlite3_stmt* handle, int at, const SqlValue& given, sqlite3_destructor_type keep) {
    const auto& value = given.get();
    if (const auto* number = std::get_if<std::int64_t>(&value))
        return sqlite3_bind_int64(handle, at, *number);
    if (const auto* text = std::get_if<std::string_view>(&value))
        return sqlite3_bind_text64(handle, at, text->data() == nullptr ? "" : text->data(),
                                   text->size(), keep, SQLITE_UTF8);
    if (const auto* blob = std::get_if<SqlBlob>(&value))
        return blob->bytes.empty()
                   ? sqlite3_bind_zeroblob(handle, at, 0)
                   : sqlite3_bind_blob64(handle, at, blob->bytes.data(), blob->bytes.size(), keep);
    return sqlite3_bind_null(handle, at);
}

[[noreturn]] void refuse(Kind kind, const SqliteOptions& options, const std::string& why) {
    throw OpenFailure{{kind, "The database " + options.path + " " + why}};
}

void refuseForeign(Database& database, const SqliteOptions& options) {
    const std::int64_t id = database.number("PRAGMA application_id");
    const std::int64_t tables = database.number("SELECT COUNT(*) FROM sqlite_schema");
    const bool fresh = id == 0 && tables == 0 && database.number("PRAGMA user_version") == 0;
    if (id != kApplicationId && !fresh)
        refuse(Kind::ForeignDatabase, options,
               "belongs to another program. Give the server's database its own path.");
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

struct Database::Statement {
    struct Finalize {
        void operator()(sqlite3_stmt* compiled) const { sqlite3_finalize(compiled); }
    };
    std::unique_ptr<sqlite3_stmt, Finalize> handle;
    std::vector<int> positions; ///< of $1, $2, ...
    bool inUse = false;

    void reset() {
        sqlite3_reset(handle.get());
        sqlite3_clear_bindings(handle.get());
        inUse = false;
    }
};

class Database::Rows final : public SqlRows {
public:
    Rows(Database& database, std::shared_ptr<Statement> statement)
        : database_(database)
        , statement_(std::move(statement)) {}
    ~Rows() override { statement_->reset(); }
    Rows(const Rows&) = delete;
    Rows& operator=(const Rows&) = delete;

    bool next() override { return database_.step(*statement_, DbOp::Step); }
    bool isNull(int column) override {
        return sqlite3_column_type(statement_->handle.get(), column) == SQLITE_NULL;
    }
    std::int64_t integer(int column) override {
        return sqlite3_column_int64(statement_->handle.get(), column);
    }
    // One look at the column; the value may be read without a lock, as the connection is ours.
    std::string_view view(int column) override {
        return viewOf(sqlite3_column_value(statement_->handle.get(), column));
    }
    std::optional<std::string_view> optionalView(int column) override {
        sqlite3_value* value = sqlite3_column_value(statement_->handle.get(), column);
        if (sqlite3_value_type(value) == SQLITE_NULL)
            return std::nullopt;
        return viewOf(value);
    }

private:
    static std::string_view viewOf(sqlite3_value* value) {
        const void* bytes = sqlite3_value_blob(value);
        const auto size = static_cast<std::size_t>(sqlite3_value_bytes(value));
        return bytes == nullptr ? std::string_view()
                                : std::string_view(static_cast<const char*>(bytes), size);
    }

    Database& database_;
    std::shared_ptr<Statement> statement_;
};

void Database::CloseConnection::operator()(sqlite3* connection) const {
    sqlite3_close_v2(connection);
}

Database::Database(const ConnectionOptions& options, std::shared_ptr<FaultHook> hook)
    : hook_(std::move(hook)) {
    sqlite3* handle = nullptr;
    const int flags =
        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    const int code = sqlite3_open_v2(options.path.c_str(), &handle, flags, nullptr);
    connection_.reset(handle);
    if (code != SQLITE_OK)
        fail(code, "open");
    sqlite3_busy_timeout(handle, static_cast<int>(options.busyTimeout.count()));
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    runScript("PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -" +
              std::to_string(kCachedPagesKiB));
    if (options.maxPages > 0)
        runScript("PRAGMA max_page_count = " + std::to_string(options.maxPages));
    // The file itself is opened for writing, which WAL needs to make its shared index.
    if (options.readOnly)
        runScript("PRAGMA query_only = ON");
    else
        runScript("PRAGMA wal_autocheckpoint = " + std::to_string(kLogPages));
}

Database::~Database() {
    rollback();
    cache_.clear();
}

void Database::fail(int code, std::string_view during) {
    const char* message = connection_ ? sqlite3_errmsg(connection_.get()) : "";
    StoreError error;
    error.kind = kindOf(code);
    error.nativeCode = code;
    error.detail = std::string(during) + ": " + sqlite3_errstr(code) + " (" + std::to_string(code) +
                   "; " + message + ")";
    if (!failure_)
        failure_ = error;
    throw StoreFailure(std::move(error));
}

std::optional<StoreError> Database::takeFailure() {
    return std::exchange(failure_, std::nullopt);
}

std::shared_ptr<Database::Statement> Database::compile(std::string_view sql) {
    if (const int injected = hook_->ask(DbOp::Prepare); injected != 0)
        fail(injected, sql);
    sqlite3_stmt* handle = nullptr;
    const int code = sqlite3_prepare_v3(connection_.get(), sql.data(), static_cast<int>(sql.size()),
                                        SQLITE_PREPARE_PERSISTENT, &handle, nullptr);
    if (code != SQLITE_OK)
        fail(code, sql);
    auto compiled = std::make_shared<Statement>();
    compiled->handle.reset(handle);
    const int count = sqlite3_bind_parameter_count(handle);
    for (int i = 1; i <= count; ++i) {
        const std::string name = "$" + std::to_string(i);
        compiled->positions.push_back(sqlite3_bind_parameter_index(handle, name.c_str()));
    }
    return compiled;
}

std::shared_ptr<Database::Statement> Database::statement(std::string_view sql) {
    const auto found = cache_.find(sql);
    if (found == cache_.end()) {
        auto compiled = compile(sql);
        if (cache_.size() >= kCachedStatements)
            cache_.clear(); // those in use are owned by their rows too
        return cache_.emplace(std::string(sql), std::move(compiled)).first->second;
    }
    return found->second->inUse ? compile(sql) : found->second;
}

bool Database::step(Statement& statement, DbOp op) {
    const int injected = hook_->ask(op);
    const int code = injected != 0 ? injected : sqlite3_step(statement.handle.get());
    if (code == SQLITE_ROW)
        return true;
    if (code == SQLITE_DONE)
        return false;
    fail(code, sqlite3_sql(statement.handle.get()));
}

std::unique_ptr<Database::Rows> Database::start(std::string_view sql,
                                                std::span<const SqlValue> values, bool copyValues) {
    const auto found = statement(sql);
    if (values.size() != found->positions.size())
        failInternal("wrong number of values for: " + std::string(sql));
    found->inUse = true;
    auto rows = std::make_unique<Rows>(*this, found); // resets the statement, whatever happens
    for (std::size_t i = 0; i < values.size(); ++i) {
        const int code = bindValue(found->handle.get(), found->positions[i], values[i],
                                   copyValues ? kCopied : kBorrowed);
        if (code != SQLITE_OK)
            fail(code, sql);
    }
    return rows;
}

// Rows are fetched while the caller's values may be gone already, so these are copied.
std::unique_ptr<SqlRows> Database::open(std::string_view sql, std::span<const SqlValue> values) {
    return start(sql, values, true);
}

std::int64_t Database::run(std::string_view sql, std::span<const SqlValue> values) {
    const auto rows = start(sql, values, false);
    while (rows->next()) {
    }
    return sqlite3_changes64(connection_.get());
}

std::optional<std::int64_t> Database::insertRow(std::string_view sql, std::string_view,
                                                std::span<const SqlValue> values) {
    if (run(sql, values) == 0)
        return std::nullopt;
    return sqlite3_last_insert_rowid(connection_.get());
}

void Database::control(std::string_view sql, DbOp op) {
    const auto found = statement(sql);
    const Rows rows(*this, found);
    step(*found, op);
}

bool Database::controlQuietly(std::string_view sql) noexcept {
    return sqlite3_exec(connection_.get(), std::string(sql).c_str(), nullptr, nullptr, nullptr) ==
           SQLITE_OK;
}

void Database::begin() {
    control("BEGIN IMMEDIATE", DbOp::Begin);
}

void Database::beginReading() {
    control("BEGIN", DbOp::Begin);
}

void Database::endReading() {
    control("COMMIT", DbOp::Step);
}

void Database::commit() {
    try {
        control("COMMIT", DbOp::Commit);
    } catch (const StoreFailure& failure) {
        StoreError error = failure.error();
        const bool undone = inTransaction() && rollback();
        // A commit record may have reached the log although its sync failed; then recovery after a
        // crash would find it.
        if (!undone && (error.nativeCode & 0xFF) == SQLITE_IOERR)
            error.certainty = StoreError::Certainty::Unknown;
        throw StoreFailure(std::move(error));
    }
    hook_->ask(DbOp::Committed);
}

bool Database::inTransaction() const {
    return sqlite3_get_autocommit(connection_.get()) == 0;
}

bool Database::rollback() noexcept {
    return !inTransaction() || controlQuietly("ROLLBACK");
}

void Database::setSavepoint() {
    control("SAVEPOINT job", DbOp::Step);
}

void Database::releaseSavepoint() {
    control("RELEASE job", DbOp::Step);
}

bool Database::rollbackToSavepoint() noexcept {
    return inTransaction() && controlQuietly("ROLLBACK TO job; RELEASE job");
}

void Database::runScript(const std::string& script) {
    if (const int injected = hook_->ask(DbOp::Step); injected != 0)
        fail(injected, "script");
    const int code = sqlite3_exec(connection_.get(), script.c_str(), nullptr, nullptr, nullptr);
    if (code != SQLITE_OK)
        fail(code, "script");
}

void Database::syncLog() {
    sqlite3_file* log = nullptr;
    if (sqlite3_file_control(connection_.get(), "main", SQLITE_FCNTL_JOURNAL_POINTER, &log) !=
            SQLITE_OK ||
        log == nullptr || log->pMethods == nullptr)
        return;
    if (const int code = log->pMethods->xSync(log, SQLITE_SYNC_FULL); code != SQLITE_OK)
        fail(code, "sync");
}

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
    Tx orders(database);
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
    for (const std::string& fault : Reader(database).ledgerFaults())
        faults += (faults.empty() ? "" : "; ") + fault;
    if (!faults.empty())
        refuse(Kind::LedgerFault, options,
               "has a money ledger that does not add up: " + faults + "." + kDamageAdvice);
}

} // namespace leadsheet::server::store::sqlite
