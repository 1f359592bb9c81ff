// SPDX-License-Identifier: Apache-2.0
#include "results/workbook_results.hpp"

#include "results/ods_rewriter.hpp"
#include "results/utf8_part.hpp"
#include "results/workbook_survey.hpp"
#include "results/xlsx_rewriter.hpp"
#include "sheet/ods/package.hpp"
#include "sheet/xlsx/workbook_part.hpp"
#include "write/zip_writer.hpp"

#include <algorithm>
#include <vector>

namespace leadsheet::app {
namespace {

constexpr std::string_view kMimeType = "mimetype";

struct Job {
    const InputFile& file;
    const ZipArchive& archive;
    const ResultsOptions& options;
    const std::stop_token& stop;
};

SheetResult<const ZipEntry*> findSheetPart(const Job& job, SheetFormat format) {
    if (format == SheetFormat::Ods)
        return findOdsContent(job.file, job.archive, job.options.sheet.limits, job.stop);
    const auto book = readWorkbook({job.file, job.archive, job.options.sheet.limits, job.stop});
    if (!book)
        return tl::unexpected(book.error());
    // The reader has opened this sheet before, so it is there.
    return job.options.sheetIndex < book->parts.size() ? book->parts[job.options.sheetIndex]
                                                       : nullptr;
}

template <typename Rewriter>
SheetResult<void> rewrite(const Job& job, const ZipEntry& entry, Rewriter& rewriter,
                          ZipWriter& zip) {
    auto part = asUtf8Part(
        openZipEntry(job.file, entry, job.options.sheet.limits.maxSheetPartBytes, job.stop));
    if (!part)
        return tl::unexpected(part.error());
    ZipPartInfo info = ZipPartInfo::like(entry);
    info.method = kDeflated;
    if (auto begun = zip.begin(info); !begun)
        return begun;
    XmlPatcher patcher(rewriter, entry.name, job.options.sheet.limits,
                       [&](std::string_view bytes) { return zip.write(bytes); });
    rewriter.attach(patcher);
    if (auto done = patcher.run(**part); !done)
        return done;
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
    const auto type =
        readZipEntry(job.file, entry, job.options.sheet.limits.maxOtherPartBytes, job.stop);
    if (!type)
        return tl::unexpected(type.error());
    ZipPartInfo info = ZipPartInfo::like(entry);
    info.method = kStored;
    return zip.add(info, *type);
}

SheetResult<void> checkUnchanged(const InputFile& file) {
    if (!file.changed())
        return {};
    return tl::unexpected(SheetError{SheetErrorCode::ChangedWhileReading,
                                     {},
                                     "The file was changed while it was read.",
                                     "Wait until the other program has saved it, then write the "
                                     "results again.",
                                     {}});
}

} // namespace

SheetResult<void> writeWorkbookResults(const std::filesystem::path& input, RowSource& source,
                                       const ResultsOptions& options, const OutcomeLookup& outcome,
                                       AtomicFile& output, ResultsReport& report,
                                       const std::stop_token& stop) {
    auto file = InputFile::open(input);
    if (!file)
        return tl::unexpected(file.error());
    const auto archive = ZipArchive::open(*file, options.sheet.limits);
    if (!archive)
        return tl::unexpected(archive.error());
    const Job job{*file, *archive, options, stop};
    const auto part = findSheetPart(job, source.format());
    if (!part)
        return tl::unexpected(part.error());
    const auto extent = surveySheet(source, options.headerRow);
    if (!extent)
        return tl::unexpected(extent.error());
    const auto columns = placeResults(*extent, options.sheet.limits.maxColumns);
    if (!columns)
        return tl::unexpected(columns.error());

    const RowPlanner planner(options, outcome, report);
    ZipWriter zip(output, makeDeflater());
    for (const ZipEntry* entry : inOrder(*archive)) {
        SheetResult<void> written;
        if (entry != *part) {
            written = copyPart(job, *entry, zip);
        } else if (source.format() == SheetFormat::Ods) {
            OdsRewriter rewriter(options.sheetIndex, *columns, planner);
            written = rewrite(job, *entry, rewriter, zip);
        } else {
            XlsxRewriter rewriter(*columns, *extent, planner);
            written = rewrite(job, *entry, rewriter, zip);
        }
        if (!written)
            return written;
    }
    if (auto finished = zip.finish(); !finished)
        return finished;
    return checkUnchanged(*file);
}

} // namespace leadsheet::app
