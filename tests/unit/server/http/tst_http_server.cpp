// SPDX-License-Identifier: Apache-2.0
#include "http_cases.hpp"
#include "raw_client.hpp"
#include "server_fixture.hpp"
#include "test_main.hpp"

#include <QtTest/QtTest>
#include <atomic>

using namespace leadsheet::test;
using namespace std::chrono_literals;

namespace {

class EndlessSource final : public http::BodySource {
public:
    explicit EndlessSource(std::atomic<std::size_t>& produced)
        : produced_(produced) {}
    State read(std::string& out, std::size_t wanted) override {
        out.append(wanted, 'x');
        produced_ += wanted;
        return State::More;
    }

private:
    std::atomic<std::size_t>& produced_;
};

} // namespace

class HttpServerTest : public QObject {
    Q_OBJECT

private slots:
    void refused_request_over_socket_is_readable();
    void pipelined_requests_over_socket_are_in_order();
    void answer_from_another_thread_arrives();
    void half_closed_client_gets_deferred_answer();
    void oversized_upload_reads_413();
    void client_reset_cancels_responder();
    void aborted_clients_leave_server_alive();
    void throwing_handler_is_500();
    void dropped_responder_is_500();
    void full_queue_is_503();
    void connection_limit_is_503();
    void slots_all_taken_the_slowest_stranger_goes();
    void slots_taken_by_known_callers_stay();
    void proxy_is_exempt_and_its_callers_are_not();
    void pipelined_requests_of_a_proxys_caller_are_all_given_back();
    void connection_limit_per_address_is_503();
    void stream_unread_is_bounded();
    void large_body_round_trip();
    void fault_reset_is_a_tcp_reset();
    void fault_truncate_delivers_then_resets();
    void access_log_is_told();
    void error_renderer_writes_own_errors();
    void ipv6_and_any_address_listen();
    void bad_start_is_explained_data();
    void bad_start_is_explained();
    void port_in_use_is_explained();
};

void HttpServerTest::refused_request_over_socket_is_readable() {
    const auto server = startServer(echo);
    for (const HttpCase& row : refusedRequests()) {
        QVERIFY2(RawClient::statusOf(server->port(), row.bytes) == row.status, row.name);
    }
    for (const HttpCase& row : acceptedRequests()) {
        QVERIFY2(RawClient::statusOf(server->port(), row.bytes) == row.status, row.name);
    }
}

void HttpServerTest::pipelined_requests_over_socket_are_in_order() {
    const auto server = startServer(echo);
    std::string bytes;
    for (int i = 0; i < 200; ++i) {
        bytes += getRequest("/" + std::to_string(i));
    }
    RawClient client(server->port());
    QVERIFY(client.send(bytes));
    const auto answers = client.readAnswers(200);
    QCOMPARE(answers.size(), std::size_t(200));
    for (std::size_t i = 0; i < answers.size(); ++i) {
        QCOMPARE(answers[i].body, "GET /" + std::to_string(i) + " ");
    }
}

void HttpServerTest::answer_from_another_thread_arrives() {
    HeldResponders held;
    const auto server = startServer([&](http::Request, http::Responder r) { held.hold(r); });
    RawClient client(server->port());
    client.send(getRequest("/"));
    QVERIFY(eventually([&] { return held.count() == 1; }));
    const http::Responder responder = held.at(0);
    std::thread([responder] {
        responder.send(textResponse("later"));
        responder.send(textResponse("twice"));
    }).join();
    QCOMPARE(client.readAnswers(1).front().body, std::string("later"));
}

void HttpServerTest::half_closed_client_gets_deferred_answer() {
    HeldResponders held;
    const auto server = startServer([&](http::Request, http::Responder r) { held.hold(r); });
    RawClient client(server->port());
    client.send(getRequest("/"));
    client.shutdownWrite();
    QVERIFY(eventually([&] { return held.count() == 1; }));
    held.at(0).send(textResponse("still here"));
    QVERIFY(QString::fromStdString(client.readAll()).endsWith("still here"));
    QVERIFY(!client.wasReset());
}

void HttpServerTest::oversized_upload_reads_413() {
    const auto server = startServer(echo);
    RawClient client(server->port());
    client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 40000000\r\n\r\n");
    QVERIFY(client.send(std::string(20'000'000, 'x')));
    const auto answers = client.readAnswers(1);
    QCOMPARE(answers.size(), std::size_t(1));
    QCOMPARE(answers.front().status, 413);
    QVERIFY(answers.front().complete);
}

