// SPDX-License-Identifier: Apache-2.0
#include "egress/client.hpp"

#include "egress/engine.hpp"

#include <algorithm>
#include <condition_variable>
#include <mutex>

namespace leadsheet::server::egress {

const std::string* Response::header(std::string_view name) const {
    const auto found =
        std::ranges::find_if(headers, [name](const Header& one) { return one.first == name; });
    return found == headers.end() ? nullptr : &found->second;
}

Client::Client(ClientOptions options)
    : engine_(std::make_unique<Engine>(std::move(options))) {}

Client::~Client() = default;

void Client::send(Request request, Completion done, std::stop_token stop) {
    engine_->send(std::move(request), std::move(done), std::move(stop));
}

Result Client::fetch(Request request, std::stop_token stop) {
    std::mutex mutex;
    std::condition_variable came;
    std::optional<Result> result;
    send(
        std::move(request),
        [&](Result one) {
            // Told under the lock: the waiting frame is gone right after it is released.
            const std::lock_guard lock(mutex);
            result.emplace(std::move(one));
            came.notify_all();
        },
        std::move(stop));
    std::unique_lock lock(mutex);
    came.wait(lock, [&] { return result.has_value(); });
    return std::move(*result);
}

std::optional<Failure> Client::check(const std::string& url, const std::string& party,
                                     std::chrono::milliseconds timeout) {
    return engine_->check(url, party, timeout);
}

void Client::stop() {
    engine_->stop();
}

} // namespace leadsheet::server::egress
