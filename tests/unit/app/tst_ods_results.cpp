// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/results_file.hpp"
#include "ods_builder.hpp"
#include "results_fixture.hpp"
#include "sheet/zip/zip_archive.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet::app;
using namespace leadsheet::app::test;
using namespace std::string_literals;

namespace {

const std::string kPart = "content.xml";

std::string cell(const std::string& value, const std::string& style = {}) {
    return "<table:table-cell" +
           (style.empty() ? std::string() : " table:style-name=\"" + style + "\"") +
           " office:value-type=\"string\"><text:p>" + value + "</text:p></table:table-cell>";
}

std::string blanks(int count) {
    return count == 1 ? "<table:table-cell/>"
                      : "<table:table-cell table:number-columns-repeated=\"" +
                            std::to_string(count) + "\"/>";
}

std::string row(const std::string& cells, int repeat = 1) {
    return "<table:table-row" +
           (repeat == 1 ? std::string()
                        : " table:number-rows-repeated=\"" + std::to_string(repeat) + "\"") +
           ">" + cells + "</table:table-row>";
}

std::string headers(const std::string& style = {}) {
    std::string cells;
    for (const std::string_view header : kResultHeaders)
        cells += cell(std::string(header), style);
    return cells;
}

std::string outcome(int number) {
    return cell("Placed") + cell("LS-" + std::to_string(number)) + cell("$5.00") + blanks(2) +
           cell("k" + std::to_string(number));
}

std::optional<RowOutcome> sameForAll(std::uint32_t number) {
    return number == 4 ? placed(4) : std::optional(RowOutcome{"Queued", "", "", "", "", ""});
}

std::string queued() {
    return cell("Queued");
}

} // namespace

class OdsResultsTest : public QObject {
    Q_OBJECT

private slots:
    void init() { folder_ = std::make_unique<SheetFolder>(); }

    void rows_changeOnlyWhereTheyMust_data() {
        QTest::addColumn<std::string>("rows");
        QTest::addColumn<std::string>("expected");
        const std::string head = cell("Industry") + cell("Leads");
        QTest::newRow("plain") << row(head) + row(cell("SaaS") + cell("5"))
                               << row(head + headers()) +
                                      row(cell("SaaS") + cell("5") + outcome(2));
        QTest::newRow("blanks to the right are split")
            << row(head + blanks(1000)) + row(cell("SaaS") + blanks(1001))
            << row(head + headers() + blanks(991)) +
                   row(cell("SaaS") + blanks(1) + cell("Placed") + cell("LS-2") + cell("$5.00") +
                       blanks(2) + cell("k2") + blanks(994));
        QTest::newRow("short row gets a gap")
            << row(head) + row(cell("SaaS"))
            << row(head + headers()) + row(cell("SaaS") + blanks(1) + outcome(2));
        QTest::newRow("styles stay")
            << row(cell("Industry", "ce1")) +
                   row("<table:table-cell table:style-name=\"ce2\" office:value-type=\"float\" "
                       "office:value=\"5\"><text:p>5</text:p></table:table-cell><table:table-cell "
                       "table:style-name=\"ce3\"/>")
            << row(cell("Industry", "ce1") + headers("ce1")) +
                   row("<table:table-cell table:style-name=\"ce2\" office:value-type=\"float\" "
                       "office:value=\"5\"><text:p>5</text:p></table:table-cell>" +
                       cell("Placed", "ce3") + cell("LS-2") + cell("$5.00") + blanks(2) +
                       cell("k2"));
        QTest::newRow("trailing blank rows stay one element")
            << row(head) + row(blanks(2), 1'048'575)
            << row(head + headers()) + row(blanks(2), 1'048'575);
        QTest::newRow("columns are declared")
            << "<table:table-column table:number-columns-repeated=\"2\"/>" + row(head)
            << "<table:table-column table:number-columns-repeated=\"2\"/><table:table-column "
               "table:number-columns-repeated=\"9\"/>" +
                   row(head + headers());
        QTest::newRow("hidden columns are shown where results come")
            << "<table:table-column table:number-columns-repeated=\"2\"/><table:table-column "
               "table:visibility=\"collapse\" table:number-columns-repeated=\"100\"/>" +
                   row(head)
            << "<table:table-column table:number-columns-repeated=\"2\"/>"
               "<table:table-column/><table:table-column/><table:table-column/>"
               "<table:table-column/><table:table-column/><table:table-column/>"
               "<table:table-column/><table:table-column/><table:table-column/>"
               "<table:table-column table:visibility=\"collapse\" "
               "table:number-columns-repeated=\"91\"/>" +
                   row(head + headers());
        QTest::newRow("a comment on a blank cell stays")
            << row(cell("Industry")) +
                   row(cell("SaaS") + "<table:table-cell><office:annotation><text:p>call</text:p>"
                                      "</office:annotation></table:table-cell>")
            << row(cell("Industry") + headers()) +
                   row(cell("SaaS") +
                       "<table:table-cell office:value-type=\"string\"><office:annotation><text:p>"
                       "call</text:p></office:annotation><text:p>Placed</text:p>"
                       "</table:table-cell>" +
                       cell("LS-2") + cell("$5.00") + blanks(2) + cell("k2"));
    }
    void rows_changeOnlyWhereTheyMust() {
        QFETCH(std::string, rows);
        QFETCH(std::string, expected);
        const auto input = folder_->write("a.ods", odsFileOfRows(rows));
        const auto report = writeResults(input, withHeader(1), placed);
        QVERIFY2(report.has_value(), report ? "" : report.error().message().c_str());
        QCOMPARE(partOf(report->output, kPart), odsContent(odsTable(expected)));
    }

