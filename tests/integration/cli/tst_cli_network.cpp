// SPDX-License-Identifier: Apache-2.0
#include "cli_process.hpp"
#include "test_main.hpp"
#include "test_server.hpp"

#include <QTcpServer>
#include <QtTest>

using leadsheet::test::CliHome;
using leadsheet::test::CliRun;
using leadsheet::test::TestServer;

namespace {

quint16 closedPort() {
    QTcpServer closed;
    closed.listen(QHostAddress::LocalHost);
    return closed.serverPort();
}

} // namespace

class CliNetworkTest : public QObject {
    Q_OBJECT

private slots:
    void badOption_exit2AndNamesIt_data() {
        QTest::addColumn<QStringList>("option");
        QTest::addColumn<QString>("reason");
        QTest::newRow("CA file missing") << QStringList{"--ca-file", "nowhere.pem"}
                                         << "nowhere.pem cannot be read: No such file";
        QTest::newRow("CA file is a folder")
            << QStringList{"--ca-file", "."} << "cannot be read: it is a folder";
        QTest::newRow("CA file without a certificate")
            << QStringList{"--ca-file", "icps.csv"} << "icps.csv holds no certificate";
        QTest::newRow("proxy no address")
            << QStringList{"--proxy", "http://"} << "is not a proxy address";
        QTest::newRow("proxy port") << QStringList{"--proxy", "proxy:99999"} << "proxy:99999";
        for (const char* name :
             {"--ca-file", "--proxy", "--data-dir", "--key-file", "--base-url", "--profile"})
            QTest::addRow("%s empty", name) << QStringList{name, ""} << "is empty";
    }
    void badOption_exit2AndNamesIt() {
        QFETCH(QStringList, option);
        QFETCH(QString, reason);
        CliHome home;
        home.write("icps.csv", "a,b\n");
        const CliRun run = home.run(QStringList{"account"} + option);
        QVERIFY2(run.exitCode == 2, run.all());
        QVERIFY2(run.err.contains(option.front() + ": ") && run.err.contains(reason), run.all());
    }

    void badProxy_passwordIsNotRepeated() {
        CliHome home;
        const CliRun run = home.run({"account", "--proxy", "http://me:secret@proxy:99999"});
        QVERIFY2(run.exitCode == 2 && !run.err.contains("secret"), run.all());
    }

    void deadProxy_isNamedAndNotTheServer() {
        TestServer server;
        CliHome home;
        home.use(server.baseUrl(), server.customerKey());
        const QString port = QString::number(closedPort());
        CliRun run = home.run({"account", "--proxy", "http://127.0.0.1:" + port});
        QVERIFY2(run.exitCode == 7, run.all());
        QVERIFY2(run.err.contains("The proxy refused the connection or could not be reached") &&
                     run.err.contains(port) && run.err.contains("--proxy none"),
                 run.all());
        QVERIFY2(!run.err.contains("The server at"), run.all());
        QVERIFY(server.accessRecords().empty());
        run = home.run({"account", "--proxy", "none"});
        QVERIFY2(run.exitCode == 0, run.all());
    }
};

LEADSHEET_TEST(tst_cli_network, CliNetworkTest);
#include "tst_cli_network.moc"
