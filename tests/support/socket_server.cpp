// SPDX-License-Identifier: Apache-2.0
#include "socket_server.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>

namespace leadsheet::test {

std::size_t Connection::readSome(char* data, std::size_t size) {
    const auto got =
        ssl_ ? SSL_read(ssl_, data, static_cast<int>(size)) : ::recv(socket_, data, size, 0);
    return got > 0 ? static_cast<std::size_t>(got) : 0;
}

std::string Connection::readRequest() {
    std::array<char, 4096> chunk{};
    std::size_t need = std::string::npos;
    while (true) {
        const auto end = pending_.find("\r\n\r\n");
        if (end != std::string::npos && need == std::string::npos) {
            const auto length = pending_.find("Content-Length: ");
            need = end + 4;
            if (length < end)
                need += static_cast<std::size_t>(std::atoi(pending_.c_str() + length + 16));
        }
        if (need != std::string::npos && pending_.size() >= need) {
            std::string request = pending_.substr(0, need);
            pending_.erase(0, need);
            return request;
        }
        const std::size_t got = readSome(chunk.data(), chunk.size());
        if (got == 0)
            return {};
        pending_.append(chunk.data(), got);
    }
}

void Connection::write(const std::string& bytes) {
    for (std::size_t at = 0; at < bytes.size();) {
        const auto sent =
            ssl_ ? SSL_write(ssl_, bytes.data() + at, static_cast<int>(bytes.size() - at))
                 : ::send(socket_, bytes.data() + at, bytes.size() - at, MSG_NOSIGNAL);
        if (sent <= 0)
            return;
        at += static_cast<std::size_t>(sent);
    }
}

void Connection::reset() {
    const linger abort{1, 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &abort, sizeof abort);
}

void Connection::waitForClose() {
    std::array<char, 256> chunk{};
    while (readSome(chunk.data(), chunk.size()) > 0) {
    }
}

SocketServer::SocketServer(Handler handler, ssl_ctx_st* tls)
    : handler_(std::move(handler))
    , tls_(tls)
    , listener_(::socket(AF_INET, SOCK_STREAM, 0)) {
    std::signal(SIGPIPE, SIG_IGN); // OpenSSL writes without MSG_NOSIGNAL
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    // The socket interface takes every kind of address through one pointer type.
    auto* generic = reinterpret_cast<sockaddr*>(&address);
    socklen_t size = sizeof address;
    if (::bind(listener_, generic, size) != 0 || ::listen(listener_, 64) != 0 ||
        ::getsockname(listener_, generic, &size) != 0)
        std::abort();
    port_ = ntohs(address.sin_port);
    acceptor_ = std::jthread([this](const std::stop_token& stop) { accept(stop); });
}

SocketServer::~SocketServer() {
    acceptor_.request_stop();
    ::shutdown(listener_, SHUT_RDWR);
    acceptor_.join();
    {
        const std::lock_guard lock(mutex_);
        for (const int socket : sockets_)
            ::shutdown(socket, SHUT_RDWR);
    }
    workers_.clear();
    ::close(listener_);
}

std::string SocketServer::url(const std::string& path) const {
    return (tls_ ? "https://127.0.0.1:" : "http://127.0.0.1:") + std::to_string(port_) + path;
}

void SocketServer::accept(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        const int socket = ::accept(listener_, nullptr, nullptr);
        if (socket < 0)
            continue;
        ++connections_;
        {
            const std::lock_guard lock(mutex_);
            sockets_.push_back(socket);
        }
        workers_.emplace_back([this, socket] { serve(socket); });
    }
}

void SocketServer::serve(int socket) {
    std::unique_ptr<SSL, decltype(&SSL_free)> ssl(tls_ ? SSL_new(tls_) : nullptr, &SSL_free);
    bool ready = true;
    if (ssl) {
        SSL_set_fd(ssl.get(), socket);
        ready = SSL_accept(ssl.get()) == 1;
    }
    if (ready) {
        Connection connection(socket, ssl.get());
        handler_(connection);
    }
    ssl.reset();
    const std::lock_guard lock(mutex_);
    std::erase(sockets_, socket);
    ::close(socket);
}

std::string httpAnswer(int status, const std::string& body, const std::string& headers) {
    return "HTTP/1.1 " + std::to_string(status) + " X\r\n" + headers +
           "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

} // namespace leadsheet::test
