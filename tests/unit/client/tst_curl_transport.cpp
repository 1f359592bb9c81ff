// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/transport.hpp"
#include "refusing_port.hpp"
#include "socket_server.hpp"
#include "test_main.hpp"
#include "tls_certificate.hpp"
#include "transport_calls.hpp"

#include <QTemporaryDir>
#include <QtTest>

#include <atomic>
#include <fstream>
#include <thread>

using namespace leadsheet;
using namespace leadsheet::test;
using namespace std::chrono_literals;

namespace {

constexpr std::chrono::milliseconds kPatience{60'000};

/// Answers every request on a kept connection.
void answerAll(Connection& connection) {
    while (!connection.readRequest().empty())
        connection.write(httpAnswer(200, "{}", "X-Request-Id: r1\r\n"));
}

std::string urlOf(const RefusingPort& closed) {
    return "http://127.0.0.1:" + std::to_string(closed.number());
}

} // namespace

class CurlTransportTest : public QObject {
    Q_OBJECT

private slots:
    void send_request_arrivesAsGiven() {
        std::string seen;
        SocketServer server([&](Connection& connection) {
            seen = connection.readRequest();
            connection.write(httpAnswer(201, R"({"ok":true})", "X-A: 1\r\nX-A: 2\r\n"));
        });
        const auto exchange =
            makeCurlTransport(direct())->send(post(server.url("/v1/orders?x=1")), {});
        QCOMPARE(nameOf(exchange), std::string("answer 201"));
        QCOMPARE(exchange.response->body, std::string(R"({"ok":true})"));
        QCOMPARE(*exchange.response->joinedHeader("x-a"), std::string("1, 2"));
        QVERIFY(seen.starts_with("POST /v1/orders?x=1 HTTP/1.1\r\n"));
        QVERIFY(seen.find("x-api-key: k\r\n") != std::string::npos);
        QVERIFY(seen.ends_with("\r\n\r\n{\"a\":1}"));
        QVERIFY(seen.find("Expect:") == std::string::npos);
        QVERIFY(seen.find("Accept-Encoding:") == std::string::npos);
    }

    void send_methods_carryTheirBody_data() {
        QTest::addColumn<std::string>("method");
        QTest::addColumn<std::string>("body");
        QTest::newRow("empty POST") << std::string("POST") << std::string();
        QTest::newRow("PATCH") << std::string("PATCH") << std::string("{}");
        QTest::newRow("DELETE") << std::string("DELETE") << std::string();
    }
    void send_methods_carryTheirBody() {
        QFETCH(std::string, method);
        QFETCH(std::string, body);
        std::string seen;
        SocketServer server([&](Connection& connection) {
            seen = connection.readRequest();
            connection.write("HTTP/1.1 204 No Content\r\n\r\n");
        });
        HttpRequest request = get(server.url());
        request.method = method;
        request.body = body;
        QCOMPARE(nameOf(makeCurlTransport(direct())->send(request, {})), std::string("answer 204"));
        QVERIFY(seen.starts_with(method + " "));
        QVERIFY(seen.ends_with("\r\n\r\n" + body));
    }

    void connection_severalCalls_isReused() {
        SocketServer server(answerAll);
        const auto transport = makeCurlTransport(direct());
        for (int i = 0; i < 5; ++i)
            QCOMPARE(nameOf(transport->send(post(server.url()), {})), std::string("answer 200"));
        QCOMPARE(server.connections(), 1);
    }

    void connection_closedByTheServerMeanwhile_isReplaced() {
        SocketServer server([](Connection& connection) {
            (void)connection.readRequest();
            connection.write(httpAnswer(200, "{}"));
        });
        const auto transport = makeCurlTransport(direct());
        for (int i = 0; i < 3; ++i)
            QCOMPARE(nameOf(transport->send(post(server.url()), {})), std::string("answer 200"));
        QCOMPARE(server.connections(), 3);
    }

    void send_againOnANewConnection_isNoReplayOfAnother() {
        std::atomic<int> orders{0};
        SocketServer server([&](Connection& connection) {
            while (!connection.readRequest().empty()) {
                const int order = ++orders;
                if (order == 2)
                    return; // it was carried out, and its answer is lost
                connection.write(
                    httpAnswer(201, "{}", order == 1 ? "" : "Idempotent-Replayed: true\r\n"));
            }
        });
        const auto transport = makeCurlTransport(direct());
        QCOMPARE(nameOf(transport->send(post(server.url()), {})), std::string("answer 201"));
        const auto again = transport->send(post(server.url()), {});
        QCOMPARE(nameOf(again), std::string("answer 201"));
        QCOMPARE(orders.load(), 3);
        QVERIFY(!again.response->header("idempotent-replayed"));
        const auto replay = transport->send(post(server.url()), {});
        QVERIFY(replay.response && replay.response->header("idempotent-replayed"));
    }

