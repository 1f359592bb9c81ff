// SPDX-License-Identifier: Apache-2.0
// Many connections at once, and clients that behave badly beside one that does not.
#include "raw_client.hpp"
#include "server_fixture.hpp"
#include "test_main.hpp"

#include <QtTest/QtTest>
#include <algorithm>
#include <deque>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace leadsheet::test;
using namespace std::chrono_literals;

namespace {

constexpr std::size_t kIdle = 4'000;
constexpr auto kPatience = 500ms; // on a machine that is busy with other tests as well

/// Both ends of every connection are files of this process.
bool mayOpen(std::size_t files) {
    rlimit limit{};
    ::getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &limit);
    return limit.rlim_cur >= files;
}

/// How long the slowest but one in a hundred of so many requests took.
std::chrono::microseconds slowAnswer(RawClient& client, std::size_t requests) {
    std::vector<std::chrono::steady_clock::duration> took;
    for (std::size_t i = 1; i <= requests; ++i) {
        const auto begun = std::chrono::steady_clock::now();
        client.send(getRequest("/good"));
        if (client.readAnswers(i).size() != i) {
            return std::chrono::microseconds::max();
        }
        took.push_back(std::chrono::steady_clock::now() - begun);
    }
    std::sort(took.begin(), took.end());
    return std::chrono::duration_cast<std::chrono::microseconds>(took[took.size() * 99 / 100]);
}

std::uint64_t processorMicros() {
    rusage used{};
    ::getrusage(RUSAGE_SELF, &used);
    const auto micros = [](const timeval& time) {
        return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000 +
               static_cast<std::uint64_t>(time.tv_usec);
    };
    return micros(used.ru_utime) + micros(used.ru_stime);
}

} // namespace

class HttpServerCrowdTest : public QObject {
    Q_OBJECT

private slots:
    void idle_connections_cost_nothing();
    void rude_clients_delay_nobody();
    void descriptors_run_out_and_come_back();
};

void HttpServerCrowdTest::idle_connections_cost_nothing() {
    if (!mayOpen(2 * kIdle + 200)) {
        QSKIP("too few file descriptors (ulimit -Hn)");
    }
    http::HttpConfig config;
    config.limits.connections = 2 * kIdle;
    const auto server = startServer(echo, config);
    constexpr std::size_t kRequests = 300;
    RawClient good(server->port());
    const auto before = processorMicros();
    QVERIFY(slowAnswer(good, kRequests) < kPatience);
    const auto alone = processorMicros() - before;
    std::deque<RawClient> idle;
    while (idle.size() < kIdle) {
        QVERIFY(idle.emplace_back(server->port()).isConnected());
    }
    QVERIFY(eventually([&] { return server->counters().open == kIdle + 1; }));
    RawClient another(server->port());
    const auto begun = processorMicros();
    QVERIFY(slowAnswer(another, kRequests) < kPatience);
    const auto among = processorMicros() - begun;
    // A transport that looks at every connection for each event takes many times as much.
    QVERIFY2(among < 2 * alone + 20'000,
             qPrintable(QString("%1 us alone, %2 us among %3").arg(alone).arg(among).arg(kIdle)));
    QCOMPARE(RawClient::statusOf(server->port(), getRequest("/late")), 200);
}

void HttpServerCrowdTest::rude_clients_delay_nobody() {
    http::HttpConfig config;
    config.limits.headerTime = 300ms;
    config.limits.writeStallTime = 300ms;
    config.limits.lingerTime = 100ms;
    config.limits.lingerTotalTime = 300ms;
    const auto server = startServer(
        [](http::Request request, http::Responder responder) {
            responder.send(textResponse(request.path == "/large" ? std::string(8'000'000, 'x')
                                                                 : request.path));
        },
        config);
    std::deque<RawClient> rude;
    for (int i = 0; i < 40; ++i) {
        rude.emplace_back(server->port()).send(getRequest("/large")); // and reads nothing
        rude.emplace_back(server->port()).send("GET /slow HTT");      // and goes on never
        RawClient& piped = rude.emplace_back(server->port());
        for (int j = 0; j < 100; ++j) {
            piped.send(getRequest("/piped"));
        }
        rude.emplace_back(server->port()).send("\x16\x03\x01\x02garbage");
        RawClient& half = rude.emplace_back(server->port());
        half.send("POST /half HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nx");
        half.shutdownWrite();
        RawClient& cut = rude.emplace_back(server->port());
        cut.send(getRequest("/large"));
        cut.reset();
        rude.emplace_back(server->port()).reset();
    }
    RawClient good(server->port());
    QVERIFY(slowAnswer(good, 300) < kPatience);
    // The pipelining ones keep their connections, and get all their answers.
    QVERIFY(eventually([&] { return server->counters().open <= 41; }));
    for (std::size_t i = 2; i < rude.size(); i += 7) {
        QCOMPARE(rude[i].readAnswers(100).size(), std::size_t(100));
    }
    rude.clear();
    QVERIFY(eventually([&] { return server->counters().open == 1; }));
}

/// The server goes on with those it has, and takes new ones once it may.
void HttpServerCrowdTest::descriptors_run_out_and_come_back() {
    const auto server = startServer(echo);
    RawClient early(server->port());
    QVERIFY(slowAnswer(early, 1) < 60s);
    const int late = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const int next = ::dup(late);
    ::close(next);
    rlimit before{};
    ::getrlimit(RLIMIT_NOFILE, &before);
    const rlimit none{static_cast<rlim_t>(next), before.rlim_max};
    ::setrlimit(RLIMIT_NOFILE, &none);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(server->port());
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int connected =
        ::connect(late, static_cast<sockaddr*>(static_cast<void*>(&address)), sizeof address);
    early.send(getRequest("/still"));
    const auto answers = early.readAnswers(2).size();
    const auto accepted = server->counters().accepted;
    ::setrlimit(RLIMIT_NOFILE, &before);
    QCOMPARE(connected, 0);
    QCOMPARE(answers, std::size_t(2));
    QCOMPARE(accepted, std::uint64_t(1));
    QVERIFY(eventually([&] { return server->counters().open == 2; }));
    ::close(late);
    QVERIFY(eventually([&] { return server->counters().open == 1; }));
}

LEADSHEET_TEST(tst_http_server_crowd, HttpServerCrowdTest);
#include "tst_http_server_crowd.moc"
