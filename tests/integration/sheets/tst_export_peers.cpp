// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/record_writer.hpp"
#include "leadsheet/app/results_file.hpp"
#include "nasty_cells.hpp"
#include "peer.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"

#include <QtTest>
#include <functional>
#include <xlsxwriter.h>

using namespace leadsheet;
using namespace leadsheet::app;
using namespace leadsheet::app::test;
using namespace leadsheet::test;
using namespace std::string_view_literals;

namespace {

using Row = std::vector<ExportValue>;

constexpr std::chrono::sys_days day(int year, unsigned int month, unsigned int number) {
    return std::chrono::year{year} / static_cast<int>(month) / static_cast<int>(number);
}

/// What is between the text under test and the edge of the sheet, so that no blank is at an end.
constexpr std::string_view kEdge = "|";

std::vector<ExportColumn> columnsOf(std::size_t count) {
    // A file that begins with ID is no CSV to some.
    std::vector<ExportColumn> columns{{"ID", ColumnType::Text}};
    for (std::size_t i = 1; i < count; ++i)
        columns.push_back({"column " + std::to_string(i), ColumnType::Text});
    return columns;
}

std::vector<Row> rowsOf(const std::vector<std::string>& texts) {
    std::vector<Row> rows;
    for (const std::string& text : texts)
        rows.push_back({kEdge, std::string_view(text), kEdge});
    return rows;
}

ExportReport write(const std::filesystem::path& path, ExportFormat format, std::size_t columns,
                   const std::vector<Row>& rows, ExportOptions options = {}) {
    options.manifest = false;
    auto writer = RecordWriter::create(path, format, options).value();
    auto done = writer.begin(columnsOf(columns));
    for (const Row& row : rows)
        if (done)
            done = writer.row(row);
    // Any error before comes up again here.
    return writer.finish().value();
}

Dump headers(std::size_t columns) {
    Dump dump;
    const auto names = columnsOf(columns);
    for (std::uint32_t c = 0; c < columns; ++c)
        dump[cellKey(1, c)] = "text:" + names[c].name;
    return dump;
}

using Change = std::function<std::string(const std::string&)>;

Dump cellsOf(const std::vector<std::string>& texts, const Change& shown) {
    Dump dump = headers(3);
    for (std::uint32_t i = 0; i < texts.size(); ++i) {
        dump[cellKey(i + 2, 0)] = dump[cellKey(i + 2, 2)] = "text:" + std::string(kEdge);
        dump[cellKey(i + 2, 1)] = "text:" + shown(texts[i]);
    }
    return dump;
}

std::string replaced(std::string text, std::string_view what, std::string_view by) {
    for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
        text.replace(at, what.size(), by);
    return text;
}

std::string same(const std::string& text) {
    return text;
}

// CRLF in a cell is one line end to these programs, and they show LF.
std::string withOneLineEnd(const std::string& text) {
    return replaced(text, "\r\n", "\n");
}

// In CSV, CR alone is a line end to LibreOffice as well.
std::string withLineFeeds(const std::string& text) {
    return replaced(withOneLineEnd(text), "\r", "\n");
}

Dump withoutNames(Dump dump) {
    std::erase_if(dump, [](const auto& entry) { return entry.first.ends_with("! name"); });
    return dump;
}

} // namespace

