// SPDX-License-Identifier: Apache-2.0
#include "http_fuzz_case.hpp"
#include "fuzz_case.hpp"

#include "http/connection.hpp"
#include "http/request_head.hpp"

#include <algorithm>
#include <chrono>

namespace leadsheet::test {

namespace {

namespace http = leadsheet::server::http;

class ThreePieces final : public http::BodySource {
public:
    State read(std::string& out, std::size_t) override {
        out += "piece";
        return --left_ == 0 ? State::End : State::More;
    }

private:
    int left_ = 3;
};

http::HttpLimits smallLimits() {
    http::HttpLimits limits;
    limits.headerBytes = 2'048;
    limits.targetBytes = 512;
    limits.bodyBytes = 4'096;
    limits.readAheadBytes = 4'096;
    limits.chunkLineBytes = 128;
    limits.unaskedBodyBytes = 256;
    return limits;
}

std::string checkRequest(const http::Request& request, const http::HttpLimits& limits) {
    if (request.path != "*" && !request.path.starts_with('/')) {
        return "a path does not begin with a slash";
    }
    if (request.path.find('\0') != std::string::npos || !http::isValidUtf8(request.path)) {
        return "a path is not clean text";
    }
    if ((request.path + "/").find("/../") != std::string::npos) {
        return "a path climbs";
    }
    if (request.body.size() > limits.bodyBytes) {
        return "a body is over its limit";
    }
    if (request.headerCount("transfer-encoding") + request.headerCount("content-length") > 1) {
        return "a request with two framings got through";
    }
    return {};
}

class Player {
public:
    explicit Player(unsigned char mode)
        : limits_(smallLimits())
        , context_(
              limits_, {}, [] { return std::chrono::system_clock::time_point(); },
              [] { return std::string("req_0"); })
        , connection_(context_, "192.0.2.1", false, now_)
        , mode_(mode) {}

    std::string play(std::string_view bytes) {
        const std::size_t step = (mode_ & 1U) != 0 ? 1 : 1U + (mode_ >> 2U);
        while (!bytes.empty() && connection_.wantsInput() && problem_.empty()) {
            const std::size_t count = std::min(step, bytes.size());
            connection_.receive(bytes.substr(0, count), now_);
            bytes.remove_prefix(count);
            carry();
        }
        connection_.receiveEnd(now_);
        carry();
        now_ += std::chrono::hours(1);
        connection_.tick(now_);
        carry();
        if (problem_.empty() && connection_.fate() == http::Connection::Fate::Open) {
            return "the connection outlived its client";
        }
        if (problem_.empty() && context_.bodyBytes() != 0) {
            return "body bytes are still accounted for";
        }
        return problem_;
    }

private:
    void carry() {
        for (bool progress = true; progress && problem_.empty();) {
            progress = false;
            if (auto record = connection_.takeRecord()) {
                progress = true;
            }
            if (auto request = connection_.takeRequest()) {
                problem_ = checkRequest(*request, limits_);
                if (problem_.empty()) {
                    problem_ = checkAsking(*request);
                }
                answer(std::move(*request));
                progress = true;
            }
            if (auto source = connection_.takeStream()) {
                std::string data;
                const auto state = source->read(data, connection_.streamWanted());
                connection_.streamed(connection_.exchange(), std::move(source), std::move(data),
                                     state, now_);
                progress = true;
            }
            if (const std::string_view out = connection_.output(); !out.empty()) {
                checkOutput(out);
                connection_.wrote(out.size(), now_);
                progress = true;
            }
        }
    }

    /// Every other path is refused when it asks.
    static bool isRefused(const http::Request& request) {
        return request.bodyPending && request.path.size() % 2 == 1;
    }

    std::string checkAsking(const http::Request& request) {
        if (refused_) {
            return "a request came after a body that was not read";
        }
        // What came in one piece with the head was read with it.
        if (!request.bodyPending && !asked_ &&
            request.body.size() > *limits_.unaskedBodyBytes + limits_.readAheadBytes) {
            return "a large body was read unasked";
        }
        if (request.bodyPending && (asked_ || !request.body.empty())) {
            return "a head was shown twice, or with a body";
        }
        asked_ = request.bodyPending;
        refused_ = isRefused(request);
        return {};
    }

    void answer(http::Request request) {
        http::Response response;
        if (request.bodyPending && !isRefused(request)) {
            response.status = 100;
        } else if ((mode_ & 2U) != 0) {
            response.stream = std::make_unique<ThreePieces>();
        } else {
            response.headers.push_back({"X-Echo", request.path});
            response.body = std::move(request.body);
        }
        connection_.respond(connection_.exchange(), std::move(response), now_);
    }

    void checkOutput(std::string_view out) {
        if (!started_ && !out.starts_with("HTTP/1.1 ")) {
            problem_ = "the first bytes out are no answer";
        }
        started_ = true;
    }

    http::HttpLimits limits_;
    http::ConnectionContext context_;
    http::Connection::TimePoint now_{std::chrono::hours(1)};
    http::Connection connection_;
    unsigned char mode_;
    bool started_ = false;
    bool asked_ = false;
    bool refused_ = false;
    std::string problem_;
};

} // namespace

std::string playHttpCase(std::string_view input) {
    if (input.empty()) {
        return {};
    }
    return Player(static_cast<unsigned char>(input.front())).play(input.substr(1));
}

LEADSHEET_FUZZ_CASE(http, playHttpCase);

} // namespace leadsheet::test
