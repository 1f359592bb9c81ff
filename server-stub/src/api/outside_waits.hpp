// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace leadsheet::server::api {

/// Bounds the handlers that wait for somebody outside (a name server, an outreach platform) or for
/// long work, all together and of one account: the other threads go on answering, whoever hangs.
/// Thread-safe.
class OutsideWaits {
public:
    /// Of `threads` that run handlers at most a quarter waits, and at least one may.
    explicit OutsideWaits(std::size_t threads)
        : most_(std::max<std::size_t>(threads / 4, 1)) {}

    static constexpr std::size_t kMostPerAccount = 4;

    /// Frees its place when it goes away. Must not outlive the OutsideWaits it came from.
    class Hold {
    public:
        Hold(OutsideWaits& owner, std::string account)
            : owner_(&owner)
            , account_(std::move(account)) {}
        Hold(Hold&& other) noexcept
            : owner_(std::exchange(other.owner_, nullptr))
            , account_(std::move(other.account_)) {}
        Hold& operator=(Hold&& other) noexcept {
            std::swap(owner_, other.owner_);
            std::swap(account_, other.account_);
            return *this;
        }
        Hold(const Hold&) = delete;
        Hold& operator=(const Hold&) = delete;
        ~Hold() {
            if (owner_ != nullptr)
                owner_->release(account_);
        }

    private:
        OutsideWaits* owner_;
        std::string account_;
    };

    /// nullopt when every place, or every place of the account, is taken.
    std::optional<Hold> take(const std::string& account) {
        const std::lock_guard lock(mutex_);
        const auto found = waiting_.find(account);
        if (taken_ >= most_ || (found != waiting_.end() && found->second >= kMostPerAccount))
            return std::nullopt;
        ++taken_;
        ++waiting_[account];
        return std::optional<Hold>(std::in_place, *this, account);
    }

private:
    void release(const std::string& account) {
        const std::lock_guard lock(mutex_);
        --taken_;
        const auto found = waiting_.find(account);
        if (--found->second == 0)
            waiting_.erase(found);
    }

    const std::size_t most_;
    std::mutex mutex_;
    std::size_t taken_ = 0;
    std::map<std::string, std::size_t> waiting_;
};

} // namespace leadsheet::server::api
