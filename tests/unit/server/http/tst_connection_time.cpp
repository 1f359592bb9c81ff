// SPDX-License-Identifier: Apache-2.0
#include "connection_harness.hpp"
#include "test_main.hpp"

#include <QtTest/QtTest>

using namespace leadsheet::test;
using namespace std::chrono_literals;
using Fate = http::Connection::Fate;

class ConnectionTimeTest : public QObject {
    Q_OBJECT

private slots:
    void slow_head_is_408();
    void dripped_head_is_408_at_the_same_time();
    void stalled_body_is_408();
    void dripped_body_is_408_at_the_total_limit();
    void slow_body_is_408();
    void body_at_the_least_rate_is_taken();
    void idle_connection_is_closed_without_answer();
    void fresh_tls_connection_has_head_time_only();
    void handler_without_answer_is_504();
    void late_answer_after_504_is_ignored();
    void note_goesIntoItsOwnRecordOnly();
    void client_that_takes_nothing_is_reset();
    void client_that_takes_too_slowly_is_reset();
    void client_that_takes_slowly_is_served();
    void client_that_paid_before_may_pause();
    void lingering_ends();
    void lingering_ends_for_endless_upload();
    void zero_limit_is_no_limit();
};

void ConnectionTimeTest::slow_head_is_408() {
    ConnectionHarness harness;
    harness.receive("GET / HT");
    harness.advance(4'999ms);
    QVERIFY(harness.output.empty());
    harness.advance(1ms);
    QCOMPARE(harness.status(), 408);
    QVERIFY(harness.connection.fate() == Fate::Linger);
}

void ConnectionTimeTest::dripped_head_is_408_at_the_same_time() {
    ConnectionHarness harness;
    harness.receive("GET / HTTP/1.1\r\n");
    for (int second = 1; second < 5; ++second) {
        harness.advance(1s);
        harness.receive("X: a\r\n");
        QVERIFY(harness.output.empty());
    }
    harness.advance(1s);
    QCOMPARE(harness.status(), 408);
}

void ConnectionTimeTest::stalled_body_is_408() {
    http::HttpLimits limits;
    limits.minBytesPerSecond = 0;
    ConnectionHarness harness(limits);
    harness.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n");
    harness.advance(9s);
    harness.receive("x");
    harness.advance(9s);
    QVERIFY(harness.output.empty());
    harness.advance(1s);
    QCOMPARE(harness.status(), 408);
}

void ConnectionTimeTest::dripped_body_is_408_at_the_total_limit() {
    http::HttpLimits limits;
    limits.minBytesPerSecond = 0;
    ConnectionHarness harness(limits);
    harness.receive("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
    int seconds = 0;
    while (harness.output.empty() && seconds < 1'000) {
        harness.advance(5s);
        seconds += 5;
        harness.receive("1\r\nx\r\n");
    }
    QCOMPARE(harness.status(), 408);
    QCOMPARE(seconds, 300);
}

void ConnectionTimeTest::slow_body_is_408() {
    ConnectionHarness harness;
    harness.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n");
    int seconds = 0;
    while (harness.output.empty() && seconds < 1'000) {
        harness.advance(1s);
        ++seconds;
        harness.receive(std::string(512, 'x'));
    }
    QCOMPARE(harness.status(), 408);
    QCOMPARE(seconds, 19); // ten for nothing, and half a second for each 512 bytes before
}

void ConnectionTimeTest::body_at_the_least_rate_is_taken() {
    ConnectionHarness harness;
    harness.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 102400\r\n\r\n");
    for (int second = 0; second < 100; ++second) {
        QVERIFY(harness.output.empty());
        harness.advance(1s);
        harness.receive(std::string(1'024, 'x'));
    }
    QCOMPARE(harness.status(), 200);
}

void ConnectionTimeTest::idle_connection_is_closed_without_answer() {
    ConnectionHarness harness;
    harness.advance(59s);
    QVERIFY(!harness.closing());
    harness.receive("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    const std::string before = harness.output;
    harness.advance(59s);
    QVERIFY(!harness.closing());
    harness.advance(1s);
    QVERIFY(harness.connection.fate() == Fate::Close);
    QCOMPARE(harness.output, before);
}

void ConnectionTimeTest::fresh_tls_connection_has_head_time_only() {
    ConnectionHarness harness({}, true);
    harness.advance(5s);
    QVERIFY(harness.connection.fate() == Fate::Close);
}

void ConnectionTimeTest::handler_without_answer_is_504() {
    ConnectionHarness harness;
    harness.handler = nullptr;
    harness.receive("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    harness.advance(120s);
    QCOMPARE(harness.status(), 504);
}

void ConnectionTimeTest::late_answer_after_504_is_ignored() {
    ConnectionHarness harness;
    harness.handler = nullptr;
    harness.receive("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    const std::uint64_t exchange = harness.connection.exchange();
    harness.advance(120s);
    QVERIFY(!harness.connection.isAwaiting(exchange));
    harness.connection.respond(exchange, {}, harness.now);
    harness.run();
    QCOMPARE(harness.answers().size(), std::size_t(1));
}

void ConnectionTimeTest::note_goesIntoItsOwnRecordOnly() {
    ConnectionHarness harness;
    harness.handler = nullptr;
    const auto answer = [](const char* note) {
        http::Response response;
        response.note = std::string(note);
        return response;
    };
    for (const char* note : {"first", "second"}) {
        harness.receive("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
        harness.respond(answer(note));
        QCOMPARE(std::any_cast<std::string>(harness.records.back().note), std::string(note));
    }
    harness.receive("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    const std::uint64_t late = harness.connection.exchange();
    harness.advance(120s);
    harness.connection.respond(late, answer("late"), harness.now);
    harness.run();
    QCOMPARE(harness.records.size(), std::size_t(3));
    QVERIFY(!harness.records.back().note.has_value());
}

void ConnectionTimeTest::client_that_takes_nothing_is_reset() {
    ConnectionHarness harness;
    harness.clientReads = false;
    harness.receive("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    harness.advance(9s);
    QVERIFY(harness.connection.fate() == Fate::Open);
    harness.advance(1s);
    QVERIFY(harness.connection.fate() == Fate::Reset);
    QVERIFY(harness.records.front().closedEarly);
}

http::Response largeAnswer() {
    http::Response response;
    response.body = std::string(200'000, 'x');
    return response;
}

void ConnectionTimeTest::client_that_takes_too_slowly_is_reset() {
    ConnectionHarness harness;
    harness.clientReads = false;
    harness.handler = [](const http::Request&) {
        return largeAnswer();
    };
    harness.receive("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    int seconds = 0;
    while (harness.connection.fate() == Fate::Open && seconds < 1'000) {
        harness.connection.wrote(std::min<std::size_t>(64, harness.connection.output().size()),
                                 harness.now);
        harness.advance(1s);
        ++seconds;
    }
    QVERIFY(harness.connection.fate() == Fate::Reset);
    QCOMPARE(seconds, 11);
}

void ConnectionTimeTest::client_that_paid_before_may_pause() {
    ConnectionHarness harness;
    harness.clientReads = false;
    harness.handler = [](const http::Request&) {
        return largeAnswer();
    };
    harness.receive("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    harness.connection.wrote(harness.connection.output().size(), harness.now); // the head
    harness.connection.wrote(150'000, harness.now);
    // As long as a proxy takes to hand on what it has, and no longer.
    harness.advance(119s);
    QVERIFY(harness.connection.fate() == Fate::Open);
    harness.advance(1s);
    QVERIFY(harness.connection.fate() == Fate::Reset);
}

void ConnectionTimeTest::client_that_takes_slowly_is_served() {
    http::HttpLimits limits;
    limits.minBytesPerSecond = 0;
    ConnectionHarness harness(limits);
    harness.clientReads = false;
    harness.receive("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    for (int i = 0; i < 20; ++i) {
        harness.advance(20s);
        harness.connection.wrote(1, harness.now);
    }
    QVERIFY(harness.connection.fate() == Fate::Open);
}

void ConnectionTimeTest::lingering_ends() {
    ConnectionHarness harness;
    harness.receive("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    QVERIFY(harness.connection.fate() == Fate::Linger);
    harness.advance(2s);
    QVERIFY(harness.connection.fate() == Fate::Close);
}

void ConnectionTimeTest::lingering_ends_for_endless_upload() {
    ConnectionHarness harness;
    harness.receive("nonsense\r\n");
    int seconds = 0;
    while (harness.connection.fate() == Fate::Linger && seconds < 100) {
        harness.receive(std::string(1'000, 'x'));
        harness.advance(1s);
        ++seconds;
    }
    QCOMPARE(seconds, 30);
}

void ConnectionTimeTest::zero_limit_is_no_limit() {
    http::HttpLimits limits;
    limits.headerTime = 0ms;
    ConnectionHarness harness(limits);
    harness.receive("GET / HT");
    QVERIFY(!harness.connection.deadline().has_value());
    harness.advance(24h);
    QVERIFY(harness.output.empty());
}

LEADSHEET_TEST(tst_connection_time, ConnectionTimeTest);
#include "tst_connection_time.moc"
