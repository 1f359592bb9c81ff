// SPDX-License-Identifier: Apache-2.0
#include "export/record_encoder.hpp"
#include "leadsheet/app/record_writer.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"

#include <QtTest>

#include <array>
#include <charconv>
#include <cmath>
#include <csignal>
#include <limits>
#include <map>
#include <sys/resource.h>

using namespace leadsheet::app;
using namespace leadsheet::app::test;
using namespace std::string_literals;
using namespace std::string_view_literals;

namespace {

constexpr std::chrono::sys_days kDay{std::chrono::year{2026} / 1 / 31};
constexpr ExportTime kMoment = kDay + std::chrono::milliseconds(50'820'000);

using Row = std::vector<ExportValue>;

SheetResult<ExportReport> exportRows(const std::filesystem::path& path, ExportFormat format,
                                     const std::vector<ExportColumn>& columns,
                                     const std::vector<Row>& rows,
                                     const ExportOptions& options = {}) {
    auto writer = RecordWriter::create(path, format, options);
    if (!writer)
        return tl::unexpected(writer.error());
    if (auto begun = writer->begin(columns); !begun)
        return tl::unexpected(begun.error());
    for (const Row& row : rows)
        if (auto written = writer->row(row); !written)
            return tl::unexpected(written.error());
    return writer->finish();
}

std::vector<ExportColumn> texts(const std::vector<std::string>& names) {
    std::vector<ExportColumn> columns;
    for (const std::string& name : names)
        columns.push_back({name, ColumnType::Text});
    return columns;
}

const std::vector<std::pair<std::string, ExportFormat>> kFormats = {
    {"a.csv", ExportFormat::Csv},
    {"a.xlsx", ExportFormat::Xlsx},
    {"a.jsonl", ExportFormat::JsonLines}};

void addFormats() {
    QTest::addColumn<int>("format");
    for (const auto& [name, format] : kFormats)
        QTest::newRow(name.c_str()) << static_cast<int>(format);
}

} // namespace

class RecordWriterTest : public QObject {
    Q_OBJECT

private slots:
    void init() { folder_ = std::make_unique<SheetFolder>(); }

    void csv_everyKindOfValue_isWrittenAsPromised() {
        const auto report =
            exportRows(folder_->path("a.csv"), ExportFormat::Csv, texts({"t", "n", "x"}),
                       {{"plain"sv, std::int64_t{-5}, 0.1},
                        {"a, \"b\"\r\nc"sv, true, 1e300},
                        {" edge"sv, kDay, kMoment},
                        {std::monostate(), false, kMoment + std::chrono::milliseconds(7)}});
        QVERIFY2(report.has_value(), report ? "" : report.error().message().c_str());
        QCOMPARE(readAll(report->path), "t,n,x\r\n"
                                        "plain,-5,0.1\r\n"
                                        "\"a, \"\"b\"\"\r\nc\",true,1e+300\r\n"
                                        "\" edge\",2026-01-31,2026-01-31T14:07:00Z\r\n"
                                        ",false,2026-01-31T14:07:00.007Z\r\n"s);
        QCOMPARE(report->rows, std::uint64_t{4});
    }

    void csv_formulaLikeTexts_areGuardedButPhonesAreNot() {
        ExportOptions options;
        const std::vector<Row> rows = {{"=1+1"sv}, {"+49 30 123"sv}, {"-5.5"sv},
                                       {"@x"sv},   {"\uFF1D1"sv},    {"+cmd|x"sv}};
        const auto report =
            exportRows(folder_->path("a.csv"), ExportFormat::Csv, texts({"t"}), rows, options);
        QCOMPARE(readAll(report->path),
                 "t\r\n'=1+1\r\n+49 30 123\r\n-5.5\r\n'@x\r\n'\uFF1D1\r\n'+cmd|x\r\n"s);
        QCOMPARE(report->guardedTexts, std::uint64_t{4});
        options.guardFormulas = false;
        const auto bare =
            exportRows(folder_->path("b.csv"), ExportFormat::Csv, texts({"t"}), rows, options);
        QVERIFY(readAll(bare->path).find('\'') == std::string::npos);
    }

