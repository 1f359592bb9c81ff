// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/results_file.hpp"
#include "leadsheet/app/sheet_check.hpp"
#include "sheet/record_parser.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"

#include <QtTest>
#include <random>

using namespace leadsheet::app;
using namespace leadsheet::app::test;

namespace {

constexpr unsigned kSeed = 20260131; // fixed, so that a failure can be repeated
constexpr int kMutations = 250;
constexpr int kTables = 300;

std::string randomText(std::mt19937& random) {
    static const std::vector<std::string> kPieces = {"a",  "Z", "0",  " ",    ",",  ";",
                                                     "\t", "|", "\"", "\"\"", "\n", "\r\n",
                                                     "\r", "ä", "東", "🎈",    "=",  "'"};
    std::string text;
    for (auto n = random() % 6; n > 0; --n)
        text += kPieces[random() % kPieces.size()];
    return text;
}

std::string mutated(std::string bytes, std::mt19937& random) {
    for (auto n = 1 + random() % 8; n > 0; --n) {
        const std::size_t at = bytes.empty() ? 0 : random() % bytes.size();
        switch (random() % 5) {
        case 0:
            bytes.insert(at, 1, static_cast<char>(random() % 256));
            break;
        case 1:
            bytes.erase(at, random() % 20);
            break;
        case 2:
            bytes.insert(at, bytes.substr(at, random() % 40));
            break;
        case 3:
            bytes.insert(at, std::string(1, "\",;\n\r\0\t|="[random() % 9]));
            break;
        default:
            if (!bytes.empty())
                bytes[at] = static_cast<char>(random() % 256);
        }
    }
    return bytes;
}

} // namespace

class CsvRobustnessTest : public QObject {
    Q_OBJECT

private slots:
    // parse(write(x)) == x for any table, delimiter and line end.
    void table_writtenAndRead_isTheSame() {
        std::mt19937 random(kSeed);
        for (int t = 0; t < kTables; ++t) {
            const char delimiter = ",;\t|"[random() % 4];
            const char* lineEnd = random() % 2 == 0 ? "\r\n" : "\n";
            std::vector<std::vector<std::string>> table(1 + random() % 8);
            std::string bytes;
            for (auto& row : table) {
                row.resize(2 + random() % 4);
                for (std::string& cell : row) {
                    cell = randomText(random);
                    if (&cell != row.data())
                        bytes += delimiter;
                    appendDelimitedCell(bytes, cell, delimiter);
                }
                bytes += lineEnd;
            }
            SheetOptions options;
            options.delimiter = delimiter;
            options.encoding = "utf-8";
            const ReadSheet sheet = readSheet(folder_.write("t.csv", bytes), options);
            QVERIFY2(!sheet.failed, sheet.error.message().c_str());
            QVERIFY2(sheet.rows == table, qPrintable(QString("table %1").arg(t)));
        }
    }

    void parser_anyCut_agreesWithTheWhole() {
        std::mt19937 random(kSeed + 1);
        for (int t = 0; t < kTables; ++t) {
            std::string bytes;
            for (int i = 0; i < 12; ++i)
                bytes += randomText(random) + (random() % 3 == 0 ? "," : "");
            RecordParser whole(',', {});
            const auto expected = whole.parse(bytes, true);
            for (std::size_t cut = 0; cut < bytes.size(); ++cut) {
                RecordParser part(',', {});
                const auto outcome = part.parse(std::string_view(bytes).substr(0, cut), false);
                if (outcome == RecordParser::Outcome::NeedMore)
                    continue;
                QCOMPARE(static_cast<int>(outcome), static_cast<int>(expected));
                QCOMPARE(part.consumed(), whole.consumed());
                QCOMPARE(part.cells().size(), whole.cells().size());
            }
        }
    }

    void damagedFile_checkedAndCopied_neverCrashes() {
        const std::string sample = readAll(
            std::filesystem::path(qgetenv("LEADSHEET_SAMPLES").toStdString()) / "icp_q3.csv");
        QVERIFY(!sample.empty());
        std::string wide;
        for (const char c : sample)
            (wide += c) += '\0';
        const std::string seeds[] = {sample, gzipped(sample), wide, "sep=;\n" + sample};
        std::mt19937 random(kSeed + 2);
        for (int i = 0; i < kMutations; ++i) {
            const auto file = folder_.write("m.csv", mutated(seeds[random() % 4], random));
            auto check = SheetCheck::open(file, {});
            if (!check) {
                QVERIFY(!check.error().reason.empty());
                continue;
            }
            CheckedRow row;
            auto next = check->next(row);
            while (next && *next == Next::Row)
                next = check->next(row);
            QVERIFY(next || !next.error().reason.empty());
            ResultsOptions options;
            options.headerRow = check->header().row;
            options.overwrite = true;
            const auto report = writeResults(file, options, [](std::uint32_t) {
                return std::optional(RowOutcome{"Placed", "", "", "", "", ""});
            });
            QVERIFY(report.has_value() == next.has_value());
        }
    }

    void pathologicalInput_read_staysFast_data() {
        QTest::addColumn<QByteArray>("unit");
        QTest::addColumn<int>("times");
        QTest::newRow("quotes") << QByteArray("\"\"") << (1 << 19);
        QTest::newRow("carriage_returns") << QByteArray("\r") << (1 << 19);
        QTest::newRow("quoted_lines") << QByteArray("\"a\nb\",") << (1 << 13);
        QTest::newRow("stray_quotes") << QByteArray("x\"") << (1 << 18);
    }
    void pathologicalInput_read_staysFast() {
        QFETCH(QByteArray, unit);
        QFETCH(int, times);
        // Ends by itself within the test program's time limit; what it ends with is no matter.
        const ReadSheet sheet =
            readSheet(folder_.write("p.csv", unit.repeated(times).toStdString()));
        QVERIFY(sheet.failed || !sheet.rows.empty());
    }

private:
    SheetFolder folder_;
};

LEADSHEET_TEST(tst_csv_robustness, CsvRobustnessTest);
#include "tst_csv_robustness.moc"
