// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/row_spool.hpp"
#include "leadsheet/messages/sheet.hpp"

namespace leadsheet::app {

namespace say = messages::sheet;

namespace {

SheetError cancelled() {
    return {SheetErrorCode::Cancelled, {}, {say::readingStopped()}, {say::openSheetAgain()}, {}};
}

} // namespace

SheetResult<SpooledSheet> spoolRows(RowSource& source, RowSpool& spool,
                                    const std::function<void(const SpoolProgress&)>& progress,
                                    const std::stop_token& stop) {
    const auto failedWith = [&](SheetError error) -> SheetResult<SpooledSheet> {
        if (auto rest = spool.flush(); !rest)
            return tl::unexpected(rest.error());
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
        if (auto added = spool.append(row); !added)
            return tl::unexpected(added.error());
        if (const std::uint64_t rows = spool.rows(); progress && rows != told) {
            told = rows;
            const SheetStats stats = source.stats();
            progress({rows, stats.bytesRead, stats.bytesTotal});
        }
    }
    if (auto rest = spool.flush(); !rest)
        return tl::unexpected(rest.error());
    SpooledSheet sheet;
    sheet.stats = source.stats();
    sheet.hiddenColumns.assign(source.hiddenColumns().begin(), source.hiddenColumns().end());
    sheet.mergedRanges.assign(source.mergedRanges().begin(), source.mergedRanges().end());
    if (progress)
        progress({spool.rows(), sheet.stats.bytesTotal, sheet.stats.bytesTotal});
    return sheet;
}

} // namespace leadsheet::app
