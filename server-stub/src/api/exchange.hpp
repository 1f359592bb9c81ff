// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/reply.hpp"
#include "api/router.hpp"
#include "domain/crypto.hpp"
#include "domain/timestamp.hpp"
#include "http/message.hpp"
#include "store/records.hpp"

#include <algorithm>
#include <atomic>
#include <boost/json/value.hpp>
#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace leadsheet::server::api {

/// A place of an owner, taken under a name, which is free again when this goes away. Must not
/// outlive the owner.
template <class Owner>
class Taken {
public:
    Taken(Owner& owner, std::string name)
        : owner_(&owner)
        , name_(std::move(name)) {}
    Taken(Taken&& other) noexcept
        : owner_(std::exchange(other.owner_, nullptr))
        , name_(std::move(other.name_)) {}
    Taken& operator=(Taken&& other) noexcept {
        std::swap(owner_, other.owner_);
        std::swap(name_, other.name_);
        return *this;
    }
    Taken(const Taken&) = delete;
    Taken& operator=(const Taken&) = delete;
    ~Taken() {
        if (owner_ != nullptr)
            owner_->release(name_);
    }

private:
    Owner* owner_;
    std::string name_;
};

/// A fixed number of places for requests that take much memory. Thread-safe.
class Slots {
public:
    explicit Slots(int count)
        : free_(count) {}

    using Hold = Taken<Slots>;

    /// nullopt when all places are taken.
    std::optional<Hold> take() {
        if (free_.fetch_sub(1) > 0)
            return std::optional<Hold>(std::in_place, *this, std::string());
        free_.fetch_add(1);
        return std::nullopt;
    }

private:
    friend Hold;
    void release(const std::string&) { free_.fetch_add(1); }

    std::atomic<int> free_;
};

/// The idempotency keys that this process is working on. A second process on the same database is
/// kept apart by the transaction that stores the answer. Thread-safe.
class InFlight {
public:
    using Hold = Taken<InFlight>;

    /// nullopt when a request with this key is running.
    std::optional<Hold> acquire(const std::string& key) {
        const std::lock_guard lock(mutex_);
        if (!keys_.insert(key).second)
            return std::nullopt;
        return std::optional<Hold>(std::in_place, *this, key);
    }

private:
    friend Hold;
    void release(const std::string& key) {
        const std::lock_guard lock(mutex_);
        keys_.erase(key);
    }

    std::mutex mutex_;
    std::set<std::string> keys_;
};

/// Bounds the handlers that wait for somebody outside (a name server, an outreach platform) or for
/// long work, all together and of one account: the other threads go on answering, whoever hangs.
/// Thread-safe.
class OutsideWaits {
public:
    /// Of `threads` that run handlers at most a quarter waits, and at least one may.
    explicit OutsideWaits(std::size_t threads)
        : max_(std::max<std::size_t>(threads / 4, 1)) {}

    static constexpr std::size_t kMaxPerAccount = 4;

    using Hold = Taken<OutsideWaits>;

    /// nullopt when every place, or every place of the account, is taken.
    std::optional<Hold> take(const std::string& account) {
        const std::lock_guard lock(mutex_);
        const auto found = waiting_.find(account);
        if (taken_ >= max_ || (found != waiting_.end() && found->second >= kMaxPerAccount))
            return std::nullopt;
        ++taken_;
        ++waiting_[account];
        return std::optional<Hold>(std::in_place, *this, account);
    }

private:
    friend Hold;
    void release(const std::string& account) {
        const std::lock_guard lock(mutex_);
        --taken_;
        const auto found = waiting_.find(account);
        if (--found->second == 0)
            waiting_.erase(found);
    }

    const std::size_t max_;
    std::mutex mutex_;
    std::size_t taken_ = 0;
    std::map<std::string, std::size_t> waiting_;
};

struct OperationHandler;
struct LeadBody;

/// What the body is, once the body stage has seen it.
enum class BodyFormat {
    Json, ///< Exchange::body; of leads Exchange::leads
    Ndjson,
    Csv,
};

/// The tool that an assistant called: on the request that carried the call, and on the request that
/// the call became.
struct ToolCall {
    std::string name; ///< empty: no tool call
    std::string code; ///< the problem that it was answered with, empty for success
    bool replayed = false;
};

/// One request on its way through the stages. Each stage fills in what the later ones need.
struct Exchange {
    http::Request request;
    domain::Timestamp now; ///< one moment for the whole request
    std::string trace;     ///< of its traceparent, see domain::traceOf(); empty = none

    // route
    Router::Match route;
    const OperationHandler* handler = nullptr; ///< null: the operation is not implemented

    bool portal = false; ///< a page for developers, which is not a part of the contract

    // authentication; empty for operations without a key
    std::optional<store::AuthenticatedKey> caller;

    // rate limit: values of the RateLimit fields, empty before
    std::string rateLimit;
    std::string rateLimitPolicy;
    /// Which budget the request draws on, where its content decides and not its operation.
    std::optional<contract::Budget> budget;
    bool chargePending = false; ///< the request is still to be charged, see pipeline.hpp
    /// What it was charged with when its key was looked for.
    std::optional<domain::RateDecision> charged;

    // fault plan
    http::WireFault wireFault;
    bool spoilJson = false;
    bool faulted = false; ///< a fault was taken from the plan

    ToolCall toolCall;

    // body
    std::optional<boost::json::value> body;
    BodyFormat format = BodyFormat::Json;
    std::shared_ptr<LeadBody> leads; ///< of a body of leads
    std::optional<Slots::Hold> slot; ///< of a request that may take much memory

    // idempotency
    std::optional<std::string> idempotencyKey;
    bool keyGenerated = false; ///< the request sent no key
    domain::Digest fingerprint{};
    std::optional<InFlight::Hold> hold;

    const contract::OperationInfo& operation() const { return *route.operation; }
    const std::string& parameter(std::size_t index) const { return route.parameters.at(index); }
    /// A query parameter's value, or null. The body stage has made sure that it occurs once.
    const std::string* query(std::string_view name) const;
};

} // namespace leadsheet::server::api
