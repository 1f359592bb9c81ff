// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <optional>
#include <utility>

namespace leadsheet::server::api {

/// A fixed number of places for requests that take much memory. Thread-safe.
class Slots {
public:
    explicit Slots(int count)
        : free_(count) {}

    /// Frees its place when it goes away. Must not outlive the Slots it came from.
    class Hold {
    public:
        explicit Hold(Slots& owner)
            : owner_(&owner) {}
        Hold(Hold&& other) noexcept
            : owner_(std::exchange(other.owner_, nullptr)) {}
        Hold& operator=(Hold&& other) noexcept {
            std::swap(owner_, other.owner_);
            return *this;
        }
        Hold(const Hold&) = delete;
        Hold& operator=(const Hold&) = delete;
        ~Hold() {
            if (owner_ != nullptr)
                owner_->free_.fetch_add(1);
        }

    private:
        Slots* owner_;
    };

    /// nullopt when all places are taken.
    std::optional<Hold> take() {
        if (free_.fetch_sub(1) > 0)
            return std::optional<Hold>(std::in_place, *this);
        free_.fetch_add(1);
        return std::nullopt;
    }

private:
    std::atomic<int> free_;
};

} // namespace leadsheet::server::api