void HttpServerTest::client_reset_cancels_responder() {
    HeldResponders held;
    const auto server = startServer([&](http::Request, http::Responder r) { held.hold(r); });
    RawClient client(server->port());
    client.send(getRequest("/"));
    QVERIFY(eventually([&] { return held.count() == 1; }));
    QVERIFY(!held.at(0).cancelled());
    client.reset();
    QVERIFY(eventually([&] { return held.at(0).cancelled(); }));
    held.at(0).send(textResponse("nobody"));
}

void HttpServerTest::aborted_clients_leave_server_alive() {
    std::atomic<int> handled = 0;
    const auto server = startServer([&](http::Request request, http::Responder responder) {
        ++handled;
        echo(std::move(request), responder);
    });
    for (int i = 0; i < 300; ++i) {
        RawClient client(server->port());
        client.send(getRequest("/" + std::to_string(i)) + "GET /half");
        if (i % 2 == 0) {
            client.reset();
        }
    }
    QVERIFY(eventually([&] { return server->counters().open == 0; }));
    QCOMPARE(RawClient::statusOf(server->port(), getRequest("/")), 200);
}

void HttpServerTest::throwing_handler_is_500() {
    const auto server = startServer(
        [](http::Request, http::Responder) { throw std::runtime_error("secret detail"); });
    RawClient client(server->port());
    client.send(getRequest("/"));
    const auto answers = client.readAnswers(1);
    QCOMPARE(answers.front().status, 500);
    QVERIFY(answers.front().body.find("secret") == std::string::npos);
}

void HttpServerTest::dropped_responder_is_500() {
    const auto server = startServer([](http::Request, http::Responder) {});
    QCOMPARE(RawClient::statusOf(server->port(), getRequest("/")), 500);
}

void HttpServerTest::full_queue_is_503() {
    std::mutex gate;
    std::atomic<int> started = 0;
    http::HttpConfig config;
    config.workers = 1;
    config.limits.queuedRequests = 1;
    const auto server = startServer(
        [&](http::Request request, http::Responder responder) {
            ++started;
            const std::lock_guard lock(gate);
            echo(std::move(request), responder);
        },
        config);
    std::unique_lock closed(gate);
    RawClient working(server->port());
    working.send(getRequest("/1"));
    QVERIFY(eventually([&] { return started == 1; }));
    RawClient queued(server->port());
    queued.send(getRequest("/2"));
    QVERIFY(eventually([&] { return server->counters().requests == 2; }));
    RawClient refused(server->port());
    refused.send(getRequest("/3"));
    const auto answers = refused.readAnswers(1);
    QCOMPARE(answers.front().status, 503);
    QCOMPARE(answers.front().field("retry-after"), std::string("1"));
    closed.unlock();
    QCOMPARE(working.readAnswers(1).front().status, 200);
    QCOMPARE(queued.readAnswers(1).front().status, 200);
}

void HttpServerTest::connection_limit_is_503() {
    http::HttpConfig config;
    config.limits.connections = 2;
    const auto server = startServer(echo, config);
    RawClient first(server->port());
    auto second = std::make_unique<RawClient>(server->port());
    QVERIFY(eventually([&] { return server->counters().open == 2; }));
    RawClient third(server->port());
    const auto answers = third.readAnswers(1);
    QCOMPARE(answers.size(), std::size_t(1));
    QCOMPARE(answers.front().status, 503);
    QVERIFY(!answers.front().field("retry-after").empty());
    QVERIFY(!answers.front().field("x-request-id").empty());
    QCOMPARE(server->counters().refused, std::uint64_t(1));
    third.reset();
    second.reset();
    QVERIFY(eventually([&] { return server->counters().open == 1; }));
    QCOMPARE(RawClient::statusOf(server->port(), getRequest("/")), 200);
}

void HttpServerTest::connection_limit_per_address_is_503() {
    http::HttpConfig config;
    config.limits.connectionsPerAddress = 1;
    config.limitLoopback = true;
    const auto server = startServer(echo, config);
    RawClient first(server->port());
    QVERIFY(eventually([&] { return server->counters().open == 1; }));
    RawClient second(server->port());
    QCOMPARE(second.readAnswers(1).front().status, 503);
}

void HttpServerTest::slots_all_taken_the_slowest_stranger_goes() {
    http::HttpConfig config;
    config.limits.connections = 2;
    config.limits.strangerTime = 0ms;
    const auto server = startServer(echo, config);
    RawClient slowest(server->port());
    QVERIFY(eventually([&] { return server->counters().open == 1; }));
    RawClient second(server->port());
    QVERIFY(eventually([&] { return server->counters().open == 2; }));
    slowest.send("POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nx");
    second.send("POST /x HTTP/1.1\r\nHost: a\r\n");
    // Whoever of the two began to wait first is gone; the honest one is served.
    QCOMPARE(RawClient::statusOf(server->port(), getRequest("/")), 200);
    QCOMPARE(server->counters().refused, std::uint64_t(0));
}

