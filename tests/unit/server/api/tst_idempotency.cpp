// SPDX-License-Identifier: Apache-2.0
#include "answer.hpp"
#include "api/context.hpp"
#include "api/idempotency.hpp"
#include "api/pipeline.hpp"
#include "failing_store.hpp"
#include "order_scene.hpp"
#include "orders/steps.hpp"
#include "test_main.hpp"
#include "test_server.hpp"
#include "test_store.hpp"

#include <QTemporaryDir>
#include <QTest>
#include <atomic>
#include <set>
#include <thread>

using namespace leadsheet::test;
using namespace leadsheet;
using namespace std::chrono_literals;
namespace orders = leadsheet::server::orders;
namespace store = leadsheet::server::store;

namespace {

std::size_t orderCount(TestServer& server) {
    return jsonOf(server.get("/v1/orders?limit=1000")).at("data").as_array().size();
}

server::api::Exchange createWithKey(const char* key) {
    server::api::Exchange made;
    made.request.method = "POST";
    made.request.headers = {{"Idempotency-Key", key}};
    made.route.operation = contract::findOperation("createOrder");
    made.caller.emplace();
    made.caller->account.id = store::AccountId("acc_1");
    return made;
}

} // namespace

/// Contract section 2.
class IdempotencyTest : public QObject {
    Q_OBJECT
private slots:
    void key_inEitherSpelling_isTheSameKey_data();
    void key_inEitherSpelling_isTheSameKey();
    void key_malformed_isRefused_data();
    void key_malformed_isRefused();
    void key_sentTwice_isRefused();
    void key_ofARead_meansNothing();
    void order_thatIsNoObject_isRefused();
    void order_withoutKey_getsOneOfItsOwn();
    void repeat_isByteIdenticalWithAFreshRequestId();
    void repeat_throughEveryPathSpelling_buysOnce();
    void repeat_withReorderedMembers_replays();
    void repeat_withTextsForNumbersAndNulls_replays();
    void repeat_withOtherPayload_isRefused();
    void repeat_withARotatedKey_replays();
    void sameKey_ofAnotherAccount_isAnotherOrder();
    void hundredConcurrentCreates_makeOneOrder();
    void repeats_atOnce_areAllAnsweredAsTheFirst();
    void refusal_thatCanHeal_isNotStored();
    void quote_withKey_replays();
    void cancel_withKey_replaysAndBelongsToItsOrder();
    void purgedAnswer_isTheCurrentRecord();
    void delivery_ofAnOrderThatWentOn_isAnsweredAsItWasKept();
    void delivery_withKey_belongsToItsOrderItsPartAndItsEnd();
    void repeat_isAnsweredOnlyWithWhatWillStay();
    void runningRequest_answersInProgress();
};

void IdempotencyTest::key_inEitherSpelling_isTheSameKey_data() {
    QTest::addColumn<QString>("first");
    QTest::addColumn<QString>("second");
    QTest::newRow("bare then quoted") << "abc"
                                      << "\"abc\"";
    QTest::newRow("quoted then bare") << "\"a-b_c.1\""
                                      << "a-b_c.1";
    QTest::newRow("escapes") << R"("a\"b\\c")"
                             << R"(a"b\c)";
    QTest::newRow("longest") << QString(255, 'x') << "\"" + QString(255, 'x') + "\"";
}

void IdempotencyTest::key_inEitherSpelling_isTheSameKey() {
    QFETCH(QString, first);
    QFETCH(QString, second);
    TestServer server;
    const auto created = server.createOrder(first.toStdString(), TestServer::orderBody());
    const auto repeated = server.createOrder(second.toStdString(), TestServer::orderBody());
    QCOMPARE(created.status, 201);
    QCOMPARE(repeated.body, created.body);
    QCOMPARE(repeated.header("Idempotent-Replayed"), std::string("true"));
    QCOMPARE(repeated.header("ETag"), created.header("ETag"));
    QCOMPARE(repeated.header("Location"), created.header("Location"));
}

