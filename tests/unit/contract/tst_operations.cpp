// SPDX-License-Identifier: Apache-2.0
#include "test_main.hpp"

#include <QtTest>
#include <algorithm>
#include <leadsheet/contract/error_codes.hpp>
#include <leadsheet/contract/operations.hpp>
#include <leadsheet/contract/scopes.hpp>
#include <set>
#include <sstream>

namespace contract = leadsheet::contract;
using contract::Budget;
using contract::KeyRule;
using contract::OperationInfo;

namespace {

std::vector<std::string> words(std::string_view text) {
    std::istringstream stream{std::string(text)};
    return {std::istream_iterator<std::string>(stream), {}};
}

} // namespace

class OperationsTest : public QObject {
    Q_OBJECT

private slots:
    void ids_ofAllOperations_areUniqueAndFound();
    void routes_withAliases_areUnique();
    void scopes_ofAllOperations_fitTheKeyRule();
    void key_andBudget_belongTogether();
    void adminPaths_andAdminKeys_coincide();
    void createOrder_alone_drawsOnOrdersAndAlwaysHasAKey();
    void aliases_ofTheContract_arePresent_data();
    void aliases_ofTheContract_arePresent();
    void errors_ofEveryOperation_areContractCodes();
    void errors_ofScopedOperation_includeTheChecksBeforeIt();
};

void OperationsTest::ids_ofAllOperations_areUniqueAndFound() {
    std::set<std::string_view> ids;
    for (const OperationInfo& operation : contract::kOperations) {
        QVERIFY2(ids.insert(operation.id).second, operation.id.data());
        QCOMPARE(contract::findOperation(operation.id), &operation);
    }
    QVERIFY(contract::findOperation("createOrderAlias") == nullptr);
}

void OperationsTest::routes_withAliases_areUnique() {
    std::set<std::string> routes;
    for (const OperationInfo& operation : contract::kOperations) {
        std::vector<std::string> paths = words(operation.aliases);
        paths.emplace_back(operation.path);
        for (const std::string& path : paths) {
            QVERIFY(path.starts_with('/') && !path.ends_with('/'));
            QVERIFY2(routes.insert(std::string(operation.method) + path).second, path.c_str());
        }
    }
}

void OperationsTest::scopes_ofAllOperations_fitTheKeyRule() {
    for (const OperationInfo& operation : contract::kOperations) {
        if (operation.scope.empty()) {
            QVERIFY2(operation.key != KeyRule::Admin, operation.id.data());
            continue;
        }
        const contract::ScopeInfo* scope = contract::findScope(operation.scope);
        QVERIFY2(scope != nullptr, operation.id.data());
        QCOMPARE(operation.key, scope->admin ? KeyRule::Admin : KeyRule::Customer);
    }
}

void OperationsTest::key_andBudget_belongTogether() {
    for (const OperationInfo& operation : contract::kOperations)
        QCOMPARE(operation.key == KeyRule::None, operation.budget == Budget::None);
    QVERIFY(contract::findOperation("getRateLimit")->budget == Budget::Lookups);
}

void OperationsTest::adminPaths_andAdminKeys_coincide() {
    for (const OperationInfo& operation : contract::kOperations)
        QCOMPARE(operation.path.starts_with("/v1/admin/"), operation.key == KeyRule::Admin);
}

void OperationsTest::createOrder_alone_drawsOnOrdersAndAlwaysHasAKey() {
    for (const OperationInfo& operation : contract::kOperations) {
        const bool creates = operation.id == "createOrder";
        QCOMPARE(operation.budget == Budget::Orders, creates);
        QCOMPARE(operation.generatesIdempotencyKey, creates);
    }
}

void OperationsTest::aliases_ofTheContract_arePresent_data() {
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("alias");
    QTest::newRow("orders") << QByteArray("createOrder") << QByteArray("/v1/orders")
                            << QByteArray("/v1/orders/submit");
    QTest::newRow("webhook") << QByteArray("deliverToWebhook") << QByteArray("/v1/webhook/deliver")
                             << QByteArray("/v1/webhook");
    QTest::newRow("mcp") << QByteArray("callMcp") << QByteArray("/mcp") << QByteArray("/v1/mcp");
}

void OperationsTest::aliases_ofTheContract_arePresent() {
    QFETCH(QByteArray, id);
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, alias);
    const OperationInfo* operation = contract::findOperation(id.toStdString());
    QVERIFY(operation != nullptr);
    QCOMPARE(operation->path, std::string_view(path.toStdString()));
    QCOMPARE(operation->aliases, std::string_view(alias.toStdString()));
    QCOMPARE(operation->method, std::string_view("POST"));
}

void OperationsTest::errors_ofEveryOperation_areContractCodes() {
    for (const OperationInfo& operation : contract::kOperations) {
        QVERIFY(!operation.errors.empty());
        for (const std::string& name : words(operation.errors)) {
            const auto code = contract::errorCodeFromName(name);
            QVERIFY2(code.has_value(), name.c_str());
            QVERIFY(contract::info(*code).origin == contract::ErrorOrigin::Contract);
        }
    }
}

void OperationsTest::errors_ofScopedOperation_includeTheChecksBeforeIt() {
    for (const OperationInfo& operation : contract::kOperations) {
        if (operation.scope.empty())
            continue;
        const auto errors = words(operation.errors);
        for (const char* code : {"missing_api_key", "rate_limited", "wrong_key_type",
                                 "missing_scope", "internal_error"})
            QVERIFY2(std::ranges::find(errors, code) != errors.end(), operation.id.data());
    }
}

LEADSHEET_TEST(tst_operations, OperationsTest);
#include "tst_operations.moc"
