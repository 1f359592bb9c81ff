// SPDX-License-Identifier: Apache-2.0
#include "answer.hpp"
#include "schema_check.hpp"
#include "test_main.hpp"
#include "test_server.hpp"

#include <QTest>

using namespace leadsheet::test;
using namespace leadsheet;

/// The answers of every implemented operation fit the schemas of the served document, members
/// included that the document does not promise: an answer must not say more than the contract.
class ConformanceTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void cleanupTestCase();
    void answer_fitsItsSchema_data();
    void answer_fitsItsSchema();
    void checker_findsFaults();

private:
    std::unique_ptr<TestServer> server_;
    std::unique_ptr<SchemaCheck> schemas_;
    std::string order_;
    std::string quote_;
};

void ConformanceTest::initTestCase() {
    server_ = std::make_unique<TestServer>();
    schemas_ = std::make_unique<SchemaCheck>(
        jsonOf(rawRequest(server_->port(), "GET", "/v1/openapi.json")));
    order_ = server_->createOrder("known", TestServer::orderBody()).header("Location");
    quote_ = "/v1/quotes/" + memberOf(server_->post("/v1/quotes", TestServer::orderBody()), "/id");
}

void ConformanceTest::cleanupTestCase() {
    schemas_.reset();
    server_.reset();
}

void ConformanceTest::answer_fitsItsSchema_data() {
    QTest::addColumn<QString>("operation");
    QTest::addColumn<QString>("method");
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("body");
    QTest::addColumn<int>("status");
    const auto row = [](const char* operation, const char* method, const std::string& path,
                        const std::string& body, int status) {
        QTest::addRow("%s %s %d", operation, body.substr(0, 30).c_str(), status)
            << operation << method << QString::fromStdString(path) << QString::fromStdString(body)
            << status;
    };
    const std::string good = TestServer::orderBody();
    const std::string keyed = R"({"idempotencyKey":"known",)" + good.substr(1);
    const std::string admin =
        "/v1/admin/orders/" + memberOf(server_->createOrder("worked-on", good), "/order_number");
    row("getAccount", "GET", "/v1/account", "", 200);
    row("getRateLimit", "GET", "/v1/rate-limit", "", 200);
    row("getAccountStatistics", "GET", "/v1/account/statistics?days=7", "", 200);
    row("getAccountStatistics", "GET", "/v1/account/statistics?days=0", "", 400);
    row("listLedgerEntries", "GET", "/v1/account/ledger", "", 200);
    row("listProducts", "GET", "/v1/products", "", 200);
    row("createQuote", "POST", "/v1/quotes", good, 200);
    row("createQuote", "POST", "/v1/quotes", keyed, 200);
    row("createQuote", "POST", "/v1/quotes", "{\"items\":[" + good + "," + keyed + ",{}]}", 200);
    row("createQuote", "POST", "/v1/quotes", "{}", 422);
    row("getQuote", "GET", quote_, "", 200);
    row("createOrder", "POST", "/v1/orders", good, 201);
    row("createOrder", "POST", "/v1/orders", "{}", 422);
    row("createOrder", "POST", "/v1/orders", "{", 400);
    row("createOrder", "POST", "/v1/orders", "", 400);
    row("listOrders", "GET", "/v1/orders", "", 200);
    row("listOrders", "GET", "/v1/orders?limit=1", "", 200);
    row("listOrders", "GET", "/v1/orders?limit=x", "", 400);
    row("getOrder", "GET", order_, "", 200);
    row("getOrder", "GET", "/v1/orders/LS-0000000000", "", 404);
    row("listOrderEvents", "GET", order_ + "/events", "", 200);
    row("cancelOrder", "POST", order_ + "/cancel", R"({"reason":"test"})", 200);
    row("cancelOrder", "POST", order_ + "/cancel", "{ }", 409);
    row("listAdminOrders", "GET", "/v1/admin/orders?limit=1", "", 200);
    row("getAdminOrder", "GET", admin, "", 200);
    row("listAdminOrderEvents", "GET", admin + "/events", "", 200);
    row("listAdminOrderEvents", "GET", admin + "/events?limit=x", "", 400);
    row("listAdminOrderEvents", "GET", "/v1/admin/orders/LS-0000000000/events", "", 404);
    row("approveOrder", "POST", admin + "/approve", "", 200);
    row("approveOrder", "POST", admin + "/approve", "{ }", 409);
    row("requestOrderInfo", "POST", admin + "/request-info", R"({"question":"Where?"})", 200);
    row("rejectOrder", "POST", admin + "/reject", R"({"reason":"No such place."})", 200);
    row("refundOrder", "POST", admin + "/refund", "{}", 422);
    row("getHealth", "GET", "/healthz", "", 200);
    row("getReadiness", "GET", "/readyz", "", 200);
    row("getOpenApi", "GET", "/v1/openapi.json", "", 200);
}

void ConformanceTest::answer_fitsItsSchema() {
    QFETCH(QString, operation);
    QFETCH(QString, method);
    QFETCH(QString, path);
    QFETCH(QString, body);
    QFETCH(int, status);
    RawHeaders headers;
    if (path == "/v1/orders")
        headers.emplace_back("Idempotency-Key", "conformance");
    if (path.startsWith("/v1/admin/"))
        headers.emplace_back("x-api-key", server_->adminKey());
    const auto answer = method == "GET"
                            ? server_->get(path.toStdString(), headers)
                            : server_->post(path.toStdString(), body.toStdString(), headers);
    QCOMPARE(answer.status, status);
    const auto* schema = schemas_->answerSchema(operation.toStdString(), status);
    QVERIFY2(schema != nullptr, "the document does not know this answer");
    const auto faults = schemas_->faults(*schema, jsonOf(answer));
    QVERIFY2(faults.empty(), faults.empty() ? "" : faults.front().c_str());
}

void ConformanceTest::checker_findsFaults() {
    const auto* schema = schemas_->answerSchema("getOrder", 200);
    auto order = jsonOf(server_->get(order_)).as_object();
    QVERIFY(schemas_->faults(*schema, order).empty());
    auto wrong = order;
    wrong["status"] = "open";
    QVERIFY(!schemas_->faults(*schema, wrong).empty());
    wrong = order;
    wrong.erase("price");
    QVERIFY(!schemas_->faults(*schema, wrong).empty());
    wrong = order;
    wrong["order_number"] = "LS-1";
    QVERIFY(!schemas_->faults(*schema, wrong).empty());
}

LEADSHEET_TEST(tst_conformance, ConformanceTest);
#include "tst_conformance.moc"
