// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sheet/xlsx/package.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::app {

/// Texts by number in as little memory as they take: four bytes each and one or more for the
/// length. Addresses stay.
class TextTable {
public:
    void add(std::string_view text);
    std::size_t size() const { return size_; }
    std::string_view at(std::size_t index) const;
    /// Memory in use, each text counted at sixteen bytes more than its length. Stays below 4 GiB as
    /// long as the caller stops adding before.
    std::uint64_t keptBytes() const { return kept_; }

private:
    static constexpr std::size_t kBlockBytes = 256 * 1024;
    static constexpr std::size_t kOffsetsPerBlock = 64 * 1024;

    char* allocate(std::size_t bytes);
    void setOffset(std::size_t offset);

    // A text longer than a block has blocks of its own that lie behind each other.
    std::vector<char*> blocks_;
    std::vector<std::unique_ptr<char[]>> owners_;
    std::vector<std::unique_ptr<std::uint32_t[]>> offsets_;
    std::size_t size_ = 0;
    std::size_t used_ = kBlockBytes; // of the last block
    std::uint64_t kept_ = 0;
};

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
