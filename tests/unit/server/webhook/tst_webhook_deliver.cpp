// SPDX-License-Identifier: Apache-2.0
#include "test_main.hpp"
#include "webhook_scene.hpp"

#include <atomic>
#include <map>
#include <set>
#include <stdexcept>
#include <thread>

using namespace leadsheet::test;
using namespace leadsheet;
using namespace std::chrono_literals;

/// Leads pushed on request.
class WebhookDeliverTest : public QObject {
    Q_OBJECT
private slots:
    void stop_whileAReceiverHangs_takesNoNewConnections();
    void order_isPushedInParts_data();
    void order_isPushedInParts();
    void deliveredAfter_pushesEachOrderByItself();
    void manyLeads_areDividedAfterTheAnswer();
    void manyLeads_toADeletedWebhook_areForgotten();
    void result_selectsLeads();
    void withKey_pushesOnce();
    void orderNotDelivered_isRefused();
    void webhookDisabled_isRefused();
    void wrongBody_isNamed_data();
    void wrongBody_isNamed();
    void nothingToPush_queuesNothing();
};

void WebhookDeliverTest::order_isPushedInParts_data() {
    QTest::addColumn<QString>("path");
    for (const char* path : {"/v1/webhook/deliver", "/v1/webhook", "/api/v1/webhook/deliver"})
        QTest::newRow(path) << path;
}

void WebhookDeliverTest::order_isPushedInParts() {
    QFETCH(QString, path);
    WebhookScene scene;
    const std::string number = scene.orders().placeWithLeads(120, 200);
    QCOMPARE(scene.orders().admin(number, "deliver").status, 200);
    const auto made = scene.add(R"("events":["order.created"])");
    const auto pushed =
        scene.send("POST", path.toStdString(),
                   R"({"webhookId":")" + made.id + R"(","orderNumber":")" + number + R"("})");
    QCOMPARE(pushed.status, 202);
    QCOMPARE(memberOf(pushed, "/leads"), std::string("120"));
    QCOMPARE(memberOf(pushed, "/queued"), std::string("2"));
    scene.awaitMessage("leads.delivered", 2);
}

void WebhookDeliverTest::deliveredAfter_pushesEachOrderByItself() {
    WebhookScene scene;
    const auto made = scene.add(R"("autoDeliver":false,"events":["order.failed"])");
    scene.orders().admin(scene.orders().placeWithLeads(3), "deliver");
    scene.clock().advance(1h);
    scene.orders().admin(scene.orders().placeWithLeads(4), "deliver");
    scene.orders().admin(scene.orders().placeWithLeads(5), "deliver");
    const auto pushed =
        scene.send("POST", "/v1/webhook/deliver",
                   R"({"webhookId":")" + made.id + R"(","deliveredAfter":"2026-03-01T12:00:00Z"})");
    QCOMPARE(memberOf(pushed, "/leads"), std::string("9"));
    QCOMPARE(memberOf(pushed, "/queued"), std::string("2"));
    std::multiset<std::size_t> sizes;
    scene.awaitMessage("leads.delivered", 2);
    for (const auto& body : scene.received("leads.delivered")) {
        QCOMPARE(memberOf(body, "/data/parts"), std::string("1"));
        sizes.insert(body.at_pointer("/data/leads").as_array().size());
    }
    QCOMPARE(sizes, (std::multiset<std::size_t>{4, 5}));
}

namespace {

void fewAtOnce(leadsheet::server::Config& config) {
    config.outgoing.maxLeadsAtOnce = 100;
}

/// Two orders of 550 good leads each that came by turns, and a risky one; their numbers.
std::vector<std::string> manyLeads(WebhookScene& scene) {
    std::vector<std::string> orders{scene.orders().placeIn("in_progress", 600),
                                    scene.orders().placeIn("in_progress", 600)};
    int from = 0;
    for (const int part : {250, 300}) {
        for (const std::string& order : orders) {
            const auto taken =
                scene.orders().take(order, "part-" + std::to_string(part),
                                    OrderScene::leads(from, part, R"("result":"good")"));
            if (memberOf(taken, "/accepted") != std::to_string(part))
                throw std::runtime_error("the leads were not ingested: " + taken.body);
            from += part;
        }
    }
    scene.orders().ingest(orders.front(), "last", OrderScene::leads(from, 1, R"("result":"risky")"),
                          true);
    for (const std::string& order : orders)
        scene.orders().admin(order, "deliver");
    return orders;
}

} // namespace

