// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace leadsheet::app {

/// Texts by number in as little memory as they take: four bytes each and one or more for the
/// length. Addresses stay.
class TextTable {
public:
    void add(std::string_view text);
    std::size_t size() const { return size_; }
    std::string_view at(std::size_t index) const;
    /// Memory in use, each text counted at sixteen bytes more than its length. Stays below 4 GiB as
    /// long as the caller stops adding before.
    std::uint64_t keptBytes() const { return kept_; }

private:
    static constexpr std::size_t kBlockBytes = 256 * 1024;
    static constexpr std::size_t kOffsetsPerBlock = 64 * 1024;

    char* allocate(std::size_t bytes);
    void setOffset(std::size_t offset);

    // A text longer than a block has blocks of its own that lie behind each other.
    std::vector<char*> blocks_;
    std::vector<std::unique_ptr<char[]>> owners_;
    std::vector<std::unique_ptr<std::uint32_t[]>> offsets_;
    std::size_t size_ = 0;
    std::size_t used_ = kBlockBytes; // of the last block
    std::uint64_t kept_ = 0;
};

} // namespace leadsheet::app
