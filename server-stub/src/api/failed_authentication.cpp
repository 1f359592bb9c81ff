// SPDX-License-Identifier: Apache-2.0
#include "api/failed_authentication.hpp"

#include <algorithm>
#include <utility>

namespace leadsheet::server::api {

Problem challenge(contract::ErrorCode code, std::string detail) {
    Problem problem{code, std::move(detail), {}, {}, {}};
    problem.headers.push_back(
        {"WWW-Authenticate",
         "Bearer realm=\"leadsheet\", ApiKey realm=\"leadsheet\", header=\"x-api-key\""});
    return problem;
}

Problem revokedKey() {
    return challenge(contract::ErrorCode::RevokedApiKey,
                     "The API key was revoked. Use another key of the account.");
}

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
