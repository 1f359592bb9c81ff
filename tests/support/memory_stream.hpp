// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sheet/byte_stream.hpp"

#include <string>
#include <utility>

namespace leadsheet::app::test {

/// A ByteStream over bytes in memory.
class MemoryStream final : public ByteStream {
public:
    explicit MemoryStream(std::string bytes)
        : bytes_(std::move(bytes)) {}

    SheetResult<std::size_t> read(std::span<char> into) override {
        const std::size_t count = bytes_.copy(into.data(), into.size(), at_);
        at_ += count;
        return count;
    }
    std::uint64_t position() const override { return at_; }
    SheetResult<void> rewind() override {
        at_ = 0;
        return {};
    }

private:
    std::string bytes_;
    std::size_t at_ = 0;
};

} // namespace leadsheet::app::test
