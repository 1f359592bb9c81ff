// SPDX-License-Identifier: Apache-2.0
#include "../store/failing_sync.hpp"
#include "answer.hpp"
#include "test_database.hpp"
#include "test_main.hpp"
#include "test_server.hpp"

#include <QTemporaryDir>
#include <QTest>
#include <condition_variable>
#include <fstream>
#include <set>
#include <sqlite3.h>
#include <stdexcept>
#include <thread>

using namespace leadsheet::test;
using namespace leadsheet;
using namespace std::chrono_literals;
using server::StartError;

namespace {

/// Makes the database one of a release that kept nothing of the pepper.
void forgetPepper(const std::string& path) {
    const char* const sql = "UPDATE service_identity SET pepper_check = NULL";
    if (onPostgres()) {
        PostgresSession(databaseFor(path)).run(sql);
        return;
    }
    sqlite3* database = nullptr;
    const bool done = sqlite3_open(path.c_str(), &database) == SQLITE_OK &&
                      sqlite3_exec(database, sql, nullptr, nullptr, nullptr) == SQLITE_OK;
    sqlite3_close(database);
    if (!done)
        throw std::runtime_error(path + " cannot be written");
}

} // namespace

class LifecycleTest : public QObject {
    Q_OBJECT
private slots:
    void twoServers_inOneProcess_areApart();
    void restart_keepsKeysOrdersAndAnswers();
    void stop_letsOrdersInFlightFinish();
    void stop_isHarmlessWhenRepeated();
    void minted_isHandedOutOnce();
    void secrets_areInNoLogAndNoFile();
    void badSettings_areRefusedByName_data();
    void badSettings_areRefusedByName();
    void otherPepper_isRefused();
    void otherPepper_ofAnOlderDatabase_isRefusedOnceAKeyHasWorked();
    void portInUse_isAListenError();
    void damagedDatabase_isADatabaseError();
    void failingDatabase_isAnUnavailableWithoutDetails();
    void commitOfUnknownOutcome_isNotAnsweredUnavailable();
    void fullDisk_isNotReady();
    void readiness_isTriedOnceASecond();
    void accessLog_hasEveryRequest();
    void serverOverTls_needsItsFiles();
};

void LifecycleTest::twoServers_inOneProcess_areApart() {
    TestServer one;
    TestServer two;
    QVERIFY(one.port() != two.port());
    QCOMPARE(one.createOrder("k", TestServer::orderBody()).status, 201);
    QCOMPARE(two.get("/v1/account", {{"x-api-key", one.customerKey()}}).status, 401);
    QCOMPARE(jsonOf(two.get("/v1/orders")).at("data").as_array().size(), 0u);
    one.stop();
    QCOMPARE(two.get("/v1/account").status, 200);
}

void LifecycleTest::restart_keepsKeysOrdersAndAnswers() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("server.db").toStdString();
    std::string secret;
    std::string body;
    {
        TestServer server({.databasePath = path});
        secret = server.customerKey();
        body = server.createOrder("k", TestServer::orderBody()).body;
    }
    TestServer server({.databasePath = path});
    QVERIFY(server.customerKey().empty()); // no second set of accounts
    const auto repeated = server.createOrder("k", TestServer::orderBody(), secret);
    QCOMPARE(repeated.status, 201);
    QCOMPARE(repeated.body, body);
}

void LifecycleTest::stop_letsOrdersInFlightFinish() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("server.db").toStdString();
    std::string secret;
    std::vector<RawResponse> answers(20);
    {
        TestServer server({.databasePath = path});
        secret = server.customerKey();
        std::mutex mutex;
        std::condition_variable changed;
        int started = 0;
        std::vector<std::jthread> clients;
        for (std::size_t i = 0; i < answers.size(); ++i) {
            clients.emplace_back([&, i] {
                RawConnection connection(server.port());
                const bool open = connection.connected();
                {
                    const std::lock_guard lock(mutex);
                    ++started;
                }
                changed.notify_one();
                if (open)
                    answers[i] = connection.request("POST", "/v1/orders",
                                                    {{"x-api-key", secret},
                                                     {"Content-Type", "application/json"},
                                                     {"Idempotency-Key", std::to_string(i)}},
                                                    TestServer::orderBody());
            });
        }
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return started == static_cast<int>(answers.size()); });
        lock.unlock();
        server.stop(60s);
    }
    // Answered or not, the database and the answers agree, and a repeat completes the rest.
    std::set<std::string> told;
    for (const RawResponse& answer : answers) {
        if (answer.status == 201)
            told.insert(memberOf(answer, "/order_number"));
        else
            QVERIFY(answer.status == 0 || answer.status == 503);
    }
    TestServer server({.databasePath = path});
    std::set<std::string> all;
    for (std::size_t i = 0; i < answers.size(); ++i) {
        const auto answer = server.createOrder(std::to_string(i), TestServer::orderBody(), secret);
        QCOMPARE(answer.status, 201);
        all.insert(memberOf(answer, "/order_number"));
    }
    QCOMPARE(all.size(), answers.size());
    QVERIFY(std::includes(all.begin(), all.end(), told.begin(), told.end()));
    const auto listed = server.get("/v1/orders", {{"x-api-key", secret}});
    QCOMPARE(jsonOf(listed).at("data").as_array().size(), answers.size());
}

