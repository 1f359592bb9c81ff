// SPDX-License-Identifier: Apache-2.0
#include "answer.hpp"
#include "test_main.hpp"
#include "test_server.hpp"

#include <leadsheet/contract/operations.hpp>

#include <QRegularExpression>
#include <QTest>
#include <algorithm>
#include <leadsheet/contract/operations.hpp>

using namespace leadsheet::test;
using namespace leadsheet;

class BadRequestsTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void cleanupTestCase();
    void body_thatIsWrong_isNamed_data();
    void body_thatIsWrong_isNamed();
    void parameter_thatIsWrong_isNamed_data();
    void parameter_thatIsWrong_isNamed();
    void everyOperation_refusesOtherParametersThanItsOwn_data();
    void everyOperation_refusesOtherParametersThanItsOwn();
    void mediaType_data();
    void mediaType();
    void longPath_isCutInTheProblem();
    void oversizeBody_is413();
    void oversizeHeader_is431();
    void twoCredentials_areRefused();
    void bearer_meansTheSame();
    void otherScheme_besideTheKey_isIgnored();
    void body_whereNoneIsTaken_isRefused_data();
    void body_whereNoneIsTaken_isRefused();
    void rotation_withMembers_makesNoKey();
    void head_hasNoBody_andOptionsListsMethods();
    void requestTarget_withTrailingSlash_saysSo();

private:
    std::unique_ptr<TestServer> server_;
};

void BadRequestsTest::initTestCase() {
    server_ =
        std::make_unique<TestServer>(TestServer::Options{.configure = [](server::Config& config) {
            config.limits.maxBodyBytes = 4096;
        }});
}

void BadRequestsTest::cleanupTestCase() {
    server_.reset();
}

void BadRequestsTest::body_thatIsWrong_isNamed_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("pointer");
    const auto row = [](const char* name, const QString& body, int status, const char* code,
                        const char* pointer) {
        QTest::newRow(name) << body << status << code << pointer;
    };
    const auto order = [](const QString& members) {
        return R"({"scrapingOption":"filters",)" + members + "}";
    };
    row("empty", "", 400, "malformed_json", "");
    row("cut short", R"({"scrapingOption":"fil)", 400, "malformed_json", "");
    row("not JSON", "scrapingOption=filters", 400, "malformed_json", "");
    row("two documents", "{} {}", 400, "malformed_json", "");
    row("comment", "{/* x */}", 400, "malformed_json", "");
    row("deep", QString(200, '[') + QString(200, ']'), 400, "malformed_json", "");
    row("duplicate", order(R"("leadCount":1,"leadCount":2)"), 400, "malformed_json", "/leadCount");
    for (const char* count : {"1e999", "99999999999999999999", "-9223372036854775809", "1e17"})
        row(count, order(QString(R"("leadCount":%1)").arg(count)), 422, "lead_count_out_of_range",
            "/leadCount");
    row("array", "[]", 422, "validation_failed", "");
    row("string", "\"x\"", 422, "validation_failed", "");
    row("null", "null", 422, "validation_failed", "");
    row("no product", R"({"leadCount":1})", 422, "validation_failed", "/scrapingOption");
    row("unknown product", R"({"scrapingOption":"filter","leadCount":1})", 422,
        "unsupported_product", "/scrapingOption");
    row("no count", R"({"scrapingOption":"filters"})", 422, "validation_failed", "/leadCount");
    row("text count", order(R"("leadCount":"1,000")"), 422, "validation_failed", "/leadCount");
    row("fraction", order(R"("leadCount":1.5)"), 422, "validation_failed", "/leadCount");
    row("zero", order(R"("leadCount":0)"), 422, "lead_count_out_of_range", "/leadCount");
    row("negative", order(R"("leadCount":-5)"), 422, "lead_count_out_of_range", "/leadCount");
    row("too many", order(R"("leadCount":50001)"), 422, "lead_count_out_of_range", "/leadCount");
    row("unknown member", order(R"("leadCount":1,"industrys":"x")"), 422, "validation_failed",
        "/industrys");
    row("member of another product", order(R"("leadCount":1,"searchUrl":"https://a.example")"), 422,
        "validation_failed", "/searchUrl");
    row("wrong item type", order(R"("leadCount":1,"industries":["a",5])"), 422, "validation_failed",
        "/industries/1");
}

