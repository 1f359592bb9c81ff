// SPDX-License-Identifier: Apache-2.0
#include "sheet/xlsx/sheet_pass.hpp"

#include "leadsheet/messages/container.hpp"
#include "leadsheet/try.hpp"
#include "sheet/format/iso_serial.hpp"
#include "sheet/zip/zip_errors.hpp"

namespace leadsheet::app {

namespace say = messages::container;

SheetPass::SheetPass(const Package& package, const ZipEntry& entry, const AssemblerContext& context)
    : package_(package)
    , entry_(entry)
    , context_(context)
    , rows_(context_, batch_)
    , handler_(rows_, facts_, context_.limits)
    , reader_(handler_, entry.name, context_.limits)
    , scanner_(rows_, handler_, reader_, context_.limits.maxXmlDepth)
    , feed_(reader_, scanner_, package.scans)
    , stream_(openZipEntry(package.file, entry, context_.limits.maxSheetPartBytes, package.stop))
    , buffer_(kReadStep) {
    handler_.attach(reader_);
}

SheetResult<Next> SheetPass::next(RowView& row) {
    while (!batch_.hasRows()) {
        if (failure_)
            return tl::unexpected(*failure_);
        if (ended_)
            return Next::End;
        batch_.recycle();
        if (auto more = step(); !more)
            failure_ = std::move(more.error());
    }
    LEADSHEET_TRY_DONE(deliver(row));
    return Next::Row;
}

SheetResult<void> SheetPass::step() {
    // A few bytes of an archive inflate to many steps.
    if (package_.stop.stop_requested())
        return cancelledError();
    const auto got = stream_->read(buffer_);
    if (!got) {
        // An error in what waits came first.
        LEADSHEET_TRY_DONE(placed(feed_.flush()));
        return tl::unexpected(got.error());
    }
    read_ += *got;
    LEADSHEET_TRY_DONE(placed(feed_.feed({buffer_.data(), *got}, *got == 0)));
    ended_ = *got == 0;
    if (ended_ && !handler_.metSheetData())
        return damagedArchive(say::partWithoutSheet(quotedPartName(entry_.name)));
    return checkProgress();
}

SheetResult<void> SheetPass::placed(SheetResult<void> result) const {
    if (!result && result.error().place.row == 0)
        result.error().place.row = rows_.row();
    return result;
}

SheetResult<void> SheetPass::checkProgress() {
    const auto isTooMuch = [this] {
        const std::uint64_t progress = rows_.rowsFinished() + facts_.merged.size();
        if (progress != progress_)
            readAtRow_ = read_;
        progress_ = progress;
        return read_ - readAtRow_ > context_.limits.maxXmlWithoutRow;
    };
    if (!isTooMuch())
        return {};
    LEADSHEET_TRY_DONE(placed(feed_.flush()));
    return isTooMuch() ? tl::unexpected(withoutRow()) : SheetResult<void>();
}

SheetResult<void> SheetPass::deliver(RowView& row) {
    const RowBatch::Row taken = batch_.take();
    row = {};
    row.row = taken.row;
    row.hidden = taken.hidden;
    row.cells = taken.cells;
    return taken.renderings.empty() ? SheetResult<void>() : render(taken);
}

SheetResult<void> SheetPass::render(const RowBatch::Row& row) {
    const auto tooLong = [&row](const Cell& cell, Message reason) {
        return tl::unexpected(SheetError{SheetErrorCode::LimitExceeded,
                                         {row.row, 0, cell.column + 1},
                                         {std::move(reason)},
                                         {say::changeNumberFormat()},
                                         {}});
    };
    const std::uint64_t maxCell = context_.limits.maxFieldBytes;
    texts_.reset();
    std::uint64_t bytes = 0;
    for (const Rendering& rendering : row.renderings) {
        Cell& cell = row.cells[rendering.cell];
        const CellFormat& format = *rendering.format;
        rendered_.clear();
        if (cell.kind != CellKind::Text)
            format.format->append(rendered_, cell.number, context_.date1904);
        else if (format.textExtra + format.textCopies * cell.text.size() <= maxCell)
            format.format->appendText(rendered_, cell.text);
        else
            return tooLong(cell, say::numberFormatTextLong(static_cast<std::int64_t>(maxCell)));
        bytes += rendered_.size();
        if (bytes > context_.limits.maxRowBytes)
            return tooLong(cell, say::numberFormatsRowLong(
                                     static_cast<std::int64_t>(context_.limits.maxRowBytes)));
        cell.text = texts_.keep(rendered_);
        // Whoever gets the row knows nothing of the workbook's date system.
        if (cell.kind == CellKind::Date && context_.date1904)
            cell.number += kDaysTo1904;
    }
    return {};
}

SheetError SheetPass::withoutRow() const {
    return {
        SheetErrorCode::LimitExceeded,
        {rows_.row(), 0, 0},
        {say::partWithoutRowEnd(quotedPartName(entry_.name),
                                static_cast<std::int64_t>(context_.limits.maxXmlWithoutRow >> 20))},
        {say::fetchOrOpenAndSave()},
        {}};
}

} // namespace leadsheet::app
