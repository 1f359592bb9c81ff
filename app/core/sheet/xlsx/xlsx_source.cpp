// SPDX-License-Identifier: Apache-2.0
#include "sheet/sources.hpp"

#include "leadsheet/messages/container.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/try.hpp"
#include "sheet/byte_stream.hpp"
#include "sheet/format/serial_time.hpp"
#include "sheet/text_arena.hpp"
#include "sheet/workbook_rows.hpp"
#include "sheet/xlsx/cell_formats.hpp"
#include "sheet/xlsx/comments.hpp"
#include "sheet/xlsx/package.hpp"
#include "sheet/xlsx/row_assembler.hpp"
#include "sheet/xlsx/shared_strings.hpp"
#include "sheet/xlsx/sheet_handler.hpp"
#include "sheet/xml/plain_xml.hpp"
#include "sheet/zip/zip_archive.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace leadsheet::app {

namespace say = messages::sheet;

namespace {

/// One pass over a sheet part, in steps of kReadStep, row by row. All that is given to the
/// constructor must outlive it.
class SheetPass {
public:
    SheetPass(const Package& package, const ZipEntry& entry, const AssemblerContext& context);

    /// Like RowSource::next, but an error is given once.
    SheetResult<Next> next(RowView& row);
    /// Complete after End; hidden columns from the first row on.
    const SheetFacts& facts() const { return facts_; }
    /// Packed bytes of the part consumed so far.
    std::uint64_t position() const { return stream_->position(); }

private:
    SheetResult<void> step();
    SheetResult<void> placed(SheetResult<void> result) const;
    SheetResult<void> checkProgress();
    SheetResult<void> deliver(RowView& row);
    SheetResult<void> render(const RowBatch::Row& row);
    SheetError withoutRow() const;

    Package package_;
    const ZipEntry& entry_;
    AssemblerContext context_;
    SheetFacts facts_;
    RowBatch batch_;
    RowAssembler rows_;
    SheetHandler handler_;
    XmlReader reader_;
    RowScanner scanner_;
    ScanningFeed feed_;
    std::unique_ptr<ByteStream> stream_;
    std::vector<char> buffer_;
    std::uint64_t read_ = 0;
    std::uint64_t readAtRow_ = 0;
    std::uint64_t progress_ = 0; // rows and merged cells met
    bool ended_ = false;
    std::optional<SheetError> failure_; // told once the rows before it are
    std::string rendered_;
    TextArena texts_;
};

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
        return damagedArchive(messages::container::partWithoutSheet(quotedPartName(entry_.name)));
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
                                         {messages::container::changeNumberFormat()},
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
            return tooLong(cell, messages::container::numberFormatTextLong(
                                     static_cast<std::int64_t>(maxCell)));
        bytes += rendered_.size();
        if (bytes > context_.limits.maxRowBytes)
            return tooLong(cell, messages::container::numberFormatsRowLong(
                                     static_cast<std::int64_t>(context_.limits.maxRowBytes)));
        cell.text = texts_.keep(rendered_);
        // Whoever gets the row knows nothing of the workbook's date system.
        if (cell.kind == CellKind::Date && context_.date1904)
            cell.number += kDaysTo1904;
    }
    return {};
}

SheetError SheetPass::withoutRow() const {
    return {SheetErrorCode::LimitExceeded,
            {rows_.row(), 0, 0},
            {messages::container::partWithoutRowEnd(
                quotedPartName(entry_.name),
                static_cast<std::int64_t>(context_.limits.maxXmlWithoutRow >> 20))},
            {messages::container::fetchOrOpenAndSave()},
            {}};
}

class XlsxSource final : public RowSource {
public:
    XlsxSource(std::unique_ptr<InputFile> file, ZipArchive archive, SheetFormat format,
               const SheetOptions& options, std::stop_token stop, bool scans)
        : file_(std::move(file))
        , archive_(std::move(archive))
        , format_(format)
        , options_(options)
        , stop_(std::move(stop))
        , scans_(scans)
        , rows_(*file_, [this](RowView& row) { return pass_->next(row); }) {}

    // What all sheets share.
    SheetResult<void> load() {
        LEADSHEET_TRY(auto digests, streamDigests(*makePlainStream(*file_, stop_), options_));
        digests_ = std::move(digests);
        LEADSHEET_TRY(auto book, readWorkbook(package()));
        book_ = std::move(book);
        strings_.emplace(package(), book_.sharedStrings);
        if (book_.styles == nullptr) {
            formats_.emplace(StyleTable());
            return {};
        }
        const auto stream =
            openZipEntry(*file_, *book_.styles, options_.limits.maxOtherPartBytes, stop_);
        LEADSHEET_TRY(auto styles, readStyleTable(*stream, book_.styles->name, options_.limits));
        formats_.emplace(std::move(styles));
        return {};
    }

    // A workbook that lists a sheet without having it may have others.
    std::size_t firstWithCells() const {
        const auto found = std::find_if(book_.parts.begin(), book_.parts.end(),
                                        [](const ZipEntry* part) { return part != nullptr; });
        return found == book_.parts.end() ? 0
                                          : static_cast<std::size_t>(found - book_.parts.begin());
    }

