// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/row_spool.hpp"

#include "leadsheet/app/row_source.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/try.hpp"
#include "spool/spool_store.hpp"

#include <algorithm>
#include <cstdint>
#include <list>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::app {

namespace say = messages::sheet;

namespace detail {

/// One row, or several identical ones in a row, of a block.
struct SpoolRecord {
    std::uint32_t number = 0;
    std::uint32_t repeat = 1;
    std::uint32_t firstCell = 0; ///< in SpoolBlock::cells
    std::uint32_t cellCount = 0;
    std::uint64_t offset = 0; ///< rows of the block before it
    bool hidden = false;
};

struct SpoolCell {
    std::uint32_t column = 0;
    std::uint32_t start = 0; ///< in SpoolBlock::bytes
    std::uint32_t length = 0;
};

/// A decoded block: the bytes as they were written and where everything is in them.
struct SpoolBlock {
    std::string bytes;
    std::vector<SpoolRecord> records;
    std::vector<SpoolCell> cells;

    std::size_t memory() const;
    /// The record that holds the row `offset` rows after the block's first.
    std::size_t recordAt(std::uint64_t offset) const;
    std::string_view textAt(const SpoolRecord& record, std::uint32_t column) const;
};

namespace {

void putNumber(std::string& bytes, std::uint64_t value) {
    while (value >= 0x80) {
        bytes.push_back(static_cast<char>((value & 0x7F) | 0x80));
        value >>= 7;
    }
    bytes.push_back(static_cast<char>(value));
}

std::uint32_t takeNumber(std::string_view bytes, std::size_t& at) {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
        const auto byte = static_cast<unsigned char>(bytes[at++]);
        value |= std::uint64_t{byte & 0x7FU} << shift;
        if ((byte & 0x80U) == 0)
            return static_cast<std::uint32_t>(value);
    }
}

/// Appends a row to the bytes of a block; `cells` empty = a blank row.
void encodeRow(std::string& bytes, std::uint32_t number, std::uint32_t repeat, bool hidden,
               std::span<const Cell> cells) {
    const auto filled = std::count_if(cells.begin(), cells.end(),
                                      [](const Cell& cell) { return !cell.text.empty(); });
    putNumber(bytes, number);
    putNumber(bytes, repeat);
    putNumber(bytes, hidden ? 1 : 0);
    putNumber(bytes, static_cast<std::uint64_t>(filled));
    for (const Cell& cell : cells) {
        if (cell.text.empty())
            continue;
        putNumber(bytes, cell.column);
        putNumber(bytes, cell.text.size());
        bytes.append(cell.text);
    }
}

/// Only for bytes that encodeRow() made.
SpoolBlock decodeBlock(std::string bytes) {
    SpoolBlock block;
    std::size_t at = 0;
    std::uint64_t offset = 0;
    while (at < bytes.size()) {
        SpoolRecord record;
        record.number = takeNumber(bytes, at);
        record.repeat = takeNumber(bytes, at);
        record.hidden = takeNumber(bytes, at) != 0;
        record.cellCount = takeNumber(bytes, at);
        record.firstCell = static_cast<std::uint32_t>(block.cells.size());
        record.offset = offset;
        offset += record.repeat;
        for (std::uint32_t i = 0; i < record.cellCount; ++i) {
            SpoolCell cell;
            cell.column = takeNumber(bytes, at);
            cell.length = takeNumber(bytes, at);
            cell.start = static_cast<std::uint32_t>(at);
            at += cell.length;
            block.cells.push_back(cell);
        }
        block.records.push_back(record);
    }
    block.bytes = std::move(bytes);
    return block;
}

} // namespace

std::size_t SpoolBlock::memory() const {
    return sizeof(SpoolBlock) + bytes.capacity() + records.capacity() * sizeof(SpoolRecord) +
           cells.capacity() * sizeof(SpoolCell);
}

std::size_t SpoolBlock::recordAt(std::uint64_t offset) const {
    const auto after = std::upper_bound(
        records.begin(), records.end(), offset,
        [](std::uint64_t wanted, const SpoolRecord& record) { return wanted < record.offset; });
    return static_cast<std::size_t>(after - records.begin()) - 1;
}

std::string_view SpoolBlock::textAt(const SpoolRecord& record, std::uint32_t column) const {
    const auto first = cells.begin() + record.firstCell;
    const auto last = first + record.cellCount;
    const auto found =
        std::lower_bound(first, last, column, [](const SpoolCell& cell, std::uint32_t wanted) {
            return cell.column < wanted;
        });
    if (found == last || found->column != column)
        return {};
    return std::string_view(bytes).substr(found->start, found->length);
}

} // namespace detail

