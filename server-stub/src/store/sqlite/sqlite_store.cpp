// SPDX-License-Identifier: Apache-2.0
#include "store/known.hpp"
#include "store/open_store.hpp"
#include "store/sql_session.hpp"
#include "store/sqlite/database.hpp"
#include "store/store.hpp"

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <sqlite3.h>
#include <thread>
#include <utility>
#include <vector>

namespace leadsheet::server::store {

namespace sqlite {
namespace {

/// Connections for reading, lent to one thread at a time. A read inside a read on the same thread
/// may wait for ever.
class ReaderPool {
public:
    explicit ReaderPool(std::vector<std::unique_ptr<Database>> connections);

    StoreResult<void> read(const std::function<void(Reader&)>& body);

private:
    std::mutex mutex_;
    std::condition_variable returned_;
    std::vector<std::unique_ptr<Database>> idle_;
};

/// Runs `body` with one snapshot of `database`.
StoreResult<void> readSnapshot(Database& database, const std::function<void(Reader&)>& body) {
    try {
        database.beginReading();
        Reader reader(database);
        body(reader);
        database.endReading();
        return {};
    } catch (const StoreFailure& failure) {
        database.rollback();
        return tl::make_unexpected(failure.error());
    } catch (const std::exception& failure) {
        database.rollback();
        return tl::make_unexpected(StoreError{StoreError::Kind::Internal,
                                              StoreError::Certainty::NotApplied,
                                              std::string("a read threw: ") + failure.what(), 0});
    }
}

ReaderPool::ReaderPool(std::vector<std::unique_ptr<Database>> connections)
    : idle_(std::move(connections)) {}

StoreResult<void> ReaderPool::read(const std::function<void(Reader&)>& body) {
    std::unique_ptr<Database> connection;
    {
        std::unique_lock lock(mutex_);
        returned_.wait(lock, [this] { return !idle_.empty(); });
        connection = std::move(idle_.back());
        idle_.pop_back();
    }
    auto result = readSnapshot(*connection, body);
    {
        const std::scoped_lock lock(mutex_);
        idle_.push_back(std::move(connection));
    }
    returned_.notify_one();
    return result;
}

} // namespace
} // namespace sqlite

namespace sqlite {
namespace {

/// The one thread that writes (or, without a thread of its own, whoever submits). It takes what
/// waits, runs it in one transaction, commits once and then reports to every job of the batch. Only
/// when a job fails is all of it undone, and run again with a savepoint per job: a savepoint costs
/// a copy of every page that the job changes. A lone job is committed at once: nothing ever waits
/// for company.
class Writer {
public:
    struct Limits {
        std::size_t maxBatch;
        std::chrono::microseconds gather;
        std::size_t maxQueued;
        std::shared_ptr<const OutboxHooks> outbox;
        bool ownThread;
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
    void writeBatch();
    Batch runBatch();
    void begin(Durability durability);
    bool runAtOnce(Batch& batch, std::size_t jobs, Durability durability);
    std::optional<StoreError> runApart(Batch& batch, Durability durability);
    void commit(Batch& batch, std::optional<StoreError> fatal);
    std::optional<StoreError> errorOf(Entry& entry, Known* known);
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
    bool writing_ = false; ///< without a thread: submit() is at it
    std::once_flag joined_;
    std::thread thread_;
};

StoreError refusal(StoreError::Kind kind, std::string detail) {
    return {kind, StoreError::Certainty::NotApplied, std::move(detail), 0};
}

Writer::Writer(std::unique_ptr<Database> database, const Limits& limits, std::mutex& inUse)
    : database_(std::move(database))
    , limits_(limits)
    , inUse_(inUse)
    , thread_(limits.ownThread ? std::thread([this] { loop(); }) : std::thread()) {}

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
    else if (limits_.ownThread)
        wake_.notify_one();
    else if (!std::exchange(writing_, true)) {
        // What a completion submits comes after it, as it would on a thread.
        while (queued() > 0)
            writeBatch();
        writing_ = false;
    }
}

void Writer::stop() {
    {
        const std::scoped_lock lock(mutex_);
        stopping_ = true;
    }
    wake_.notify_one();
    std::call_once(joined_, [this] {
        if (thread_.joinable())
            thread_.join();
    });
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
        writeBatch();
    }
}

void Writer::writeBatch() {
    Batch batch;
    {
        const std::scoped_lock lock(inUse_);
        batch = runBatch();
    }
    for (Entry& entry : batch)
        entry.job->done(std::move(entry.result));
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

void Writer::begin(Durability durability) {
    database_->rollback();
    setDurability(durability);
    database_->begin();
}

Writer::Batch Writer::runBatch() {
    Batch batch;
    const auto [jobs, durability] = waiting();
    try {
        begin(durability);
    } catch (const StoreFailure& failure) {
        failWaiting(batch, failure.error());
        return batch;
    }
    std::optional<StoreError> fatal;
    if (!runAtOnce(batch, jobs, durability)) {
        if (batch.size() == 1) {
            database_->rollback();
            return batch;
        }
        fatal = runApart(batch, durability);
    }
    commit(batch, std::move(fatal));
    return batch;
}

/// Takes what waits and runs it without savepoints; false when a job has failed.
bool Writer::runAtOnce(Batch& batch, std::size_t jobs, Durability durability) {
    const auto end = std::chrono::steady_clock::now() + limits_.gather;
    std::map<std::string, Known> known;
    // What waited at the start goes in at any rate; what comes while that runs, for a short while.
    while (batch.size() < limits_.maxBatch &&
           (batch.size() < jobs || std::chrono::steady_clock::now() < end)) {
        auto entry = take(durability);
        if (!entry)
            break;
        const WriteScope& scope = entry->job->scope();
        if (scope.empty()) // it may change what was found out about any account
            known.clear();
        auto error = errorOf(
            *entry, scope.empty() ? nullptr : &known.try_emplace(scope.str(), scope).first->second);
        const bool failed = error.has_value();
        if (failed)
            entry->result = tl::make_unexpected(std::move(*error));
        batch.push_back(std::move(*entry));
        if (failed)
            return false;
    }
    return true;
}

/// Runs a batch again of which a job has failed, so that this job alone is undone. What the whole
/// transaction is lost with, if it is.
std::optional<StoreError> Writer::runApart(Batch& batch, Durability durability) {
    for (Entry& entry : batch)
        entry.result = {};
    try {
        begin(durability);
    } catch (const StoreFailure& failure) {
        return failure.error();
    }
    for (Entry& entry : batch) {
        if (!runJob(entry))
            return entry.result.error();
    }
    return std::nullopt;
}

void Writer::commit(Batch& batch, std::optional<StoreError> fatal) {
    try {
        if (!fatal)
            database_->commit();
    } catch (const StoreFailure& failure) {
        fatal = failure.error();
    }
    if (!fatal)
        return;
    database_->rollback();
    for (Entry& entry : batch) {
        if (entry.result)
            entry.result = tl::make_unexpected(*fatal);
    }
}

/// Runs the job, and says why what it did has to be undone, if it has to.
std::optional<StoreError> Writer::errorOf(Entry& entry, Known* known) {
    database_->takeFailure();
    try {
        Tx tx(*database_, limits_.outbox.get(), known);
        entry.job->run(tx);
        if (!database_->takeFailure())
            return std::nullopt;
        return refusal(StoreError::Kind::Internal, "a job went on after a failed operation");
    } catch (const StoreFailure& failure) {
        return failure.error();
    } catch (const std::exception& failure) {
        return refusal(StoreError::Kind::Internal, std::string("a job threw: ") + failure.what());
    }
}

/// False when the whole transaction is lost: SQLite gives it up by itself when the disk is full,
/// and a savepoint that cannot be undone must not be committed.
bool Writer::runJob(Entry& entry) {
    bool savepointSet = false;
    std::optional<StoreError> error;
    try {
        database_->setSavepoint();
        savepointSet = true;
        error = errorOf(entry, nullptr);
        if (!error) {
            database_->releaseSavepoint();
            return true;
        }
    } catch (const StoreFailure& failure) {
        error = failure.error();
    }
    entry.result = tl::make_unexpected(std::move(*error));
    return savepointSet ? database_->rollbackToSavepoint() : database_->inTransaction();
}

} // namespace
} // namespace sqlite

namespace {

using sqlite::ConnectionOptions;
using sqlite::Database;
using sqlite::FaultHook;

constexpr const char* kMemory = ":memory:";

class SqliteStore final : public Store {
public:
    SqliteStore(std::unique_ptr<Database> writing, std::vector<std::unique_ptr<Database>> reading,
                const SqliteOptions& options)
        : readers_(reading.empty() ? nullptr
                                   : std::make_unique<sqlite::ReaderPool>(std::move(reading)))
        , writer_(std::move(writing),
                  {options.maxBatch, options.gather, options.maxQueued, options.outbox,
                   options.ownThread},
                  inUse_) {}
    ~SqliteStore() override { stop(); }

