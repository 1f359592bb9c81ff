// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/transport.hpp"

#include <curl/curl.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <memory>
#include <mutex>
#include <stop_token>
#include <vector>

namespace leadsheet::detail {

struct EasyDeleter {
    void operator()(CURL* handle) const { curl_easy_cleanup(handle); }
};
struct MultiDeleter {
    void operator()(CURLM* handle) const { curl_multi_cleanup(handle); }
};
struct ListDeleter {
    void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};
using HeaderList = std::unique_ptr<curl_slist, ListDeleter>;

/// An easy handle inside a multi handle of its own, which keeps the connections for reuse. The
/// multi handle is there for curl_multi_wakeup: a blocking easy handle cannot be interrupted.
class CurlHandle {
public:
    /// Null when libcurl is out of memory.
    static std::unique_ptr<CurlHandle> make();

    CURL* easy() const { return easy_.get(); }
    CURLM* multi() const { return multi_.get(); }

private:
    CurlHandle() = default;
    std::unique_ptr<CURLM, MultiDeleter> multi_; ///< destroyed after the easy handle
    std::unique_ptr<CURL, EasyDeleter> easy_;
};

/// Idle handles, last in first out, so that few connections stay warm. Thread-safe.
class CurlHandlePool {
public:
    explicit CurlHandlePool(std::size_t maxIdle)
        : maxIdle_(maxIdle) {}

    std::unique_ptr<CurlHandle> take();
    void giveBack(std::unique_ptr<CurlHandle> handle);

private:
    const std::size_t maxIdle_;
    std::mutex mutex_;
    std::vector<std::unique_ptr<CurlHandle>> idle_;
};

/// One request on one handle: sets the options, drives the transfer, and says precisely how it
/// ended.
class CurlExchange {
public:
    /// With a sink the body of a 2xx answer goes there.
    CurlExchange(CurlHandle& handle, const TransportOptions& options, const HttpRequest& request,
                 ByteSink* sink = nullptr)
        : handle_(handle)
        , options_(options)
        , request_(request)
        , sink_(sink) {}

    Exchange run(const std::stop_token& stop);

private:
    static std::size_t onHeader(char* data, std::size_t size, std::size_t count, void* self);
    static std::size_t onBody(char* data, std::size_t size, std::size_t count, void* self);
    static int onRequest(void* self, char* serverAddress, char* ownAddress, int serverPort,
                         int ownPort);
    static curl_socket_t onSocket(void* self, curlsocktype purpose, curl_sockaddr* address);
    void preparePublicOnly();
    bool takeHeaderLine(std::string_view line);
    bool takeStatusLine(std::string_view line);
    bool takeLength(std::string_view value);
    bool takeBody(std::string_view bytes);

    bool prepare();
    void prepareConnection();
    void prepareProxy();
    bool prepareHeaders();
    CURLcode drive(const std::stop_token& stop);
    Exchange outcome(CURLcode code, const std::stop_token& stop);
    /// Whether the connection that failed was one to a proxy.
    bool triedProxy() const;
    TransportFailure classify(CURLcode code, const std::stop_token& stop) const;
    Progress progress() const;

    CurlHandle& handle_;
    const TransportOptions& options_;
    const HttpRequest& request_;
    ByteSink* sink_;
    HeaderList headerList_;
    std::array<char, CURL_ERROR_SIZE> errorText_{};
    HttpResponse response_;
    std::optional<std::string> length_; ///< Content-Length of the answer
    std::string invalid_;               ///< what libcurl would let pass
    std::size_t headerBytes_ = 0;
    int timesSent_ = 0; ///< libcurl sends again by itself when a kept connection turns out dead
    bool headerComplete_ = false;
    bool tooLarge_ = false;
    bool headerTooLarge_ = false;
    bool addressRefused_ = false;
    bool outOfMemory_ = false;
    bool sinkRefused_ = false;
};

} // namespace leadsheet::detail
