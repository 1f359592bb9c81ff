// SPDX-License-Identifier: Apache-2.0
#include "order_scene.hpp"
#include "schema_check.hpp"
#include "test_main.hpp"

#include <leadsheet/contract/limits.hpp>

#include <QTest>

using namespace leadsheet::test;
using namespace leadsheet;
using namespace std::chrono_literals;

/// The account's own keys: making, replacing and revoking them, never beyond what the caller has.
class KeysTest : public QObject {
    Q_OBJECT
private slots:
    void init();
    void cleanup();
    void created_worksAndIsShownOnce();
    void created_neverExceedsItsMaker_data();
    void created_neverExceedsItsMaker();
    void created_neverMoreThanAnAccountMayHave();
    void wrongBody_isNamed_data();
    void wrongBody_isNamed();
    void createWithKey_replaysTheSecretWithoutStoringIt();
    void rotated_overlapsForADayAndInheritsTheCounters();
    void rotated_twice_isRefused();
    void rotate_ofAStrongerKey_isRefused();
    void spendCap_isInheritedByTheKeysOfACappedKey();
    void spendCap_ofAllKeysThatACappedKeyMade_isOne();
    void spendCap_ofTheSettings_boundsNewKeysToo();
    void rotate_byACappedKey_staysWithinItsPurse_data();
    void rotate_byACappedKey_staysWithinItsPurse();
    void rotate_byACappedKey_ofItselfAndItsKeys_works();
    void replay_byAWeakerKey_showsNoSecret_data();
    void replay_byAWeakerKey_showsNoSecret();
    void replayOfAdminKey_byAWeakerAdmin_showsNoSecret();
    void revoked_stopsAtOnce();
    void revoked_staysSoWhenTheClockGoesBack();
    void list_isOldestFirstWithoutSecretsAndAdminKeys();
    void expired_stopsWorking();

private:
    RawResponse create(const std::string& body, const std::string& secret = {});
    RawResponse send(const char* method, const std::string& target, const std::string& secret);

    std::shared_ptr<ManualClock> clock_;
    std::unique_ptr<TestServer> server_;
};

void KeysTest::init() {
    clock_ = std::make_shared<ManualClock>();
    server_ = std::make_unique<TestServer>(TestServer::Options{.clock = clock_});
}

void KeysTest::cleanup() {
    server_.reset();
}

RawResponse KeysTest::create(const std::string& body, const std::string& secret) {
    return server_->post("/v1/keys", body,
                         {{"x-api-key", secret.empty() ? server_->customerKey() : secret}});
}

RawResponse KeysTest::send(const char* method, const std::string& target,
                           const std::string& secret) {
    return rawRequest(server_->port(), method, target, {{"x-api-key", secret}});
}

void KeysTest::created_worksAndIsShownOnce() {
    const auto made = create(R"({"name":" Sheet ","scopes":["orders:read"],)"
                             R"("dailySpendCap":{"amount":500,"currency":"USD"}})");
    QCOMPARE(made.status, 201);
    const SchemaCheck schemas(jsonOf(rawRequest(server_->port(), "GET", "/v1/openapi.json")));
    const auto faults = schemas.faults(*schemas.answerSchema("createKey", 201), jsonOf(made));
    QVERIFY2(faults.empty(), faults.empty() ? "" : faults.front().c_str());
    const std::string secret = memberOf(made, "/secret");
    QCOMPARE(memberOf(made, "/name"), std::string("Sheet"));
    QCOMPARE(memberOf(made, "/last4"), secret.substr(secret.size() - 4));
    QVERIFY(secret.starts_with(memberOf(made, "/prefix")));
    QCOMPARE(server_->get("/v1/orders", {{"x-api-key", secret}}).status, 200);
    QCOMPARE(codeOf(server_->get("/v1/leads", {{"x-api-key", secret}})),
             std::string("missing_scope"));
    QVERIFY(server_->get("/v1/keys").body.find(secret) == std::string::npos);
}