    void submit(std::unique_ptr<WriteJob> job, Durability durability) override {
        writer_.submit(std::move(job), durability);
    }

    StoreResult<void> readWith(const std::function<void(Reader&)>& body) override {
        if (readers_)
            return readers_->read(body);
        const std::scoped_lock lock(inUse_); // a database in memory has one connection for all
        return sqlite::readSnapshot(writer_.database(), body);
    }

    void stop() override { writer_.stop(); }
    std::size_t queuedJobs() const override { return writer_.queued(); }

private:
    std::mutex inUse_;
    std::unique_ptr<sqlite::ReaderPool> readers_;
    sqlite::Writer writer_;
};

OpenError describe(const StoreError& error, const SqliteOptions& options) {
    const std::string place = "The database " + options.path + " ";
    switch (error.nativeCode & 0xFF) {
    case SQLITE_NOTADB:
        return {OpenError::Kind::NotADatabase,
                place + "is not a database: something else is in that file. Give another path."};
    case SQLITE_CORRUPT:
        return {OpenError::Kind::Damaged,
                place + "is damaged (" + error.detail +
                    "). Stop the server, keep a copy of the file with its -wal and -shm neighbours,"
                    " and restore a backup."};
    case SQLITE_CANTOPEN:
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
        return {OpenError::Kind::CannotOpen,
                place + "cannot be opened for writing (" + error.detail +
                    "). Check that the folder exists and that this user may write there."};
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return {OpenError::Kind::CannotOpen,
                place + "is locked by another program (" + error.detail + "). Close it first."};
    default:
        return {OpenError::Kind::Failed, place + "could not be opened: " + error.detail};
    }
}

} // namespace

tl::expected<std::unique_ptr<Store>, OpenError> openSqliteStore(SqliteOptions options) {
    if (options.path.empty())
        options.path = kMemory;
    options.maxBatch = std::max<std::size_t>(options.maxBatch, 1);
    const bool memory = options.path == kMemory;
    try {
        const auto hook = std::make_shared<FaultHook>(options.hook);
        ConnectionOptions connection{options.path, false, options.busyTimeout, options.maxPages};
        auto writing = std::make_unique<Database>(connection, hook);
        sqlite::migrate(*writing, options);
        sqlite::checkIntegrity(*writing, options);
        if (!memory)
            writing->syncLog();
        std::vector<std::unique_ptr<Database>> reading;
        connection.readOnly = true;
        for (std::size_t i = 0; !memory && i < std::max<std::size_t>(options.readers, 1); ++i)
            reading.push_back(std::make_unique<Database>(connection, hook));
        return std::make_unique<SqliteStore>(std::move(writing), std::move(reading), options);
    } catch (const sqlite::OpenFailure& failure) {
        return tl::make_unexpected(failure.error);
    } catch (const StoreFailure& failure) {
        return tl::make_unexpected(describe(failure.error(), options));
    }
}

} // namespace leadsheet::server::store
