// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/sandbox/webhook_lab.hpp"

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

namespace leadsheet::app {

/// What became of one message on its way on.
struct ForwardOutcome {
    std::string id;
    bool delivered = false; ///< the target answered 2xx
    bool dropped = false;   ///< it was never tried: too many waited already
    int attempts = 0;
    int status = 0;     ///< of the last answer; 0 = there was none
    std::string reason; ///< why there was none
};

/// Passes messages on to a program of one's own, byte for byte with their signatures, one after the
/// other; what is not taken is tried again for half a minute. `done` is called from its thread.
class WebhookForwarder {
public:
    WebhookForwarder(std::string url, std::shared_ptr<Transport> transport,
                     std::function<void(const ForwardOutcome&)> done);
    /// Gives up at once what is still waiting.
    ~WebhookForwarder();
    WebhookForwarder(const WebhookForwarder&) = delete;
    WebhookForwarder& operator=(const WebhookForwarder&) = delete;

    /// From any thread; returns at once.
    void pass(const LabMessage& message);

private:
    struct Waiting {
        std::string id;
        HttpRequest request;
    };

    void work(const std::stop_token& stop);
    ForwardOutcome send(const Waiting& message, const std::stop_token& stop);

    const std::string url_;
    const std::shared_ptr<Transport> transport_;
    const std::function<void(const ForwardOutcome&)> done_;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::deque<Waiting> waiting_;
    std::jthread thread_; ///< declared last: ends first
};

} // namespace leadsheet::app
