// SPDX-License-Identifier: Apache-2.0
#include "order_scene.hpp"
#include "test_main.hpp"

#include <leadsheet/contract/operations.hpp>
#include <leadsheet/contract/scopes.hpp>

#include <QTest>

#include <algorithm>
#include <map>
#include <set>

using namespace leadsheet::test;
using namespace leadsheet;
using contract::KeyRule;

namespace {

const contract::OperationInfo& operationOf(const QString& id) {
    return *contract::findOperation(id.toStdString());
}

std::string bodyFor(std::string_view operation) {
    static const std::map<std::string_view, std::string> kBodies{
        {"createOrder", TestServer::orderBody()},
        {"createQuote", TestServer::orderBody()},
        {"replyToOrder", R"({"message":"x"})"},
        {"rejectOrder", R"({"reason":"x"})"},
        {"failOrder", R"({"reason":"x"})"},
        {"refundOrder", R"({"reason":"x"})"},
        {"requestOrderInfo", R"({"question":"x"})"},
        {"createKey", R"({"name":"x","scopes":["keys:write"]})"},
        {"createAdminKey",
         R"({"accountId":"acc_x","type":"customer","name":"x","scopes":["leads:read"]})"},
        {"createAccount", R"({"name":"x"})"},
        {"createSuppression", R"({"email":"ada@ada.example"})"},
        {"erasePerson", R"({"email":"ada@ada.example"})"},
        {"updateAccount", R"({"name":"x"})"},
        {"creditAccount", R"({"amount":{"amount":5,"currency":"USD"},"reason":"x"})"},
        {"createWebhook", R"({"url":"http://127.0.0.1:9/"})"},
        {"updateWebhook", R"({"name":"x"})"},
        {"recoverWebhook", R"({"since":"2099-01-01T00:00:00Z"})"},
        {"deliverToWebhook", R"({"webhookId":"wh_none","deliveredAfter":"2026-01-01T00:00:00Z"})"},
        {"createDestination", R"({"platform":"lemlist","credential":"k"})"},
        {"updateDestination", R"({"name":"x"})"},
        {"pushToDestination", R"({"leadIds":["ld_none"]})"},
        {"ingestDelivery", R"({"orderNumber":"LS-0000000000","deliveryId":"x","leads":[]})"},
    };
    const auto found = kBodies.find(operation);
    return found == kBodies.end() ? std::string() : found->second;
}

} // namespace

/// Every operation of the document, called without a key, with a key of the wrong type, without the
/// scope, and on what belongs to somebody else.
class AuthorisationTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void cleanupTestCase();
    void operation_withoutKey_isRefused_data() { everyOperation(); }
    void operation_withoutKey_isRefused();
    void operation_withKeyOfTheOtherType_isRefused_data() { everyOperation(); }
    void operation_withKeyOfTheOtherType_isRefused();
    void operation_withoutItsScope_isRefused_data() { everyOperation(); }
    void operation_withoutItsScope_isRefused();
    void operation_withItsScopeAlone_passes_data() { everyOperation(); }
    void operation_withItsScopeAlone_passes();
    void operation_onForeignResource_equalsAnAbsentOne_data() { everyOperation(); }
    void operation_onForeignResource_equalsAnAbsentOne();
    void adminOperation_reachesEveryAccount_andNothingElse_data() { everyOperation(); }
    void adminOperation_reachesEveryAccount_andNothingElse();
    void foreignResource_namedInABody_equalsAnAbsentOne();
    void scopeOfAWrite_impliesItsRead();

private:
    static void everyOperation();
    RawResponse call(const contract::OperationInfo& operation, const std::string& secret,
                     const std::map<std::string, std::string>& resources = {});
    std::string keyWith(KeyRule type, const std::vector<std::string>& scopes);

    std::unique_ptr<TestServer> server_;
    std::unique_ptr<OrderScene> scene_; ///< one for all, so that its orders have keys of their own
    int calls_ = 0;
};

void AuthorisationTest::initTestCase() {
    server_ = std::make_unique<TestServer>(TestServer::Options{.configure = [](auto& config) {
        config.limits.defaultRate.quota = 1'000'000;
        config.limits.failedAuthentication.quota = 1'000'000;
        config.outgoing.allowHttp = true;
        config.outgoing.allowLoopback = true;
    }});
    scene_ = std::make_unique<OrderScene>(*server_);
}

void AuthorisationTest::cleanupTestCase() {
    scene_.reset();
    server_.reset();
}

