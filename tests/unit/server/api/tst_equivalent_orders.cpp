// SPDX-License-Identifier: Apache-2.0
#include "order_scene.hpp"
#include "test_main.hpp"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <barrier>
#include <set>
#include <thread>

using namespace leadsheet::test;
using namespace leadsheet;
using namespace std::chrono_literals;
namespace json = boost::json;

namespace {

std::string filters(const std::string& members, int leads = 100) {
    return R"({"scrapingOption":"filters","leadCount":)" + std::to_string(leads) +
           (members.empty() ? "" : "," + members) + "}";
}

const std::string kRefuse = R"("duplicates":"refuse")";

/// "LS-... same, LS-... similar" of an answer or a part of it.
std::string named(const json::value& part, const std::string& base = {}) {
    boost::system::error_code absent;
    const json::value* list = part.find_pointer(base + "/equivalentOrders", absent);
    if (list == nullptr)
        return "none";
    std::string text;
    for (const json::value& order : list->as_array())
        text += (text.empty() ? "" : ", ") + memberOf(order, "/orderNumber") + " " +
                memberOf(order, "/match");
    return text;
}

std::string named(const RawResponse& answer) {
    return named(jsonOf(answer));
}

std::string acknowledging(const std::vector<std::string>& numbers) {
    std::string list;
    for (const std::string& number : numbers)
        list += (list.empty() ? "\"" : ",\"") + number + "\"";
    return kRefuse + R"(,"acknowledgeDuplicateOf":[)" + list + "]";
}

} // namespace

/// One wish, one order, over HTTP.
class EquivalentOrdersTest : public QObject {
    Q_OBJECT
private slots:
    void quote_orderedBefore_namesIt();
    void quote_many_namesFiveAndCountsTheRest();
    void quote_batch_namesEachItems();
    void quote_readLater_isAsOfNowWithoutItsOwnOrder();
    void quote_readLater_doesNotCountItsOwnOrder();
    void quote_item_hasNoGuards();
    void create_refuse_isAProblemWithTheOrders();
    void create_acknowledged_passesUnderTheSameKey();
    void create_onlySomeAcknowledged_isRefused();
    void create_replay_isNeverChecked();
    void create_warn_namesThemInTheAnswer();
    void create_quoteOfAnotherGuard_stillHolds();
    void account_policy_decides();
    void account_window_decides();
    void account_patch_isCheckedAndScoped();
    void account_byAnAdmin_isChanged();
    void account_instance_isTheServices();
    void excludeOwned_asksForOthers();
    void ordersThatEnded_doNotCount_data();
    void ordersThatEnded_doNotCount();
    void orders_byMark_areListed();
    void orders_byMark_ofAnotherForm_isRefused();
    void atOnce_respelled_oneIsCreated();
    void atOnce_onTwoServers_oneIsCreated();
};

void EquivalentOrdersTest::quote_orderedBefore_namesIt() {
    TestServer server;
    const auto made =
        server.createOrder("k", filters(R"("locations":"US","externalRef":"row 1")", 250));
    QCOMPARE(named(made), std::string("none"));
    const std::string number = memberOf(made, "/order_number");
    const auto quote = server.post("/v1/quotes", filters(R"("locations":[" us "])"));
    QCOMPARE(quote.status, 200);
    QCOMPARE(named(quote), number + " other_count");
    QCOMPARE(memberOf(quote, "/moreEquivalentOrders"), std::string("0"));
    const std::string first = "/equivalentOrders/0";
    QCOMPARE(memberOf(quote, first + "/leadCount"), std::string("250"));
    QCOMPARE(memberOf(quote, first + "/status"), std::string("pending_review"));
    QCOMPARE(memberOf(quote, first + "/total"), memberOf(made, "/price"));
    QCOMPARE(memberOf(quote, first + "/createdAt"), memberOf(made, "/createdAt"));
    QCOMPARE(memberOf(quote, first + "/keyLast4"),
             server.customerKey().substr(server.customerKey().size() - 4));
    QCOMPARE(named(server.post("/v1/quotes", filters(R"("locations":"US")", 250))),
             number + " same");
    QCOMPARE(named(server.post("/v1/quotes", filters(R"("externalRef":"row 1")"))),
             number + " same_reference");
    QCOMPARE(named(server.post("/v1/quotes", filters(R"("locations":"United States")"))),
             number + " similar");
    QCOMPARE(named(server.post("/v1/quotes", filters(R"("locations":"UK")"))), std::string());
}

