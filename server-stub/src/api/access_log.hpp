// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/server/config.hpp"

#include "api/metrics.hpp"
#include "http/message.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>

namespace leadsheet::server::api {

/// What only the pipeline knows about a request; travels as http::Response::note.
struct RequestNote {
    std::string operationId;
    std::string apiKeyId;
    std::string accountId;
    std::string code;
    std::string tool;
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