void HttpServerTest::slots_taken_by_known_callers_stay() {
    http::HttpConfig config;
    config.limits.connections = 1;
    config.limits.strangerTime = 0ms;
    const auto server = startServer(
        [](const http::Request&, const http::Responder& responder) {
            http::Response response = textResponse("hello");
            response.callerKnown = true;
            responder.send(std::move(response));
        },
        config);
    RawClient known(server->port());
    known.send(getRequest("/"));
    QCOMPARE(known.readAnswers(1).front().status, 200);
    QCOMPARE(RawClient::statusOf(server->port(), getRequest("/")), 503);
    known.send(getRequest("/"));
    QCOMPARE(known.readAnswers(2).back().status, 200);
}

void HttpServerTest::proxy_is_exempt_and_its_callers_are_not() {
    http::HttpConfig config;
    config.limits.connectionsPerAddress = 1;
    config.limitLoopback = true;
    config.trustedProxies = http::TrustedProxies::parse({"127.0.0.1"}).value();
    HeldResponders held;
    const auto server = startServer(
        [&](const http::Request&, http::Responder responder) { held.hold(std::move(responder)); },
        config);
    const auto from = [](const char* caller) {
        return getRequest("/", std::string("X-Forwarded-For: ") + caller + "\r\n");
    };
    RawClient first(server->port());
    first.send(from("192.0.2.1"));
    QVERIFY(eventually([&] { return held.count() == 1; }));
    QCOMPARE(RawClient::statusOf(server->port(), from("192.0.2.1")), 503);
    RawClient other(server->port());
    other.send(from("2001:db8:1:2::3"));
    QVERIFY(eventually([&] { return held.count() == 2; }));
    // One subscriber has all addresses behind the first 64 bits.
    QCOMPARE(RawClient::statusOf(server->port(), from("2001:db8:1:2:9::4")), 503);
    held.at(0).send(textResponse("done"));
    QCOMPARE(first.readAnswers(1).front().status, 200);
    RawClient again(server->port());
    again.send(from("192.0.2.1"));
    QVERIFY(eventually([&] { return held.count() == 3; }));
    held.clear();
}

void HttpServerTest::pipelined_requests_of_a_proxys_caller_are_all_given_back() {
    http::HttpConfig config;
    config.limits.connectionsPerAddress = 2;
    config.limitLoopback = true;
    config.trustedProxies = http::TrustedProxies::parse({"127.0.0.1"}).value();
    const auto server = startServer(echo, config);
    const std::string one = getRequest("/", "X-Forwarded-For: 192.0.2.1\r\n");
    for (int round = 0; round < 3; ++round) {
        RawClient client(server->port());
        client.send(one + one + one);
        for (const auto& answer : client.readAnswers(3))
            QCOMPARE(answer.status, 200);
    }
}

void HttpServerTest::stream_unread_is_bounded() {
    std::atomic<std::size_t> produced = 0;
    const auto server = startServer([&](http::Request, http::Responder responder) {
        http::Response response;
        response.stream = std::make_unique<EndlessSource>(produced);
        responder.send(std::move(response));
    });
    RawClient client(server->port());
    client.send(getRequest("/"));
    std::size_t before = 0;
    // Still twice in a row = the kernel's buffers and ours are full.
    QVERIFY(eventually([&] {
        std::this_thread::sleep_for(20ms);
        const std::size_t now = produced;
        return now > 0 && std::exchange(before, now) == now;
    }));
    QVERIFY2(before < 32'000'000, "an unread stream was produced without bound");
    client.reset();
    QVERIFY(eventually([&] { return server->counters().open == 0; }));
}

void HttpServerTest::large_body_round_trip() {
    const auto server = startServer(echo);
    const std::string body(8'000'000, 'b');
    RawClient client(server->port());
    std::thread sender([&] {
        client.send("POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 8000000\r\n\r\n" + body);
    });
    sender.join();
    const auto answers = client.readAnswers(1);
    QCOMPARE(answers.front().status, 200);
    QVERIFY(answers.front().body == "POST /x " + body);
}

void HttpServerTest::fault_reset_is_a_tcp_reset() {
    const auto server = startServer([](http::Request, http::Responder responder) {
        http::Response response;
        response.fault.kind = http::WireFault::Kind::ResetBeforeReply;
        responder.send(std::move(response));
    });
    RawClient client(server->port());
    client.send(getRequest("/"));
    QCOMPARE(client.readAll(), std::string());
    QVERIFY(client.wasReset());
}

