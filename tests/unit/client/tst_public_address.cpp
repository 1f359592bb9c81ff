// SPDX-License-Identifier: Apache-2.0
#include "call/url.hpp"
#include "leadsheet/transport.hpp"
#include "socket_server.hpp"
#include "test_main.hpp"

#include <QtTest>
#include <arpa/inet.h>
#include <cstring>
#include <netinet/in.h>

using namespace leadsheet;

namespace {

bool isPublic(const char* text) {
    sockaddr_storage storage{};
    sockaddr_in four{};
    sockaddr_in6 six{};
    if (inet_pton(AF_INET, text, &four.sin_addr) == 1) {
        four.sin_family = AF_INET;
        std::memcpy(&storage, &four, sizeof four);
    } else if (inet_pton(AF_INET6, text, &six.sin6_addr) == 1) {
        six.sin6_family = AF_INET6;
        std::memcpy(&storage, &six, sizeof six);
    } else {
        qFatal("no address: %s", text);
    }
    return detail::isPublicAddress(reinterpret_cast<const sockaddr*>(&storage));
}

} // namespace

class PublicAddressTest : public QObject {
    Q_OBJECT

private slots:
    void address_kind_isTold_data() {
        QTest::addColumn<bool>("isPublic");
        for (const char* text :
             {"8.8.8.8", "1.1.1.1", "172.15.255.255", "172.32.0.1", "100.63.255.255", "100.128.0.1",
              "192.167.255.255", "198.17.255.255", "223.255.255.255", "2606:4700::1111",
              "2a00:1450::1", "::ffff:8.8.8.8", "64:ff9b::808:808", "2002:808:808::1"})
            QTest::newRow(text) << true;
        for (const char* text : {"0.0.0.0",
                                 "0.1.2.3",
                                 "10.0.0.1",
                                 "10.255.255.255",
                                 "100.64.0.1",
                                 "100.127.255.255",
                                 "127.0.0.1",
                                 "127.255.255.255",
                                 "169.254.169.254",
                                 "172.16.0.1",
                                 "172.31.255.255",
                                 "192.0.0.8",
                                 "192.0.2.1",
                                 "192.168.0.1",
                                 "198.18.0.1",
                                 "198.51.100.1",
                                 "203.0.113.9",
                                 "224.0.0.1",
                                 "239.1.2.3",
                                 "240.0.0.1",
                                 "255.255.255.255",
                                 "::",
                                 "::1",
                                 "::ffff:127.0.0.1",
                                 "::ffff:10.1.2.3",
                                 "64:ff9b::7f00:1",
                                 "2002:a00:1::1",
                                 "fe80::1",
                                 "fc00::1",
                                 "fdff::1",
                                 "ff02::1",
                                 "2001:db8::1",
                                 "2001::1",
                                 "::127.0.0.1"})
            QTest::newRow(text) << false;
    }
    void address_kind_isTold() {
        QFETCH(bool, isPublic);
        QCOMPARE(::isPublic(QTest::currentDataTag()), isPublic);
    }

    void send_toThisComputer_isRefusedBeforeConnecting_data() {
        QTest::addColumn<QByteArray>("variable");
        QTest::addColumn<QByteArray>("value");
        QTest::newRow("no proxy") << QByteArray() << QByteArray();
        QTest::newRow("an empty one") << QByteArray("http_proxy") << QByteArray();
        QTest::newRow("one of https")
            << QByteArray("https_proxy") << QByteArray("http://proxy.invalid:3128");
        QTest::newRow("one of http")
            << QByteArray("http_proxy") << QByteArray("http://proxy.invalid:3128");
    }
    void send_toThisComputer_isRefusedBeforeConnecting() {
        QFETCH(QByteArray, variable);
        QFETCH(QByteArray, value);
        test::SocketServer server([](test::Connection& connection) {
            connection.readRequest();
            connection.write(test::httpAnswer(200, "secret"));
        });
        TransportOptions options;
        options.proxy = "none";
        HttpRequest request{"GET", server.url(), {}, {}, {}};
        QVERIFY(makeCurlTransport(options)->send(request, {}).response.has_value());
        options.publicAddressesOnly = true;
        options.proxy = variable.isEmpty() ? "none" : "";
        if (!variable.isEmpty())
            qputenv(variable.constData(), value);
        const auto tidy = qScopeGuard([&] { qunsetenv(variable.constData()); });
        const Exchange refused = makeCurlTransport(options)->send(request, {});
        QVERIFY(!refused.response);
        QCOMPARE(refused.failure.problem, TransportProblem::InvalidRequest);
        QCOMPARE(refused.failure.progress, Progress::NothingSent);
        QVERIFY(refused.failure.detail.find("public internet") != std::string::npos);
        QCOMPARE(server.connections(), 1);
    }
};

LEADSHEET_TEST(tst_public_address, PublicAddressTest);
#include "tst_public_address.moc"