    void csv_delimiterAndByteOrderMark_areChoices() {
        ExportOptions options;
        options.delimiter = ';';
        options.byteOrderMark = true;
        const auto report = exportRows(folder_->path("a.csv"), ExportFormat::Csv, texts({"a", "b"}),
                                       {{"x,y"sv, "x;y"sv}}, options);
        QCOMPARE(readAll(report->path), "\xEF\xBB\xBF"
                                        "a;b\r\nx,y;\"x;y\"\r\n"s);
    }

    // Whatever the delimiter, what a value is written as stays one cell.
    void csv_delimiterInsideValues_quotesThem() {
        for (const auto& [delimiter, line] :
             std::map<char, std::string>{{'.', "\"1.5\".2026-01-31.true.7"},
                                         {'-', "1.5-\"2026-01-31\"-true-7"},
                                         {'t', "1.5t2026-01-31t\"true\"t7"},
                                         {'7', "1.572026-01-317true7\"7\""}}) {
            ExportOptions options;
            options.delimiter = delimiter;
            options.overwrite = true;
            const auto report =
                exportRows(folder_->path("a.csv"), ExportFormat::Csv, texts({"a", "b", "c", "d"}),
                           {{1.5, kDay, true, std::int64_t{7}}}, options);
            QVERIFY(report.has_value());
            QVERIFY2(readAll(report->path).ends_with("\n" + line + "\r\n"), line.c_str());
        }
    }

