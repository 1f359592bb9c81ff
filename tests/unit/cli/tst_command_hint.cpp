// SPDX-License-Identifier: Apache-2.0
#include "test_main.hpp"

#include "session/context.hpp"

#include <QtTest>

using namespace leadsheet::cli;

class CommandHintTest : public QObject {
    Q_OBJECT

private slots:
    void hint_noOptions_isTheCommandAlone() {
        QCOMPARE(commandHint({}, "resume 3"), std::string("leadsheet resume 3"));
        QCOMPARE(ledgerCommandHint({}, "status"), std::string("leadsheet status"));
    }

    void hint_account_namesEverythingThatLedToIt() {
        GlobalOptions options;
        options.baseUrl = "https://api.example.com";
        options.keyFile = "/home/me/my key";
        options.caFile = "/etc/ca.pem";
        options.proxy = "http://proxy.example.com:3128";
        options.dataDir = "/data";
        QCOMPARE(commandHint(options, "resume 3"),
                 std::string("leadsheet resume 3 --data-dir /data --base-url "
                             "https://api.example.com --key-file '/home/me/my key' --ca-file "
                             "/etc/ca.pem --proxy http://proxy.example.com:3128"));
        QCOMPARE(ledgerCommandHint(options, "status"),
                 std::string("leadsheet status --data-dir /data"));
        options = {};
        options.profile = "work";
        QCOMPARE(commandHint(options, "resume 3"),
                 std::string("leadsheet resume 3 --profile work"));
    }

    void hint_sandbox_needsNoAccount() {
        GlobalOptions options;
        options.sandbox = true;
        options.dataDir = "/data";
        QCOMPARE(commandHint(options, "retry 1"),
                 std::string("leadsheet retry 1 --sandbox --data-dir /data"));
    }

    void hint_relativePath_worksFromAnywhere() {
        GlobalOptions options;
        options.keyFile = "key";
        const std::string absolute = std::filesystem::absolute("key").string();
        QVERIFY(commandHint(options, "resume").find(absolute) != std::string::npos);
    }

    void hint_secrets_areNotRepeated_data() {
        QTest::addColumn<QString>("proxy");
        QTest::addColumn<QString>("shown");
        QTest::newRow("with scheme") << "http://me:secret@proxy:3128"
                                     << "http://USER:PASSWORD@proxy:3128";
        QTest::newRow("without scheme") << "me:secret@proxy:3128"
                                        << "USER:PASSWORD@proxy:3128";
        QTest::newRow("at sign in it") << "http://me:sec@ret@proxy:3128"
                                       << "http://USER:PASSWORD@proxy:3128";
    }
    void hint_secrets_areNotRepeated() {
        QFETCH(QString, proxy);
        QFETCH(QString, shown);
        GlobalOptions options;
        options.proxy = proxy.toStdString();
        options.keyStdin = true;
        QCOMPARE(QString::fromStdString(commandHint(options, "resume 3")),
                 "leadsheet resume 3 --proxy " + shown);
    }
};

LEADSHEET_TEST(tst_command_hint, CommandHintTest);
#include "tst_command_hint.moc"
