// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <curl/curl.h>

#include <cstddef>
#include <memory>
#include <mutex>
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

} // namespace leadsheet::detail
