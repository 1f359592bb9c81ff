// SPDX-License-Identifier: Apache-2.0
#include "sheet_part_reader.hpp"

#include "memory_file.hpp"
#include "sheet/xlsx/cell_formats.hpp"
#include "sheet/xlsx/sheet_handler.hpp"
#include "sheet/xml/plain_xml.hpp"
#include "workbook_builder.hpp"

namespace leadsheet::app::test {
namespace {

// Counts what the scanner takes.
class CountingScanner final : public ElementScanner {
public:
    explicit CountingScanner(RowScanner& scanner)
        : scanner_(scanner) {}
    ScannedElement scan(const char* begin, const char* end) override {
        const ScannedElement element = scanner_.scan(begin, end);
        taken += element.kind == ScannedElement::Kind::Whole ? 1 : 0;
        return element;
    }
    bool mayStart() const override { return scanner_.mayStart(); }
    std::string_view opening() const override { return scanner_.opening(); }
    std::string_view closing() const override { return scanner_.closing(); }

    std::uint64_t taken = 0;

private:
    RowScanner& scanner_;
};

std::string takeRows(RowBatch& batch) {
    std::string text;
    while (batch.hasRows()) {
        const RowBatch::Row taken = batch.take();
        RowView row;
        row.row = taken.row;
        row.hidden = taken.hidden;
        row.cells = taken.cells;
        text += rowText(row);
        for (const Cell& cell : taken.cells)
            text += std::to_string(cell.number) + " ";
    }
    batch.recycle();
    return text;
}

} // namespace

PartRead readSheetPart(std::string_view part, std::size_t step, bool scans) {
    XlsxBook book = xlsxBook("");
    book.texts = {"<t>first</t>"};
    const leadsheet::test::MemoryFile bytes(xlsxFile(book));
    const auto file = InputFile::open(bytes.path());
    const auto archive = ZipArchive::open(*file, {});
    const SheetLimits limits;
    const std::stop_token stop;
    const Package package{*file, *archive, limits, stop, scans};
    CellFormats formats{StyleTable()};
    SharedStrings strings(package, archive->find("xl/sharedStrings.xml"));

    RowBatch batch;
    SheetFacts facts;
    RowAssembler rows({limits, formats, strings, false}, batch);
    SheetHandler handler(rows, facts, limits);
    XmlReader reader(handler, "sheet1.xml", limits);
    handler.attach(reader);
    RowScanner scanner(rows, handler, reader, limits.maxXmlDepth);
    CountingScanner counting(scanner);
    ScanningFeed feed(reader, counting, scans);

    PartRead read;
    SheetResult<void> fed;
    for (std::size_t at = 0; fed && at < part.size(); at += step) {
        fed = feed.feed(part.substr(at, step), false);
        read.text += takeRows(batch);
    }
    if (fed)
        fed = feed.feed({}, true);
    read.text += takeRows(batch);
    for (const CellRange& range : facts.merged)
        read.text += "merged " + std::to_string(range.firstRow) + "\n";
    for (const std::uint32_t column : facts.hiddenColumns)
        read.text += "hidden " + std::to_string(column) + "\n";
    if (!fed)
        read.text += fed.error().message() + " row " + std::to_string(rows.row()) + "\n";
    read.scannedRows = counting.taken;
    return read;
}

} // namespace leadsheet::app::test
