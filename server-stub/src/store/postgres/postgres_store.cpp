// SPDX-License-Identifier: Apache-2.0
#include "store/known.hpp"
#include "store/open_store.hpp"
#include "store/postgres/connection_pool.hpp"
#include "store/postgres/opening.hpp"
#include "store/sql_session.hpp"
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
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace leadsheet::server::store::postgres {

/// Threads that write. Jobs of one scope are written in their order, one batch at a time; those of
/// different scopes are written at once. A batch is one transaction. When a job of it fails, each
/// is written for itself, so that none takes another along. What a lost connection or a conflict
/// undid is run again.
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
    /// Jobs of one scope; in queues_ while any wait or one of its batches runs.
    struct ScopeQueue {
        std::deque<Entry> waiting;
        bool running = false;
    };
    void loop();
    std::optional<WriteScope> nextScope();
    void endBatch(const WriteScope& scope);
    Batch takeWaiting(const WriteScope& scope, Durability& durability);
    /// Whether a job that waits for standbys may be run. Called with the lock held.
    bool mayAwaitStandby();
    /// Commits wait for standbys that do not answer: what waits behind them is refused.
    void standbyIsAway();
    std::chrono::milliseconds patience();
    std::optional<Entry> take(const WriteScope& scope, Durability durability);

    /// What a try to write a batch came to.
    enum class Try {
        Ended,  ///< every job has its result
        Again,  ///< nothing is written, the same again may succeed; every job has why
        Singly, ///< nothing is written, as one of several jobs failed
    };
    void write(const WriteScope& scope, Batch& batch, Durability durability, bool mayGrow);
    Try tryBatch(const WriteScope& scope, Batch& batch, Durability durability, bool mayGrow);
    void runBatch(Connection& connection, const WriteScope& scope, Batch& batch,
                  Durability durability, bool mayGrow);
    void runJob(Connection& connection, Entry& entry, Known* known);

    const PostgresOptions options_;
    ConnectionPool pool_;

    mutable std::mutex mutex_;
    std::condition_variable wake_;
    std::map<std::string, ScopeQueue> queues_;
    std::deque<WriteScope> ready_; ///< that have jobs and no running batch
    std::size_t queued_ = 0;
    bool stopping_ = false;
    /// While standbys do not answer: when the next job may find out whether they do again.
    std::optional<std::chrono::steady_clock::time_point> nextProbe_;
    std::once_flag joined_;
    std::vector<std::thread> threads_;
};

namespace {

/// How often a batch is run again, and how long the first wait before that is; each is twice the
/// one before.
constexpr int kMoreTries = 5;
constexpr auto kFirstWait = std::chrono::milliseconds(5);
constexpr auto kProbeEvery = std::chrono::seconds(1);
/// Of what is waited for standbys at first, the part for finding out whether they are back.
constexpr int kProbePart = 10;
constexpr const char* kNoStandby = "commits wait for a standby that does not answer";

StoreError refusal(StoreError::Kind kind, std::string detail) {
    return {kind, StoreError::Certainty::NotApplied, std::move(detail), 0};
}

void begin(Connection& connection, const WriteScope& scope, Durability durability) {
    connection.sendLater("BEGIN", DbOp::Begin);
    // Whoever commits with Full afterwards brings these to the disk as well.
    if (durability == Durability::Relaxed)
        connection.sendLater("SET LOCAL synchronous_commit = off", DbOp::Step);
    lockLater(connection, scope);
}

/// Whether all of the transaction is undone and another may succeed.
bool mayTryAgain(const Connection& connection) {
    return connection.trouble() == Trouble::Lost || connection.trouble() == Trouble::Conflict;
}

} // namespace

Writers::Writers(const PostgresOptions& options, std::shared_ptr<FaultHook> hook)
    : options_(options)
    , pool_(options, std::move(hook), std::max<std::size_t>(options.writers, 1)) {
    for (std::size_t i = 0; i < std::max<std::size_t>(options_.writers, 1); ++i)
        threads_.emplace_back([this] { loop(); });
}

Writers::~Writers() {
    stop();
}