void EquivalentOrdersTest::quote_many_namesFiveAndCountsTheRest() {
    const auto clock = std::make_shared<ManualClock>();
    TestServer server({.clock = clock});
    std::string newest;
    for (int i = 0; i < 8; ++i) {
        clock->advance(1s);
        newest =
            memberOf(server.createOrder("k" + std::to_string(i), filters("")), "/order_number");
    }
    const auto quote = server.post("/v1/quotes", filters(""));
    QCOMPARE(jsonOf(quote).at("equivalentOrders").as_array().size(), std::size_t{5});
    QCOMPARE(memberOf(quote, "/equivalentOrders/0/orderNumber"), newest);
    QCOMPARE(memberOf(quote, "/moreEquivalentOrders"), std::string("3"));
}

void EquivalentOrdersTest::quote_batch_namesEachItems() {
    TestServer server;
    const std::string number =
        memberOf(server.createOrder("k", filters(R"("keywords":"word 7")")), "/order_number");
    std::string items;
    for (int i = 0; i < 20; ++i)
        items +=
            (items.empty() ? "" : ",") + filters(R"("keywords":"Word )" + std::to_string(i) + "\"");
    const auto answer = server.post(
        "/v1/quotes", R"({"items":[)" + items + R"(,{"scrapingOption":"nothing","leadCount":1},)" +
                          filters(R"("keywords":"word 7","idempotencyKey":"k")") + "]}");
    QCOMPARE(answer.status, 200);
    const auto document = jsonOf(answer);
    for (int i = 0; i < 20; ++i)
        QCOMPARE(named(document, "/items/" + std::to_string(i) + "/quote"),
                 i == 7 ? number + " same" : std::string());
    QCOMPARE(memberOf(document, "/items/21/existingOrder/order_number"), number);
}

void EquivalentOrdersTest::quote_readLater_isAsOfNowWithoutItsOwnOrder() {
    TestServer server;
    const auto quote = server.post("/v1/quotes", filters(R"("locations":"Bonn")"));
    QCOMPARE(named(quote), std::string());
    const std::string id = memberOf(quote, "/id");
    const std::string other =
        memberOf(server.createOrder("a", filters(R"("locations":"bonn")")), "/order_number");
    QCOMPARE(named(server.get("/v1/quotes/" + id)), other + " same");
    const auto own =
        server.createOrder("b", filters(R"("locations":"Bonn","quoteId":")" + id + "\""));
    QCOMPARE(own.status, 201);
    QCOMPARE(named(server.get("/v1/quotes/" + id)), other + " same");
    QCOMPARE(server.get("/v1/quotes/qt_none").status, 404);
}

void EquivalentOrdersTest::quote_readLater_doesNotCountItsOwnOrder() {
    TestServer server;
    const std::string id = memberOf(server.post("/v1/quotes", filters({})), "/id");
    const auto own = server.createOrder("own", filters(R"("quoteId":")" + id + "\""));
    QCOMPARE(own.status, 201);
    const auto more = [&] {
        return memberOf(server.get("/v1/quotes/" + id), "/moreEquivalentOrders");
    };
    for (int n = 0; n < 8; ++n)
        QCOMPARE(server.createOrder("k" + std::to_string(n), filters({})).status, 201);
    QCOMPARE(more(), std::string("3"));
    // Nor when it does not count by itself.
    QCOMPARE(server.post("/v1/orders/" + memberOf(own, "/order_number") + "/cancel", "").status,
             200);
    QCOMPARE(more(), std::string("3"));
}