void KeysTest::created_neverExceedsItsMaker_data() {
    QTest::addColumn<QString>("scopes");
    QTest::addColumn<QString>("code"); // empty = made
    QTest::newRow("what it has") << R"(["keys:write"])"
                                 << "";
    QTest::newRow("what is implied") << R"(["orders:read","keys:write"])"
                                     << "";
    QTest::newRow("another scope") << R"(["keys:write","leads:read"])"
                                   << "missing_scope";
    QTest::newRow("an admin's scope") << R"(["admin:orders"])"
                                      << "validation_failed";
}

void KeysTest::created_neverExceedsItsMaker() {
    QFETCH(QString, scopes);
    QFETCH(QString, code);
    const auto maker =
        server_->addKey({"maker", server::KeyType::Customer, {"keys:write", "orders:write"}, {}});
    const auto made = create(R"({"name":"x","scopes":)" + scopes.toStdString() + "}", maker.secret);
    QCOMPARE(codeOf(made), code.toStdString());
    QCOMPARE(made.status == 201, code.isEmpty());
}

void KeysTest::created_neverMoreThanAnAccountMayHave() {
    std::string last;
    int made = 1; // the scene's own
    for (; made < contract::kMaxKeys; ++made) {
        const auto answer = create(R"({"name":"One of many","scopes":["orders:read"]})");
        QCOMPARE(answer.status, 201);
        last = memberOf(answer, "/id");
    }
    const auto refused = create(R"({"name":"Too many","scopes":["orders:read"]})");
    QCOMPARE(refused.status, 422);
    QVERIFY(memberOf(refused, "/detail").find("200 keys that work") != std::string::npos);
    QCOMPARE(send("DELETE", "/v1/keys/" + last, server_->customerKey()).status, 204);
    QCOMPARE(create(R"({"name":"In its place","scopes":["orders:read"]})").status, 201);
}

void KeysTest::wrongBody_isNamed_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("code");
    const auto row = [](const char* body, const char* pointer, const char* code) {
        QTest::newRow(body) << body << pointer << code;
    };
    row("[]", "", "wrong_type");
    row(R"({"scopes":["leads:read"]})", "/name", "required");
    row(R"({"name":"x"})", "/scopes", "required");
    row(R"({"name":"  ","scopes":["leads:read"]})", "/name", "blank");
    row(R"({"name":"a\nb","scopes":["leads:read"]})", "/name", "invalid_characters");
    row(R"({"name":"x","scopes":[]})", "/scopes", "too_few_items");
    row(R"({"name":"x","scopes":"leads:read"})", "/scopes", "wrong_type");
    row(R"({"name":"x","scopes":["leads:read","leads:read"]})", "/scopes", "duplicate");
    row(R"({"name":"x","scopes":["leads"]})", "/scopes", "not_allowed");
    row(R"({"name":"x","scopes":["leads:read"],"dailySpendCap":5})", "/dailySpendCap",
        "wrong_type");
    row(R"({"name":"x","scopes":["leads:read"],"dailySpendCap":{"amount":0,"currency":"USD"}})",
        "/dailySpendCap/amount", "out_of_range");
    row(R"({"name":"x","scopes":["leads:read"],"expiresAt":"2020-01-01T00:00:00Z"})", "/expiresAt",
        "out_of_range");
    row(R"({"name":"x","scopes":["leads:read"],"expiresAt":"soon"})", "/expiresAt",
        "invalid_format");
    row(R"({"name":"x","scopes":["leads:read"],"type":"admin"})", "/type", "unknown_member");
}

void KeysTest::wrongBody_isNamed() {
    QFETCH(QString, body);
    QFETCH(QString, pointer);
    QFETCH(QString, code);
    const auto answer = create(body.toStdString());
    QCOMPARE(answer.status, 422);
    QCOMPARE(memberOf(answer, "/errors/0/pointer"), pointer.toStdString());
    QCOMPARE(memberOf(answer, "/errors/0/code"), code.toStdString());
}