void LifecycleTest::stop_isHarmlessWhenRepeated() {
    TestServer server;
    QCOMPARE(server.get("/v1/account").status, 200);
    QVERIFY(server.server().stop(60s));
    QVERIFY(server.server().stop(60s));
    QCOMPARE(rawRequest(server.port(), "GET", "/healthz").status, 0);
}

void LifecycleTest::minted_isHandedOutOnce() {
    server::Config config;
    config.bootstrap = {{"A", 5, {{"k", server::KeyType::Customer, {}, {}}}}};
    auto started = server::Server::start(config);
    QVERIFY(started.has_value());
    QCOMPARE((*started)->minted().size(), 1u);
    QCOMPARE((*started)->minted().size(), 0u);
    const auto wrong =
        (*started)->bootstrap({{"B", 0, {{"k", server::KeyType::Customer, {"admin:orders"}, {}}}}});
    QVERIFY(!wrong.has_value());
    QVERIFY(wrong.error().message.find("admin:orders") != std::string::npos);
    const auto nobody = (*started)->mintKeys("acc_none", {}, false);
    QVERIFY(!nobody.has_value());
}

void LifecycleTest::secrets_areInNoLogAndNoFile() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("server.db").toStdString();
    std::string secret;
    std::string logs;
    {
        TestServer server({.databasePath = path});
        secret = server.customerKey();
        QCOMPARE(server.createOrder("k", TestServer::orderBody()).status, 201);
        QCOMPARE(server.get("/v1/nothing/" + secret).status, 404);
        QCOMPARE(server.get("/v1/account?key=" + secret).status, 400);
        for (const auto& record : server.accessRecords()) {
            if (record.operationId == "createOrder" || record.operationId == "getAccount")
                logs += record.path + record.apiKeyId + record.requestId + record.code;
        }
        logs += server.errorLog();
    }
    QVERIFY(logs.find("key_") != std::string::npos);
    QVERIFY(logs.find(secret) == std::string::npos);
    for (const char* suffix : {"", "-wal"}) {
        std::ifstream file(path + suffix, std::ios::binary);
        const std::string content((std::istreambuf_iterator<char>(file)), {});
        QVERIFY(content.find(secret) == std::string::npos);
    }
}

void LifecycleTest::badSettings_areRefusedByName_data() {
    QTest::addColumn<int>("which");
    QTest::addColumn<QString>("word");
    const char* words[] = {"pepper", "pepper", "worker", "environment",
                           "window", "quota",  "page",   "scope"};
    for (int i = 0; i < 8; ++i)
        QTest::addRow("%d %s", i, words[i]) << i << words[i];
}

void LifecycleTest::badSettings_areRefusedByName() {
    QFETCH(int, which);
    QFETCH(QString, word);
    const QTemporaryDir folder;
    server::Config config;
    switch (which) {
    case 0:
        config.databasePath = folder.filePath("x.db").toStdString();
        break;
    case 1:
        config.pepper = "short";
        break;
    case 2:
        config.workerThreads = 0;
        break;
    case 3:
        config.environment = "test";
        break;
    case 4:
        config.limits.orderRate.window = 0s;
        break;
    case 5:
        config.limits.defaultRate.quota = 0;
        break;
    case 6:
        config.limits.defaultPageSize = 2'000;
        break;
    default:
        config.bootstrap = {{"A", 0, {{"k", server::KeyType::Customer, {"x:y"}, {}}}}};
    }
    const auto started = server::Server::start(config);
    QVERIFY(!started.has_value());
    QVERIFY(started.error().kind == StartError::Kind::Config);
    QVERIFY2(started.error().message.find(word.toStdString()) != std::string::npos,
             started.error().message.c_str());
}

