// SPDX-License-Identifier: Apache-2.0
#include "cli_process.hpp"
#include "test_main.hpp"
#include "test_server.hpp"
#include "workbook_file.hpp"

#include <QDir>
#include <QtTest>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

using leadsheet::test::CliHome;
using leadsheet::test::CliRun;
using leadsheet::test::sheetOf;
using leadsheet::test::TestServer;
using leadsheet::test::workbookOf;

namespace {

QString codeOf(const CliRun& run) {
    return run.line("error")["code"].toString();
}

} // namespace

/// Which code and exit code a failure has: those of docs/troubleshooting.md.
class CliCodesTest : public QObject {
    Q_OBJECT

private slots:
    void missingTab_isNamedAsSuch_data() {
        QTest::addColumn<QStringList>("options");
        QTest::newRow("tab") << QStringList{"--tab", "Q9"};
        QTest::newRow("header row") << QStringList{"--header-row", "Q9!1"};
        QTest::newRow("cell") << QStringList{"--set", "Q9!A2=5"};
    }
    void missingTab_isNamedAsSuch() {
        QFETCH(QStringList, options);
        CliHome home;
        home.write("list.xlsx",
                   workbookOf({{"Q3", {{"Industry", "Leads"}, {"SaaS", "1"}}, false, {}, {}}}));
        const CliRun run = home.run(QStringList{"check", "list.xlsx", "--json"} + options);
        QVERIFY2(run.exitCode == 2, run.all());
        QCOMPARE(codeOf(run), QString("sheet_no_such_sheet"));
        QVERIFY2(run.line("error")["message"].toString().contains("Q9"), run.all());
        QVERIFY2(run.all().contains("Q3"), run.all());
    }

    void standardInput_thatIsNoSheet_leavesNothingBehind_data() {
        QTest::addColumn<QString>("input");
        QTest::addColumn<QString>("code");
        QTest::newRow("a folder") << "."
                                  << "sheet_not_a_file";
        QTest::newRow("nothing") << "/dev/null"
                                 << "sheet_empty";
        QTest::newRow("a picture") << "picture.png"
                                   << "sheet_unsupported_format";
        QTest::newRow("no such column") << "icps.csv"
                                        << "map_unknown_column";
    }
    void standardInput_thatIsNoSheet_leavesNothingBehind() {
        QFETCH(QString, input);
        QFETCH(QString, code);
        CliHome home;
        home.write("picture.png", QByteArray("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16));
        home.write("icps.csv", sheetOf(1));
        home.setVariable("INPUT", input);
        home.setLauncher({"sh", "-c", "exec \"$0\" \"$@\" < \"$INPUT\""});
        for (const char* command : {"check", "quote", "map suggest", "map apply"}) {
            const CliRun run =
                home.run(QString(command).split(' ') +
                         QStringList{"-", "--json", "--map", "leadCount=None", "--sandbox"});
            QVERIFY2(run.exitCode == 3, run.all());
            QCOMPARE(codeOf(run), code);
            QCOMPARE(QDir(home.path("data/leadsheet/piped")).entryList(QDir::Files), QStringList());
        }
    }

    void exportInProgress_isNoUnreadableSheet() {
        TestServer server;
        CliHome home;
        home.use(server.baseUrl(), server.customerKey());
        const int held =
            ::open(home.path("leads.csv.part").toUtf8().constData(), O_RDWR | O_CREAT, 0600);
        QCOMPARE(::flock(held, LOCK_EX), 0);
        const CliRun run = home.run({"leads", "export", "leads.csv", "--json"});
        ::close(held);
        QVERIFY2(run.exitCode == 9, run.all());
        QCOMPARE(codeOf(run), QString("export_locked"));
    }

    void outputThatIsLost_hasACode() {
        CliHome home;
        home.setLauncher({"sh", "-c", "exec \"$0\" \"$@\" > /dev/full"});
        const CliRun run = home.run({"manual"});
        QVERIFY2(run.exitCode == 10 && run.err.contains("(storage_full)"), run.all());
    }
};

LEADSHEET_TEST(tst_cli_codes, CliCodesTest);
#include "tst_cli_codes.moc"
