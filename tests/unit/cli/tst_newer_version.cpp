// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/accounts/newer_version.hpp"
#include "test_main.hpp"

#include <QTest>

using namespace leadsheet;

class NewerVersionTest : public QObject {
    Q_OBJECT

private slots:
    void version_thatAServiceNames_isToldOnlyIfItIsNewer_data() {
        QTest::addColumn<QString>("named");
        QTest::addColumn<QString>("mine");
        QTest::addColumn<bool>("newer");
        const auto row = [](const char* named, const char* mine, bool newer) {
            QTest::newRow(named) << named << mine << newer;
        };
        row("1.10", "1.9", true);
        row("1.9", "1.10", false);
        row("1.9.1", "1.9", true);
        row("1.9.0", "1.9", false);
        row("1.9.0.1", "1.9.0", true);
        row("2.0", "1.99.99", true);
        row("1.08", "1.8", false);
        row("00002.0", "1.9", true);
        row("99999.99999.99999.99999", "1.9", true);
        row("100000.0", "1.9", false);
        row("", "1.9", false);
        row("2", "1.9", false);
        row("2.", "1.9", false);
        row(".2", "1.9", false);
        row("2..0", "1.9", false);
        row("2.0.0.0.0", "1.9", false);
        row("2.0-beta", "1.9", false);
        row("v2.0", "1.9", false);
        row(" 2.0", "1.9", false);
        row("2.-1", "1.9", false);
        row("+2.0", "1.9", false);
        row("2.0\n", "1.9", false);
        row("<b>2.0</b>", "1.9", false);
        row("2.0", "unknown", false);
    }
    void version_thatAServiceNames_isToldOnlyIfItIsNewer() {
        QFETCH(QString, named);
        QFETCH(QString, mine);
        QFETCH(bool, newer);
        Account account;
        account.latestClient = LatestClient{named.toStdString(), {}};
        const auto told = app::newerVersion(account, mine.toStdString());
        QCOMPARE(told.has_value(), newer);
        if (told)
            QCOMPARE(QString::fromStdString(told->version), named);
    }

    void serviceThatNamesNone_tellsNothing() { QVERIFY(!app::newerVersion(Account(), "0.1")); }

    void address_thatMayNotBeOpened_isLeftOut_data() {
        QTest::addColumn<QString>("url");
        QTest::addColumn<bool>("kept");
        const auto row = [](const QString& url, bool kept) {
            QTest::newRow(qPrintable(url.left(60))) << url << kept;
        };
        row("https://example.com", true);
        row("https://example.com:8443/get?os=linux&v=2#top", true);
        row("https://example.com/" + QString(280, 'x'), true);
        row("https://example.com/longer" + QString(280, 'x'), false);
        row("http://example.com", false);
        row("HTTPS://example.com", false);
        row("file:///etc/passwd", false);
        row("javascript:alert(1)", false);
        row("leadsheet://order", false);
        row("https://", false);
        row("https:///etc", false);
        row("https://bank.example@example.com/", false);
        row("https://example.com/a b", false);
        row("https://example.com/\n", false);
        row("https://example.com/<b>", false);
        row("https://example.com\\@bank.example", false);
        row(QString::fromUtf8("https://exämple.com"), false);
        row("", false);
    }
    void address_thatMayNotBeOpened_isLeftOut() {
        QFETCH(QString, url);
        QFETCH(bool, kept);
        Account account;
        account.latestClient = LatestClient{"2.0", url.toStdString()};
        const auto told = app::newerVersion(account, "1.0");
        QVERIFY(told);
        QCOMPARE(QString::fromStdString(told->url), kept ? url : QString());
    }
};

LEADSHEET_TEST(tst_newer_version, NewerVersionTest);
#include "tst_newer_version.moc"
