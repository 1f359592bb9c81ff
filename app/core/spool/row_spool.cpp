// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/row_spool.hpp"

#include "leadsheet/try.hpp"
#include "spool/spool_block.hpp"
#include "spool/spool_store.hpp"

#include <algorithm>
#include <list>
#include <mutex>

namespace leadsheet::app {

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

} // namespace leadsheet::app