    void send_againOnANewConnection_saysSo() {
        std::atomic<int> requests{0};
        SocketServer server([&](Connection& connection) {
            while (!connection.readRequest().empty()) {
                const int number = ++requests;
                if (number == 2)
                    return;
                connection.write(httpAnswer(number == 1 ? 200 : 503, "{}"));
            }
        });
        const auto transport = makeCurlTransport(direct());
        QVERIFY(!transport->send(post(server.url()), {}).sentBefore);
        const auto again = transport->send(post(server.url()), {});
        QCOMPARE(nameOf(again), std::string("answer 503"));
        QVERIFY(again.sentBefore);
    }

    void send_manyThreads_allAreAnswered() {
        SocketServer server(answerAll);
        const auto transport = makeCurlTransport(direct());
        std::atomic<int> answered{0};
        {
            std::vector<std::jthread> threads;
            for (int i = 0; i < 8; ++i)
                threads.emplace_back([&] {
                    for (int n = 0; n < 50; ++n)
                        if (transport->send(post(server.url()), {}).response)
                            ++answered;
                });
        }
        QCOMPARE(answered.load(), 400);
        QVERIFY(server.connections() <= 8);
    }

    void redirect_isHandedOutAndNotFollowed() {
        SocketServer server([](Connection& connection) {
            (void)connection.readRequest();
            connection.write(httpAnswer(307, "", "Location: /elsewhere\r\n"));
            connection.waitForClose();
        });
        QCOMPARE(nameOf(makeCurlTransport(direct())->send(post(server.url()), {})),
                 std::string("answer 307"));
        QCOMPARE(server.connections(), 1);
    }

    void refusedConnection_sentNothing() {
        const RefusingPort closed;
        QCOMPARE(nameOf(makeCurlTransport(direct())->send(post(urlOf(closed) + "/v1/x"), {})),
                 std::string("connect, nothing sent"));
    }

    void brokenExchange_isClassified_data() {
        QTest::addColumn<std::string>("answer");
        QTest::addColumn<bool>("reset");
        QTest::addColumn<std::string>("expected");
        QTest::newRow("reset after the request")
            << std::string() << true << std::string("receive, maybe sent");
        QTest::newRow("closed after the request")
            << std::string() << false << std::string("receive, maybe sent");
        QTest::newRow("cut in the status line")
            << std::string("HTTP/1.") << false << std::string("receive, maybe sent");
        QTest::newRow("cut in the header") << std::string("HTTP/1.1 201 X\r\nContent-Le") << false
                                           << std::string("receive, answer cut");
        QTest::newRow("cut in the body")
            << std::string("HTTP/1.1 201 X\r\nContent-Length: 100\r\n\r\n{\"or") << false
            << std::string("receive, answer cut");
        QTest::newRow("reset in the body")
            << std::string("HTTP/1.1 201 X\r\nContent-Length: 100\r\n\r\n{\"or") << true
            << std::string("receive, answer cut");
        QTest::newRow("cut in a chunk")
            << std::string("HTTP/1.1 201 X\r\nTransfer-Encoding: chunked\r\n\r\n64\r\nabc") << false
            << std::string("receive, answer cut");
        QTest::newRow("only 100 Continue") << std::string("HTTP/1.1 100 Continue\r\n\r\n") << false
                                           << std::string("receive, maybe sent");
        QTest::newRow("no HTTP") << std::string("SSH-2.0-x\r\n\r\n") << false
                                 << std::string("receive, maybe sent");
    }
    void brokenExchange_isClassified() {
        QFETCH(std::string, answer);
        QFETCH(bool, reset);
        QFETCH(std::string, expected);
        SocketServer server([&](Connection& connection) {
            (void)connection.readRequest();
            connection.write(answer);
            if (reset)
                connection.reset();
        });
        const auto name = nameOf(makeCurlTransport(direct())->send(post(server.url()), {}));
        QVERIFY2(name == expected, name.c_str());
    }

    void timeout_afterSending_isUnknown() {
        std::atomic<bool> arrived{false};
        SocketServer server([&](Connection& connection) {
            arrived = !connection.readRequest().empty();
            connection.waitForClose();
        });
        const auto transport = makeCurlTransport(direct());
        HttpRequest request = post(server.url());
        std::string outcome = "timeout, nothing sent";
        // A slow machine needs longer until the request is out.
        for (request.timeout = 40ms;
             outcome == "timeout, nothing sent" && request.timeout < kPatience;
             request.timeout *= 2)
            outcome = nameOf(transport->send(request, {}));
        QCOMPARE(outcome, std::string("timeout, maybe sent"));
        QTRY_VERIFY_WITH_TIMEOUT(arrived, kPatience.count());
    }

