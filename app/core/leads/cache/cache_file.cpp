// SPDX-License-Identifier: Apache-2.0
#include "leads/cache/cache_file.hpp"

#include "leadsheet/try.hpp"
#include "sheet/sha256.hpp"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <vector>

namespace leadsheet::app {

namespace fs = std::filesystem;

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

namespace {

constexpr std::int64_t kCacheApplication = 0x4C534C43; // "LSLC"
constexpr std::int64_t kCacheVersion = 3;
constexpr std::int64_t kVersionWithoutErasures = 2;
constexpr std::int64_t kVersionWithoutCounts = 1;
constexpr std::size_t kNameCharacters = 32;

// What filters look at stands apart from the rest, in so few bytes that a million of them are
// searched in a moment. Texts that many leads share are numbers into `words`; 0 = nothing.
constexpr const char* kCacheSchema =
    "CREATE TABLE cache(one INTEGER PRIMARY KEY CHECK(one = 1), base_url TEXT NOT NULL,"
    " account_id TEXT NOT NULL, fields TEXT NOT NULL, leads INTEGER NOT NULL DEFAULT 0,"
    " cursor TEXT, whole INTEGER NOT NULL DEFAULT 0, checked_at INTEGER, erasures TEXT) STRICT;"
    "CREATE TABLE words(id INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE) STRICT;"
    "CREATE TABLE marks(place INTEGER PRIMARY KEY, delivered INTEGER NOT NULL,"
    " order_word INTEGER NOT NULL, country INTEGER NOT NULL, result INTEGER NOT NULL,"
    " email INTEGER NOT NULL, phone INTEGER NOT NULL) STRICT;"
    "CREATE TABLE leads(place INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT;";

// How many leads have each word in a column that filters offer: counting a million of them again
// would hold up whoever changes a filter meanwhile.
constexpr const char* kCountsSchema =
    "CREATE TABLE counts(facet INTEGER NOT NULL, word INTEGER NOT NULL, n INTEGER NOT NULL,"
    " PRIMARY KEY(facet, word)) STRICT, WITHOUT ROWID;";

/// What a file of version 1 lacks; the leads in it are worth keeping.
void addCounts(CacheDatabase& database) {
    database.run(kCountsSchema);
    for (const CacheFacet facet : {CacheFacet::Country, CacheFacet::Order})
        database.run("INSERT INTO counts(facet, word, n) SELECT " +
                     std::to_string(static_cast<int>(facet)) + ", " +
                     (facet == CacheFacet::Country ? "country" : "order_word") +
                     ", count(*) FROM marks GROUP BY 2");
}

/// What a file of an earlier version lacks.
void bringUp(CacheDatabase& database, std::int64_t version) {
    if (version == kVersionWithoutCounts)
        addCounts(database);
    database.run("ALTER TABLE cache ADD COLUMN erasures TEXT");
    database.run("PRAGMA user_version = " + std::to_string(kCacheVersion));
}

Error fileTrouble(const fs::path& path, int error) {
    const bool full = error == ENOSPC || error == EDQUOT;
    return localError(
        full ? ErrorCode::StorageFull : ErrorCode::StorageError,
        {messages::ledger::copyNotMade(path.string(), std::generic_category().message(error)),
         full ? messages::ledger::makeRoomAndRetry() : messages::ledger::checkPathPermissions()});
}

Result<void> makeCacheFolder(const fs::path& folder) {
    std::error_code ignored;
    if (folder.empty() || fs::is_directory(folder, ignored))
        return {};
    LEADSHEET_TRY_DONE(makeCacheFolder(folder.parent_path()));
    if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)
        return failure(fileTrouble(folder, errno));
    return {};
}

/// SQLite gives the files beside it the mode of this one.
Result<void> makeCacheFile(const fs::path& file) {
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (descriptor >= 0) {
        ::close(descriptor);
        return {};
    }
    if (errno != EEXIST)
        return failure(fileTrouble(file, errno));
    struct stat status {};
    if (::stat(file.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
        (status.st_mode & 0077U) != 0)
        ::chmod(file.c_str(), 0600);
    return {};
}

std::string fieldNames() {
    std::string names;
    for (std::size_t i = 0; i < kLeadFieldCount; ++i)
        names.append(toString(static_cast<LeadField>(i))).append(1, ' ');
    return names;
}

enum class Standing { Ours, OfAnotherVersion };

/// Before anything is changed.
void refuseForeign(CacheDatabase& database, const fs::path& file) {
    // In this order: another program of ours may fill a blank file between the two.
    const bool blank = database.number("SELECT count(*) FROM sqlite_schema") == 0;
    const std::int64_t application = database.number("PRAGMA application_id");
    if (application == kCacheApplication || (application == 0 && blank))
        return;
    throw CacheFailure(
        localError(ErrorCode::StorageError, {messages::ledger::otherDatabaseLeft(file.string()),
                                             messages::ledger::moveItAway()}));
}

/// What tells one service from another, in files.
std::string serviceOf(const LeadOwner& owner) {
    return owner.instanceId.empty() ? owner.baseUrl : "instance:" + owner.instanceId;
}

fs::path fileNameFor(const std::string& service, const LeadOwner& owner) {
    return sha256Of(service + "\n" + owner.accountId).substr(0, kNameCharacters) + ".sqlite";
}

bool isOf(const LeadOwner& owner, const std::string& service, const std::string& accountId) {
    // A copy that was kept by the address and is taken over says so until it is opened.
    return accountId == owner.accountId &&
           (service == serviceOf(owner) || service == owner.baseUrl);
}

Standing prepare(CacheDatabase& database, const fs::path& file, const LeadOwner& owner) {
    refuseForeign(database, file);
    database.useWriteAheadLog();
    database.run("PRAGMA synchronous = NORMAL");
    database.run("PRAGMA journal_size_limit = 16777216");
    database.run("PRAGMA cell_size_check = ON");
    database.run("PRAGMA secure_delete = ON"); // of who was erased nothing stays in the file
    CacheTransaction transaction(database);
    if (database.number("SELECT count(*) FROM sqlite_schema") == 0) {
        database.run(kCacheSchema);
        database.run(kCountsSchema);
        database.run("PRAGMA application_id = " + std::to_string(kCacheApplication));
        database.run("PRAGMA user_version = " + std::to_string(kCacheVersion));
        const std::string names = fieldNames();
        const std::string service = serviceOf(owner);
        database.use("INSERT INTO cache(one, base_url, account_id, fields) VALUES(1, ?1, ?2, ?3)")
            .bind(std::string_view(service), std::string_view(owner.accountId),
                  std::string_view(names))
            .run();
        transaction.commit();
        return Standing::Ours;
    }
    const std::int64_t version = database.number("PRAGMA user_version");
    if (version != kCacheVersion && version != kVersionWithoutErasures &&
        version != kVersionWithoutCounts)
        return Standing::OfAnotherVersion;
    CacheStatement about = database.use("SELECT base_url, account_id, fields FROM cache");
    if (!about.next() || about.text(2) != fieldNames())
        return Standing::OfAnotherVersion;
    if (!isOf(owner, about.text(0), about.text(1)))
        throw CacheFailure(localError(ErrorCode::StorageError,
                                      {messages::ledger::otherAccountsCopyLeft(file.string()),
                                       messages::ledger::moveItAway()}));
    // A copy that was kept by the address goes on under the service's own id.
    const std::string service = serviceOf(owner);
    const bool renamed = about.bytes(0) != service;
    if (renamed)
        database.use("UPDATE cache SET base_url = ?1").bind(std::string_view(service)).run();
    if (version != kCacheVersion)
        bringUp(database, version);
    if (renamed || version != kCacheVersion)
        transaction.commit();
    return Standing::Ours;
}

} // namespace

fs::path leadCacheFile(const fs::path& dataFolder, const LeadOwner& owner) {
    return dataFolder / "leads" / fileNameFor(serviceOf(owner), owner);
}

bool operator==(const LeadOwner& one, const LeadOwner& other) {
    return submit::isSameAccount({one.baseUrl, one.accountId, {}, one.instanceId},
                                 {other.baseUrl, other.accountId, {}, other.instanceId});
}

LeadOwner leadOwnerOf(const submit::AccountRef& account) {
    return {account.baseUrl, account.accountId, account.instanceId};
}

namespace {

bool holdsLeadsOf(const fs::path& file, const std::string& accountId) {
    const auto holds = cacheGuarded([&] {
        CacheDatabase database(file);
        if (database.number("PRAGMA application_id") != kCacheApplication)
            return false;
        CacheStatement about = database.use("SELECT account_id FROM cache");
        return about.next() && about.bytes(0) == accountId;
    });
    return holds && *holds;
}

} // namespace

void removeLeadCaches(const fs::path& dataFolder, const LeadOwner& owner) {
    std::error_code ignored;
    std::vector<fs::path> found{leadCacheFile(dataFolder, owner)};
    for (const auto& entry : fs::directory_iterator(dataFolder / "leads", ignored))
        if (entry.path().extension() == ".sqlite" && holdsLeadsOf(entry.path(), owner.accountId))
            found.push_back(entry.path());
    for (const fs::path& file : found)
        LeadCache::remove(file);
}

bool LeadCache::remove(const fs::path& file) {
    std::error_code ignored;
    // The file itself goes last: a new one beside an old log would be taken for its continuation.
    fs::remove(file.string() + "-wal", ignored);
    fs::remove(file.string() + "-shm", ignored);
    return fs::remove(file, ignored);
}

namespace {

/// Gives a copy that was kept by the address the name by which it is found now. Nothing is lost
/// where that does not work: the leads come from the service once more.
void takeOver(const fs::path& file, const LeadOwner& owner) {
    std::error_code ignored;
    const fs::path before = file.parent_path() / fileNameFor(owner.baseUrl, owner);
    if (before == file || fs::exists(file, ignored) || !fs::exists(before, ignored))
        return;
    const auto closed = cacheGuarded([&] {
        CacheDatabase database(before);
        refuseForeign(database, before);
        // Leaves no log beside the file, and fails while another program has it open.
        database.run("PRAGMA journal_mode = DELETE");
    });
    // A link, unlike a rename, never replaces a copy that somebody has begun meanwhile.
    const bool whole = closed && !fs::exists(before.string() + "-wal", ignored);
    if (whole && ::link(before.c_str(), file.c_str()) == 0)
        ::unlink(before.c_str());
}

} // namespace

Result<std::unique_ptr<CacheDatabase>> openCacheFile(const fs::path& file, const LeadOwner& owner) {
    for (bool again = false;; again = true) {
        LEADSHEET_TRY_DONE(makeCacheFolder(file.parent_path()));
        takeOver(file, owner);
        LEADSHEET_TRY_DONE(makeCacheFile(file));
        Standing standing = Standing::Ours;
        auto opened = cacheGuarded([&] {
            auto database = std::make_unique<CacheDatabase>(file);
            standing = prepare(*database, file, owner);
            return database;
        });
        const bool useless = opened ? standing == Standing::OfAnotherVersion
                                    : opened.error().is(ErrorCode::LedgerDamaged);
        if (!useless || again)
            return opened;
        if (opened)
            opened->reset();
        LeadCache::remove(file);
    }
}

} // namespace leadsheet::app