void WebhookDeliverTest::manyLeads_areDividedAfterTheAnswer() {
    WebhookScene scene(fewAtOnce);
    const auto made = scene.add(R"("autoDeliver":false,"events":["order.failed"])");
    const auto orders = manyLeads(scene);
    const auto pushed =
        scene.send("POST", "/v1/webhook/deliver",
                   R"({"webhookId":")" + made.id +
                       R"(","result":"good","deliveredAfter":"2026-03-01T11:00:00Z"})");
    QCOMPARE(pushed.status, 202);
    QVERIFY2(memberOf(pushed, "/leads") == "1100", pushed.body.c_str());
    QCOMPARE(memberOf(pushed, "/queued"), std::string("0"));
    scene.awaitMessage("leads.delivered", 12);
    std::map<std::string, std::multiset<std::string>> emails;
    std::map<std::string, std::set<std::string>> parts;
    for (const auto& body : scene.received("leads.delivered")) {
        const std::string order = memberOf(body, "/data/orderNumber");
        QCOMPARE(memberOf(body, "/data/parts"), std::string("6"));
        parts[order].insert(memberOf(body, "/data/part"));
        for (const auto& lead : body.at_pointer("/data/leads").as_array())
            emails[order].insert(memberOf(lead, "/email"));
    }
    for (const std::string& order : orders) {
        QCOMPARE(parts[order].size(), std::size_t{6});
        const std::set<std::string> different(emails[order].begin(), emails[order].end());
        QCOMPARE(different.size(), std::size_t{550});
        QCOMPARE(emails[order].size(), std::size_t{550});
    }
}

void WebhookDeliverTest::manyLeads_toADeletedWebhook_areForgotten() {
    WebhookScene scene(fewAtOnce);
    const auto made = scene.add(R"("autoDeliver":false,"events":["order.failed"])");
    manyLeads(scene);
    QCOMPARE(
        scene
            .send("POST", "/v1/webhook/deliver",
                  R"({"webhookId":")" + made.id + R"(","deliveredAfter":"2026-03-01T11:00:00Z"})")
            .status,
        202);
    QCOMPARE(scene.send("DELETE", "/v1/webhooks/" + made.id).status, 204);
    const auto next = scene.add();
    scene.send("POST", "/v1/webhooks/" + next.id + "/test");
    scene.awaitMessage("webhook.test");
    QVERIFY2(scene.server().errorLog().empty(), scene.server().errorLog().c_str());
}

void WebhookDeliverTest::result_selectsLeads() {
    WebhookScene scene;
    const auto made = scene.add(R"("autoDeliver":false,"events":["order.failed"])");
    const std::string number = scene.orders().placeIn("in_progress");
    scene.orders().ingest(number, "part",
                          OrderScene::leads(0, 3, R"("result":"good")") + "," +
                              OrderScene::leads(3, 2, R"("result":"risky")") + "," +
                              OrderScene::leads(5, 1, R"("result":"good")"),
                          true);
    scene.orders().admin(number, "deliver");
    const auto pushed = scene.send("POST", "/v1/webhook/deliver",
                                   R"({"webhookId":")" + made.id + R"(","orderNumber":")" + number +
                                       R"(","result":"good"})");
    QCOMPARE(memberOf(pushed, "/leads"), std::string("4"));
    const auto body = scene.awaitMessage("leads.delivered");
    QCOMPARE(body.at_pointer("/data/leads").as_array().size(), std::size_t{4});
    for (const auto& lead : body.at_pointer("/data/leads").as_array())
        QCOMPARE(memberOf(lead, "/result"), std::string("good"));
}

void WebhookDeliverTest::withKey_pushesOnce() {
    WebhookScene scene;
    const std::string number = scene.orders().placeWithLeads(2);
    scene.orders().admin(number, "deliver");
    const auto made = scene.add();
    const std::string body =
        R"({"webhookId":")" + made.id + R"(","orderNumber":")" + number + R"("})";
    const RawHeaders key{{"idempotency-key", "one"}};
    const auto first = scene.send("POST", "/v1/webhook/deliver", body, key);
    const auto again = scene.send("POST", "/v1/webhook", body, key);
    QCOMPARE(again.body, first.body);
    QCOMPARE(again.header("Idempotent-Replayed"), std::string("true"));
    QCOMPARE(scene.deliveries(made.id).size(), std::size_t{1});
}

