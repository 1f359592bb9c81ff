// SPDX-License-Identifier: Apache-2.0
#include "connection_harness.hpp"
#include "test_main.hpp"

#include <QtTest/QtTest>

using namespace leadsheet::test;
using Fate = http::Connection::Fate;

namespace {

std::string get(const std::string& target, const std::string& fields = {}) {
    return "GET " + target + " HTTP/1.1\r\nHost: a\r\n" + fields + "\r\n";
}

http::Response text(std::string body) {
    http::Response response;
    response.body = std::move(body);
    return response;
}

} // namespace

class ConnectionTest : public QObject {
    Q_OBJECT

private slots:
    void request_is_handed_over_decoded();
    void absolute_target_replaces_host();
    void trailer_is_not_a_header();
    void pipelined_requests_are_answered_in_order();
    void pipelined_requests_wait_for_deferred_answer();
    void readahead_full_stops_reading();
    void head_request_gets_length_without_body();
    void refused_head_request_gets_no_body();
    void status_without_body_gets_no_length();
    void expect_continue_is_answered_before_body();
    void expect_continue_with_body_already_there_is_not_answered();
    void connection_close_is_honoured();
    void http10_closes_unless_asked_to_keep_alive();
    void request_limit_closes_connection();
    void handler_fields_cannot_break_the_head();
    void invalid_status_becomes_500();
    void every_request_gets_its_own_id();
    void second_answer_is_ignored();
    void stale_answer_is_ignored();
    void half_close_still_gets_deferred_answer();
    void end_within_head_is_400();
    void end_within_body_is_400();
    void end_when_idle_closes_quietly();
    void lingering_discards_input_until_end();
    void drain_idle_closes();
    void drain_in_work_answers_then_closes();
    void drain_within_head_is_503();
    void record_tells_bytes_and_duration();
    void abandoned_request_is_recorded_as_closed_early();
    void body_budget_exhausted_is_503();
    void refused_by_owner_is_503_with_retry_after();
};

void ConnectionTest::request_is_handed_over_decoded() {
    ConnectionHarness harness;
    harness.receive("POST /v1/caf%C3%A9?a=1&b=x+y%26&a=%32&&c HTTP/1.1\r\nHost: a\r\nX-Two: 1\r\n"
                    "x-two:  2 \r\nContent-Length: 3\r\n\r\nabc");
    QCOMPARE(harness.requests.size(), std::size_t(1));
    const http::Request& request = harness.requests.front();
    QCOMPARE(request.method, std::string("POST"));
    QCOMPARE(request.target, std::string("/v1/caf%C3%A9?a=1&b=x+y%26&a=%32&&c"));
    QCOMPARE(request.path, std::string("/v1/caf\xc3\xa9"));
    const std::vector<std::pair<std::string, std::string>> query = {
        {"a", "1"}, {"b", "x y&"}, {"a", "2"}, {"c", ""}};
    QVERIFY(request.query == query);
    QCOMPARE(request.body, std::string("abc"));
    QCOMPARE(request.peerAddress, std::string("192.0.2.7"));
    QCOMPARE(request.headerCount("X-TWO"), std::size_t(2));
    QCOMPARE(*request.header("x-Two"), std::string("1"));
    QCOMPARE(request.headers[2].value, std::string("2"));
    QVERIFY(request.header("x-three") == nullptr);
    QCOMPARE(harness.answers().front().field("x-request-id"), request.requestId);
}

void ConnectionTest::absolute_target_replaces_host() {
    ConnectionHarness harness;
    harness.receive(get("http://b.example:81/x?y=1"));
    QCOMPARE(harness.requests.front().target, std::string("/x?y=1"));
    QCOMPARE(*harness.requests.front().header("host"), std::string("b.example:81"));
}

void ConnectionTest::trailer_is_not_a_header() {
    ConnectionHarness harness;
    harness.receive("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
                    "1\r\nx\r\n0\r\nX-Api-Key: stolen\r\n\r\n");
    QCOMPARE(harness.requests.front().body, std::string("x"));
    QVERIFY(harness.requests.front().header("x-api-key") == nullptr);
}