    void timeout_inTheBody_isACutAnswer() {
        SocketServer server([](Connection& connection) {
            (void)connection.readRequest();
            connection.write("HTTP/1.1 201 X\r\nContent-Length: 100\r\n\r\n{");
            connection.waitForClose();
        });
        const auto transport = makeCurlTransport(direct());
        HttpRequest request = post(server.url());
        Exchange exchange;
        // A slow machine needs longer until the answer begins.
        for (request.timeout = 40ms; exchange.failure.status == 0 && request.timeout < kPatience;
             request.timeout *= 2)
            exchange = transport->send(request, {});
        QCOMPARE(nameOf(exchange), std::string("timeout, answer cut"));
        QCOMPARE(exchange.failure.status, 201);
    }

    void stop_duringTheWait_endsIt() {
        std::atomic<bool> arrived{false};
        SocketServer server([&](Connection& connection) {
            arrived = !connection.readRequest().empty();
            connection.waitForClose();
        });
        const auto transport = makeCurlTransport(direct());
        std::stop_source source;
        std::string outcome;
        std::jthread caller(
            [&] { outcome = nameOf(transport->send(post(server.url()), source.get_token())); });
        QTRY_VERIFY_WITH_TIMEOUT(arrived, kPatience.count());
        source.request_stop();
        caller.join();
        QCOMPARE(outcome, std::string("cancelled, maybe sent"));
    }

    void stop_beforeTheCall_sendsNothing() {
        SocketServer server(answerAll);
        std::stop_source source;
        source.request_stop();
        QCOMPARE(nameOf(makeCurlTransport(direct())->send(post(server.url()), source.get_token())),
                 std::string("cancelled, nothing sent"));
        QCOMPARE(server.connections(), 0);
    }

    void request_unsafe_isRefusedBeforeAnyConnection_data() {
        QTest::addColumn<std::string>("header");
        QTest::addColumn<std::string>("value");
        QTest::addColumn<std::string>("path");
        QTest::addColumn<std::string>("method");
        const auto row = [](const char* name, std::string header, std::string value,
                            std::string path = "/v1", std::string method = "POST") {
            QTest::newRow(name) << header << value << path << method;
        };
        row("line break in a value", "X-A", "1\r\nX-B: 2");
        row("bare line feed", "X-A", "1\n2");
        row("nul", "X-A", std::string("1\0", 2));
        row("line break in a name", "X-A: 1\r\nX-B", "2");
        row("space in a name", "X A", "1");
        row("empty name", "", "1");
        row("line break in the path", "X-A", "1", "/v1\r\nX: y");
        row("space in the path", "X-A", "1", "/v1 HTTP/1.1");
        row("fragment", "X-A", "1", "/v1#x");
        row("method with a space", "X-A", "1", "/v1", "GET /x");
        row("no method", "X-A", "1", "/v1", "");
    }
    void request_unsafe_isRefusedBeforeAnyConnection() {
        QFETCH(std::string, header);
        QFETCH(std::string, value);
        QFETCH(std::string, path);
        QFETCH(std::string, method);
        SocketServer server(answerAll);
        HttpRequest request = post(server.url(path));
        request.method = method;
        request.headers = {{header, value}};
        QCOMPARE(nameOf(makeCurlTransport(direct())->send(request, {})),
                 std::string("invalid, nothing sent"));
        QCOMPARE(server.connections(), 0);
    }

    void plainHttp_toAnotherComputer_isRefused() {
        for (const std::string url : {"http://192.0.2.1/v1", "http://127.0.0.1.example.com/v1",
                                      "ftp://127.0.0.1/v1", "file:///etc/passwd"})
            QCOMPARE(nameOf(makeCurlTransport(direct())->send(get(url), {})),
                     std::string("invalid, nothing sent"));
    }

    void tls_unknownAuthority_isRefusedBeforeAnythingIsSent() {
        const TlsIdentity identity = makeTlsIdentity("IP:127.0.0.1");
        std::atomic<bool> requestSeen{false};
        SocketServer server(
            [&](Connection& connection) { requestSeen = !connection.readRequest().empty(); },
            identity.context.get());
        QCOMPARE(nameOf(makeCurlTransport(direct())->send(post(server.url()), {})),
                 std::string("tls, nothing sent"));
        QVERIFY(!requestSeen);
    }

