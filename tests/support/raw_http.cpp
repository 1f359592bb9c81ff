// SPDX-License-Identifier: Apache-2.0
#include "raw_http.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <cctype>
#include <charconv>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

namespace leadsheet::test {
namespace {

bool sameName(std::string_view a, std::string_view b) {
    return std::ranges::equal(
        a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t'))
        text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t'))
        text.remove_suffix(1);
    return text;
}

void parseHead(std::string_view head, RawResponse& response) {
    bool first = true;
    while (!head.empty()) {
        const std::size_t end = head.find("\r\n");
        const std::string_view line = head.substr(0, end);
        head.remove_prefix(end == std::string_view::npos ? head.size() : end + 2);
        if (first) {
            first = false;
            if (line.size() >= 12)
                std::from_chars(line.data() + 9, line.data() + 12, response.status);
            if (line.size() > 13)
                response.reason = line.substr(13);
            continue;
        }
        const std::size_t colon = line.find(':');
        if (colon != std::string_view::npos)
            response.headers.emplace_back(line.substr(0, colon), trimmed(line.substr(colon + 1)));
    }
}

} // namespace

std::string RawResponse::header(std::string_view name) const {
    for (const auto& [key, value] : headers) {
        if (sameName(key, name))
            return value;
    }
    return {};
}

bool RawResponse::hasHeader(std::string_view name) const {
    return std::ranges::any_of(headers,
                               [&](const auto& header) { return sameName(header.first, name); });
}

RawConnection::RawConnection(std::uint16_t port, std::chrono::milliseconds timeout) {
    fd_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd_ < 0)
        return;
    timeval wait{};
    wait.tv_sec = static_cast<time_t>(timeout.count() / 1000);
    wait.tv_usec = static_cast<suseconds_t>((timeout.count() % 1000) * 1000);
    const int one = 1;
    ::setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
    ::setsockopt(fd_, SOL_SOCKET, SO_SNDTIMEO, &wait, sizeof wait);
    ::setsockopt(fd_, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(fd_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
        close();
}

RawConnection::~RawConnection() {
    close();
}

RawConnection::RawConnection(RawConnection&& other) noexcept
    : fd_(std::exchange(other.fd_, -1))
    , buffer_(std::move(other.buffer_))
    , closed_(other.closed_) {}

void RawConnection::close() {
    if (fd_ >= 0)
        ::close(fd_);
    fd_ = -1;
    closed_ = true;
}

bool RawConnection::sendBytes(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent <= 0)
            return false;
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
}

bool RawConnection::readMore() {
    char chunk[16384];
    const ssize_t got = ::recv(fd_, chunk, sizeof chunk, 0);
    if (got <= 0) {
        closed_ = true;
        return false;
    }
    buffer_.append(chunk, static_cast<std::size_t>(got));
    return true;
}

bool RawConnection::awaitAnswer() {
    while (buffer_.find("\r\n\r\n") == std::string::npos) {
        if (!readMore())
            return false;
    }
    return true;
}

RawResponse RawConnection::readResponse(bool headRequest) {
    RawResponse response;
    do {
        response = {};
        std::size_t end = 0;
        while ((end = buffer_.find("\r\n\r\n")) == std::string::npos) {
            if (!readMore()) {
                response.closed = true;
                return response;
            }
        }
        parseHead(std::string_view(buffer_).substr(0, end), response);
        buffer_.erase(0, end + 4);
    } while (response.status / 100 == 1); // 100 Continue announces the real answer

    if (headRequest || response.status == 204 || response.status == 304) {
        response.complete = true;
        return response;
    }
    if (sameName(response.header("Transfer-Encoding"), "chunked")) {
        for (;;) {
            std::size_t line = 0;
            while ((line = buffer_.find("\r\n")) == std::string::npos) {
                if (!readMore())
                    break;
            }
            std::size_t size = 0;
            if (line == std::string::npos ||
                std::from_chars(buffer_.data(), buffer_.data() + line, size, 16).ec != std::errc{})
                break;
            while (buffer_.size() < line + 4 + size && readMore()) {
            }
            if (buffer_.size() < line + 4 + size)
                break;
            response.body.append(buffer_, line + 2, size);
            buffer_.erase(0, line + 4 + size);
            if (size == 0) {
                response.complete = true;
                break;
            }
        }
    } else {
        std::size_t length = 0;
        const std::string announced = response.header("Content-Length");
        std::from_chars(announced.data(), announced.data() + announced.size(), length);
        while (buffer_.size() < length && readMore()) {
        }
        response.complete = buffer_.size() >= length && !announced.empty();
        response.body = buffer_.substr(0, length);
        buffer_.erase(0, response.body.size());
    }
    response.closed = closed_;
    return response;
}

RawResponse RawConnection::request(std::string_view method, std::string_view target,
                                   const RawHeaders& headers, std::string_view body) {
    std::string text;
    text.append(method).append(" ").append(target).append(" HTTP/1.1\r\nHost: localhost\r\n");
    bool lengthGiven = false;
    for (const auto& [name, value] : headers) {
        text.append(name).append(": ").append(value).append("\r\n");
        lengthGiven = lengthGiven || sameName(name, "Content-Length");
    }
    if (!lengthGiven && (!body.empty() || method == "POST"))
        text.append("Content-Length: ").append(std::to_string(body.size())).append("\r\n");
    text.append("\r\n").append(body);
    if (!sendBytes(text))
        closed_ = true; // an early answer may still be waiting
    return readResponse(method == "HEAD");
}

RawResponse rawRequest(std::uint16_t port, std::string_view method, std::string_view target,
                       const RawHeaders& headers, std::string_view body) {
    RawConnection connection(port);
    if (!connection.connected())
        return {};
    return connection.request(method, target, headers, body);
}

} // namespace leadsheet::test
