// SPDX-License-Identifier: Apache-2.0
#include "transport/curl_handle.hpp"

namespace leadsheet::detail {

std::unique_ptr<CurlHandle> CurlHandle::make() {
    static const CURLcode initialised = curl_global_init(CURL_GLOBAL_DEFAULT);
    if (initialised != CURLE_OK)
        return nullptr;
    std::unique_ptr<CurlHandle> handle(new CurlHandle);
    handle->multi_.reset(curl_multi_init());
    handle->easy_.reset(curl_easy_init());
    return handle->multi_ && handle->easy_ ? std::move(handle) : nullptr;
}

std::unique_ptr<CurlHandle> CurlHandlePool::take() {
    {
        const std::lock_guard lock(mutex_);
        if (!idle_.empty()) {
            auto handle = std::move(idle_.back());
            idle_.pop_back();
            return handle;
        }
    }
    return CurlHandle::make();
}

void CurlHandlePool::giveBack(std::unique_ptr<CurlHandle> handle) {
    const std::lock_guard lock(mutex_);
    if (idle_.size() < maxIdle_)
        idle_.push_back(std::move(handle));
}

} // namespace leadsheet::detail
