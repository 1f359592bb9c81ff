// SPDX-License-Identifier: Apache-2.0
#include "results/results_copies.hpp"

#include "leadsheet/messages/container.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/try.hpp"
#include "results/money_styles.hpp"
#include "results/ods_rewriter.hpp"
#include "results/xlsx_rewriter.hpp"
#include "results/xml_patcher.hpp"
#include "sheet/byte_stream.hpp"
#include "sheet/ods/package.hpp"
#include "sheet/transcoder.hpp"
#include "sheet/xlsx/package.hpp"
#include "text/names.hpp"
#include "write/zip_writer.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace leadsheet::app {

namespace say = messages::sheet;
using namespace std::string_view_literals;

namespace {

void surveyCell(const Cell& cell, const RowView& row, std::optional<std::uint32_t> headerRow,
                SheetExtent& extent) {
    if (cell.text.empty() && !cell.formula)
        return;
    extent.usedColumns = std::max(extent.usedColumns, cell.column + 1);
    if (headerRow == row.row) {
        extent.headers.resize(std::max<std::size_t>(extent.headers.size(), cell.column + 1));
        extent.headers[cell.column] = cell.text;
    } else if (cell.formula && row.row > headerRow.value_or(0)) {
        extent.formulaColumns.resize(
            std::max<std::size_t>(extent.formulaColumns.size(), cell.column + 1));
        extent.formulaColumns[cell.column] = true;
    }
}

/// A pass over the open sheet, before anything is written beside its cells.
SheetResult<SheetExtent> surveySheet(RowSource& source, std::optional<std::uint32_t> headerRow) {
    SheetExtent extent;
    RowView row;
    for (;;) {
        LEADSHEET_TRY(const auto next, source.next(row));
        if (next == Next::End)
            break;
        extent.lastRow = row.row + row.repeat - 1;
        for (const Cell& cell : row.cells)
            surveyCell(cell, row, headerRow, extent);
    }
    // A title merged over more than the table does not move the results away from it.
    for (const CellRange& range : source.mergedRanges())
        if (range.lastRow >= headerRow.value_or(1))
            extent.mergedColumns = std::max(extent.mergedColumns, range.lastColumn + 1);
    return extent;
}

constexpr std::size_t kHeadBytes = 1024;

// What XML 1.0, appendix F tells of the encoding from the first bytes; empty for UTF-8.
std::string encodingOf(std::string_view head) {
    if (head.starts_with("\xFE\xFF"sv) || head.starts_with("\0<"sv))
        return "UTF-16BE";
    if (head.starts_with("\xFF\xFE"sv) || head.starts_with("<\0"sv))
        return "UTF-16LE";
    if (!head.starts_with("<?xml"))
        return {};
    const std::string_view declaration = head.substr(0, head.find("?>"));
    const auto named = rawAttribute(declaration, "encoding");
    const std::string name = lowerCase(named.value_or("utf-8"));
    return name == "utf-8" ? std::string() : name;
}

class TranscodedPart final : public ByteStream {
public:
    TranscodedPart(std::unique_ptr<ByteStream> part, Decoder decoder, std::string head)
        : part_(std::move(part))
        , decoder_(std::move(decoder)) {
        decode(head);
        restate();
    }

    SheetResult<std::size_t> read(std::span<char> into) override {
        std::vector<char> step(kReadStep);
        while (text_.size() < into.size() && !ended_) {
            const auto got = part_->read(step);
            if (!got)
                return got;
            ended_ = *got == 0;
            decode({step.data(), *got});
        }
        const std::size_t count = std::min(into.size(), text_.size());
        std::copy_n(text_.begin(), count, into.begin());
        text_.erase(0, count);
        return count;
    }

    std::uint64_t position() const override { return part_->position(); }
    SheetResult<void> rewind() override { return part_->rewind(); }

private:
    void decode(std::string_view bytes) { decoder_.decode(bytes, ended_, text_); }

    // The byte order mark goes, and the declaration names what the text is now.
    void restate() {
        if (text_.starts_with("\xEF\xBB\xBF"))
            text_.erase(0, 3);
        const auto end = text_.find("?>");
        if (!text_.starts_with("<?xml") || end == std::string::npos)
            return;
        const std::string declaration = text_.substr(0, end);
        const auto named = rawAttribute(declaration, "encoding");
        if (named)
            text_.replace(static_cast<std::size_t>(named->data() - declaration.data()),
                          named->size(), "UTF-8");
    }

