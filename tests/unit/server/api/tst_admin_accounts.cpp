// SPDX-License-Identifier: Apache-2.0
#include "order_scene.hpp"
#include "schema_check.hpp"
#include "test_main.hpp"

#include <QTemporaryDir>
#include <QTest>

#include <array>

using namespace leadsheet::test;
using namespace leadsheet;

/// Accounts, credit and keys of both types, as an operator manages them.
class AdminAccountsTest : public QObject {
    Q_OBJECT
private slots:
    void init();
    void cleanup();
    void account_isMadeCreditedAndUsed();
    void account_suspended_isRefusedUntilReinstated();
    void account_ofTheAskingKey_isNotSuspended();
    void accounts_areListedOldestFirst();
    void credit_isBoundedAndKeptWithItsReason();
    void credit_withKey_isGivenOnce();
    void credit_andRefund_areGivenOnceHoweverLate();
    void wrongBody_isNamed_data();
    void wrongBody_isNamed();
    void adminKey_cannotGrantAdminScopesItLacks();
    void adminKeys_areListedFilteredRotatedAndRevoked();
    void absentAccount_isNotFound();
    void answers_fitTheirSchemas();

private:
    RawResponse send(const char* method, const std::string& target, const std::string& body = {},
                     RawHeaders headers = {});

    std::unique_ptr<TestServer> server_;
};

void AdminAccountsTest::init() {
    server_ = std::make_unique<TestServer>();
}

void AdminAccountsTest::cleanup() {
    server_.reset();
}

RawResponse AdminAccountsTest::send(const char* method, const std::string& target,
                                    const std::string& body, RawHeaders headers) {
    if (std::ranges::none_of(headers, [](const auto& h) { return h.first == "x-api-key"; }))
        headers.emplace_back("x-api-key", server_->adminKey());
    if (!body.empty())
        headers.emplace_back("Content-Type", "application/json");
    return rawRequest(server_->port(), method, "/v1/admin" + target, headers, body);
}

void AdminAccountsTest::account_isMadeCreditedAndUsed() {
    const auto made = send("POST", "/accounts", R"({"name":" Example Ltd "})");
    QCOMPARE(made.status, 201);
    QCOMPARE(memberOf(made, "/name"), std::string("Example Ltd"));
    QCOMPARE(memberOf(made, "/balance/available/amount"), std::string("0"));
    const std::string id = memberOf(made, "/id");
    QCOMPARE(send("GET", "/accounts/" + id).body, made.body);
    const auto credit = send("POST", "/accounts/" + id + "/credit",
                             R"({"amount":{"amount":5000,"currency":"USD"},"reason":"Transfer"})");
    QCOMPARE(credit.status, 201);
    QCOMPARE(memberOf(credit, "/type"), std::string("credit"));
    QCOMPARE(memberOf(credit, "/balance/available/amount"), std::string("5000"));
    const auto key = send("POST", "/keys",
                          R"({"accountId":")" + id +
                              R"(","type":"customer","name":"Sheet","scopes":["orders:write"]})");
    QCOMPARE(key.status, 201);
    QCOMPARE(memberOf(key, "/accountId"), id);
    QCOMPARE(server_->createOrder("k", TestServer::orderBody(10), memberOf(key, "/secret")).status,
             201);
    QCOMPARE(memberOf(send("GET", "/accounts/" + id), "/balance/held/amount"), std::string("80"));
    QCOMPARE(memberOf(send("PATCH", "/accounts/" + id, R"({"name":"New name"})"), "/name"),
             std::string("New name"));
}

void AdminAccountsTest::account_suspended_isRefusedUntilReinstated() {
    const std::string target = "/accounts/" + server_->accountId();
    const auto suspended = send("PATCH", target, R"({"suspended":true})");
    QCOMPARE(suspended.status, 200);
    QCOMPARE(memberOf(suspended, "/suspended"), std::string("true"));
    QCOMPARE(memberOf(suspended, "/name"), std::string("Test account"));
    const auto refused = server_->get("/v1/account");
    QCOMPARE(refused.status, 403);
    QCOMPARE(codeOf(refused), std::string("account_suspended"));
    QCOMPARE(send("PATCH", target, R"({"suspended":false})").status, 200);
    QCOMPARE(server_->get("/v1/account").status, 200);
}

