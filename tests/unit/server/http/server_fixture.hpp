// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "http/http_server.hpp"

#include <chrono>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace leadsheet::test {

namespace http = leadsheet::server::http;

/// Waits for a condition that another thread brings about; false after a minute.
inline bool eventually(const std::function<bool()>& condition) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (!condition()) {
        if (std::chrono::steady_clock::now() > end) {
            return false;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
}

/// Keeps responders for later, from any thread.
class HeldResponders {
public:
    void hold(http::Responder responder) {
        const std::lock_guard lock(mutex_);
        held_.push_back(std::move(responder));
    }
    std::size_t count() {
        const std::lock_guard lock(mutex_);
        return held_.size();
    }
    http::Responder at(std::size_t index) {
        const std::lock_guard lock(mutex_);
        return held_.at(index);
    }
    void clear() {
        const std::lock_guard lock(mutex_);
        held_.clear();
    }

private:
    std::mutex mutex_;
    std::vector<http::Responder> held_;
};

inline http::Response textResponse(std::string body) {
    http::Response response;
    response.body = std::move(body);
    return response;
}

inline void echo(http::Request request, const http::Responder& responder) {
    responder.send(textResponse(request.method + " " + request.path + " " + request.body));
}

/// Starts or fails the test by throwing.
inline std::unique_ptr<http::HttpServer> startServer(http::Handler handler,
                                                     http::HttpConfig config = {}) {
    return std::move(http::HttpServer::start(std::move(config), std::move(handler)).value());
}

} // namespace leadsheet::test