void IdempotencyTest::key_malformed_isRefused_data() {
    QTest::addColumn<QString>("key");
    QTest::newRow("empty") << "";
    QTest::newRow("quotes only") << "\"\"";
    QTest::newRow("blank inside") << "a b";
    QTest::newRow("too long") << QString(256, 'x');
    QTest::newRow("not ASCII") << QString::fromUtf8("sch\xc3\xb6n");
    QTest::newRow("open quote") << "\"abc";
}

void IdempotencyTest::key_malformed_isRefused() {
    QFETCH(QString, key);
    TestServer server;
    const auto answer = server.createOrder(key.toStdString(), TestServer::orderBody());
    QCOMPARE(answer.status, 400);
    QCOMPARE(codeOf(answer), std::string("idempotency_key_invalid"));
    QCOMPARE(orderCount(server), 0u);
}

void IdempotencyTest::key_sentTwice_isRefused() {
    TestServer server;
    const auto answer = server.post("/v1/orders", TestServer::orderBody(),
                                    {{"Idempotency-Key", "one"}, {"Idempotency-Key", "one"}});
    QCOMPARE(answer.status, 400);
    QCOMPARE(codeOf(answer), std::string("idempotency_key_invalid"));
    QCOMPARE(orderCount(server), 0u);
}

void IdempotencyTest::key_ofARead_meansNothing() {
    TestServer server;
    for (const char* key : {"k", "a b"})
        QCOMPARE(server.get("/v1/orders", {{"Idempotency-Key", key}}).status, 200);
}

void IdempotencyTest::order_thatIsNoObject_isRefused() {
    TestServer server;
    for (const char* body : {"[]", "7", "\"order\"", "null"}) {
        const auto answer = server.createOrder("k", body);
        QCOMPARE(codeOf(answer), std::string("validation_failed"));
    }
    QCOMPARE(server.createOrder("k", TestServer::orderBody()).status, 201);
}

void IdempotencyTest::order_withoutKey_getsOneOfItsOwn() {
    TestServer server;
    const auto first = server.post("/v1/orders", TestServer::orderBody());
    QCOMPARE(first.status, 201);
    QCOMPARE(first.header("Idempotency-Key-Generated"), std::string("true"));
    const std::string key = memberOf(first, "/idempotencyKey");
    QVERIFY2(key.starts_with("generated-"), key.c_str());
    // The same words again are another request.
    const auto second = server.post("/v1/orders", TestServer::orderBody());
    QCOMPARE(second.status, 201);
    QVERIFY(!second.hasHeader("Idempotent-Replayed"));
    QVERIFY(memberOf(second, "/idempotencyKey") != key);
    QCOMPARE(orderCount(server), std::size_t{2});
    // Whoever has learnt the key repeats the request with it.
    const auto again = server.createOrder(key, TestServer::orderBody());
    QCOMPARE(memberOf(again, "/order_number"), memberOf(first, "/order_number"));
    QVERIFY(!again.hasHeader("Idempotency-Key-Generated"));
}

void IdempotencyTest::repeat_isByteIdenticalWithAFreshRequestId() {
    TestServer server;
    const auto created = server.createOrder("k", TestServer::orderBody());
    QCOMPARE(created.status, 201);
    QVERIFY(!created.hasHeader("Idempotent-Replayed"));
    const auto repeated = server.createOrder("k", TestServer::orderBody());
    QCOMPARE(repeated.status, 201);
    QCOMPARE(repeated.body, created.body);
    QCOMPARE(repeated.header("Location"), created.header("Location"));
    QVERIFY(repeated.header("X-Request-Id") != created.header("X-Request-Id"));
    QCOMPARE(orderCount(server), 1u);
}

