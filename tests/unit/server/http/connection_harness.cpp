// SPDX-License-Identifier: Apache-2.0
#include "connection_harness.hpp"

#include <algorithm>
#include <charconv>

namespace leadsheet::test {

namespace {

std::size_t number(std::string_view text, int base) {
    std::size_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value, base);
    return value;
}

void readChunks(ParsedAnswer& answer, std::string_view& rest) {
    for (;;) {
        const std::size_t eol = rest.find("\r\n");
        if (eol == std::string_view::npos) {
            return;
        }
        const std::size_t size = number(rest.substr(0, eol), 16);
        if (rest.size() < eol + 4 + size) {
            return;
        }
        answer.body += rest.substr(eol + 2, size);
        rest.remove_prefix(eol + 4 + size);
        if (size == 0) {
            answer.complete = true;
            return;
        }
    }
}

void readBody(ParsedAnswer& answer, std::string_view& rest) {
    const std::string length = answer.field("content-length");
    if (answer.field("transfer-encoding") == "chunked") {
        readChunks(answer, rest);
    } else if (!length.empty()) {
        const std::size_t size = std::min(number(length, 10), rest.size());
        answer.complete = size == number(length, 10);
        answer.body = rest.substr(0, size);
        rest.remove_prefix(size);
    } else if (answer.status == 204 || answer.status == 304 || answer.status < 200) {
        answer.complete = true;
    } else {
        answer.body = rest;
        rest = {};
    }
}

} // namespace

std::string ParsedAnswer::field(std::string_view name) const {
    for (const http::Header& header : headers) {
        if (http::equalsIgnoreCase(header.name, name)) {
            return header.value;
        }
    }
    return {};
}

std::vector<ParsedAnswer> parseAnswers(std::string_view bytes,
                                       const std::vector<std::size_t>& heads) {
    std::vector<ParsedAnswer> answers;
    std::size_t final = 0;
    while (bytes.starts_with("HTTP/1.1 ")) {
        const std::size_t end = bytes.find("\r\n\r\n");
        if (end == std::string_view::npos) {
            break;
        }
        ParsedAnswer answer;
        answer.status = static_cast<int>(number(bytes.substr(9, 3), 10));
        std::string_view fields = bytes.substr(0, end + 2);
        bytes.remove_prefix(end + 4);
        fields.remove_prefix(fields.find("\r\n") + 2);
        while (!fields.empty()) {
            const std::string_view line = fields.substr(0, fields.find("\r\n"));
            fields.remove_prefix(line.size() + 2);
            const std::size_t colon = std::min(line.find(": "), line.size());
            answer.headers.push_back({std::string(line.substr(0, colon)),
                                      std::string(line.substr(std::min(colon + 2, line.size())))});
        }
        const bool head = std::find(heads.begin(), heads.end(), final) != heads.end();
        if (head && answer.status >= 200) {
            answer.complete = true;
        } else {
            readBody(answer, bytes);
        }
        final += answer.status >= 200 ? 1 : 0;
        answers.push_back(std::move(answer));
    }
    return answers;
}

ConnectionHarness::ConnectionHarness(http::HttpLimits useLimits, bool tls)
    : handler([](const http::Request& request) {
        http::Response response;
        response.body = request.method + " " + request.path + " " + request.body;
        return response;
    })
    , limits(useLimits)
    , context(
          useLimits, {}, [] { return std::chrono::system_clock::time_point{}; },
          [n = 0]() mutable { return "req_" + std::to_string(++n); })
    , connection(context, "192.0.2.7", tls, now) {}

void ConnectionHarness::receive(std::string_view bytes) {
    connection.receive(bytes, now);
    run();
}

void ConnectionHarness::receiveByteByByte(std::string_view bytes) {
    for (const char& c : bytes) {
        receive({&c, 1});
    }
}

void ConnectionHarness::receiveEnd() {
    connection.receiveEnd(now);
    run();
}

void ConnectionHarness::respond(http::Response response) {
    connection.respond(connection.exchange(), std::move(response), now);
    run();
}

void ConnectionHarness::advance(std::chrono::milliseconds time) {
    now += time;
    connection.tick(now);
    run();
}

void ConnectionHarness::run() {
    for (bool progress = true; progress;) {
        progress = false;
        while (auto record = connection.takeRecord()) {
            records.push_back(std::move(*record));
        }
        if (auto request = connection.takeRequest()) {
            requests.push_back(std::move(*request));
            if (handler) {
                connection.respond(connection.exchange(), handler(requests.back()), now);
            }
            progress = true;
        }
        if (auto source = connection.takeStream()) {
            std::string data;
            const auto state = source->read(data, connection.streamWanted());
            connection.streamed(connection.exchange(), std::move(source), std::move(data), state,
                                now);
            progress = true;
        }
        const std::string_view bytes = connection.output();
        if (clientReads && !bytes.empty()) {
            output += bytes;
            connection.wrote(bytes.size(), now);
            progress = true;
        }
    }
}

int ConnectionHarness::status() const {
    int status = 0;
    for (const ParsedAnswer& answer : answers()) {
        if (answer.status >= 200) {
            status = answer.status;
        }
    }
    return status;
}

} // namespace leadsheet::test
