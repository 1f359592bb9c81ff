// SPDX-License-Identifier: Apache-2.0
#include "answer.hpp"
#include "test_main.hpp"
#include "test_server.hpp"

#include <QTest>

using namespace leadsheet::test;
using namespace leadsheet;
using namespace std::chrono_literals;
using server::Fault;

namespace {

std::size_t orderCount(TestServer& server) {
    return jsonOf(server.get("/v1/orders")).at("data").as_array().size();
}

} // namespace

class FaultsTest : public QObject {
    Q_OBJECT
private slots:
    void status_answersWithoutDoingAnything();
    void retryAfter_inBothForms();
    void dateSkew_movesDateAndHttpDates();
    void resetBeforeCommit_appliesNothing();
    void resetAfterCommit_appliesAndLosesTheAnswer();
    void truncateBody_announcesMoreThanItSends();
    void badJson_keepsStatusAndSpoilsTheBody();
    void stall_holdsTheAnswerBack();
    void everyFortiethWrite_fails();
    void refusedRequest_usesNoStepUp();
    void plan_offLoopback_isRefusedAtStart();
};

void FaultsTest::status_answersWithoutDoingAnything() {
    TestServer server;
    server.faults().add(Fault::answer(500, "", "plain <html>"), {"createOrder", "", "", false});
    server.faults().add(Fault::answer(402, "spend_cap_reached"));
    const auto raw = server.createOrder("k", TestServer::orderBody());
    QCOMPARE(raw.status, 500);
    QCOMPARE(raw.body, std::string("plain <html>"));
    const auto problem = server.createOrder("k", TestServer::orderBody());
    QCOMPARE(problem.status, 402);
    QCOMPARE(codeOf(problem), std::string("spend_cap_reached"));
    QVERIFY(problem.hasHeader("RateLimit"));
    QCOMPARE(server.faults().consumed(), 2u);
    QCOMPARE(orderCount(server), 0u);
    QCOMPARE(server.createOrder("k", TestServer::orderBody()).status, 201);
}

void FaultsTest::retryAfter_inBothForms() {
    const auto clock = std::make_shared<ManualClock>();
    TestServer server({.clock = clock});
    server.faults().add(Fault::answerRetryAfter(429, 7s));
    server.faults().add(Fault::answerRetryAfter(503, 90s, Fault::RetryAfterForm::HttpDate));
    const auto seconds = server.get("/v1/account");
    QCOMPARE(seconds.status, 429);
    QCOMPARE(codeOf(seconds), std::string("rate_limited"));
    QCOMPARE(seconds.header("Retry-After"), std::string("7"));
    const auto date = server.get("/v1/account");
    QCOMPARE(date.header("Retry-After"), std::string("Sun, 01 Mar 2026 12:01:30 GMT"));
    QCOMPARE(date.header("Date"), std::string("Sun, 01 Mar 2026 12:00:00 GMT"));
}

void FaultsTest::dateSkew_movesDateAndHttpDates() {
    const auto clock = std::make_shared<ManualClock>();
    TestServer server({.clock = clock});
    server.faults().skewDate(-3600s);
    server.faults().add(Fault::answerRetryAfter(503, 60s, Fault::RetryAfterForm::HttpDate));
    const auto answer = server.get("/v1/account");
    QCOMPARE(answer.header("Retry-After"), std::string("Sun, 01 Mar 2026 11:01:00 GMT"));
    QVERIFY(answer.header("Date").starts_with("Sun, 01 Mar 2026 11:0"));
}

void FaultsTest::resetBeforeCommit_appliesNothing() {
    TestServer server;
    server.faults().add(Fault::resetBeforeCommit());
    const auto lost = server.createOrder("k", TestServer::orderBody());
    QCOMPARE(lost.status, 0);
    QVERIFY(lost.closed);
    QCOMPARE(orderCount(server), 0u);
}

void FaultsTest::resetAfterCommit_appliesAndLosesTheAnswer() {
    TestServer server;
    server.faults().add(Fault::resetAfterCommit());
    QCOMPARE(server.createOrder("k", TestServer::orderBody()).status, 0);
    QCOMPARE(orderCount(server), 1u);
    const auto repeated = server.createOrder("k", TestServer::orderBody());
    QCOMPARE(repeated.status, 201);
    QCOMPARE(repeated.header("Idempotent-Replayed"), std::string("true"));
    QCOMPARE(orderCount(server), 1u);
}

void FaultsTest::truncateBody_announcesMoreThanItSends() {
    TestServer server;
    server.faults().add(Fault::truncateBody(20));
    const auto cut = server.createOrder("k", TestServer::orderBody());
    QCOMPARE(cut.status, 201);
    QVERIFY(!cut.complete);
    QVERIFY(cut.body.size() <= 20);
    QVERIFY(std::stoul(cut.header("Content-Length")) > 20);
    QCOMPARE(server.createOrder("k", TestServer::orderBody()).header("Idempotent-Replayed"),
             std::string("true"));
}

void FaultsTest::badJson_keepsStatusAndSpoilsTheBody() {
    TestServer server;
    server.faults().add(Fault::badJson());
    const auto bad = server.createOrder("k", TestServer::orderBody());
    QCOMPARE(bad.status, 201);
    QVERIFY(bad.complete);
    QVERIFY(jsonOf(bad).is_null());
    QCOMPARE(orderCount(server), 1u);
}

void FaultsTest::stall_holdsTheAnswerBack() {
    TestServer server;
    server.faults().add(Fault::stall(40ms));
    const auto before = std::chrono::steady_clock::now();
    QCOMPARE(server.get("/v1/account").status, 200);
    QVERIFY(std::chrono::steady_clock::now() - before >= 40ms);
}

void FaultsTest::everyFortiethWrite_fails() {
    TestServer server;
    server.faults().everyNth(40, Fault::answer(503), {"", "", "", true});
    int failed = 0;
    for (int i = 0; i < 80; ++i)
        failed +=
            server.createOrder("k" + std::to_string(i), TestServer::orderBody()).status == 503;
    QCOMPARE(failed, 2);
    QCOMPARE(orderCount(server), 78u);
}

void FaultsTest::refusedRequest_usesNoStepUp() {
    TestServer server;
    server.faults().add(Fault::answer(503));
    QCOMPARE(server.get("/v1/account", {{"x-api-key", "wrong"}}).status, 401);
    QCOMPARE(server.get("/v1/nothing").status, 404);
    QCOMPARE(rawRequest(server.port(), "GET", "/healthz").status, 200);
    QCOMPARE(server.faults().unconsumed(), 1u);
}

void FaultsTest::plan_offLoopback_isRefusedAtStart() {
    server::Config config;
    config.faults = std::make_shared<server::FaultPlan>();
    for (const char* address : {"0.0.0.0", "*", "::", "192.0.2.1"}) {
        config.address = address;
        const auto started = server::Server::start(config);
        QVERIFY(!started.has_value());
        QVERIFY(started.error().kind == server::StartError::Kind::Config);
    }
}

LEADSHEET_TEST(tst_faults, FaultsTest);
#include "tst_faults.moc"
