// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace leadsheet::app {

/// An unsigned little-endian number of `Bytes` bytes at `at`, which must lie within `bytes`.
template <std::size_t Bytes>
std::uint64_t littleEndian(std::string_view bytes, std::size_t at) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < Bytes; ++i)
        value |= std::uint64_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
    return value;
}

inline std::uint16_t little16(std::string_view bytes, std::size_t at) {
    return static_cast<std::uint16_t>(littleEndian<2>(bytes, at));
}
inline std::uint32_t little32(std::string_view bytes, std::size_t at) {
    return static_cast<std::uint32_t>(littleEndian<4>(bytes, at));
}
inline std::uint64_t little64(std::string_view bytes, std::size_t at) {
    return littleEndian<8>(bytes, at);
}

} // namespace leadsheet::app