    void numbers_ofFewDecimals_areTheShortestTexts() {
        const auto agrees = [](double value) {
            std::array<char, 32> digits{};
            const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
            std::string text;
            appendDouble(text, value);
            return text == std::string_view(digits.data(), end);
        };
        for (int hundredths = -300; hundredths < 11'000'000; hundredths += 97) {
            const double value = hundredths / 100.0;
            for (const double near : {value, std::nextafter(value, -1.0),
                                      std::nextafter(value, 1e9), value / 10, value * 10})
                QVERIFY2(agrees(near), std::to_string(near).c_str());
        }
        for (const double value : {0.0, -0.0, 0.01, 0.1, 1.0, 10.0, 99'999.99, 1e5, 5e-324, 1e300})
            QVERIFY2(agrees(value), std::to_string(value).c_str());
    }

    void csv_firstHeaderThatMisleadsPrograms_isQuoted() {
        for (const std::string name : {"ID", "sep=;"}) {
            ExportOptions options;
            options.overwrite = true;
            const auto report = exportRows(folder_->path("a.csv"), ExportFormat::Csv,
                                           texts({name, "b"}), {}, options);
            QCOMPARE(readAll(report->path), "\"" + name + "\",b\r\n");
        }
    }

    void csv_hostileCells_readBackTheSame() {
        const std::vector<std::vector<std::string>> cells = {
            {"a", "b", "c"},      {"", "", "x"},       {"\"", "\"\"", ","},
            {"\n", "\r", "\r\n"}, {" x ", "\t", "ü😀"}, {"'=1", "_x000D_", "last"}};
        std::vector<Row> rows;
        for (std::size_t i = 1; i < cells.size(); ++i) {
            Row row;
            for (const std::string& cell : cells[i])
                row.emplace_back(std::string_view(cell));
            rows.push_back(row);
        }
        ExportOptions options;
        options.guardFormulas = false;
        const auto report =
            exportRows(folder_->path("a.csv"), ExportFormat::Csv, texts(cells[0]), rows, options);
        const ReadSheet again = readSheet(report->path);
        QVERIFY(again.rows == cells);
    }

    // The encoder looks at several bytes at a time: a character that matters is seen anywhere.
    void csv_characterThatMatters_isSeenAtEveryPlace() {
        const std::string umlaut = "\u00FC";
        std::string expected = "t\r\n";
        std::vector<std::string> cells;
        for (const std::string& odd : {"\""s, ";"s, "\r"s, "\n"s, "\0"s, "\xFF"s, umlaut, "\t"s})
            for (std::size_t length = 1; length <= 20; ++length)
                for (std::size_t at = 0; at < length; ++at) {
                    std::string cell(length, 'x');
                    cell.front() = cell.back() = 'y'; // a blank at an edge is quoted for itself
                    cell.insert(at + (odd == "\t" ? 1 : 0), odd);
                    if (odd == "\t")
                        cell += 'y';
                    cells.push_back(cell);
                    if (odd == "\0"s || odd == "\xFF"s)
                        cell.replace(at, 1, "\uFFFD");
                    if (odd == "\"")
                        cell.insert(at, odd);
                    const bool quoted = odd == "\"" || odd == ";" || odd == "\r" || odd == "\n";
                    expected += quoted ? "\"" + cell + "\"\r\n" : cell + "\r\n";
                }
        std::vector<Row> rows;
        for (const std::string& cell : cells)
            rows.push_back({std::string_view(cell)});
        ExportOptions options;
        options.delimiter = ';';
        options.guardFormulas = false;
        const auto report =
            exportRows(folder_->path("a.csv"), ExportFormat::Csv, texts({"t"}), rows, options);
        QVERIFY(report.has_value());
        QCOMPARE(readAll(report->path), expected);
    }

    void csv_singleEmptyColumn_keepsItsRecord() {
        const auto report = exportRows(folder_->path("a.csv"), ExportFormat::Csv, texts({"a"}),
                                       {{std::monostate()}, {""sv}});
        QCOMPARE(readAll(report->path), "a\r\n\"\"\r\n\"\"\r\n"s);
    }

    void jsonLines_everyKindOfValue_isWrittenAsPromised() {
        const auto report =
            exportRows(folder_->path("a.jsonl"), ExportFormat::JsonLines, texts({"t\"", "n"}),
                       {{"a\"b\\c\n\x01ü"sv, std::int64_t{9'007'199'254'740'993}},
                        {kMoment, 0.25},
                        {kDay, true},
                        {std::monostate(), -1e-7}});
        QCOMPARE(readAll(report->path),
                 "{\"t\\\"\":\"a\\\"b\\\\c\\n\\u0001ü\",\"n\":9007199254740993}\n"
                 "{\"t\\\"\":\"2026-01-31T14:07:00Z\",\"n\":0.25}\n"
                 "{\"t\\\"\":\"2026-01-31\",\"n\":true}\n"
                 "{\"t\\\"\":null,\"n\":-1e-07}\n"s);
    }

    void list_inEveryFormat_isWrittenAsPromised_data() {
        QTest::addColumn<int>("format");
        QTest::addColumn<QString>("content");
        QTest::newRow("csv") << static_cast<int>(ExportFormat::Csv)
                             << "t,n\r\n\"a, b\",\r\n'=x,\"a \"\"q\"\", \uFFFD\"\r\n";
        QTest::newRow("jsonl") << static_cast<int>(ExportFormat::JsonLines)
                               << "{\"t\":[\"a\",\"b\"],\"n\":[]}\n"
                                  "{\"t\":[\"=x\"],\"n\":[\"a \\\"q\\\"\",\"\uFFFD\"]}\n";
    }
    void list_inEveryFormat_isWrittenAsPromised() {
        QFETCH(int, format);
        QFETCH(QString, content);
        const std::array two = {"a"sv, "b"sv};
        const std::array formula = {"=x"sv};
        const std::array odd = {"a \"q\""sv, "\xFF"sv};
        const auto report =
            exportRows(folder_->path("a"), static_cast<ExportFormat>(format), texts({"t", "n"}),
                       {{ExportList{two}, ExportList{}}, {ExportList{formula}, ExportList{odd}}});
        QVERIFY(report.has_value());
        QCOMPARE(readAll(report->path), content.toStdString());
        QCOMPARE(report->repairedTexts, std::uint64_t{1});
    }

    void jsonLines_columnTwice_isRefused() {
        const auto report =
            exportRows(folder_->path("a.jsonl"), ExportFormat::JsonLines, texts({"a", "a"}), {});
        QCOMPARE(report.error().code, SheetErrorCode::InvalidOption);
    }

    void text_notUtf8_isRepairedAndCounted_data() { addFormats(); }
    void text_notUtf8_isRepairedAndCounted() {
        QFETCH(int, format);
        const auto report = exportRows(folder_->path("a"), static_cast<ExportFormat>(format),
                                       texts({"a"}), {{"na\xEFve"sv}, {"fine"sv}, {"\xFF\xFF"sv}});
        QVERIFY(report.has_value());
        QCOMPARE(report->repairedTexts, std::uint64_t{2});
    }

    void number_notFinite_isRefusedWithItsPlace_data() { addFormats(); }
    void number_notFinite_isRefusedWithItsPlace() {
        QFETCH(int, format);
        const auto before = folder_->fileNames();
        for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()}) {
            const auto report = exportRows(folder_->path("a"), static_cast<ExportFormat>(format),
                                           texts({"a", "b"}), {{"x"sv, 1.0}, {"x"sv, bad}});
            QVERIFY(!report.has_value());
            QCOMPARE(report.error().code, SheetErrorCode::InvalidValue);
            QCOMPARE(report.error().place, (SheetPlace{2, 0, 2}));
        }
        QCOMPARE(folder_->fileNames(), before);
    }

    void finish_file_matchesReportAndManifest_data() { addFormats(); }
    void finish_file_matchesReportAndManifest() {
        QFETCH(int, format);
        ExportOptions options;
        options.facts = {{"scope", "all leads of order \"LS-1\""}};
        const auto report =
            exportRows(folder_->path("leads.out"), static_cast<ExportFormat>(format),
                       texts({"a", "b"}), {{"x"sv, 1.5}, {"y"sv, 2.5}}, options);
        QVERIFY2(report.has_value(), report ? "" : report.error().message().c_str());
        QCOMPARE(report->sha256, fileSha256(report->path).value());
        QCOMPARE(report->bytes, std::filesystem::file_size(report->path));
        QCOMPARE(report->manifest.filename().string(), "leads.out.manifest.json"s);
        const std::string manifest = readAll(report->manifest);
        QVERIFY(manifest.find("\"rows\": 2,") != std::string::npos);
        QVERIFY(manifest.find(report->sha256) != std::string::npos);
        QVERIFY(manifest.find("\"scope\":\"all leads of order \\\"LS-1\\\"\"") !=
                std::string::npos);
        QCOMPARE(folder_->fileNames().size(), std::size_t{2});
    }

    void sameRecords_writtenTwice_areTheSameBytes_data() { addFormats(); }
    void sameRecords_writtenTwice_areTheSameBytes() {
        QFETCH(int, format);
        std::string hashes[2];
        for (std::string& hash : hashes) {
            ExportOptions options;
            options.overwrite = true;
            hash = exportRows(folder_->path("a"), static_cast<ExportFormat>(format),
                              texts({"a", "b"}), {{"x"sv, 1.5}, {"y"sv, kMoment}}, options)
                       ->sha256;
        }
        QCOMPARE(hashes[0], hashes[1]);
    }

    void existingFile_withoutOverwrite_isKept_data() { addFormats(); }
    void existingFile_withoutOverwrite_isKept() {
        QFETCH(int, format);
        const auto path = folder_->write("a", "older");
        const auto refused =
            exportRows(path, static_cast<ExportFormat>(format), texts({"a"}), {{"x"sv}});
        QCOMPARE(refused.error().code, SheetErrorCode::OutputExists);
        ExportOptions options;
        options.overwrite = true;
        const auto failed = exportRows(path, static_cast<ExportFormat>(format), texts({"a"}),
                                       {{std::nan("")}}, options);
        QVERIFY(!failed.has_value());
        QCOMPARE(readAll(path), "older"s);
        QVERIFY(
            exportRows(path, static_cast<ExportFormat>(format), texts({"a"}), {{"x"sv}}, options)
                .has_value());
        QVERIFY(readAll(path) != "older");
    }

    void writer_dropped_leavesNothing_data() { addFormats(); }
    void writer_dropped_leavesNothing() {
        QFETCH(int, format);
        {
            auto writer =
                RecordWriter::create(folder_->path("a"), static_cast<ExportFormat>(format));
            QVERIFY(writer->begin(texts({"a"})).has_value());
            QVERIFY(writer->row(Row{"x"sv}).has_value());
            QCOMPARE(writer->rows(), std::uint64_t{1});
            QCOMPARE(folder_->fileNames().size(), std::size_t{1});
            QVERIFY(!std::filesystem::exists(folder_->path("a")));
        }
        QVERIFY(folder_->fileNames().empty());
    }

    void writer_wronglyUsed_failsForGood() {
        auto writer = RecordWriter::create(folder_->path("a"), ExportFormat::Csv);
        QVERIFY(writer->begin(texts({"a", "b"})).has_value());
        QCOMPARE(writer->row(Row{"x"sv}).error().code, SheetErrorCode::InvalidOption);
        QVERIFY(!writer->row(Row{"x"sv, "y"sv}).has_value());
        QVERIFY(!writer->finish().has_value());
        QVERIFY(folder_->fileNames().empty());
        auto unbegun = RecordWriter::create(folder_->path("b"), ExportFormat::Xlsx);
        QVERIFY(!unbegun->finish().has_value());
    }

    void options_badDelimiter_isRefused() {
        for (const char delimiter : {'"', '\n', '\0', '\xE4'}) {
            ExportOptions options;
            options.delimiter = delimiter;
            const auto writer =
                RecordWriter::create(folder_->path("a"), ExportFormat::Csv, options);
            QCOMPARE(writer.error().code, SheetErrorCode::InvalidOption);
        }
    }

    void diskFull_anyFormat_isReportedAndLeavesNothing_data() { addFormats(); }
    void diskFull_anyFormat_isReportedAndLeavesNothing() {
        QFETCH(int, format);
        rlimit old{};
        QCOMPARE(::getrlimit(RLIMIT_FSIZE, &old), 0);
        const auto handler = std::signal(SIGXFSZ, SIG_IGN);
        rlimit small = old;
        small.rlim_cur = 1 << 20;
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &small), 0);
        std::vector<Row> rows;
        for (std::int64_t i = 0; i < 200'000; ++i)
            rows.push_back({i * 7'919'377 % 1'000'003, i * 104'729 % 999'983});
        const auto report = exportRows(folder_->path("a"), static_cast<ExportFormat>(format),
                                       texts({"a", "b"}), rows);
        ::setrlimit(RLIMIT_FSIZE, &old);
        std::signal(SIGXFSZ, handler);
        QVERIFY(!report.has_value());
        QCOMPARE(report.error().code, SheetErrorCode::StorageFull);
        QVERIFY(folder_->fileNames().empty());
    }

    void format_isToldByTheEnding() {
        QCOMPARE(exportFormatFor("x/Leads.XLSX"), std::optional(ExportFormat::Xlsx));
        QCOMPARE(exportFormatFor("a.csv"), std::optional(ExportFormat::Csv));
        QCOMPARE(exportFormatFor("a.ndjson"), std::optional(ExportFormat::JsonLines));
        QVERIFY(!exportFormatFor("a.txt").has_value());
    }

private:
    std::unique_ptr<SheetFolder> folder_;
};

LEADSHEET_TEST(tst_record_writer, RecordWriterTest);
#include "tst_record_writer.moc"
