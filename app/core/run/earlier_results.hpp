// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/results_file.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace leadsheet::app {

/// What a results file that is about to be replaced says of the rows of a sheet: for those of which
/// nothing better is known. A row counts as the same while the cells that are not ours are equal.
class EarlierResults {
public:
    /// A file that is not there, or not ours, says nothing. The sheet may be the file itself.
    EarlierResults(const std::filesystem::path& file, const std::filesystem::path& sheet,
                   const SheetOptions& options);
    ~EarlierResults();

    /// The tabs with results in them, as they are numbered in the sheet.
    std::vector<ResultsTab> tabs() const;
    bool isOurs() const { return isOurs_; }
    /// Of that row of the sheet; within a tab, rows must be asked for in ascending order.
    std::optional<RowOutcome> of(std::size_t sheet, std::uint32_t row);

private:
    class Tab;

    std::filesystem::path file_;
    std::filesystem::path sheet_;
    SheetOptions options_;
    std::map<std::size_t, std::unique_ptr<Tab>> tabs_;
    bool isOurs_ = false;
};

} // namespace leadsheet::app
