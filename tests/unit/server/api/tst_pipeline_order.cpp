// SPDX-License-Identifier: Apache-2.0
#include "answer.hpp"
#include "test_main.hpp"
#include "test_server.hpp"

#include <QTest>

using namespace leadsheet::test;
using namespace leadsheet;

/// Contract section 3: the first failing check answers, whatever else is wrong with the request.
class PipelineOrderTest : public QObject {
    Q_OBJECT
private slots:
    void request_withSeveralFaults_isAnsweredByTheFirstCheck_data();
    void request_withSeveralFaults_isAnsweredByTheFirstCheck();
    void rateLimit_comesBeforeKeyType();
    void reusedKey_comesBeforeValidation();
    void ownership_comesBeforeCredit();
};

void PipelineOrderTest::request_withSeveralFaults_isAnsweredByTheFirstCheck_data() {
    QTest::addColumn<QString>("method");
    QTest::addColumn<QString>("target");
    QTest::addColumn<QString>("who"); // none, bad, admin, reader, customer
    QTest::addColumn<QString>("contentType");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("body");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("code");
    const QString json = "application/json";
    const QString good = QString::fromStdString(TestServer::orderBody());
    QTest::newRow("route before authentication") << "POST"
                                                 << "/v1/nothing?x=1"
                                                 << "none"
                                                 << "text/plain"
                                                 << ""
                                                 << "{" << 404 << "route_not_found";
    QTest::newRow("method before authentication") << "PUT"
                                                  << "/v1/orders"
                                                  << "none"
                                                  << "text/plain"
                                                  << ""
                                                  << "{" << 405 << "method_not_allowed";
    QTest::newRow("missing key before body") << "POST"
                                             << "/v1/orders?x=1"
                                             << "none"
                                             << "text/plain"
                                             << ""
                                             << "{" << 401 << "missing_api_key";
    QTest::newRow("wrong key before body") << "POST"
                                           << "/v1/orders?x=1"
                                           << "bad"
                                           << "text/plain"
                                           << ""
                                           << "{" << 401 << "invalid_api_key";
    QTest::newRow("key type before scope") << "POST"
                                           << "/v1/orders?x=1"
                                           << "admin"
                                           << "text/plain"
                                           << ""
                                           << "{" << 403 << "wrong_key_type";
    QTest::newRow("scope before body") << "POST"
                                       << "/v1/orders?x=1"
                                       << "reader"
                                       << "text/plain"
                                       << ""
                                       << "{" << 403 << "missing_scope";
    QTest::newRow("query before media type") << "POST"
                                             << "/v1/orders?x=1"
                                             << "customer"
                                             << "text/plain"
                                             << ""
                                             << "{" << 400 << "invalid_parameter";
    QTest::newRow("media type before JSON") << "POST"
                                            << "/v1/orders"
                                            << "customer"
                                            << "text/plain"
                                            << ""
                                            << "{" << 415 << "unsupported_media_type";
    QTest::newRow("JSON before idempotency") << "POST"
                                             << "/v1/orders"
                                             << "customer" << json << ""
                                             << "{" << 400 << "malformed_json";
    QTest::newRow("bad idempotency key before validation")
        << "POST"
        << "/v1/orders"
        << "customer" << json << "a b"
        << "{}" << 400 << "idempotency_key_invalid";
    QTest::newRow("validation before state")
        << "POST"
        << "/v1/orders"
        << "customer" << json << "k1"
        << R"({"scrapingOption":"filters"})" << 422 << "validation_failed";
    QTest::newRow("state last") << "POST"
                                << "/v1/orders"
                                << "customer" << json << "k1" << good << 402
                                << "insufficient_credit";
}

void PipelineOrderTest::request_withSeveralFaults_isAnsweredByTheFirstCheck() {
    QFETCH(QString, method);
    QFETCH(QString, target);
    QFETCH(QString, who);
    QFETCH(QString, contentType);
    QFETCH(QString, key);
    QFETCH(QString, body);
    QFETCH(int, status);
    QFETCH(QString, code);
    TestServer server({.balance = 0});
    RawHeaders headers;
    if (who == "bad")
        headers.emplace_back("x-api-key", "not a key");
    if (who == "admin")
        headers.emplace_back("x-api-key", server.adminKey());
    if (who == "customer")
        headers.emplace_back("x-api-key", server.customerKey());
    if (who == "reader")
        headers.emplace_back(
            "x-api-key",
            server.addKey({"reader", server::KeyType::Customer, {"leads:read"}, {}}).secret);
    if (!contentType.isEmpty())
        headers.emplace_back("Content-Type", contentType.toStdString());
    if (!key.isEmpty())
        headers.emplace_back("Idempotency-Key", key.toStdString());
    const auto answer = rawRequest(server.port(), method.toStdString(), target.toStdString(),
                                   headers, body.toStdString());
    QCOMPARE(codeOf(answer), code.toStdString());
    QCOMPARE(answer.status, status);
    QCOMPARE(answer.header("Content-Type"), std::string("application/problem+json"));
    QVERIFY(!answer.header("X-Request-Id").empty());
    QCOMPARE(memberOf(answer, "/requestId"), answer.header("X-Request-Id"));
    QCOMPARE(memberOf(answer, "/instance"),
             target.toStdString().substr(0, target.toStdString().find('?')));
    const bool authenticated = who != "none" && who != "bad" && status != 404 && status != 405;
    QCOMPARE(answer.hasHeader("RateLimit"), authenticated);
    QCOMPARE(answer.hasHeader("RateLimit-Policy"), authenticated);
    QCOMPARE(answer.hasHeader("WWW-Authenticate"), status == 401);
    QCOMPARE(answer.hasHeader("Allow"), status == 405);
}

void PipelineOrderTest::rateLimit_comesBeforeKeyType() {
    TestServer server({.configure = [](server::Config& config) {
        config.limits.orderRate.quota = 1;
    }});
    const RawHeaders admin{{"x-api-key", server.adminKey()}};
    QCOMPARE(codeOf(server.post("/v1/orders", "{}", admin)), std::string("wrong_key_type"));
    QCOMPARE(codeOf(server.post("/v1/orders", "{}", admin)), std::string("rate_limited"));
}

void PipelineOrderTest::reusedKey_comesBeforeValidation() {
    TestServer server;
    QCOMPARE(server.createOrder("k", TestServer::orderBody()).status, 201);
    QCOMPARE(codeOf(server.createOrder("k", "{}")), std::string("idempotency_key_reused"));
}

void PipelineOrderTest::ownership_comesBeforeCredit() {
    TestServer server({.balance = 0});
    const std::string other = server.addAccount(1'000'000);
    const auto quote = server.post("/v1/quotes", TestServer::orderBody(), {{"x-api-key", other}});
    std::string body = TestServer::orderBody();
    body.insert(1, "\"quoteId\":\"" + memberOf(quote, "/id") + "\",");
    QCOMPARE(codeOf(server.createOrder("k", body)), std::string("not_found"));
}

LEADSHEET_TEST(tst_pipeline_order, PipelineOrderTest);
#include "tst_pipeline_order.moc"
