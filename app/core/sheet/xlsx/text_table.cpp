// SPDX-License-Identifier: Apache-2.0
#include "sheet/xlsx/text_table.hpp"

#include <array>
#include <cstring>

namespace leadsheet::app {

void TextTable::add(std::string_view text) {
    // The length comes first, seven bits a byte.
    std::array<char, 10> length{};
    std::size_t lengthBytes = 0;
    for (std::size_t rest = text.size();; rest >>= 7) {
        const bool more = rest >= 0x80;
        length[lengthBytes++] = static_cast<char>((rest & 0x7F) | (more ? 0x80 : 0));
        if (!more)
            break;
    }
    char* const place = allocate(lengthBytes + text.size());
    std::memcpy(place, length.data(), lengthBytes);
    if (!text.empty())
        std::memcpy(place + lengthBytes, text.data(), text.size());
    kept_ += text.size() + 16;
}

char* TextTable::allocate(std::size_t bytes) {
    if (kBlockBytes - used_ < bytes) {
        const std::size_t blocks = (bytes + kBlockBytes - 1) / kBlockBytes;
        kept_ += kBlockBytes - used_;
        owners_.emplace_back(new char[blocks * kBlockBytes]);
        for (std::size_t i = 0; i < blocks; ++i)
            blocks_.push_back(owners_.back().get() + i * kBlockBytes);
        used_ = 0;
        setOffset((blocks_.size() - blocks) * kBlockBytes);
        used_ = bytes - (blocks - 1) * kBlockBytes;
        return owners_.back().get();
    }
    char* const place = blocks_.back() + used_;
    setOffset((blocks_.size() - 1) * kBlockBytes + used_);
    used_ += bytes;
    return place;
}

void TextTable::setOffset(std::size_t offset) {
    if (size_ % kOffsetsPerBlock == 0)
        offsets_.emplace_back(new std::uint32_t[kOffsetsPerBlock]);
    offsets_.back()[size_ % kOffsetsPerBlock] = static_cast<std::uint32_t>(offset);
    ++size_;
}

std::string_view TextTable::at(std::size_t index) const {
    const std::size_t offset = offsets_[index / kOffsetsPerBlock][index % kOffsetsPerBlock];
    const char* place = blocks_[offset / kBlockBytes] + offset % kBlockBytes;
    std::size_t length = 0;
    for (unsigned shift = 0;; shift += 7) {
        const auto byte = static_cast<unsigned char>(*place++);
        length |= static_cast<std::size_t>(byte & 0x7F) << shift;
        if (byte < 0x80)
            return {place, length};
    }
}

} // namespace leadsheet::app
