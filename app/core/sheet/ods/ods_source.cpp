// SPDX-License-Identifier: Apache-2.0
#include "sheet/ods/ods_source.hpp"

#include "leadsheet/try.hpp"
#include "sheet/ods/package.hpp"
#include "sheet/ods/table_list.hpp"
#include "sheet/ods/table_pass.hpp"
#include "sheet/sha256.hpp"
#include "sheet/workbook_rows.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace leadsheet::app {
namespace {

class OdsSource final : public RowSource {
public:
    OdsSource(std::unique_ptr<InputFile> file, ZipArchive archive, ZipEntry content,
              const SheetOptions& options, std::string sha256, std::stop_token stop)
        : file_(std::move(file))
        , archive_(std::move(archive))
        , content_(std::move(content))
        , options_(options)
        , sha256_(std::move(sha256))
        , stop_(std::move(stop))
        , rows_(*file_, [this](RowView& row) { return pass_->next(row); }) {}

    SheetFormat format() const override { return SheetFormat::Ods; }
    const TextDialect* dialect() const override { return nullptr; }
    const std::string& sha256() const override { return sha256_; }
    std::size_t sheet() const override { return sheet_; }

    // All sheets are in one part: naming them is a pass over it, which a preview does without.
    std::span<const SheetInfo> sheets() const override {
        if (!sheets_) {
            sheets_ = listOdsSheets(*file_, archive_, content_, options_.limits, stop_);
            // The open sheet is in the list, also when listing was cancelled.
            while (sheets_->size() <= sheet_ && pass_->entered())
                sheets_->push_back({"Sheet" + std::to_string(sheets_->size() + 1)});
        }
        return *sheets_;
    }

    SheetResult<void> open(std::size_t sheet) override {
        sheet_ = sheet;
        rows_.restart();
        rows_.setBytesTotal(content_.packedBytes);
        if (options_.merged == MergedCells::FillRange) {
            merged_.clear();
            if (auto found = findMerged(); !found)
                return rows_.opened(std::move(found));
        } else if (options_.mergedFirst && mergedOf_ != sheet) {
            learnMerged();
        }
        pass_ = makePass();
        return rows_.opened(pass_->enter());
    }

    SheetResult<Next> next(RowView& row) override { return rows_.next(row); }

    SheetStats stats() const override {
        SheetStats now = rows_.stats();
        now.bytesRead = pass_->position();
        now.mergedRanges = mergedRanges().size();
        return now;
    }

    std::span<const std::uint32_t> hiddenColumns() const override {
        return pass_->table().hiddenColumns();
    }
    std::span<const CellRange> mergedRanges() const override {
        if (options_.merged == MergedCells::FillRange || mergedOf_ == sheet_)
            return merged_;
        return pass_->table().mergedRanges();
    }

private:
    std::unique_ptr<OdsTablePass> makePass() const {
        return std::make_unique<OdsTablePass>(
            openZipEntry(*file_, content_, options_.limits.maxSheetPartBytes, stop_), sheet_,
            options_.limits, stop_);
    }

    SheetResult<void> findMerged() {
        pass_ = makePass();
        LEADSHEET_TRY_DONE(pass_->enter());
        LEADSHEET_TRY_DONE(rows_.skipToEnd());
        merged_ = pass_->table().mergedRanges();
        rows_.fillMerged(merged_, options_.limits);
        return {};
    }

    // Nearly every file has none, which its bytes tell faster than its rows. What stops the pass is
    // told where it is met, by the rows.
    void learnMerged() {
        merged_.clear();
        const auto content =
            openZipEntry(*file_, content_, options_.limits.maxSheetPartBytes, stop_);
        if (!hasMergedCells_)
            hasMergedCells_ = mayContain(*content, "rows-spanned");
        if (*hasMergedCells_) {
            pass_ = makePass();
            if (pass_->enter() && rows_.skipToEnd())
                merged_ = pass_->table().mergedRanges();
        }
        mergedOf_ = sheet_;
    }

    std::unique_ptr<InputFile> file_;
    ZipArchive archive_;
    ZipEntry content_;
    SheetOptions options_;
    std::string sha256_;
    std::stop_token stop_;
    mutable std::optional<std::vector<SheetInfo>> sheets_;

    std::size_t sheet_ = 0;
    std::unique_ptr<OdsTablePass> pass_;
    std::vector<CellRange> merged_;
    std::optional<std::size_t> mergedOf_; // the sheet whose `merged_` is complete
    std::optional<bool> hasMergedCells_;  // any sheet of the file
    WorkbookRows rows_;
};

} // namespace

SheetResult<std::unique_ptr<RowSource>> openOdsSource(std::unique_ptr<InputFile> file,
                                                      ZipArchive archive,
                                                      const SheetOptions& options,
                                                      std::stop_token stop) {
    LEADSHEET_TRY(const auto content, findOdsContent(*file, archive, options.limits, stop));
    std::string sha256;
    if (options.hashInput) {
        LEADSHEET_TRY(auto hash, streamSha256(*makePlainStream(*file, stop)));
        sha256 = std::move(hash);
    }
    ZipEntry entry = *content;
    auto source = std::make_unique<OdsSource>(std::move(file), std::move(archive), std::move(entry),
                                              options, std::move(sha256), std::move(stop));
    LEADSHEET_TRY_DONE(source->open(0));
    return source;
}

} // namespace leadsheet::app
