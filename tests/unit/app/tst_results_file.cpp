// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/results_file.hpp"
#include "leadsheet/app/sheet_check.hpp"
#include "results_fixture.hpp"
#include "sheet/transcoder.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"

#include <QtTest>
#include <csignal>
#include <sys/resource.h>

using namespace leadsheet::app;
using namespace leadsheet::app::test;

namespace {

const std::string kAdded = "Leadsheet status;Leadsheet order number;Leadsheet price;"
                           "Leadsheet code;Leadsheet message;Leadsheet key;"
                           "Leadsheet currency;Leadsheet corrections;Leadsheet charged";

std::string commas(std::string text) {
    std::replace(text.begin(), text.end(), ';', ',');
    return text;
}

} // namespace

class ResultsFileTest : public QObject {
    Q_OBJECT

private slots:
    void init() { folder_ = std::make_unique<SheetFolder>(); }

    void results_messySheet_keepEveryOriginalByte() {
        const std::string title = "sep=;\r\nReport \"Q3\";;\r\n\r\n";
        const std::string rows[] = {"Industry;Leads", "\"SaaS\";5", "5\" x;\"q\"t;extra", "",
                                    "Bank"};
        const auto input =
            folder_->write("list.csv", title + rows[0] + "\r\n" + rows[1] + "\n" + rows[2] +
                                           "\r\n" + rows[3] + "\r\n" + rows[4]);
        const auto report = writeResults(input, withHeader(3), [](std::uint32_t row) {
            return row == 6 ? std::nullopt : placed(row);
        });
        QVERIFY2(report.has_value(), report ? "" : report.error().message().c_str());
        QCOMPARE(report->output.filename().string(), std::string("list.results.csv"));
        QCOMPARE(report->rows, std::uint64_t{3});
        QCOMPARE(QByteArray::fromStdString(readAll(report->output)),
                 QByteArray::fromStdString(title + rows[0] + ";;" + kAdded + "\r\n" + rows[1] +
                                           ";;Placed;LS-4;$5.00;;;k4;;;\n" + rows[2] +
                                           ";Placed;LS-5;$5.00;;;k5;;;\r\n\r\n" + rows[4] +
                                           ";;;Placed;LS-7;$5.00;;;k7;;;\r\n"));
    }

    void results_writtenTwice_replaceTheirOwnColumns() {
        const auto input = folder_->write("a.csv", "Industry,Leads\nSaaS,5\nBank,6\n");
        auto options = withHeader(1);
        const auto first = writeResults(input, options, placed).value();
        options.output = folder_->path("second.csv");
        const auto second = writeResults(first.output, options, placed).value();
        QCOMPARE(readAll(second.output), readAll(first.output));
        auto check = SheetCheck::open(first.output);
        QVERIFY(check.has_value());
        QCOMPARE(check->map().resultColumns.size(), kResultHeaders.size());
        CheckedRow row;
        QVERIFY(check->next(row).has_value());
        QVERIFY(row.input.has_value() && !row.blocked);
        auto original = SheetCheck::open(input);
        CheckedRow originalRow;
        QVERIFY(original->next(originalRow).has_value());
        QVERIFY(row.input->request == originalRow.input->request);
    }

    void results_otherEncoding_keepIt_data() {
        QTest::addColumn<QString>("encoding");
        QTest::addColumn<QByteArray>("mark");
        QTest::newRow("windows_1252") << "windows-1252" << QByteArray();
        QTest::newRow("utf16") << "UTF-16LE" << QByteArray("\xFF\xFE");
        QTest::newRow("utf8_bom") << "UTF-8" << QByteArray("\xEF\xBB\xBF");
    }
    void results_otherEncoding_keepIt() {
        QFETCH(QString, encoding);
        QFETCH(QByteArray, mark);
        const std::string text = "Branche;Anzahl\r\nMöbel für Küchen;5\r\nGroßhandel;6\r\n";
        std::string bytes;
        Encoder::create(encoding.toStdString())->encode(text, bytes);
        const auto input = folder_->write("a.csv", mark.toStdString() + bytes);
        const auto report = writeResults(input, withHeader(1), [](std::uint32_t) {
            return std::optional(RowOutcome{"Geprüft", "", "", "", "snowman ☃", ""});
        });
        QVERIFY(report.has_value());
        const std::string output = readAll(report->output);
        QVERIFY(output.starts_with(mark.toStdString()));
        const std::string snowman = encoding == "windows-1252" ? "snowman ?" : "snowman ☃";
        SheetOptions options;
        options.encoding = encoding.toStdString();
        const ReadSheet again = readSheet(report->output, options);
        QCOMPARE(again.rows[1], (std::vector<std::string>{"Möbel für Küchen", "5", "Geprüft", "",
                                                          "", "", snowman, "", "", "", ""}));
    }