void IdempotencyTest::repeat_throughEveryPathSpelling_buysOnce() {
    TestServer server;
    const auto created = server.createOrder("k", TestServer::orderBody());
    for (const char* path : {"/v1/orders/submit", "/api/v1/orders", "/api/v1/orders/submit"}) {
        const auto repeated =
            server.post(path, TestServer::orderBody(), {{"Idempotency-Key", "k"}});
        QCOMPARE(repeated.status, 201);
        QCOMPARE(repeated.body, created.body);
    }
    QCOMPARE(orderCount(server), 1u);
}

void IdempotencyTest::repeat_withReorderedMembers_replays() {
    TestServer server;
    const auto created = server.createOrder(
        "k", R"({"scrapingOption":"filters","leadCount":100,"metadata":{"a":"1","b":"2"}})");
    QCOMPARE(created.status, 201);
    const auto repeated = server.createOrder(
        "k", "{ \"metadata\" : {\"b\":\"2\",\"a\":\"\\u0031\"},\n \"leadCount\":1e2, "
             "\"scrapingOption\":\"filters\" }");
    QCOMPARE(repeated.status, 201);
    QCOMPARE(repeated.body, created.body);
}

void IdempotencyTest::repeat_withTextsForNumbersAndNulls_replays() {
    TestServer server;
    const auto created = server.createOrder(
        "k",
        R"({"scrapingOption":"filters","leadCount":"250","industries":null,"locations":"Germany",)"
        R"("externalRef":null,"metadata":null})");
    QCOMPARE(created.status, 201);
    QCOMPARE(memberOf(created, "/leadCount"), std::string("250"));
    const auto repeated = server.createOrder(
        "k", R"({"scrapingOption":"filters","leadCount":250,"locations":"Germany"})");
    QCOMPARE(repeated.status, 201);
    QCOMPARE(repeated.body, created.body);
    QCOMPARE(orderCount(server), 1u);
    // A guard that came to nothing must not buy unguarded.
    const auto unguarded =
        server.createOrder("k2", R"({"scrapingOption":"filters","leadCount":1,"maxPrice":null})");
    QCOMPARE(unguarded.status, 422);
    QCOMPARE(memberOf(unguarded, "/errors/0/pointer"), std::string("/maxPrice"));
}

void IdempotencyTest::repeat_withOtherPayload_isRefused() {
    TestServer server;
    QCOMPARE(server.createOrder("k", TestServer::orderBody(100)).status, 201);
    const auto other = server.createOrder("k", TestServer::orderBody(101));
    QCOMPARE(other.status, 422);
    QCOMPARE(codeOf(other), std::string("idempotency_key_reused"));
    QCOMPARE(orderCount(server), 1u);
}

void IdempotencyTest::repeat_withARotatedKey_replays() {
    TestServer server;
    const auto created = server.createOrder("k", TestServer::orderBody());
    const auto successor = server.addKey({"successor", server::KeyType::Customer, {}, {}}, true);
    const auto repeated = server.createOrder("k", TestServer::orderBody(), successor.secret);
    QCOMPARE(repeated.status, 201);
    QCOMPARE(repeated.body, created.body);
    QCOMPARE(codeOf(server.createOrder("k", TestServer::orderBody())),
             std::string("revoked_api_key"));
}

void IdempotencyTest::sameKey_ofAnotherAccount_isAnotherOrder() {
    TestServer server;
    const std::string other = server.addAccount(1'000'000);
    const auto mine = server.createOrder("k", TestServer::orderBody());
    const auto theirs = server.createOrder("k", TestServer::orderBody(), other);
    QCOMPARE(theirs.status, 201);
    QVERIFY(memberOf(mine, "/order_number") != memberOf(theirs, "/order_number"));
}