void LifecycleTest::otherPepper_isRefused() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("server.db").toStdString();
    TestServer({.databasePath = path}).stop();
    server::Config config;
    config.databasePath = databaseFor(path);
    config.pepper = "the pepper of another database";
    const auto refused = server::Server::start(config);
    QVERIFY(!refused.has_value());
    QVERIFY(refused.error().kind == StartError::Kind::Database);
    for (const char* word : {"pepper", "--pepper-file", "docs/operations.md"})
        QVERIFY2(refused.error().message.find(word) != std::string::npos,
                 refused.error().message.c_str());
    const TestServer again({.databasePath = path});
}

// Of what an older release wrote nothing says whose the pepper is, until one of its keys works.
void LifecycleTest::otherPepper_ofAnOlderDatabase_isRefusedOnceAKeyHasWorked() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("server.db").toStdString();
    const auto clock = std::make_shared<ManualClock>();
    const auto optionsWith = [&](const std::string& pepper) {
        return TestServer::Options{
            .databasePath = path,
            .configure = [pepper](server::Config& config) { config.pepper = pepper; },
            .clock = clock};
    };
    const std::string right = TestServer::pepper();
    const std::string wrong = "the pepper of another database";
    std::string secret;
    {
        TestServer server(optionsWith(right));
        secret = server.customerKey();
    }
    forgetPepper(path);
    const RawHeaders key{{"x-api-key", secret}};
    clock->advance(1h);
    {
        TestServer server(optionsWith(wrong));
        QCOMPARE(server.get("/v1/account", key).status, 401);
        // A key that is made now proves nothing about those that are there.
        const auto made =
            server.server().bootstrap({{"New", 0, {{"k", server::KeyType::Customer, {}, {}}}}});
        QCOMPARE(
            server.get("/v1/account", {{"x-api-key", made.value().front().keys.front().secret}})
                .status,
            200);
    }
    {
        TestServer server(optionsWith(right));
        QCOMPARE(server.get("/v1/account", key).status, 200);
    }
    QVERIFY_THROWS_EXCEPTION(std::runtime_error, TestServer(optionsWith(wrong)));
    QCOMPARE(TestServer(optionsWith(right)).get("/v1/account", key).status, 200);
}

void LifecycleTest::portInUse_isAListenError() {
    TestServer first;
    server::Config config;
    config.port = first.port();
    const auto second = server::Server::start(config);
    QVERIFY(!second.has_value());
    QVERIFY(second.error().kind == StartError::Kind::Listen);
}

void LifecycleTest::damagedDatabase_isADatabaseError() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("server.db").toStdString();
    std::ofstream(path) << "this is a letter to my aunt, and no database at all";
    server::Config config;
    config.databasePath = path;
    config.pepper = TestServer::pepper();
    const auto started = server::Server::start(config);
    QVERIFY(!started.has_value());
    QVERIFY(started.error().kind == StartError::Kind::Database);
    QVERIFY(started.error().message.find(path) != std::string::npos);
}

void LifecycleTest::failingDatabase_isAnUnavailableWithoutDetails() {
    std::atomic<int> error{0};
    TestServer server({.configure = [&](server::Config& config) {
        config.databaseHook = [&](server::store::DbOp, std::uint64_t) {
            return error.load();
        };
    }});
    error = 13; // SQLITE_FULL
    const auto refused = server.createOrder("k", TestServer::orderBody());
    QCOMPARE(refused.status, 503);
    QCOMPARE(codeOf(refused), std::string("unavailable"));
    QVERIFY(refused.hasHeader("Retry-After"));
    QVERIFY(refused.body.find("SQL") == std::string::npos);
    QCOMPARE(rawRequest(server.port(), "GET", "/readyz").status, 503);
    QCOMPARE(rawRequest(server.port(), "GET", "/healthz").status, 200);
    QVERIFY(server.errorLog().find(refused.header("X-Request-Id")) != std::string::npos);
    error = 0;
    QCOMPARE(server.createOrder("k", TestServer::orderBody()).status, 201);
    QCOMPARE(rawRequest(server.port(), "GET", "/readyz").status, 200);
}

void LifecycleTest::commitOfUnknownOutcome_isNotAnsweredUnavailable() {
    if (onPostgres())
        return; // the disk that fails is SQLite's
    const QTemporaryDir folder;
    server::store::test::FailingSync disk;
    TestServer::Options options;
    options.databasePath = folder.filePath("server.db").toStdString();
    TestServer server(options);
    disk.fail(true);
    const auto open = server.createOrder("k", TestServer::orderBody());
    disk.fail(false);
    QCOMPARE(open.status, 500);
    QCOMPARE(codeOf(open), std::string("internal_error"));
    QVERIFY(open.body.find("Idempotency-Key") != std::string::npos);
    QCOMPARE(server.createOrder("k", TestServer::orderBody()).status, 201);
}

