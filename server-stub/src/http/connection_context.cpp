// SPDX-License-Identifier: Apache-2.0
#include "http/connection_context.hpp"

#include "http/framing.hpp"
#include "http/message.hpp"

#include <algorithm>
#include <random>

namespace leadsheet::server::http {

namespace {

std::uint64_t randomWord() {
    std::random_device device;
    return (static_cast<std::uint64_t>(device()) << 32U) | device();
}

/// SplitMix64's finaliser: neighbouring counters get unlike ids.
std::uint64_t mix(std::uint64_t value) {
    value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9ULL;
    value = (value ^ (value >> 27U)) * 0x94d049bb133111ebULL;
    return value ^ (value >> 31U);
}

void appendBase32(std::string& out, std::uint64_t value) {
    constexpr std::string_view kCrockford = "0123456789abcdefghjkmnpqrstvwxyz";
    for (unsigned shift = 65; shift > 0;) {
        shift -= 5;
        out += kCrockford[(value >> shift) & 31U];
    }
}

void addIfMissing(Response& response, std::string_view name, std::string value) {
    const bool present =
        std::any_of(response.headers.begin(), response.headers.end(),
                    [name](const Header& field) { return equalsIgnoreCase(field.name, name); });
    if (!present) {
        response.headers.push_back({std::string(name), std::move(value)});
    }
}

} // namespace

RequestIdSource::RequestIdSource()
    : high_(randomWord())
    , low_(randomWord()) {}

std::string RequestIdSource::operator()() {
    std::string id = "req_";
    id.reserve(30);
    appendBase32(id, high_);
    appendBase32(id, mix(low_++));
    return id;
}

ConnectionContext::ConnectionContext(
    HttpLimits limits, ErrorRenderer renderer,
    std::function<std::chrono::system_clock::time_point()> wallClock,
    std::function<std::string()> makeRequestId)
    : limits_(limits)
    , renderer_(std::move(renderer))
    , wallClock_(std::move(wallClock))
    , makeRequestId_(std::move(makeRequestId)) {
    if (!wallClock_) {
        wallClock_ = [] {
            return std::chrono::system_clock::now();
        };
    }
    if (!makeRequestId_) {
        makeRequestId_ = RequestIdSource();
    }
}

const std::string& ConnectionContext::date() {
    const auto now = wallClock_();
    const auto second = std::chrono::floor<std::chrono::seconds>(now);
    if (date_.empty() || second != dateSecond_) {
        dateSecond_ = second;
        date_ = httpDate(now);
    }
    return date_;
}

Response ConnectionContext::render(const Rejection& rejection, const std::string& requestId) const {
    Response response;
    if (renderer_) {
        response = renderer_(rejection.status, rejection.code, rejection.detail, requestId);
    } else {
        response.headers.push_back({"Content-Type", "text/plain; charset=utf-8"});
        response.body = rejection.detail + "\n";
    }
    response.status = rejection.status;
    if (rejection.status == 405) {
        addIfMissing(response, "Allow", std::string(kAllowedMethods));
    } else if (rejection.status == 503) {
        addIfMissing(response, "Retry-After", std::to_string(limits_.retryAfter.count()));
    }
    return response;
}

bool ConnectionContext::takeBodyBytes(std::size_t count) noexcept {
    if (count > limits_.bufferedBodyBytes - bodyBytes_) {
        return false;
    }
    bodyBytes_ += count;
    return true;
}

void ConnectionContext::releaseBodyBytes(std::size_t count) noexcept {
    bodyBytes_ -= count;
}

} // namespace leadsheet::server::http
