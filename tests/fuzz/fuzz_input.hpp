// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace leadsheet::test {

/// Takes values from the front of an input; an input that is used up gives zeros and empty texts.
class FuzzInput {
public:
    explicit FuzzInput(std::string_view bytes)
        : rest_(bytes) {}

    bool empty() const { return rest_.empty(); }
    std::string_view rest() const { return rest_; }

    std::string_view take(std::size_t most) {
        const std::string_view taken = rest_.substr(0, most);
        rest_.remove_prefix(taken.size());
        return taken;
    }
    std::uint8_t byte() {
        const std::string_view one = take(1);
        return one.empty() ? std::uint8_t{0} : static_cast<std::uint8_t>(one.front());
    }
    /// Big endian.
    std::uint64_t number(std::size_t bytes) {
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < bytes; ++i)
            value = (value << 8U) | byte();
        return value;
    }
    /// Up to the line feed, which is taken too; all that is left when there is none.
    std::string_view line() {
        const std::string_view text = rest_.substr(0, rest_.find('\n'));
        rest_.remove_prefix(std::min(text.size() + 1, rest_.size()));
        return text;
    }

private:
    std::string_view rest_;
};

} // namespace leadsheet::test
