// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>

namespace leadsheet::server::http {

/// Bytes on their way to the client, without copying large bodies.
class OutputQueue {
public:
    void append(std::string bytes) {
        if (bytes.empty()) {
            return;
        }
        size_ += bytes.size();
        if (!pieces_.empty() && bytes.size() < kJoinBelow && pieces_.back().size() < kJoinBelow) {
            pieces_.back() += bytes;
        } else {
            pieces_.push_back(std::move(bytes));
        }
    }

    /// The next contiguous bytes; empty when there are none.
    std::string_view front() const noexcept {
        return pieces_.empty() ? std::string_view()
                               : std::string_view(pieces_.front()).substr(offset_);
    }

    void consume(std::size_t count) {
        size_ -= count;
        offset_ += count;
        if (!pieces_.empty() && offset_ == pieces_.front().size()) {
            pieces_.pop_front();
            offset_ = 0;
        }
    }

    void clear() {
        pieces_.clear();
        offset_ = 0;
        size_ = 0;
    }

    std::size_t size() const noexcept { return size_; }
    bool empty() const noexcept { return size_ == 0; }

private:
    /// Small pieces are joined, so that head and body of a small answer leave in one packet.
    static constexpr std::size_t kJoinBelow = std::size_t{16} * 1024;

    std::deque<std::string> pieces_;
    std::size_t offset_ = 0;
    std::size_t size_ = 0;
};

} // namespace leadsheet::server::http
