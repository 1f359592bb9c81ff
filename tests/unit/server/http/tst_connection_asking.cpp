// SPDX-License-Identifier: Apache-2.0
#include "connection_harness.hpp"
#include "test_main.hpp"

#include <QtTest/QtTest>

using namespace leadsheet::test;
using Fate = http::Connection::Fate;

namespace {

constexpr std::size_t kUnasked = 100;
const std::string kContinue = "HTTP/1.1 100 Continue\r\n\r\n";

http::HttpLimits limits() {
    http::HttpLimits limits;
    limits.unaskedBodyBytes = kUnasked;
    limits.readAheadBytes = 1'000;
    limits.bodyBytes = 1'000'000;
    limits.spooledBodyBytes = 2'000'000;
    return limits;
}

std::string head(const std::string& fields, const std::string& target = "/") {
    return "POST " + target + " HTTP/1.1\r\nHost: a\r\n" + fields + "\r\n";
}

std::string lengthOf(std::size_t bytes) {
    return "Content-Length: " + std::to_string(bytes) + "\r\n";
}

/// More than a Spool keeps in memory, and than a body outside of one may have.
constexpr std::size_t kSpooled = 1'500'000;

std::string framed(const std::string& body, bool chunked) {
    if (!chunked)
        return head(lengthOf(body.size())) + body;
    std::string text = head("Transfer-Encoding: chunked\r\n");
    constexpr std::size_t kChunk = 0x4000;
    for (std::size_t at = 0; at < body.size(); at += kChunk) {
        const std::string chunk = body.substr(at, kChunk);
        text += QByteArray::number(qulonglong(chunk.size()), 16).toStdString() + "\r\n" + chunk +
                "\r\n";
    }
    return text + "0\r\n\r\n";
}

/// As a socket would bring it.
void receiveInPieces(ConnectionHarness& harness, std::string_view bytes) {
    constexpr std::size_t kPiece = 10'000;
    for (; !bytes.empty(); bytes.remove_prefix(std::min(kPiece, bytes.size())))
        harness.receive(bytes.substr(0, kPiece));
}

http::Response answer(int status) {
    http::Response response;
    response.status = status;
    response.body = "said";
    return response;
}

} // namespace

/// Bodies that wait until the handler has seen the head.
class ConnectionAskingTest : public QObject {
    Q_OBJECT
private slots:
    void small_body_is_read_unasked();
    void large_body_waits_for_leave();
    void refused_body_is_not_read_and_ends_the_connection();
    void request_hidden_in_a_refused_body_is_never_seen();
    void expect_is_answered_only_after_leave();
    void expect_with_a_small_body_there_is_not_asked();
    void chunked_body_asks_once_it_is_large();
    void refused_chunked_body_frees_what_was_read();
    void waiting_body_is_bounded();
    void next_request_asks_again();
    void client_gone_while_asking_is_400();
    void unanswered_question_is_504();
    void answer_to_the_head_counts_once();
    void server_options_with_a_large_body_ends_the_connection();
    void spooled_body_comes_in_the_spool_data();
    void spooled_body_comes_in_the_spool();
    void spooled_body_has_its_own_limit_data();
    void spooled_body_has_its_own_limit();
    void body_over_the_limit_is_413_after_the_question();
    void spool_without_a_disk_is_503();
};

void ConnectionAskingTest::small_body_is_read_unasked() {
    ConnectionHarness harness(limits());
    harness.receive(head(lengthOf(kUnasked)) + std::string(kUnasked, 'x'));
    QCOMPARE(harness.requests.size(), std::size_t(1));
    QVERIFY(!harness.requests.front().bodyPending);
    QVERIFY(!harness.closing());
}

