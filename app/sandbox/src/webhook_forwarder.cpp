// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/sandbox/webhook_forwarder.hpp"

#include <chrono>
#include <utility>

namespace leadsheet::app {
namespace {

constexpr std::size_t kMaxWaiting = 1'000;
constexpr int kMaxAttempts = 8;
constexpr std::chrono::milliseconds kFirstPause{250}; // doubled each time: half a minute in all
constexpr std::chrono::seconds kForwardTimeout{15};   // as the service itself waits

} // namespace

WebhookForwarder::WebhookForwarder(std::string url, std::shared_ptr<Transport> transport,
                                   std::function<void(const ForwardOutcome&)> done)
    : url_(std::move(url))
    , transport_(std::move(transport))
    , done_(std::move(done))
    , thread_([this](const std::stop_token& stop) { work(stop); }) {}

WebhookForwarder::~WebhookForwarder() = default;

void WebhookForwarder::pass(const LabMessage& message) {
    Waiting next{message.id, {"POST", url_, message.headers, message.body, kForwardTimeout}};
    {
        const std::scoped_lock lock(mutex_);
        if (waiting_.size() < kMaxWaiting) {
            waiting_.push_back(std::move(next));
            changed_.notify_one();
            return;
        }
    }
    ForwardOutcome outcome;
    outcome.id = message.id;
    outcome.dropped = true;
    done_(outcome);
}

void WebhookForwarder::work(const std::stop_token& stop) {
    for (;;) {
        Waiting message;
        {
            std::unique_lock lock(mutex_);
            if (!changed_.wait(lock, stop, [this] { return !waiting_.empty(); }))
                return;
            message = std::move(waiting_.front());
            waiting_.pop_front();
        }
        const ForwardOutcome outcome = send(message, stop);
        if (!stop.stop_requested())
            done_(outcome);
    }
}

ForwardOutcome WebhookForwarder::send(const Waiting& message, const std::stop_token& stop) {
    ForwardOutcome outcome;
    outcome.id = message.id;
    auto pause = kFirstPause;
    while (!stop.stop_requested()) {
        ++outcome.attempts;
        const Exchange exchange = transport_->send(message.request, stop);
        outcome.status = exchange.response ? exchange.response->status : 0;
        outcome.reason = exchange.response ? std::string() : exchange.failure.detail;
        outcome.delivered = outcome.status >= 200 && outcome.status <= 299;
        const bool hopeless =
            !exchange.response && exchange.failure.problem == TransportProblem::InvalidRequest;
        if (outcome.delivered || hopeless || outcome.attempts == kMaxAttempts)
            break;
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, stop, pause, [] { return false; });
        pause *= 2;
    }
    return outcome;
}

} // namespace leadsheet::app