void EquivalentOrdersTest::quote_item_hasNoGuards() {
    TestServer server;
    for (const std::string& member : {kRefuse, acknowledging({})}) {
        const auto quote = server.post("/v1/quotes", filters(member));
        QCOMPARE(quote.status, 422);
        QCOMPARE(memberOf(quote, "/errors/0/code"), std::string("unknown_member"));
    }
}

void EquivalentOrdersTest::create_refuse_isAProblemWithTheOrders() {
    TestServer server;
    const std::string number =
        memberOf(server.createOrder("a", filters(R"("industries":"Food")")), "/order_number");
    const std::string before = memberOf(server.get("/v1/account"), "/balance");
    const auto refused = server.createOrder("b", filters(R"("industries":" FOOD ",)" + kRefuse, 5));
    QCOMPARE(refused.status, 409);
    QCOMPARE(codeOf(refused), std::string("equivalent_order"));
    QCOMPARE(memberOf(refused, "/retryable"), std::string("false"));
    QCOMPARE(named(refused), number + " other_count");
    QCOMPARE(memberOf(refused, "/moreEquivalentOrders"), std::string("0"));
    QVERIFY(memberOf(refused, "/detail").find(number) != std::string::npos);
    QCOMPARE(memberOf(server.get("/v1/account"), "/balance"), before);
    // A synonym never refuses.
    QCOMPARE(server.createOrder("c", filters(R"("locations":"US")")).status, 201);
    QCOMPARE(server.createOrder("d", filters(R"("locations":"USA",)" + kRefuse)).status, 201);
    const auto reference =
        server.createOrder("e", filters(R"("locations":"Bonn","externalRef":"row 1")"));
    const auto again =
        server.createOrder("f", filters(R"("locations":"Wien","externalRef":"row 1",)" + kRefuse));
    QCOMPARE(named(again), memberOf(reference, "/order_number") + " same_reference");
}

void EquivalentOrdersTest::create_acknowledged_passesUnderTheSameKey() {
    TestServer server;
    const std::string number = memberOf(server.createOrder("a", filters("")), "/order_number");
    QCOMPARE(server.createOrder("b", filters(kRefuse)).status, 409);
    QCOMPARE(server.createOrder("b", filters(kRefuse)).status, 409);
    const auto made = server.createOrder("b", filters(acknowledging({"LS-0000000000", number})));
    QCOMPARE(made.status, 201);
    QCOMPARE(named(made), std::string("none"));
    QCOMPARE(memberOf(made, "/request"),
             std::string(R"({"leadCount":100,"scrapingOption":"filters"})"));
}

void EquivalentOrdersTest::create_onlySomeAcknowledged_isRefused() {
    TestServer server;
    const std::string first = memberOf(server.createOrder("a", filters("")), "/order_number");
    const std::string second = memberOf(server.createOrder("b", filters("")), "/order_number");
    QCOMPARE(codeOf(server.createOrder("c", filters(acknowledging({first})))),
             std::string("equivalent_order"));
    QCOMPARE(server.createOrder("c", filters(acknowledging({second, first}))).status, 201);
}

void EquivalentOrdersTest::create_replay_isNeverChecked() {
    TestServer server;
    const auto made = server.createOrder("a", filters(R"("industries":"Food")"));
    const auto other = server.createOrder("b", filters(R"("industries":"Food")"));
    QCOMPARE(other.status, 201);
    for (const std::string& guard :
         {kRefuse, acknowledging({"LS-0000000000"}), std::string(R"("duplicates":"warn")"),
          std::string(R"("acknowledgeDuplicateOf":["LS-0000000000"])")}) {
        const auto replay = server.createOrder("a", filters(R"("industries":"Food",)" + guard));
        QCOMPARE(replay.status, 201);
        QCOMPARE(replay.header("Idempotent-Replayed"), std::string("true"));
        QCOMPARE(replay.body, made.body);
    }
    QCOMPARE(codeOf(server.createOrder("a", filters(R"("industries":"Foods",)" + kRefuse))),
             std::string("idempotency_key_reused"));
}

