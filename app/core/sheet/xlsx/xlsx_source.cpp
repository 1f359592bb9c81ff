// SPDX-License-Identifier: Apache-2.0
#include "sheet/xlsx/xlsx_source.hpp"

#include "leadsheet/messages/container.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/try.hpp"
#include "sheet/sha256.hpp"
#include "sheet/workbook_rows.hpp"
#include "sheet/xlsx/cell_formats.hpp"
#include "sheet/xlsx/shared_strings.hpp"
#include "sheet/xlsx/sheet_pass.hpp"
#include "sheet/xlsx/workbook_part.hpp"
#include "sheet/zip/zip_errors.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace leadsheet::app {

namespace say = messages::sheet;

namespace {

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
        if (options_.hashInput) {
            LEADSHEET_TRY(auto hash, streamSha256(*makePlainStream(*file_, stop_)));
            sha256_ = std::move(hash);
        }
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
    const std::string& sha256() const override { return sha256_; }

    SheetResult<void> open(std::size_t sheet) override {
        pass_.reset();
        rows_.restart();
        // A sheet's merged cells are looked for once, however often it is opened.
        if (sheet != sheet_ || !options_.mergedFirst) {
            merged_.clear();
            mergedFound_ = false;
        }
        sheet_ = sheet;
        return rows_.opened(start());
    }

    SheetResult<Next> next(RowView& row) override { return rows_.next(row); }

    SheetStats stats() const override {
        SheetStats now = rows_.stats();
        now.bytesRead = pass_ ? pass_->position() : 0;
        now.mergedRanges = mergedRanges().size();
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
    std::string sha256_;
    Workbook book_;
    std::optional<CellFormats> formats_;
    std::optional<SharedStrings> strings_;

    std::size_t sheet_ = 0;
    std::unique_ptr<SheetPass> pass_;
    std::vector<CellRange> merged_;
    bool mergedFound_ = false;
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
