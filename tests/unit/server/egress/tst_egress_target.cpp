// SPDX-License-Identifier: Apache-2.0
#include "test_main.hpp"

#include "egress/transfer.hpp"

using leadsheet::server::egress::parseTarget;

class EgressTargetTest : public QObject {
    Q_OBJECT

private slots:
    void url_ofService_isTakenApart_data();
    void url_ofService_isTakenApart();
    void url_thatIsUnfit_isRefused_data();
    void url_thatIsUnfit_isRefused();
    void http_whereNotAllowed_isRefusedByName();
};

void EgressTargetTest::url_ofService_isTakenApart_data() {
    QTest::addColumn<QString>("url");
    QTest::addColumn<QString>("host");
    QTest::addColumn<int>("port");
    const auto row = [](const char* url, const char* host, int port) {
        QTest::newRow(url) << url << host << port;
    };
    row("https://hooks.example.com/leads?a=b", "hooks.example.com", 443);
    row("http://hooks.example.com", "hooks.example.com", 80);
    row("https://Hooks.Example.COM:8443/x", "hooks.example.com", 8443);
    row("https://hooks.example.com./x", "hooks.example.com", 443);
    row("http://127.0.0.1/", "127.0.0.1", 80);
    row("http://127.0.0.1./", "127.0.0.1", 80);
    row("http://0x7f.1/", "127.0.0.1", 80);
    row("http://2130706433/", "127.0.0.1", 80);
    row("http://017700000001/", "127.0.0.1", 80);
    row("http://127.1/", "127.0.0.1", 80);
    row("http://0x7f000001:81/", "127.0.0.1", 81);
    row("http://[::1]:8080/", "::1", 8080);
    row("http://[::ffff:127.0.0.1]/", "::ffff:127.0.0.1", 80);
    row("https://[2606:4700::1]/hook#part", "2606:4700::1", 443);
}

void EgressTargetTest::url_ofService_isTakenApart() {
    QFETCH(QString, url);
    QFETCH(QString, host);
    QFETCH(int, port);
    const auto target = parseTarget(url.toStdString(), true);
    QVERIFY2(target, target ? "" : target.error().c_str());
    QCOMPARE(QString::fromStdString(target->host), host);
    QCOMPARE(int(target->port), port);
    QCOMPARE(target->https, url.startsWith("https"));
    QVERIFY(!QString::fromStdString(target->url).contains('#'));
}

void EgressTargetTest::url_thatIsUnfit_isRefused_data() {
    QTest::addColumn<QString>("url");
    for (const char* url : {"",
                            "hooks.example.com",
                            "/leads",
                            "ftp://hooks.example.com/",
                            "file:///etc/passwd",
                            "gopher://hooks.example.com/",
                            "https://user@hooks.example.com/",
                            "https://user:secret@hooks.example.com/",
                            "https://@hooks.example.com/",
                            "https:///leads",
                            "https:/hooks.example.com/leads",
                            "https:hooks.example.com/://leads",
                            "https://./",
                            "https://../",
                            "https://hooks.example.com:0/",
                            "https://hooks.example.com:65536/",
                            "https://hooks.example.com:x/",
                            "https://a b/",
                            " https://hooks.example.com/",
                            "https://hooks.example.com/\r\nX: y",
                            "https://hooks.example.com\\@evil.example/",
                            "http://[fe80::1%25eth0]/",
                            "http://[::1/"})
        QTest::newRow(url) << url;
    QTest::newRow("too long") << "https://hooks.example.com/" + QString(2'048, 'a');
}

void EgressTargetTest::url_thatIsUnfit_isRefused() {
    QFETCH(QString, url);
    const auto target = parseTarget(url.toStdString(), true);
    QVERIFY2(!target, target ? target->url.c_str() : "");
    QVERIFY(!target.error().empty());
}

void EgressTargetTest::http_whereNotAllowed_isRefusedByName() {
    const auto refused = parseTarget("http://hooks.example.com/", false);
    QVERIFY(!refused);
    QVERIFY(QString::fromStdString(refused.error()).contains("https://"));
    QVERIFY(parseTarget("https://hooks.example.com/", false));
}

LEADSHEET_TEST(tst_egress_target, EgressTargetTest);
#include "tst_egress_target.moc"
