// SPDX-License-Identifier: Apache-2.0
#include "store/postgres/writers.hpp"

#include "store/postgres/gathering.hpp"
#include "store/postgres/opening.hpp"

#include <algorithm>
#include <exception>
#include <span>
#include <utility>

namespace leadsheet::server::store::postgres {

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

/// More of these at once would be smaller each.
constexpr int kSharedBatches = 2;

void begin(Connection& connection, Durability durability) {
    connection.sendLater("BEGIN", DbOp::Begin);
    // Whoever commits with Full afterwards brings these to the disk as well.
    if (durability == Durability::Relaxed)
        connection.sendLater("SET LOCAL synchronous_commit = off", DbOp::Step);
}

Known* knownOf(std::map<std::string, Known>& known, const WriteScope& scope) {
    return scope.empty() ? nullptr : &known.try_emplace(scope.str(), scope).first->second;
}

/// Statements over arrays are planned once, for arrays and tables of any size: each row is looked
/// up by itself. To plan them again each time would cost more than they do.
void planOnce(SqlSession& session) {
    session.execute("SELECT set_config('plan_cache_mode', 'force_generic_plan', true),"
                    " set_config('enable_hashjoin', 'off', true),"
                    " set_config('enable_mergejoin', 'off', true)");
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
                makeReady(scope);
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
            at = over ? queues_.erase(at) : std::next(at);
        }
        // Another job may be the first of its scope now.
        ready_.clear();
        readyOrders_.clear();
        for (const auto& [scope, queue] : queues_) {
            if (!queue.running)
                makeReady(WriteScope(scope));
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

bool Writers::placesOrders(const WriteScope& scope) const {
    const ScopeQueue& queue = queues_.at(scope.str());
    const Entry& first = queue.waiting.front();
    return !scope.empty() && !queue.heldElsewhere && first.durability == Durability::Full &&
           first.job->ahead() != nullptr;
}

void Writers::makeReady(const WriteScope& scope) {
    (placesOrders(scope) ? readyOrders_ : ready_).push_back(scope);
}

/// Where the next batch comes from; null = none may begin now. Neither kind starves the other.
std::deque<WriteScope>* Writers::nextReady() {
    const bool orders = !readyOrders_.empty() && sharedBatches_ < kSharedBatches;
    if (orders && (ready_.empty() || !wasShared_))
        return &readyOrders_;
    return ready_.empty() ? nullptr : &ready_;
}

std::optional<Writers::Batch> Writers::nextBatch() {
    std::unique_lock lock(mutex_);
    std::deque<WriteScope>* ready = nullptr;
    wake_.wait(lock, [&] {
        ready = nextReady();
        return ready != nullptr || (stopping_ && queues_.empty());
    });
    if (ready == nullptr)
        return std::nullopt;
    Batch batch;
    batch.isShared = ready == &readyOrders_;
    wasShared_ = batch.isShared;
    sharedBatches_ += batch.isShared ? 1 : 0;
    takeScope(batch, *ready);
    if (batch.isShared)
        takeOrders(batch);
    return batch;
}

void Writers::takeScope(Batch& batch, std::deque<WriteScope>& ready) {
    batch.scopes.push_back(std::move(ready.front()));
    ready.pop_front();
    queues_.at(batch.scopes.back().str()).running = true;
    takeWaiting(batch, batch.scopes.back(), true);
}

void Writers::takeOrders(Batch& batch) {
    while (!readyOrders_.empty() && batch.jobs.size() < options_.maxBatch)
        takeScope(batch, readyOrders_);
}

void Writers::endBatch(const Batch& batch) {
    {
        const std::scoped_lock lock(mutex_);
        sharedBatches_ -= batch.isShared ? 1 : 0;
        for (const WriteScope& scope : batch.scopes) {
            const auto queue = queues_.find(scope.str());
            queue->second.running = false;
            if (queue->second.waiting.empty())
                queues_.erase(queue);
            else
                makeReady(scope);
        }
        if (ready_.empty() && readyOrders_.empty() && !stopping_)
            return;
    }
    wake_.notify_all();
}

void Writers::loop() {
    while (auto batch = nextBatch()) {
        const bool full = std::ranges::any_of(
            batch->jobs, [](const Entry& entry) { return entry.durability == Durability::Full; });
        write(*batch, {full ? Durability::Full : Durability::Relaxed, true, true});
        for (Entry& entry : batch->jobs)
            entry.job->done(std::move(entry.result));
        endBatch(*batch);
    }
}

/// Adds waiting jobs of the scope: those that may be in the batch, until it is full. False when
/// there were none.
bool Writers::takeWaiting(Batch& batch, const WriteScope& scope, bool anyDurability) {
    auto& waiting = queues_.at(scope.str()).waiting;
    const std::size_t before = batch.jobs.size();
    while (!waiting.empty() && batch.jobs.size() < std::max<std::size_t>(options_.maxBatch, 1) &&
           (anyDurability || waiting.front().durability != Durability::Full) &&
           (!batch.isShared || waiting.front().job->ahead() != nullptr)) {
        batch.jobs.push_back(std::move(waiting.front()));
        waiting.pop_front();
        --queued_;
    }
    return batch.jobs.size() > before;
}

/// Adds waiting jobs, but for those that ask for more than the running transaction will give. False
/// when there were none.
bool Writers::grow(Batch& batch, Durability durability) {
    const std::scoped_lock lock(mutex_);
    bool more = false;
    for (const WriteScope& scope : batch.scopes)
        more = takeWaiting(batch, scope, durability == Durability::Full) || more;
    const std::size_t scopes = batch.scopes.size();
    if (batch.isShared)
        takeOrders(batch);
    return more || batch.scopes.size() > scopes;
}

/// Gives back the jobs of accounts, from this one on, that were not locked.
void Writers::leaveHeld(Batch& batch, std::size_t from, SqlRows& locked, AllKnown& known) {
    std::vector<WriteScope> held;
    for (const WriteScope& scope : std::span(batch.scopes).subspan(from)) {
        if (!locked.next() || !locked.boolean(0))
            held.push_back(scope);
    }
    if (held.empty())
        return;
    // Others may change what was found out about these.
    for (const WriteScope& scope : held)
        known.erase(scope.str());
    {
        const std::scoped_lock lock(mutex_);
        for (const WriteScope& scope : held) {
            ScopeQueue& queue = queues_.at(scope.str());
            for (auto entry = batch.jobs.rbegin(); entry != batch.jobs.rend(); ++entry) {
                if (entry->job->scope() == scope) {
                    queue.waiting.push_front(std::move(*entry));
                    ++queued_;
                }
            }
            std::erase_if(batch.jobs, [](const Entry& entry) { return !entry.job; });
            std::erase(batch.scopes, scope);
            queue.running = false;
            queue.heldElsewhere = true;
            makeReady(scope);
        }
    }
    wake_.notify_all();
}

void Writers::write(Batch& batch, How how) {
    for (int tries = 0;; ++tries) {
        const Try result = tryBatch(batch, how);
        how.mayGrow = false;
        if (result == Try::Singly) {
            how.gathers = false;
            for (Entry& entry : batch.jobs) {
                Batch one;
                one.scopes.push_back(entry.job->scope());
                one.jobs.push_back(std::move(entry));
                write(one, how);
                entry = std::move(one.jobs.front());
            }
            return;
        }
        if (result == Try::Ended || tries == kMoreTries || !pool_.isWorthATry())
            return;
        std::this_thread::sleep_for(kFirstWait * (1 << tries));
    }
}

Writers::Try Writers::tryBatch(Batch& batch, How how) {
    std::unique_ptr<Connection> connection;
    auto result = Try::Ended;
    try {
        connection = pool_.borrow();
        connection->forgetFailures();
        runSafely(*connection, batch, how);
    } catch (const StoreFailure& failure) {
        for (Entry& entry : batch.jobs)
            entry.result = tl::make_unexpected(failure.error());
        if (!connection)
            return Try::Again;
        // What may be committed is not run again. What the database lacks now (a lock, room on its
        // disk) every job lacks, and each would wait for it once more.
        const bool ofOneJob = (batch.jobs.size() > 1 || how.gathers) &&
                              failure.error().kind == StoreError::Kind::Internal;
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

/// What was not foreseen (memory that runs out, say) is a failure of the store as well.
void Writers::runSafely(Connection& connection, Batch& batch, How how) {
    try {
        runBatch(connection, batch, how);
    } catch (const StoreFailure&) {
        throw;
    } catch (const std::exception& failure) {
        throw StoreFailure(
            refusal(StoreError::Kind::Internal, std::string("a batch threw: ") + failure.what()));
    }
}

/// Throws the failure of what was not written.
void Writers::runBatch(Connection& connection, Batch& batch, How how) {
    begin(connection, how.durability);
    if (how.gathers) {
        GatheringSession gathering(connection);
        runJobs(connection, gathering, batch, how);
        gathering.sendGathered();
    } else
        runJobs(connection, connection, batch, how);
    if (batch.jobs.empty())
        return;
    const auto patience = this->patience();
    if (how.durability == Durability::Full && patience < options_.standbyPatience)
        connection.confirmEarlierCommits(); // so that it does wait, whatever the jobs wrote
    connection.commit(patience);
    if (how.durability == Durability::Full) {
        const std::scoped_lock lock(mutex_);
        nextProbe_.reset();
    }
}

void Writers::runJobs(Connection& connection, SqlSession& session, Batch& batch, How how) {
    AllKnown known;
    std::optional<std::chrono::steady_clock::time_point> end;
    // From when the locks are ours on: what came while they were another's joins too.
    const auto begins = [&] {
        if (!end)
            end = std::chrono::steady_clock::now() + options_.gather;
    };
    const auto takeMore = [&] {
        const std::size_t scopes = batch.scopes.size();
        const std::size_t jobs = batch.jobs.size();
        if (how.mayGrow && std::chrono::steady_clock::now() < *end && grow(batch, how.durability))
            join(connection, session, known, batch, {scopes, jobs});
    };
    if (join(connection, session, known, batch, {})) {
        begins();
        takeMore();
    }
    for (std::size_t at = 0; at < batch.jobs.size();) {
        runJob(connection, session, batch.jobs[at], knownOf(known, batch.jobs[at].job->scope()));
        begins();
        if (++at == batch.jobs.size())
            takeMore();
    }
}

/// Locks what was added to the batch, and looks ahead for it. Whether the locks are ours already.
bool Writers::join(Connection& connection, SqlSession& session, AllKnown& known, Batch& batch,
                   Place from) {
    std::unique_ptr<SqlRows> locked;
    if (batch.isShared && from.scope < batch.scopes.size())
        locked = tryLocks(connection, std::span(batch.scopes).subspan(from.scope));
    else if (!batch.isShared && from.scope == 0)
        lockLater(connection, batch.scopes.front());
    const bool areOurs = lookAhead(session, known, batch, from.job);
    if (locked)
        leaveHeld(batch, from.scope, *locked, known);
    return areOurs;
}

/// Whether there was something to look for, so that the locks are ours now.
bool Writers::lookAhead(SqlSession& session, AllKnown& known, const Batch& batch,
                        std::size_t from) {
    std::vector<ComingOrder> orders;
    for (const Entry& entry : std::span(batch.jobs).subspan(from)) {
        if (const OrderAhead* const order = entry.job->ahead();
            order != nullptr && !entry.job->scope().empty())
            orders.push_back({knownOf(known, entry.job->scope()), order});
    }
    if (!orders.empty()) {
        planOnce(session);
        store::lookAhead(session, orders, options_.outbox != nullptr);
    }
    return !orders.empty();
}

void Writers::runJob(Connection& connection, SqlSession& session, Entry& entry, Known* known) {
    entry.result = {};
    const auto refused = [](const std::string& detail) {
        return StoreFailure(refusal(StoreError::Kind::Internal, detail));
    };
    try {
        Tx tx(session, options_.outbox.get(), known);
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
