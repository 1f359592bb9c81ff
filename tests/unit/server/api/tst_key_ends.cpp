// SPDX-License-Identifier: Apache-2.0
#include "answer.hpp"
#include "test_main.hpp"
#include "test_server.hpp"
#include "test_store.hpp"

#include <QTemporaryDir>
#include <QTest>
#include <atomic>

using namespace leadsheet::test;
using namespace leadsheet;
using namespace std::chrono_literals;
namespace store = leadsheet::server::store;

/// A key does not outlive the one that made it. The clock stands at 2026-03-01T12:00:00Z.
class KeyEndsTest : public QObject {
    Q_OBJECT
private slots:
    void init();
    void cleanup();
    void created_byAKeyThatEnds_endsWithIt();
    void created_byAKeyThatRetires_endsWithIt();
    void rotate_byAKeyThatEnds_ofOneThatGoesOn_isRefused();
    void rotate_byAKeyThatRetires_ofItsSuccessor_isRefused();
    void adminKey_ofAnAdminThatEnds_endsWithIt();
    void adminRotate_byAKeyThatRetires_ofItsSuccessor_isRefused();
    void keyRevokedMeanwhile_grantsNothing_data();
    void keyRevokedMeanwhile_grantsNothing();

private:
    RawResponse create(const std::string& body, const std::string& secret = {});
    RawResponse send(const char* method, const std::string& target, const std::string& secret);

    std::shared_ptr<ManualClock> clock_;
    std::unique_ptr<TestServer> server_;
};

void KeyEndsTest::init() {
    clock_ = std::make_shared<ManualClock>();
    server_ = std::make_unique<TestServer>(TestServer::Options{.clock = clock_});
}

void KeyEndsTest::cleanup() {
    server_.reset();
}

RawResponse KeyEndsTest::create(const std::string& body, const std::string& secret) {
    return server_->post("/v1/keys", body,
                         {{"x-api-key", secret.empty() ? server_->customerKey() : secret}});
}

RawResponse KeyEndsTest::send(const char* method, const std::string& target,
                              const std::string& secret) {
    return rawRequest(server_->port(), method, target, {{"x-api-key", secret}});
}

void KeyEndsTest::created_byAKeyThatEnds_endsWithIt() {
    const auto maker = create(
        R"({"name":"m","scopes":["keys:write","leads:read"],"expiresAt":"2026-03-01T13:00:00Z"})");
    const std::string secret = memberOf(maker, "/secret");
    const auto silent = create(R"({"name":"x","scopes":["leads:read"]})", secret);
    QCOMPARE(silent.status, 201);
    QCOMPARE(memberOf(silent, "/expiresAt"), std::string("2026-03-01T13:00:00.000Z"));
    const auto earlier = create(
        R"({"name":"x","scopes":["leads:read"],"expiresAt":"2026-03-01T12:30:00Z"})", secret);
    QCOMPARE(memberOf(earlier, "/expiresAt"), std::string("2026-03-01T12:30:00.000Z"));
    const auto later = create(
        R"({"name":"x","scopes":["leads:read"],"expiresAt":"2026-03-01T13:00:01Z"})", secret);
    QCOMPARE(later.status, 422);
    QCOMPARE(memberOf(later, "/errors/0/pointer"), std::string("/expiresAt"));
    QVERIFY(memberOf(later, "/detail").find("2026-03-01T13:00:00") != std::string::npos);
    clock_->advance(1h);
    QCOMPARE(codeOf(server_->get("/v1/leads", {{"x-api-key", memberOf(silent, "/secret")}})),
             std::string("expired_api_key"));
}

