// SPDX-License-Identifier: Apache-2.0
#include "test_main.hpp"
#include "webhook_scene.hpp"

#include <algorithm>

using namespace leadsheet::test;
using namespace leadsheet;
using namespace std::chrono_literals;

/// The log of what was sent, and sending it again.
class WebhookDeliveriesTest : public QObject {
    Q_OBJECT
private slots:
    void detail_showsWhatWentAndWhatCameBack();
    void detail_beforeAnyAttempt_hasNoHeaders();
    void detail_ofLeads_needsTheScopeToReadThem();
    void detail_ofAnOrder_needsTheScopeToReadIt();
    void detail_ofALeadThatWasErased_showsWhatIsLeft();
    void resent_hasTheSameIdAndBody();
    void list_isNewestFirstInPagesAndFiltered();
    void wrongFilter_isNamed();
    void test_withKey_isQueuedOnce();
    void receiver_thatRefuses_isNamed();
};

void WebhookDeliveriesTest::detail_showsWhatWentAndWhatCameBack() {
    WebhookScene scene;
    scene.receiver().answer([](const Receiver::Message&) {
        return response(500, "out of order \xFF\xFE", {{"Content-Type", "text/plain"}});
    });
    const auto made = scene.add();
    scene.send("POST", "/v1/webhooks/" + made.id + "/test");
    const auto failed = scene.settled(made.id, "pending", 1);
    scene.receiver().answer([](const Receiver::Message&) { return response(200, "thanks"); });
    scene.clock().advance(10s);
    scene.settled(made.id, "delivered", 2);
    const auto detail =
        jsonOf(scene.send("GET", "/v1/webhook-deliveries/" + memberOf(failed, "/id")));
    const auto messages = scene.receiver().messages();
    QCOMPARE(memberOf(detail, "/requestBody"), messages[1].body);
    for (const char* name : {"webhook-id", "webhook-timestamp", "webhook-signature"})
        QCOMPARE(memberOf(detail, std::string("/requestHeaders/") + name),
                 messages[1].headers.at(name));
    QCOMPARE(memberOf(detail, "/attemptLog/0/status"), std::string("500"));
    QCOMPARE(memberOf(detail, "/attemptLog/0/responseBody"), std::string("out of order "));
    QVERIFY(memberOf(detail, "/attemptLog/0/error").find("500") != std::string::npos);
    QCOMPARE(memberOf(detail, "/attemptLog/1/status"), std::string("200"));
    QCOMPARE(memberOf(detail, "/attemptLog/1/error"), std::string("null"));
    QCOMPARE(memberOf(detail, "/attemptLog/1/responseBody"), std::string("thanks"));
    QCOMPARE(memberOf(detail, "/lastError"), std::string("null"));
    QCOMPARE(memberOf(detail, "/deliveredAt"), memberOf(detail, "/attemptLog/1/at"));
}

void WebhookDeliveriesTest::detail_beforeAnyAttempt_hasNoHeaders() {
    WebhookScene scene;
    const auto made = scene.add(R"("enabled":false)");
    const std::string number = scene.orders().place();
    const auto held = scene.settled(made.id, "held", 0);
    const auto detail =
        jsonOf(scene.send("GET", "/v1/webhook-deliveries/" + memberOf(held, "/id")));
    QCOMPARE(memberOf(detail, "/requestHeaders"), std::string("{}"));
    QCOMPARE(memberOf(detail, "/attemptLog"), std::string("[]"));
    QCOMPARE(memberOf(detail, "/orderNumber"), number);
    QVERIFY(memberOf(detail, "/requestBody").find(number) != std::string::npos);
}

void WebhookDeliveriesTest::detail_ofLeads_needsTheScopeToReadThem() {
    WebhookScene scene;
    scene.receiver().answer(
        [](const Receiver::Message& message) { return response(200, message.body); });
    const auto made = scene.add(R"("events":["leads.delivered"])");
    scene.orders().placePartDelivered(2);
    scene.awaitMessage("leads.delivered");
    const auto delivery = scene.settled(made.id, "delivered");
    const std::string target = "/v1/webhook-deliveries/" + memberOf(delivery, "/id");
    const auto whole = jsonOf(scene.send("GET", target));
    QVERIFY(memberOf(whole, "/requestBody").find("\"leads\"") != std::string::npos);
    QVERIFY(!whole.as_object().contains("requestBodyMasked"));
    QVERIFY(memberOf(whole, "/attemptLog/0/responseBody").find("\"leads\"") != std::string::npos);
    const auto other =
        scene.server().addKey({"other", server::KeyType::Customer, {"webhooks:read"}, {}});
    const auto masked = jsonOf(scene.server().get(target, {{"x-api-key", other.secret}}));
    QCOMPARE(memberOf(masked, "/requestBody"), std::string());
    QCOMPARE(memberOf(masked, "/requestBodyMasked"), std::string("true"));
    QCOMPARE(memberOf(masked, "/attemptLog/0/responseBody"), std::string("null"));
    QCOMPARE(memberOf(masked, "/state"), std::string("delivered"));
}

void WebhookDeliveriesTest::detail_ofAnOrder_needsTheScopeToReadIt() {
    WebhookScene scene;
    const auto made = scene.add(R"("events":["order.created"])");
    const std::string number = scene.orders().place(5);
    scene.awaitMessage("order.created");
    const auto delivery = scene.settled(made.id, "delivered");
    const std::string target = "/v1/webhook-deliveries/" + memberOf(delivery, "/id");
    const auto bodyFor = [&](std::vector<std::string> scopes) {
        const auto key =
            scene.server().addKey({"other", server::KeyType::Customer, std::move(scopes), {}});
        return jsonOf(scene.server().get(target, {{"x-api-key", key.secret}}));
    };
    const auto masked = bodyFor({"webhooks:read", "leads:read"});
    QCOMPARE(memberOf(masked, "/requestBody"), std::string());
    QCOMPARE(memberOf(masked, "/requestBodyMasked"), std::string("true"));
    const auto whole = bodyFor({"webhooks:read", "orders:read"});
    QVERIFY(memberOf(whole, "/requestBody").find(number) != std::string::npos);
}

