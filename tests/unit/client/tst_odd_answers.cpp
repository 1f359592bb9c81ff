// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/transport.hpp"
#include "socket_server.hpp"
#include "test_main.hpp"
#include "transport_calls.hpp"

#include <QtTest>

using namespace leadsheet;
using namespace leadsheet::test;

class OddAnswersTest : public QObject {
    Q_OBJECT

private slots:
    void answer_tooLarge_isNotRead_data() {
        QTest::addColumn<std::string>("answer");
        const std::string body(3000, 'x');
        QTest::newRow("announced") << httpAnswer(200, body);
        QTest::newRow("chunked") << "HTTP/1.1 200 X\r\nTransfer-Encoding: chunked\r\n\r\nBB8\r\n" +
                                        body + "\r\n0\r\n\r\n";
        QTest::newRow("until the end") << "HTTP/1.1 200 X\r\n\r\n" + body;
        QTest::newRow("header") << "HTTP/1.1 200 X\r\nX-A: " + body + "\r\n\r\n";
    }
    void answer_tooLarge_isNotRead() {
        QFETCH(std::string, answer);
        SocketServer server([&](Connection& connection) {
            (void)connection.readRequest();
            connection.write(answer);
        });
        TransportOptions options = direct();
        options.maxResponseBytes = 1000;
        options.maxHeaderBytes = 1000;
        QCOMPARE(nameOf(makeCurlTransport(options)->send(post(server.url()), {})),
                 std::string("large, answer cut"));
    }

    // What libcurl lets pass, and a proxy between may read otherwise.
    void answer_invalid_isRefused_data() {
        QTest::addColumn<std::string>("head");
        QTest::addColumn<std::string>("why");
        const auto row = [](const char* name, const char* head, const char* why) {
            QTest::newRow(name) << std::string(head) << std::string(why);
        };
        const char* const length = "Content-Length cannot be trusted";
        row("two lengths", "1.1 200 X\r\nContent-Length: 2\r\nContent-Length: 4\r\n", "2 and 4");
        row("shorter second", "1.1 200 X\r\nContent-Length: 4\r\nContent-Length: 2\r\n", "4 and 2");
        row("plus", "1.1 200 X\r\nContent-Length: +2\r\n", length);
        row("list", "1.1 200 X\r\nContent-Length: 2, 4\r\n", length);
        row("same twice in a list", "1.1 200 X\r\nContent-Length: 2, 2\r\n", length);
        row("overflow", "1.1 200 X\r\nContent-Length: 99999999999999999999\r\n", length);
        row("words behind", "1.1 200 X\r\nContent-Length: 2 bytes\r\n", length);
        row("HTTP/2 without TLS", "2.0 200 X\r\nContent-Length: 2\r\n", "HTTP/2.0");
    }
    void answer_invalid_isRefused() {
        QFETCH(std::string, head);
        QFETCH(std::string, why);
        SocketServer server([&](Connection& connection) {
            (void)connection.readRequest();
            connection.write("HTTP/" + head + "\r\n{}{}");
        });
        const auto exchange = makeCurlTransport(direct())->send(post(server.url()), {});
        QCOMPARE(nameOf(exchange), std::string("receive, answer cut"));
        QVERIFY2(exchange.failure.detail.find(why) != std::string::npos,
                 exchange.failure.detail.c_str());
    }
    void answer_withTheSameLengthTwice_isRead() {
        SocketServer server([&](Connection& connection) {
            (void)connection.readRequest();
            connection.write("HTTP/1.1 100 Continue\r\nContent-Length: 7\r\n\r\nHTTP/1.1 200 X\r\n"
                             "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}");
        });
        QCOMPARE(nameOf(makeCurlTransport(direct())->send(post(server.url()), {})),
                 std::string("answer 200"));
    }

    // The limit that acted is named.
    void header_tooLong_isToldAsSuch() {
        for (const std::size_t length : {std::size_t{200'000}, std::size_t{2000}}) {
            SocketServer server([&](Connection& connection) {
                (void)connection.readRequest();
                connection.write("HTTP/1.1 200 X\r\nX-A: " + std::string(length, 'x') + "\r\n\r\n");
            });
            TransportOptions options = direct();
            if (length < 100'000)
                options.maxHeaderBytes = 1000;
            const auto exchange = makeCurlTransport(options)->send(post(server.url()), {});
            QCOMPARE(nameOf(exchange), std::string("large, answer cut"));
            QVERIFY2(exchange.failure.detail.find("header line") != std::string::npos,
                     exchange.failure.detail.c_str());
        }
    }
};

LEADSHEET_TEST(tst_odd_answers, OddAnswersTest);
#include "tst_odd_answers.moc"