void KeyEndsTest::created_byAKeyThatRetires_endsWithIt() {
    const auto maker = create(R"({"name":"m","scopes":["keys:write","leads:read"]})");
    const std::string secret = memberOf(maker, "/secret");
    const auto before = create(R"({"name":"before","scopes":["leads:read"]})", secret);
    QCOMPARE(memberOf(before, "/expiresAt"), std::string("null"));
    const std::string rotate = "/v1/keys/" + memberOf(maker, "/id") + "/rotate";
    const RawHeaders once{{"x-api-key", secret}, {"Idempotency-Key", "rotate"}};
    const auto successor = server_->post(rotate, "", once);
    QCOMPARE(successor.status, 201);
    QCOMPARE(memberOf(successor, "/expiresAt"), std::string("null"));
    // A lost answer can still be fetched by the old key, although the new one goes on.
    QCOMPARE(server_->post(rotate, "", once).body, successor.body);
    const auto during = create(R"({"name":"during","scopes":["leads:read"]})", secret);
    QCOMPARE(memberOf(during, "/expiresAt"), std::string("2026-03-02T12:00:00.000Z"));
    clock_->advance(24h);
    QCOMPARE(codeOf(server_->get("/v1/leads", {{"x-api-key", memberOf(during, "/secret")}})),
             std::string("expired_api_key"));
    // What it made while it was to stay goes on, also when it is revoked.
    QCOMPARE(send("DELETE", "/v1/keys/" + memberOf(maker, "/id"), server_->customerKey()).status,
             204);
    QCOMPARE(server_->get("/v1/leads", {{"x-api-key", memberOf(before, "/secret")}}).status, 200);
}

void KeyEndsTest::rotate_byAKeyThatEnds_ofOneThatGoesOn_isRefused() {
    const auto maker = create(
        R"({"name":"m","scopes":["keys:write","leads:read"],"expiresAt":"2026-03-01T13:00:00Z"})");
    const std::string secret = memberOf(maker, "/secret");
    const auto other = create(R"({"name":"x","scopes":["leads:read"]})");
    const auto refused = send("POST", "/v1/keys/" + memberOf(other, "/id") + "/rotate", secret);
    QCOMPARE(refused.status, 403);
    QCOMPARE(codeOf(refused), std::string("missing_scope"));
    QVERIFY(memberOf(refused, "/detail").find("2026-03-01T13:00:00") != std::string::npos);
    const auto child = create(R"({"name":"y","scopes":["leads:read"]})", secret);
    QCOMPARE(send("POST", "/v1/keys/" + memberOf(child, "/id") + "/rotate", secret).status, 201);
    const auto itself = send("POST", "/v1/keys/" + memberOf(maker, "/id") + "/rotate", secret);
    QCOMPARE(itself.status, 201);
    QCOMPARE(memberOf(itself, "/expiresAt"), std::string("2026-03-01T13:00:00.000Z"));
}

void KeyEndsTest::rotate_byAKeyThatRetires_ofItsSuccessor_isRefused() {
    const auto maker = create(R"({"name":"m","scopes":["account:read","keys:write"]})");
    const std::string secret = memberOf(maker, "/secret");
    const auto successor = send("POST", "/v1/keys/" + memberOf(maker, "/id") + "/rotate", secret);
    QCOMPARE(successor.status, 201);
    const std::string again = "/v1/keys/" + memberOf(successor, "/id") + "/rotate";
    const auto refused = send("POST", again, secret);
    QCOMPARE(refused.status, 403);
    QCOMPARE(codeOf(refused), std::string("missing_scope"));
    QVERIFY(memberOf(refused, "/detail").find("2026-03-02T12:00:00") != std::string::npos);
    const RawHeaders fresh{{"x-api-key", memberOf(successor, "/secret")}};
    QCOMPARE(memberOf(server_->get("/v1/account", fresh), "/key/expiresAt"), std::string("null"));
    QCOMPARE(send("POST", again, memberOf(successor, "/secret")).status, 201);
}

void KeyEndsTest::adminRotate_byAKeyThatRetires_ofItsSuccessor_isRefused() {
    const auto rotate = [&](const std::string& id, const std::string& secret) {
        return send("POST", "/v1/admin/keys/" + id + "/rotate", secret);
    };
    const auto keys =
        jsonOf(server_->get("/v1/admin/keys?limit=1000", {{"x-api-key", server_->adminKey()}}));
    std::string own;
    for (const auto& key : keys.at("data").as_array()) {
        if (memberOf(key, "/type") == "admin")
            own = memberOf(key, "/id");
    }
    const auto successor = rotate(own, server_->adminKey());
    QCOMPARE(successor.status, 201);
    const auto refused = rotate(memberOf(successor, "/id"), server_->adminKey());
    QCOMPARE(codeOf(refused), std::string("missing_scope"));
    QCOMPARE(rotate(memberOf(successor, "/id"), memberOf(successor, "/secret")).status, 201);
}