void ConnectionAskingTest::large_body_waits_for_leave() {
    ConnectionHarness harness(limits());
    harness.handler = nullptr;
    harness.receive(head(lengthOf(kUnasked + 1), "/p?q=1") + std::string(kUnasked + 1, 'x'));
    QCOMPARE(harness.requests.size(), std::size_t(1));
    QVERIFY(harness.requests.front().bodyPending);
    QVERIFY(harness.requests.front().body.empty());
    QCOMPARE(harness.requests.front().path, std::string("/p"));
    harness.respond(answer(100));
    QCOMPARE(harness.output, std::string());
    QCOMPARE(harness.requests.size(), std::size_t(2));
    QVERIFY(!harness.requests[1].bodyPending);
    QCOMPARE(harness.requests[1].body.size(), kUnasked + 1);
    QCOMPARE(harness.requests[1].path, std::string("/p"));
    QCOMPARE(harness.requests[1].requestId, harness.requests[0].requestId);
    harness.respond(answer(200));
    QCOMPARE(harness.status(), 200);
    QVERIFY(!harness.closing());
}

void ConnectionAskingTest::refused_body_is_not_read_and_ends_the_connection() {
    ConnectionHarness harness(limits());
    harness.handler = [](const http::Request&) {
        return answer(401);
    };
    harness.receive(head(lengthOf(1'000'000)));
    QCOMPARE(harness.status(), 401);
    QCOMPARE(harness.answers().front().field("connection"), std::string("close"));
    QVERIFY(harness.connection.fate() == Fate::Linger);
    QCOMPARE(harness.context.bodyBytes(), std::size_t(0));
}

