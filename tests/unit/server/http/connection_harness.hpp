// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "http/connection.hpp"

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::test {

namespace http = leadsheet::server::http;

/// One answer taken apart.
struct ParsedAnswer {
    int status = 0;
    std::vector<http::Header> headers;
    std::string body; ///< decoded from chunks
    bool complete = false;

    /// Value of the first such field, or "".
    std::string field(std::string_view name) const;
};

/// Takes a client's view of the connection's bytes apart. `heads` tells which answers (by index,
/// 100s not counted) belong to HEAD requests. Interim answers (100) are listed too.
std::vector<ParsedAnswer> parseAnswers(std::string_view bytes,
                                       const std::vector<std::size_t>& heads = {});

/// A Connection with a clock that stands still, a client that reads everything, and a handler.
class ConnectionHarness {
public:
    explicit ConnectionHarness(http::HttpLimits limits = {}, bool tls = false);

    /// Null = requests stay unanswered until respond(). The default echoes method, path and body.
    std::function<http::Response(const http::Request&)> handler;
    /// Bytes of output the client takes at once.
    bool clientReads = true;

    void receive(std::string_view bytes);
    void receiveByteByByte(std::string_view bytes);
    void receiveEnd();
    void respond(http::Response response);
    void advance(std::chrono::milliseconds time);
    void run();

    std::vector<ParsedAnswer> answers() const { return parseAnswers(output); }
    /// Status of the only (final) answer, or 0 when there is none.
    int status() const;
    bool closing() const { return connection.fate() != http::Connection::Fate::Open; }

    http::HttpLimits limits;
    http::ConnectionContext context;
    http::Connection::TimePoint now{std::chrono::hours(1)};
    http::Connection connection;
    std::vector<http::Request> requests;
    std::vector<http::AccessRecord> records;
    std::string output;
};

} // namespace leadsheet::test