    void results_brokenBytes_areKept() {
        const auto input = folder_->write("a.csv", "Grüße,Maß\nna\xEFve,ö\n");
        const auto report = writeResults(input, withHeader(1), placed).value();
        QVERIFY(readAll(report.output).find("na\xEFve,ö,Placed") != std::string::npos);
    }

    void results_gzip_staysGzip() {
        const auto input = folder_->write("a.csv.gz", gzipped("Industry,Leads\nSaaS,5\n"));
        const auto report = writeResults(input, withHeader(1), placed).value();
        QCOMPARE(report.output.filename().string(), std::string("a.results.csv.gz"));
        QCOMPARE(readSheet(report.output).rows[1][3], std::string("LS-2"));
    }

    void results_existingOrSameFile_areProtected() {
        const auto input = folder_->write("p.csv", "Industry,Leads\nSaaS,5\n");
        auto options = withHeader(1);
        QVERIFY(writeResults(input, options, placed).has_value());
        QCOMPARE(writeResults(input, options, placed).error().code, SheetErrorCode::OutputExists);
        options.overwrite = true;
        QVERIFY(writeResults(input, options, placed).has_value());
        options.output = input;
        QCOMPARE(writeResults(input, options, placed).error().code, SheetErrorCode::OutputIsInput);
        options.output.clear();
        options.inPlace = true;
        const auto report = writeResults(input, options, placed);
        QVERIFY2(report.has_value(), report ? "" : report.error().message().c_str());
        QCOMPARE(report->output, input);
        QCOMPARE(readAll(report->backup), std::string("Industry,Leads\nSaaS,5\n"));
        QVERIFY(readAll(input).find("LS-2") != std::string::npos);
    }

    void results_editedByAPerson_areKept_data() {
        QTest::addColumn<std::string>("edited");
        QTest::addColumn<bool>("kept");
        QTest::newRow("untouched") << std::string() << false;
        QTest::newRow("other status")
            << "Industry,Leads," + commas(kAdded) + "\nSaaS,5,Queued,,,,,\nBank,6,Queued,,,,,\n"
            << false;
        QTest::newRow("note to the right")
            << "Industry,Leads," + commas(kAdded) + "\nSaaS,5,Queued,,,,,,,,,my note\nBank,6\n"
            << true;
        QTest::newRow("changed cell")
            << "Industry,Leads," + commas(kAdded) + "\nSaaS,7,Queued,,,,,\nBank,6\n"
            << true;
        QTest::newRow("row more") << "Industry,Leads," + commas(kAdded) +
                                         "\nSaaS,5\nBank,6\nFood,9\n"
                                  << true;
        QTest::newRow("other columns")
            << "Industry,Owner,Leads," + commas(kAdded) + "\nSaaS,Ann,5\nBank,Al,6\n"
            << true;
    }
    void results_editedByAPerson_areKept() {
        QFETCH(std::string, edited);
        QFETCH(bool, kept);
        const auto input = folder_->write("p.csv", "Industry,Leads\nSaaS,5\nBank,6\n");
        auto options = withHeader(1);
        QVERIFY(writeResults(input, options, placed).has_value());
        if (!edited.empty())
            folder_->write("p.results.csv", edited);
        options.overwrite = true;
        options.keepEdited = true;
        const auto report = writeResults(input, options, placed);
        QVERIFY2(report.has_value(), report ? "" : report.error().message().c_str());
        QCOMPARE(!report->backup.empty(), kept);
        if (kept)
            QCOMPARE(readAll(report->backup), edited);
        QVERIFY(readAll(report->output).find("LS-3") != std::string::npos);
    }