void ConnectionAskingTest::request_hidden_in_a_refused_body_is_never_seen() {
    ConnectionHarness harness(limits());
    harness.handler = [](const http::Request&) {
        return answer(401);
    };
    const std::string hidden = "GET /hidden HTTP/1.1\r\nHost: a\r\n\r\n";
    harness.receive(head(lengthOf(1'000)) + hidden);
    harness.receive(hidden);
    harness.receiveEnd();
    QCOMPARE(harness.requests.size(), std::size_t(1));
    QCOMPARE(harness.answers().size(), std::size_t(1));
    QVERIFY(harness.connection.fate() == Fate::Close);
}

void ConnectionAskingTest::expect_is_answered_only_after_leave() {
    ConnectionHarness harness(limits());
    harness.handler = nullptr;
    harness.receive(head(lengthOf(2) + "Expect: 100-continue\r\n"));
    QVERIFY(harness.requests.front().bodyPending);
    QCOMPARE(harness.output, std::string());
    harness.respond(answer(100));
    QCOMPARE(harness.output, kContinue);
    harness.receive("hi");
    harness.respond(answer(200));
    QCOMPARE(harness.requests[1].body, std::string("hi"));
    QCOMPARE(harness.status(), 200);

    ConnectionHarness refused(limits());
    refused.handler = [](const http::Request&) {
        return answer(403);
    };
    refused.receive(head(lengthOf(2) + "Expect: 100-continue\r\n"));
    QCOMPARE(refused.answers().size(), std::size_t(1));
    QCOMPARE(refused.status(), 403);
    QVERIFY(refused.connection.fate() == Fate::Linger);
}

void ConnectionAskingTest::expect_with_a_small_body_there_is_not_asked() {
    ConnectionHarness harness(limits());
    harness.receive(head(lengthOf(2) + "Expect: 100-continue\r\n") + "hi");
    QCOMPARE(harness.requests.size(), std::size_t(1));
    QCOMPARE(harness.requests.front().body, std::string("hi"));
    QCOMPARE(harness.answers().size(), std::size_t(1));
}

void ConnectionAskingTest::chunked_body_asks_once_it_is_large() {
    ConnectionHarness harness(limits());
    harness.handler = nullptr;
    harness.receive(head("Transfer-Encoding: chunked\r\n") + "64\r\n" + std::string(100, 'x'));
    QVERIFY(harness.requests.empty());
    harness.receive("\r\n1\r\nx\r\n");
    QCOMPARE(harness.requests.size(), std::size_t(1));
    QVERIFY(harness.requests.front().bodyPending);
    QVERIFY(harness.requests.front().body.empty());
    harness.receive("1\r\ny\r\n0\r\n\r\n");
    QCOMPARE(harness.requests.size(), std::size_t(1));
    harness.respond(answer(100));
    QCOMPARE(harness.output, std::string());
    QCOMPARE(harness.requests.size(), std::size_t(2));
    QCOMPARE(harness.requests[1].body, std::string(101, 'x') + "y");
}

void ConnectionAskingTest::refused_chunked_body_frees_what_was_read() {
    ConnectionHarness harness(limits());
    harness.handler = nullptr;
    harness.receive(head("Transfer-Encoding: chunked\r\n") + "65\r\n" + std::string(101, 'x'));
    QCOMPARE(harness.context.bodyBytes(), std::size_t(101));
    harness.respond(answer(401));
    QCOMPARE(harness.status(), 401);
    QCOMPARE(harness.context.bodyBytes(), std::size_t(0));
    QVERIFY(harness.connection.fate() == Fate::Linger);
}

void ConnectionAskingTest::waiting_body_is_bounded() {
    ConnectionHarness harness(limits());
    harness.handler = nullptr;
    harness.receive(head(lengthOf(10'000)));
    QVERIFY(harness.connection.wantsInput());
    harness.receive(std::string(1'000, 'x'));
    QVERIFY(!harness.connection.wantsInput());
    harness.respond(answer(100));
    QVERIFY(harness.connection.wantsInput());
}

void ConnectionAskingTest::next_request_asks_again() {
    ConnectionHarness harness(limits());
    harness.handler = [](const http::Request& request) {
        return answer(!request.bodyPending ? 200 : request.path == "/1" ? 100 : 401);
    };
    harness.receive(head(lengthOf(101), "/1") + std::string(101, 'x') + head(lengthOf(101), "/2"));
    const auto answers = harness.answers();
    QCOMPARE(answers.size(), std::size_t(2));
    QCOMPARE(answers[0].status, 200);
    QCOMPARE(answers[1].status, 401);
    QCOMPARE(harness.requests.size(), std::size_t(3));
}

void ConnectionAskingTest::client_gone_while_asking_is_400() {
    ConnectionHarness harness(limits());
    harness.handler = nullptr;
    harness.receive(head(lengthOf(101)));
    harness.receiveEnd();
    harness.respond(answer(100));
    QCOMPARE(harness.status(), 400);
    QCOMPARE(harness.requests.size(), std::size_t(1));
    QVERIFY(harness.connection.fate() == Fate::Close);
}

void ConnectionAskingTest::unanswered_question_is_504() {
    ConnectionHarness harness(limits());
    harness.handler = nullptr;
    harness.receive(head(lengthOf(101)));
    const std::uint64_t asked = harness.connection.exchange();
    harness.advance(limits().answerTime);
    QCOMPARE(harness.status(), 504);
    harness.connection.respond(asked, answer(100), harness.now);
    harness.run();
    QCOMPARE(harness.answers().size(), std::size_t(1));
}

void ConnectionAskingTest::answer_to_the_head_counts_once() {
    ConnectionHarness harness(limits());
    harness.handler = nullptr;
    harness.receive(head(lengthOf(101)));
    const std::uint64_t asked = harness.connection.exchange();
    harness.respond(answer(100));
    harness.connection.respond(asked, answer(401), harness.now);
    harness.run();
    QCOMPARE(harness.output, std::string());
    harness.receive(std::string(101, 'x'));
    harness.connection.respond(asked, answer(401), harness.now);
    harness.respond(answer(200));
    QCOMPARE(harness.answers().size(), std::size_t(1));
    QCOMPARE(harness.status(), 200);
    QCOMPARE(harness.records.size(), std::size_t(1));
}

void ConnectionAskingTest::server_options_with_a_large_body_ends_the_connection() {
    ConnectionHarness harness(limits());
    harness.receive("OPTIONS * HTTP/1.1\r\nHost: a\r\n" + lengthOf(101) + "\r\n");
    QCOMPARE(harness.status(), 204);
    QVERIFY(harness.requests.empty());
    QVERIFY(harness.connection.fate() == Fate::Linger);
}

void ConnectionAskingTest::spooled_body_comes_in_the_spool_data() {
    QTest::addColumn<bool>("chunked");
    QTest::newRow("by length") << false;
    QTest::newRow("in chunks") << true;
}

void ConnectionAskingTest::spooled_body_comes_in_the_spool() {
    QFETCH(bool, chunked);
    ConnectionHarness harness(limits());
    harness.handler = [](const http::Request& request) {
        http::Response response = answer(request.bodyPending ? 100 : 200);
        if (request.bodyPending)
            response.spool = std::make_shared<http::Spool>();
        return response;
    };
    std::string body;
    for (int n = 0; body.size() < kSpooled; ++n)
        body += std::to_string(n) + ",";
    body.resize(kSpooled);
    receiveInPieces(harness, framed(body, chunked) + "GET /next HTTP/1.1\r\nHost: a\r\n\r\n");
    QCOMPARE(harness.requests.size(), std::size_t(3));
    const http::Request& request = harness.requests[1];
    QVERIFY(request.body.empty() && request.spool != nullptr);
    QCOMPARE(request.spool->size(), std::uint64_t(kSpooled));
    std::string seen(kSpooled, ' ');
    QVERIFY(http::SpoolReader(*request.spool).fill(seen));
    QVERIFY(seen == body);
    QCOMPARE(harness.requests[2].path, std::string("/next"));
    QVERIFY(harness.requests[2].spool == nullptr);
    QCOMPARE(harness.context.bodyBytes(), std::size_t(0));
}

void ConnectionAskingTest::spooled_body_has_its_own_limit_data() {
    spooled_body_comes_in_the_spool_data();
}

void ConnectionAskingTest::spooled_body_has_its_own_limit() {
    QFETCH(bool, chunked);
    ConnectionHarness harness(limits());
    harness.handler = [](const http::Request&) {
        http::Response response = answer(100);
        response.spool = std::make_shared<http::Spool>();
        return response;
    };
    receiveInPieces(harness, framed(std::string(limits().spooledBodyBytes + 1, 'x'), chunked));
    QCOMPARE(harness.status(), 413);
    QVERIFY(harness.closing());
    QCOMPARE(harness.context.bodyBytes(), std::size_t(0));
}

void ConnectionAskingTest::body_over_the_limit_is_413_after_the_question() {
    ConnectionHarness harness(limits());
    harness.handler = [](const http::Request&) {
        http::Response response = answer(100);
        response.headers.push_back({"RateLimit", "of the caller"});
        return response;
    };
    harness.receive(head(lengthOf(limits().bodyBytes + 1)));
    QCOMPARE(harness.requests.size(), std::size_t(1));
    QCOMPARE(harness.status(), 413);
    QVERIFY(harness.output.find("RateLimit: of the caller\r\n") != std::string::npos);
    QVERIFY(harness.closing());
}

void ConnectionAskingTest::spool_without_a_disk_is_503() {
    const QByteArray before = qgetenv("TMPDIR");
    qputenv("TMPDIR", "/nowhere/at/all");
    ConnectionHarness harness(limits());
    harness.handler = [](const http::Request&) {
        http::Response response = answer(100);
        response.spool = std::make_shared<http::Spool>();
        return response;
    };
    receiveInPieces(harness, framed(std::string(kSpooled, 'x'), false));
    qputenv("TMPDIR", before);
    if (before.isNull())
        qunsetenv("TMPDIR");
    QCOMPARE(harness.status(), 503);
    QCOMPARE(harness.context.bodyBytes(), std::size_t(0));
}

LEADSHEET_TEST(tst_connection_asking, ConnectionAskingTest);
#include "tst_connection_asking.moc"
