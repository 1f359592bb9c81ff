// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/results_file.hpp"
#include "nasty_cells.hpp"
#include "peer.hpp"
#include "results_fixture.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"

#include <QProcess>
#include <QtTest>
#include <regex>
#include <set>

using namespace leadsheet;
using namespace leadsheet::app;
using namespace leadsheet::app::test;
using namespace leadsheet::test;

namespace {

constexpr std::uint32_t kHeaderRow = 3; // of the rich workbooks
constexpr std::uint32_t kWidth = 10;    // columns they use
constexpr std::uint32_t kRows = 4;      // with content below the header

std::optional<RowOutcome> outcomeOf(std::uint32_t row) {
    const std::string number = std::to_string(row);
    return RowOutcome{"Placed", "LS-" + number, "$5.00", "", "=a \"<&>\" b", "k" + number};
}

std::string joined(const std::string& key, const std::string& value) {
    return key + " = " + value + "\n";
}

Dump entriesIn(const Dump& all, const std::function<bool(const std::string&)>& wanted) {
    Dump some;
    for (const auto& [key, value] : all)
        if (wanted(key))
            some.insert({key, value});
    return some;
}

/// Whether a key is about the first tab's columns from `first` on: "1!K4", "1!K4 look", "1!K
/// column".
bool isRightOf(const std::string& key, std::uint32_t first) {
    static const std::regex kPlace("1!([A-Z]+)[0-9]*( .*)?");
    std::smatch match;
    if (!std::regex_match(key, match, kPlace))
        return false;
    const auto column = columnFromLetters(match[1].str());
    return column && *column >= first;
}

bool isCell(const std::string& key) {
    return key.find(' ') == std::string::npos;
}

/// What the columns of results from `first` on hold then.
Dump addedCells(std::uint32_t first, std::uint32_t headerRow, const std::set<std::uint32_t>& rows,
                const std::function<RowOutcome(std::uint32_t)>& outcome) {
    Dump cells;
    for (std::uint32_t i = 0; i < kResultHeaders.size(); ++i)
        cells[cellKey(headerRow, first + i)] = "text:" + std::string(kResultHeaders[i]);
    for (const std::uint32_t row : rows) {
        const RowOutcome texts = outcome(row);
        const std::array all = {texts.status,   texts.orderNumber, texts.price,
                                texts.code,     texts.message,     texts.key,
                                texts.currency, texts.corrections, texts.charged};
        for (std::uint32_t i = 0; i < all.size(); ++i)
            if (!all[i].empty())
                cells[cellKey(row, first + i)] = "text:" + all[i];
    }
    return cells;
}

// XML as it was before cells of columns K to S were added.
std::string withoutAdded(std::string xml) {
    xml = std::regex_replace(
        xml, std::regex("<c r=\"[K-S][0-9]+\"[^>]*><is><t[^>]*>[^<]*</t></is></c>"), "");
    xml = std::regex_replace(xml, std::regex("<dimension ref=\"[^\"]*\" ?/>"), "");
    return std::regex_replace(xml, std::regex(" spans=\"[^\"]*\""), "");
}

} // namespace

