// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/open_store.hpp"
#include "store/sql_session.hpp"
#include "store/store_error.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

struct pg_conn;
struct pg_result;

namespace leadsheet::server::store::postgres {

/// Asks the fault hook; one object for all connections of a store, so that the numbers run on.
class FaultHook {
public:
    explicit FaultHook(std::function<PostgresFault(DbOp, std::uint64_t)> hook)
        : hook_(std::move(hook)) {}
    PostgresFault ask(DbOp op) { return hook_ ? hook_(op, ++count_) : PostgresFault::None; }

private:
    std::function<PostgresFault(DbOp, std::uint64_t)> hook_;
    std::atomic<std::uint64_t> count_{0};
};

/// What became of the connection and its transaction when an operation failed.
enum class Trouble {
    None,
    Lost,        ///< no connection any more: the transaction is undone, unless it was committing
    Unconfirmed, ///< committed, and a standby may not have it
    Conflict,    ///< with another transaction: the same again may succeed
    Refused,     ///< everything else: the same again fails again
};

/// Why a connection was not made; carries the server's five letters when it answered.
struct ConnectFailure {
    std::string state;
    std::string message;
};

/// One connection with its prepared statements, in libpq's pipeline mode: what asks nothing is sent
/// and its answer read later, so that many statements are one round trip. Used by one thread at a
/// time. Operations throw StoreFailure, of an earlier statement too when its answer is read.
class Connection final : public SqlSession {
public:
    /// Throws ConnectFailure.
    Connection(const PostgresOptions& options, std::shared_ptr<FaultHook> hook);
    ~Connection() override;
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    std::unique_ptr<SqlRows> open(std::string_view sql, std::span<const SqlValue> values) override;
    std::unique_ptr<SqlRows> ask(std::string_view sql, std::span<const SqlValue> values) override;
    void runLater(std::string_view sql, std::span<const SqlValue> values) override;
    std::int64_t run(std::string_view sql, std::span<const SqlValue> values) override;
    std::optional<std::int64_t> insertRow(std::string_view sql, std::string_view key,
                                          std::span<const SqlValue> values) override;
    /// PostgreSQL knows how many rows there are of what.
    std::string notByIndex(std::string_view column) const override { return std::string(column); }
    std::string forUpdate(std::string_view table, RowsOfOthers others) const override;
    std::size_t rowsAtOnce() const override { return kMaxRowsAtOnce; }
    void confirmEarlierCommits() override;

    /// Statements without values, in one message of their own.
    void script(const std::string& statements, DbOp op = DbOp::Step);
    /// One statement without values, whose answer is read later.
    void sendLater(std::string_view statement, DbOp op);
    /// Reads the answers of everything that was sent. Throws the first failure among them.
    void finish();
    /// Whether a caller was given an answer since forgetFailures().
    bool hasAnswered() const { return hasAnswered_; }
    /// The certainty is Unknown when the connection was lost before the answer, or when the wait
    /// for a synchronous standby was broken off (after `patience`, by an operator, a shutdown).
    void commit(std::chrono::milliseconds patience = {}); ///< 0 = without end
    /// Ends the transaction if there is one; never throws. False when the connection is lost.
    bool rollback() noexcept;
    /// What is asked until endReading() sees one snapshot and writes nothing. Costs no statement:
    /// it is the transaction that the server begins by itself and ends with the sync.
    void beginReading();
    /// Ends that transaction without waiting for the answer.
    void endReading() noexcept;
    /// For counters: from now on no commit waits for a disk or a standby, and statements over
    /// arrays are planned once, for arrays and tables of any size.
    void relax();
    bool isAlive() const;
    /// Of the last failure since forgetFailures().
    Trouble trouble() const { return trouble_; }
    /// The server's code for it; empty when there was none.
    const std::string& state() const { return state_; }
    /// Catches a job that swallowed the exception too.
    bool hasFailed() const { return trouble_ != Trouble::None; }
    /// Makes the pool drop it: what was sent and what was read may not fit together any more.
    void distrust() { hasGivenUp_ = true; }
    /// Whether that was called, or a commit outlasted its patience, since then.
    bool hasGivenUp() const { return hasGivenUp_; }
    void forgetFailures() {
        trouble_ = Trouble::None;
        hasAnswered_ = false;
        hasGivenUp_ = false;
    }
    std::string serverEncoding() const;
    int serverVersion() const;

private:
    class Rows;
    class AskedRows;
    struct Host;
    struct Finish {
        void operator()(pg_conn* connection) const;
    };
    struct Clear {
        void operator()(pg_result* result) const;
    };
    using Result = std::unique_ptr<pg_result, Clear>;
    struct TextHash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const {
            return std::hash<std::string_view>{}(text);
        }
    };

    /// Where the answer of ask() goes when it is read.
    struct Asked {
        Result result;
    };
    /// Something that was sent and whose answer was not read.
    struct Unread {
        std::string during;    ///< the statement; empty for the end of a round trip
        bool prepares = false; ///< it makes the prepared statement of that text
        std::shared_ptr<Asked> asked;
    };

    /// Tries one host of the URI after the other; each has its own time.
    void connect(const PostgresOptions& options);
    void connectTo(const PostgresOptions& options, const Host& host);
    void setUp(const PostgresOptions& options);
    const std::string& statement(std::string_view sql);
    void sendPrepared(std::string_view sql, std::span<const SqlValue> values);
    /// Sends with `transmit`, and notes that an answer is to come.
    void send(DbOp op, std::string_view during, const std::function<int()>& transmit,
              bool prepares = false);
    /// The last answer of finish(); what takes longer than `patience` (0 = none) is cancelled.
    Result lastAnswer(std::chrono::milliseconds patience = {});
    Result readAnswer();
    void enterPipeline();
    bool sendRollback();
    bool sync();
    void abandonReading();
    [[noreturn]] void fail(const Result& result, std::string_view during);
    [[noreturn]] void failWith(Trouble trouble, std::string state, std::string detail);
    void cut();
    bool awaitAnswer(int milliseconds);
    void cancel();

    std::shared_ptr<FaultHook> hook_;
    std::unique_ptr<std::string> warning_ = std::make_unique<std::string>(); ///< the last one
    std::unique_ptr<pg_conn, Finish> connection_;
    std::unordered_map<std::string, std::string, TextHash, std::equal_to<>> prepared_;
    std::uint64_t names_ = 0;
    std::deque<Unread> unread_;
    std::size_t unreadBytes_ = 0;
    bool isReading_ = false;
    bool hasReadSettings_ = false;
    bool isRelaxed_ = false;
    bool hasAnswered_ = false;
    bool hasGivenUp_ = false;
    Trouble trouble_ = Trouble::None;
    std::string state_;
};

} // namespace leadsheet::server::store::postgres
