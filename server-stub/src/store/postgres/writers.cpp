// SPDX-License-Identifier: Apache-2.0
#include "store/postgres/writers.hpp"

#include <algorithm>
#include <utility>

namespace leadsheet::server::store::postgres {

namespace {

constexpr auto kProbeEvery = std::chrono::seconds(1);
/// Of what is waited for standbys at first, the part for finding out whether they are back.
constexpr int kProbePart = 10;
constexpr const char* kNoStandby = "commits wait for a standby that does not answer";

StoreError refusal(StoreError::Kind kind, std::string detail) {
    return {kind, StoreError::Certainty::NotApplied, std::move(detail), 0};
}

/// How long an account that made a batch fail shares none.
constexpr auto kApartFor = std::chrono::seconds(10);
/// More of these at once would be smaller each.
constexpr int kSharedBatches = 2;

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
    return !scope.empty() && !queue.isApart && !isKeptApart(scope) &&
           first.durability == Durability::Full && first.job->ahead() != nullptr;
}

bool Writers::isKeptApart(const WriteScope& scope) const {
    const auto until = apartUntil_.find(scope.str());
    return until != apartUntil_.end() && std::chrono::steady_clock::now() < until->second;
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

/// Gives back the jobs of these accounts, for a batch of each.
void Writers::setApart(Batch& batch, const std::vector<WriteScope>& scopes) {
    if (scopes.empty())
        return;
    {
        const std::scoped_lock lock(mutex_);
        for (const WriteScope& scope : scopes) {
            ScopeQueue& queue = queues_.at(scope.str());
            for (auto entry = batch.jobs.rbegin(); entry != batch.jobs.rend(); ++entry) {
                if (entry->job && entry->job->scope() == scope) {
                    queue.waiting.push_front(std::move(*entry));
                    ++queued_;
                }
            }
            queue.running = false;
            queue.isApart = true;
            makeReady(scope);
        }
        std::erase_if(batch.jobs, [](const Entry& entry) { return !entry.job; });
        std::erase_if(batch.scopes, [&](const WriteScope& scope) {
            return std::ranges::find(scopes, scope) != scopes.end();
        });
    }
    wake_.notify_all();
}

void Writers::keepApart(const WriteScope& scope) {
    const auto now = std::chrono::steady_clock::now();
    const std::scoped_lock lock(mutex_);
    std::erase_if(apartUntil_, [&](const auto& entry) { return entry.second <= now; });
    apartUntil_[scope.str()] = now + kApartFor;
}

} // namespace leadsheet::server::store::postgres
