// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace leadsheet::app::test {

/// The rows of a sheet part, a line each, then merged cells, hidden columns, and the error.
struct PartRead {
    std::string text;
    std::uint64_t scannedRows = 0;
};
/// Reads it in steps of so many bytes, scanned where that can be or parsed only.
PartRead readSheetPart(std::string_view part, std::size_t step, bool scans);

} // namespace leadsheet::app::test