void Writers::submit(std::unique_ptr<WriteJob> job, Durability durability) {
    std::optional<StoreError> refused;
    {
        const std::scoped_lock lock(mutex_);
        if (stopping_)
            refused = refusal(StoreError::Kind::Stopped, "the store is shutting down");
        else if (queued_ >= options_.maxQueued)
            refused = refusal(StoreError::Kind::Unavailable,
                              std::to_string(queued_) + " jobs are waiting to be written");
        else if (durability == Durability::Full && !mayAwaitStandby())
            refused = refusal(StoreError::Kind::Unavailable, kNoStandby);
        else {
            const WriteScope scope = job->scope();
            ScopeQueue& queue = queues_[scope.str()];
            queue.waiting.push_back({std::move(job), durability, {}});
            ++queued_;
            if (!queue.running && queue.waiting.size() == 1)
                ready_.push_back(scope);
        }
    }
    if (refused)
        job->done(tl::make_unexpected(std::move(*refused)));
    else
        wake_.notify_one();
}

bool Writers::mayAwaitStandby() {
    const auto now = std::chrono::steady_clock::now();
    if (nextProbe_ && now < *nextProbe_)
        return false;
    if (nextProbe_)
        nextProbe_ = now + kProbeEvery;
    return true;
}

void Writers::standbyIsAway() {
    std::deque<Entry> refused;
    {
        const std::scoped_lock lock(mutex_);
        nextProbe_ = std::chrono::steady_clock::now() + kProbeEvery;
        for (auto at = queues_.begin(); at != queues_.end();) {
            ScopeQueue& queue = at->second;
            std::deque<Entry> kept;
            for (Entry& entry : queue.waiting)
                (entry.durability == Durability::Full ? refused : kept).push_back(std::move(entry));
            queue.waiting = std::move(kept);
            const bool over = !queue.running && queue.waiting.empty();
            if (over)
                std::erase_if(ready_,
                              [&](const WriteScope& one) { return one.str() == at->first; });
            at = over ? queues_.erase(at) : std::next(at);
        }
        queued_ -= refused.size();
    }
    for (Entry& entry : refused)
        entry.job->done(tl::make_unexpected(refusal(StoreError::Kind::Unavailable, kNoStandby)));
}

std::chrono::milliseconds Writers::patience() {
    const std::scoped_lock lock(mutex_);
    return nextProbe_ ? options_.standbyPatience / kProbePart : options_.standbyPatience;
}

void Writers::stop() {
    {
        const std::scoped_lock lock(mutex_);
        stopping_ = true;
    }
    wake_.notify_all();
    std::call_once(joined_, [this] {
        for (std::thread& thread : threads_)
            thread.join();
    });
}

std::size_t Writers::queued() const {
    const std::scoped_lock lock(mutex_);
    return queued_;
}

std::optional<WriteScope> Writers::nextScope() {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [this] { return !ready_.empty() || (stopping_ && queues_.empty()); });
    if (ready_.empty())
        return std::nullopt;
    WriteScope scope = std::move(ready_.front());
    ready_.pop_front();
    queues_[scope.str()].running = true;
    return scope;
}

void Writers::endBatch(const WriteScope& scope) {
    {
        const std::scoped_lock lock(mutex_);
        const auto queue = queues_.find(scope.str());
        queue->second.running = false;
        if (queue->second.waiting.empty())
            queues_.erase(queue);
        else
            ready_.push_back(scope);
        if (ready_.empty() && !stopping_)
            return;
    }
    wake_.notify_all();
}

void Writers::loop() {
    while (const auto scope = nextScope()) {
        auto durability = Durability::Relaxed;
        Batch batch = takeWaiting(*scope, durability);
        write(*scope, batch, durability, true);
        for (Entry& entry : batch)
            entry.job->done(std::move(entry.result));
        endBatch(*scope);
    }
}

Writers::Batch Writers::takeWaiting(const WriteScope& scope, Durability& durability) {
    const std::scoped_lock lock(mutex_);
    auto& waiting = queues_[scope.str()].waiting;
    Batch batch;
    while (!waiting.empty() && batch.size() < std::max<std::size_t>(options_.maxBatch, 1)) {
        if (waiting.front().durability == Durability::Full)
            durability = Durability::Full;
        batch.push_back(std::move(waiting.front()));
        waiting.pop_front();
        --queued_;
    }
    return batch;
}

