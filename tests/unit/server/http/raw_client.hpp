// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "connection_harness.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace leadsheet::test {

/// A blocking TCP client on loopback that sends exactly what it is told. Every wait ends after a
/// minute.
class RawClient {
public:
    explicit RawClient(std::uint16_t port, const char* address = "127.0.0.1");
    ~RawClient();
    RawClient(const RawClient&) = delete;
    RawClient& operator=(const RawClient&) = delete;

    bool isConnected() const noexcept { return descriptor_ >= 0; }
    bool send(std::string_view bytes);
    void shutdownWrite();
    /// Closes with a TCP reset.
    void reset();

    /// Reads until the server closes. `wasReset` tells whether it did so by a reset.
    std::string readAll();
    /// Reads until `count` final answers are complete (or the server closes).
    std::vector<ParsedAnswer> readAnswers(std::size_t count,
                                          const std::vector<std::size_t>& heads = {});
    bool wasReset() const noexcept { return wasReset_; }

    /// Status of the only answer to `bytes` on a connection of its own; 0 = none.
    static int statusOf(std::uint16_t port, std::string_view bytes);

private:
    bool readSome();
    void close();

    int descriptor_ = -1;
    bool wasReset_ = false;
    std::string received_;
};

/// A GET request with a Host.
std::string getRequest(const std::string& target, const std::string& fields = {});

} // namespace leadsheet::test