void WebhookDeliveriesTest::detail_ofALeadThatWasErased_showsWhatIsLeft() {
    WebhookScene scene;
    const auto made = scene.add(R"("events":["leads.delivered"])");
    scene.orders().placePartDelivered(1);
    scene.awaitMessage("leads.delivered");
    const auto delivery = scene.settled(made.id, "delivered");
    const auto lead = jsonOf(scene.send("GET", "/v1/leads"));
    const std::string address = memberOf(lead, "/data/0/email");
    const std::string target = "/v1/webhook-deliveries/" + memberOf(delivery, "/id");
    QVERIFY(memberOf(scene.send("GET", target), "/requestBody").find(address) != std::string::npos);
    const std::string id = memberOf(lead, "/data/0/id");
    QCOMPARE(scene.send("DELETE", "/v1/leads/" + id).status, 204);
    const std::string body = memberOf(scene.send("GET", target), "/requestBody");
    QVERIFY2(body.find(address) == std::string::npos, body.c_str());
    QVERIFY2(body.find(id) != std::string::npos, body.c_str());
}

void WebhookDeliveriesTest::resent_hasTheSameIdAndBody() {
    WebhookScene scene;
    const auto made = scene.add();
    scene.orders().place();
    const auto delivered = scene.settled(made.id, "delivered", 1);
    scene.clock().advance(1h);
    const auto again =
        scene.send("POST", "/v1/webhook-deliveries/" + memberOf(delivered, "/id") + "/resend");
    QCOMPARE(again.status, 202);
    QCOMPARE(memberOf(again, "/id"), memberOf(delivered, "/id"));
    QCOMPARE(memberOf(again, "/state"), std::string("pending"));
    scene.settled(made.id, "delivered", 2);
    const auto messages = scene.receiver().messages();
    QCOMPARE(messages.size(), std::size_t{2});
    QCOMPARE(messages[1].body, messages[0].body);
    QCOMPARE(messages[1].headers.at("webhook-id"), messages[0].headers.at("webhook-id"));
    QVERIFY(messages[1].headers.at("webhook-timestamp") !=
            messages[0].headers.at("webhook-timestamp"));
    QCOMPARE(scene.deliveries(made.id).size(), std::size_t{1});
}

void WebhookDeliveriesTest::list_isNewestFirstInPagesAndFiltered() {
    WebhookScene scene;
    const auto made = scene.add();
    std::vector<std::string> ids;
    for (int n = 0; n < 5; ++n) {
        ids.push_back(memberOf(scene.send("POST", "/v1/webhooks/" + made.id + "/test"), "/id"));
        scene.settled(made.id, "delivered", 1);
        scene.clock().advance(1s);
    }
    std::ranges::reverse(ids);
    std::vector<std::string> listed;
    const std::string first = "/v1/webhooks/" + made.id + "/deliveries?limit=2&state=delivered";
    std::string target = first;
    while (!target.empty()) {
        const auto page = jsonOf(scene.send("GET", target));
        for (const auto& row : page.at("data").as_array())
            listed.push_back(memberOf(row, "/id"));
        target = memberOf(page, "/meta/hasMore") == "true"
                     ? first + "&cursor=" + memberOf(page, "/meta/nextCursor")
                     : std::string();
    }
    QCOMPARE(listed, ids);
    QVERIFY(scene.deliveries(made.id, "?state=failed").empty());
    QCOMPARE(scene.deliveries(made.id, "?createdAfter=2026-03-01T12:00:02Z").size(),
             std::size_t{2});
}

void WebhookDeliveriesTest::wrongFilter_isNamed() {
    WebhookScene scene;
    const std::string target = "/v1/webhooks/" + scene.add().id + "/deliveries";
    for (const char* query :
         {"?state=lost", "?createdAfter=yesterday", "?limit=0", "?cursor=x", "?status=failed"})
        QCOMPARE(scene.send("GET", target + query).status, 400);
}

void WebhookDeliveriesTest::test_withKey_isQueuedOnce() {
    WebhookScene scene;
    const auto made = scene.add();
    const std::string target = "/v1/webhooks/" + made.id + "/test";
    const auto first = scene.send("POST", target, {}, {{"idempotency-key", "one"}});
    const auto again = scene.send("POST", target, {}, {{"idempotency-key", "one"}});
    QCOMPARE(again.body, first.body);
    QCOMPARE(again.header("Idempotent-Replayed"), std::string("true"));
    QCOMPARE(scene.deliveries(made.id).size(), std::size_t{1});
}

void WebhookDeliveriesTest::receiver_thatRefuses_isNamed() {
    WebhookScene scene;
    const auto made = scene.add({}, "http://127.0.0.1:1/");
    scene.send("POST", "/v1/webhooks/" + made.id + "/test");
    const auto failed = scene.settled(made.id, "pending", 1);
    QCOMPARE(memberOf(failed, "/lastStatus"), std::string("null"));
    QVERIFY(memberOf(failed, "/lastError").find("127.0.0.1:1") != std::string::npos);
}

LEADSHEET_TEST(tst_webhook_deliveries, WebhookDeliveriesTest);
#include "tst_webhook_deliveries.moc"
