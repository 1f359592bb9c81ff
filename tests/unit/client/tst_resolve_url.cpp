// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/transport.hpp"
#include "test_main.hpp"

#include <QtTest>

class ResolveUrlTest : public QObject {
    Q_OBJECT

private slots:
    void reference_fromBase_isResolved_data() {
        QTest::addColumn<QString>("reference");
        QTest::addColumn<QString>("url");
        QTest::newRow("absolute") << "https://other.example/x?y=1#z"
                                  << "https://other.example/x?y=1";
        QTest::newRow("path") << "/b?c"
                              << "https://host.example:8443/b?c";
        QTest::newRow("relative") << "c.csv"
                                  << "https://host.example:8443/a/c.csv";
        QTest::newRow("up") << "../c"
                            << "https://host.example:8443/c";
        QTest::newRow("no scheme") << "//other.example/c"
                                   << "https://other.example/c";
        QTest::newRow("query alone") << "?q=2"
                                     << "https://host.example:8443/a/b?q=2";
        QTest::newRow("blank in it") << "/a b"
                                     << "https://host.example:8443/a%20b";
    }
    void reference_fromBase_isResolved() {
        QFETCH(QString, reference);
        QFETCH(QString, url);
        const auto resolved =
            leadsheet::resolveUrl("https://host.example:8443/a/b?c=d", reference.toStdString());
        QVERIFY(resolved.has_value());
        QCOMPARE(QString::fromStdString(*resolved), url);
    }

    void nonsense_isNoUrl() {
        QVERIFY(!leadsheet::resolveUrl("not a url", "x").has_value());
        QVERIFY(!leadsheet::resolveUrl("https://host.example/", "http://[::bad").has_value());
    }
};

LEADSHEET_TEST(tst_resolve_url, ResolveUrlTest);
#include "tst_resolve_url.moc"