void AdminAccountsTest::account_ofTheAskingKey_isNotSuspended() {
    std::string own;
    const auto accounts = jsonOf(send("GET", "/accounts"));
    for (const auto& account : accounts.at("data").as_array()) {
        if (account.at("name") == "Test operations")
            own = std::string(account.at("id").as_string());
    }
    const auto refused = send("PATCH", "/accounts/" + own, R"({"name":"x","suspended":true})");
    QCOMPARE(refused.status, 422);
    QCOMPARE(memberOf(refused, "/errors/0/pointer"), std::string("/suspended"));
    QCOMPARE(memberOf(send("GET", "/accounts/" + own), "/name"), std::string("Test operations"));
    QCOMPARE(send("PATCH", "/accounts/" + own, R"({"name":"x","suspended":false})").status, 200);
}

void AdminAccountsTest::accounts_areListedOldestFirst() {
    std::vector<std::string> made{server_->accountId()};
    made.push_back({}); // the operator's own, whose id the test does not know
    for (int i = 0; i < 5; ++i)
        made.push_back(memberOf(send("POST", "/accounts", R"({"name":"x"})"), "/id"));
    std::vector<std::string> seen;
    for (std::string target = "/accounts?limit=2"; !target.empty();) {
        const auto page = jsonOf(send("GET", target));
        for (const auto& account : page.at("data").as_array())
            seen.push_back(memberOf(account, "/id"));
        target = memberOf(page, "/meta/hasMore") == "true"
                     ? "/accounts?limit=3&cursor=" + memberOf(page, "/meta/nextCursor")
                     : "";
    }
    QCOMPARE(seen.size(), made.size());
    made[1] = seen[1];
    QCOMPARE(seen, made);
}

void AdminAccountsTest::credit_isBoundedAndKeptWithItsReason() {
    const std::string target = "/accounts/" + server_->accountId() + "/credit";
    const auto most = R"({"amount":{"amount":9000000000000000,"currency":"USD"},"reason":"x"})";
    QCOMPARE(memberOf(send("POST", target, most), "/errors/0/pointer"),
             std::string("/amount/amount"));
    QCOMPARE(
        send("POST", target, R"({"amount":{"amount":7,"currency":"USD"},"reason":"Two\nlines"})")
            .status,
        201);
    const auto ledger = jsonOf(server_->get("/v1/account/ledger?limit=1"));
    QCOMPARE(memberOf(ledger, "/data/0/reason"), std::string("Two\nlines"));
    QCOMPARE(memberOf(ledger, "/data/0/amount/amount"), std::string("7"));
}

void AdminAccountsTest::credit_withKey_isGivenOnce() {
    const std::string target = "/accounts/" + server_->accountId() + "/credit";
    const std::string body = R"({"amount":{"amount":7,"currency":"USD"},"reason":"x"})";
    const RawHeaders key{{"Idempotency-Key", "once"}};
    const auto first = send("POST", target, body, key);
    QCOMPARE(send("POST", target, body, key).body, first.body);
    QCOMPARE(memberOf(server_->get("/v1/account"), "/balance/available/amount"),
             std::string("100000007"));
}

