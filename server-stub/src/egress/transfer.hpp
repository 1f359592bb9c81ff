// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/expected.hpp"
#include "egress/client.hpp"

#include <chrono>
#include <cstdint>
#include <curl/curl.h>
#include <memory>
#include <string>
#include <string_view>

namespace leadsheet::server::egress {

/// A URL the server may be asked to call, taken apart by the parser that will also send it.
struct Target {
    std::string url;  ///< normalised; numeric hosts in their usual spelling, no final dot
    std::string host; ///< lower case, without brackets
    std::uint16_t port = 0;
    bool https = false;
};

/// Refuses other schemes than https (and http, where that is allowed), user info, white space and
/// control characters, an empty host, port 0, more than 2,048 bytes. The error is a sentence for
/// the one who entered the URL. A fragment is dropped.
tl::expected<Target, std::string> parseTarget(std::string_view url, bool allowHttp);

/// Times left for one attempt at one address.
struct TransferTimes {
    std::chrono::milliseconds connect;
    std::chrono::milliseconds total;
};

/// One request to one address, as libcurl sees it. Used on the engine's thread; must not move.
class Transfer {
public:
    /// Request and target must outlive it.
    Transfer(const Request& request, const Target& target, const Address& address,
             const ClientOptions& options, TransferTimes times);
    ~Transfer();
    Transfer(const Transfer&) = delete;
    Transfer& operator=(const Transfer&) = delete;

    CURL* easy() const { return easy_; }

    /// What became of it; times are the caller's to fill in.
    Result finish(CURLcode code);
    /// Whether it failed before the other side could see anything.
    bool neverConnected(CURLcode code) const;
    bool mayHaveArrived() const;

private:
    static std::size_t onHeader(char* bytes, std::size_t size, std::size_t count, void* self);
    static std::size_t onBody(char* bytes, std::size_t size, std::size_t count, void* self);
    static curl_socket_t onOpen(void* self, curlsocktype purpose, curl_sockaddr* address);

    void setUp(const ClientOptions& options, TransferTimes times);
    void setHeaders();
    Failure failure(CURLcode code) const;

    const Request& request_;
    const Target& target_;
    const Address address_;
    CURL* const easy_;
    curl_slist* headers_ = nullptr;
    curl_slist* connectTo_ = nullptr;
    Response response_;
    std::size_t headerBytes_ = 0;
    bool headersTooLong_ = false;
};

} // namespace leadsheet::server::egress
