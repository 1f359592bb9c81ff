// SPDX-License-Identifier: Apache-2.0
#include "egress/lookup_pool.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace leadsheet::server::egress {
namespace {

constexpr auto kStopWait = std::chrono::seconds(1);

} // namespace

struct LookupPool::State {
    struct Question {
        std::vector<Done> waiting;
        bool underWay = false;
    };
    struct Party {
        std::deque<std::string> queue; ///< hosts
        std::size_t underWay = 0;
    };
    struct Turn {
        std::string party;
        std::string host;
    };

    Resolver resolver;
    std::size_t maxThreads = 1;
    std::mutex mutex;
    std::condition_variable changed;
    std::map<std::string, Question> asked; ///< by host, queued and under way
    std::map<std::string, Party> parties;  ///< those with something queued or under way
    std::deque<std::string> turns;         ///< parties with something queued, in their order
    std::size_t queued = 0;
    std::size_t underWay = 0;
    std::size_t threads = 0;
    std::size_t idle = 0;
    bool stopped = false;

    void queue(const std::string& party, const std::string& host);
    std::optional<Turn> take();
    std::vector<Done> finish(const Turn& turn);
};

void LookupPool::State::queue(const std::string& party, const std::string& host) {
    Party& of = parties[party];
    if (std::ranges::find(of.queue, host) != of.queue.end())
        return;
    if (of.queue.empty())
        turns.push_back(party);
    of.queue.push_back(host);
    ++queued;
}

/// The next lookup to begin; nothing when none may.
std::optional<LookupPool::State::Turn> LookupPool::State::take() {
    for (std::size_t n = turns.size(); n > 0; --n) {
        std::string name = std::move(turns.front());
        turns.pop_front();
        Party& party = parties[name];
        std::optional<std::string> host;
        while (!host && !party.queue.empty() && party.underWay < maxThreads - underWay) {
            const auto question = asked.find(party.queue.front());
            // Else another party's lookup of it has been faster, and answers this one's too.
            if (question != asked.end() && !question->second.underWay) {
                question->second.underWay = true;
                host = question->first;
            }
            party.queue.pop_front();
            --queued;
        }
        if (host) {
            ++party.underWay;
            ++underWay;
        }
        if (!party.queue.empty())
            turns.push_back(name);
        else if (party.underWay == 0)
            parties.erase(name);
        if (host)
            return Turn{std::move(name), std::move(*host)};
    }
    return std::nullopt;
}

/// Who waits for that answer.
std::vector<LookupPool::Done> LookupPool::State::finish(const Turn& turn) {
    --underWay;
    const auto party = parties.find(turn.party);
    if (--party->second.underWay == 0 && party->second.queue.empty())
        parties.erase(party);
    auto question = asked.extract(turn.host);
    changed.notify_all();
    return question.empty() ? std::vector<Done>{} : std::move(question.mapped().waiting);
}

LookupPool::LookupPool(Resolver resolver, std::size_t maxThreads)
    : state_(std::make_shared<State>()) {
    state_->resolver = std::move(resolver);
    state_->maxThreads = maxThreads;
}

LookupPool::~LookupPool() {
    std::unique_lock lock(state_->mutex);
    state_->stopped = true;
    state_->asked.clear();
    state_->changed.notify_all();
    state_->changed.wait_for(lock, kStopWait, [this] { return state_->threads == 0; });
}

void LookupPool::ask(const std::string& party, const std::string& host, Done done) {
    const std::lock_guard lock(state_->mutex);
    State::Question& question = state_->asked[host];
    question.waiting.push_back(std::move(done));
    if (question.underWay)
        return;
    state_->queue(party, host);
    if (state_->idle < state_->queued && state_->threads < state_->maxThreads) {
        ++state_->threads;
        std::thread([state = state_] { work(state); }).detach();
    }
    state_->changed.notify_all();
}

void LookupPool::work(const std::shared_ptr<State>& state) {
    std::unique_lock lock(state->mutex);
    while (!state->stopped) {
        const auto turn = state->take();
        if (!turn) {
            ++state->idle;
            state->changed.wait(lock);
            --state->idle;
            continue;
        }
        lock.unlock();
        const Lookup found = state->resolver(turn->host);
        lock.lock();
        const auto waiting = state->finish(*turn);
        lock.unlock();
        for (const Done& done : waiting)
            done(found);
        lock.lock();
    }
    --state->threads;
    state->changed.notify_all();
}

} // namespace leadsheet::server::egress