void EquivalentOrdersTest::create_warn_namesThemInTheAnswer() {
    TestServer server;
    const std::string us =
        memberOf(server.createOrder("a", filters(R"("locations":"US")")), "/order_number");
    const auto usa = server.createOrder("b", filters(R"("locations":"USA")"));
    QCOMPARE(named(usa), us + " similar");
    QCOMPARE(memberOf(usa, "/moreEquivalentOrders"), std::string("0"));
    const auto again = server.createOrder("c", filters(R"("locations":"us","duplicates":"warn")"));
    QCOMPARE(named(again), us + " same, " + memberOf(usa, "/order_number") + " similar");
    QCOMPARE(named(server.get("/v1/orders/" + us)), std::string("none"));
    QCOMPARE(server.createOrder("c", filters(R"("locations":"us")")).body, again.body);
}

void EquivalentOrdersTest::create_quoteOfAnotherGuard_stillHolds() {
    TestServer server;
    const std::string id = memberOf(server.post("/v1/quotes", filters("")), "/id");
    const auto made = server.createOrder("a", filters(R"("quoteId":")" + id + "\"," + kRefuse));
    QCOMPARE(made.status, 201);
    QCOMPARE(memberOf(made, "/quoteId"), id);
}

void EquivalentOrdersTest::account_policy_decides() {
    TestServer server;
    const std::string number = memberOf(server.createOrder("a", filters("")), "/order_number");
    const auto set = [&](const std::string& policy) {
        const auto answer =
            rawRequest(server.port(), "PATCH", "/v1/account",
                       {{"x-api-key", server.customerKey()}, {"Content-Type", "application/json"}},
                       R"({"duplicates":")" + policy + "\"}");
        QCOMPARE(answer.status, 200);
        QCOMPARE(memberOf(answer, "/duplicates"), policy);
    };
    set("refuse");
    const auto refused = server.createOrder("b", filters(""));
    QCOMPARE(codeOf(refused), std::string("equivalent_order"));
    QCOMPARE(server.createOrder("b", filters(R"("duplicates":"warn")")).status, 409);
    QCOMPARE(named(server.post("/v1/quotes", filters(""))), number + " same");
    set("off");
    // Whoever asks to be refused has to be told of what.
    QCOMPARE(named(server.post("/v1/quotes", filters(""))), number + " same");
    QCOMPARE(server.createOrder("c", filters(kRefuse)).status, 409);
    const auto alias = server.post("/v1/orders/submit", filters(kRefuse),
                                   {{"Idempotency-Key", "d"}, {"x-api-key", server.customerKey()}});
    QCOMPARE(alias.status, 409);
    const auto made = server.createOrder("b", filters(""));
    QCOMPARE(made.status, 201);
    QCOMPARE(named(made), std::string("none"));
}

