// SPDX-License-Identifier: Apache-2.0
#include "sheet/ods/ods_source.hpp"

#include "sheet/merge_fill.hpp"
#include "sheet/ods/package.hpp"
#include "sheet/ods/table_list.hpp"
#include "sheet/ods/table_pass.hpp"
#include "sheet/sha256.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace leadsheet::app {
namespace {

constexpr double kSixteenDigits = 1e15;

class OdsSource final : public RowSource {
public:
    OdsSource(std::unique_ptr<InputFile> file, ZipArchive archive, ZipEntry content,
              const SheetOptions& options, std::string sha256, std::stop_token stop)
        : file_(std::move(file))
        , archive_(std::move(archive))
        , content_(std::move(content))
        , options_(options)
        , sha256_(std::move(sha256))
        , stop_(std::move(stop)) {}

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
        stats_ = {};
        stats_.bytesTotal = content_.packedBytes;
        failure_.reset();
        ended_ = false;
        fill_.reset();
        merged_.clear();
        auto opened =
            options_.merged == MergedCells::FillRange ? findMerged() : SheetResult<void>();
        if (opened) {
            pass_ = makePass();
            opened = pass_->enter();
        }
        if (!opened)
            failure_ = opened.error();
        return opened;
    }

    SheetResult<Next> next(RowView& row) override {
        if (failure_)
            return tl::unexpected(*failure_);
        if (ended_)
            return Next::End;
        auto got = fill_ ? fill_->next(row) : pass_->next(row);
        if (got && *got == Next::End && file_->changed())
            got = tl::unexpected(SheetError{SheetErrorCode::ChangedWhileReading,
                                            {},
                                            "The file was changed while it was read.",
                                            "Wait until the other program has saved it, then open "
                                            "it again.",
                                            {}});
        if (!got)
            failure_ = got.error();
        else if (*got == Next::End)
            ended_ = true;
        else
            count(row);
        return got;
    }

    SheetStats stats() const override {
        SheetStats now = stats_;
        now.bytesRead = pass_->position();
        now.mergedRanges = mergedRanges().size();
        return now;
    }

    std::span<const std::uint32_t> hiddenColumns() const override {
        return pass_->table().hiddenColumns();
    }
    std::span<const CellRange> mergedRanges() const override {
        if (options_.merged == MergedCells::FillRange)
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
        if (auto entered = pass_->enter(); !entered)
            return entered;
        for (RowView row;;) {
            const auto got = pass_->next(row);
            if (!got)
                return tl::unexpected(got.error());
            if (*got == Next::End)
                break;
        }
        merged_ = pass_->table().mergedRanges();
        fill_.emplace(merged_, options_.limits, [this](RowView& row) { return pass_->next(row); });
        return {};
    }

    void count(const RowView& row) {
        stats_.rows += row.repeat;
        if (!row.cells.empty())
            stats_.widestRow = std::max(stats_.widestRow, row.cells.back().column + 1);
        if (row.blank())
            stats_.blankRows += row.repeat;
        else if (row.hidden)
            stats_.hiddenRows += row.repeat;
        for (const Cell& cell : row.cells) {
            if (cell.kind == CellKind::Error)
                stats_.errorCells += row.repeat;
            else if (cell.kind == CellKind::Empty && cell.formula)
                stats_.formulasWithoutValue += row.repeat;
            else if (cell.kind == CellKind::Number && std::fabs(cell.number) >= kSixteenDigits)
                stats_.roundedNumbers += row.repeat;
        }
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
    std::optional<MergeFill> fill_;
    SheetStats stats_;
    std::optional<SheetError> failure_;
    bool ended_ = false;
};

} // namespace

SheetResult<std::unique_ptr<RowSource>> openOdsSource(std::unique_ptr<InputFile> file,
                                                      ZipArchive archive,
                                                      const SheetOptions& options,
                                                      std::stop_token stop) {
    const auto content = findOdsContent(*file, archive, options.limits, stop);
    if (!content)
        return tl::unexpected(content.error());
    std::string sha256;
    if (options.hashInput) {
        auto hash = streamSha256(*makePlainStream(*file, stop));
        if (!hash)
            return tl::unexpected(hash.error());
        sha256 = std::move(*hash);
    }
    ZipEntry entry = **content;
    auto source = std::make_unique<OdsSource>(std::move(file), std::move(archive), std::move(entry),
                                              options, std::move(sha256), std::move(stop));
    if (auto opened = source->open(0); !opened)
        return tl::unexpected(opened.error());
    return source;
}

} // namespace leadsheet::app
