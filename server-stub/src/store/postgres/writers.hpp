// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/known.hpp"
#include "store/open_store.hpp"
#include "store/postgres/connection_pool.hpp"
#include "store/store.hpp"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace leadsheet::server::store::postgres {

/// Threads that write. Jobs of one scope are written in their order, one batch at a time; those of
/// different scopes are written at once. A batch is one transaction. Orders of different accounts
/// share batches, but for accounts that another process holds: these have one to themselves, so
/// that nobody waits with them. When a shared batch fails, each account gets one to itself, and one
/// that fails again shares none for a while. When a job of such a batch fails, each
/// is written for itself, statement by statement, so that none takes another along. What a lost
/// connection or a conflict undid is run again; a batch that conflicts again is divided likewise.
class Writers {
public:
    Writers(const PostgresOptions& options, std::shared_ptr<FaultHook> hook);
    ~Writers();
    Writers(const Writers&) = delete;
    Writers& operator=(const Writers&) = delete;

    void submit(std::unique_ptr<WriteJob> job, Durability durability);
    void stop();
    std::size_t queued() const;

private:
    struct Entry {
        std::unique_ptr<WriteJob> job;
        Durability durability;
        StoreResult<void> result;
        bool hasWaited = false; ///< for a lock, as long as one may
    };
    struct Batch {
        std::vector<WriteScope> scopes;
        std::vector<Entry> jobs;
        bool isShared = false; ///< of orders, which other accounts' may join
    };
    /// Jobs of one scope; in queues_ while any wait or one of its batches runs.
    struct ScopeQueue {
        std::deque<Entry> waiting;
        bool running = false;
        bool isApart = false; ///< shares no batch; until nothing waits any more
    };
    void loop();
    std::optional<Batch> nextBatch();
    void endBatch(const Batch& batch);
    // These are called with the lock held.
    bool placesOrders(const WriteScope& scope) const;
    void makeReady(const WriteScope& scope);
    std::deque<WriteScope>* nextReady();
    void takeScope(Batch& batch, std::deque<WriteScope>& ready);
    void takeOrders(Batch& batch);
    bool takeWaiting(Batch& batch, const WriteScope& scope, bool anyDurability);
    /// Whether a job that waits for standbys may be run. Called with the lock held.
    bool mayAwaitStandby();
    /// Commits wait for standbys that do not answer: what waits behind them is refused.
    void standbyIsAway();
    std::chrono::milliseconds patience();

    /// How a batch is written.
    struct How {
        Durability durability;
        bool mayGrow;
        bool gathers; ///< its rows are written together
    };
    /// What a try to write a batch came to.
    enum class Try {
        Ended,  ///< every job has its result
        Again,  ///< nothing is written, the same again may succeed; every job has why
        Apart,  ///< nothing is written; each account is to get a batch to itself
        Singly, ///< nothing is written; each job is to be written for itself
    };
    using AllKnown = std::map<std::string, Known>; ///< by account
    void write(Batch& batch, How how);
    Try tryBatch(Batch& batch, How how, int tries);
    void runSafely(Connection& connection, Batch& batch, How how);
    static void beginAlone(Connection& connection, Durability durability,
                           std::chrono::milliseconds lockTimeout);
    void runBatch(Connection& connection, Batch& batch, How how);
    void runJobs(Connection& connection, SqlSession& session, Batch& batch, How how);
    void runJob(Connection& connection, SqlSession& session, Entry& entry, Known* known);
    bool grow(Batch& batch, Durability durability);
    bool lookAhead(SqlSession& session, AllKnown& known, const Batch& batch, std::size_t from);
    /// In a batch: what was there before more came.
    struct Place {
        std::size_t scope = 0;
        std::size_t job = 0;
    };
    bool join(Connection& connection, SqlSession& session, AllKnown& known, Batch& batch,
              Place from);
    static std::vector<WriteScope> heldOf(const Batch& batch, std::size_t from, SqlRows& locked);
    void setApart(Batch& batch, const std::vector<WriteScope>& scopes);
    void keepApart(const WriteScope& scope);
    bool isKeptApart(const WriteScope& scope) const;
    Try afterRefusal(Batch& batch, How how, const StoreError& error, std::string_view state);

    const PostgresOptions options_;
    ConnectionPool pool_;

    mutable std::mutex mutex_;
    std::condition_variable wake_;
    std::map<std::string, ScopeQueue> queues_;
    /// Scopes whose batches share nothing until then, whatever waits.
    std::map<std::string, std::chrono::steady_clock::time_point> apartUntil_;
    // That have jobs and no running batch; those whose next batch may be shared.
    std::deque<WriteScope> ready_;
    std::deque<WriteScope> readyOrders_;
    bool wasShared_ = false; ///< the last batch that began
    std::size_t queued_ = 0;
    int sharedBatches_ = 0; ///< that run
    bool stopping_ = false;
    /// While standbys do not answer: when the next job may find out whether they do again.
    std::optional<std::chrono::steady_clock::time_point> nextProbe_;
    std::once_flag joined_;
    std::vector<std::thread> threads_;
};

} // namespace leadsheet::server::store::postgres