void IdempotencyTest::hundredConcurrentCreates_makeOneOrder() {
    TestServer server;
    std::mutex mutex;
    std::set<std::string> numbers;
    int inProgress = 0;
    int unexpected = 0;
    {
        std::vector<std::jthread> threads;
        for (int t = 0; t < 20; ++t) {
            threads.emplace_back([&] {
                RawConnection connection(server.port());
                for (int i = 0; i < 5; ++i) {
                    const auto answer = connection.request("POST", "/v1/orders",
                                                           {{"x-api-key", server.customerKey()},
                                                            {"Content-Type", "application/json"},
                                                            {"Idempotency-Key", "one"}},
                                                           TestServer::orderBody());
                    const std::lock_guard lock(mutex);
                    if (answer.status == 201)
                        numbers.insert(memberOf(answer, "/order_number"));
                    else if (codeOf(answer) == "idempotency_in_progress" &&
                             answer.header("Retry-After") == "1")
                        ++inProgress;
                    else
                        ++unexpected;
                }
            });
        }
    }
    QCOMPARE(unexpected, 0);
    QVERIFY(inProgress < 100);
    QCOMPARE(numbers.size(), 1u);
    QCOMPARE(orderCount(server), 1u);
    QCOMPARE(memberOf(server.get("/v1/account"), "/balance/held/amount"), std::string("800"));
}

void IdempotencyTest::repeats_atOnce_areAllAnsweredAsTheFirst() {
    TestServer server;
    const auto first = server.createOrder("one", TestServer::orderBody());
    QCOMPARE(first.status, 201);
    std::atomic<int> others = 0;
    {
        std::vector<std::jthread> threads;
        for (int t = 0; t < 8; ++t) {
            threads.emplace_back([&] {
                RawConnection connection(server.port());
                for (int i = 0; i < 10; ++i) {
                    const auto answer = connection.request("POST", "/v1/orders",
                                                           {{"x-api-key", server.customerKey()},
                                                            {"Content-Type", "application/json"},
                                                            {"Idempotency-Key", "one"}},
                                                           TestServer::orderBody());
                    others += answer.status == 201 && answer.body == first.body ? 0 : 1;
                }
            });
        }
    }
    QCOMPARE(others.load(), 0);
}

void IdempotencyTest::refusal_thatCanHeal_isNotStored() {
    TestServer server({.balance = 10});
    QCOMPARE(codeOf(server.createOrder("k", "{}")), std::string("validation_failed"));
    QCOMPARE(codeOf(server.createOrder("k", TestServer::orderBody())),
             std::string("insufficient_credit"));
    server.faults().add(server::Fault::answer(503));
    QCOMPARE(server.createOrder("k", TestServer::orderBody(1)).status, 503);
    const auto healed = server.createOrder("k", TestServer::orderBody(1));
    QCOMPARE(healed.status, 201);
    QVERIFY(!healed.hasHeader("Idempotent-Replayed"));
}

void IdempotencyTest::quote_withKey_replays() {
    TestServer server;
    const RawHeaders key{{"Idempotency-Key", "q"}};
    const auto first = server.post("/v1/quotes", TestServer::orderBody(), key);
    const auto second = server.post("/v1/quotes", TestServer::orderBody(), key);
    QCOMPARE(first.status, 200);
    QCOMPARE(second.body, first.body);
    QCOMPARE(second.header("Idempotent-Replayed"), std::string("true"));
    QCOMPARE(codeOf(server.post("/v1/quotes", TestServer::orderBody(7), key)),
             std::string("idempotency_key_reused"));
    const auto without = server.post("/v1/quotes", TestServer::orderBody());
    QVERIFY(memberOf(without, "/id") != memberOf(first, "/id"));
    // Another operation is another scope.
    QCOMPARE(server.createOrder("q", TestServer::orderBody()).status, 201);
}

