// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/result.hpp"

#include "leadsheet/messages/ledger.hpp"
#include "leadsheet/submit/storage_hook.hpp"

#include <cstdint>
#include <exception>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>

struct sqlite3;
struct sqlite3_stmt;

/// A thin layer over the sqlite3 C API. Inside it a failed operation throws StorageFailure, so that
/// a transaction unwinds by itself; guarded() turns that into a Result at the library's boundary.
namespace leadsheet::submit::detail {

class StorageFailure : public std::exception {
public:
    explicit StorageFailure(Error error)
        : error_(std::move(error)) {}
    const Error& error() const { return error_; }
    const char* what() const noexcept override { return error_.message.c_str(); }

private:
    Error error_;
};

template <class Function>
auto guarded(Function&& function) -> Result<decltype(function())> {
    try {
        if constexpr (std::is_void_v<decltype(function())>) {
            function();
            return {};
        } else {
            return function();
        }
    } catch (const StorageFailure& failed) {
        return failure(failed.error());
    } catch (const std::bad_alloc&) {
        return failure(localError(ErrorCode::StorageError, {messages::ledger::outOfMemory()}));
    }
}

class Database;

/// A prepared statement borrowed from its database; given back, reset, by the destructor.
class Statement {
public:
    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;
    ~Statement();

    /// Binds the parameters ?1, ?2, ... in order. Text must outlive the statement's use.
    template <class... Args>
    Statement& bind(const Args&... args) {
        int index = 0;
        (bindOne(++index, args), ...);
        return *this;
    }
    /// True while there is a row.
    bool next();
    /// Runs a statement that yields no rows; afterwards it can be bound and run again.
    void run();
    void reset();

    bool isNull(int column) const;
    std::int64_t integer(int column) const;
    std::string text(int column) const;
    std::optional<std::int64_t> optionalInteger(int column) const;
    /// One of the values from 0 to `last`; throws ledger_damaged for another, which only damage
    /// that SQLite cannot see puts there.
    template <class Enum>
    Enum oneOf(int column, Enum last) const {
        return static_cast<Enum>(within(column, static_cast<std::int64_t>(last)));
    }

private:
    friend class Database;
    Statement(Database& database, sqlite3_stmt* statement, bool cached)
        : database_(database)
        , statement_(statement)
        , cached_(cached) {}
    void bindOne(int index, std::int64_t value);
    void bindOne(int index, int value) { bindOne(index, std::int64_t{value}); }
    void bindOne(int index, std::string_view value);
    void bindOne(int index, std::nullopt_t);
    template <class T>
    void bindOne(int index, const std::optional<T>& value) {
        if (value)
            bindOne(index, *value);
        else
            bindOne(index, std::nullopt);
    }
    void check(int code) const;
    std::int64_t within(int column, std::int64_t last) const;

    Database& database_;
    sqlite3_stmt* statement_;
    bool cached_;
};

/// When a commit reaches the disk: before it returns, or together with the next one that is flushed
/// (or checkpoint). A power cut may undo the latter, never without all that came after it; a crash
/// of the program undoes nothing. For what is read or asked again then, such as a plan and its
/// prices.
enum class Flush { Now, Later };

class Database {
public:
    /// Opens or creates; throws StorageFailure.
    Database(const std::filesystem::path& file, bool readOnly, StorageHook hook);
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;
    ~Database();

    /// `sql` must have static storage: the prepared statement is kept under it. Not reentrant for
    /// one text.
    Statement use(const char* sql);
    /// For texts made at run time.
    Statement prepare(std::string_view sql);
    void run(const char* sql);
    /// Statements fail from then on, also amid their work.
    void failOnceStopped(std::stop_token stop);

    /// Throws what the hook asks for.
    void announce(DbOp operation);
    /// Throws ledger_damaged.
    [[noreturn]] void failDamaged(std::string_view detail) const;
    /// Throws the failure for an SQLite result code that is an error.
    [[noreturn]] void fail(int code) const;

    const std::filesystem::path& file() const { return file_; }

private:
    friend class Transaction;
    friend class WithoutForeignKeys;
    void flushCommits(Flush flush);
    sqlite3_stmt* compile(std::string_view sql, bool persistent);
    void close();

    std::filesystem::path file_;
    StorageHook hook_;
    std::uint64_t operations_ = 0;
    sqlite3* handle_ = nullptr;
    std::stop_token stop_;
    Flush flush_ = Flush::Now;
    std::unordered_map<const char*, sqlite3_stmt*> cache_;
};

/// A write transaction; rolled back unless commit() was reached.
class Transaction {
public:
    explicit Transaction(Database& database, Flush flush = Flush::Now);
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;
    ~Transaction();
    /// On disk when this returns, unless it may be flushed later.
    void commit();

private:
    void flushAgain() noexcept;

    Database& database_;
    bool open_ = false;
};

/// While it lives, nothing refuses or cascades by foreign keys: whoever deletes a row deletes what
/// refers to it. Around a transaction, not inside one.
class WithoutForeignKeys {
public:
    explicit WithoutForeignKeys(Database& database);
    WithoutForeignKeys(const WithoutForeignKeys&) = delete;
    WithoutForeignKeys& operator=(const WithoutForeignKeys&) = delete;
    ~WithoutForeignKeys();

private:
    Database& database_;
    int before_ = 0;
};

/// What an SQLite result code means for a person with this ledger; `systemError` is the errno
/// behind it, 0 when there is none.
Error storageError(int code, std::string_view detail, const std::filesystem::path& file,
                   int systemError = 0);

} // namespace leadsheet::submit::detail
