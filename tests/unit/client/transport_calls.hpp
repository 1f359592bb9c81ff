// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/transport.hpp"

#include <string>

namespace leadsheet::test {

/// Through no proxy, whatever the environment says.
inline TransportOptions direct() {
    TransportOptions options;
    options.proxy = "none";
    return options;
}

inline HttpRequest get(const std::string& url) {
    HttpRequest request;
    request.method = "GET";
    request.url = url;
    return request;
}

inline HttpRequest post(const std::string& url) {
    HttpRequest request = get(url);
    request.method = "POST";
    request.body = R"({"a":1})";
    request.headers = {{"Content-Type", "application/json"}, {"x-api-key", "k"}};
    return request;
}

/// "answer 200", or the problem and how far it came: "receive, answer cut".
inline std::string nameOf(const Exchange& exchange) {
    if (exchange.response)
        return "answer " + std::to_string(exchange.response->status);
    static const char* const problems[] = {"resolve", "connect",   "proxy",   "handshake",
                                           "tls",     "send",      "receive", "timeout",
                                           "large",   "cancelled", "invalid", "internal"};
    static const char* const progress[] = {"nothing sent", "maybe sent", "answer cut"};
    return std::string(problems[static_cast<int>(exchange.failure.problem)]) + ", " +
           progress[static_cast<int>(exchange.failure.progress)];
}

} // namespace leadsheet::test