void IdempotencyTest::cancel_withKey_replaysAndBelongsToItsOrder() {
    TestServer server;
    const auto order = [&](const char* key) {
        return memberOf(server.createOrder(key, TestServer::orderBody()), "/order_number");
    };
    const std::string one = order("one");
    const std::string two = order("two");
    const RawHeaders key{{"Idempotency-Key", "c"}};
    const auto cancelled = server.post("/v1/orders/" + one + "/cancel", "", key);
    QCOMPARE(memberOf(cancelled, "/status"), std::string("cancelled"));
    const auto again = server.post("/v1/orders/" + one + "/cancel", "", key);
    QCOMPARE(again.status, 200);
    QCOMPARE(again.body, cancelled.body);
    QCOMPARE(codeOf(server.post("/v1/orders/" + two + "/cancel", "", key)),
             std::string("idempotency_key_reused"));
    QCOMPARE(codeOf(server.post("/v1/orders/" + one + "/cancel", "")),
             std::string("invalid_transition"));
}

void IdempotencyTest::purgedAnswer_isTheCurrentRecord() {
    const QTemporaryDir folder;
    const auto clock = std::make_shared<ManualClock>();
    const std::string path = folder.filePath("server.db").toStdString();
    std::string secret;
    std::string number;
    {
        TestServer server({.databasePath = path, .clock = clock});
        secret = server.customerKey();
        number = memberOf(server.createOrder("k", TestServer::orderBody()), "/order_number");
        QCOMPARE(server.post("/v1/orders/" + number + "/cancel", "").status, 200);
        // Within the retention the first answer is replayed, although the order has moved on.
        QCOMPARE(memberOf(server.createOrder("k", TestServer::orderBody()), "/status"),
                 std::string("pending_review"));
    }
    clock->advance(31 * 24h);
    TestServer server({.databasePath = path, .clock = clock});
    const auto repeated = server.createOrder("k", TestServer::orderBody(), secret);
    QCOMPARE(memberOf(repeated, "/order_number"), number);
    QCOMPARE(memberOf(repeated, "/status"), std::string("cancelled"));
    QCOMPARE(repeated.header("ETag"), "\"" + memberOf(repeated, "/version") + "\"");
    QCOMPARE(codeOf(server.createOrder("k", TestServer::orderBody(9), secret)),
             std::string("idempotency_key_reused"));
}

void IdempotencyTest::delivery_ofAnOrderThatWentOn_isAnsweredAsItWasKept() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("server.db").toStdString();
    std::unique_ptr<store::Store> other;
    orders::OrderStep refund;
    std::atomic<bool> armed{false};
    TestServer server({.databasePath = path, .configure = [&](server::Config& config) {
                           config.databaseHook = [&](store::DbOp op, std::uint64_t) {
                               if (!armed || op != store::DbOp::Committed)
                                   return 0;
                               (void)other->writeAndWait([&](store::Tx& tx) {
                                   const auto order = tx.findOrder(refund.number);
                                   if (order->deliveredAt && armed.exchange(false))
                                       orders::performStep(tx, refund);
                               });
                               return 0;
                           };
                       }});
    other = std::move(*openTestStore(path));
    OrderScene scene(server);
    const std::string number = scene.placeWithLeads(250, 300); // more than one piece
    refund.number = store::OrderNumber(number);
    refund.action = server::domain::OrderAction::Refund;
    refund.reason = "meanwhile";
    armed = true;
    const auto deliver = [&] {
        return scene.admin(number, "deliver", {}, {{"Idempotency-Key", "d"}});
    };
    const auto first = deliver();
    QVERIFY(!armed);
    QCOMPARE(memberOf(first, "/status"), std::string("delivered"));
    QCOMPARE(first.header("ETag"), "\"" + memberOf(first, "/version") + "\"");
    QVERIFY(!first.hasHeader("Idempotent-Replayed"));
    QCOMPARE(deliver().body, first.body);
    QCOMPARE(memberOf(scene.record(number), "/status"), std::string("refunded"));
}

