// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/open_store.hpp"
#include "store/sql_session.hpp"
#include "store/store_error.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace leadsheet::server::store::sqlite {

/// Asks the fault hook; one object for all connections of a store, so that the numbers run on.
class FaultHook {
public:
    explicit FaultHook(std::function<int(DbOp, std::uint64_t)> hook)
        : hook_(std::move(hook)) {}
    int ask(DbOp op) { return hook_ ? hook_(op, ++count_) : 0; }

private:
    std::function<int(DbOp, std::uint64_t)> hook_;
    std::atomic<std::uint64_t> count_{0};
};

/// How to open one connection.
struct ConnectionOptions {
    std::string path; ///< a file name or ":memory:"
    bool readOnly = false;
    std::chrono::milliseconds busyTimeout{5'000};
    std::int64_t maxPages = 0;
};

/// One SQLite connection with its cache of compiled statements. Used by one thread at a time.
/// Everything throws StoreFailure.
class Database final : public SqlSession {
public:
    Database(const ConnectionOptions& options, std::shared_ptr<FaultHook> hook);
    ~Database() override;
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    std::unique_ptr<SqlRows> open(std::string_view sql, std::span<const SqlValue> values) override;
    void runLater(std::string_view sql, std::span<const SqlValue> values) override {
        run(sql, values);
    }
    std::int64_t run(std::string_view sql, std::span<const SqlValue> values) override;
    /// `key` must be the table's INTEGER PRIMARY KEY.
    std::optional<std::int64_t> insertRow(std::string_view sql, std::string_view key,
                                          std::span<const SqlValue> values) override;
    std::string notByIndex(std::string_view column) const override {
        return "+" + std::string(column);
    }
    std::size_t rowsAtOnce() const override { return 1; }

    /// Several statements without values, uncached.
    void runScript(const std::string& script);

    /// Brings the log to the disk. What a process that died had committed can be read from then on,
    /// but may never have been synced; nothing must be told of it before it is. Needs no space.
    void syncLog();

    void begin();        ///< takes the write lock at once
    void beginReading(); ///< one snapshot for all reads until endReading() or rollback()
    void endReading();
    void commit(); ///< rolls back when it fails; see StoreError::Certainty
    /// Ends the transaction if there is one; never throws. False when that failed.
    bool rollback() noexcept;
    /// False too after SQLite rolled back by itself (disk full, I/O error).
    bool inTransaction() const;

    void setSavepoint();
    void releaseSavepoint();
    bool rollbackToSavepoint() noexcept;

    /// The first failure since the last call; catches a job that swallowed the exception.
    std::optional<StoreError> takeFailure();

    [[noreturn]] void fail(int code, std::string_view during);

private:
    struct Statement;
    class Rows;
    struct CloseConnection {
        void operator()(sqlite3* connection) const;
    };
    struct TextHash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const {
            return std::hash<std::string_view>{}(text);
        }
    };

    std::shared_ptr<Statement> statement(std::string_view sql);
    std::shared_ptr<Statement> compile(std::string_view sql);
    std::unique_ptr<Rows> start(std::string_view sql, std::span<const SqlValue> values,
                                bool copyValues);
    void control(std::string_view sql, DbOp op);
    bool controlQuietly(std::string_view sql) noexcept;
    bool step(Statement& statement, DbOp op);

    std::shared_ptr<FaultHook> hook_;
    std::unique_ptr<sqlite3, CloseConnection> connection_;
    std::unordered_map<std::string, std::shared_ptr<Statement>, TextHash, std::equal_to<>> cache_;
    std::optional<StoreError> failure_;
};

/// Carries an OpenError out of the nested steps of opening.
struct OpenFailure {
    OpenError error;
};

/// Makes sure that the file is ours and not newer, switches it to WAL and brings it to the newest
/// schema. Throws OpenFailure or StoreFailure.
void migrate(Database& database, const SqliteOptions& options);

/// quick_check, foreign keys and the money ledger. Throws OpenFailure or StoreFailure.
void checkIntegrity(Database& database, const SqliteOptions& options);

} // namespace leadsheet::server::store::sqlite
