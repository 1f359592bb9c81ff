// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/sqlite/database.hpp"
#include "store/store.hpp"

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace leadsheet::server::store::sqlite {

/// The one thread that writes. It takes what waits, runs it in one transaction with a savepoint per
/// job, commits once and then reports to every job of the batch. A lone job is committed at once:
/// nothing ever waits for company.
class Writer {
public:
    struct Limits {
        std::size_t maxBatch;
        std::chrono::microseconds gather;
        std::size_t maxQueued;
        std::shared_ptr<const OutboxHooks> outbox;
    };

    /// `inUse` guards a connection that readers share (a database in memory).
    Writer(std::unique_ptr<Database> database, const Limits& limits, std::mutex& inUse);
    ~Writer();
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;

    void submit(std::unique_ptr<WriteJob> job, Durability durability);
    void stop();
    std::size_t queued() const;
    /// Only while holding `inUse`.
    Database& database() { return *database_; }

private:
    struct Entry {
        std::unique_ptr<WriteJob> job;
        Durability durability;
        StoreResult<void> result;
    };
    using Batch = std::vector<Entry>;
    struct Waiting {
        std::size_t jobs; ///< at most one batch
        Durability durability;
    };

    void loop();
    Batch runBatch();
    bool runJob(Entry& entry);
    void setDurability(Durability durability);
    Waiting waiting() const;
    std::optional<Entry> take(Durability durability);
    void failWaiting(Batch& batch, const StoreError& error);

    const std::unique_ptr<Database> database_;
    const Limits limits_;
    std::mutex& inUse_;
    std::optional<Durability> durability_; ///< the connection's present setting

    mutable std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<Entry> queue_;
    bool stopping_ = false;
    std::once_flag joined_;
    std::thread thread_;
};

} // namespace leadsheet::server::store::sqlite