bool SpooledRow::hidden() const {
    return block_->records[record_].hidden;
}

bool SpooledRow::blank() const {
    return block_->records[record_].cellCount == 0;
}

std::string_view SpooledRow::textAt(std::uint32_t column) const {
    return block_->textAt(block_->records[record_], column);
}

struct RowSpool::Impl {
    using Block = std::shared_ptr<const detail::SpoolBlock>;

    struct Entry {
        std::uint64_t firstIndex;
        std::uint32_t firstNumber;
        std::uint64_t at;
        std::size_t size;
    };
    struct Ready {
        std::size_t entry;
        Block block;
    };
    struct Blank {
        std::uint32_t number;
        std::uint32_t repeat;
        bool hidden;
    };

    Impl(std::filesystem::path folder, const SpoolLimits& wanted)
        : limits(wanted)
        , store(std::move(folder), wanted.memoryBytes) {}

    void add(std::uint32_t number, std::uint32_t repeat, bool hidden, std::span<const Cell> cells);
    SheetResult<void> finishBlock();
    SheetResult<Block> block(std::size_t entry) const;

    SpoolLimits limits;
    detail::SpoolStore store;

    // The appending thread only.
    std::string open;
    std::uint64_t openRows = 0;
    std::uint32_t openFirst = 0;
    std::uint32_t openLast = 0;
    std::uint32_t openColumns = 0;
    std::vector<Blank> blanks; // wait for a row with text after them
    std::optional<SheetError> failed;

    mutable std::mutex mutex; // everything below
    std::vector<Entry> index;
    std::uint64_t rows = 0;
    std::uint32_t columns = 0;
    std::uint32_t lastNumber = 0;
    mutable std::list<Ready> ready; // last used first
    mutable std::size_t readyBytes = 0;
};

void RowSpool::Impl::add(std::uint32_t number, std::uint32_t repeat, bool hidden,
                         std::span<const Cell> cells) {
    if (openRows == 0)
        openFirst = number;
    detail::encodeRow(open, number, repeat, hidden, cells);
    openRows += repeat;
    openLast = number + repeat - 1;
    if (!cells.empty())
        openColumns = std::max(openColumns, cells.back().column + 1);
}

SheetResult<void> RowSpool::Impl::finishBlock() {
    if (openRows == 0)
        return {};
    const auto at = store.append(open);
    if (!at) {
        failed = at.error();
        return tl::unexpected(at.error());
    }
    const std::lock_guard lock(mutex);
    index.push_back({rows, openFirst, *at, open.size()});
    rows += openRows;
    columns = std::max(columns, openColumns);
    lastNumber = openLast;
    open.clear();
    openRows = 0;
    return {};
}

SheetResult<RowSpool::Impl::Block> RowSpool::Impl::block(std::size_t entry) const {
    Entry wanted{};
    {
        const std::lock_guard lock(mutex);
        const auto found = std::find_if(ready.begin(), ready.end(),
                                        [&](const Ready& kept) { return kept.entry == entry; });
        if (found != ready.end()) {
            ready.splice(ready.begin(), ready, found);
            return found->block;
        }
        wanted = index[entry];
    }
    LEADSHEET_TRY(auto bytes, store.read(wanted.at, wanted.size));
    auto decoded =
        std::make_shared<const detail::SpoolBlock>(detail::decodeBlock(std::move(bytes)));
    const std::lock_guard lock(mutex);
    ready.push_front({entry, decoded});
    readyBytes += decoded->memory();
    while (ready.size() > 1 && readyBytes > limits.decodedBytes) {
        readyBytes -= ready.back().block->memory();
        ready.pop_back();
    }
    return decoded;
}

RowSpool::RowSpool(std::filesystem::path folder, const SpoolLimits& limits)
    : impl_(std::make_unique<Impl>(std::move(folder), limits)) {}

RowSpool::~RowSpool() = default;

SheetResult<void> RowSpool::append(const RowView& row) {
    Impl& impl = *impl_;
    if (impl.failed)
        return tl::unexpected(*impl.failed);
    if (row.blank()) {
        auto& blanks = impl.blanks;
        if (!blanks.empty() && blanks.back().hidden == row.hidden &&
            blanks.back().number + blanks.back().repeat == row.row)
            blanks.back().repeat += row.repeat;
        else
            blanks.push_back({row.row, row.repeat, row.hidden});
        return {};
    }
    for (const auto& blank : impl.blanks)
        impl.add(blank.number, blank.repeat, blank.hidden, {});
    impl.blanks.clear();
    impl.add(row.row, row.repeat, row.hidden, row.cells);
    const std::uint32_t enough =
        impl.index.empty() ? impl.limits.firstBlockRows : impl.limits.blockRows;
    if (impl.openRows >= enough || impl.open.size() >= impl.limits.blockBytes)
        return impl.finishBlock();
    return {};
}

