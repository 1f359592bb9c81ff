// SPDX-License-Identifier: Apache-2.0
#include "export/record_encoder.hpp"
#include "leadsheet/app/record_writer.hpp"
#include "results_fixture.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"
#include "workbook_read.hpp"
#include "write/xlsx_parts.hpp"

#include <QtTest>
#include <array>
#include <random>

using namespace leadsheet::app;
using namespace leadsheet::app::test;
using namespace std::string_literals;
using namespace std::string_view_literals;

namespace {

using Row = std::vector<ExportValue>;

constexpr std::chrono::sys_days kDay{std::chrono::year{2026} / 1 / 31};
constexpr ExportTime kMoment = kDay + std::chrono::milliseconds(50'820'000);

std::vector<ExportColumn> columnsOf(std::size_t count) {
    std::vector<ExportColumn> columns;
    for (std::size_t i = 0; i < count; ++i)
        columns.push_back({"c" + std::to_string(i), ColumnType::Text});
    return columns;
}

SheetResult<ExportReport> exportRows(const std::filesystem::path& path,
                                     const std::vector<ExportColumn>& columns,
                                     const std::vector<Row>& rows,
                                     const ExportOptions& options = {}) {
    auto writer = RecordWriter::create(path, ExportFormat::Xlsx, options);
    if (!writer)
        return tl::unexpected(writer.error());
    if (auto begun = writer->begin(columns); !begun)
        return tl::unexpected(begun.error());
    for (const Row& row : rows)
        if (auto written = writer->row(row); !written)
            return tl::unexpected(written.error());
    return writer->finish();
}

SheetResult<ExportReport> exportNumbers(const std::filesystem::path& path, std::int64_t count,
                                        const XlsxDivision& division) {
    auto file = AtomicFile::create(path);
    ExportReport report;
    const ExportOptions options;
    const auto encoder = makeXlsxEncoder(*file, options, report, division);
    auto done = encoder->begin(columnsOf(1));
    for (std::int64_t i = 0; done && i < count; ++i, ++report.rows)
        done = encoder->row(Row{i});
    if (done)
        done = encoder->finish();
    if (done)
        done = file->commit();
    return done ? SheetResult<ExportReport>(report) : tl::unexpected(done.error());
}

// Pieces that break careless writers, put together at random.
std::string randomText(std::mt19937& random) {
    static constexpr std::array kPieces = {
        "a"sv,   "_"sv, "_x"sv,           "x0041_"sv, "_x000D_"sv, "005F"sv, "<"sv,    "&"sv,
        "]]>"sv, " "sv, "\t"sv,           "\n"sv,     "\r"sv,      "\x01"sv, "\x1F"sv, "\""sv,
        "ü"sv,   "😀"sv, "\xEF\xBF\xBF"sv, "&amp;"sv,  "\u2028"sv,  "'"sv,    "=1"sv,   "\x7F"sv};
    std::string text;
    for (auto pieces = random() % 8; pieces > 0; --pieces)
        text += kPieces[random() % kPieces.size()];
    return text;
}

} // namespace

class XlsxExportTest : public QObject {
    Q_OBJECT

private slots:
    void init() { folder_ = std::make_unique<SheetFolder>(); }

    void everyKindOfValue_readsBackAsItsKind() {
        const auto report = exportRows(
            folder_->path("a.xlsx"), columnsOf(7),
            {{"0123"sv, std::int64_t{-7}, 0.1, true, kDay, kMoment, std::monostate()},
             {""sv, std::int64_t{999'999'999'999'999}, -2.5, false, kDay, kMoment, "=1+1"sv}});
        QVERIFY2(report.has_value(), report ? "" : report.error().message().c_str());
        const WorkbookRead read = readWorkbookFile(report->path);
        QCOMPARE(QString::fromStdString(read.text),
                 "1 A=text:c0 B=text:c1 C=text:c2 D=text:c3 E=text:c4 F=text:c5 G=text:c6\n"
                 "2 A=text:0123 B=number:-7 C=number:0.1 D=boolean:TRUE E=date:2026-01-31 "
                 "F=date:2026-01-31 14:07:00\n"
                 "3 B=number:999999999999999 C=number:-2.5 D=boolean:FALSE E=date:2026-01-31 "
                 "F=date:2026-01-31 14:07:00 G=text:=1+1\n");
        QCOMPARE(read.sheets.size(), std::size_t{1});
        QCOMPARE(report->sheets, std::uint32_t{1});
        QCOMPARE(report->valuesAsText, std::uint64_t{0});
    }

