// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/results_file.hpp"

#include <filesystem>
#include <map>
#include <string>

namespace leadsheet::app::test {

/// "Placed", "LS-<row>", "$5.00", no code, no message, "k<row>".
std::optional<RowOutcome> placed(std::uint32_t row);

ResultsOptions withHeader(std::uint32_t row);

/// A part of an archive, unpacked; "missing: <name>" when there is none.
std::string partOf(const std::filesystem::path& archive, const std::string& part);
/// Name -> packed bytes of every part.
std::map<std::string, std::string> packedParts(const std::filesystem::path& archive);

/// Rows as "A1=text B1=text" lines, empty cells left out.
std::string cellsOf(const std::filesystem::path& workbook, std::size_t sheet = 0);

} // namespace leadsheet::app::test
