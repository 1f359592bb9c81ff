// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/lead_cache.hpp"
#include "leadsheet/messages/ledger.hpp"
#include "leadsheet/result.hpp"

#include <cstdint>
#include <exception>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace leadsheet::app {

// The little of SQLite that a cache needs. Inside it a failed operation throws CacheFailure, so
// that a transaction unwinds by itself; cacheGuarded() turns that into a Result at the boundary.

class CacheFailure : public std::exception {
public:
    explicit CacheFailure(Error error)
        : error_(std::move(error)) {}
    const Error& error() const { return error_; }
    const char* what() const noexcept override { return error_.message.c_str(); }

private:
    Error error_;
};

template <class Function>
auto cacheGuarded(Function&& function) -> Result<decltype(function())> {
    try {
        if constexpr (std::is_void_v<decltype(function())>) {
            function();
            return {};
        } else {
            return function();
        }
    } catch (const CacheFailure& failed) {
        return failure(failed.error());
    } catch (const std::bad_alloc&) {
        return failure(localError(ErrorCode::StorageError, {messages::ledger::outOfMemory()}));
    }
}

/// Bytes that are not text, for bind().
struct CacheBlob {
    std::string_view bytes;
};

class CacheDatabase;

/// A prepared statement borrowed from its database; reset by the destructor.
class CacheStatement {
public:
    CacheStatement(CacheDatabase& database, sqlite3_stmt* statement)
        : database_(database)
        , statement_(statement) {}
    CacheStatement(const CacheStatement&) = delete;
    CacheStatement& operator=(const CacheStatement&) = delete;
    ~CacheStatement();

    /// Binds ?1, ?2, ... in order. Bytes must outlive the statement's use.
    template <class... Args>
    CacheStatement& bind(const Args&... args) {
        int index = 0;
        (bindOne(++index, args), ...);
        return *this;
    }
    /// For statements whose number of parameters is known at run time.
    void bindAt(int index, std::int64_t value) { bindOne(index, value); }
    /// True while there is a row.
    bool next();
    /// Runs a statement without rows; it can be bound and run again.
    void run();

    bool isNull(int column) const;
    std::int64_t integer(int column) const;
    /// Valid until the next step.
    std::string_view bytes(int column) const;
    std::string text(int column) const { return std::string(bytes(column)); }

private:
    void bindOne(int index, std::int64_t value);
    void bindOne(int index, std::string_view text);
    void bindOne(int index, CacheBlob blob);
    void bindOne(int index, std::nullptr_t);
    void check(int code) const;

    CacheDatabase& database_;
    sqlite3_stmt* statement_;
};

class CacheDatabase {
public:
    /// Opens a file that exists; throws CacheFailure.
    explicit CacheDatabase(const std::filesystem::path& file);
    CacheDatabase(const CacheDatabase&) = delete;
    CacheDatabase& operator=(const CacheDatabase&) = delete;
    ~CacheDatabase();

    /// Prepared once for each text. Not reentrant for one text.
    CacheStatement use(const std::string& sql);
    void run(const std::string& sql);
    std::int64_t number(const std::string& sql);
    /// Also while another connection does the same: SQLite does not wait then by itself.
    void useWriteAheadLog();
    [[noreturn]] void fail(int code) const;

private:
    friend class CacheTransaction;
    void close();

    std::filesystem::path file_;
    sqlite3* handle_ = nullptr;
    std::map<std::string, sqlite3_stmt*> statements_;
};

/// A write transaction; rolled back unless commit() was reached.
class CacheTransaction {
public:
    explicit CacheTransaction(CacheDatabase& database);
    CacheTransaction(const CacheTransaction&) = delete;
    CacheTransaction& operator=(const CacheTransaction&) = delete;
    ~CacheTransaction();
    void commit();

private:
    CacheDatabase& database_;
};

/// Columns whose words are counted in the table `counts`; the numbers are in files.
enum class CacheFacet { Country = 1, Order = 2 };

/// Opens the file of a cache, making it or replacing what cannot be one (see LeadCache::open).
Result<std::unique_ptr<CacheDatabase>> openCacheFile(const std::filesystem::path& file,
                                                     const LeadOwner& owner);

} // namespace leadsheet::app
