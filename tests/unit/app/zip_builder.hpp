// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::app::test {

/// One entry of an archive to build. What is set overrides the truth, so that archives can lie.
struct ZipPart {
    std::string name = {};
    std::string content = {};
    bool deflate = true;
    bool zip64 = false;          ///< sizes and offset in the extra field
    bool dataDescriptor = false; ///< sizes behind the data, as streaming writers do
    std::uint16_t flags = 0;
    std::optional<std::string> packed = {}; ///< instead of the packed content
    std::optional<std::uint64_t> claimedBytes = {};
    std::optional<std::uint64_t> claimedPacked = {};
    std::optional<std::uint64_t> claimedOffset = {};
    std::optional<std::uint32_t> crc = {};
    std::optional<std::uint16_t> method = {};
};

struct ZipTraits {
    std::string prefix = {};  ///< bytes in front; offsets count from behind them
    std::string comment = {}; ///< at the end
    bool zip64 = false;
    std::optional<std::uint64_t> claimedEntries = {};
    std::optional<std::uint64_t> claimedDirectoryBytes = {};
    std::optional<std::uint64_t> claimedDirectoryOffset = {};
};

std::string buildZip(const std::vector<ZipPart>& parts, const ZipTraits& traits = {});

/// Raw deflate data.
std::string deflated(std::string_view bytes);

} // namespace leadsheet::app::test
