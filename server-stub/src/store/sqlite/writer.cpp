// SPDX-License-Identifier: Apache-2.0
#include "store/sqlite/writer.hpp"

#include "store/operations/sql_tx.hpp"

#include <algorithm>
#include <utility>

namespace leadsheet::server::store::sqlite {

namespace {

StoreError refusal(StoreError::Kind kind, std::string detail) {
    return {kind, StoreError::Certainty::NotApplied, std::move(detail), 0};
}

} // namespace

Writer::Writer(std::unique_ptr<Database> database, const Limits& limits, std::mutex& inUse)
    : database_(std::move(database))
    , limits_(limits)
    , inUse_(inUse)
    , thread_([this] { loop(); }) {}

Writer::~Writer() {
    stop();
}

void Writer::submit(std::unique_ptr<WriteJob> job, Durability durability) {
    std::optional<StoreError> refused;
    {
        const std::scoped_lock lock(mutex_);
        if (stopping_)
            refused = refusal(StoreError::Kind::Stopped, "the store is shutting down");
        else if (queue_.size() >= limits_.maxQueued)
            refused = refusal(StoreError::Kind::Unavailable,
                              std::to_string(queue_.size()) + " jobs are waiting to be written");
        else
            queue_.push_back({std::move(job), durability, {}});
    }
    if (refused)
        job->done(tl::make_unexpected(std::move(*refused)));
    else
        wake_.notify_one();
}

void Writer::stop() {
    {
        const std::scoped_lock lock(mutex_);
        stopping_ = true;
    }
    wake_.notify_one();
    std::call_once(joined_, [this] { thread_.join(); });
}

std::size_t Writer::queued() const {
    const std::scoped_lock lock(mutex_);
    return queue_.size();
}

void Writer::loop() {
    while (true) {
        {
            std::unique_lock lock(mutex_);
            wake_.wait(lock, [this] { return stopping_ || !queue_.empty(); });
            if (queue_.empty())
                return;
        }
        Batch batch;
        {
            const std::scoped_lock lock(inUse_);
            batch = runBatch();
        }
        for (Entry& entry : batch)
            entry.job->done(std::move(entry.result));
    }
}

Writer::Waiting Writer::waiting() const {
    const std::scoped_lock lock(mutex_);
    const std::size_t jobs = std::min(queue_.size(), limits_.maxBatch);
    const auto batchEnd = queue_.begin() + static_cast<std::ptrdiff_t>(jobs);
    const bool full = std::any_of(queue_.begin(), batchEnd, [](const Entry& entry) {
        return entry.durability == Durability::Full;
    });
    return {jobs, full ? Durability::Full : Durability::Relaxed};
}

/// The next job, unless it asks for more than the running transaction will give.
std::optional<Writer::Entry> Writer::take(Durability durability) {
    const std::scoped_lock lock(mutex_);
    if (queue_.empty() ||
        (durability == Durability::Relaxed && queue_.front().durability == Durability::Full))
        return std::nullopt;
    Entry entry = std::move(queue_.front());
    queue_.pop_front();
    return entry;
}

void Writer::failWaiting(Batch& batch, const StoreError& error) {
    while (batch.size() < limits_.maxBatch) {
        auto entry = take(Durability::Full);
        if (!entry)
            return;
        entry->result = tl::make_unexpected(error);
        batch.push_back(std::move(*entry));
    }
}

// In WAL mode NORMAL leaves out the sync at the commit and nothing else; the next FULL commit syncs
// everything before it as well. The setting cannot change inside a transaction.
void Writer::setDurability(Durability durability) {
    if (durability_ == durability)
        return;
    durability_.reset();
    database_->runScript(durability == Durability::Full ? "PRAGMA synchronous = FULL"
                                                        : "PRAGMA synchronous = NORMAL");
    durability_ = durability;
}

Writer::Batch Writer::runBatch() {
    Batch batch;
    const auto end = std::chrono::steady_clock::now() + limits_.gather;
    const auto [jobs, durability] = waiting();
    try {
        database_->rollback();
        setDurability(durability);
        database_->begin();
    } catch (const StoreFailure& failure) {
        failWaiting(batch, failure.error());
        return batch;
    }
    std::optional<StoreError> fatal;
    // What waited at the start goes in at any rate; what comes while that runs, for a short while.
    while (!fatal && batch.size() < limits_.maxBatch &&
           (batch.size() < jobs || std::chrono::steady_clock::now() < end)) {
        auto entry = take(durability);
        if (!entry)
            break;
        if (!runJob(*entry))
            fatal = entry->result.error();
        batch.push_back(std::move(*entry));
    }
    try {
        if (!fatal)
            database_->commit();
    } catch (const StoreFailure& failure) {
        fatal = failure.error();
    }
    if (fatal) {
        database_->rollback();
        for (Entry& entry : batch) {
            if (entry.result)
                entry.result = tl::make_unexpected(*fatal);
        }
    }
    return batch;
}

/// False when the whole transaction is lost: SQLite gives it up by itself when the disk is full,
/// and a savepoint that cannot be undone must not be committed.
bool Writer::runJob(Entry& entry) {
    std::optional<StoreError> error;
    bool savepointSet = false;
    database_->takeFailure();
    try {
        database_->setSavepoint();
        savepointSet = true;
        SqlTx tx(*database_, limits_.outbox.get());
        entry.job->run(tx);
        if (!database_->takeFailure()) {
            database_->releaseSavepoint();
            return true;
        }
        error = refusal(StoreError::Kind::Internal, "a job went on after a failed operation");
    } catch (const StoreFailure& failure) {
        error = failure.error();
    } catch (const std::exception& failure) {
        error = refusal(StoreError::Kind::Internal, std::string("a job threw: ") + failure.what());
    }
    entry.result = tl::make_unexpected(std::move(*error));
    return savepointSet ? database_->rollbackToSavepoint() : database_->inTransaction();
}

} // namespace leadsheet::server::store::sqlite