    SheetFormat format() const override { return format_; }
    std::span<const SheetInfo> sheets() const override { return book_.sheets; }
    const TextDialect* dialect() const override { return nullptr; }
    std::size_t sheet() const override { return sheet_; }
    const InputDigests& digests() const override { return digests_; }

    SheetResult<void> open(std::size_t sheet) override {
        pass_.reset();
        rows_.restart();
        // A sheet's merged cells are looked for once, however often it is opened.
        if (sheet != sheet_ || !options_.mergedFirst) {
            merged_.clear();
            mergedFound_ = false;
        }
        if (sheet != sheet_)
            notes_.reset();
        sheet_ = sheet;
        return rows_.opened(start());
    }

    SheetResult<Next> next(RowView& row) override { return rows_.next(row); }

    SheetStats stats() const override {
        SheetStats now = rows_.stats();
        now.bytesRead = pass_ ? pass_->position() : 0;
        now.mergedRanges = mergedRanges().size();
        now.unreadNotes = notes_ ? notes_->unread() : 0;
        return now;
    }

    std::span<const std::uint32_t> hiddenColumns() const override {
        if (!pass_)
            return {};
        return pass_->facts().hiddenColumns;
    }
    std::span<const CellRange> mergedRanges() const override {
        if (!pass_ || options_.merged == MergedCells::FillRange || mergedFound_)
            return merged_;
        return pass_->facts().merged;
    }
    std::span<const CellNote> notes() const override {
        return notes_ ? std::span<const CellNote>(notes_->list()) : std::span<const CellNote>();
    }

private:
    Package package() const { return {*file_, archive_, options_.limits, stop_, scans_}; }

    SheetResult<void> start() {
        if (sheet_ >= book_.sheets.size())
            return tl::unexpected(SheetError{
                SheetErrorCode::NoSuchSheet,
                {},
                {say::workbookSheetCount(static_cast<std::int64_t>(book_.sheets.size()))},
                {say::chooseOneOfThese()},
                {}});
        if (book_.parts[sheet_] == nullptr)
            return damagedArchive(
                messages::container::sheetCellsMissing(quotedPartName(book_.partTargets[sheet_]),
                                                       quotedPartName(book_.sheets[sheet_].name)));
        rows_.setBytesTotal(book_.parts[sheet_]->packedBytes);
        if (!notes_) {
            LEADSHEET_TRY(auto notes, readComments(package(), *book_.parts[sheet_]));
            notes_ = std::move(notes);
        }
        if (options_.merged == MergedCells::FillRange)
            return findMerged();
        if (options_.mergedFirst && !mergedFound_)
            if (auto found = learnMerged(); !found)
                return found;
        return startPass();
    }

    // Nearly every sheet has none, which its bytes tell faster than its rows.
    SheetResult<void> learnMerged() {
        const auto content =
            openZipEntry(*file_, *book_.parts[sheet_], options_.limits.maxSheetPartBytes, stop_);
        if (mayContain(*content, "mergeCell")) {
            LEADSHEET_TRY_DONE(startPass());
            // What stops the pass is told where it is met, by the rows.
            if (rows_.skipToEnd())
                merged_ = pass_->facts().merged;
        }
        mergedFound_ = true;
        return {};
    }

    SheetResult<void> startPass() {
        pass_ = std::make_unique<SheetPass>(
            package(), *book_.parts[sheet_],
            AssemblerContext{options_.limits, *formats_, *strings_, book_.date1904});
        return {};
    }

    // Merged cells are told after the rows, so filling them takes a pass of its own.
    SheetResult<void> findMerged() {
        LEADSHEET_TRY_DONE(startPass());
        LEADSHEET_TRY_DONE(rows_.skipToEnd());
        merged_ = pass_->facts().merged;
        rows_.fillMerged(merged_, options_.limits);
        return startPass();
    }

    std::unique_ptr<InputFile> file_;
    ZipArchive archive_;
    SheetFormat format_;
    SheetOptions options_;
    std::stop_token stop_;
    bool scans_;
    InputDigests digests_;
    Workbook book_;
    std::optional<CellFormats> formats_;
    std::optional<SharedStrings> strings_;

    std::size_t sheet_ = 0;
    std::unique_ptr<SheetPass> pass_;
    std::vector<CellRange> merged_;
    bool mergedFound_ = false;
    std::optional<CellNotes> notes_; ///< of the open sheet
    WorkbookRows rows_;
};

} // namespace

SheetResult<std::unique_ptr<RowSource>> openXlsxSource(std::unique_ptr<InputFile> file,
                                                       ZipArchive archive, SheetFormat format,
                                                       const SheetOptions& options,
                                                       std::stop_token stop, bool scans) {
    auto source = std::make_unique<XlsxSource>(std::move(file), std::move(archive), format, options,
                                               std::move(stop), scans);
    LEADSHEET_TRY_DONE(source->load());
    LEADSHEET_TRY_DONE(source->open(source->firstWithCells()));
    return source;
}

} // namespace leadsheet::app
