// SPDX-License-Identifier: Apache-2.0
#include "cli_process.hpp"
#include "test_main.hpp"
#include "test_server.hpp"

#include <QtTest>

using leadsheet::test::CliHome;
using leadsheet::test::CliRun;
using leadsheet::test::sheetOf;
using leadsheet::test::TestServer;

namespace {

struct AuditScene {
    TestServer server;
    CliHome home;

    AuditScene() {
        home.use(server.baseUrl(), server.customerKey());
        const QString sheet = home.write("icps.csv", sheetOf(3));
        if (home.run({"submit", sheet, "--max-total", "100000"}).exitCode != 0)
            qFatal("the orders were not placed");
    }
};

} // namespace

class CliAuditTest : public QObject {
    Q_OBJECT

private slots:
    void exportedLedger_isVerifiedAndHoldsNoKey() {
        AuditScene scene;
        CliRun run = scene.home.run({"audit", "export", "audit.jsonl", "--json"});
        QVERIFY2(run.exitCode == 0, run.all());
        const QString digest = run.line("auditExport")["sha256"].toString();
        QCOMPARE(run.line("auditExport")["rows"].toInt(), 3);
        QVERIFY(!scene.home.read("audit.jsonl").contains(scene.server.customerKey().c_str()));
        run = scene.home.run({"audit", "verify", "audit.jsonl", "--expect", digest});
        QVERIFY2(run.exitCode == 0 && run.out.contains("is intact · 1 run, 3 rows"), run.all());
        run = scene.home.run({"audit", "export", "audit.jsonl"});
        QVERIFY2(run.exitCode == 10 && run.err.contains("already exists"), run.all());
        QVERIFY2(run.err.contains("--overwrite") && run.err.contains("output_exists"), run.all());
        run = scene.home.run({"audit", "export", "audit.jsonl", "--overwrite", "--dry-run"});
        QVERIFY2(run.exitCode == 0 && run.out.contains("Dry run"), run.all());
    }

    void expectedDigest_isOneInLettersOfAnySize() {
        AuditScene scene;
        CliRun run = scene.home.run({"audit", "export", "audit.jsonl", "--json"});
        const QString digest = run.line("auditExport")["sha256"].toString();
        run = scene.home.run({"audit", "verify", "audit.jsonl", "--expect", digest.toUpper()});
        QVERIFY2(run.exitCode == 0, run.all());
        for (const QString& text :
             {QString("abc"), digest + "0", QString(digest).replace(0, 1, "g")}) {
            run = scene.home.run({"audit", "verify", "audit.jsonl", "--expect", text});
            QVERIFY2(run.exitCode == 2 && run.err.contains("is not a SHA-256"), run.all());
        }
        run = scene.home.run({"audit", "verify", "audit.jsonl", "--expect", QString(64, 'a')});
        QVERIFY2(run.exitCode == 10, run.all());
    }

    void changedLine_isNamed() {
        AuditScene scene;
        QCOMPARE(scene.home.run({"audit", "export", "audit.jsonl"}).exitCode, 0);
        QByteArray content = scene.home.read("audit.jsonl");
        content.replace(content.indexOf("\"Placed\"", content.indexOf("\"row\"")), 8, "\"Placid\"");
        scene.home.write("audit.jsonl", content);
        CliRun run = scene.home.run({"audit", "verify", "audit.jsonl"});
        QVERIFY2(run.exitCode == 10 && run.err.contains("Line 3: This line was changed."),
                 run.all());
        run = scene.home.run({"audit", "verify", "audit.jsonl", "--json"});
        QCOMPARE(run.line("auditBroken")["line"].toInt(), 3);
    }

    void otherDigest_thanExpected_isRefused() {
        AuditScene scene;
        QCOMPARE(scene.home.run({"audit", "export", "audit.jsonl"}).exitCode, 0);
        const CliRun run =
            scene.home.run({"audit", "verify", "audit.jsonl", "--expect", QString(64, '0')});
        QVERIFY2(run.exitCode == 10 && run.err.contains("the last one has the SHA-256"), run.all());
    }

    void noLedger_orNoExport_isSaid() {
        CliHome home;
        CliRun run = home.run({"audit", "export", "audit.jsonl"});
        QVERIFY2(run.exitCode == 2 && run.err.contains("no ledger yet"), run.all());
        run = home.run({"audit", "verify", "missing.jsonl"});
        QVERIFY2(run.exitCode == 2 && run.err.contains("There is no file"), run.all());
        home.write("other.csv", "a,b\n1,2\n");
        run = home.run({"audit", "verify", "other.csv"});
        QVERIFY2(run.exitCode == 2 && run.err.contains("is not an audit export"), run.all());
    }
};

LEADSHEET_TEST(tst_cli_audit, CliAuditTest);
#include "tst_cli_audit.moc"