    std::unique_ptr<ByteStream> part_;
    Decoder decoder_;
    std::string text_; // decoded and not read yet
    bool ended_ = false;
};

/// Gives back the bytes that were looked at.
class HeadedPart final : public ByteStream {
public:
    HeadedPart(std::unique_ptr<ByteStream> part, std::string head)
        : part_(std::move(part))
        , head_(std::move(head)) {}

    SheetResult<std::size_t> read(std::span<char> into) override {
        const std::size_t count = std::min(into.size(), head_.size());
        std::copy_n(head_.begin(), count, into.begin());
        head_.erase(0, count);
        if (count == into.size())
            return count;
        const auto more = part_->read(into.subspan(count));
        if (!more)
            return more;
        return count + *more;
    }
    std::uint64_t position() const override { return part_->position(); }
    SheetResult<void> rewind() override {
        head_.clear();
        return part_->rewind();
    }

private:
    std::unique_ptr<ByteStream> part_;
    std::string head_;
};

/// A part of a workbook as UTF-8. Nearly all are; one in UTF-16 or Latin-1 is turned into UTF-8,
/// and its XML declaration says so. UnknownEncoding for anything else.
SheetResult<std::unique_ptr<ByteStream>> asUtf8Part(std::unique_ptr<ByteStream> part) {
    std::string head(kHeadBytes, '\0');
    LEADSHEET_TRY(const auto got, part->read(head));
    head.resize(got);
    const std::string encoding = encodingOf(head);
    if (encoding.empty())
        return std::make_unique<HeadedPart>(std::move(part), std::move(head));
    auto decoder = Decoder::create(encoding);
    if (!decoder)
        return tl::unexpected(SheetError{SheetErrorCode::UnknownEncoding,
                                         {},
                                         {messages::container::innerEncodingUnknown(encoding)},
                                         {messages::sheet::openWorkbookSaveAgain()},
                                         {}});
    return std::make_unique<TranscodedPart>(std::move(part), *std::move(decoder), std::move(head));
}

constexpr std::string_view kMimeType = "mimetype";

struct Job {
    const InputFile& file;
    const ZipArchive& archive;
    const ResultsOptions& options;
    const std::stop_token& stop;
};

/// A sheet of the run with what is to be written into it.
struct SheetPlan {
    const ZipEntry* part = nullptr;
    std::size_t sheet = 0;
    SheetExtent extent;
    std::vector<ResultColumn> columns;
    std::unique_ptr<RowPlanner> planner; // at a fixed address
};

/// Where a workbook keeps its sheets and its styles.
struct WorkbookParts {
    std::vector<const ZipEntry*> sheets;    ///< of each tab; one for all of them in ODS
    const ZipEntry* styles = nullptr;       ///< of XLSX
    std::optional<MoneyStyles> moneyStyles; ///< what is written instead of them
};

SheetResult<WorkbookParts> findParts(const Job& job, SheetFormat format,
                                     const std::vector<ResultsTab>& tabs) {
    WorkbookParts found;
    if (format == SheetFormat::Ods) {
        LEADSHEET_TRY(const auto content,
                      findOdsContent(job.file, job.archive, job.options.sheet.limits, job.stop));
        found.sheets.assign(tabs.size(), content);
        return found;
    }
    LEADSHEET_TRY(const auto book,
                  readWorkbook({job.file, job.archive, job.options.sheet.limits, job.stop}));
    // The reader has opened these sheets before, so they are there.
    for (const ResultsTab& tab : tabs)
        found.sheets.push_back(tab.sheet < book.parts.size() ? book.parts[tab.sheet] : nullptr);
    if (book.styles == nullptr || job.options.currency.empty())
        return found;
    found.styles = book.styles;
    LEADSHEET_TRY(
        const auto styles,
        readZipEntry(job.file, *book.styles, job.options.sheet.limits.maxOtherPartBytes, job.stop));
    found.moneyStyles = withMoneyStyles(styles, job.options.currency);
    return found;
}

SheetResult<std::vector<SheetPlan>> planSheets(const Job& job, RowSource& source,
                                               const std::vector<const ZipEntry*>& parts,
                                               const TabLookup& outcome, ResultsReport& report) {
    const std::vector<ResultsTab> tabs = tabsOf(job.options);
    std::vector<SheetPlan> plans;
    for (std::size_t i = 0; i < tabs.size(); ++i) {
        const std::size_t sheet = tabs[i].sheet;
        LEADSHEET_TRY_DONE(source.open(sheet));
        LEADSHEET_TRY(auto extent, surveySheet(source, tabs[i].headerRow));
        auto columns = placeResults(extent, job.options.sheet.limits.maxColumns);
        if (!columns) {
            SheetError error = columns.error();
            if (tabs.size() > 1)
                error.reason.insert(error.reason.begin(),
                                    say::tabPrefix(source.sheets()[sheet].name));
            return tl::unexpected(std::move(error));
        }
        plans.push_back(
            {parts[i], sheet, std::move(extent), *std::move(columns),
             std::make_unique<RowPlanner>(
                 tabs[i].headerRow,
                 [&outcome, sheet](std::uint32_t row) { return outcome(sheet, row); }, report)});
    }
    return plans;
}

template <typename Rewriter>
SheetResult<void> rewrite(const Job& job, const ZipEntry& entry, Rewriter& rewriter,
                          ZipWriter& zip) {
    LEADSHEET_TRY(auto part,
                  asUtf8Part(openZipEntry(job.file, entry,
                                          job.options.sheet.limits.maxSheetPartBytes, job.stop)));
    ZipPartInfo info = ZipPartInfo::like(entry);
    info.method = kDeflated;
    LEADSHEET_TRY_DONE(zip.begin(info));
    XmlPatcher patcher(rewriter, entry.name, job.options.sheet.limits,
                       [&](std::string_view bytes) { return zip.write(bytes); });
    rewriter.attach(patcher);
    LEADSHEET_TRY_DONE(patcher.run(*part));
    return zip.end();
}

// OpenDocument wants its type first, and stored, so that the bytes of the file tell it.
std::vector<const ZipEntry*> inOrder(const ZipArchive& archive) {
    std::vector<const ZipEntry*> order;
    for (const ZipEntry& entry : archive.entries())
        order.push_back(&entry);
    std::stable_partition(order.begin(), order.end(),
                          [](const ZipEntry* entry) { return entry->name == kMimeType; });
    return order;
}

SheetResult<void> copyPart(const Job& job, const ZipEntry& entry, ZipWriter& zip) {
    if (entry.name != kMimeType || entry.method == kStored)
        return zip.copy(job.file, entry, job.stop);
    LEADSHEET_TRY(
        const auto type,
        readZipEntry(job.file, entry, job.options.sheet.limits.maxOtherPartBytes, job.stop));
    ZipPartInfo info = ZipPartInfo::like(entry);
    info.method = kStored;
    return zip.add(info, type);
}

SheetResult<void> checkUnchanged(const InputFile& file) {
    if (!file.changed())
        return {};
    return tl::unexpected(SheetError{SheetErrorCode::ChangedWhileReading,
                                     {},
                                     {say::fileChangedWhileRead()},
                                     {messages::container::waitThenWriteAgain()},
                                     {}});
}

} // namespace