/// A balancer sends nothing to a server that takes no order.
void LifecycleTest::fullDisk_isNotReady() {
    if (onPostgres())
        return; // the disk that is full is SQLite's
    const QTemporaryDir folder;
    server::store::test::FailingSync disk;
    TestServer::Options options;
    options.databasePath = folder.filePath("server.db").toStdString();
    TestServer server(options);
    QCOMPARE(rawRequest(server.port(), "GET", "/readyz").status, 200);
    disk.fill(true);
    QCOMPARE(server.createOrder("k", TestServer::orderBody()).status, 503);
    QCOMPARE(rawRequest(server.port(), "GET", "/readyz").status, 503);
    disk.fill(false);
    QCOMPARE(rawRequest(server.port(), "GET", "/readyz").status, 200);
    QCOMPARE(server.createOrder("k", TestServer::orderBody()).status, 201);
}

/// Whoever asks needs no key: many questions must not keep the writer busy.
void LifecycleTest::readiness_isTriedOnceASecond() {
    std::atomic<int> commits{0};
    std::atomic<std::int64_t> steady{0};
    TestServer server({.configure = [&](server::Config& config) {
        config.databaseHook = [&](server::store::DbOp op, std::uint64_t) {
            commits += op == server::store::DbOp::Commit ? 1 : 0;
            return 0;
        };
        config.steadyClock = [&] {
            return std::chrono::steady_clock::time_point(std::chrono::milliseconds(steady.load()));
        };
    }});
    const auto written = [&] {
        const int before = commits;
        for (int i = 0; i < 5; ++i) {
            if (rawRequest(server.port(), "GET", "/readyz").status != 200)
                return -1;
        }
        return commits - before;
    };
    steady = 5'000;
    QCOMPARE(written(), 1);
    steady = 5'999;
    QCOMPARE(written(), 0);
    steady = 6'000;
    QCOMPARE(written(), 1);
}

void LifecycleTest::accessLog_hasEveryRequest() {
    TestServer server;
    const auto created = server.createOrder("k", TestServer::orderBody());
    QCOMPARE(server.createOrder("k", TestServer::orderBody()).status, 201);
    QCOMPARE(server.get("/v1/nothing?secret=1").status, 404);
    RawConnection bad(server.port());
    bad.sendBytes("NONSENSE\r\n\r\n");
    QCOMPARE(bad.readResponse().status, 400);
    bad.close();
    // Refused before anything is asked who sent it.
    const auto large = rawRequest(server.port(), "POST", "/v1/orders?secret=1",
                                  {{"Content-Length", "99999999999"}});
    QCOMPARE(large.status, 413);
    const auto version = [&] {
        RawConnection old(server.port());
        old.sendBytes("GET /v1/account HTTP/2.0\r\n\r\n");
        return old.readResponse().status;
    };
    QCOMPARE(version(), 505);
    server.stop();
    const auto records = server.accessRecords();
    QCOMPARE(records.size(), 6u);
    QCOMPARE(records[0].requestId, created.header("X-Request-Id"));
    QCOMPARE(records[0].operationId, std::string("createOrder"));
    QCOMPARE(records[0].apiKeyId, server.customerKeyId());
    QCOMPARE(records[0].accountId, server.accountId());
    QCOMPARE(records[0].status, 201);
    QVERIFY(!records[0].replayed);
    QVERIFY(records[1].replayed);
    QCOMPARE(records[2].path, std::string("/v1/nothing"));
    QCOMPARE(records[2].code, std::string("route_not_found"));
    QCOMPARE(records[3].status, 400);
    QCOMPARE(records[3].code, std::string("bad_request"));
    QCOMPARE(records[4].path, std::string("/v1/orders"));
    QCOMPARE(records[4].code, codeOf(large));
    QCOMPARE(records[5].method, std::string("GET"));
    QCOMPARE(records[5].path, std::string("/v1/account"));
    QVERIFY(!records[5].code.empty());
}

void LifecycleTest::serverOverTls_needsItsFiles() {
    server::Config config;
    config.tls = server::TlsFiles{"/nonexistent/cert.pem", "/nonexistent/key.pem"};
    const auto started = server::Server::start(config);
    QVERIFY(!started.has_value());
    QVERIFY(started.error().kind == StartError::Kind::Tls);
}

LEADSHEET_TEST(tst_lifecycle, LifecycleTest);
#include "tst_lifecycle.moc"
