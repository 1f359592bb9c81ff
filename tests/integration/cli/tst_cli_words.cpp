// SPDX-License-Identifier: Apache-2.0
#include "cli_process.hpp"
#include "test_main.hpp"
#include "test_server.hpp"

#include <QtTest>

using leadsheet::server::Fault;
using leadsheet::server::FaultMatch;
using leadsheet::test::CliHome;
using leadsheet::test::CliRun;
using leadsheet::test::sheetOf;
using leadsheet::test::TestServer;

/// Advice that can be followed as it is given.
class CliWordsTest : public QObject {
    Q_OBJECT

private slots:
    void keyThatWasRevoked_isNotAdvisedAgain() {
        TestServer server;
        CliHome home;
        home.use(server.baseUrl(), server.customerKey());
        const QString file = home.write("old-key", QByteArray::fromStdString(server.customerKey()));
        QVERIFY(QFile::setPermissions(file, QFile::ReadOwner | QFile::WriteOwner));
        const QString sheet = home.write("icps.csv", sheetOf(2));
        FaultMatch creates;
        creates.operationId = "createOrder";
        for (int i = 0; i < 2; ++i)
            server.faults().add(Fault::answer(401, "revoked_api_key"), creates);
        const CliRun run =
            home.run({"submit", sheet, "--max-total", "1000", "--json", "--key-file", file});
        QVERIFY2(run.exitCode == 5, run.all());
        const QString fix = run.line("error")["fix"].toString();
        QVERIFY2(fix.contains("leadsheet resume 1") && fix.contains("--base-url"), run.all());
        QVERIFY2(!fix.contains("old-key") && fix.contains("--key-file FILE"), run.all());
        QVERIFY2(!run.line("summary")["resume"].toString().contains("old-key"), run.all());
    }

    void deliveryThatIsNoTable_isNotAdvisedAgain() {
        TestServer server;
        CliHome customer;
        customer.use(server.baseUrl(), server.customerKey());
        const QString sheet = customer.write("icps.csv", sheetOf(1));
        QCOMPARE(customer.run({"submit", sheet, "--max-total", "1000"}).exitCode, 0);
        const QString number =
            customer.run({"orders", "list", "--json"}).line("order")["orderNumber"].toString();
        CliHome operators;
        operators.use(server.baseUrl(), server.adminKey());
        QCOMPARE(operators.run({"admin", "approve", number}).exitCode, 0);
        operators.write("bad.csv", "email\n\"a@x.example\n");
        const CliRun run =
            operators.run({"admin", "ingest", number, "bad.csv", "--delivery", "d", "--json"});
        const QJsonObject error = run.line("error");
        QVERIFY2(run.exitCode == 2 && !error["message"].toString().isEmpty(), run.all());
        QVERIFY2(error["fix"].toString().contains("Fix the file"), run.all());
    }

    void nextStep_ofAFileNamedLikeAnOption_canBeTyped() {
        TestServer server;
        CliHome home;
        home.use(server.baseUrl(), server.customerKey());
        home.write("-x.csv", sheetOf(1));
        const CliRun run = home.run({"check", "./-x.csv"});
        QVERIFY2(run.exitCode == 0 && run.out.contains("leadsheet quote ./-x.csv"), run.all());
        home.setLauncher(
            {"sh", "-c", "p=\"$0\"; shift $(($# - 2)); exec \"$p\" \"$@\" check -- -x.csv"});
        const CliRun behind = home.run({});
        QVERIFY2(behind.exitCode == 0 && behind.out.contains("leadsheet quote ./-x.csv"),
                 behind.all());
    }
};

LEADSHEET_TEST(tst_cli_words, CliWordsTest);
#include "tst_cli_words.moc"