void HttpServerTest::fault_truncate_delivers_then_resets() {
    const auto server = startServer([](http::Request, http::Responder responder) {
        http::Response response = textResponse("0123456789");
        response.fault = {http::WireFault::Kind::TruncateBody, 4, 0ms};
        responder.send(std::move(response));
    });
    RawClient client(server->port());
    client.send(getRequest("/"));
    QVERIFY(QString::fromStdString(client.readAll()).endsWith("\r\n\r\n0123"));
    QVERIFY(client.wasReset());
}

void HttpServerTest::access_log_is_told() {
    std::mutex mutex;
    std::vector<http::AccessRecord> records;
    http::HttpConfig config;
    config.accessLog = [&](const http::AccessRecord& record) {
        const std::lock_guard lock(mutex);
        records.push_back(record);
    };
    const auto server = startServer(echo, config);
    RawClient client(server->port());
    client.send(getRequest("/a") + "nonsense\r\n");
    client.readAll();
    QVERIFY(eventually([&] {
        const std::lock_guard lock(mutex);
        return records.size() == 2;
    }));
    const std::lock_guard lock(mutex);
    QCOMPARE(records[0].path, std::string("/a"));
    QCOMPARE(records[0].status, 200);
    QCOMPARE(records[0].peerAddress, std::string("127.0.0.1"));
    QCOMPARE(records[1].status, 400);
    QVERIFY(records[0].requestId != records[1].requestId);
}

void HttpServerTest::error_renderer_writes_own_errors() {
    const auto renderer = [](const http::Rejection& why, const http::AccessRecord& record) {
        http::Response response;
        response.body = std::to_string(why.status) + "|" + std::string(why.code) + "|" +
                        record.requestId + "|" + record.path + "|" +
                        (why.detail.empty() ? "" : "explained");
        return response;
    };
    const auto server = http::HttpServer::start({}, echo, renderer);
    QVERIFY(server.has_value());
    RawClient client((*server)->port());
    client.send("GET /there HTTP/1.1\r\n\r\n");
    const auto answers = client.readAnswers(1);
    QCOMPARE(answers.front().body,
             "400|bad_request|" + answers.front().field("x-request-id") + "|/there|explained");
}

void HttpServerTest::ipv6_and_any_address_listen() {
    http::HttpConfig config;
    config.address = "::1";
    const auto six = http::HttpServer::start(config, echo);
    if (!six) {
        QSKIP("no IPv6 on this machine");
    }
    RawClient client((*six)->port(), "::1");
    client.send(getRequest("/"));
    QCOMPARE(client.readAnswers(1).front().status, 200);
    config.address = "*";
    std::mutex mutex;
    std::string seen;
    const auto any = startServer(
        [&](http::Request request, http::Responder responder) {
            const std::lock_guard lock(mutex);
            seen = request.peerAddress;
            echo(std::move(request), responder);
        },
        config);
    QCOMPARE(RawClient::statusOf(any->port(), getRequest("/")), 200);
    const std::lock_guard lock(mutex);
    QCOMPARE(seen, std::string("127.0.0.1"));
}

void HttpServerTest::bad_start_is_explained_data() {
    QTest::addColumn<QByteArray>("address");
    QTest::addColumn<QByteArray>("certificate");
    QTest::addColumn<int>("code");
    using Code = http::StartError::Code;
    QTest::newRow("host name") << QByteArray("example.invalid") << QByteArray()
                               << int(Code::BadAddress);
    QTest::newRow("empty") << QByteArray() << QByteArray() << int(Code::BadAddress);
    QTest::newRow("not of this machine")
        << QByteArray("192.0.2.1") << QByteArray() << int(Code::BadAddress);
    QTest::newRow("certificate without key")
        << QByteArray("127.0.0.1") << QByteArray("cert.pem") << int(Code::BadKey);
}

void HttpServerTest::bad_start_is_explained() {
    QFETCH(QByteArray, address);
    QFETCH(QByteArray, certificate);
    QFETCH(int, code);
    http::HttpConfig config;
    config.address = address.toStdString();
    config.tlsCertificateFile = certificate.toStdString();
    const auto server = http::HttpServer::start(config, echo);
    QVERIFY(!server.has_value());
    QCOMPARE(int(server.error().code), code);
    QVERIFY(!server.error().message.empty());
}

void HttpServerTest::port_in_use_is_explained() {
    const auto server = startServer(echo);
    http::HttpConfig config;
    config.port = server->port();
    const auto second = http::HttpServer::start(config, echo);
    QVERIFY(!second.has_value());
    QVERIFY(second.error().code == http::StartError::Code::AddressInUse);
    QVERIFY(second.error().message.find(std::to_string(config.port)) != std::string::npos);
}

LEADSHEET_TEST(tst_http_server, HttpServerTest);
#include "tst_http_server.moc"
