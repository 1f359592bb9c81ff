// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace leadsheet::app {

/// The CRC-32 of ZIP archives over bytes that come in pieces: `before` is that of the pieces
/// before, 0 at first.
std::uint32_t checksumOf(std::string_view bytes, std::uint32_t before = 0);

} // namespace leadsheet::app