void BadRequestsTest::body_thatIsWrong_isNamed() {
    QFETCH(QString, body);
    QFETCH(int, status);
    QFETCH(QString, code);
    QFETCH(QString, pointer);
    for (const char* path : {"/v1/orders", "/v1/quotes"}) {
        const auto answer =
            server_->post(path, body.toStdString(),
                          {{"Idempotency-Key", "k"}, {"Content-Type", "application/json"}});
        QCOMPARE(codeOf(answer), code.toStdString());
        QCOMPARE(answer.status, status);
        QVERIFY(!memberOf(answer, "/detail").empty());
        if (!pointer.isEmpty())
            QCOMPARE(memberOf(answer, "/errors/0/pointer"), pointer.toStdString());
    }
}

void BadRequestsTest::parameter_thatIsWrong_isNamed_data() {
    QTest::addColumn<QString>("target");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("pointer");
    const auto row = [](const char* target, const char* code, const char* pointer) {
        QTest::newRow(target) << target << code << pointer;
    };
    row("/v1/orders?stauts=held", "invalid_parameter", "stauts");
    row("/v1/orders?status=open", "invalid_parameter", "status");
    row("/v1/orders?status=failed&status=failed", "invalid_parameter", "status");
    row("/v1/orders?createdAfter=yesterday", "invalid_parameter", "createdAfter");
    row("/v1/orders?createdAfter=2026-01-01T00:00:00+02:00", "invalid_parameter", "createdAfter");
    row("/v1/orders?externalRef=", "invalid_parameter", "externalRef");
    row("/v1/orders?search=%20", "invalid_parameter", "search");
    const std::string longSearch = "/v1/orders?search=" + std::string(201, 'x');
    row(longSearch.c_str(), "invalid_parameter", "search");
    const std::string longReference = "/v1/orders?externalRef=" + std::string(201, 'x');
    row(longReference.c_str(), "invalid_parameter", "externalRef");
    row("/v1/orders?idempotencyKey=a%20b", "invalid_parameter", "idempotencyKey");
    row("/v1/orders?idempotencyKey=", "invalid_parameter", "idempotencyKey");
    row("/v1/orders?limit=0", "invalid_parameter", "limit");
    row("/v1/orders?limit=-1", "invalid_parameter", "limit");
    row("/v1/orders?limit=ten", "invalid_parameter", "limit");
    row("/v1/orders?limit=10x", "invalid_parameter", "limit");
    row("/v1/orders?limit=", "invalid_parameter", "limit");
    row("/v1/orders?cursor=abc", "invalid_cursor", "cursor");
    row("/v1/orders?cursor=", "invalid_cursor", "cursor");
    row("/v1/account?x", "invalid_parameter", "x");
    row("/v1/orders/LS-0000000000?fields=a", "invalid_parameter", "fields");
    row("/healthz?x=1", "invalid_parameter", "x");
}

void BadRequestsTest::parameter_thatIsWrong_isNamed() {
    QFETCH(QString, target);
    QFETCH(QString, code);
    QFETCH(QString, pointer);
    const auto answer = server_->get(target.toStdString());
    QCOMPARE(answer.status, 400);
    QCOMPARE(codeOf(answer), code.toStdString());
    QCOMPARE(memberOf(answer, "/errors/0/pointer"), pointer.toStdString());
}

void BadRequestsTest::everyOperation_refusesOtherParametersThanItsOwn_data() {
    QTest::addColumn<QString>("method");
    QTest::addColumn<QString>("path");
    QTest::addColumn<QStringList>("own");
    QTest::addColumn<bool>("admin");
    for (const auto& operation : contract::kOperations) {
        QString path = QString::fromUtf8(operation.path.data(), qsizetype(operation.path.size()));
        path.replace(QRegularExpression("\\{[^}]*\\}"), "x1");
        const std::string name(operation.id);
        QTest::newRow(name.c_str())
            << QString::fromStdString(std::string(operation.method)) << path
            << QString::fromStdString(std::string(operation.query)).split(' ', Qt::SkipEmptyParts)
            << (operation.key == contract::KeyRule::Admin);
    }
}

