// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/postgres/connection.hpp"
#include "store/store.hpp"

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace leadsheet::server::store::postgres {

/// Threads that write. Jobs of one scope form a lane and are written in their order, one batch of a
/// lane at a time; different lanes are written at once. A batch is one transaction; what fails in
/// it takes nothing else along. A batch that a lost connection or a conflict undid is run again.
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
    };
    using Batch = std::vector<Entry>;
    /// Jobs of one scope; in lanes_ while any wait or one of its batches runs.
    struct Lane {
        std::deque<Entry> waiting;
        bool running = false;
    };
    void loop();
    std::optional<WriteScope> nextLane();
    void endLane(const WriteScope& scope);
    Batch takeWaiting(const WriteScope& scope, Durability& durability);
    std::optional<Entry> take(const WriteScope& scope, Durability durability);

    void write(const WriteScope& scope, Batch& batch, Durability durability);
    /// Why nothing of the batch is in the database although the same again may succeed; nullopt
    /// when every job has its result.
    std::optional<StoreError> tryBatch(const WriteScope& scope, Batch& batch, Durability durability,
                                       bool mayGrow);
    std::optional<StoreError> runBatch(Connection& connection, const WriteScope& scope,
                                       Batch& batch, Durability durability, bool mayGrow);
    void runJob(Connection& connection, Entry& entry, bool alone);

    const PostgresOptions options_;
    ConnectionPool pool_;

    mutable std::mutex mutex_;
    std::condition_variable wake_;
    std::map<std::string, Lane> lanes_;
    std::deque<WriteScope> ready_; ///< scopes of lanes that have jobs and no running batch
    std::size_t queued_ = 0;
    bool stopping_ = false;
    std::once_flag joined_;
    std::vector<std::thread> threads_;
};

} // namespace leadsheet::server::store::postgres