SheetResult<void> writeWorkbookResults(const std::filesystem::path& input, RowSource& source,
                                       const ResultsOptions& options, const TabLookup& outcome,
                                       AtomicFile& output, ResultsReport& report,
                                       const std::stop_token& stop) {
    LEADSHEET_TRY(auto file, InputFile::open(input));
    LEADSHEET_TRY(const auto archive, ZipArchive::open(file, options.sheet.limits));
    const Job job{file, archive, options, stop};
    LEADSHEET_TRY(const auto parts, findParts(job, source.format(), tabsOf(options)));
    const std::optional<MoneyStyles>& money = parts.moneyStyles;
    LEADSHEET_TRY(const auto plans, planSheets(job, source, parts.sheets, outcome, report));
    ZipWriter zip(output, makeDeflater());
    for (const ZipEntry* entry : inOrder(archive)) {
        const auto plan = std::find_if(plans.begin(), plans.end(),
                                       [&](const SheetPlan& sheet) { return sheet.part == entry; });
        SheetResult<void> written;
        if (plan == plans.end() && entry == parts.styles && money) {
            ZipPartInfo info = ZipPartInfo::like(*entry);
            info.method = kDeflated;
            written = zip.add(info, money->part);
        } else if (plan == plans.end()) {
            written = copyPart(job, *entry, zip);
        } else if (source.format() == SheetFormat::Ods) {
            OdsRewriter rewriter;
            for (const SheetPlan& sheet : plans)
                rewriter.add(sheet.sheet, sheet.columns, *sheet.planner, options.currency);
            written = rewrite(job, *entry, rewriter, zip);
        } else {
            XlsxRewriter rewriter(plan->columns, plan->extent, *plan->planner,
                                  money ? std::span(money->twins)
                                        : std::span<const std::uint32_t>());
            written = rewrite(job, *entry, rewriter, zip);
        }
        if (!written)
            return written;
    }
    LEADSHEET_TRY_DONE(zip.finish());
    return checkUnchanged(file);
}

} // namespace leadsheet::app