    void prices_inACurrency_areNumbersOfIt() {
        const auto input =
            folder_->write("a.ods", odsFileOfRows(row(cell("Industry")) + row(cell("SaaS"))));
        auto options = withHeader(1);
        options.currency = "EUR";
        const auto report = writeResults(input, options, [](std::uint32_t) {
                                return std::optional(RowOutcome{"Refunded", "LS-2", "12.50", "", "",
                                                                "k2", "EUR", "", "7.25"});
                            }).value();
        const std::string part = partOf(report.output, kPart);
        QVERIFY2(part.find("office:value-type=\"currency\" office:currency=\"EUR\" "
                           "office:value=\"12.50\"><text:p>12.50</text:p>") != std::string::npos &&
                     part.find("office:value=\"7.25\"><text:p>7.25</text:p>") != std::string::npos,
                 part.c_str());
    }

    void repeatedRows_areSplitWhereOutcomesDiffer() {
        const auto input = folder_->write(
            "a.ods", odsFileOfRows(row(cell("Industry")) + row(cell("SaaS"), 5) + row("", 2)));
        const auto report = writeResults(input, withHeader(1), sameForAll);
        QVERIFY2(report.has_value(), report ? "" : report.error().message().c_str());
        QCOMPARE(
            partOf(report->output, kPart),
            odsContent(odsTable(row(cell("Industry") + headers()) +
                                row(cell("SaaS") + queued(), 2) + row(cell("SaaS") + outcome(4)) +
                                row(cell("SaaS") + queued(), 2) + row("", 2))));
        QCOMPARE(report->rows, std::uint64_t{5});
    }

    void otherPartsAndTables_stayAsTheyWere() {
        const std::string body = odsTable(row(cell("x")), "First") +
                                 odsTable(row(cell("Industry")) + row(cell("SaaS")), "Second") +
                                 odsTable(row(cell("y")), "Third");
        auto parts = odsParts(odsContent(body));
        // Programs write folders as entries of their own.
        ZipPart folder;
        folder.name = "Configurations2/";
        folder.deflate = false;
        parts.push_back(folder);
        const auto input = folder_->write("a.ods", buildZip(parts));
        auto options = withHeader(1);
        options.sheetIndex = 1;
        const auto report = writeResults(input, options, placed);
        QVERIFY2(report.has_value(), report ? "" : report.error().message().c_str());
        QCOMPARE(cellsOf(report->output, 0), "A1=x\n"s);
        QCOMPARE(cellsOf(report->output, 2), "A1=y\n"s);
        QVERIFY(cellsOf(report->output, 1).find("C2=LS-2") != std::string::npos);
        auto was = packedParts(input);
        auto is = packedParts(report->output);
        was.erase(kPart);
        is.erase(kPart);
        QVERIFY(was == is);
    }

    void typePart_isFirstAndStored() {
        auto parts = odsParts(odsContent(odsTable(row(cell("Industry")))));
        // As a careless program packs it.
        std::swap(parts[0], parts[1]);
        parts[1].deflate = true;
        const auto input = folder_->write("a.ods", buildZip(parts));
        const auto report = writeResults(input, withHeader(1), placed);
        QVERIFY2(report.has_value(), report ? "" : report.error().message().c_str());
        const std::string bytes = readAll(report->output);
        QCOMPARE(bytes.substr(30, 8 + kOdsType.size()), "mimetype" + std::string(kOdsType));
    }

    void results_writtenAgain_replaceTheirOwnCells() {
        const auto input = folder_->write(
            "a.ods", odsFileOfRows(row(cell("Industry") + blanks(20)) + row(cell("SaaS"), 3)));
        const auto first = writeResults(input, withHeader(1), placed).value();
        auto options = withHeader(1);
        options.output = folder_->path("second.ods");
        const auto second = writeResults(first.output, options, placed).value();
        QCOMPARE(partOf(second.output, kPart), partOf(first.output, kPart));
        options.output = folder_->path("third.ods");
        const auto third = writeResults(first.output, options, [](std::uint32_t number) {
                               return number == 3 ? placed(3) : std::nullopt;
                           }).value();
        QVERIFY(cellsOf(third.output)
                    .ends_with("A2=SaaS\nA3=SaaS B3=Placed C3=LS-3 D3=$5.00 G3=k3\nA4=SaaS\n"));
        QCOMPARE(third.unmatched, std::uint64_t{2});
    }

