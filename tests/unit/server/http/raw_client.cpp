// SPDX-License-Identifier: Apache-2.0
#include "raw_client.hpp"

#include <array>
#include <cerrno>
#include <netdb.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>
#include <utility>

namespace leadsheet::test {

RawClient::RawClient(std::uint16_t port, const char* address) {
    addrinfo hints{};
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV;
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    if (::getaddrinfo(address, std::to_string(port).c_str(), &hints, &found) != 0) {
        return;
    }
    descriptor_ = ::socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const timeval limit{60, 0};
    ::setsockopt(descriptor_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    ::setsockopt(descriptor_, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    if (::connect(descriptor_, found->ai_addr, found->ai_addrlen) != 0) {
        close();
    }
    ::freeaddrinfo(found);
}

RawClient::~RawClient() {
    close();
}

void RawClient::close() {
    if (descriptor_ >= 0) {
        ::close(std::exchange(descriptor_, -1));
    }
}

bool RawClient::send(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t count = ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (count <= 0) {
            return false;
        }
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

void RawClient::shutdownWrite() {
    ::shutdown(descriptor_, SHUT_WR);
}

void RawClient::reset() {
    const linger immediately{1, 0};
    ::setsockopt(descriptor_, SOL_SOCKET, SO_LINGER, &immediately, sizeof immediately);
    close();
}

bool RawClient::readSome() {
    std::array<char, 64 * 1024> buffer{};
    const ssize_t count = ::recv(descriptor_, buffer.data(), buffer.size(), 0);
    wasReset_ = wasReset_ || (count < 0 && errno == ECONNRESET);
    if (count <= 0) {
        return false;
    }
    received_.append(buffer.data(), static_cast<std::size_t>(count));
    return true;
}

std::string RawClient::readAll() {
    while (readSome()) {
    }
    return received_;
}

std::vector<ParsedAnswer> RawClient::readAnswers(std::size_t count,
                                                 const std::vector<std::size_t>& heads) {
    for (;;) {
        auto answers = parseAnswers(received_, heads);
        std::erase_if(answers, [](const ParsedAnswer& answer) { return answer.status < 200; });
        if ((answers.size() >= count && answers[count - 1].complete) || !readSome()) {
            return answers;
        }
    }
}

int RawClient::statusOf(std::uint16_t port, std::string_view bytes) {
    RawClient client(port);
    client.send(bytes);
    const auto answers = client.readAnswers(1);
    return answers.empty() ? 0 : answers.front().status;
}

std::string getRequest(const std::string& target, const std::string& fields) {
    return "GET " + target + " HTTP/1.1\r\nHost: a\r\n" + fields + "\r\n";
}

} // namespace leadsheet::test