void EquivalentOrdersTest::account_window_decides() {
    const auto clock = std::make_shared<ManualClock>();
    TestServer server({.clock = clock});
    QCOMPARE(server.createOrder("a", filters("")).status, 201);
    clock->advance(std::chrono::days(90));
    QCOMPARE(server.createOrder("b", filters(kRefuse)).status, 409);
    clock->advance(1ms);
    QVERIFY(named(server.post("/v1/quotes", filters(""))).empty());
    const auto set = [&](int days) {
        return rawRequest(
            server.port(), "PATCH", "/v1/account",
            {{"x-api-key", server.customerKey()}, {"Content-Type", "application/json"}},
            R"({"duplicateWindowDays":)" + std::to_string(days) + "}");
    };
    QCOMPARE(memberOf(set(0), "/duplicateWindowDays"), std::string("0"));
    clock->advance(std::chrono::days(4'000));
    QCOMPARE(server.createOrder("b", filters(kRefuse)).status, 409);
    QCOMPARE(memberOf(set(3'650), "/duplicateWindowDays"), std::string("3650"));
    QCOMPARE(server.createOrder("c", filters(kRefuse)).status, 201);
}

void EquivalentOrdersTest::account_patch_isCheckedAndScoped() {
    TestServer server;
    const auto patch = [&](const std::string& secret, const std::string& body) {
        return rawRequest(server.port(), "PATCH", "/v1/account",
                          {{"x-api-key", secret}, {"Content-Type", "application/json"}}, body);
    };
    for (const char* body :
         {"{}", R"({"duplicates":"never"})", R"({"duplicates":1})", R"({"duplicates":null})",
          R"({"duplicateWindowDays":-1})", R"({"duplicateWindowDays":3651})",
          R"({"duplicateWindowDays":1.5})", R"({"duplicateWindowDays":"90"})",
          R"({"duplicateWindowDays":9,"name":"x"})", "[]"}) {
        const auto answer = patch(server.customerKey(), body);
        QVERIFY2(answer.status == 422, body);
    }
    const std::string reader =
        server.addKey({"reader", server::KeyType::Customer, {"account:read"}, {}}).secret;
    const auto refused = patch(reader, R"({"duplicates":"off"})");
    QCOMPARE(codeOf(refused), std::string("missing_scope"));
    const std::string writer =
        server.addKey({"writer", server::KeyType::Customer, {"account:write"}, {}}).secret;
    QCOMPARE(patch(writer, R"({"duplicates":"off","duplicateWindowDays":7})").status, 200);
    const auto account = server.get("/v1/account", {{"x-api-key", writer}});
    QCOMPARE(memberOf(account, "/duplicates"), std::string("off"));
    QCOMPARE(memberOf(account, "/duplicateWindowDays"), std::string("7"));
}

void EquivalentOrdersTest::account_byAnAdmin_isChanged() {
    TestServer server;
    const auto patched =
        rawRequest(server.port(), "PATCH", "/v1/admin/accounts/" + server.accountId(),
                   {{"x-api-key", server.adminKey()}, {"Content-Type", "application/json"}},
                   R"({"duplicates":"refuse","duplicateWindowDays":0})");
    QCOMPARE(patched.status, 200);
    QCOMPARE(memberOf(patched, "/duplicates"), std::string("refuse"));
    QCOMPARE(memberOf(patched, "/duplicateWindowDays"), std::string("0"));
    QCOMPARE(memberOf(server.get("/v1/account"), "/duplicates"), std::string("refuse"));
}

void EquivalentOrdersTest::account_instance_isTheServices() {
    TestServer server;
    TestServer another;
    const std::string id = memberOf(server.get("/v1/account"), "/instanceId");
    QVERIFY(id.starts_with("srv_"));
    const std::string second = server.addAccount(100);
    QCOMPARE(memberOf(server.get("/v1/account", {{"x-api-key", second}}), "/instanceId"), id);
    QVERIFY(memberOf(another.get("/v1/account"), "/instanceId") != id);
}

void EquivalentOrdersTest::excludeOwned_asksForOthers() {
    TestServer server;
    QCOMPARE(server.createOrder("a", filters(R"("externalRef":"row 1")")).status, 201);
    const std::string others = R"("externalRef":"row 1","excludeOwned":true)";
    const auto quote = server.post("/v1/quotes", filters(others));
    QCOMPARE(named(quote), std::string());
    QCOMPARE(named(server.get("/v1/quotes/" + memberOf(quote, "/id"))), std::string());
    QCOMPARE(named(server.createOrder("b", filters(others))), std::string("none"));
    QCOMPARE(server.createOrder("c", filters(others + "," + kRefuse)).status, 201);
}

void EquivalentOrdersTest::ordersThatEnded_doNotCount_data() {
    QTest::addColumn<QString>("status");
    QTest::addColumn<bool>("counts");
    for (const char* status : {"cancelled", "rejected", "failed", "refunded"})
        QTest::newRow(status) << status << false;
    for (const char* status : {"in_progress", "info_requested", "delivered"})
        QTest::newRow(status) << status << true;
}

void EquivalentOrdersTest::ordersThatEnded_doNotCount() {
    QFETCH(QString, status);
    QFETCH(bool, counts);
    TestServer server;
    OrderScene scene(server);
    const std::string number = scene.placeIn(status.toStdString());
    QCOMPARE(named(server.post("/v1/quotes", TestServer::orderBody())),
             counts ? number + " same" : std::string());
    std::string body = TestServer::orderBody();
    body.insert(body.size() - 1, "," + kRefuse);
    QCOMPARE(server.createOrder("k", body).status, counts ? 409 : 201);
}

void EquivalentOrdersTest::orders_byMark_areListed() {
    TestServer server;
    const auto made = server.createOrder("a", filters(R"("industries":"Food")"));
    server.createOrder("b", filters(R"("industries":" food")", 3));
    server.createOrder("c", filters(R"("industries":"Foods")"));
    const std::string mark = memberOf(made, "/mark");
    const auto found = server.get("/v1/orders?mark=" + mark + "&limit=1");
    QCOMPARE(memberOf(found, "/data/0/mark"), mark);
    QCOMPARE(memberOf(found, "/data/0/leadCount"), std::string("3"));
    const auto second = server.get("/v1/orders?limit=1&mark=" + mark +
                                   "&cursor=" + memberOf(found, "/meta/nextCursor"));
    QCOMPARE(memberOf(second, "/data/0/order_number"), memberOf(made, "/order_number"));
    QCOMPARE(memberOf(second, "/meta/hasMore"), std::string("false"));
    QCOMPARE(codeOf(server.get("/v1/orders?cursor=" + memberOf(found, "/meta/nextCursor"))),
             std::string("invalid_cursor"));
}

void EquivalentOrdersTest::orders_byMark_ofAnotherForm_isRefused() {
    TestServer server;
    for (const char* mark :
         {"", "m1", "m1-0123456789abcdef", "s1-68275269c4540e955fea6a3a734d47cf"})
        QCOMPARE(server.get(std::string("/v1/orders?mark=") + mark).status, 400);
    QCOMPARE(server.get("/v1/orders?mark=m2-68275269c4540e955fea6a3a734d47cf").status, 200);
}

namespace {

/// So many creates of one wish in as many spellings, each over a connection of its own, to the
/// servers in turn; how many were created. The others have to be refused.
int createAtOnce(const std::vector<TestServer*>& servers, const std::string& secret, int count) {
    std::atomic<int> created = 0;
    std::atomic<int> others = 0;
    std::barrier start(count);
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < count; ++i)
            threads.emplace_back([&, i] {
                const std::string blanks(static_cast<std::size_t>(i % 5), ' ');
                const std::string body =
                    filters((i % 2 == 0 ? R"("industries":")" + blanks + R"(Food",)" + kRefuse
                                        : kRefuse + R"(,"industries":["FOOD)" + blanks + R"("])"),
                            10 + i);
                start.arrive_and_wait();
                TestServer& server = *servers[static_cast<std::size_t>(i) % servers.size()];
                const auto answer = rawRequest(server.port(), "POST", "/v1/orders",
                                               {{"x-api-key", secret},
                                                {"Content-Type", "application/json"},
                                                {"Idempotency-Key", "k" + std::to_string(i)}},
                                               body);
                created += answer.status == 201 ? 1 : 0;
                others += answer.status != 201 && codeOf(answer) != "equivalent_order" ? 1 : 0;
            });
    }
    return others > 0 ? -others.load() : created.load();
}

} // namespace

void EquivalentOrdersTest::atOnce_respelled_oneIsCreated() {
    const QTemporaryDir folder;
    TestServer server({.databasePath = folder.filePath("a.db").toStdString()});
    QCOMPARE(createAtOnce({&server}, server.customerKey(), 16), 1);
}

void EquivalentOrdersTest::atOnce_onTwoServers_oneIsCreated() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("a.db").toStdString();
    TestServer one({.databasePath = path});
    TestServer two({.databasePath = path});
    QCOMPARE(memberOf(two.get("/v1/account", {{"x-api-key", one.customerKey()}}), "/instanceId"),
             memberOf(one.get("/v1/account"), "/instanceId"));
    for (int round = 0; round < 3; ++round) {
        const std::string secret = one.addAccount(1'000'000);
        QCOMPARE(createAtOnce({&one, &two}, secret, 16), 1);
    }
}

LEADSHEET_TEST(tst_equivalent_orders, EquivalentOrdersTest);
#include "tst_equivalent_orders.moc"
