// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/clock.hpp"
#include "leadsheet/ids.hpp"
#include "leadsheet/retry_machine.hpp"
#include "leadsheet/transport.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace leadsheet {

/// One line of the log: one attempt on the wire. Holds no secret: the URL has neither user
/// information nor a query string, the key is masked.
struct AttemptLog {
    std::string operation; ///< `createOrder`
    std::string method;
    std::string url;
    std::string requestId;
    std::string key; ///< ApiKey::masked()
    int attempt = 1;
    int status = 0;   ///< 0 when there was no complete answer
    std::string code; ///< of the problem body or of the local failure; empty on success
    std::chrono::milliseconds took{0};
    /// Set when the call goes on: how long it waits now, and why.
    std::optional<std::chrono::milliseconds> wait;
    std::optional<WaitReason> waitReason;
};

/// Everything has a default except where the server is and who asks.
struct ClientOptions {
    ClientOptions(std::string url, ApiKey key)
        : baseUrl(std::move(url))
        , apiKey(std::move(key)) {}

    /// `https://host[:port][/path]`; `/v1/...` is appended. http is for loopback hosts only unless
    /// transport.allowPlainHttp is set. User information, query and fragment are refused.
    std::string baseUrl;
    ApiKey apiKey;
    RetryPolicy retry = RetryPolicy::interactive();
    TransportOptions transport;
    /// Most requests of one budget under way at the same time, 1-64.
    int maxInFlight = 16;
    /// Put before the library's own name in User-Agent; visible ASCII.
    std::string userAgent;
    /// Called after every attempt from the calling thread; must be thread-safe and must not throw.
    std::function<void(const AttemptLog&)> log;

    /// Replaceable for tests; null = the real ones.
    std::shared_ptr<Transport> customTransport;
    std::shared_ptr<Clock> clock;
    std::shared_ptr<Rng> rng;
};

/// Per call.
struct CallOptions {
    std::stop_token stop;
    /// For the whole call with all its attempts and waits; the policy's totalTime when not set.
    std::optional<std::chrono::milliseconds> deadline;
    std::optional<RetryPolicy> retry;
};

} // namespace leadsheet
