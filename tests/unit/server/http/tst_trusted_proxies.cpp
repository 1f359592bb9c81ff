// SPDX-License-Identifier: Apache-2.0
#include "http/callers.hpp"
#include "test_main.hpp"

#include <QtTest/QtTest>

using namespace leadsheet::server::http;

class TrustedProxiesTest : public QObject {
    Q_OBJECT

private slots:
    void caller_isTheLastWhoIsNoProxy_data();
    void caller_isTheLastWhoIsNoProxy();
    void caller_ofSeveralFields_isInTheLast();
    void nobodyTrusted_believesNothing();
    void badNetwork_isRefusedByName();
};

void TrustedProxiesTest::caller_isTheLastWhoIsNoProxy_data() {
    QTest::addColumn<QString>("peer");
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("caller");
    const auto row = [](const char* name, const char* peer, const char* field, const char* caller) {
        QTest::newRow(name) << peer << field << caller;
    };
    row("one hop", "127.0.0.1", "203.0.113.7", "203.0.113.7");
    row("what the caller made up comes first", "127.0.0.1", "1.2.3.4, 203.0.113.7", "203.0.113.7");
    row("two proxies", "127.0.0.1", "203.0.113.7,10.1.2.3", "203.0.113.7");
    row("only proxies", "127.0.0.1", "10.0.0.1, 10.1.2.3", "10.0.0.1");
    row("a caller who is no proxy", "198.51.100.9", "203.0.113.7", "198.51.100.9");
    row("no field", "127.0.0.1", "", "127.0.0.1");
    row("no address", "127.0.0.1", "203.0.113.7, unknown", "127.0.0.1");
    row("no address behind a proxy", "127.0.0.1", "_hidden, 10.1.2.3", "10.1.2.3");
    row("short form is no address", "127.0.0.1", "1", "127.0.0.1");
    row("with a port", "127.0.0.1", "203.0.113.7:4711", "203.0.113.7");
    row("edge of a network", "172.31.255.255", "203.0.113.7", "203.0.113.7");
    row("just outside a network", "172.32.0.0", "203.0.113.7", "172.32.0.0");
    row("IPv6 network", "2001:db8:1::9", "203.0.113.7", "203.0.113.7");
    row("IPv6", "::1", "2001:DB8::7", "2001:db8::7");
    row("IPv6 with a port", "::1", "[2001:db8::7]:4711", "2001:db8::7");
    row("IPv4 in IPv6", "127.0.0.1", "::ffff:203.0.113.7", "203.0.113.7");
    row("cut bracket", "127.0.0.1", "[2001:db8::7", "127.0.0.1");
    row("blanks and empty entries", "127.0.0.1", "203.0.113.7 ,\t10.1.2.3 ", "203.0.113.7");
    row("empty last entry", "127.0.0.1", "203.0.113.7,", "127.0.0.1");
}

void TrustedProxiesTest::caller_isTheLastWhoIsNoProxy() {
    QFETCH(QString, peer);
    QFETCH(QString, field);
    QFETCH(QString, caller);
    const auto proxies = TrustedProxies::parse(
        {"127.0.0.1", "::1", "10.0.0.0/8", "172.16.0.0/12", "2001:db8:1::/48"});
    QVERIFY(proxies.has_value());
    std::vector<Header> headers{{"x-other", "192.0.2.1"}};
    if (!field.isEmpty())
        headers.push_back({"x-forwarded-for", field.toStdString()});
    QCOMPARE(proxies->callerOf(peer.toStdString(), headers), caller.toStdString());
}

void TrustedProxiesTest::caller_ofSeveralFields_isInTheLast() {
    const auto proxies = TrustedProxies::parse({"127.0.0.1"});
    QCOMPARE(proxies->callerOf("127.0.0.1", {{"X-Forwarded-For", "203.0.113.1"},
                                             {"X-Forwarded-For", "203.0.113.2"}}),
             std::string("203.0.113.2"));
}

void TrustedProxiesTest::nobodyTrusted_believesNothing() {
    QCOMPARE(TrustedProxies().callerOf("127.0.0.1", {{"X-Forwarded-For", "203.0.113.1"}}),
             std::string("127.0.0.1"));
}

void TrustedProxiesTest::badNetwork_isRefusedByName() {
    for (const std::string text : {"proxy.example.com", "", "10.0.0.0/33", "10.0.0.0/",
                                   "10.0.0.0/-1", "10.0.0.0/8x", "::1/129", "10", "127.0.0.1:80"}) {
        const auto proxies = TrustedProxies::parse({"127.0.0.1", text});
        QVERIFY2(!proxies.has_value(), text.c_str());
        QVERIFY(proxies.error().find("\"" + text + "\"") != std::string::npos);
    }
}

LEADSHEET_TEST(tst_trusted_proxies, TrustedProxiesTest);
#include "tst_trusted_proxies.moc"