// Kept answers end after 30 days; what moved money and would move it again does not.
void AdminAccountsTest::credit_andRefund_areGivenOnceHoweverLate() {
    const QTemporaryDir folder;
    const auto clock = std::make_shared<ManualClock>();
    const TestServer::Options options{.databasePath = folder.filePath("s.db").toStdString(),
                                      .clock = clock};
    server_ = std::make_unique<TestServer>(options);
    OrderScene scene(*server_);
    const std::string customer = server_->customerKey();
    const std::string admin = server_->adminKey();
    const std::string number = scene.placeWithLeads(2);
    QCOMPARE(scene.admin(number, "deliver").status, 200);
    const std::string refund = "/orders/" + number + "/refund";
    const std::string part = R"({"reason":"r","amount":{"amount":1,"currency":"USD"}})";
    const std::string credit = "/accounts/" + server_->accountId() + "/credit";
    const std::string gift = R"({"amount":{"amount":5,"currency":"USD"},"reason":"x"})";
    const auto both = [&] {
        const RawHeaders headers{{"x-api-key", admin}, {"Idempotency-Key", "once"}};
        return std::array{send("POST", credit, gift, headers), send("POST", refund, part, headers)};
    };
    const auto first = both();
    QCOMPARE(first[0].status, 201);
    QCOMPARE(first[1].status, 200);
    const auto balance = [&] {
        return memberOf(server_->get("/v1/account", {{"x-api-key", customer}}), "/balance");
    };
    const std::string before = balance();
    server_->stop();
    clock->advance(std::chrono::hours(24 * 400));
    server_ = std::make_unique<TestServer>(options); // its housekeeping begins before it answers
    const auto again = both();
    for (std::size_t n = 0; n < first.size(); ++n) {
        QCOMPARE(again[n].body, first[n].body);
        QCOMPARE(again[n].header("Idempotent-Replayed"), std::string("true"));
    }
    QCOMPARE(balance(), before);
}

void AdminAccountsTest::wrongBody_isNamed_data() {
    QTest::addColumn<QString>("method");
    QTest::addColumn<QString>("target");
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("pointer");
    const auto row = [](const char* method, const char* target, const char* body,
                        const char* pointer) {
        QTest::addRow("%s %s %s", method, target, body) << method << target << body << pointer;
    };
    row("POST", "/accounts", "{}", "/name");
    row("POST", "/accounts", R"({"name":7})", "/name");
    row("POST", "/accounts", R"({"name":"x","id":"acc_1"})", "/id");
    row("PATCH", "/accounts/%1", "{}", "/name");
    row("PATCH", "/accounts/%1", R"({"suspended":"yes"})", "/suspended");
    row("PATCH", "/accounts/%1", R"({"environment":"live"})", "/environment");
    row("POST", "/accounts/%1/credit", R"({"reason":"x"})", "/amount");
    row("POST", "/accounts/%1/credit", R"({"amount":{"amount":5,"currency":"USD"}})", "/reason");
    row("POST", "/accounts/%1/credit", R"({"amount":{"amount":-5,"currency":"USD"},"reason":"x"})",
        "/amount/amount");
    row("POST", "/keys", R"({"type":"customer","name":"x","scopes":["leads:read"]})", "/accountId");
    row("POST", "/keys", R"({"accountId":"%1","name":"x","scopes":["leads:read"]})", "/type");
    row("POST", "/keys", R"({"accountId":"%1","type":"root","name":"x","scopes":["leads:read"]})",
        "/type");
    row("POST", "/keys", R"({"accountId":"%1","type":"admin","name":"x","scopes":["leads:read"]})",
        "/scopes");
    row("POST", "/keys",
        R"({"accountId":"%1","type":"customer","name":"x","scopes":["admin:orders"]})", "/scopes");
}

void AdminAccountsTest::wrongBody_isNamed() {
    QFETCH(QString, method);
    QFETCH(QString, target);
    QFETCH(QString, body);
    QFETCH(QString, pointer);
    const QString account = QString::fromStdString(server_->accountId());
    const auto answer =
        send(method.toLatin1().constData(), target.replace("%1", account).toStdString(),
             body.replace("%1", account).toStdString());
    QCOMPARE(answer.status, 422);
    QCOMPARE(memberOf(answer, "/errors/0/pointer"), pointer.toStdString());
}

