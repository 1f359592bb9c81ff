// SPDX-License-Identifier: Apache-2.0
#include "answer.hpp"
#include "domain/ids.hpp"
#include "test_main.hpp"
#include "test_server.hpp"
#include "test_store.hpp"

#include <QTemporaryDir>
#include <QTest>
#include <random>

using namespace leadsheet::test;
using namespace leadsheet;
using namespace std::chrono_literals;
namespace store = leadsheet::server::store;
namespace domain = leadsheet::server::domain;

/// Changes that another process makes to the same database hold from the next request on.
class KeyStatesTest : public QObject {
    Q_OBJECT
private slots:
    void init();
    void cleanup();
    void expiredKey_isRefused();
    void suspendedAccount_isRefusedUntilItIsLifted();
    void rotatedKey_inheritsTheCountersOfItsPredecessor();
    void rotatedKey_inheritsTodaysSpending();

private:
    /// A key that replaces the first customer key, as rotation makes it.
    std::string rotate();

    std::unique_ptr<QTemporaryDir> folder_;
    std::shared_ptr<ManualClock> clock_;
    std::unique_ptr<TestServer> server_;
    std::unique_ptr<store::Store> other_;
};

void KeyStatesTest::init() {
    folder_ = std::make_unique<QTemporaryDir>();
    clock_ = std::make_shared<ManualClock>();
    const std::string path = folder_->filePath("server.db").toStdString();
    server_ = std::make_unique<TestServer>(
        TestServer::Options{.databasePath = path,
                            .configure =
                                [](server::Config& config) {
                                    config.limits.defaultRate.quota = 5;
                                    config.limits.dailySpendCap = 1'000;
                                },
                            .clock = clock_});
    auto opened = leadsheet::test::openTestStore(path);
    QVERIFY(opened.has_value());
    other_ = std::move(*opened);
}

void KeyStatesTest::cleanup() {
    other_.reset();
    server_.reset();
    folder_.reset();
}

std::string KeyStatesTest::rotate() {
    std::mt19937 engine(7);
    const auto random = [&](std::span<unsigned char> bytes) {
        for (unsigned char& byte : bytes)
            byte = static_cast<unsigned char>(engine());
    };
    const auto secret =
        domain::mintApiKey(domain::ApiKeyType::Customer, random, TestServer::pepper());
    store::ApiKey key;
    key.id = domain::makeKeyId(random);
    key.account = domain::AccountId(server_->accountId());
    key.label = "successor";
    key.scopes = {"account:read", "orders:write"};
    key.hash = secret.hash;
    key.prefix = secret.prefix;
    key.last4 = secret.last4;
    key.predecessor = domain::KeyId(server_->customerKeyId());
    const auto done = other_->writeAndWait([&](store::Tx& tx) { tx.insertKey(key); });
    return done ? secret.text : std::string();
}

void KeyStatesTest::expiredKey_isRefused() {
    const auto end = std::chrono::floor<std::chrono::milliseconds>(clock_->now()) + 10s;
    QVERIFY(other_->writeAndWait(
        [&](store::Tx& tx) { tx.expireKey(domain::KeyId(server_->customerKeyId()), end); }));
    const auto before = server_->get("/v1/account");
    QCOMPARE(before.status, 200);
    QCOMPARE(memberOf(before, "/key/expiresAt"), std::string("2026-03-01T12:00:10.000Z"));
    clock_->advance(10s);
    const auto after = server_->get("/v1/account");
    QCOMPARE(after.status, 401);
    QCOMPARE(codeOf(after), std::string("expired_api_key"));
    QVERIFY(after.hasHeader("WWW-Authenticate"));
}

void KeyStatesTest::suspendedAccount_isRefusedUntilItIsLifted() {
    const domain::AccountId account(server_->accountId());
    for (const bool suspended : {true, false}) {
        QVERIFY(other_->writeAndWait([&](store::Tx& tx) { tx.setSuspended(account, suspended); }));
        const auto answer = server_->createOrder("k", TestServer::orderBody());
        QCOMPARE(answer.status, suspended ? 403 : 201);
        if (suspended)
            QCOMPARE(codeOf(answer), std::string("account_suspended"));
    }
}

void KeyStatesTest::rotatedKey_inheritsTheCountersOfItsPredecessor() {
    for (int i = 0; i < 4; ++i)
        QCOMPARE(server_->get("/v1/account").status, 200);
    const RawHeaders successor{{"x-api-key", rotate()}};
    QCOMPARE(server_->get("/v1/account", successor).header("RateLimit"),
             std::string("\"default\";r=0;t=3600"));
    QCOMPARE(server_->get("/v1/account", successor).status, 429);
    QCOMPARE(server_->get("/v1/account").status, 429);
}

void KeyStatesTest::rotatedKey_inheritsTodaysSpending() {
    QCOMPARE(server_->createOrder("a", TestServer::orderBody(100)).status, 201);
    const std::string successor = rotate();
    QCOMPARE(codeOf(server_->createOrder("b", TestServer::orderBody(100), successor)),
             std::string("spend_cap_reached"));
    // What the old key bought is still the answer to its idempotency key.
    QCOMPARE(server_->createOrder("a", TestServer::orderBody(100), successor)
                 .header("Idempotent-Replayed"),
             std::string("true"));
}

LEADSHEET_TEST(tst_key_states, KeyStatesTest);
#include "tst_key_states.moc"