void KeysTest::createWithKey_replaysTheSecretWithoutStoringIt() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("server.db").toStdString();
    std::string secret;
    {
        TestServer server({.databasePath = path});
        const std::string body = R"({"name":"x","scopes":["leads:read"]})";
        const RawHeaders key{{"Idempotency-Key", "k"}};
        const auto first = server.post("/v1/keys", body, key);
        const auto again = server.post("/v1/keys", body, key);
        QCOMPARE(first.status, 201);
        QCOMPARE(again.status, 201);
        QCOMPARE(again.body, first.body);
        QCOMPARE(again.header("Idempotent-Replayed"), std::string("true"));
        secret = memberOf(first, "/secret");
        QCOMPARE(server.get("/v1/leads", {{"x-api-key", secret}}).status, 200);
        const auto other = server.post("/v1/keys", body, {{"Idempotency-Key", "other"}});
        QVERIFY(memberOf(other, "/secret") != secret);
        const std::string rotate = "/v1/keys/" + memberOf(first, "/id") + "/rotate";
        const auto rotated = server.post(rotate, "", key);
        QCOMPARE(rotated.status, 201);
        QCOMPARE(server.post(rotate, "", key).body, rotated.body);
    }
    for (const char* name : {"server.db", "server.db-wal"}) {
        QFile file(folder.filePath(name));
        if (file.open(QIODevice::ReadOnly))
            QVERIFY(!file.readAll().contains(QByteArray::fromStdString(secret)));
    }
}

void KeysTest::rotated_overlapsForADayAndInheritsTheCounters() {
    const auto limited = std::make_unique<TestServer>(TestServer::Options{
        .configure = [](auto& config) { config.limits.defaultRate.quota = 5; }, .clock = clock_});
    TestServer& server = *limited;
    const std::string target = "/v1/keys/" + server.customerKeyId() + "/rotate";
    const auto made = server.post(target, ""); // the first of five
    QCOMPARE(made.status, 201);
    QCOMPARE(memberOf(made, "/predecessorId"), server.customerKeyId());
    const std::string fresh = memberOf(made, "/secret");
    QVERIFY(server.get("/v1/account", {{"x-api-key", fresh}}).header("RateLimit").find("r=3") !=
            std::string::npos);
    QCOMPARE(server.get("/v1/account").status, 200); // both work
    clock_->advance(24h - 1s);
    QCOMPARE(server.get("/v1/account").status, 200);
    clock_->advance(1s);
    QCOMPARE(codeOf(server.get("/v1/account")), std::string("expired_api_key"));
    QCOMPARE(server.get("/v1/account", {{"x-api-key", fresh}}).status, 200);
}

void KeysTest::rotated_twice_isRefused() {
    const std::string target = "/v1/keys/" + server_->customerKeyId() + "/rotate";
    QCOMPARE(server_->post(target, "").status, 201);
    const auto again = server_->post(target, "");
    QCOMPARE(again.status, 409);
    QCOMPARE(codeOf(again), std::string("invalid_transition"));
}

void KeysTest::rotate_ofAStrongerKey_isRefused() {
    const auto weak = server_->addKey({"weak", server::KeyType::Customer, {"keys:write"}, {}});
    const auto refused =
        send("POST", "/v1/keys/" + server_->customerKeyId() + "/rotate", weak.secret);
    QCOMPARE(codeOf(refused), std::string("missing_scope"));
    QCOMPARE(send("POST", "/v1/keys/" + weak.keyId + "/rotate", weak.secret).status, 201);
}