void ConnectionTest::pipelined_requests_are_answered_in_order() {
    ConnectionHarness harness;
    std::string bytes;
    for (int i = 0; i < 200; ++i) {
        bytes += get("/" + std::to_string(i));
    }
    harness.receive(bytes);
    const auto answers = harness.answers();
    QCOMPARE(answers.size(), std::size_t(200));
    for (std::size_t i = 0; i < answers.size(); ++i) {
        QCOMPARE(answers[i].body, "GET /" + std::to_string(i) + " ");
    }
    QVERIFY(!harness.closing());
}

void ConnectionTest::pipelined_requests_wait_for_deferred_answer() {
    ConnectionHarness harness;
    harness.handler = nullptr;
    harness.receive(get("/1") + get("/2"));
    QCOMPARE(harness.requests.size(), std::size_t(1));
    harness.respond(text("one"));
    QCOMPARE(harness.requests.size(), std::size_t(2));
    harness.respond(text("two"));
    QCOMPARE(harness.answers().size(), std::size_t(2));
    QCOMPARE(harness.answers()[1].body, std::string("two"));
}

void ConnectionTest::readahead_full_stops_reading() {
    http::HttpLimits limits;
    limits.readAheadBytes = 1'000;
    ConnectionHarness harness(limits);
    harness.handler = nullptr;
    harness.receive(get("/1"));
    QVERIFY(harness.connection.wantsInput());
    harness.receive(std::string(1'000, 'A'));
    QVERIFY(!harness.connection.wantsInput());
}

void ConnectionTest::head_request_gets_length_without_body() {
    ConnectionHarness harness;
    harness.receive("HEAD /x HTTP/1.1\r\nHost: a\r\n\r\n" + get("/y"));
    const auto answers = parseAnswers(harness.output, {0});
    QCOMPARE(answers.size(), std::size_t(2));
    QCOMPARE(answers[0].field("content-length"), std::string("8"));
    QCOMPARE(answers[1].body, std::string("GET /y "));
}

void ConnectionTest::refused_head_request_gets_no_body() {
    ConnectionHarness harness;
    harness.receive("HEAD /x HTTP/1.1\r\n\r\n");
    QCOMPARE(harness.status(), 400);
    QVERIFY(harness.output.ends_with("\r\n\r\n"));
}

void ConnectionTest::status_without_body_gets_no_length() {
    ConnectionHarness harness;
    harness.handler = [](const http::Request&) {
        http::Response response;
        response.status = 204;
        response.body = "never sent";
        return response;
    };
    harness.receive(get("/"));
    QVERIFY(harness.output.ends_with("\r\n\r\n"));
    QCOMPARE(harness.answers().front().field("content-length"), std::string());
    QVERIFY(!harness.closing());
}

void ConnectionTest::expect_continue_is_answered_before_body() {
    ConnectionHarness harness;
    harness.receive(
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-Continue\r\n\r\n");
    QCOMPARE(harness.output, std::string("HTTP/1.1 100 Continue\r\n\r\n"));
    harness.receive("hi");
    QCOMPARE(harness.status(), 200);
    QCOMPARE(harness.requests.front().body, std::string("hi"));
}

void ConnectionTest::expect_continue_with_body_already_there_is_not_answered() {
    ConnectionHarness harness;
    harness.receive(
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\nhi");
    QCOMPARE(harness.answers().size(), std::size_t(1));
    QCOMPARE(harness.status(), 200);
}

void ConnectionTest::connection_close_is_honoured() {
    ConnectionHarness harness;
    harness.receive(get("/", "Connection: foo, Close\r\n") + get("/2"));
    QCOMPARE(harness.answers().size(), std::size_t(1));
    QCOMPARE(harness.answers().front().field("connection"), std::string("close"));
    QVERIFY(harness.connection.fate() == Fate::Linger);
}

void ConnectionTest::http10_closes_unless_asked_to_keep_alive() {
    ConnectionHarness closing;
    closing.receive("GET / HTTP/1.0\r\n\r\n");
    QVERIFY(closing.connection.fate() == Fate::Linger);
    ConnectionHarness keeping;
    keeping.receive("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
    QVERIFY(!keeping.closing());
    QCOMPARE(keeping.answers().front().field("connection"), std::string("keep-alive"));
}

void ConnectionTest::request_limit_closes_connection() {
    http::HttpLimits limits;
    limits.requestsPerConnection = 2;
    ConnectionHarness harness(limits);
    harness.receive(get("/1") + get("/2") + get("/3"));
    QCOMPARE(harness.answers().size(), std::size_t(2));
    QCOMPARE(harness.answers()[1].field("connection"), std::string("close"));
}

void ConnectionTest::handler_fields_cannot_break_the_head() {
    ConnectionHarness harness;
    harness.handler = [](const http::Request&) {
        http::Response response = text("x");
        response.headers = {{"X-A", "1\r\nX-Injected: 2"},
                            {"Bad Name", "3"},
                            {"Content-Length", "99"},
                            {"Date", "never"},
                            {"Connection", "close"}};
        return response;
    };
    harness.receive(get("/"));
    const ParsedAnswer answer = harness.answers().front();
    QCOMPARE(answer.field("x-a"), std::string("1  X-Injected: 2"));
    QCOMPARE(answer.field("x-injected"), std::string());
    QCOMPARE(answer.field("bad name"), std::string());
    QCOMPARE(answer.field("content-length"), std::string("1"));
    QCOMPARE(answer.field("date"), std::string("Thu, 01 Jan 1970 00:00:00 GMT"));
    QVERIFY(!harness.closing());
}

void ConnectionTest::invalid_status_becomes_500() {
    ConnectionHarness harness;
    harness.handler = [](const http::Request&) {
        http::Response response;
        response.status = 100;
        return response;
    };
    harness.receive(get("/"));
    QCOMPARE(harness.status(), 500);
}

void ConnectionTest::every_request_gets_its_own_id() {
    http::RequestIdSource source;
    const std::string first = source();
    const std::string second = source();
    QVERIFY(first != second);
    QCOMPARE(first.size(), std::size_t(30));
    ConnectionHarness harness;
    harness.receive(get("/", "X-Request-Id: mine\r\n") + get("/"));
    QCOMPARE(harness.answers()[0].field("x-request-id"), std::string("req_1"));
    QCOMPARE(harness.answers()[1].field("x-request-id"), std::string("req_2"));
}

void ConnectionTest::second_answer_is_ignored() {
    ConnectionHarness harness;
    harness.receive(get("/"));
    harness.respond(text("again"));
    QCOMPARE(harness.answers().size(), std::size_t(1));
}

void ConnectionTest::stale_answer_is_ignored() {
    ConnectionHarness harness;
    harness.handler = nullptr;
    harness.receive(get("/1"));
    const std::uint64_t first = harness.connection.exchange();
    harness.respond(text("one"));
    harness.receive(get("/2"));
    QVERIFY(!harness.connection.isAwaiting(first));
    harness.connection.respond(first, text("late"), harness.now);
    harness.run();
    QCOMPARE(harness.answers().size(), std::size_t(1));
}

void ConnectionTest::half_close_still_gets_deferred_answer() {
    ConnectionHarness harness;
    harness.handler = nullptr;
    harness.receive(get("/1") + get("/2"));
    harness.receiveEnd();
    QVERIFY(!harness.connection.wantsInput());
    harness.respond(text("one"));
    harness.respond(text("two"));
    QCOMPARE(harness.answers().size(), std::size_t(2));
    QVERIFY(harness.connection.fate() == Fate::Close);
}

void ConnectionTest::end_within_head_is_400() {
    ConnectionHarness harness;
    harness.receive("GET / HTTP/1.1\r\nHos");
    harness.receiveEnd();
    QCOMPARE(harness.status(), 400);
    QVERIFY(harness.connection.fate() == Fate::Close);
}

void ConnectionTest::end_within_body_is_400() {
    ConnectionHarness harness;
    harness.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhi");
    harness.receiveEnd();
    QCOMPARE(harness.status(), 400);
    QVERIFY(harness.requests.empty());
}

void ConnectionTest::end_when_idle_closes_quietly() {
    ConnectionHarness harness;
    harness.receiveEnd();
    QVERIFY(harness.output.empty());
    QVERIFY(harness.connection.fate() == Fate::Close);
    QVERIFY(harness.records.empty());
}

void ConnectionTest::lingering_discards_input_until_end() {
    ConnectionHarness harness;
    harness.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n\r\n");
    QCOMPARE(harness.status(), 413);
    const std::string before = harness.output;
    harness.receive(std::string(1'000'000, 'x'));
    QVERIFY(harness.connection.wantsInput());
    QVERIFY(harness.connection.fate() == Fate::Linger);
    harness.receiveEnd();
    QVERIFY(harness.connection.fate() == Fate::Close);
    QCOMPARE(harness.output, before);
}

void ConnectionTest::drain_idle_closes() {
    ConnectionHarness harness;
    harness.receive(get("/"));
    harness.connection.drain(harness.now);
    QVERIFY(harness.connection.fate() == Fate::Close);
}

void ConnectionTest::drain_in_work_answers_then_closes() {
    ConnectionHarness harness;
    harness.handler = nullptr;
    harness.receive(get("/1") + get("/2"));
    harness.connection.drain(harness.now);
    QVERIFY(!harness.closing());
    harness.respond(text("one"));
    QCOMPARE(harness.answers().size(), std::size_t(1));
    QCOMPARE(harness.answers().front().field("connection"), std::string("close"));
    QVERIFY(harness.closing());
}

void ConnectionTest::drain_within_head_is_503() {
    ConnectionHarness harness;
    harness.receive("GET / HT");
    harness.connection.drain(harness.now);
    harness.run();
    QCOMPARE(harness.status(), 503);
    QCOMPARE(harness.answers().front().field("retry-after"), std::string("1"));
}

void ConnectionTest::record_tells_bytes_and_duration() {
    ConnectionHarness harness;
    harness.handler = nullptr;
    harness.receive("POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n");
    harness.advance(std::chrono::milliseconds(30));
    harness.receive("hi");
    harness.respond(text("done"));
    QCOMPARE(harness.records.size(), std::size_t(1));
    const http::AccessRecord& record = harness.records.front();
    QCOMPARE(record.method, std::string("POST"));
    QCOMPARE(record.path, std::string("/x"));
    QCOMPARE(record.status, 200);
    QCOMPARE(record.requestId, std::string("req_1"));
    QCOMPARE(record.bytesIn, std::uint64_t(50));
    QCOMPARE(record.bytesOut, std::uint64_t(harness.output.size()));
    QVERIFY(record.duration == std::chrono::milliseconds(30));
    QVERIFY(!record.closedEarly);
}

void ConnectionTest::abandoned_request_is_recorded_as_closed_early() {
    ConnectionHarness harness;
    harness.handler = nullptr;
    harness.receive(get("/x"));
    harness.connection.abandon(harness.now);
    harness.respond(text("nobody reads this"));
    QVERIFY(harness.output.empty());
    QCOMPARE(harness.records.size(), std::size_t(1));
    QVERIFY(harness.records.front().closedEarly);
    QCOMPARE(harness.records.front().status, 0);
}

void ConnectionTest::body_budget_exhausted_is_503() {
    http::HttpLimits limits;
    limits.bufferedBodyBytes = 100;
    ConnectionHarness harness(limits);
    harness.handler = nullptr;
    harness.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 90\r\n\r\n" +
                    std::string(90, 'x'));
    QCOMPARE(harness.context.bodyBytes(), std::size_t(90));
    http::Connection other(harness.context, "192.0.2.8", false, harness.now);
    other.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 90\r\n\r\n" + std::string(90, 'x'),
                  harness.now);
    QVERIFY(other.output().starts_with("HTTP/1.1 503 "));
    harness.respond(text("done"));
    QCOMPARE(harness.context.bodyBytes(), std::size_t(0));
}

void ConnectionTest::refused_by_owner_is_503_with_retry_after() {
    ConnectionHarness harness;
    harness.handler = nullptr;
    harness.receive(get("/"));
    harness.connection.refuse(harness.connection.exchange(), http::unavailable("Busy."),
                              harness.now);
    harness.run();
    QCOMPARE(harness.status(), 503);
    QCOMPARE(harness.answers().front().field("retry-after"), std::string("1"));
    QVERIFY(!harness.closing());
}

LEADSHEET_TEST(tst_connection, ConnectionTest);
#include "tst_connection.moc"
