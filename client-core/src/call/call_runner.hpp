// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "call/url.hpp"
#include "leadsheet/client.hpp"
#include "leadsheet/model/lead_file.hpp"
#include "json/decoder.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace leadsheet::detail {

/// One operation of the API, before any attempt.
struct Call {
    std::string operation; ///< operationId, for the log
    std::string method = "GET";
    std::string path;  ///< from /v1 on, segments encoded
    std::string query; ///< from ? on, or empty
    std::string body;
    std::string contentType = "application/json"; ///< of the body, when there is one
    bool packed = false;                          ///< the body is gzip
    ByteSink* sink = nullptr; ///< takes the body of a 2xx answer, which may last for hours
    std::optional<IdempotencyKey> key;
    std::optional<std::int64_t> expectedVersion;    ///< sent as If-Match
    std::optional<Budget> budget = Budget::Default; ///< nothing = free of charge, never paced
};

/// A 2xx answer.
struct Answer {
    HttpResponse response;
    std::string requestId;
    int attempts = 1;
};

/// Takes the answer's body over, or says what is wrong with it. Runs inside the attempt, so that an
/// answer that cannot be read is asked for again under the same key.
using Reader = std::function<std::optional<std::string>(const Answer&)>;

/// Sends calls through pacing, transport and retries; shared by all resources of a client.
/// Thread-safe.
class CallRunner {
public:
    CallRunner(ClientOptions options, BaseUrl base, std::shared_ptr<Transport> transport);

    /// Blocks until the call is done, has failed for good, or was stopped.
    Result<Answer> run(const Call& call, const CallOptions& options, const Reader& reader);

    struct Once {
        Attempt attempt;
        Result<Answer> result;
    };
    /// A single attempt; asks the pacer itself unless a ticket is handed in.
    Once runOnce(const Call& call, const CallOptions& options, PaceTicket ticket,
                 const Reader& reader);

    PaceGate& gate(Budget budget) { return budget == Budget::Orders ? orders_ : default_; }
    RetryBudget& retryBudget() { return retryBudget_; }
    Clock& clock() { return *options_.clock; }
    Rng& rng() { return *options_.rng; }

private:
    Once attempt(const Call& call, const std::stop_token& stop, SteadyTime deadline,
                 const PaceTicket& ticket, const std::string& requestId, int number,
                 const Reader& reader);
    Exchange transmit(const Call& call, const HttpRequest& request, const std::stop_token& stop);
    HttpRequest request(const Call& call, SteadyTime deadline, const std::string& requestId,
                        int number) const;
    void settle(const Call& call, const PaceTicket& ticket, const Exchange& exchange,
                const std::optional<std::chrono::milliseconds>& retryAfter);
    void log(const Call& call, const Once& once, const std::string& requestId, int number,
             SteadyTime startedAt, const WaitUntil* wait) const;
    std::string newRequestId();

    ClientOptions options_;
    BaseUrl base_;
    std::shared_ptr<Transport> transport_;
    PaceGate default_;
    PaceGate orders_;
    RetryBudget retryBudget_;
};

} // namespace leadsheet::detail