void AuthorisationTest::everyOperation() {
    QTest::addColumn<QString>("id");
    for (const auto& operation : contract::kOperations)
        QTest::newRow(std::string(operation.id).c_str())
            << QString::fromStdString(std::string(operation.id));
}

RawResponse AuthorisationTest::call(const contract::OperationInfo& operation,
                                    const std::string& secret,
                                    const std::map<std::string, std::string>& resources) {
    std::string path(operation.path);
    while (path.find('{') != std::string::npos) {
        const auto open = path.find('{');
        const auto close = path.find('}');
        const auto known = resources.find(path.substr(open + 1, close - open - 1));
        path.replace(open, close - open + 1, known == resources.end() ? "none" : known->second);
    }
    RawHeaders headers;
    if (!secret.empty())
        headers.emplace_back("x-api-key", secret);
    if (operation.generatesIdempotencyKey)
        headers.emplace_back("Idempotency-Key", "call-" + std::to_string(++calls_));
    const std::string body = bodyFor(operation.id);
    if (!body.empty())
        headers.emplace_back("Content-Type", "application/json");
    return rawRequest(server_->port(), operation.method, path, headers, body);
}

std::string AuthorisationTest::keyWith(KeyRule type, const std::vector<std::string>& scopes) {
    server::BootstrapKey key;
    key.label = "key";
    key.type = type == KeyRule::Admin ? server::KeyType::Admin : server::KeyType::Customer;
    key.scopes = scopes;
    return server_->addKey(key).secret;
}

void AuthorisationTest::operation_withoutKey_isRefused() {
    QFETCH(QString, id);
    const auto& operation = operationOf(id);
    const auto answer = call(operation, {});
    if (operation.key == KeyRule::None) {
        QVERIFY2(answer.status == 200, answer.body.c_str());
        return;
    }
    QCOMPARE(answer.status, 401);
    QCOMPARE(codeOf(answer), std::string("missing_api_key"));
    QVERIFY(answer.hasHeader("WWW-Authenticate"));
    QCOMPARE(codeOf(call(operation, "nonsense")), std::string("invalid_api_key"));
}

void AuthorisationTest::operation_withKeyOfTheOtherType_isRefused() {
    QFETCH(QString, id);
    const auto& operation = operationOf(id);
    if (operation.key != KeyRule::Customer && operation.key != KeyRule::Admin)
        return;
    const bool admins = operation.key == KeyRule::Admin;
    const auto answer = call(operation, admins ? server_->customerKey() : server_->adminKey());
    QCOMPARE(answer.status, 403);
    QCOMPARE(codeOf(answer), std::string("wrong_key_type"));
}

void AuthorisationTest::operation_withoutItsScope_isRefused() {
    QFETCH(QString, id);
    const auto& operation = operationOf(id);
    if (operation.scope.empty())
        return;
    const bool admins = operation.key == KeyRule::Admin;
    std::vector<std::string> others;
    for (const auto& scope : contract::kScopes) {
        const std::string implied = " " + std::string(scope.implies) + " ";
        if (scope.admin == admins && scope.name != operation.scope &&
            implied.find(" " + std::string(operation.scope) + " ") == std::string::npos)
            others.emplace_back(scope.name);
    }
    const auto answer = call(operation, keyWith(operation.key, others));
    QCOMPARE(answer.status, 403);
    QCOMPARE(codeOf(answer), std::string("missing_scope"));
    QVERIFY(memberOf(answer, "/detail").find(std::string(operation.scope)) != std::string::npos);
}

void AuthorisationTest::operation_withItsScopeAlone_passes() {
    QFETCH(QString, id);
    const auto& operation = operationOf(id);
    if (operation.scope.empty())
        return;
    const auto answer = call(operation, keyWith(operation.key, {std::string(operation.scope)}));
    QVERIFY2(answer.status != 401 && answer.status != 403, answer.body.c_str());
}

