// SPDX-License-Identifier: Apache-2.0
#include "api/router.hpp"
#include "test_main.hpp"

#include <QTest>
#include <iterator>
#include <set>
#include <sstream>
#include <string>

using leadsheet::server::api::HandlerTable;
using leadsheet::server::api::Router;
namespace contract = leadsheet::contract;

class RouterTest : public QObject {
    Q_OBJECT
private slots:
    void path_ofTheContract_findsItsOperation_data();
    void path_ofTheContract_findsItsOperation();
    void everyOperation_byItsTemplate_findsItself();
    void everyOperation_isHandled();
    void everyHandler_takesTheQueryOfTheContract();
    void allow_ofAPath_namesItsMethods();
};

void RouterTest::path_ofTheContract_findsItsOperation_data() {
    QTest::addColumn<QString>("method");
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("operation"); // empty = no route, "405" = wrong method
    const auto row = [](const char* method, const char* path, const char* operation) {
        QTest::addRow("%s %s", method, path) << method << path << operation;
    };
    row("POST", "/v1/orders", "createOrder");
    row("POST", "/v1/orders/submit", "createOrder");
    row("POST", "/api/v1/orders", "createOrder");
    row("POST", "/api/v1/orders/submit", "createOrder");
    row("GET", "/v1/orders", "listOrders");
    row("HEAD", "/v1/orders", "listOrders");
    row("GET", "/v1/orders/LS-0123456789", "getOrder");
    row("GET", "/v1/orders/LS-0123456789/events", "listOrderEvents");
    row("GET", "/v1/admin/orders/LS-0123456789/events", "listAdminOrderEvents");
    row("GET", "/v1/orders/submit", "405");
    row("GET", "/v1/leads/count", "countLeads");
    row("GET", "/v1/leads/abc", "getLead");
    row("POST", "/v1/webhook", "deliverToWebhook");
    row("POST", "/v1/webhook/deliver", "deliverToWebhook");
    row("GET", "/healthz", "getHealth");
    row("DELETE", "/v1/orders", "405");
    row("GET", "/v1/orders/", "");
    row("GET", "/v1//orders", "");
    row("GET", "/v1", "");
    row("GET", "/", "");
    row("GET", "/api/healthz", "");
    row("GET", "/api/api/v1/orders", "");
    row("GET", "/v2/orders", "");
    row("GET", "/V1/orders", "");
    row("GET", "/v1/orders/a/b/c", "");
}

void RouterTest::path_ofTheContract_findsItsOperation() {
    QFETCH(QString, method);
    QFETCH(QString, path);
    QFETCH(QString, operation);
    const Router router;
    const auto match = router.find(method.toStdString(), path.toStdString());
    QString found;
    if (match.kind == Router::Match::Kind::WrongMethod)
        found = "405";
    else if (match.operation != nullptr)
        found = QString::fromStdString(std::string(match.operation->id));
    QCOMPARE(found, operation);
}

void RouterTest::everyOperation_byItsTemplate_findsItself() {
    const Router router;
    for (const auto& operation : contract::kOperations) {
        std::string path(operation.path);
        for (std::size_t open = path.find('{'); open != std::string::npos; open = path.find('{'))
            path.replace(open, path.find('}') - open + 1, "x1");
        const auto match = router.find(operation.method, path);
        QVERIFY2(match.operation == &operation, path.c_str());
        if (path.starts_with("/v1/"))
            QVERIFY2(router.find(operation.method, "/api" + path).operation == &operation,
                     path.c_str());
    }
}

void RouterTest::everyOperation_isHandled() {
    const HandlerTable handlers;
    for (const auto& operation : contract::kOperations)
        QVERIFY2(handlers.find(operation.id) != nullptr, std::string(operation.id).c_str());
}

void RouterTest::everyHandler_takesTheQueryOfTheContract() {
    const HandlerTable handlers;
    for (const auto& operation : contract::kOperations) {
        const auto* handler = handlers.find(operation.id);
        QVERIFY2(handler != nullptr, std::string(operation.id).c_str());
        std::istringstream words{std::string(operation.query)};
        const std::set<std::string> promised{std::istream_iterator<std::string>(words), {}};
        const std::set<std::string> taken(handler->query.begin(), handler->query.end());
        QVERIFY2(taken == promised, std::string(operation.id).c_str());
    }
}

void RouterTest::allow_ofAPath_namesItsMethods() {
    const Router router;
    QCOMPARE(QString::fromStdString(router.find("DELETE", "/v1/orders/submit").allow),
             QString("POST, OPTIONS"));
    const std::string orders = router.find("DELETE", "/v1/orders").allow;
    for (const char* method : {"GET", "HEAD", "POST", "OPTIONS"})
        QVERIFY(orders.find(method) != std::string::npos);
}

LEADSHEET_TEST(tst_router, RouterTest);
#include "tst_router.moc"
