// SPDX-License-Identifier: Apache-2.0
#include "leads/cache/cache_database.hpp"

#include "leadsheet/messages/ledger.hpp"

#include <sqlite3.h>

namespace leadsheet::app {
namespace {

constexpr int kCacheBusyMs = 5'000;
constexpr int kCacheAgainMs = 5;

Error cacheError(int code, std::string_view detail, const std::filesystem::path& file) {
    namespace say = messages::ledger;
    const std::string name = file.string();
    const std::string cause(detail.empty() ? std::string_view(sqlite3_errstr(code)) : detail);
    switch (code & 0xff) {
    case SQLITE_FULL:
        return localError(ErrorCode::StorageFull,
                          {say::copyDiskFull(name), say::makeRoomAndRefresh()});
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return localError(ErrorCode::LedgerDamaged, {say::copyDamaged(name, cause)});
    default:
        return localError(ErrorCode::StorageError,
                          {say::copyUnusable(name, cause), say::checkFileAndFolder()});
    }
}

} // namespace

CacheStatement::~CacheStatement() {
    sqlite3_reset(statement_);
    sqlite3_clear_bindings(statement_);
}

void CacheStatement::check(int code) const {
    if (code != SQLITE_OK)
        database_.fail(code);
}

void CacheStatement::bindOne(int index, std::int64_t value) {
    check(sqlite3_bind_int64(statement_, index, value));
}

void CacheStatement::bindOne(int index, std::string_view text) {
    // A null pointer would bind NULL instead of the empty text.
    const char* data = text.data() == nullptr ? "" : text.data();
    check(sqlite3_bind_text64(statement_, index, data, text.size(), SQLITE_STATIC, SQLITE_UTF8));
}

void CacheStatement::bindOne(int index, CacheBlob blob) {
    check(sqlite3_bind_blob64(statement_, index, blob.bytes.data(), blob.bytes.size(),
                              SQLITE_STATIC));
}

void CacheStatement::bindOne(int index, std::nullptr_t) {
    check(sqlite3_bind_null(statement_, index));
}

bool CacheStatement::next() {
    const int code = sqlite3_step(statement_);
    if (code == SQLITE_ROW)
        return true;
    if (code != SQLITE_DONE)
        database_.fail(code);
    return false;
}

void CacheStatement::run() {
    while (next()) {
    }
    sqlite3_reset(statement_);
}

bool CacheStatement::isNull(int column) const {
    return sqlite3_column_type(statement_, column) == SQLITE_NULL;
}

std::int64_t CacheStatement::integer(int column) const {
    return sqlite3_column_int64(statement_, column);
}

std::string_view CacheStatement::bytes(int column) const {
    const auto* data = static_cast<const char*>(sqlite3_column_blob(statement_, column));
    return {data == nullptr ? "" : data,
            static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
}

CacheDatabase::CacheDatabase(const std::filesystem::path& file)
    : file_(file) {
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    const int code = sqlite3_open_v2(file.c_str(), &handle_, flags, nullptr);
    if (code != SQLITE_OK) {
        const Error error = cacheError(code, handle_ ? sqlite3_errmsg(handle_) : "", file_);
        close();
        throw CacheFailure(error);
    }
    sqlite3_busy_timeout(handle_, kCacheBusyMs);
    sqlite3_db_config(handle_, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(handle_, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
}

CacheDatabase::~CacheDatabase() {
    close();
}

void CacheDatabase::close() {
    for (const auto& [sql, statement] : statements_)
        sqlite3_finalize(statement);
    statements_.clear();
    sqlite3_close(handle_);
    handle_ = nullptr;
}

void CacheDatabase::fail(int code) const {
    throw CacheFailure(cacheError(code, sqlite3_errmsg(handle_), file_));
}

CacheStatement CacheDatabase::use(const std::string& sql) {
    auto found = statements_.find(sql);
    if (found == statements_.end()) {
        sqlite3_stmt* statement = nullptr;
        const int code = sqlite3_prepare_v3(handle_, sql.data(), static_cast<int>(sql.size()),
                                            SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
        if (code != SQLITE_OK)
            fail(code);
        found = statements_.emplace(sql, statement).first;
    }
    return {*this, found->second};
}

void CacheDatabase::run(const std::string& sql) {
    const int code = sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr);
    if (code != SQLITE_OK)
        fail(code);
}

std::int64_t CacheDatabase::number(const std::string& sql) {
    CacheStatement statement = use(sql);
    return statement.next() ? statement.integer(0) : 0;
}

void CacheDatabase::useWriteAheadLog() {
    const char* sql = "PRAGMA journal_mode = WAL";
    int code = sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr);
    for (int waited = 0; (code & 0xff) == SQLITE_BUSY && waited < kCacheBusyMs;
         waited += kCacheAgainMs) {
        sqlite3_sleep(kCacheAgainMs);
        code = sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr);
    }
    if (code != SQLITE_OK)
        fail(code);
}

CacheTransaction::CacheTransaction(CacheDatabase& database)
    : database_(database) {
    database_.run("BEGIN IMMEDIATE");
}

CacheTransaction::~CacheTransaction() {
    if (sqlite3_get_autocommit(database_.handle_) == 0)
        sqlite3_exec(database_.handle_, "ROLLBACK", nullptr, nullptr, nullptr);
}

void CacheTransaction::commit() {
    database_.run("COMMIT");
}

} // namespace leadsheet::app
