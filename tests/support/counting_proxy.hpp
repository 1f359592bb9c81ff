// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <arpa/inet.h>
#include <array>
#include <atomic>
#include <cstdint>
#include <netinet/in.h>
#include <poll.h>
#include <regex>
#include <stdexcept>
#include <string>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace leadsheet::test {

/// Stands between a store and its database server, and counts how often the store had to wait for
/// an answer before it went on: bytes of the client after bytes of the server.
class CountingProxy {
public:
    /// `direct` is the database's URI over TCP.
    explicit CountingProxy(const std::string& direct)
        : listener_(::socket(AF_INET, SOCK_STREAM, 0)) {
        std::smatch found;
        if (!std::regex_search(direct, found, std::regex(":(\\d+)/")))
            throw std::runtime_error(direct + " names no port");
        serverPort_ = std::stoi(found[1]);
        sockaddr_in address = loopback(0);
        auto* const plain = reinterpret_cast<sockaddr*>(&address);
        socklen_t size = sizeof address;
        if (::bind(listener_, plain, size) != 0 || ::listen(listener_, 64) != 0 ||
            ::getsockname(listener_, plain, &size) != 0)
            throw std::runtime_error("the proxy cannot listen");
        uri_ = found.prefix().str() + ":" + std::to_string(ntohs(address.sin_port)) + "/" +
               found.suffix().str();
        // Encryption would split what is sent.
        uri_ += (uri_.find('?') == std::string::npos ? "?" : "&") +
                std::string("sslmode=disable&gssencmode=disable");
        threads_.emplace_back([this] { accept(); });
    }
    ~CountingProxy() {
        ending_ = true;
        ::shutdown(listener_, SHUT_RDWR);
        for (std::size_t i = 0; i < threads_.size(); ++i)
            threads_[i].join();
        ::close(listener_);
    }
    CountingProxy(const CountingProxy&) = delete;
    CountingProxy& operator=(const CountingProxy&) = delete;

    const std::string& uri() const { return uri_; }
    std::int64_t trips() const { return trips_; }

private:
    static sockaddr_in loopback(int port) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(static_cast<std::uint16_t>(port));
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        return address;
    }

    void accept() {
        std::vector<std::thread> relays;
        while (true) {
            const int client = ::accept(listener_, nullptr, nullptr);
            if (client < 0 || ending_)
                break;
            relays.emplace_back([this, client] { relay(client); });
        }
        for (std::thread& relay : relays)
            relay.join();
    }

    void relay(int client) {
        const int server = ::socket(AF_INET, SOCK_STREAM, 0);
        sockaddr_in address = loopback(serverPort_);
        bool open = ::connect(server, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
        bool answered = true;
        std::array<char, 65'536> buffer{};
        while (open) {
            std::array<pollfd, 2> waiting{pollfd{client, POLLIN, 0}, pollfd{server, POLLIN, 0}};
            if (::poll(waiting.data(), waiting.size(), -1) < 0)
                break;
            const bool asks = waiting[0].revents != 0;
            const ssize_t got = ::recv(asks ? client : server, buffer.data(), buffer.size(), 0);
            if (got <= 0)
                break;
            // The end of a read goes out by itself or with the next one; nobody waits for it.
            const bool isEnd = asks && got == 5 && buffer[0] == 'S';
            if (asks && answered && !isEnd)
                ++trips_;
            answered = !asks || isEnd;
            open = ::send(asks ? server : client, buffer.data(), static_cast<std::size_t>(got),
                          MSG_NOSIGNAL) == got;
        }
        ::close(server);
        ::close(client);
    }

    int serverPort_ = 0;
    const int listener_;
    std::string uri_;
    std::atomic<bool> ending_{false};
    std::atomic<std::int64_t> trips_{0};
    std::vector<std::thread> threads_;
};

} // namespace leadsheet::test