void KeyEndsTest::keyRevokedMeanwhile_grantsNothing_data() {
    QTest::addColumn<bool>("rotating");
    QTest::newRow("create") << false;
    QTest::newRow("rotate") << true;
}

void KeyEndsTest::keyRevokedMeanwhile_grantsNothing() {
    QFETCH(bool, rotating);
    const QTemporaryDir folder;
    const std::string path = folder.filePath("server.db").toStdString();
    std::unique_ptr<store::Store> other;
    store::KeyId revoked;
    std::atomic<bool> armed{false};
    TestServer server({.databasePath = path, .configure = [&](server::Config& config) {
                           config.databaseHook = [&](store::DbOp op, std::uint64_t) {
                               // The request is charged after its key was looked up.
                               if (op == store::DbOp::Committed && armed.exchange(false))
                                   (void)other->writeAndWait([&](store::Tx& tx) {
                                       tx.revokeKey(revoked, store::Timestamp{});
                                   });
                               return 0;
                           };
                       }});
    other = std::move(*openTestStore(path));
    server::BootstrapKey key{"k", server::KeyType::Customer, {"keys:write", "leads:read"}, {}};
    const auto caller = server.addKey(key);
    const auto mine = server.addKey(key);
    revoked = store::KeyId(caller.keyId);
    armed = true;
    const auto answer = server.post(rotating ? "/v1/keys/" + mine.keyId + "/rotate" : "/v1/keys",
                                    rotating ? "" : R"({"name":"x","scopes":["leads:read"]})",
                                    {{"x-api-key", caller.secret}});
    QVERIFY(!armed);
    QCOMPARE(answer.status, 401);
    QCOMPARE(codeOf(answer), std::string("revoked_api_key"));
    QVERIFY(answer.hasHeader("WWW-Authenticate"));
    QCOMPARE(jsonOf(server.get("/v1/keys")).at("data").as_array().size(), std::size_t{3});
}

void KeyEndsTest::adminKey_ofAnAdminThatEnds_endsWithIt() {
    const RawHeaders admin{{"x-api-key", server_->adminKey()}};
    const auto account =
        memberOf(server_->get("/v1/admin/keys?limit=1000", admin), "/data/0/accountId");
    const auto body = [&](const char* type, const char* scope, const std::string& end) {
        return R"({"accountId":")" + account + R"(","type":")" + type +
               R"(","name":"x","scopes":[")" + scope + "\"]" +
               (end.empty() ? "" : R"(,"expiresAt":")" + end + "\"") + "}";
    };
    const auto maker = server_->post(
        "/v1/admin/keys", body("admin", "admin:accounts", "2026-03-01T13:00:00Z"), admin);
    QCOMPARE(maker.status, 201);
    const RawHeaders ending{{"x-api-key", memberOf(maker, "/secret")}};
    const auto silent =
        server_->post("/v1/admin/keys", body("admin", "admin:accounts", ""), ending);
    QVERIFY2(silent.status == 201, silent.body.c_str());
    QCOMPARE(memberOf(silent, "/expiresAt"), std::string("2026-03-01T13:00:00.000Z"));
    QCOMPARE(server_
                 ->post("/v1/admin/keys", body("admin", "admin:accounts", "2027-01-01T00:00:00Z"),
                        ending)
                 .status,
             422);
    // A customer's key is the customer's.
    QCOMPARE(memberOf(server_->post("/v1/admin/keys", body("customer", "leads:read", ""), ending),
                      "/expiresAt"),
             std::string("null"));
}

LEADSHEET_TEST(tst_key_ends, KeyEndsTest);
#include "tst_key_ends.moc"