    void results_changedInput_isRefused() {
        const auto input = folder_->write("c.csv", "Industry,Leads\nSaaS,5\n");
        auto options = withHeader(1);
        options.expectedSha256 = fileSha256(input).value();
        folder_->write("c.csv", "Industry,Leads\nSaaS,6\n");
        QVERIFY(!writeResults(input, options, placed).has_value());
        QVERIFY(!std::filesystem::exists(folder_->path("c.results.csv")));
    }

    void results_diskFull_leaveNothingBehind() {
        std::string bytes = "Industry,Leads\n";
        for (int i = 0; i < 100'000; ++i)
            bytes += "SaaS,5\n";
        const auto input = folder_->write("big.csv", bytes);
        const auto before = folder_->fileNames();
        // A file size limit makes write() fail the way a full disk does.
        rlimit old{};
        QCOMPARE(::getrlimit(RLIMIT_FSIZE, &old), 0);
        const auto handler = std::signal(SIGXFSZ, SIG_IGN);
        rlimit small = old;
        small.rlim_cur = 2 << 20;
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &small), 0);
        const auto report = writeResults(input, withHeader(1), placed);
        ::setrlimit(RLIMIT_FSIZE, &old);
        std::signal(SIGXFSZ, handler);
        QVERIFY(!report.has_value());
        QCOMPARE(report.error().code, SheetErrorCode::StorageFull);
        QCOMPARE(folder_->fileNames(), before);
    }

    void results_folderMissing_isReported() {
        const auto input = folder_->write("m.csv", "Industry,Leads\nSaaS,5\n");
        auto options = withHeader(1);
        options.output = folder_->path("none/m.csv");
        QCOMPARE(writeResults(input, options, placed).error().code, SheetErrorCode::StorageError);
    }

    void guard_formulas_notPhonesOrNumbers() {
        QCOMPARE(guardFormula("=1+1"), std::string("'=1+1"));
        QCOMPARE(guardFormula("@SUM(A1)"), std::string("'@SUM(A1)"));
        QCOMPARE(guardFormula("\tx"), std::string("'\tx"));
        QCOMPARE(guardFormula("-cmd|calc"), std::string("'-cmd|calc"));
        QCOMPARE(guardFormula("+49 (30) 123-4"), std::string("+49 (30) 123-4"));
        QCOMPARE(guardFormula("-5.00"), std::string("-5.00"));
        QCOMPARE(guardFormula("plain"), std::string("plain"));
        QCOMPARE(guardFormula(""), std::string(""));
        // Spreadsheet programs subtract these.
        QCOMPARE(guardFormula("+1-2"), std::string("'+1-2"));
        QCOMPARE(guardFormula("+1 - 2"), std::string("'+1 - 2"));
        QCOMPARE(guardFormula("+49-30-1234"), std::string("'+49-30-1234"));
        QCOMPARE(guardFormula("-(1)/2"), std::string("'-(1)/2"));
        QCOMPARE(guardFormula("+49 30 123-4"), std::string("+49 30 123-4"));
        QCOMPARE(guardFormula("+49 (0)30/1234"), std::string("+49 (0)30/1234"));
        QCOMPARE(guardFormula("\uFF0B"), std::string("'\uFF0B"));
        QCOMPARE(guardFormula("+"), std::string("'+"));
    }

    void guard_comesOffAgain() {
        for (const char* text : {"=1+1", "'=1+1", "''=1", "+1-2", "\uFF0B", "'plain", "'", "", "x",
                                 "+49 30 123", "@a", "''", "'\t"}) {
            const std::string cell = guardFormula(text);
            QCOMPARE(std::string(withoutFormulaGuard(cell)), std::string(text));
        }
    }

    void resultsPath_names_areBesideTheInput() {
        QCOMPARE(resultsPathFor("/x/ICP list.csv"),
                 std::filesystem::path("/x/ICP list.results.csv"));
        QCOMPARE(resultsPathFor("a.csv.gz"), std::filesystem::path("a.results.csv.gz"));
        QCOMPARE(resultsPathFor("noending"), std::filesystem::path("noending.results"));
    }

private:
    std::unique_ptr<SheetFolder> folder_;
};

LEADSHEET_TEST(tst_results_file, ResultsFileTest);
#include "tst_results_file.moc"
