// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/server/config.hpp"

#include "http/message.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace leadsheet::server::api {

/// What is still to be brought to others.
struct BacklogGauge {
    std::string_view kind; ///< webhook or outreach
    std::uint64_t waiting = 0;
    std::uint64_t held = 0;
    std::chrono::milliseconds oldest{0}; ///< since the oldest of those waiting was queued
};

/// Values that are read when the metrics are asked for.
struct Gauges {
    std::uint64_t openConnections = 0;
    std::uint64_t acceptedConnections = 0;
    std::uint64_t refusedConnections = 0;
    std::uint64_t storeQueue = 0;
    std::uint64_t webhookAttempts = 0;
    std::vector<BacklogGauge> backlogs = {}; ///< empty = not known now
};

/// Requests since the server started.
struct RequestTotals {
    std::uint64_t all = 0;
    std::uint64_t succeeded = 0; ///< 2xx and 3xx
    std::uint64_t refused = 0;   ///< 4xx
    std::uint64_t failed = 0;    ///< 5xx
    std::chrono::microseconds mean{0};
};

/// What the server counts, and its Prometheus text form (exposition format 0.0.4). Thread-safe.
class Metrics {
public:
    void request(std::string_view operation, int status, std::chrono::microseconds duration);
    void orderCreated();
    void idempotentReplay();
    void rateLimited(std::string_view policy);
    void authenticationFailed();
    void faultApplied();
    void webhookAttempt(bool delivered, std::chrono::milliseconds duration);
    void outreachCallBegins();
    /// It ended; `status` 0 = without an answer.
    void outreachCall(std::string_view platform, int status);
    /// What a call brought one lead to: the name of a store::PushState.
    void outreachLead(std::string_view platform, std::string_view state);

    std::string text(const Gauges& gauges) const;
    RequestTotals totals() const;

private:
    static constexpr std::array<std::int64_t, 12> kBucketMicros{
        500,    1'000,   2'500,   5'000,     10'000,    25'000,
        50'000, 100'000, 250'000, 1'000'000, 5'000'000, 30'000'000};

    mutable std::mutex mutex_;
    std::map<std::pair<std::string, int>, std::uint64_t> requests_;
    std::array<std::uint64_t, kBucketMicros.size() + 1> buckets_{};
    std::int64_t durationSum_ = 0;
    std::map<std::string, std::uint64_t, std::less<>> rateLimited_;
    std::uint64_t ordersCreated_ = 0;
    std::uint64_t replays_ = 0;
    std::uint64_t authenticationFailures_ = 0;
    std::uint64_t faults_ = 0;
    std::uint64_t webhooksDelivered_ = 0;
    std::uint64_t webhooksFailed_ = 0;
    std::int64_t webhookMicros_ = 0;
    std::uint64_t outreachUnderWay_ = 0;
    std::map<std::pair<std::string, int>, std::uint64_t> outreachCalls_;
    std::map<std::pair<std::string, std::string>, std::uint64_t> outreachLeads_;
};

/// What only the service knows about a request; travels as http::Response::note.
struct RequestNote {
    std::string operationId;
    std::string apiKeyId;
    std::string accountId;
    std::string code;
    std::string tool;
    std::string trace;
    bool replayed = false;
};

/// Joins what the connection saw (bytes, duration) with what the pipeline knows, for the access log
/// and the request metrics. Requests that never reached the pipeline are recorded too. Thread-safe.
class AccessLog {
public:
    AccessLog(std::function<void(const AccessRecord&)> sink, Metrics& metrics)
        : sink_(std::move(sink))
        , metrics_(metrics) {}

    /// Called by the connection once for each request.
    void record(const http::AccessRecord& seen, std::chrono::system_clock::time_point now);
    /// Requests whose answer did not reach the client completely.
    std::uint64_t abandoned() const { return abandoned_.load(); }

private:
    std::function<void(const AccessRecord&)> sink_;
    Metrics& metrics_;
    std::mutex sinkMutex_;
    std::atomic<std::uint64_t> abandoned_{0};
};

/// One record as a line of JSON, with the line's end.
std::string accessLine(const AccessRecord& record);

} // namespace leadsheet::server::api