    void whatNumbersWouldLose_isText() {
        const std::chrono::sys_days old{std::chrono::year{1899} / 12 / 31};
        const auto report =
            exportRows(folder_->path("a.xlsx"), columnsOf(2),
                       {{std::int64_t{1'000'000'000'000'000}, std::int64_t{-1'234'567'890'123'456}},
                        {old, ExportTime(old)}});
        QCOMPARE(report->valuesAsText, std::uint64_t{4});
        QVERIFY(readWorkbookFile(report->path)
                    .text.ends_with("2 A=text:1000000000000000 B=text:-1234567890123456\n"
                                    "3 A=text:1899-12-31 B=text:1899-12-31T00:00:00Z\n"));
    }

    void hostileTexts_readBackTheSame() {
        std::mt19937 random(20'260'131);
        std::vector<std::vector<std::string>> texts(500);
        std::vector<Row> rows;
        for (auto& row : texts) {
            Row values;
            row.resize(4);
            for (std::string& text : row) {
                text = randomText(random);
                values.emplace_back(std::string_view(text));
            }
            rows.push_back(std::move(values));
        }
        const auto report = exportRows(folder_->path("a.xlsx"), columnsOf(4), rows);
        QVERIFY(report.has_value());
        QCOMPARE(report->repairedTexts, std::uint64_t{0});
        auto source = openSheet(report->path);
        QVERIFY(source.has_value());
        RowView row;
        QCOMPARE((*source)->next(row).value(), Next::Row);
        for (std::size_t i = 0; i < texts.size(); ++i) {
            // A row without any text may not be given at all.
            if (std::all_of(texts[i].begin(), texts[i].end(),
                            [](const std::string& text) { return text.empty(); }))
                continue;
            do
                QCOMPARE((*source)->next(row).value(), Next::Row);
            while (row.row < i + 2);
            for (std::uint32_t c = 0; c < 4; ++c)
                QCOMPARE(QByteArray::fromStdString(std::string(row.textAt(c))),
                         QByteArray::fromStdString(texts[i][c]));
        }
    }