    void mergedAndFormulaCells_areNotTouched() {
        const std::string merged =
            "<table:table-cell table:number-columns-spanned=\"2\" office:value-type=\"string\">"
            "<text:p>wide</text:p></table:table-cell><table:covered-table-cell/>";
        const std::string formula =
            "<table:table-cell table:formula=\"of:=[.A3]\" office:value-type=\"string\"><text:p>"
            "</text:p></table:table-cell>";
        const auto input =
            folder_->write("a.ods", odsFileOfRows(row(cell("Industry")) + row(merged) +
                                                  row(cell("SaaS") + blanks(1) + formula)));
        const auto report = writeResults(input, withHeader(1), placed).value();
        const std::string xml = partOf(report.output, kPart);
        QVERIFY(xml.find(row(merged + blanks(1) + outcome(2))) != std::string::npos);
        QVERIFY(xml.find(row(cell("SaaS") + blanks(1) + formula + outcome(3))) !=
                std::string::npos);
    }

    void prefixesOfTheDocument_areUsed() {
        std::string xml = odsContent(odsTable(row(cell("Industry")) + row(cell("SaaS"))));
        for (const auto& [from, to] : {std::pair("text:"s, "t:"s), std::pair("table:"s, "tb:"s),
                                       std::pair("office:"s, "o:"s)})
            for (std::size_t at = 0; (at = xml.find(from, at)) != std::string::npos; ++at)
                if (xml[at - 1] == '<' || xml[at - 1] == '/' || xml[at - 1] == ' ' ||
                    xml.substr(at - 6, 6) == "xmlns:")
                    xml.replace(at, from.size(), to);
        for (const auto& [from, to] :
             {std::pair("xmlns:text="s, "xmlns:t="s), std::pair("xmlns:table="s, "xmlns:tb="s),
              std::pair("xmlns:office="s, "xmlns:o="s)})
            xml.replace(xml.find(from), from.size(), to);
        auto parts = odsParts(xml);
        const auto input = folder_->write("a.ods", buildZip(parts));
        const auto report = writeResults(input, withHeader(1), placed);
        QVERIFY2(report.has_value(), report ? "" : report.error().message().c_str());
        QVERIFY(cellsOf(report->output).ends_with("A2=SaaS B2=Placed C2=LS-2 D2=$5.00 G2=k2\n"));
        const std::string written = partOf(report->output, kPart);
        QVERIFY(written.find("<tb:table-cell xmlns:lso=") != std::string::npos);
        QVERIFY(written.find("<lst:p>Placed</lst:p>") != std::string::npos);
    }

    void hostileTexts_readBackTheSame_data() {
        QTest::addColumn<std::string>("message");
        QTest::addColumn<std::string>("shown");
        QTest::newRow("markup") << "<b>&\"'"s
                                << "<b>&\"'"s;
        QTest::newRow("formula") << "=1+1"s
                                 << "=1+1"s;
        QTest::newRow("blanks") << "  a  b c "s
                                << "  a  b c "s;
        QTest::newRow("tabs") << "\ta\t b"s
                              << "\ta\t b"s;
        QTest::newRow("lines") << "a\r\nb\n\nc"s
                               << "a\nb\n\nc"s;
        QTest::newRow("control") << "a\x07_x0007_"s
                                 << "a\uFFFD_x0007_"s;
        QTest::newRow("emoji") << "Köln 😀"s
                               << "Köln 😀"s;
        QTest::newRow("broken") << "na\xEFve"s
                                << "na\uFFFDve"s;
    }
    void hostileTexts_readBackTheSame() {
        QFETCH(std::string, message);
        QFETCH(std::string, shown);
        const auto input =
            folder_->write("a.ods", odsFileOfRows(row(cell("Industry")) + row(cell("SaaS"))));
        const auto report = writeResults(input, withHeader(1), [&](std::uint32_t) {
            return std::optional(RowOutcome{"", "", "", "", message, ""});
        });
        QVERIFY(report.has_value());
        QVERIFY2(cellsOf(report->output).ends_with("A2=SaaS F2=" + shown + "\n"),
                 cellsOf(report->output).c_str());
    }

    void editedResults_areKept() {
        const auto input =
            folder_->write("a.ods", odsFileOfRows(row(cell("Industry")) + row(cell("SaaS"), 2)));
        auto options = withHeader(1);
        const auto first = writeResults(input, options, placed).value();
        options.overwrite = true;
        options.keepEdited = true;
        QVERIFY(writeResults(input, options, placed)->backup.empty());
        folder_->write(first.output.filename().string(),
                       odsFileOfRows(row(cell("Industry") + headers()) + row(cell("SaaS")) +
                                     row(cell("changed"))));
        QVERIFY(!writeResults(input, options, placed)->backup.empty());
    }

private:
    std::unique_ptr<SheetFolder> folder_;
};

LEADSHEET_TEST(tst_ods_results, OdsResultsTest);
#include "tst_ods_results.moc"
