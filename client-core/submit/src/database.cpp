// SPDX-License-Identifier: Apache-2.0
#include "database.hpp"

#include "leadsheet/messages/ledger.hpp"

#include <cerrno>
#include <sqlite3.h>
#include <string_view>
#include <unistd.h>

namespace leadsheet::submit::detail {
namespace {

constexpr int kBusyTimeoutMs = 5'000;
constexpr int kStepsBetweenStops = 10'000;

// To count the memory that SQLite has, each of its allocations takes a lock of the whole process.
// Said before main(), as it cannot be said once SQLite is in use.
[[maybe_unused]] const int kMemoryUncounted = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);

int primary(int code) {
    return code & 0xff;
}

/// Nobody here can make the side files that reading needs, and none holds anything: the file is all
/// there is.
bool isFixed(const std::filesystem::path& file) {
    const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
    if (::access(folder.c_str(), W_OK) == 0)
        return false;
    std::error_code absent;
    const std::uintmax_t log = std::filesystem::file_size(file.string() + "-wal", absent);
    return absent || log == 0;
}

std::string immutableUri(const std::filesystem::path& file) {
    constexpr std::string_view kHex = "0123456789ABCDEF";
    std::string uri = "file:";
    for (const char c : std::filesystem::absolute(file).string()) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '%' || c == '?' || c == '#')
            (uri += '%').append({kHex[byte >> 4U], kHex[byte & 0x0FU]});
        else
            uri += c;
    }
    return uri + "?immutable=1";
}

} // namespace

Error storageError(int code, std::string_view detail, const std::filesystem::path& file,
                   int systemError) {
    namespace say = messages::ledger;
    const std::string name = file.string();
    const std::string cause =
        std::string(sqlite3_errstr(code)) +
        (detail.empty() || detail == sqlite3_errstr(code) ? "" : ": " + std::string(detail));
    // A full disk comes as an input/output error where SQLite makes its side files.
    const bool full = systemError == ENOSPC || systemError == EDQUOT;
    const bool tellsWhy = primary(code) == SQLITE_IOERR || primary(code) == SQLITE_CANTOPEN;
    switch (full && tellsWhy ? SQLITE_FULL : primary(code)) {
    case SQLITE_FULL:
        return localError(ErrorCode::StorageFull,
                          {say::ledgerDiskFull(name), say::makeRoomAndResume()});
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return localError(ErrorCode::LedgerDamaged, {say::ledgerDamaged(name, cause)});
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
        return localError(ErrorCode::StorageError,
                          {say::ledgerNotWritable(name, cause), say::checkFilePermissions()});
    case SQLITE_CANTOPEN:
        return localError(ErrorCode::StorageError,
                          {say::ledgerNotOpened(name, cause), say::checkDirectoryIsYours()});
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return localError(ErrorCode::StorageError,
                          {say::ledgerBusyTooLong(name), say::closeAndRetry()});
    default:
        return localError(ErrorCode::StorageError,
                          {say::ledgerUnusable(name, cause), say::checkDiskAndResume()});
    }
}