void KeysTest::spendCap_isInheritedByTheKeysOfACappedKey() {
    const auto capped =
        server_->addKey({"capped", server::KeyType::Customer, {"keys:write", "orders:write"}, 700});
    const std::string draft = R"({"name":"x","scopes":["orders:write"])";
    QCOMPARE(memberOf(create(draft + "}", capped.secret), "/dailySpendCap/amount"),
             std::string("700"));
    const auto larger =
        create(draft + R"(,"dailySpendCap":{"amount":701,"currency":"USD"}})", capped.secret);
    QCOMPARE(memberOf(larger, "/errors/0/pointer"), std::string("/dailySpendCap"));
    const auto smaller =
        create(draft + R"(,"dailySpendCap":{"amount":100,"currency":"USD"}})", capped.secret);
    QCOMPARE(smaller.status, 201);
    QCOMPARE(
        codeOf(server_->createOrder("k", TestServer::orderBody(), memberOf(smaller, "/secret"))),
        std::string("spend_cap_reached"));
}

void KeysTest::spendCap_ofAllKeysThatACappedKeyMade_isOne() {
    const auto capped = server_->addKey(
        {"capped", server::KeyType::Customer, {"keys:write", "orders:write", "account:read"}, {}});
    const auto price = jsonOf(server_->createOrder("p", TestServer::orderBody(), capped.secret))
                           .at_pointer("/price/amount")
                           .as_int64();
    const auto poor = server_->addKey({"poor",
                                       server::KeyType::Customer,
                                       {"keys:write", "orders:write", "account:read"},
                                       price + price / 2});
    const std::string draft = R"({"name":"x","scopes":["orders:write","account:read"]})";
    std::vector<std::string> secrets{poor.secret};
    for (int i = 0; i < 3; ++i)
        secrets.push_back(memberOf(create(draft, poor.secret), "/secret"));
    const auto placed = server_->createOrder("a", TestServer::orderBody(), secrets.at(1));
    QCOMPARE(placed.status, 201);
    QVERIFY(placed.header("RateLimit").starts_with("\"orders\";r=4999;"));
    const auto refused = server_->createOrder("c", TestServer::orderBody(), secrets.at(2));
    QVERIFY(refused.header("RateLimit").starts_with("\"orders\";r=4999;")); // its own budget
    for (const std::string& secret : secrets) {
        QCOMPARE(codeOf(server_->createOrder("b", TestServer::orderBody(), secret)),
                 std::string("spend_cap_reached"));
        QCOMPARE(memberOf(server_->get("/v1/account", {{"x-api-key", secret}}),
                          "/spendCap/spentToday/amount"),
                 std::to_string(price));
    }
}

void KeysTest::spendCap_ofTheSettings_boundsNewKeysToo() {
    TestServer server({.configure = [](auto& config) {
        config.limits.dailySpendCap = 700;
    }});
    const auto ask = [&](const std::string& cap) {
        return server.post("/v1/keys", R"({"name":"x","scopes":["orders:write"])" + cap + "}");
    };
    const auto larger = ask(R"(,"dailySpendCap":{"amount":701,"currency":"USD"})");
    QCOMPARE(larger.status, 422);
    QCOMPARE(memberOf(larger, "/errors/0/pointer"), std::string("/dailySpendCap"));
    QCOMPARE(ask(R"(,"dailySpendCap":{"amount":700,"currency":"USD"})").status, 201);
    const auto plain = ask("");
    QCOMPARE(plain.status, 201);
    QCOMPARE(memberOf(plain, "/dailySpendCap"), std::string("null"));
}

void KeysTest::rotate_byACappedKey_staysWithinItsPurse_data() {
    QTest::addColumn<QString>("scope");
    QTest::addColumn<int>("cap"); // 0 = none
    QTest::addColumn<int>("status");
    QTest::newRow("without a cap") << "orders:write" << 0 << 403;
    QTest::newRow("a larger cap") << "orders:write" << 701 << 403;
    QTest::newRow("the same cap, another purse") << "orders:write" << 700 << 403;
    QTest::newRow("cannot order") << "orders:read" << 0 << 201;
}

