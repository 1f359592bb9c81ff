// SPDX-License-Identifier: Apache-2.0
#include "sheet/text_arena.hpp"

#include <algorithm>
#include <cstring>

namespace leadsheet::app {
namespace {

constexpr std::size_t kArenaBlock = 64 * 1024;

} // namespace

char* TextArena::allocate(std::size_t bytes) {
    if (blocks_.empty() || blocks_.back().size - used_ < bytes) {
        const std::size_t size = std::max(bytes, kArenaBlock);
        blocks_.push_back({std::unique_ptr<char[]>(new char[size]), size});
        used_ = 0;
    }
    char* const place = blocks_.back().data.get() + used_;
    used_ += bytes;
    return place;
}

std::string_view TextArena::keep(std::string_view text) {
    if (text.empty())
        return {};
    char* const place = allocate(text.size());
    std::memcpy(place, text.data(), text.size());
    return {place, text.size()};
}

void TextArena::reset() {
    // One ordinary block is kept, so that a usual row allocates nothing.
    const bool ordinary = !blocks_.empty() && blocks_.front().size == kArenaBlock;
    blocks_.resize(ordinary ? 1 : 0);
    used_ = 0;
}

} // namespace leadsheet::app
