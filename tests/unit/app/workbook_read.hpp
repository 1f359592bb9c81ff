// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/row_source.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace leadsheet::app::test {

/// What a source gives, a line a row: "3*2 hidden A=text:abc C=number:5". A formula's value has
/// "=" before it. Ends in "error NAME" when the read failed.
struct WorkbookRead {
    std::string text;
    SheetError error;
    bool failed = false;
    SheetStats stats;
    std::vector<SheetInfo> sheets;
    std::vector<std::uint32_t> hiddenColumns;
    std::vector<CellRange> merged;
};
WorkbookRead readWorkbookFile(const std::filesystem::path& path, const SheetOptions& options = {},
                              std::size_t sheet = 0);
/// The same of a source that is open.
WorkbookRead readSource(SheetResult<std::unique_ptr<RowSource>> source, std::size_t sheet = 0);
std::string rowText(const RowView& row);

} // namespace leadsheet::app::test