void KeysTest::rotate_byACappedKey_staysWithinItsPurse() {
    QFETCH(QString, scope);
    QFETCH(int, cap);
    QFETCH(int, status);
    const auto capped =
        server_->addKey({"capped", server::KeyType::Customer, {"keys:write", "orders:write"}, 700});
    server::BootstrapKey wanted{"other", server::KeyType::Customer, {scope.toStdString()}, {}};
    if (cap > 0)
        wanted.dailySpendCap = cap;
    const auto other = server_->addKey(wanted);
    const auto answer = send("POST", "/v1/keys/" + other.keyId + "/rotate", capped.secret);
    QCOMPARE(answer.status, status);
    QCOMPARE(codeOf(answer), std::string(status == 403 ? "missing_scope" : ""));
}

void KeysTest::rotate_byACappedKey_ofItselfAndItsKeys_works() {
    const auto capped =
        server_->addKey({"capped", server::KeyType::Customer, {"keys:write", "orders:write"}, 700});
    const auto child = create(R"({"name":"x","scopes":["keys:write","orders:write"],)"
                              R"("dailySpendCap":{"amount":100,"currency":"USD"}})",
                              capped.secret);
    // The smaller cap must not be traded for the larger one.
    QCOMPARE(
        send("POST", "/v1/keys/" + capped.keyId + "/rotate", memberOf(child, "/secret")).status,
        403);
    const auto successor =
        send("POST", "/v1/keys/" + memberOf(child, "/id") + "/rotate", capped.secret);
    QCOMPARE(successor.status, 201);
    QCOMPARE(memberOf(successor, "/dailySpendCap/amount"), std::string("100"));
    QCOMPARE(send("POST", "/v1/keys/" + capped.keyId + "/rotate", capped.secret).status, 201);
}

void KeysTest::replay_byAWeakerKey_showsNoSecret_data() {
    QTest::addColumn<bool>("rotating");
    QTest::addColumn<bool>("capped");
    for (const bool rotating : {false, true}) {
        for (const bool capped : {false, true})
            QTest::addRow("%s, %s", rotating ? "rotate" : "create",
                          capped ? "capped" : "few scopes")
                << rotating << capped;
    }
}

void KeysTest::replay_byAWeakerKey_showsNoSecret() {
    QFETCH(bool, rotating);
    QFETCH(bool, capped);
    server::BootstrapKey wanted{"weak", server::KeyType::Customer, {"keys:write"}, {}};
    if (capped) {
        wanted.scopes.emplace_back("orders:write");
        wanted.dailySpendCap = 700;
    }
    const auto weak = server_->addKey(wanted);
    const auto strong =
        server_->addKey({"strong", server::KeyType::Customer, {"orders:write"}, {}});
    const std::string target = rotating ? "/v1/keys/" + strong.keyId + "/rotate" : "/v1/keys";
    const std::string body = rotating ? "" : R"({"name":"x","scopes":["orders:write"]})";
    const auto ask = [&](const std::string& secret) {
        return server_->post(target, body, {{"x-api-key", secret}, {"Idempotency-Key", "same"}});
    };
    const auto made = ask(server_->customerKey());
    QCOMPARE(made.status, 201);
    const auto stolen = ask(weak.secret);
    QCOMPARE(stolen.status, 403);
    QCOMPARE(codeOf(stolen), std::string("missing_scope"));
    QVERIFY(stolen.body.find(memberOf(made, "/secret")) == std::string::npos);
    QCOMPARE(ask(server_->customerKey()).body, made.body);
}