void WebhookDeliverTest::orderNotDelivered_isRefused() {
    WebhookScene scene;
    const auto made = scene.add();
    const std::string number = scene.orders().placeWithLeads(2);
    const auto refused =
        scene.send("POST", "/v1/webhook/deliver",
                   R"({"webhookId":")" + made.id + R"(","orderNumber":")" + number + R"("})");
    QCOMPARE(refused.status, 409);
    QCOMPARE(codeOf(refused), std::string("invalid_transition"));
    QVERIFY(memberOf(refused, "/detail").find("in_progress") != std::string::npos);
}

void WebhookDeliverTest::webhookDisabled_isRefused() {
    WebhookScene scene;
    const auto made = scene.add(R"("enabled":false)");
    const auto refused =
        scene.send("POST", "/v1/webhook/deliver",
                   R"({"webhookId":")" + made.id + R"(","deliveredAfter":"2026-03-01T12:00:00Z"})");
    QCOMPARE(codeOf(refused), std::string("invalid_transition"));
}

void WebhookDeliverTest::wrongBody_isNamed_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("pointer");
    QTest::newRow("no webhook") << R"({"deliveredAfter":"2026-03-01T12:00:00Z"})"
                                << "/webhookId";
    QTest::newRow("neither") << R"({"webhookId":"wh_1"})"
                             << "/orderNumber";
    QTest::newRow("both") << R"({"webhookId":"wh_1","orderNumber":"LS-0000000000",)"
                             R"("deliveredAfter":"2026-03-01T12:00:00Z"})"
                          << "/deliveredAfter";
    QTest::newRow("no order number") << R"({"webhookId":"wh_1","orderNumber":"1"})"
                                     << "/orderNumber";
    QTest::newRow("no time") << R"({"webhookId":"wh_1","deliveredAfter":"now"})"
                             << "/deliveredAfter";
    QTest::newRow("no result") << R"({"webhookId":"wh_1","result":"best",)"
                                  R"("deliveredAfter":"2026-03-01T12:00:00Z"})"
                               << "/result";
    QTest::newRow("unknown member") << R"({"webhookId":"wh_1","since":1,)"
                                       R"("deliveredAfter":"2026-03-01T12:00:00Z"})"
                                    << "/since";
}

void WebhookDeliverTest::wrongBody_isNamed() {
    QFETCH(QString, body);
    QFETCH(QString, pointer);
    WebhookScene scene;
    const auto refused = scene.send("POST", "/v1/webhook/deliver", body.toStdString());
    QCOMPARE(refused.status, 422);
    QCOMPARE(memberOf(refused, "/errors/0/pointer"), pointer.toStdString());
}

void WebhookDeliverTest::nothingToPush_queuesNothing() {
    WebhookScene scene;
    const auto made = scene.add();
    const auto pushed =
        scene.send("POST", "/v1/webhook/deliver",
                   R"({"webhookId":")" + made.id + R"(","deliveredAfter":"2026-03-01T12:00:00Z"})");
    QCOMPARE(pushed.status, 202);
    QCOMPARE(memberOf(pushed, "/queued"), std::string("0"));
}

void WebhookDeliverTest::stop_whileAReceiverHangs_takesNoNewConnections() {
    WebhookScene scene;
    scene.receiver().answer([](const Receiver::Message&) { return std::nullopt; });
    scene.add(R"("events":["order.created"])");
    scene.orders().place(5);
    QVERIFY(scene.receiver().waitFor(1));
    const std::uint16_t port = scene.server().port();
    std::atomic<bool> stopped = false;
    {
        const std::jthread stopping([&] {
            scene.server().stop(std::chrono::hours(1));
            stopped = true;
        });
        QVERIFY(eventually([&] { return rawRequest(port, "GET", "/healthz").status == 0; }));
        QVERIFY(!stopped);
        scene.receiver().release();
    }
    QVERIFY(stopped);
}

LEADSHEET_TEST(tst_webhook_deliver, WebhookDeliverTest);
#include "tst_webhook_deliver.moc"
