// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace leadsheet::server::api {

/// The idempotency keys that this process is working on. A second process on the same database is
/// kept apart by the transaction that stores the answer. Thread-safe.
class InFlight {
public:
    /// Releases its key when it goes away. Must not outlive the InFlight it came from.
    class Hold {
    public:
        Hold(InFlight& owner, std::string key)
            : owner_(&owner)
            , key_(std::move(key)) {}
        Hold(Hold&& other) noexcept
            : owner_(std::exchange(other.owner_, nullptr))
            , key_(std::move(other.key_)) {}
        Hold& operator=(Hold&& other) noexcept {
            std::swap(owner_, other.owner_);
            std::swap(key_, other.key_);
            return *this;
        }
        Hold(const Hold&) = delete;
        Hold& operator=(const Hold&) = delete;
        ~Hold() {
            if (owner_ != nullptr)
                owner_->release(key_);
        }

    private:
        InFlight* owner_;
        std::string key_;
    };

    /// nullopt when a request with this key is running.
    std::optional<Hold> acquire(const std::string& key) {
        const std::lock_guard lock(mutex_);
        if (!keys_.insert(key).second)
            return std::nullopt;
        return std::optional<Hold>(std::in_place, *this, key);
    }

private:
    void release(const std::string& key) {
        const std::lock_guard lock(mutex_);
        keys_.erase(key);
    }

    std::mutex mutex_;
    std::set<std::string> keys_;
};

} // namespace leadsheet::server::api