void KeysTest::replayOfAdminKey_byAWeakerAdmin_showsNoSecret() {
    const auto weak = server_->addKey({"weak", server::KeyType::Admin, {"admin:accounts"}, {}});
    const auto strong = server_->addKey(
        {"strong", server::KeyType::Admin, {"admin:accounts", "admin:refunds"}, {}});
    const auto ask = [&](const std::string& secret, const char* type, const char* scope) {
        return server_->post("/v1/admin/keys",
                             R"({"name":"x","accountId":")" + server_->accountId() +
                                 R"(","type":")" + type + R"(","scopes":[")" + scope + "\"]}",
                             {{"x-api-key", secret}, {"Idempotency-Key", scope}});
    };
    const auto made = ask(strong.secret, "admin", "admin:refunds");
    QCOMPARE(made.status, 201);
    QCOMPARE(codeOf(ask(weak.secret, "admin", "admin:refunds")), std::string("missing_scope"));
    QCOMPARE(ask(strong.secret, "admin", "admin:refunds").body, made.body);
    // Customer scopes are every admin's to hand out.
    const auto customers = ask(strong.secret, "customer", "leads:read");
    QCOMPARE(ask(weak.secret, "customer", "leads:read").body, customers.body);
}

void KeysTest::revoked_stopsAtOnce() {
    const auto key = server_->addKey({"x", server::KeyType::Customer, {"leads:read"}, {}});
    QCOMPARE(server_->get("/v1/leads", {{"x-api-key", key.secret}}).status, 200);
    const std::string target = "/v1/keys/" + key.keyId;
    const auto gone = send("DELETE", target, server_->customerKey());
    QCOMPARE(gone.status, 204);
    QVERIFY(gone.body.empty());
    QCOMPARE(codeOf(server_->get("/v1/leads", {{"x-api-key", key.secret}})),
             std::string("revoked_api_key"));
    QCOMPARE(send("DELETE", target, server_->customerKey()).status, 204);
    QCOMPARE(codeOf(server_->post(target + "/rotate", "")), std::string("invalid_transition"));
    QCOMPARE(codeOf(send("DELETE", "/v1/keys/key_none", server_->customerKey())),
             std::string("not_found"));
}

void KeysTest::revoked_staysSoWhenTheClockGoesBack() {
    const auto key = server_->addKey({"x", server::KeyType::Customer, {"leads:read"}, {}});
    QCOMPARE(send("DELETE", "/v1/keys/" + key.keyId, server_->customerKey()).status, 204);
    clock_->advance(-1h);
    QCOMPARE(codeOf(server_->get("/v1/leads", {{"x-api-key", key.secret}})),
             std::string("revoked_api_key"));
}

void KeysTest::list_isOldestFirstWithoutSecretsAndAdminKeys() {
    const auto admin = server_->addKey({"admin", server::KeyType::Admin, {}, {}});
    std::vector<std::string> made{server_->customerKeyId()};
    for (int i = 0; i < 4; ++i)
        made.push_back(memberOf(create(R"({"name":"x","scopes":["leads:read"]})"), "/id"));
    std::vector<std::string> seen;
    for (std::string target = "/v1/keys?limit=2"; !target.empty();) {
        const auto page = jsonOf(server_->get(target));
        for (const auto& key : page.at("data").as_array())
            seen.push_back(memberOf(key, "/id"));
        target = memberOf(page, "/meta/hasMore") == "true"
                     ? "/v1/keys?limit=2&cursor=" + memberOf(page, "/meta/nextCursor")
                     : "";
    }
    QCOMPARE(seen, made);
    QCOMPARE(send("DELETE", "/v1/keys/" + admin.keyId, server_->customerKey()).status, 404);
    QCOMPARE(server_->post("/v1/keys/" + admin.keyId + "/rotate", "").status, 404);
}

void KeysTest::expired_stopsWorking() {
    const auto made =
        create(R"({"name":"x","scopes":["leads:read"],"expiresAt":"2026-03-01T13:00:00+00:00"})");
    const RawHeaders key{{"x-api-key", memberOf(made, "/secret")}};
    QCOMPARE(server_->get("/v1/leads", key).status, 200);
    clock_->advance(1h);
    QCOMPARE(codeOf(server_->get("/v1/leads", key)), std::string("expired_api_key"));
    QCOMPARE(codeOf(server_->post("/v1/keys/" + memberOf(made, "/id") + "/rotate", "")),
             std::string("invalid_transition"));
}

LEADSHEET_TEST(tst_keys, KeysTest);
#include "tst_keys.moc"
