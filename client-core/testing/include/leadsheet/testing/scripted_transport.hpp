// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/testing/fake_clock.hpp"
#include "leadsheet/transport.hpp"

#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace leadsheet::testing {

/// A transport that plays a queue of answers and records what was asked. When the queue is empty it
/// answers 599, so that a test that asks too often fails clearly. Thread-safe.
class ScriptedTransport final : public Transport {
public:
    using Answerer = std::function<Exchange(const HttpRequest&)>;

    ScriptedTransport& answer(int status, std::string body = {},
                              std::vector<HttpHeader> headers = {});
    /// A problem body (RFC 9457) with this code.
    ScriptedTransport& problem(int status, const std::string& code,
                               std::vector<HttpHeader> headers = {},
                               std::optional<bool> retryable = {});
    ScriptedTransport& fail(TransportProblem problem, Progress progress);
    /// Takes `clock` forward by `howLong` and then times out, or earlier at the request's own
    /// timeout.
    ScriptedTransport& stall(std::shared_ptr<FakeClock> clock, std::chrono::milliseconds howLong);
    ScriptedTransport& then(Answerer answerer);

    Exchange send(const HttpRequest& request, const std::stop_token& stop) override;

    std::vector<HttpRequest> requests() const;
    std::size_t unplayed() const;

private:
    mutable std::mutex mutex_;
    std::deque<Answerer> script_;
    std::vector<HttpRequest> requests_;
};

/// First value of a header of a recorded request; empty when absent.
std::string headerOf(const HttpRequest& request, std::string_view name);

} // namespace leadsheet::testing