Database::Database(const std::filesystem::path& file, bool readOnly, StorageHook hook)
    : file_(file)
    , hook_(std::move(hook)) {
    announce(DbOp::Open);
    // A read-only ledger is opened for writing too: WAL readers need the shared-memory file. It is
    // query_only that keeps them from changing anything.
    int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    const bool fixed = readOnly && isFixed(file);
    flags |= fixed ? SQLITE_OPEN_READONLY | SQLITE_OPEN_URI : SQLITE_OPEN_READWRITE;
    const std::string name = fixed ? immutableUri(file) : file.string();
    const int code = sqlite3_open_v2(name.c_str(), &handle_, flags, nullptr);
    if (code != SQLITE_OK) {
        const Error error =
            storageError(code, handle_ == nullptr ? "" : sqlite3_errmsg(handle_), file_,
                         handle_ == nullptr ? 0 : sqlite3_system_errno(handle_));
        close();
        throw StorageFailure(error);
    }
    sqlite3_busy_timeout(handle_, kBusyTimeoutMs);
    sqlite3_db_config(handle_, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(handle_, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    try {
        if (readOnly)
            run("PRAGMA query_only = ON");
    } catch (const StorageFailure&) {
        close();
        throw;
    }
}

Database::~Database() {
    close();
}

void Database::close() {
    for (const auto& [sql, statement] : cache_)
        sqlite3_finalize(statement);
    cache_.clear();
    sqlite3_close(handle_);
    handle_ = nullptr;
}

void Database::announce(DbOp operation) {
    if (!hook_)
        return;
    if (const int code = hook_(operation, ++operations_); code != SQLITE_OK)
        throw StorageFailure(storageError(code, "", file_));
}

void Database::failOnceStopped(std::stop_token stop) {
    stop_ = std::move(stop);
    sqlite3_progress_handler(
        handle_, kStepsBetweenStops,
        [](void* token) {
            return static_cast<const std::stop_token*>(token)->stop_requested() ? 1 : 0;
        },
        &stop_);
}

void Database::fail(int code) const {
    throw StorageFailure(
        storageError(code, sqlite3_errmsg(handle_), file_, sqlite3_system_errno(handle_)));
}

void Database::failDamaged(std::string_view detail) const {
    throw StorageFailure(storageError(SQLITE_CORRUPT, detail, file_));
}

sqlite3_stmt* Database::compile(std::string_view sql, bool persistent) {
    announce(DbOp::Prepare);
    sqlite3_stmt* statement = nullptr;
    const int code =
        sqlite3_prepare_v3(handle_, sql.data(), static_cast<int>(sql.size()),
                           persistent ? SQLITE_PREPARE_PERSISTENT : 0U, &statement, nullptr);
    if (code != SQLITE_OK)
        fail(code);
    return statement;
}

void Database::flushCommits(Flush flush) {
    if (flush == flush_)
        return;
    const char* sql =
        flush == Flush::Later ? "PRAGMA synchronous = NORMAL" : "PRAGMA synchronous = FULL";
    const int code = sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr);
    if (code != SQLITE_OK)
        fail(code);
    flush_ = flush;
}

Statement Database::use(const char* sql) {
    auto found = cache_.find(sql);
    if (found == cache_.end())
        found = cache_.emplace(sql, compile(sql, true)).first;
    return {*this, found->second, true};
}

Statement Database::prepare(std::string_view sql) {
    return {*this, compile(sql, false), false};
}

void Database::run(const char* sql) {
    Statement statement = prepare(sql);
    while (statement.next()) {
    }
}

Statement::~Statement() {
    if (cached_) {
        sqlite3_reset(statement_);
        sqlite3_clear_bindings(statement_);
    } else {
        sqlite3_finalize(statement_);
    }
}

void Statement::check(int code) const {
    if (code != SQLITE_OK)
        database_.fail(code);
}

void Statement::bindOne(int index, std::int64_t value) {
    check(sqlite3_bind_int64(statement_, index, value));
}

void Statement::bindOne(int index, std::string_view value) {
    // A null pointer would bind NULL instead of the empty text.
    const char* data = value.data() == nullptr ? "" : value.data();
    check(sqlite3_bind_text64(statement_, index, data, value.size(), SQLITE_STATIC, SQLITE_UTF8));
}

void Statement::bindOne(int index, std::nullopt_t) {
    check(sqlite3_bind_null(statement_, index));
}

bool Statement::next() {
    database_.announce(DbOp::Step);
    const int code = sqlite3_step(statement_);
    if (code == SQLITE_ROW)
        return true;
    if (code != SQLITE_DONE)
        database_.fail(code);
    return false;
}

void Statement::run() {
    while (next()) {
    }
    reset();
}

void Statement::reset() {
    sqlite3_reset(statement_);
}

bool Statement::isNull(int column) const {
    return sqlite3_column_type(statement_, column) == SQLITE_NULL;
}

std::int64_t Statement::integer(int column) const {
    return sqlite3_column_int64(statement_, column);
}

std::int64_t Statement::within(int column, std::int64_t last) const {
    const std::int64_t value = integer(column);
    if (value < 0 || value > last)
        database_.failDamaged(std::string("a row has the ") +
                              sqlite3_column_name(statement_, column) + " " +
                              std::to_string(value));
    return value;
}

std::string Statement::text(int column) const {
    const unsigned char* data = sqlite3_column_text(statement_, column);
    if (data == nullptr)
        return {};
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_, column));
    return {reinterpret_cast<const char*>(data), size};
}

std::optional<std::int64_t> Statement::optionalInteger(int column) const {
    if (isNull(column))
        return std::nullopt;
    return integer(column);
}

Transaction::Transaction(Database& database, Flush flush)
    : database_(database) {
    database_.announce(DbOp::Begin);
    database_.flushCommits(flush);
    try {
        database_.run("BEGIN IMMEDIATE");
    } catch (const StorageFailure&) {
        flushAgain();
        throw;
    }
    open_ = true;
}

Transaction::~Transaction() {
    if (!open_)
        return;
    if (sqlite3_get_autocommit(database_.handle_) == 0)
        sqlite3_exec(database_.handle_, "ROLLBACK", nullptr, nullptr, nullptr);
    flushAgain();
}

void Transaction::commit() {
    database_.announce(DbOp::Commit);
    const int code = sqlite3_exec(database_.handle_, "COMMIT", nullptr, nullptr, nullptr);
    if (code != SQLITE_OK)
        database_.fail(code);
    open_ = false;
    flushAgain();
    database_.announce(DbOp::Committed);
}

void Transaction::flushAgain() noexcept {
    try {
        database_.flushCommits(Flush::Now);
    } catch (const StorageFailure&) {
        // There was no memory for it. The next transaction tries again, and fails if it cannot.
    }
}

WithoutForeignKeys::WithoutForeignKeys(Database& database)
    : database_(database) {
    sqlite3_db_config(database.handle_, SQLITE_DBCONFIG_ENABLE_FKEY, -1, &before_);
    sqlite3_db_config(database.handle_, SQLITE_DBCONFIG_ENABLE_FKEY, 0, nullptr);
}

WithoutForeignKeys::~WithoutForeignKeys() {
    sqlite3_db_config(database_.handle_, SQLITE_DBCONFIG_ENABLE_FKEY, before_, nullptr);
}

} // namespace leadsheet::submit::detail