    void tls_companyAuthority_isTrusted_data() {
        QTest::addColumn<std::string>("host");
        QTest::addColumn<std::string>("expected");
        QTest::newRow("right host") << std::string("IP:127.0.0.1") << std::string("answer 200");
        QTest::newRow("other host")
            << std::string("DNS:example.com") << std::string("tls, nothing sent");
    }
    void tls_companyAuthority_isTrusted() {
        QFETCH(std::string, host);
        QFETCH(std::string, expected);
        const TlsIdentity identity = makeTlsIdentity(host);
        SocketServer server(answerAll, identity.context.get());
        QTemporaryDir folder;
        TransportOptions options = direct();
        options.caFile = folder.filePath("ca.pem").toStdString();
        std::ofstream(options.caFile) << identity.certificatePem;
        const auto transport = makeCurlTransport(options);
        QCOMPARE(nameOf(transport->send(post(server.url()), {})), expected);
    }

    void tls_missingAuthorityFile_isATlsProblem() {
        const TlsIdentity identity = makeTlsIdentity("IP:127.0.0.1");
        SocketServer server(answerAll, identity.context.get());
        TransportOptions options = direct();
        options.caFile = "/nonexistent/ca.pem";
        QCOMPARE(nameOf(makeCurlTransport(options)->send(post(server.url()), {})),
                 std::string("tls, nothing sent"));
    }

    void tls_plainServer_isAHandshakeProblem() {
        SocketServer server([](Connection& connection) {
            connection.write("HTTP/1.1 400 X\r\n\r\n");
            connection.waitForClose();
        });
        const std::string url = "https://127.0.0.1:" + std::to_string(server.port()) + "/v1";
        QCOMPARE(nameOf(makeCurlTransport(direct())->send(post(url), {})),
                 std::string("handshake, nothing sent"));
    }

    void proxy_explicit_isUsed() {
        std::string seen;
        SocketServer proxy([&](Connection& connection) {
            seen = connection.readRequest();
            connection.write(httpAnswer(200, "via proxy"));
        });
        TransportOptions options;
        options.proxy = proxy.url("");
        options.allowPlainHttp = true;
        const auto exchange =
            makeCurlTransport(options)->send(get("http://api.example.com/v1/x"), {});
        QCOMPARE(nameOf(exchange), std::string("answer 200"));
        QVERIFY(seen.starts_with("GET http://api.example.com/v1/x HTTP/1.1\r\n"));
    }

    void proxy_refusingTheTunnel_sentNothing() {
        SocketServer proxy([](Connection& connection) {
            (void)connection.readRequest();
            connection.write(httpAnswer(403, "no"));
        });
        TransportOptions options;
        options.proxy = proxy.url("");
        const auto exchange =
            makeCurlTransport(options)->send(post("https://api.example.com/v1/x"), {});
        QVERIFY2(nameOf(exchange) == "proxy, nothing sent",
                 (nameOf(exchange) + exchange.failure.detail).c_str());
    }

    void proxy_notThere_isNamedAsTheProxy() {
        const RefusingPort closed;
        const std::string dead = urlOf(closed);
        TransportOptions options;
        options.proxy = dead;
        for (const char* url : {"https://api.example.com/v1/x", "http://127.0.0.1:1/v1/x"}) {
            const auto exchange = makeCurlTransport(options)->send(post(url), {});
            QCOMPARE(nameOf(exchange), std::string("proxy, nothing sent"));
            const std::string port = dead.substr(dead.rfind(':') + 1);
            QVERIFY2(exchange.failure.detail.find(port) != std::string::npos,
                     exchange.failure.detail.c_str());
        }
    }

    void proxyOfTheSystem_notThere_isNamedAsTheProxy() {
        const RefusingPort closed;
        qputenv("https_proxy", QByteArray::fromStdString(urlOf(closed)));
        const auto exchange = makeCurlTransport({})->send(post("https://api.example.com/v1/x"), {});
        qunsetenv("https_proxy");
        QCOMPARE(nameOf(exchange), std::string("proxy, nothing sent"));
    }

    void server_notThere_isNoFaultOfTheProxyOfTheSystem() {
        qputenv("https_proxy", "http://proxy.invalid:3128");
        const RefusingPort closed;
        const auto exchange = makeCurlTransport({})->send(post(urlOf(closed) + "/v1/x"), {});
        qunsetenv("https_proxy");
        QCOMPARE(nameOf(exchange), std::string("connect, nothing sent"));
    }

    void proxy_ofTheSystem_isNotUsedForLoopback() {
        SocketServer proxy([](Connection& connection) {
            (void)connection.readRequest();
            connection.write(httpAnswer(200, "via proxy"));
        });
        SocketServer server(answerAll);
        qputenv("http_proxy", QByteArray::fromStdString(proxy.url("")));
        const auto exchange = makeCurlTransport({})->send(get(server.url()), {});
        qunsetenv("http_proxy");
        QCOMPARE(nameOf(exchange), std::string("answer 200"));
        QCOMPARE(exchange.response->body, std::string("{}"));
        QCOMPARE(proxy.connections(), 0);
    }
};

LEADSHEET_TEST(tst_curl_transport, CurlTransportTest);
#include "tst_curl_transport.moc"