/// Exports, as other programs read them.
class ExportPeersTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        for (Peer* peer : {&openpyxl_, &libreOffice_, &sheetJs_})
            QVERIFY2(peer->problem().empty(), peer->problem().c_str());
    }

    void texts_inXlsx_areReadTheSame_data() { addPeers(); }
    void texts_inXlsx_areReadTheSame() {
        QFETCH(Peer*, peer);
        const bool office = peer == &libreOffice_;
        const auto file = folder_.path("texts.xlsx");
        if (!std::filesystem::exists(file))
            QCOMPARE(write(file, ExportFormat::Xlsx, 3, rowsOf(nastyTexts())).cutTexts,
                     std::uint64_t{0});
        Dump expected = cellsOf(nastyTexts(), office ? withOneLineEnd : same);
        expected["1! name"] = "Sheet1";
        check(expected, peer->read(file));
    }

    void values_inXlsx_areReadTheSame_data() { addPeers(); }
    void values_inXlsx_areReadTheSame() {
        QFETCH(Peer*, peer);
        const auto file = folder_.path("values.xlsx");
        const std::vector<double> numbers = {0.0,
                                             1.0,
                                             -1.0,
                                             0.1,
                                             0.1 + 0.2,
                                             1.0 / 3,
                                             123'456'789'012'345.0,
                                             1'234'567'890'123'456.0,
                                             9'007'199'254'740'993.0,
                                             12'345.678'901'234'567,
                                             1e15,
                                             1e16,
                                             1e21,
                                             1e-7,
                                             5e-5,
                                             1.797'693'134'862'315'7e308,
                                             2.225'073'858'507'201'4e-308,
                                             -99.99};
        std::vector<Row> rows;
        Dump expected = headers(2);
        expected["1! name"] = "Sheet1";
        const auto add = [&](const ExportValue& value, const std::string& read) {
            rows.push_back({kEdge, value});
            expected[cellKey(static_cast<std::uint32_t>(rows.size()) + 1, 0)] = "text:|";
            if (!read.empty())
                expected[cellKey(static_cast<std::uint32_t>(rows.size()) + 1, 1)] = read;
        };
        for (const double number : numbers)
            add(number, numberText(number));
        for (const std::int64_t number : {0LL, -7LL, 999'999'999'999'999LL, -999'999'999'999'999LL})
            add(number, numberText(static_cast<double>(number)));
        add(std::int64_t{1'000'000'000'000'000}, "text:1000000000000000");
        add(std::int64_t{9'007'199'254'740'993}, "text:9007199254740993");
        add(true, "boolean:TRUE");
        add(false, "boolean:FALSE");
        add(day(1900, 3, 1), "date:1900-03-01T00:00:00.000");
        add(day(1904, 1, 1), "date:1904-01-01T00:00:00.000");
        add(day(2000, 2, 29), "date:2000-02-29T00:00:00.000");
        add(day(9999, 12, 31), "date:9999-12-31T00:00:00.000");
        add(ExportTime(day(2026, 1, 31)) + std::chrono::milliseconds(50'820'123),
            "date:2026-01-31T14:07:00.123");
        // Programs do not agree on dates before this one, so they are text.
        add(day(1900, 2, 28), "text:1900-02-28");
        add(day(1899, 12, 31), "text:1899-12-31");
        // An empty text is no cell, as nothing is.
        add(std::monostate(), "");
        add(""sv, "");
        if (!std::filesystem::exists(file))
            write(file, ExportFormat::Xlsx, 2, rows);
        check(expected, peer->read(file));
    }

    void widestRow_inXlsx_isReadTheSame_data() { addPeers(); }
    void widestRow_inXlsx_isReadTheSame() {
        QFETCH(Peer*, peer);
        constexpr std::uint32_t kWidth = 16'384;
        const auto file = folder_.path("wide.xlsx");
        Row row(kWidth, ExportValue("x"sv));
        row.front() = row.back() = "=1"sv;
        if (!std::filesystem::exists(file))
            write(file, ExportFormat::Xlsx, kWidth, {row});
        Dump expected = headers(kWidth);
        expected["1! name"] = "Sheet1";
        for (std::uint32_t c = 0; c < kWidth; ++c)
            expected[cellKey(2, c)] = c == 0 || c + 1 == kWidth ? "text:=1" : "text:x";
        check(expected, peer->read(file));
    }

    void texts_inCsv_areReadTheSame_data() {
        QTest::addColumn<Peer*>("peer");
        QTest::addColumn<char>("delimiter");
        QTest::addColumn<bool>("mark");
        for (const auto& [name, peer] : peers())
            for (const auto& [word, delimiter] :
                 {std::pair("comma", ','), std::pair("tab", '\t'), std::pair("semicolon", ';')})
                for (const bool mark : {false, true})
                    QTest::addRow("%s, %s%s", name, word, mark ? ", byte order mark" : "")
                        << peer << delimiter << mark;
    }
    void texts_inCsv_areReadTheSame() {
        QFETCH(Peer*, peer);
        QFETCH(char, delimiter);
        QFETCH(bool, mark);
        ExportOptions options;
        options.delimiter = delimiter;
        options.byteOrderMark = mark;
        options.guardFormulas = false;
        options.overwrite = true;
        const auto file = folder_.path("texts.csv");
        write(file, ExportFormat::Csv, 3, rowsOf(nastyTexts()), options);
        const auto shown = peer == &libreOffice_ ? withLineFeeds
                           : peer == &sheetJs_   ? withOneLineEnd
                                                 : same;
        check(cellsOf(nastyTexts(), shown), readCsv(*peer, file, delimiter, kAsText));
    }

    void guardedTexts_openedAsIs_areNoFormulas_data() {
        QTest::addColumn<bool>("guarded");
        QTest::newRow("guarded") << true;
        QTest::newRow("not guarded") << false;
    }
    // The second row shows that the first one would find a formula.
    void guardedTexts_openedAsIs_areNoFormulas() {
        QFETCH(bool, guarded);
        ExportOptions options;
        options.guardFormulas = guarded;
        options.overwrite = true;
        const auto file = folder_.path("guarded.csv");
        const auto report = write(file, ExportFormat::Csv, 3, rowsOf(nastyTexts()), options);
        QCOMPARE(report.guardedTexts > 10, guarded);
        int formulas = 0;
        const auto dump = readCsv(libreOffice_, file, ',', kAsOpened);
        QVERIFY2(dump.error.empty(), dump.error.c_str());
        for (const auto& [key, value] : dump.read)
            formulas += value.starts_with("formula:") ? 1 : 0;
        QCOMPARE(formulas > 0, !guarded);
    }

    void guardedTexts_differByOneApostrophe() {
        const auto file = folder_.path("apostrophe.csv");
        write(file, ExportFormat::Csv, 3, rowsOf(nastyTexts()));
        check(cellsOf(nastyTexts(), guardFormula), readCsv(openpyxl_, file, ',', kAsText));
    }

    // LibreOffice reads no JSON.
    void everything_inJsonLines_isReadTheSame_data() {
        QTest::addColumn<Peer*>("peer");
        QTest::newRow("Python") << &openpyxl_;
        QTest::newRow("Node.js") << &sheetJs_;
    }
    void everything_inJsonLines_isReadTheSame() {
        QFETCH(Peer*, peer);
        std::vector<std::string> texts = nastyTexts();
        texts.emplace_back("nul\0inside"sv);
        texts.emplace_back();
        std::vector<Row> rows = rowsOf(texts);
        Dump expected;
        for (std::size_t i = 0; i < texts.size(); ++i)
            expected[std::to_string(i + 1) + " column 1"] = "text:" + texts[i];
        const auto add = [&](const ExportValue& value, const std::string& read) {
            rows.push_back({kEdge, value, kEdge});
            expected[std::to_string(rows.size()) + " column 1"] = read;
        };
        add(std::monostate(), "null");
        add(true, "boolean:TRUE");
        add(false, "boolean:FALSE");
        add(0.1 + 0.2, numberText(0.1 + 0.2));
        add(5e-324, numberText(5e-324));
        add(std::int64_t{9'007'199'254'740'991}, numberText(9'007'199'254'740'991.0));
        add(day(1, 1, 1), "text:0001-01-01");
        add(ExportTime(day(2026, 1, 31)) + std::chrono::milliseconds(1),
            "text:2026-01-31T00:00:00.001Z");
        for (std::size_t i = 1; i <= rows.size(); ++i)
            expected[std::to_string(i) + " ID"] = expected[std::to_string(i) + " column 2"] =
                "text:|";
        const auto file = folder_.path("all.jsonl");
        if (!std::filesystem::exists(file))
            write(file, ExportFormat::JsonLines, 3, rows);
        check(expected,
              peer->ask({{"do", "jsonl"}, {"file", QString::fromStdString(file.string())}}));
    }

    void sameTable_writtenByLibxlsxwriter_isReadTheSame_data() { addPeers(); }
    // It copies what looks like an escape as it is, and so changes such texts; and it writes
    // numbers with 16 digits. These are left out.
    void sameTable_writtenByLibxlsxwriter_isReadTheSame() {
        QFETCH(Peer*, peer);
        const std::vector<std::string> texts = tameTexts();
        const auto file = folder_.path("oracle.xlsx");
        std::vector<Row> rows = rowsOf(texts);
        rows.push_back({0.1, std::int64_t{-7}, true});
        if (!std::filesystem::exists(file)) {
            write(file, ExportFormat::Xlsx, 3, rows);
            writeWithOracle(folder_.path("oracle2.xlsx"), texts);
        }
        const auto ours = peer->read(file);
        QVERIFY(ours.read.size() > texts.size() * 3);
        check(ours.read, peer->read(folder_.path("oracle2.xlsx")));
        QCOMPARE(readSheet(file).text(), readSheet(folder_.path("oracle2.xlsx")).text());
    }

private:
    void addPeers() {
        QTest::addColumn<Peer*>("peer");
        for (const auto& [name, peer] : peers())
            QTest::newRow(name) << peer;
    }

    std::vector<std::pair<const char*, Peer*>> peers() {
        return {{"openpyxl", &openpyxl_}, {"LibreOffice", &libreOffice_}, {"SheetJS", &sheetJs_}};
    }

    // What LibreOffice takes columns for; as opened, it finds out.
    static constexpr int kAsOpened = 1;
    static constexpr int kAsText = 2;

    // Python has a module of its own for it.
    static Peer::Answer readCsv(Peer& peer, const std::filesystem::path& file, char delimiter,
                                int columns) {
        QJsonObject request{{"do", peer.kind() == Peer::Kind::Openpyxl ? "csv" : "read"},
                            {"file", QString::fromStdString(file.string())},
                            {"delimiter", QString(QLatin1Char(delimiter))}};
        if (peer.kind() == Peer::Kind::LibreOffice) {
            request["filter"] =
                QString("%1,34,76,1,1/%2/2/%2/3/%2,1033,false,true,false,false,false,0,true")
                    .arg(int{delimiter})
                    .arg(columns);
        }
        Peer::Answer answer = peer.ask(request);
        answer.read = withoutNames(std::move(answer.read));
        return answer;
    }

    static void writeWithOracle(const std::filesystem::path& path,
                                const std::vector<std::string>& texts) {
        lxw_workbook* const book = workbook_new(path.c_str());
        lxw_worksheet* const sheet = workbook_add_worksheet(book, nullptr);
        const auto put = [&](std::size_t row, std::uint32_t column, const std::string& text) {
            QCOMPARE(worksheet_write_string(sheet, static_cast<lxw_row_t>(row),
                                            static_cast<lxw_col_t>(column), text.c_str(), nullptr),
                     LXW_NO_ERROR);
        };
        const auto names = columnsOf(3);
        for (std::uint32_t c = 0; c < 3; ++c)
            put(0, c, names[c].name);
        for (std::size_t i = 0; i < texts.size(); ++i) {
            put(i + 1, 0, std::string(kEdge));
            put(i + 1, 1, texts[i]);
            put(i + 1, 2, std::string(kEdge));
        }
        const auto last = static_cast<lxw_row_t>(texts.size() + 1);
        worksheet_write_number(sheet, last, 0, 0.1, nullptr);
        worksheet_write_number(sheet, last, 1, -7, nullptr);
        worksheet_write_boolean(sheet, last, 2, 1, nullptr);
        QCOMPARE(workbook_close(book), LXW_NO_ERROR);
    }

    static void check(const Dump& expected, const Peer::Answer& answer) {
        QVERIFY2(answer.error.empty(), answer.error.c_str());
        const std::string problem = difference(expected, answer.read);
        QVERIFY2(problem.empty(), problem.c_str());
    }

    SheetFolder folder_;
    Peer openpyxl_{Peer::Kind::Openpyxl};
    Peer libreOffice_{Peer::Kind::LibreOffice};
    Peer sheetJs_{Peer::Kind::SheetJs};
};

LEADSHEET_TEST(tst_export_peers, ExportPeersTest);
#include "tst_export_peers.moc"