void BadRequestsTest::everyOperation_refusesOtherParametersThanItsOwn() {
    QFETCH(QString, method);
    QFETCH(QString, path);
    QFETCH(QStringList, own);
    QFETCH(bool, admin);
    const auto ask = [&](const QString& parameter) {
        return rawRequest(server_->port(), method.toStdString(),
                          (path + "?" + parameter + "=1").toStdString(),
                          {{"x-api-key", admin ? server_->adminKey() : server_->customerKey()}});
    };
    const auto refused = ask("nonsense");
    QCOMPARE(refused.status, 400);
    QCOMPARE(codeOf(refused), std::string("invalid_parameter"));
    QCOMPARE(memberOf(refused, "/errors/0/pointer"), std::string("nonsense"));
    QCOMPARE(memberOf(refused, "/errors/0/code"), std::string("unknown_member"));
    for (const QString& parameter : own)
        QVERIFY2(memberOf(ask(parameter), "/errors/0/code") != "unknown_member",
                 qPrintable(parameter));
}

void BadRequestsTest::mediaType_data() {
    QTest::addColumn<QString>("header");
    QTest::addColumn<QString>("value");
    QTest::addColumn<int>("status");
    QTest::newRow("utf-8") << "Content-Type"
                           << "application/json; charset=utf-8" << 200;
    QTest::newRow("latin1") << "Content-Type"
                            << "application/json; charset=iso-8859-1" << 415;
    QTest::newRow("form") << "Content-Type"
                          << "application/x-www-form-urlencoded" << 415;
    QTest::newRow("no text") << "Content-Type" << QString::fromLatin1("\xff\xfe") << 415;
    QTest::newRow("gzip") << "Content-Encoding"
                          << "gzip" << 415;
    QTest::newRow("identity") << "Content-Encoding"
                              << "identity" << 200;
}

void BadRequestsTest::mediaType() {
    QFETCH(QString, header);
    QFETCH(QString, value);
    QFETCH(int, status);
    RawHeaders headers{{header.toStdString(), value.toLatin1().toStdString()}};
    const auto answer = server_->post("/v1/quotes", TestServer::orderBody(), headers);
    QCOMPARE(answer.status, status);
    if (status == 415)
        QCOMPARE(codeOf(answer), std::string("unsupported_media_type"));
}