void AdminAccountsTest::adminKey_cannotGrantAdminScopesItLacks() {
    const auto clerk = server_->addKey({"clerk", server::KeyType::Admin, {"admin:accounts"}, {}});
    const RawHeaders key{{"x-api-key", clerk.secret}};
    const std::string head = R"({"accountId":")" + server_->accountId() + R"(","name":"x","type":)";
    QCOMPARE(codeOf(send("POST", "/keys", head + R"("admin","scopes":["admin:refunds"]})", key)),
             std::string("missing_scope"));
    QCOMPARE(send("POST", "/keys", head + R"("admin","scopes":["admin:accounts"]})", key).status,
             201);
    QCOMPARE(send("POST", "/keys", head + R"("customer","scopes":["orders:write"]})", key).status,
             201);
    const auto strong = server_->addKey({"strong", server::KeyType::Admin, {}, {}});
    QCOMPARE(codeOf(send("POST", "/keys/" + strong.keyId + "/rotate", {}, key)),
             std::string("missing_scope"));
}

void AdminAccountsTest::adminKeys_areListedFilteredRotatedAndRevoked() {
    const auto all = jsonOf(send("GET", "/keys"));
    QCOMPARE(all.at("data").as_array().size(), 2u);
    const auto own = jsonOf(send("GET", "/keys?accountId=" + server_->accountId()));
    QCOMPARE(own.at("data").as_array().size(), 1u);
    QCOMPARE(memberOf(own, "/data/0/id"), server_->customerKeyId());
    const auto rotated = send("POST", "/keys/" + server_->customerKeyId() + "/rotate");
    QCOMPARE(rotated.status, 201);
    QCOMPARE(server_->get("/v1/account", {{"x-api-key", memberOf(rotated, "/secret")}}).status,
             200);
    QCOMPARE(send("DELETE", "/keys/" + server_->customerKeyId()).status, 204);
    QCOMPARE(codeOf(server_->get("/v1/account")), std::string("revoked_api_key"));
    QCOMPARE(codeOf(send("DELETE", "/keys/key_none")), std::string("not_found"));
}

void AdminAccountsTest::absentAccount_isNotFound() {
    QCOMPARE(send("GET", "/accounts/acc_none").status, 404);
    QCOMPARE(send("PATCH", "/accounts/acc_none", R"({"name":"x"})").status, 404);
    QCOMPARE(send("POST", "/accounts/acc_none/credit",
                  R"({"amount":{"amount":5,"currency":"USD"},"reason":"x"})")
                 .status,
             404);
    QCOMPARE(
        send("POST", "/keys",
             R"({"accountId":"acc_none","type":"customer","name":"x","scopes":["leads:read"]})")
            .status,
        404);
}

void AdminAccountsTest::answers_fitTheirSchemas() {
    const SchemaCheck schemas(jsonOf(rawRequest(server_->port(), "GET", "/v1/openapi.json")));
    const auto fits = [&](const char* operation, const RawResponse& answer) {
        const auto* schema = schemas.answerSchema(operation, answer.status);
        QVERIFY2(schema != nullptr, operation);
        const auto faults = schemas.faults(*schema, jsonOf(answer));
        QVERIFY2(faults.empty(), faults.empty() ? "" : faults.front().c_str());
    };
    const std::string account = "/accounts/" + server_->accountId();
    fits("listAccounts", send("GET", "/accounts"));
    fits("getAccountById", send("GET", account));
    fits("createAccount", send("POST", "/accounts", R"({"name":"x"})"));
    fits("updateAccount", send("PATCH", account, R"({"name":"x"})"));
    fits("creditAccount", send("POST", account + "/credit",
                               R"({"amount":{"amount":5,"currency":"USD"},"reason":"x"})"));
    fits("listAdminKeys", send("GET", "/keys"));
    fits("createAdminKey", send("POST", "/keys",
                                R"({"accountId":")" + server_->accountId() +
                                    R"(","type":"admin","name":"x","scopes":["admin:orders"]})"));
    fits("rotateAdminKey", send("POST", "/keys/" + server_->customerKeyId() + "/rotate"));
    fits("listKeys", server_->get("/v1/keys"));
}

LEADSHEET_TEST(tst_admin_accounts, AdminAccountsTest);
#include "tst_admin_accounts.moc"