/// The next job, unless it asks for more than the running transaction will give.
std::optional<Writers::Entry> Writers::take(const WriteScope& scope, Durability durability) {
    const std::scoped_lock lock(mutex_);
    auto& waiting = queues_[scope.str()].waiting;
    if (waiting.empty() ||
        (durability == Durability::Relaxed && waiting.front().durability == Durability::Full))
        return std::nullopt;
    Entry entry = std::move(waiting.front());
    waiting.pop_front();
    --queued_;
    return entry;
}

void Writers::write(const WriteScope& scope, Batch& batch, Durability durability, bool mayGrow) {
    for (int tries = 0;; ++tries) {
        const Try result = tryBatch(scope, batch, durability, mayGrow && tries == 0);
        if (result == Try::Singly) {
            for (Entry& entry : batch) {
                Batch one;
                one.push_back(std::move(entry));
                write(scope, one, durability, false);
                entry = std::move(one.front());
            }
            return;
        }
        if (result == Try::Ended || tries == kMoreTries || !pool_.isWorthATry())
            return;
        std::this_thread::sleep_for(kFirstWait * (1 << tries));
    }
}

Writers::Try Writers::tryBatch(const WriteScope& scope, Batch& batch, Durability durability,
                               bool mayGrow) {
    std::unique_ptr<Connection> connection;
    const auto refuseAll = [&](const StoreError& error) {
        for (Entry& entry : batch)
            entry.result = tl::make_unexpected(error);
    };
    auto result = Try::Ended;
    try {
        connection = pool_.borrow();
        connection->forgetFailures();
        runBatch(*connection, scope, batch, durability, mayGrow);
    } catch (const StoreFailure& failure) {
        refuseAll(failure.error());
        if (!connection)
            return Try::Again;
        // What may be committed is not run again. What the database lacks now (a lock, room on its
        // disk) every job lacks, and each would wait for it once more.
        const bool ofOneJob =
            batch.size() > 1 && failure.error().kind == StoreError::Kind::Internal;
        if (failure.error().certainty == StoreError::Certainty::NotApplied)
            result = mayTryAgain(*connection) ? Try::Again : ofOneJob ? Try::Singly : Try::Ended;
    }
    const bool away = connection->trouble() == Trouble::Unconfirmed && connection->hasGivenUp();
    connection->rollback();
    pool_.giveBack(std::move(connection));
    if (away)
        standbyIsAway();
    return result;
}

/// Throws the failure of what was not written.
void Writers::runBatch(Connection& connection, const WriteScope& scope, Batch& batch,
                       Durability durability, bool mayGrow) {
    begin(connection, scope, durability);
    Known known(scope);
    std::chrono::steady_clock::time_point end;
    for (std::size_t at = 0; true; ++at) {
        if (at == batch.size()) {
            if (!mayGrow || at >= options_.maxBatch || std::chrono::steady_clock::now() >= end)
                break;
            auto more = take(scope, durability);
            if (!more)
                break;
            batch.push_back(std::move(*more));
        }
        runJob(connection, batch[at], scope.empty() ? nullptr : &known);
        // From here on the lock is ours: what came while it was another's joins too.
        if (at == 0)
            end = std::chrono::steady_clock::now() + options_.gather;
    }
    const auto patience = this->patience();
    if (durability == Durability::Full && patience < options_.standbyPatience)
        connection.confirmEarlierCommits(); // so that it does wait, whatever the jobs wrote
    connection.commit(patience);
    if (durability == Durability::Full) {
        const std::scoped_lock lock(mutex_);
        nextProbe_.reset();
    }
}

void Writers::runJob(Connection& connection, Entry& entry, Known* known) {
    entry.result = {};
    const auto refused = [](const std::string& detail) {
        return StoreFailure(refusal(StoreError::Kind::Internal, detail));
    };
    try {
        Tx tx(connection, options_.outbox.get(), known);
        entry.job->run(tx);
    } catch (const StoreFailure&) {
        throw;
    } catch (const std::exception& failure) {
        throw refused(std::string("a job threw: ") + failure.what());
    }
    if (connection.hasFailed())
        throw refused("a job went on after a failed operation");
}

} // namespace leadsheet::server::store::postgres

namespace leadsheet::server::store {

namespace postgres {
namespace {

/// Reads of one snapshot each, over a pool of connections. A read inside a read on the same thread
/// may wait for ever. Thread-safe.
class ReaderPool {
public:
    ReaderPool(const PostgresOptions& options, std::shared_ptr<FaultHook> hook,
               std::unique_ptr<Connection> first);

