// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::server::store {

/// What Config::databaseHook is asked about.
enum class DbOp {
    Prepare,   ///< before a statement is compiled
    Step,      ///< before a statement is executed or its next row fetched
    Begin,     ///< before a write transaction
    Commit,    ///< before its commit
    Committed, ///< after a commit that succeeded; the result is ignored
};

} // namespace leadsheet::server::store

namespace leadsheet::server {

/// What a faulty server does to one request.
struct Fault {
    enum class Kind {
        Status,  ///< answer with `status` instead of handling the request; nothing is applied
        BadJson, ///< handle the request, then answer its status with a body that is not JSON
        ResetBeforeCommit, ///< close the connection without an answer; nothing is applied
        ResetAfterCommit,  ///< handle the request (it IS applied), then lose the answer
        Stall,             ///< handle the request, then hold the answer back for `delay`
        TruncateBody, ///< handle the request, announce the whole body, close after `bytes` of it
    };
    enum class RetryAfterForm { Seconds, HttpDate };

    Kind kind = Kind::Status;
    int status = 503;
    std::string code; ///< problem code; empty = the usual one of `status`
    std::string body; ///< raw body; empty = a problem document
    std::string contentType = "application/problem+json";
    std::optional<std::chrono::seconds> retryAfter; ///< adds Retry-After
    RetryAfterForm retryAfterForm = RetryAfterForm::Seconds;
    std::chrono::milliseconds delay{0};
    std::size_t bytes = 0;

    static Fault answer(int status, std::string code = {}, std::string body = {});
    static Fault answerRetryAfter(int status, std::chrono::seconds wait,
                                  RetryAfterForm form = RetryAfterForm::Seconds);
    static Fault badJson();
    static Fault resetBeforeCommit();
    static Fault resetAfterCommit();
    static Fault stall(std::chrono::milliseconds delay);
    static Fault truncateBody(std::size_t bytes);
};

/// Which requests a step or rule applies to; empty members match everything.
struct FaultMatch {
    std::string operationId;      ///< operation of the contract, for example "createOrder"
    std::string idempotencyKey;   ///< unquoted key
    std::string apiKeyId;         ///< id of the calling key (not the secret)
    bool writesOnly = false;      ///< only POST, PATCH, PUT and DELETE
    std::string exceptApiKeyId{}; ///< a key whose requests never match
};

/// Faults that a test or the sandbox's fault menu asks for. Steps form a queue: the first step that
/// matches a request and is not used up is applied to it once. Rules apply to every n-th matching
/// request for which no step was waiting. Faults strike after authentication, rate limit and scope,
/// so a refused request never uses a step up. Thread-safe; may be changed while the server runs. A
/// server accepts a plan only when it listens on a loopback address.
class FaultPlan {
public:
    using StepId = std::uint64_t;

    struct StepState {
        StepId id;
        FaultMatch match;
        Fault fault;
        std::uint64_t left;     ///< how often it will still be applied
        std::uint64_t consumed; ///< how often it was applied
    };

    /// Queues `fault` for the next `times` matching requests.
    StepId add(Fault fault, FaultMatch match = {}, std::uint64_t times = 1);

    /// Applies `fault` to every n-th matching request (the n-th, the 2n-th, ...). n is at least 1.
    StepId everyNth(std::uint64_t n, Fault fault, FaultMatch match = {});

    /// Applies `fault` to every matching request until that moment of the server's clock.
    StepId until(std::chrono::system_clock::time_point end, Fault fault, FaultMatch match = {});

    /// Applies to about one matching request in four a fault that the seed and the request's number
    /// choose: connections cut before and after the work, answers of a gateway, refusals with and
    /// without Retry-After, answers that are late, incomplete or not JSON.
    StepId bySeed(std::uint64_t seed, FaultMatch match = {});

    /// Removes one step or rule; harmless when it is gone.
    void remove(StepId id);
    /// Removes all steps and rules and the clock skew; keeps the counters.
    void clear();

    /// Shifts the Date header (and HTTP-date forms of Retry-After) by this much.
    void skewDate(std::chrono::seconds skew);
    std::chrono::seconds dateSkew() const;

    std::uint64_t consumed() const; ///< faults applied so far, by steps and rules
    /// Orders that were asked for since bySeed(): different idempotency keys, and requests without.
    std::uint64_t wishes() const;
    std::uint64_t unconsumed() const; ///< applications that queued steps still wait for
    std::vector<StepState> steps() const;

    /// Used by the server: the fault for this request, taken from the plan.
    std::optional<Fault> take(std::string_view operationId, std::string_view method,
                              std::string_view idempotencyKey, std::string_view apiKeyId,
                              std::chrono::system_clock::time_point now);

private:
    struct Rule {
        StepId id;
        FaultMatch match;
        Fault fault;
        std::uint64_t every; ///< 0 = by time or by seed
        std::uint64_t seen;
        std::chrono::system_clock::time_point end;
        std::optional<std::uint64_t> seed{};
    };

    mutable std::mutex mutex_;
    std::vector<StepState> steps_;
    std::vector<Rule> rules_;
    std::chrono::seconds skew_{0};
    std::uint64_t consumed_ = 0;
    std::optional<std::set<std::string, std::less<>>> wishes_; ///< counted from bySeed() on
    std::uint64_t keylessWishes_ = 0;
    StepId nextId_ = 1;
};

} // namespace leadsheet::server
