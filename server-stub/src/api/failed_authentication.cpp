// SPDX-License-Identifier: Apache-2.0
#include "api/failed_authentication.hpp"

#include <algorithm>

namespace leadsheet::server::api {

std::optional<std::chrono::seconds> FailedAuthentication::record(const std::string& address,
                                                                 domain::Timestamp now) {
    const std::lock_guard lock(mutex_);
    const auto ended = [&](const Window& window) {
        return now < window.start || now - window.start >= policy_.window;
    };
    if (windows_.size() >= kMaxAddresses && !windows_.contains(address)) {
        // Swept once a window at most, so that many addresses cost no more than few.
        if (now < swept_ || now - swept_ >= policy_.window) {
            std::erase_if(windows_, [&](const auto& entry) { return ended(entry.second); });
            swept_ = now;
        }
        if (windows_.size() >= kMaxAddresses)
            windows_.erase(windows_.begin());
    }
    Window& window = windows_.try_emplace(address, Window{now, 0}).first->second;
    if (ended(window))
        window = Window{now, 0};
    if (window.failures < policy_.quota) {
        ++window.failures;
        return std::nullopt;
    }
    const auto left = window.start + policy_.window - now;
    return std::max(std::chrono::ceil<std::chrono::seconds>(left), std::chrono::seconds(1));
}

} // namespace leadsheet::server::api
