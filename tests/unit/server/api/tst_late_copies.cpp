// SPDX-License-Identifier: Apache-2.0
#include "answer.hpp"
#include "test_database.hpp"
#include "test_main.hpp"
#include "test_server.hpp"

#include <QTemporaryDir>
#include <QTest>
#include <array>
#include <memory>
#include <set>
#include <thread>
#include <vector>

using namespace leadsheet::test;
using namespace leadsheet;
using namespace std::chrono_literals;

namespace {

const std::string kWish = R"({"scrapingOption":"filters","leadCount":100,"industries":"Food")";
const std::string kReordered = R"({"industries":"Food","leadCount":100,"scrapingOption":"filters")";
const std::string kRefuse = R"(,"duplicates":"refuse")";

std::string acknowledging(const std::string& number) {
    return kRefuse + R"(,"acknowledgeDuplicateOf":[")" + number + "\"]";
}

} // namespace

/// Copies of a create that was refused as equivalent_order, which come when the equivalent order
/// has ended: who sent it was told that nothing was ordered.
class LateCopiesTest : public QObject {
    Q_OBJECT
private slots:
    void lateCopy_isRefusedTheSame_data();
    void lateCopy_isRefusedTheSame();
    void lateCopy_ofARestartedServer_isRefusedTheSame();
    void newQuote_isAnotherAttempt();
    void consent_isAnotherAttempt();
    void anotherWindowOfTheAccount_isAnotherAttempt();
    void lateCopy_pastTheValidityOfQuotes_isDecidedAnew();
    void withoutAKey_everyRequestIsAnother();
    void copiesAtOnce_whileTheOtherOrderEnds_areAllRefusedOrNone();
    void refusal_saysTheWaysOut();
};

namespace {

/// A customer with an order for the wish.
struct Scene {
    explicit Scene(TestServer& at)
        : server(at)
        , first(memberOf(server.createOrder("first", kWish + "}"), "/order_number")) {}

    std::string quoted() const {
        return R"(,"quoteId":")" + memberOf(server.post("/v1/quotes", kWish + "}"), "/id") + "\"";
    }
    void endFirst() const {
        QCOMPARE(server.post("/v1/orders/" + first + "/cancel", "{}").status, 200);
    }
    void setAccount(const std::string& settings) const {
        QCOMPARE(
            rawRequest(server.port(), "PATCH", "/v1/account",
                       {{"x-api-key", server.customerKey()}, {"Content-Type", "application/json"}},
                       settings)
                .status,
            200);
    }
    /// The numbers of the orders that the key has bought.
    std::size_t bought(const std::string& key) const {
        return jsonOf(server.get("/v1/orders?idempotencyKey=" + key)).at("data").as_array().size();
    }
    std::string held() const { return memberOf(server.get("/v1/account"), "/balance/held/amount"); }

    TestServer& server;
    const std::string first;
};

void compareRefusals(const RawResponse& refused, const RawResponse& late) {
    QCOMPARE(refused.status, 409);
    QCOMPARE(codeOf(refused), std::string("equivalent_order"));
    QCOMPARE(late.status, 409);
    QCOMPARE(late.body, refused.body);
    QCOMPARE(late.header("Idempotent-Replayed"), std::string("true"));
    QCOMPARE(late.header("Content-Type"), refused.header("Content-Type"));
}

} // namespace

void LateCopiesTest::lateCopy_isRefusedTheSame_data() {
    QTest::addColumn<bool>("quoted");
    QTest::addColumn<bool>("bySettings");
    QTest::newRow("with a quote") << true << false;
    QTest::newRow("without") << false << false;
    QTest::newRow("as the account wants it") << false << true;
}

void LateCopiesTest::lateCopy_isRefusedTheSame() {
    QFETCH(bool, quoted);
    QFETCH(bool, bySettings);
    TestServer server;
    const Scene scene(server);
    if (bySettings)
        scene.setAccount(R"({"duplicates":"refuse"})");
    const std::string rest = (quoted ? scene.quoted() : "") + (bySettings ? "" : kRefuse) + "}";
    const RawResponse refused = server.createOrder("key", kWish + rest);
    scene.endFirst();
    compareRefusals(refused, server.createOrder("key", kWish + rest));
    compareRefusals(refused, server.createOrder("key", kReordered + rest));
    QCOMPARE(scene.bought("key"), std::size_t{0});
    QCOMPARE(scene.held(), std::string("0"));
    // Another key is another request.
    QCOMPARE(server.createOrder("other", kWish + kRefuse + "}").status, 201);
}

void LateCopiesTest::lateCopy_ofARestartedServer_isRefusedTheSame() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("a.db").toStdString();
    std::string secret;
    RawResponse refused;
    const std::string body = kWish + kRefuse + "}";
    {
        TestServer server({.databasePath = path});
        const Scene scene(server);
        secret = server.customerKey();
        refused = server.createOrder("key", body);
        scene.endFirst();
    }
    TestServer server({.databasePath = path});
    compareRefusals(refused, server.post("/v1/orders", body,
                                         {{"Idempotency-Key", "key"}, {"x-api-key", secret}}));
}

