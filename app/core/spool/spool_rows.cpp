// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/row_spool.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/try.hpp"

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