/// What another account owns, by the name of the path parameter.
void AuthorisationTest::operation_onForeignResource_equalsAnAbsentOne() {
    QFETCH(QString, id);
    const auto& operation = operationOf(id);
    if (operation.key != KeyRule::Customer || operation.path.find('{') == std::string_view::npos)
        return;
    static const std::map<std::string, std::string> owned = [&] {
        std::map<std::string, std::string> found;
        found["orderNumber"] = scene_->placePartDelivered(1);
        found["quoteId"] = memberOf(server_->post("/v1/quotes", TestServer::orderBody()), "/id");
        found["leadId"] = memberOf(server_->get("/v1/leads"), "/data/0/id");
        found["keyId"] = server_->customerKeyId();
        found["webhookId"] =
            memberOf(server_->post("/v1/webhooks", bodyFor("createWebhook")), "/id");
        found["deliveryId"] =
            memberOf(server_->post("/v1/webhooks/" + found["webhookId"] + "/test", ""), "/id");
        found["destinationId"] =
            memberOf(server_->post("/v1/destinations", bodyFor("createDestination")), "/id");
        return found;
    }();
    const std::string stranger = server_->addAccount(1'000'000);
    const auto foreign = call(operation, stranger, owned);
    const auto absent = call(operation, stranger);
    QCOMPARE(foreign.status, 404);
    QCOMPARE(codeOf(foreign), std::string("not_found"));
    QCOMPARE(memberOf(foreign, "/detail"), memberOf(absent, "/detail"));
    // And nothing has happened to it.
    QCOMPARE(memberOf(scene_->record(owned.at("orderNumber")), "/status"),
             std::string("in_progress"));
    QCOMPARE(server_->get("/v1/account").status, 200);
}

/// The resources of an account that is not the admin key's own.
void AuthorisationTest::adminOperation_reachesEveryAccount_andNothingElse() {
    QFETCH(QString, id);
    const auto& operation = operationOf(id);
    if (operation.key != KeyRule::Admin || operation.path.find('{') == std::string_view::npos)
        return;
    server::BootstrapKey spare;
    spare.label = "spare";
    const std::string suppression =
        memberOf(server_->post("/v1/admin/suppressions", R"({"email":"ada@ada.example"})",
                               {{"x-api-key", server_->adminKey()}}),
                 "/id");
    const std::map<std::string, std::string> owned{{"orderNumber", scene_->placeWithLeads(1)},
                                                   {"accountId", server_->accountId()},
                                                   {"suppressionId", suppression},
                                                   {"keyId", server_->addKey(spare).keyId}};
    const auto absent = call(operation, server_->adminKey());
    QCOMPARE(absent.status, 404);
    QCOMPARE(codeOf(absent), std::string("not_found"));
    // Whatever its state allows: it is found, and the customer's key stays outside.
    QCOMPARE(codeOf(call(operation, server_->customerKey(), owned)), std::string("wrong_key_type"));
    const auto found = call(operation, server_->adminKey(), owned);
    QVERIFY2(found.status != 404 && found.status != 403 && found.status < 500, found.body.c_str());
}

void AuthorisationTest::foreignResource_namedInABody_equalsAnAbsentOne() {
    const auto order = [&](const std::string& quote, const std::string& secret) {
        std::string body = TestServer::orderBody();
        body.insert(1, R"("quoteId":")" + quote + R"(",)");
        return server_->createOrder("quoted-" + std::to_string(++calls_), body, secret);
    };
    const auto quote = memberOf(server_->post("/v1/quotes", TestServer::orderBody()), "/id");
    const std::string stranger = server_->addAccount(1'000'000);
    const auto foreign = order(quote, stranger);
    const auto absent = order("qt_none", stranger);
    QCOMPARE(foreign.status, absent.status);
    QCOMPARE(codeOf(foreign), std::string("not_found"));
    QCOMPARE(memberOf(foreign, "/detail"), memberOf(absent, "/detail"));
    QCOMPARE(order(quote, server_->customerKey()).status, 201);

    // Filters by what another account owns find nothing, and say nothing.
    const std::string number = scene_->placePartDelivered(1);
    const RawHeaders asStranger{{"x-api-key", stranger}};
    const auto leads = server_->get("/v1/leads?orderNumber=" + number, asStranger);
    const auto none = server_->get("/v1/leads?orderNumber=LS-0000000000", asStranger);
    QCOMPARE(leads.status, none.status);
    QCOMPARE(leads.body.find(number), std::string::npos);
}

void AuthorisationTest::scopeOfAWrite_impliesItsRead() {
    const std::string writer = keyWith(KeyRule::Customer, {"orders:write"});
    QCOMPARE(server_->get("/v1/orders", {{"x-api-key", writer}}).status, 200);
    const std::string reader = keyWith(KeyRule::Customer, {"orders:read"});
    QCOMPARE(codeOf(server_->createOrder("x", TestServer::orderBody(), reader)),
             std::string("missing_scope"));
}

LEADSHEET_TEST(tst_authorisation, AuthorisationTest);
#include "tst_authorisation.moc"
