// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/row_source.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

namespace leadsheet::app {

struct SpoolLimits {
    std::size_t memoryBytes = std::size_t{4} << 20;  ///< rows beyond this go to a file
    std::size_t decodedBytes = std::size_t{8} << 20; ///< of blocks kept ready for reading
    std::size_t blockBytes = std::size_t{64} << 10;  ///< a row that is larger has its own block
    std::uint32_t blockRows = 256;
    std::uint32_t firstBlockRows = 64; ///< so that the first screen is there at once
};

namespace detail {
struct SpoolBlock;
}

/// A row of a spool. Its texts live as long as it (or a copy of it) does.
class SpooledRow {
public:
    std::uint32_t number() const { return number_; } ///< as a person sees it
    bool hidden() const;
    bool blank() const;
    /// Displayed text; empty where the row has no cell.
    std::string_view textAt(std::uint32_t column) const;

private:
    friend class RowSpool;
    std::shared_ptr<const detail::SpoolBlock> block_;
    std::size_t record_ = 0;
    std::uint32_t number_ = 0;
};

/// What a sheet displays, for looking at any row at any time in bounded memory: small sheets in
/// memory, others in a file that has no name and so is gone with the process, however that ends.
/// One thread appends while others read; rows can be read once rows() counts them.
class RowSpool {
public:
    /// `folder` must exist; the file, when one is needed, is made there, readable by nobody else.
    explicit RowSpool(std::filesystem::path folder, const SpoolLimits& limits = {});
    ~RowSpool();
    RowSpool(const RowSpool&) = delete;
    RowSpool& operator=(const RowSpool&) = delete;

    /// Adds the next row; rows must ascend. Blank rows are kept between others, not at the end.
    /// After StorageFull or StorageError the rows before stay readable and nothing can be added.
    [[nodiscard]] SheetResult<void> append(const RowView& row);
    /// Makes the last appended rows readable.
    [[nodiscard]] SheetResult<void> flush();

    /// Rows that can be read; grows only.
    std::uint64_t rows() const;
    /// Cells of the widest row so far.
    std::uint32_t columns() const;
    /// Number of the last readable row; 0 without rows.
    std::uint32_t lastNumber() const;
    /// The row at `index`, which must be below rows(). Fails when the file cannot be read.
    [[nodiscard]] SheetResult<SpooledRow> row(std::uint64_t index) const;
    /// Index of the row with this number; absent when the sheet has none.
    std::optional<std::uint64_t> indexOf(std::uint32_t number) const;

    /// Bytes of rows held in memory, decoded ones included.
    std::size_t memoryUsed() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

struct SpoolProgress {
    std::uint64_t rows = 0;
    std::uint64_t bytesRead = 0;
    std::uint64_t bytesTotal = 0; ///< 0 = unknown
};

/// What is known of a sheet once all of its rows were read.
struct SpooledSheet {
    SheetStats stats;
    std::vector<std::uint32_t> hiddenColumns;
    std::vector<CellRange> mergedRanges;
};

/// Reads the open tab of `source` to its end. `progress` is called in this thread, at most once for
/// a block of rows. On failure and on Cancelled the rows read so far are readable.
[[nodiscard]] SheetResult<SpooledSheet>
spoolRows(RowSource& source, RowSpool& spool,
          const std::function<void(const SpoolProgress&)>& progress = {},
          const std::stop_token& stop = {});

} // namespace leadsheet::app