SheetResult<void> RowSpool::flush() {
    if (impl_->failed)
        return tl::unexpected(*impl_->failed);
    return impl_->finishBlock();
}

std::uint64_t RowSpool::rows() const {
    const std::lock_guard lock(impl_->mutex);
    return impl_->rows;
}

std::uint32_t RowSpool::columns() const {
    const std::lock_guard lock(impl_->mutex);
    return impl_->columns;
}

std::uint32_t RowSpool::lastNumber() const {
    const std::lock_guard lock(impl_->mutex);
    return impl_->lastNumber;
}

SheetResult<SpooledRow> RowSpool::row(std::uint64_t index) const {
    std::size_t entry = 0;
    std::uint64_t first = 0;
    {
        const std::lock_guard lock(impl_->mutex);
        const auto after = std::upper_bound(
            impl_->index.begin(), impl_->index.end(), index,
            [](std::uint64_t wanted, const Impl::Entry& one) { return wanted < one.firstIndex; });
        entry = static_cast<std::size_t>(after - impl_->index.begin()) - 1;
        first = impl_->index[entry].firstIndex;
    }
    LEADSHEET_TRY(auto block, impl_->block(entry));
    SpooledRow row;
    row.block_ = std::move(block);
    row.record_ = row.block_->recordAt(index - first);
    const detail::SpoolRecord& record = row.block_->records[row.record_];
    row.number_ = record.number + static_cast<std::uint32_t>(index - first - record.offset);
    return row;
}

std::optional<std::uint64_t> RowSpool::indexOf(std::uint32_t number) const {
    std::size_t entry = 0;
    std::uint64_t first = 0;
    {
        const std::lock_guard lock(impl_->mutex);
        const auto after = std::upper_bound(
            impl_->index.begin(), impl_->index.end(), number,
            [](std::uint32_t wanted, const Impl::Entry& one) { return wanted < one.firstNumber; });
        if (after == impl_->index.begin())
            return std::nullopt;
        entry = static_cast<std::size_t>(after - impl_->index.begin()) - 1;
        first = impl_->index[entry].firstIndex;
    }
    const auto block = impl_->block(entry);
    if (!block)
        return std::nullopt;
    const auto& records = (*block)->records;
    const auto after = std::upper_bound(
        records.begin(), records.end(), number,
        [](std::uint32_t wanted, const detail::SpoolRecord& one) { return wanted < one.number; });
    const detail::SpoolRecord& record = *(after - 1);
    if (number - record.number >= record.repeat)
        return std::nullopt;
    return first + record.offset + (number - record.number);
}

std::size_t RowSpool::memoryUsed() const {
    const std::size_t stored = impl_->store.memoryUsed();
    const std::lock_guard lock(impl_->mutex);
    return stored + impl_->readyBytes + impl_->index.capacity() * sizeof(Impl::Entry);
}

namespace {

SheetError cancelled() {
    return {SheetErrorCode::Cancelled, {}, {say::readingStopped()}, {say::openSheetAgain()}, {}};
}

} // namespace

SheetResult<SpooledSheet> spoolRows(RowSource& source, RowSpool& spool,
                                    const std::function<void(const SpoolProgress&)>& progress,
                                    const std::stop_token& stop) {
    const auto failedWith = [&](SheetError error) -> SheetResult<SpooledSheet> {
        LEADSHEET_TRY_DONE(spool.flush());
        return tl::unexpected(std::move(error));
    };
    std::uint64_t told = spool.rows();
    RowView row;
    for (;;) {
        if (stop.stop_requested())
            return failedWith(cancelled());
        const auto next = source.next(row);
        if (!next)
            return failedWith(next.error());
        if (*next == Next::End)
            break;
        LEADSHEET_TRY_DONE(spool.append(row));
        if (const std::uint64_t rows = spool.rows(); progress && rows != told) {
            told = rows;
            const SheetStats stats = source.stats();
            progress({rows, stats.bytesRead, stats.bytesTotal});
        }
    }
    LEADSHEET_TRY_DONE(spool.flush());
    SpooledSheet sheet;
    sheet.stats = source.stats();
    sheet.hiddenColumns.assign(source.hiddenColumns().begin(), source.hiddenColumns().end());
    sheet.mergedRanges.assign(source.mergedRanges().begin(), source.mergedRanges().end());
    if (progress)
        progress({spool.rows(), sheet.stats.bytesTotal, sheet.stats.bytesTotal});
    return sheet;
}

} // namespace leadsheet::app
