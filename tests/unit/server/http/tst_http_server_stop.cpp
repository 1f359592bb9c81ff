// SPDX-License-Identifier: Apache-2.0
#include "raw_client.hpp"
#include "server_fixture.hpp"
#include "test_main.hpp"

#include <QtTest/QtTest>
#include <atomic>
#include <filesystem>

using namespace leadsheet::test;
using namespace std::chrono_literals;

namespace {

std::ptrdiff_t openDescriptors() {
    const std::filesystem::directory_iterator entries("/proc/self/fd");
    return std::distance(begin(entries), end(entries));
}

std::chrono::milliseconds timeOf(const std::function<void()>& action) {
    const auto start = std::chrono::steady_clock::now();
    action();
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() -
                                                                 start);
}

} // namespace

class HttpServerStopTest : public QObject {
    Q_OBJECT

private slots:
    void drain_lets_deferred_request_finish();
    void drain_ends_at_its_deadline();
    void drain_does_not_wait_for_idle_connections();
    void stopped_server_refuses_connections();
    void answer_after_stop_is_harmless();
    void answer_after_destruction_is_harmless();
    void stop_cancels_running_handler();
    void stop_twice_is_harmless();
    void two_servers_answer_side_by_side();
    void start_and_stop_many_times_leaks_nothing();
};

void HttpServerStopTest::drain_lets_deferred_request_finish() {
    HeldResponders held;
    const auto server = startServer([&](http::Request, http::Responder r) { held.hold(r); });
    RawClient client(server->port());
    client.send(getRequest("/"));
    QVERIFY(eventually([&] { return held.count() == 1; }));
    std::thread later([&] {
        std::this_thread::sleep_for(20ms);
        held.at(0).send(textResponse("finished"));
    });
    server->stop(1h);
    later.join();
    const auto answers = client.readAnswers(1);
    QCOMPARE(answers.size(), std::size_t(1));
    QCOMPARE(answers.front().body, std::string("finished"));
    QCOMPARE(answers.front().field("connection"), std::string("close"));
}

void HttpServerStopTest::drain_ends_at_its_deadline() {
    HeldResponders held;
    const auto server = startServer([&](http::Request, http::Responder r) { held.hold(r); });
    RawClient client(server->port());
    client.send(getRequest("/"));
    QVERIFY(eventually([&] { return held.count() == 1; }));
    // Nobody else ends it: the handler never answers.
    QVERIFY(timeOf([&] { server->stop(30ms); }) >= 30ms);
    QVERIFY(held.at(0).cancelled());
    client.readAll();
    QVERIFY(client.wasReset());
}

void HttpServerStopTest::drain_does_not_wait_for_idle_connections() {
    const auto server = startServer(echo);
    RawClient fresh(server->port());
    RawClient used(server->port());
    used.send(getRequest("/"));
    QCOMPARE(used.readAnswers(1).front().status, 200);
    QVERIFY(timeOf([&] { server->stop(1h); }) < 1h);
    QCOMPARE(fresh.readAll(), std::string());
}

void HttpServerStopTest::stopped_server_refuses_connections() {
    const auto server = startServer(echo);
    const std::uint16_t port = server->port();
    server->stop(0ms);
    QVERIFY(!RawClient(port).isConnected());
    QCOMPARE(server->port(), port);
}

void HttpServerStopTest::answer_after_stop_is_harmless() {
    HeldResponders held;
    const auto server = startServer([&](http::Request, http::Responder r) { held.hold(r); });
    RawClient client(server->port());
    client.send(getRequest("/"));
    QVERIFY(eventually([&] { return held.count() == 1; }));
    server->stop(0ms);
    held.at(0).send(textResponse("too late"));
    QVERIFY(held.at(0).cancelled());
}

void HttpServerStopTest::answer_after_destruction_is_harmless() {
    HeldResponders held;
    auto server = startServer([&](http::Request, http::Responder r) { held.hold(r); });
    RawClient client(server->port());
    client.send(getRequest("/"));
    RawClient other(server->port());
    other.send(getRequest("/"));
    QVERIFY(eventually([&] { return held.count() == 2; }));
    server.reset();
    held.at(0).send(textResponse("too late"));
    held.clear();
}

void HttpServerStopTest::stop_cancels_running_handler() {
    std::atomic<bool> running = false;
    const auto server = startServer([&](http::Request, http::Responder responder) {
        running = true;
        while (!responder.cancelled()) {
            std::this_thread::sleep_for(1ms);
        }
    });
    RawClient client(server->port());
    client.send(getRequest("/"));
    QVERIFY(eventually([&] { return running.load(); }));
    server->stop(20ms); // returns: the handler runs until it is cancelled
}

void HttpServerStopTest::stop_twice_is_harmless() {
    const auto server = startServer(echo);
    server->stop(0ms);
    server->stop(1s);
}

void HttpServerStopTest::two_servers_answer_side_by_side() {
    const auto one = startServer(
        [](http::Request, http::Responder responder) { responder.send(textResponse("one")); });
    auto two = startServer(
        [](http::Request, http::Responder responder) { responder.send(textResponse("two")); });
    QVERIFY(one->port() != two->port());
    RawClient first(one->port());
    RawClient second(two->port());
    first.send(getRequest("/"));
    second.send(getRequest("/"));
    QCOMPARE(first.readAnswers(1).front().body, std::string("one"));
    QCOMPARE(second.readAnswers(1).front().body, std::string("two"));
    two.reset();
    first.send(getRequest("/"));
    QCOMPARE(first.readAnswers(2).size(), std::size_t(2));
}

void HttpServerStopTest::start_and_stop_many_times_leaks_nothing() {
    HeldResponders held;
    std::ptrdiff_t descriptors = 0;
    for (int i = 0; i < 1'000; ++i) {
        if (i == 10) {
            descriptors = openDescriptors();
        }
        http::HttpConfig config;
        config.workers = 1;
        const auto server = startServer(
            [&](http::Request request, http::Responder responder) {
                if (request.path == "/held") {
                    held.hold(std::move(responder));
                } else {
                    echo(std::move(request), responder);
                }
            },
            config);
        RawClient idle(server->port());
        RawClient client(server->port());
        client.send(getRequest("/"));
        QCOMPARE(client.readAnswers(1).size(), std::size_t(1));
        client.send(getRequest("/held"));
        QVERIFY(eventually([&] { return held.count() == 1; }));
        server->stop(0ms);
        held.at(0).send(textResponse("late"));
        held.clear();
    }
    QCOMPARE(openDescriptors(), descriptors);
}

LEADSHEET_TEST(tst_http_server_stop, HttpServerStopTest);
#include "tst_http_server_stop.moc"