void IdempotencyTest::delivery_withKey_belongsToItsOrderItsPartAndItsEnd() {
    TestServer server;
    OrderScene scene(server);
    const std::string number = scene.placeIn("in_progress");
    const std::string other = scene.placeIn("in_progress");
    RawHeaders headers = scene.adminHeaders();
    headers.emplace_back("Content-Type", "text/csv");
    headers.emplace_back("Idempotency-Key", "part");
    const auto deliver = [&](const std::string& query) {
        return server.post("/v1/admin/deliveries?" + query, "fullName\r\nC\r\n", headers);
    };
    const std::string query = "deliveryId=one&orderNumber=" + number;
    const auto first = deliver(query);
    QCOMPARE(first.status, 200);
    QCOMPARE(deliver(query).body, first.body);
    for (const std::string& unlike : {"deliveryId=two&orderNumber=" + number,
                                      "deliveryId=one&orderNumber=" + other, query + "&final=true"})
        QCOMPARE(codeOf(deliver(unlike)), std::string("idempotency_key_reused"));
}

void IdempotencyTest::repeat_isAnsweredOnlyWithWhatWillStay() {
    auto opened = std::make_unique<FailingStore>(std::move(*openTestStore({})));
    FailingStore& store = *opened;
    server::Config config;
    config.pepper = TestServer::pepper();
    server::api::Context context(std::move(config), std::move(opened));
    auto first = createWithKey("k");
    first.now = context.now();
    QVERIFY(!server::api::idempotencyStage(context, first));
    QCOMPARE(store.confirmed, 0);
    QVERIFY(store.writeAndWait([&](store::Tx& tx) {
        tx.insertAccount({first.caller->account.id, "one", "", false, {}});
        server::api::Reply reply;
        reply.status = 201;
        reply.body = "kept";
        server::api::keepAnswer(tx, first, reply);
        tx.purge({first.now, first.now, first.now, first.now}, 10); // what is older than now
    }));
    first.hold.reset();
    const auto repeat = [&] {
        auto again = createWithKey("k");
        return server::api::idempotencyStage(context, again);
    };
    auto answer = repeat();
    QVERIFY(answer && answer->has_value());
    QCOMPARE((*answer)->body, std::string("kept"));
    QVERIFY((*answer)->headers.empty()); // it was no order
    QCOMPARE(store.confirmed, 1);
    // Another server may have answered between the look and the write.
    const auto meanwhile = store.writeAndWait(
        [&](store::Tx& tx) { return server::api::replayOf(tx, first).has_value(); });
    QVERIFY(meanwhile && *meanwhile);
    store.confirms = false;
    answer = repeat();
    QVERIFY(answer && !answer->has_value());
    QVERIFY(answer->error().code == contract::ErrorCode::Unavailable);
    store.confirms = true;
    store.reads = false;
    answer = repeat();
    QVERIFY(answer && !answer->has_value());
    QVERIFY(answer->error().code == contract::ErrorCode::Unavailable);
}

void IdempotencyTest::runningRequest_answersInProgress() {
    auto store = leadsheet::test::openTestStore({});
    QVERIFY(store.has_value());
    server::Config config;
    config.pepper = TestServer::pepper();
    server::api::Context context(std::move(config), std::move(*store));
    auto first = createWithKey("k");
    QVERIFY(!server::api::idempotencyStage(context, first));
    auto second = createWithKey("\"k\"");
    const auto answer = server::api::idempotencyStage(context, second);
    QVERIFY(answer && !answer->has_value());
    QVERIFY(answer->error().code == contract::ErrorCode::IdempotencyInProgress);
    QVERIFY(answer->error().retryAfter == 1s);
    auto other = createWithKey("other");
    QVERIFY(!server::api::idempotencyStage(context, other));
    first.hold.reset();
    auto third = createWithKey("k");
    QVERIFY(!server::api::idempotencyStage(context, third));
}

LEADSHEET_TEST(tst_idempotency, IdempotencyTest);
#include "tst_idempotency.moc"