    StoreResult<void> read(const std::function<void(Reader&)>& body);

private:
    StoreResult<void> tryRead(const std::function<void(Reader&)>& body, bool& lostAtOnce);

    ConnectionPool pool_;
};

ReaderPool::ReaderPool(const PostgresOptions& options, std::shared_ptr<FaultHook> hook,
                       std::unique_ptr<Connection> first)
    : pool_(options, std::move(hook), std::max<std::size_t>(options.readers, 1)) {
    pool_.adopt(std::move(first));
}

/// A connection that idled may have been lost long ago, which is found out only now; then, nothing
/// having been read yet, a fresh one takes its place.
StoreResult<void> ReaderPool::read(const std::function<void(Reader&)>& body) {
    bool lostAtOnce = false;
    auto result = tryRead(body, lostAtOnce);
    return lostAtOnce ? tryRead(body, lostAtOnce) : result;
}

StoreResult<void> ReaderPool::tryRead(const std::function<void(Reader&)>& body, bool& lostAtOnce) {
    std::unique_ptr<Connection> connection;
    StoreResult<void> result;
    try {
        connection = pool_.borrow();
        connection->forgetFailures();
        connection->beginReading();
        Reader reader(*connection);
        body(reader);
        if (connection->hasFailed()) // and what it asked afterwards saw another snapshot
            throw std::logic_error("it went on after a failed operation");
    } catch (const StoreFailure& failure) {
        result = tl::make_unexpected(failure.error());
    } catch (const std::exception& failure) {
        result = tl::make_unexpected(StoreError{StoreError::Kind::Internal,
                                                StoreError::Certainty::NotApplied,
                                                std::string("a read threw: ") + failure.what(), 0});
    }
    if (connection) {
        lostAtOnce = connection->trouble() == Trouble::Lost && !connection->hasAnswered();
        connection->endReading();
        pool_.giveBack(std::move(connection));
    }
    return result;
}

} // namespace
} // namespace postgres

namespace {

class PostgresStore final : public Store {
public:
    PostgresStore(const PostgresOptions& options, const std::shared_ptr<postgres::FaultHook>& hook,
                  std::unique_ptr<postgres::Connection> first)
        : readers_(options, hook, std::move(first))
        , writers_(options, hook) {}
    ~PostgresStore() override { stop(); }

    void submit(std::unique_ptr<WriteJob> job, Durability durability) override {
        writers_.submit(std::move(job), durability);
    }
    StoreResult<void> readWith(const std::function<void(Reader&)>& body) override {
        return readers_.read(body);
    }
    StoreResult<void> confirmEarlierCommits(const AccountId& account) override {
        return writeAndWait([](Tx& tx) { tx.confirmEarlierCommits(); }, Durability::Full, account);
    }
    void stop() override { writers_.stop(); }
    std::size_t queuedJobs() const override { return writers_.queued(); }

private:
    postgres::ReaderPool readers_;
    postgres::Writers writers_;
};

} // namespace

bool isPostgresUri(std::string_view database) {
    return database.starts_with("postgresql://") || database.starts_with("postgres://");
}

tl::expected<std::unique_ptr<Store>, OpenError> openPostgresStore(PostgresOptions options) {
    const auto place = postgres::placeOf(options.uri);
    if (!place)
        return tl::make_unexpected(postgres::notUnderstood(place.error()));
    std::unique_ptr<postgres::Connection> connection;
    try {
        const auto hook = std::make_shared<postgres::FaultHook>(options.hook);
        connection = std::make_unique<postgres::Connection>(options, hook);
        postgres::prepareDatabase(*connection, *place);
        return std::make_unique<PostgresStore>(options, hook, std::move(connection));
    } catch (const postgres::ConnectFailure& failure) {
        return tl::make_unexpected(postgres::describe(failure, *place));
    } catch (const postgres::OpenFailure& failure) {
        return tl::make_unexpected(failure.error);
    } catch (const StoreFailure& failure) {
        return tl::make_unexpected(
            postgres::describe(failure.error(), connection ? connection->state() : "", *place));
    }
}

} // namespace leadsheet::server::store