void LateCopiesTest::newQuote_isAnotherAttempt() {
    TestServer server;
    const Scene scene(server);
    const std::string before = kWish + scene.quoted() + kRefuse + "}";
    QCOMPARE(server.createOrder("key", before).status, 409);
    scene.endFirst();
    const std::string after = kWish + scene.quoted() + kRefuse + "}";
    const RawResponse made = server.createOrder("key", after);
    QCOMPARE(made.status, 201);
    QCOMPARE(codeOf(server.createOrder("key", before)), std::string("idempotency_key_reused"));
    QCOMPARE(server.createOrder("key", after).body, made.body);
    QCOMPARE(scene.bought("key"), std::size_t{1});
}

void LateCopiesTest::consent_isAnotherAttempt() {
    TestServer server;
    const Scene scene(server);
    const std::string refusing = kWish + kRefuse + "}";
    QCOMPARE(server.createOrder("key", refusing).status, 409);
    // Not what has to be acknowledged; and again, when that order has ended.
    const std::string wrong = kWish + acknowledging("LS-0000000000") + "}";
    const RawResponse refused = server.createOrder("key", wrong);
    scene.endFirst();
    compareRefusals(refused, server.createOrder("key", wrong));
    const RawResponse made = server.createOrder("key", kWish + acknowledging(scene.first) + "}");
    QCOMPARE(made.status, 201);
    QCOMPARE(server.createOrder("key", refusing).body, made.body);
    QCOMPARE(server.createOrder("key", wrong).body, made.body);
}

void LateCopiesTest::anotherWindowOfTheAccount_isAnotherAttempt() {
    const auto clock = std::make_shared<ManualClock>();
    TestServer server({.clock = clock});
    const Scene scene(server);
    const std::string body = kWish + kRefuse + "}";
    clock->advance(48h);
    QCOMPARE(server.createOrder("key", body).status, 409);
    scene.setAccount(R"({"duplicateWindowDays":1})");
    QCOMPARE(server.createOrder("key", body).status, 201);
}

void LateCopiesTest::lateCopy_pastTheValidityOfQuotes_isDecidedAnew() {
    const auto clock = std::make_shared<ManualClock>();
    TestServer server({.clock = clock});
    const Scene scene(server);
    const std::string body = kWish + kRefuse + "}";
    QCOMPARE(server.createOrder("key", body).status, 409);
    clock->advance(24h);
    const RawResponse later = server.createOrder("key", body);
    QCOMPARE(later.header("Idempotent-Replayed"), std::string());
    clock->advance(24h - 1ms);
    scene.endFirst();
    compareRefusals(later, server.createOrder("key", body));
    clock->advance(1ms);
    QCOMPARE(server.createOrder("key", body).status, 201);
    QCOMPARE(scene.bought("key"), std::size_t{1});
}

void LateCopiesTest::withoutAKey_everyRequestIsAnother() {
    TestServer server;
    const Scene scene(server);
    const std::string body = kWish + kRefuse + "}";
    QCOMPARE(server.post("/v1/orders", body).status, 409);
    scene.endFirst();
    QCOMPARE(server.post("/v1/orders", body).status, 201);
}

/// Of two servers, where the database has room for two.
void LateCopiesTest::copiesAtOnce_whileTheOtherOrderEnds_areAllRefusedOrNone() {
    constexpr int kRounds = 10;
    const QTemporaryDir folder;
    const std::string path = folder.filePath("a.db").toStdString();
    TestServer first({.databasePath = path});
    std::unique_ptr<TestServer> second;
    if (onPostgres())
        second = std::make_unique<TestServer>(TestServer::Options{.databasePath = path});
    TestServer& other = second ? *second : first;
    for (int round = 0; round < kRounds; ++round) {
        const std::string n = std::to_string(round);
        const std::string wish =
            R"({"scrapingOption":"filters","leadCount":100,"industries":"Food )" + n + "\"";
        const std::string number =
            memberOf(first.createOrder("first-" + n, wish + "}"), "/order_number");
        const RawHeaders headers{{"Idempotency-Key", "key-" + n},
                                 {"x-api-key", first.customerKey()}};
        std::array<RawResponse, 4> answers;
        std::vector<std::thread> threads;
        for (std::size_t i = 0; i < answers.size(); ++i)
            threads.emplace_back([&, i] {
                TestServer& server = i % 2 == 0 ? first : other;
                answers[i] = server.post("/v1/orders", wish + kRefuse + "}", headers);
            });
        threads.emplace_back([&] { first.post("/v1/orders/" + number + "/cancel", "{}"); });
        for (std::thread& thread : threads)
            thread.join();
        std::set<std::string> told;
        for (const RawResponse& answer : answers) {
            QVERIFY2(answer.status == 201 || answer.status == 409, answer.body.c_str());
            if (codeOf(answer) != "idempotency_in_progress")
                told.insert(answer.status == 201 ? memberOf(answer, "/order_number")
                                                 : codeOf(answer));
        }
        QCOMPARE(told.size(), std::size_t{1});
        const auto orders = jsonOf(first.get("/v1/orders?idempotencyKey=key-" + n));
        QCOMPARE(orders.at("data").as_array().empty(), told.contains("equivalent_order"));
    }
}

void LateCopiesTest::refusal_saysTheWaysOut() {
    TestServer server;
    const Scene scene(server);
    const std::string detail =
        memberOf(server.createOrder("key", kWish + kRefuse + "}"), "/detail");
    for (const char* words : {"acknowledgeDuplicateOf", "for as long as a quote holds",
                              "even when these orders have ended", "quoteId", "another attempt"})
        QVERIFY2(detail.find(words) != std::string::npos, words);
}

LEADSHEET_TEST(tst_late_copies, LateCopiesTest);
#include "tst_late_copies.moc"
