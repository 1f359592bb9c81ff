// SPDX-License-Identifier: Apache-2.0
#include "http/header_scanner.hpp"

#include "http/chars.hpp"

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/beast/http/basic_parser.hpp>
#include <limits>
#include <string>

namespace leadsheet::server::http {

namespace {

namespace beast = boost::beast;
using beast::error_code;

/// Room for method and version beside the target in a request line.
constexpr std::size_t kRequestLineSlack = 64;
constexpr char kTlsHandshakeRecord = 0x16;

bool isHttpVersion(std::string_view version) {
    return version.size() == 8 && version.starts_with("HTTP/") && isDigit(version[5]) &&
           version[6] == '.' && isDigit(version[7]);
}

/// Collects into a Request; Beast's own containers would only be copied from.
class HeadParser final : public beast::http::basic_parser<true> {
public:
    HeadParser() {
        // Both limits are enforced by us.
        header_limit(std::numeric_limits<std::uint32_t>::max());
        body_limit(boost::none);
    }

    ParsedHead head;

private:
    void on_request_impl(beast::http::verb, beast::string_view method, beast::string_view target,
                         int version, error_code&) override {
        head.request.method.assign(method.data(), method.size());
        head.request.target.assign(target.data(), target.size());
        head.http11 = version == 11;
    }

    void on_field_impl(beast::http::field, beast::string_view name, beast::string_view value,
                       error_code&) override {
        head.request.headers.push_back(
            {std::string(name.data(), name.size()), std::string(value.data(), value.size())});
    }

    // Never called: only the head of a request is put in.
    void on_response_impl(int, beast::string_view, int, error_code&) override {}
    std::size_t on_body_impl(beast::string_view, error_code&) override { return 0; }
    void on_chunk_header_impl(std::uint64_t, beast::string_view, error_code&) override {}
    std::size_t on_chunk_body_impl(std::uint64_t, beast::string_view, error_code&) override {
        return 0;
    }
    void on_body_init_impl(const boost::optional<std::uint64_t>&, error_code&) override {}
    void on_header_impl(error_code&) override {}
    void on_finish_impl(error_code&) override {}
};

} // namespace

HeaderScanner::State HeaderScanner::reject(Rejection rejection) {
    rejection_ = std::move(rejection);
    return State::Rejected;
}

HeaderScanner::State HeaderScanner::scan(std::string_view input) {
    while (position_ < input.size()) {
        const char c = input[position_];
        if (!isForbiddenControl(c)) {
            if (position_ == lineStart_ && (c == ' ' || c == '\t')) {
                return reject(
                    malformed(lines_ == 0 ? "The request line begins with white space."
                                          : "A header line is folded (begins with white space)."));
            }
            ++position_;
            if (position_ > limits_->headerBytes) {
                break;
            }
            continue;
        }
        if (c != '\r') {
            return controlCharacter(input);
        }
        if (position_ + 1 == input.size()) {
            break;
        }
        if (input[position_ + 1] != '\n') {
            return reject(
                malformed("A carriage return in the head is not followed by a line feed."));
        }
        const std::string_view line = input.substr(lineStart_, position_ - lineStart_);
        position_ += 2;
        lineStart_ = position_;
        if (const State state = endOfLine(line); state != State::NeedMore) {
            return state;
        }
    }
    return checkLimits(input);
}

HeaderScanner::State HeaderScanner::controlCharacter(std::string_view input) {
    const char c = input[position_];
    if (c == '\n') {
        return reject(malformed("A line in the head ends with a bare line feed instead of CR LF."));
    }
    if (position_ == 0 && c == kTlsHandshakeRecord) {
        return reject(malformed("A TLS handshake arrived, but this port speaks plain HTTP."));
    }
    return reject(malformed(c == '\0' ? "The head contains a NUL byte."
                                      : "The head contains a control character."));
}

HeaderScanner::State HeaderScanner::checkLimits(std::string_view input) {
    const std::size_t seen = std::min(position_, input.size());
    if (lines_ == 0 &&
        (seen > limits_->targetBytes + kRequestLineSlack || seen > limits_->headerBytes)) {
        return reject(targetTooLong("The request target is longer than " +
                                    std::to_string(limits_->targetBytes) + " bytes."));
    }
    if (seen > limits_->headerBytes) {
        return reject(headerTooLarge("The request head is larger than " +
                                     std::to_string(limits_->headerBytes) + " bytes."));
    }
    return State::NeedMore;
}

HeaderScanner::State HeaderScanner::endOfLine(std::string_view line) {
    if (lines_++ == 0) {
        return checkRequestLine(line);
    }
    if (line.empty()) {
        return position_ > limits_->headerBytes
                   ? reject(headerTooLarge("The request head is larger than " +
                                           std::to_string(limits_->headerBytes) + " bytes."))
                   : State::Complete;
    }
    if (lines_ - 1 > limits_->headerCount) {
        return reject(headerTooLarge("The request has more than " +
                                     std::to_string(limits_->headerCount) + " header fields."));
    }
    return checkField(line);
}

HeaderScanner::State HeaderScanner::checkRequestLine(std::string_view line) {
    const std::size_t methodEnd = line.find(' ');
    const std::string_view method = line.substr(0, methodEnd);
    if (!isToken(method)) {
        return reject(malformed("The request line does not begin with a method."));
    }
    if (methodEnd == std::string_view::npos) {
        return reject(malformed("The request line has no target and no HTTP version."));
    }
    const std::string_view rest = line.substr(methodEnd + 1);
    const std::size_t targetEnd = rest.find(' ');
    if (targetEnd == std::string_view::npos) {
        return reject(malformed("The request line has no HTTP version (HTTP/0.9 is not spoken)."));
    }
    if (targetEnd == 0) {
        return reject(malformed("The request line has no target."));
    }
    if (targetEnd > limits_->targetBytes) {
        return reject(targetTooLong("The request target is longer than " +
                                    std::to_string(limits_->targetBytes) + " bytes."));
    }
    return checkVersion(rest.substr(targetEnd + 1));
}

HeaderScanner::State HeaderScanner::checkVersion(std::string_view version) {
    if (version == "HTTP/1.1" || version == "HTTP/1.0") {
        return State::NeedMore;
    }
    if (isHttpVersion(version)) {
        return reject(versionNotSupported("This server speaks HTTP/1.1 and HTTP/1.0 only."));
    }
    return reject(malformed("The request line does not end with an HTTP version."));
}

HeaderScanner::State HeaderScanner::checkField(std::string_view line) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) {
        return reject(malformed("A header line has no colon."));
    }
    if (!isToken(line.substr(0, colon))) {
        return reject(malformed("A header name is empty or contains a forbidden character."));
    }
    return State::NeedMore;
}

tl::expected<ParsedHead, Rejection> parseHead(std::string_view head) {
    HeadParser parser;
    parser.head.request.headers.reserve(16);
    error_code ec;
    const std::size_t consumed = parser.put(boost::asio::buffer(head.data(), head.size()), ec);
    if (ec || consumed != head.size() || !parser.is_header_done()) {
        const std::string reason = ec ? ": " + ec.message() : std::string();
        return tl::unexpected(malformed("The request head is malformed" + reason + "."));
    }
    return std::move(parser.head);
}

} // namespace leadsheet::server::http
