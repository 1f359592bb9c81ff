// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/row_source.hpp"

#include <filesystem>
#include <memory>
#include <string>

namespace leadsheet::app::test {

/// Opens a workbook and chooses how its rows are read: scanned where that can be, or parsed only.
SheetResult<std::unique_ptr<RowSource>> openXlsxBy(bool scans, const std::filesystem::path& path,
                                                   const SheetOptions& options = {});

/// All that a source gives: the cells of every sheet with kinds and exact numbers, what is known of
/// sheets and columns, counters, and errors with place and message.
std::string everythingIn(const SheetResult<std::unique_ptr<RowSource>>& source);

/// Where the two ways of reading a workbook differ: both sides of the first line, or nothing.
std::string differenceOfPaths(const std::filesystem::path& path, const SheetOptions& options = {});

} // namespace leadsheet::app::test
