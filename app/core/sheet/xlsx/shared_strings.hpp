// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sheet/xlsx/package.hpp"
#include "sheet/xlsx/text_table.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace leadsheet::app {

/// The shared strings part (ECMA-376 part 1, 18.4), read only as far as the highest number asked
/// for: programs number texts by first use, so a preview needs the start of the part alone. Rich
/// text is joined, phonetic text left out. Not thread-safe.
class SharedStrings {
public:
    /// `entry` null: the workbook has none. `package` must outlive this.
    SharedStrings(const Package& package, const ZipEntry* entry);
    ~SharedStrings();

    /// The text of a number; valid as long as this. Errors name part and line where they can, the
    /// cell is for the caller to add.
    SheetResult<std::string_view> text(std::uint32_t index);
    /// Texts read so far.
    std::size_t size() const { return table_.size(); }

private:
    struct Pass;

    SheetResult<void> readOn();
    SheetResult<void> checkProgress(std::size_t before);

    Package package_;
    const ZipEntry* entry_;
    TextTable table_;
    std::unique_ptr<Pass> pass_; // over the part, from the first question on
    bool ended_ = false;
    std::optional<SheetError> failure_;
};

} // namespace leadsheet::app