/// To the length that the contract document promises.
void BadRequestsTest::longPath_isCutInTheProblem() {
    const auto absent = server_->get("/v1/orders/" + std::string(3'000, 'a'));
    QCOMPARE(absent.status, 404);
    QCOMPARE(memberOf(absent, "/instance"), "/v1/orders/" + std::string(2'034, 'a') + "...");
}

void BadRequestsTest::oversizeBody_is413() {
    const auto answer = server_->createOrder("k", std::string(5'000, ' '));
    QCOMPARE(answer.status, 413);
    QCOMPARE(codeOf(answer), std::string("payload_too_large"));
    QCOMPARE(answer.header("Content-Type"), std::string("application/problem+json"));
    QCOMPARE(memberOf(answer, "/requestId"), answer.header("X-Request-Id"));
}

void BadRequestsTest::oversizeHeader_is431() {
    const auto answer = server_->get("/v1/account", {{"x-padding", std::string(20'000, 'x')}});
    QCOMPARE(answer.status, 431);
    QCOMPARE(answer.header("Content-Type"), std::string("application/problem+json"));
}

void BadRequestsTest::twoCredentials_areRefused() {
    const auto answer =
        server_->get("/v1/account", {{"x-api-key", server_->customerKey()},
                                     {"Authorization", "Bearer " + server_->customerKey()}});
    QCOMPARE(answer.status, 401);
    QCOMPARE(codeOf(answer), std::string("invalid_api_key"));
}

void BadRequestsTest::bearer_meansTheSame() {
    const std::string key = server_->customerKey();
    QCOMPARE(server_->get("/v1/account", {{"Authorization", "Bearer " + key}}).status, 200);
    QCOMPARE(server_->get("/v1/account", {{"Authorization", "bearer  " + key}}).status, 200);
    QCOMPARE(codeOf(server_->get("/v1/account", {{"Authorization", "Basic " + key}})),
             std::string("missing_api_key"));
    QCOMPARE(codeOf(server_->get("/v1/account", {{"Authorization", "Bearer "}})),
             std::string("missing_api_key"));
}

void BadRequestsTest::otherScheme_besideTheKey_isIgnored() {
    const std::string key = server_->customerKey();
    const std::pair<std::string, std::string> other{"Authorization", "Basic dXNlcjpwYXNz"};
    QCOMPARE(server_->get("/v1/account", {{"x-api-key", key}, other}).status, 200);
    // Two of them are two requests in one, whatever their schemes.
    QCOMPARE(codeOf(server_->get("/v1/account", {other, {"Authorization", "Bearer " + key}})),
             std::string("missing_api_key"));
    QCOMPARE(codeOf(server_->get("/v1/account", {{"x-api-key", key}, other, other})),
             std::string("invalid_api_key"));
}

void BadRequestsTest::body_whereNoneIsTaken_isRefused_data() {
    QTest::addColumn<QString>("method");
    QTest::addColumn<QString>("path");
    for (const auto& [method, path] :
         {std::pair{"POST", "/v1/keys/key_1/rotate"}, std::pair{"DELETE", "/v1/keys/key_1"},
          std::pair{"POST", "/v1/webhooks/wh_1/test"},
          std::pair{"POST", "/v1/webhooks/wh_1/rotate-secret"},
          std::pair{"POST", "/v1/webhook-deliveries/whd_1/resend"},
          std::pair{"DELETE", "/v1/webhooks/wh_1"}, std::pair{"DELETE", "/v1/destinations/dst_1"},
          std::pair{"DELETE", "/v1/leads/ld_1"}, std::pair{"GET", "/v1/leads/ld_1"}})
        QTest::addRow("%s %s", method, path) << method << path;
}

void BadRequestsTest::body_whereNoneIsTaken_isRefused() {
    QFETCH(QString, method);
    QFETCH(QString, path);
    const auto send = [&](const std::string& body) {
        return rawRequest(server_->port(), method.toStdString(), path.toStdString(),
                          {{"x-api-key", server_->customerKey()}}, body);
    };
    for (const char* body : {R"({"scopes":["leads:read"]})", "scopes=leads:read", "[]", "0"}) {
        const auto refused = send(body);
        QCOMPARE(refused.status, 400);
        QCOMPARE(codeOf(refused), std::string("invalid_parameter"));
    }
    for (const char* body : {"", "{}", " { }\r\n"})
        QCOMPARE(codeOf(send(body)), std::string("not_found"));
}

void BadRequestsTest::rotation_withMembers_makesNoKey() {
    const auto key = server_->addKey({"rotated", server::KeyType::Customer, {}, {}});
    QCOMPARE(
        server_->post("/v1/keys/" + key.keyId + "/rotate", R"({"scopes":["leads:read"]})").status,
        400);
    QCOMPARE(server_->get("/v1/account", {{"x-api-key", key.secret}}).status, 200);
    QCOMPARE(server_->post("/v1/keys/" + key.keyId + "/rotate", "").status, 201);
}

void BadRequestsTest::head_hasNoBody_andOptionsListsMethods() {
    const auto head =
        rawRequest(server_->port(), "HEAD", "/v1/account", {{"x-api-key", server_->customerKey()}});
    QCOMPARE(head.status, 200);
    QCOMPARE(head.header("Content-Type"), std::string("application/json"));
    const auto options = rawRequest(server_->port(), "OPTIONS", "/v1/orders");
    QCOMPARE(options.status, 204);
    QVERIFY(options.header("Allow").find("POST") != std::string::npos);
    const auto wrong = rawRequest(server_->port(), "PATCH", "/v1/orders");
    QCOMPARE(wrong.status, 405);
    QCOMPARE(wrong.header("Allow"), options.header("Allow"));
}

void BadRequestsTest::requestTarget_withTrailingSlash_saysSo() {
    const auto answer = server_->get("/v1/orders/");
    QCOMPARE(codeOf(answer), std::string("route_not_found"));
    QVERIFY(memberOf(answer, "/detail").find("trailing slash") != std::string::npos);
}

LEADSHEET_TEST(tst_bad_requests, BadRequestsTest);
#include "tst_bad_requests.moc"