    void longText_isCutAndCounted_data() {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<std::string>("kept");
        QTest::addColumn<bool>("cut");
        const std::string most(32'767, 'x');
        QTest::newRow("longest") << most << most << false;
        QTest::newRow("one more") << most + "y" << most << true;
        QTest::newRow("two bytes a letter")
            << most.substr(1) + "ü" << most.substr(1) + "ü" << false;
        QTest::newRow("pair at the end") << most.substr(1) + "😀" << most.substr(1) << true;
        // Escapes are no part of the length.
        QTest::newRow("escaped") << most.substr(1) + "\x01" << most.substr(1) + "\x01" << false;
    }
    void longText_isCutAndCounted() {
        QFETCH(std::string, text);
        QFETCH(std::string, kept);
        QFETCH(bool, cut);
        const std::vector<Row> rows = {{"x"sv, "y"sv}, {"x"sv, std::string_view(text)}};
        const auto report = exportRows(folder_->path("a.xlsx"), columnsOf(2), rows);
        QVERIFY(report.has_value());
        QCOMPARE(report->cutTexts, std::uint64_t{cut ? 1U : 0U});
        QCOMPARE(report->firstCut, cut ? (SheetPlace{2, 0, 2}) : SheetPlace{});
        QVERIFY(cellsOf(report->path).ends_with(" B3=" + kept + "\n"));
        ExportOptions strict;
        strict.longText = LongText::Refuse;
        const auto refused = exportRows(folder_->path("b.xlsx"), columnsOf(2), rows, strict);
        QCOMPARE(refused.has_value(), !cut);
        if (cut) {
            QCOMPARE(refused.error().code, SheetErrorCode::LimitExceeded);
            QCOMPARE(refused.error().place, (SheetPlace{2, 0, 2}));
            QVERIFY(!std::filesystem::exists(folder_->path("b.xlsx")));
        }
    }

    void moreRowsThanATabHolds_goOnInTheNext() {
        XlsxDivision division;
        division.maxRows = 4;
        const auto path = folder_->path("a.xlsx");
        const auto report = exportNumbers(path, 7, division);
        QVERIFY(report.has_value());
        QCOMPARE(report->sheets, std::uint32_t{3});
        QCOMPARE(cellsOf(path, 0), "A1=c0\nA2=0\nA3=1\nA4=2\n"s);
        QCOMPARE(cellsOf(path, 1), "A1=c0\nA2=3\nA3=4\nA4=5\n"s);
        QCOMPARE(cellsOf(path, 2), "A1=c0\nA2=6\n"s);
        const WorkbookRead read = readWorkbookFile(path);
        QCOMPARE(read.sheets[2].name, "Sheet1 (3)"s);
    }

    void moreBytesThanATabHolds_goOnInTheNext() {
        XlsxDivision division;
        division.maxSheetBytes = 20'000;
        const auto path = folder_->path("a.xlsx");
        const auto report = exportNumbers(path, 2'000, division);
        QVERIFY(report.has_value());
        QVERIFY(report->sheets > 2);
        std::string cells;
        for (std::size_t sheet = 0; sheet < report->sheets; ++sheet)
            cells += cellsOf(path, sheet);
        for (int i = 0; i < 2'000; ++i)
            QVERIFY(cells.find("=" + std::to_string(i) + "\n") != std::string::npos);
    }

    void moreThanAnArchiveHolds_isRefused() {
        XlsxDivision division;
        division.maxArchiveBytes = 10'000;
        const auto report = exportNumbers(folder_->path("a.xlsx"), 100'000, division);
        QVERIFY(!report.has_value());
        QCOMPARE(report.error().code, SheetErrorCode::LimitExceeded);
        QVERIFY(folder_->fileNames().empty());
    }

    void tooManyColumns_areRefused() {
        const auto report = exportRows(folder_->path("a.xlsx"), columnsOf(16'385), {});
        QCOMPARE(report.error().code, SheetErrorCode::LimitExceeded);
        QVERIFY(exportRows(folder_->path("b.xlsx"), columnsOf(16'384), {}).has_value());
        QVERIFY(cellsOf(folder_->path("b.xlsx")).ends_with(" XFD1=c16383\n"));
    }

    void headerRow_isBoldAndStaysInView() {
        ExportOptions options;
        options.sheetName = "Leads: Q3/Q4";
        const auto report = exportRows(
            folder_->path("a.xlsx"),
            {{"Name", ColumnType::Text}, {"Phone", ColumnType::Text}, {"N", ColumnType::Number}},
            {{"a"sv, "0049"sv, 1.0}}, options);
        const std::string sheet = partOf(report->path, "xl/worksheets/sheet1.xml");
        QVERIFY(sheet.find("<pane ySplit=\"1\" topLeftCell=\"A2\"") != std::string::npos);
        QVERIFY(sheet.find("<c r=\"A1\" s=\"1\" t=\"inlineStr\">") != std::string::npos);
        QVERIFY(sheet.find("sqref=\"A2:B2\" numberStoredAsText=\"1\"") != std::string::npos);
        QVERIFY(sheet.find("<col min=\"3\" max=\"3\" width=\"12.") != std::string::npos);
        QVERIFY(partOf(report->path, "xl/styles.xml").find("<b/>") != std::string::npos);
        QCOMPARE(readWorkbookFile(report->path).sheets[0].name, "Leads_ Q3_Q4"s);
    }

    void sheetName_isOneThatProgramsTake_data() {
        QTest::addColumn<std::string>("wish");
        QTest::addColumn<std::string>("name");
        QTest::newRow("plain") << "Leads"s
                               << "Leads"s;
        QTest::newRow("empty") << ""s
                               << "Sheet1"s;
        QTest::newRow("signs") << "[a]:*?/\\b\n"s
                               << "_a______b_"s;
        QTest::newRow("apostrophes") << "'a'"s
                                     << "_a_"s;
        QTest::newRow("reserved") << "history"s
                                  << "history_"s;
        QTest::newRow("long") << std::string(40, 'x') << std::string(31, 'x');
        QTest::newRow("long with a pair") << std::string(30, 'x') + "😀" << std::string(30, 'x');
    }
    void sheetName_isOneThatProgramsTake() {
        QFETCH(std::string, wish);
        QFETCH(std::string, name);
        QCOMPARE(xlsxSheetName(wish), name);
        QCOMPARE(xlsxSheetName(std::string(31, 'y'), 12), std::string(26, 'y') + " (12)");
    }

private:
    std::unique_ptr<SheetFolder> folder_;
};

LEADSHEET_TEST(tst_xlsx_export, XlsxExportTest);
#include "tst_xlsx_export.moc"