/// Results workbooks beside the sheets they were made of, as other programs read both.
class ResultsPeersTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        for (Peer* peer : {&openpyxl_, &libreOffice_, &sheetJs_})
            QVERIFY2(peer->problem().empty(), peer->problem().c_str());
        QProcess maker;
        maker.start("/usr/bin/python3", {qEnvironmentVariable("LEADSHEET_PEERS") + "/make_rich.py",
                                         fileName("rich.xlsx"), fileName("rich.xlsm")});
        QVERIFY(maker.waitForFinished(-1));
        QVERIFY2(maker.exitCode() == 0, maker.readAllStandardError().constData());
        for (const char* to : {"rich.ods", "office.xlsx"}) {
            const auto converted = libreOffice_.ask(
                {{"do", "convert"}, {"file", fileName("rich.xlsx")}, {"to", fileName(to)}});
            QVERIFY2(converted.error.empty(), converted.error.c_str());
        }
    }

    void everythingAround_staysAsItWas_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<Peer*>("peer");
        for (const char* file : {"rich.xlsx", "rich.xlsm", "office.xlsx"})
            QTest::addRow("%s, openpyxl", file) << file << &openpyxl_;
        for (const char* file : {"rich.xlsx", "rich.xlsm", "office.xlsx", "rich.ods"}) {
            QTest::addRow("%s, LibreOffice", file) << file << &libreOffice_;
            QTest::addRow("%s, SheetJS", file) << file << &sheetJs_;
        }
    }
    void everythingAround_staysAsItWas() {
        QFETCH(QString, file);
        QFETCH(Peer*, peer);
        const auto input = folder_.path(file.toStdString());
        const auto output = resultsOf(input);
        const auto before = peer->read(input, true);
        const auto after = peer->read(output, true);
        QVERIFY2(before.error.empty(), before.error.c_str());
        QVERIFY2(after.error.empty(), after.error.c_str());
        const auto added = [](const std::string& key) {
            return isRightOf(key, kWidth);
        };
        const auto old = [&](const std::string& key) {
            return !added(key);
        };
        // LibreOffice knows a look for every cell of the used area, wider now.
        const std::string changed =
            difference(entriesIn(before.read, old), entriesIn(after.read, old));
        QVERIFY2(changed.empty(), changed.c_str());
        const auto addedCell = [&](const std::string& key) {
            return added(key) && isCell(key);
        };
        const std::string wrong = difference(
            addedCells(kWidth, kHeaderRow, {4, 5, 6, 7}, [](auto row) { return *outcomeOf(row); }),
            entriesIn(after.read, addedCell));
        QVERIFY2(wrong.empty(), wrong.c_str());
    }

    // So that the test above is not passed by a peer that tells nothing.
    void peers_tellOfEverything() {
        const Dump excel = openpyxl_.read(folder_.path("rich.xlsm"), true).read;
        const Dump office = libreOffice_.read(folder_.path("rich.ods"), true).read;
        for (const char* key : {"1!A4 link", "1!C4 comment", "1!A column", "1!7 row",
                                "1!B4:B7 validation", "1!C4:C7 condition", "name Leads None"})
            QVERIFY2(excel.contains(key), key);
        QCOMPARE(excel.at("macros"), std::string("True"));
        QCOMPARE(excel.at("1! charts"), std::string("1"));
        QCOMPARE(excel.at("1! merged"), std::string("['A1:D1', 'A9:B10']"));
        for (const char* key :
             {"1!C4 comment", "1!A9 merged", "1!'Profiles & more'.C4:C7 condition", "name Leads",
              "1!C4 look", "1!7 row"})
            QVERIFY2(office.contains(key), key);
        QVERIFY(office.at("1!B4 look").find("'Validation': 'LIST") != std::string::npos);
        QVERIFY(office.at("1!7 row").ends_with("False"));
        QCOMPARE(office.at("1!E4"), std::string("formula:=C4*D4 -> 6"));
        QCOMPARE(office.at("1! charts"), std::string("[True]"));
    }

    void otherParts_stayByteForByte_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("part");
        QTest::newRow("XLSX") << "rich.xlsx"
                              << "xl/worksheets/sheet1.xml";
        QTest::newRow("XLSM") << "rich.xlsm"
                              << "xl/worksheets/sheet1.xml";
        QTest::newRow("XLSX of LibreOffice") << "office.xlsx"
                                             << "xl/worksheets/sheet1.xml";
        QTest::newRow("ODS") << "rich.ods"
                             << "content.xml";
    }
    void otherParts_stayByteForByte() {
        QFETCH(QString, file);
        QFETCH(QString, part);
        const auto input = folder_.path(file.toStdString());
        const auto output = resultsOf(input);
        auto before = packedParts(input);
        auto after = packedParts(output);
        const std::string sheet = part.toStdString();
        QVERIFY(before.erase(sheet) == 1 && after.erase(sheet) == 1);
        QVERIFY(before == after);
        QVERIFY(before.size() > 8);
        if (part == "content.xml")
            return;
        const std::string xml = partOf(output, sheet);
        QCOMPARE(withoutAdded(xml), withoutAdded(partOf(input, sheet)));
        QVERIFY(withoutAdded(xml).size() + 1000 < xml.size());
    }

    void corpusWorkbook_onlyGainsColumns_data() {
        QTest::addColumn<QString>("file");
        // The first is used up to the last column, so that there is no room; none of the peers
        // opens the other one.
        const std::set<std::string> left = {"hand_last_cell.xlsx", "hand_no_manifest.ods"};
        std::set<std::string> files;
        for (const auto& entry : std::filesystem::directory_iterator(corpus())) {
            const std::string name = entry.path().filename().string();
            const std::string ending = entry.path().extension().string();
            if (name.starts_with("bad_") || name.starts_with("refused") ||
                name.starts_with("text_") || left.contains(name) ||
                (ending != ".xlsx" && ending != ".xlsm" && ending != ".ods"))
                continue;
            files.insert(name);
        }
        QVERIFY(files.size() > 30);
        for (const std::string& file : files)
            QTest::newRow(file.c_str()) << QString::fromStdString(file);
    }
    void corpusWorkbook_onlyGainsColumns() {
        QFETCH(QString, file);
        const auto input = corpus() / file.toStdString();
        ResultsOptions options;
        options.output = folder_.path("results." + file.toStdString());
        const auto report = writeResults(input, options, outcomeOf);
        QVERIFY2(report.has_value(), report ? "" : report.error().message().c_str());
        QVERIFY(report->rows > 0);
        std::uint64_t readable = 0;
        for (Peer* peer : {&openpyxl_, &libreOffice_, &sheetJs_}) {
            // openpyxl reads no ODS. SheetJS takes a row that is numbered by its place for another
            // one, until a cell of ours says which it is.
            if ((peer == &openpyxl_ && file.endsWith(".ods")) ||
                (peer == &sheetJs_ && file == "hand_no_references.xlsx"))
                continue;
            const auto before = peer->read(input);
            const auto after = peer->read(report->output);
            // What it cannot read stays what it cannot read.
            QCOMPARE(after.error.empty(), before.error.empty());
            readable += before.error.empty() ? 1 : 0;
            std::string lost;
            for (const auto& [key, value] : before.read)
                if (const auto at = after.read.find(key);
                    at == after.read.end() || at->second != value)
                    lost += joined(key, value);
            QVERIFY2(lost.empty(), (lost + (peer == &sheetJs_    ? "S"
                                            : peer == &openpyxl_ ? "O"
                                                                 : "L"))
                                       .c_str());
            std::string alien;
            for (const auto& [key, value] : after.read)
                if (!before.read.contains(key) && value != "text:Placed" &&
                    !value.starts_with("text:LS-") && value != "text:$5.00" &&
                    value != "text:=a \"<&>\" b" && !value.starts_with("text:k"))
                    alien += joined(key, value);
            QVERIFY2(alien.empty(), alien.c_str());
        }
        QVERIFY(readable > 0);
    }

    void nastyTexts_inAddedCells_areReadTheSame_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<Peer*>("peer");
        QTest::newRow("XLSX, openpyxl") << "rich.xlsx" << &openpyxl_;
        QTest::newRow("XLSX, LibreOffice") << "rich.xlsx" << &libreOffice_;
        QTest::newRow("XLSX, SheetJS") << "rich.xlsx" << &sheetJs_;
        QTest::newRow("ODS, LibreOffice") << "rich.ods" << &libreOffice_;
    }
    void nastyTexts_inAddedCells_areReadTheSame() {
        QFETCH(QString, file);
        QFETCH(Peer*, peer);
        const bool ods = file.endsWith(".ods");
        const auto texts = ods ? tameTexts() : nastyTexts();
        Dump expected;
        // Four rows with an outcome a time, each with five of the texts.
        for (std::size_t first = 0; first < texts.size(); first += kRows * 5) {
            const auto outcome = [&](std::uint32_t row) {
                const auto at = [&](std::size_t i) {
                    return texts[(first + (row - kHeaderRow - 1) * 5 + i) % texts.size()];
                };
                return RowOutcome{at(0), at(1), at(2), at(3), at(4), "end"};
            };
            ResultsOptions options = withHeader(kHeaderRow);
            options.output = folder_.path("nasty." + file.toStdString());
            options.overwrite = true;
            QVERIFY(writeResults(folder_.path(file.toStdString()), options,
                                 [&](std::uint32_t row) -> std::optional<RowOutcome> {
                                     if (row > kHeaderRow + kRows)
                                         return std::nullopt;
                                     return outcome(row);
                                 })
                        .has_value());
            const auto read = peer->read(options.output);
            QVERIFY2(read.error.empty(), read.error.c_str());
            expected = addedCells(kWidth, kHeaderRow, {4, 5, 6, 7}, outcome);
            if (peer == &libreOffice_)
                for (auto& [key, value] : expected)
                    value = std::regex_replace(value, std::regex("\r\n"), "\n");
            const std::string problem =
                difference(expected, entriesIn(read.read, [](const std::string& key) {
                               return isRightOf(key, kWidth) && isCell(key);
                           }));
            QVERIFY2(problem.empty(), problem.c_str());
        }
    }

    void delimitedResults_areReadTheSame_data() {
        QTest::addColumn<char>("delimiter");
        QTest::newRow("comma") << ',';
        QTest::newRow("semicolon") << ';';
        QTest::newRow("tab") << '\t';
    }
    void delimitedResults_areReadTheSame() {
        QFETCH(char, delimiter);
        const auto& texts = nastyTexts();
        std::string csv = std::string("text") + delimiter + "edge\n";
        for (const std::string& text : texts) {
            appendDelimitedCell(csv, text, delimiter);
            csv += std::string(1, delimiter) + "|\n";
        }
        const auto input = folder_.write("nasty.csv", csv);
        ResultsOptions options = withHeader(1);
        options.overwrite = true;
        options.sheet.delimiter = delimiter;
        options.sheet.encoding = "utf-8";
        const auto report = writeResults(input, options, [&](std::uint32_t row) {
            return std::optional(RowOutcome{"Placed", "", "", "", texts[row - 2], "k"});
        });
        QVERIFY2(report.has_value(), report ? "" : report.error().message().c_str());
        const auto read = [&](const std::filesystem::path& file, Peer& peer) {
            auto answer = peer.ask(
                {{"do", peer.kind() == Peer::Kind::Openpyxl ? "csv" : "read"},
                 {"file", QString::fromStdString(file.string())},
                 {"delimiter", QString(QLatin1Char(delimiter))},
                 {"filter",
                  QString("%1,34,76,1,1/2/2/2/3/2/4/2/5/2/6/2/7/2/8/2").arg(int{delimiter})}});
            answer.read.erase("1! name");
            return answer;
        };
        for (Peer* peer : {&openpyxl_, &libreOffice_, &sheetJs_}) {
            const auto before = read(input, *peer);
            const auto after = read(report->output, *peer);
            QVERIFY2(before.error.empty() && after.error.empty(),
                     (before.error + after.error).c_str());
            Dump expected = before.read;
            QVERIFY(expected.size() > texts.size());
            expected.merge(addedCells(2, 1, {}, {}));
            for (std::uint32_t row = 2; row < texts.size() + 2; ++row) {
                std::string message = guardFormula(texts[row - 2]);
                if (peer != &openpyxl_)
                    message = std::regex_replace(message, std::regex("\r\n"), "\n");
                if (peer == &libreOffice_)
                    message = std::regex_replace(message, std::regex("\r"), "\n");
                expected[cellKey(row, 2)] = "text:Placed";
                expected[cellKey(row, 6)] = "text:" + message;
                expected[cellKey(row, 7)] = "text:k";
            }
            const std::string problem = difference(expected, after.read);
            QVERIFY2(problem.empty(), problem.c_str());
        }
    }

private:
    QString fileName(const char* name) const {
        return QString::fromStdString(folder_.path(name).string());
    }
    static std::filesystem::path corpus() {
        return std::filesystem::path(qEnvironmentVariable("LEADSHEET_CORPUS").toStdString()) /
               "files";
    }
    std::filesystem::path resultsOf(const std::filesystem::path& input) const {
        ResultsOptions options = withHeader(kHeaderRow);
        options.overwrite = true;
        return writeResults(input, options,
                            [](std::uint32_t row) {
                                return row <= kHeaderRow + kRows ? outcomeOf(row) : std::nullopt;
                            })
            .value()
            .output;
    }

    SheetFolder folder_;
    Peer openpyxl_{Peer::Kind::Openpyxl};
    Peer libreOffice_{Peer::Kind::LibreOffice};
    Peer sheetJs_{Peer::Kind::SheetJs};
};

LEADSHEET_TEST(tst_results_peers, ResultsPeersTest);
#include "tst_results_peers.moc"
