// SPDX-License-Identifier: Apache-2.0
#include "egress/lookup_pool.hpp"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

namespace leadsheet::server::egress {
namespace {

constexpr auto kStopWait = std::chrono::seconds(1);

} // namespace

struct LookupPool::State {
    Resolver resolver;
    std::size_t maxThreads = 1;
    std::mutex mutex;
    std::condition_variable changed;
    std::map<std::string, std::vector<Done>> asked; ///< queued and under way
    std::deque<std::string> queue;
    std::size_t threads = 0;
    std::size_t idle = 0;
    bool stopped = false;
};

LookupPool::LookupPool(Resolver resolver, std::size_t maxThreads)
    : state_(std::make_shared<State>()) {
    state_->resolver = std::move(resolver);
    state_->maxThreads = maxThreads;
}

LookupPool::~LookupPool() {
    std::unique_lock lock(state_->mutex);
    state_->stopped = true;
    state_->asked.clear();
    state_->queue.clear();
    state_->changed.notify_all();
    state_->changed.wait_for(lock, kStopWait, [this] { return state_->threads == 0; });
}

void LookupPool::ask(const std::string& host, Done done) {
    const std::lock_guard lock(state_->mutex);
    std::vector<Done>& waiting = state_->asked[host];
    waiting.push_back(std::move(done));
    if (waiting.size() > 1)
        return;
    state_->queue.push_back(host);
    if (state_->idle < state_->queue.size() && state_->threads < state_->maxThreads) {
        ++state_->threads;
        std::thread([state = state_] { work(state); }).detach();
    }
    state_->changed.notify_all();
}

void LookupPool::work(const std::shared_ptr<State>& state) {
    std::unique_lock lock(state->mutex);
    while (true) {
        ++state->idle;
        state->changed.wait(lock, [&] { return state->stopped || !state->queue.empty(); });
        --state->idle;
        if (state->stopped)
            break;
        const std::string host = std::move(state->queue.front());
        state->queue.pop_front();
        lock.unlock();
        const Lookup found = state->resolver(host);
        lock.lock();
        const auto asked = state->asked.extract(host);
        if (asked.empty())
            continue;
        lock.unlock();
        for (const Done& done : asked.mapped())
            done(found);
        lock.lock();
    }
    --state->threads;
    state->changed.notify_all();
}

} // namespace leadsheet::server::egress
