// SPDX-License-Identifier: Apache-2.0
#include "results/workbook_results.hpp"

#include "leadsheet/messages/container.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/try.hpp"
#include "results/money_styles.hpp"
#include "results/ods_rewriter.hpp"
#include "results/utf8_part.hpp"
#include "results/workbook_survey.hpp"
#include "results/xlsx_rewriter.hpp"
#include "sheet/ods/package.hpp"
#include "sheet/xlsx/package.hpp"
#include "write/zip_writer.hpp"

#include <algorithm>
#include <memory>
#include <vector>

namespace leadsheet::app {

namespace say = messages::sheet;

namespace {

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
    const auto book = readWorkbook({job.file, job.archive, job.options.sheet.limits, job.stop});
    if (!book)
        return tl::unexpected(book.error());
    // The reader has opened these sheets before, so they are there.
    for (const ResultsTab& tab : tabs)
        found.sheets.push_back(tab.sheet < book->parts.size() ? book->parts[tab.sheet] : nullptr);
    if (book->styles == nullptr || job.options.currency.empty())
        return found;
    found.styles = book->styles;
    LEADSHEET_TRY(const auto styles,
                  readZipEntry(job.file, *book->styles, job.options.sheet.limits.maxOtherPartBytes,
                               job.stop));
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
