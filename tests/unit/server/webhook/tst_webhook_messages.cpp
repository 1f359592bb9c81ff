// SPDX-License-Identifier: Apache-2.0
#include "test_main.hpp"
#include "webhook_scene.hpp"

#include "webhook/delivery.hpp"

#include <set>

using namespace leadsheet::test;
using namespace leadsheet;
using namespace std::chrono_literals;

namespace {

std::string signatureOf(const std::vector<std::string>& secrets, const Receiver::Message& message) {
    return server::webhook::webhookSignature(secrets, message.headers.at("webhook-id"),
                                             message.headers.at("webhook-timestamp"), message.body);
}

} // namespace

/// What is sent: which messages, to whom, signed how.
class WebhookMessagesTest : public QObject {
    Q_OBJECT
private slots:
    void order_tellsEveryPublishedStep();
    void message_isSignedAndNamed();
    void rotated_signsWithBothForADay();
    void rotatedAgain_signsWithEachUntilItsDayIsOver();
    void webhook_hearsOnlyWhatItAskedFor();
    void webhook_ofOrdersAlone_getsThinMessages();
    void delivered_sendsItsLeadsInParts();
    void leads_thatAreLarge_stayUnderTheLimit();
    void autoDeliver_switchedOff_sendsNoLeads_data();
    void autoDeliver_switchedOff_sendsNoLeads();
    void disabled_holdsUntilRecovered();
    void disabled_takesNoResendNorRecovery();
    void refused_orderTellsNothing();
    void metrics_countAttempts();
    void metrics_showTheBacklog();
};

void WebhookMessagesTest::order_tellsEveryPublishedStep() {
    WebhookScene scene;
    scene.add();
    const std::string number = scene.orders().placeWithLeads(3);
    QCOMPARE(scene.orders().admin(number, "deliver").status, 200);
    const auto created = scene.awaitMessage("order.created");
    QCOMPARE(memberOf(created, "/data/order/order_number"), number);
    QCOMPARE(memberOf(created, "/data/order/status"), std::string("pending_review"));
    QCOMPARE(memberOf(created, "/data/version"), std::string("1"));
    QCOMPARE(memberOf(created, "/data/seq"), std::string("1"));
    QCOMPARE(memberOf(created, "/timestamp"), std::string("2026-03-01T12:00:00.000Z"));
    QCOMPARE(memberOf(scene.awaitMessage("order.approved"), "/data/order/status"),
             std::string("in_progress"));
    QCOMPARE(memberOf(scene.awaitMessage("order.delivered"), "/data/order/deliveredLeads"),
             std::string("3"));
    const auto leads = scene.awaitMessage("leads.delivered");
    QCOMPARE(memberOf(leads, "/data/orderNumber"), number);
    QCOMPARE(memberOf(leads, "/data/leads/2/orderNumber"), number);
    QVERIFY(scene.received("order.ingested").empty());
    const std::string asked = scene.orders().placeIn("info_requested");
    QCOMPARE(memberOf(scene.awaitMessage("order.info_requested"), "/data/message"),
             std::string("Austria as well?"));
}

void WebhookMessagesTest::message_isSignedAndNamed() {
    WebhookScene scene;
    const auto made = scene.add();
    const auto queued = scene.send("POST", "/v1/webhooks/" + made.id + "/test");
    QCOMPARE(queued.status, 202);
    QCOMPARE(memberOf(queued, "/eventType"), std::string("webhook.test"));
    QVERIFY(scene.receiver().waitFor(1));
    const auto message = scene.receiver().messages().at(0);
    QCOMPARE(message.headers.at("webhook-id"), memberOf(queued, "/messageId"));
    QCOMPARE(message.headers.at("webhook-timestamp"), std::string("1772366400"));
    QCOMPARE(message.headers.at("webhook-signature"), signatureOf({made.secret}, message));
    QCOMPARE(message.headers.at("content-type"), std::string("application/json"));
    QVERIFY(message.headers.at("user-agent").starts_with("Leadsheet"));
    QCOMPARE(memberOf(boost::json::parse(message.body), "/data/webhookId"), made.id);
}

void WebhookMessagesTest::rotated_signsWithBothForADay() {
    WebhookScene scene;
    const auto made = scene.add();
    const std::string target = "/v1/webhooks/" + made.id;
    const std::string secret = memberOf(scene.send("POST", target + "/rotate-secret"), "/secret");
    scene.clock().advance(24h - 1ms);
    scene.send("POST", target + "/test");
    QVERIFY(scene.receiver().waitFor(1));
    const auto early = scene.receiver().messages().at(0);
    QCOMPARE(early.headers.at("webhook-signature"), signatureOf({secret, made.secret}, early));
    scene.clock().advance(1ms);
    scene.send("POST", target + "/test");
    QVERIFY(scene.receiver().waitFor(2));
    const auto late = scene.receiver().messages().at(1);
    QCOMPARE(late.headers.at("webhook-signature"), signatureOf({secret}, late));
}

void WebhookMessagesTest::rotatedAgain_signsWithEachUntilItsDayIsOver() {
    WebhookScene scene;
    const auto made = scene.add();
    const std::string target = "/v1/webhooks/" + made.id;
    std::vector<std::string> secrets{made.secret}; // the newest first
    const auto rotate = [&] {
        secrets.insert(secrets.begin(),
                       memberOf(scene.send("POST", target + "/rotate-secret"), "/secret"));
    };
    std::size_t sent = 0;
    const auto isSignedWith = [&](std::size_t newest) {
        scene.send("POST", target + "/test");
        if (!scene.receiver().waitFor(++sent))
            return false;
        const auto message = scene.receiver().messages().at(sent - 1);
        return message.headers.at("webhook-signature") ==
               signatureOf({secrets.begin(), secrets.begin() + std::ptrdiff_t(newest)}, message);
    };
    rotate();
    scene.clock().advance(10h);
    rotate();
    QVERIFY(isSignedWith(3));
    scene.clock().advance(14h - 1ms);
    QVERIFY(isSignedWith(3));
    scene.clock().advance(1ms);
    QVERIFY(isSignedWith(2));
    scene.clock().advance(10h);
    QVERIFY(isSignedWith(1));
    // Whoever rotates on and on is signed for with five at most.
    for (int n = 0; n < 7; ++n)
        rotate();
    QVERIFY(isSignedWith(5));
}

void WebhookMessagesTest::webhook_hearsOnlyWhatItAskedFor() {
    WebhookScene scene;
    const auto some = scene.add(R"("events":["order.approved"])");
    const auto all = scene.add();
    scene.orders().placeIn("in_progress");
    QVERIFY(scene.receiver().waitFor(3));
    scene.settled(all.id, "delivered");
    QCOMPARE(scene.deliveries(some.id).size(), std::size_t{1});
    QCOMPARE(scene.deliveries(all.id).size(), std::size_t{2});
    // One message to both has one id.
    QCOMPARE(memberOf(scene.deliveries(some.id).at(0), "/messageId"),
             memberOf(scene.deliveries(all.id).at(0), "/messageId"));
}

void WebhookMessagesTest::webhook_ofOrdersAlone_getsThinMessages() {
    WebhookScene scene;
    const auto thin = scene.add(R"("events":["order.delivered"])", scene.receiver().url("/thin"));
    const auto full = scene.add({}, scene.receiver().url("/full"));
    const std::string number = scene.orders().placeWithLeads(3);
    QCOMPARE(scene.orders().admin(number, "deliver").status, 200);
    scene.awaitMessage("leads.delivered");
    scene.awaitMessage("order.delivered", 2);
    QCOMPARE(scene.deliveries(thin.id).size(), std::size_t{1});
    QCOMPARE(scene.deliveries(full.id).size(), std::size_t{4});
    for (const Receiver::Message& message : scene.messages()) {
        const bool carriesLeads = message.body.find("\"leads\":[") != std::string::npos;
        const auto body = boost::json::parse(message.body);
        QCOMPARE(carriesLeads, memberOf(body, "/type") == "leads.delivered");
        if (message.path == "/thin")
            QCOMPARE(memberOf(body, "/data/order/deliveredLeads"), std::string("3"));
    }
}

void WebhookMessagesTest::delivered_sendsItsLeadsInParts() {
    WebhookScene scene;
    scene.add(R"("events":["leads.delivered"])");
    const std::string number = scene.orders().placeWithLeads(250, 300);
    QCOMPARE(scene.orders().admin(number, "deliver").status, 200);
    scene.awaitMessage("leads.delivered", 3);
    std::set<std::string> leads;
    std::set<std::string> parts;
    std::set<std::string> ids;
    for (const auto& body : scene.received("leads.delivered")) {
        QCOMPARE(memberOf(body, "/data/parts"), std::string("3"));
        parts.insert(memberOf(body, "/data/part"));
        QVERIFY(body.at_pointer("/data/leads").as_array().size() <= 100);
        for (const auto& lead : body.at_pointer("/data/leads").as_array())
            leads.insert(memberOf(lead, "/id"));
    }
    for (const auto& message : scene.receiver().messages())
        ids.insert(message.headers.at("webhook-id"));
    QCOMPARE(leads.size(), std::size_t{250});
    QCOMPARE(parts, (std::set<std::string>{"1", "2", "3"}));
    QCOMPARE(ids.size(), std::size_t{3});
}

void WebhookMessagesTest::leads_thatAreLarge_stayUnderTheLimit() {
    WebhookScene scene;
    scene.add(R"("events":["leads.delivered"])");
    const std::string number = scene.orders().placeIn("in_progress");
    const std::string large =
        R"("jobTitle":")" + std::string(190, 'x') + R"(","industry":")" + std::string(190, 'y') +
        R"(","linkedinUrl":"https://www.linkedin.com/in/)" + std::string(900, 'z');
    std::string leads;
    for (int n = 0; n < 100; ++n)
        leads += (n == 0 ? "" : ",") + OrderScene::lead(n, large + std::to_string(n) + "\"");
    const auto taken = scene.orders().ingest(number, "part", leads, true);
    QCOMPARE(memberOf(taken, "/accepted"), std::string("100"));
    QCOMPARE(scene.orders().admin(number, "deliver").status, 200);
    std::size_t came = 0;
    QVERIFY(eventually([&] {
        came = 0;
        for (const auto& body : scene.received("leads.delivered"))
            came += body.at_pointer("/data/leads").as_array().size();
        return came == 100;
    }));
    for (const auto& message : scene.receiver().messages())
        QVERIFY(message.body.size() <= 262'144);
}

void WebhookMessagesTest::autoDeliver_switchedOff_sendsNoLeads_data() {
    QTest::addColumn<QString>("webhook");
    QTest::addColumn<QString>("order");
    QTest::newRow("by the webhook") << R"("autoDeliver":false)"
                                    << "";
    QTest::newRow("by the order") << ""
                                  << R"("autoDeliver":false,)";
}

void WebhookMessagesTest::autoDeliver_switchedOff_sendsNoLeads() {
    QFETCH(QString, webhook);
    QFETCH(QString, order);
    WebhookScene scene;
    scene.add(webhook.toStdString());
    std::string body = TestServer::orderBody();
    body.insert(1, order.toStdString());
    const std::string number = memberOf(scene.server().createOrder("one", body), "/order_number");
    QVERIFY(!number.empty());
    QCOMPARE(scene.orders().admin(number, "approve").status, 200);
    scene.orders().ingest(number, "part", OrderScene::leads(0, 5), true);
    QCOMPARE(scene.orders().admin(number, "deliver").status, 200);
    scene.awaitMessage("order.delivered");
    // Leads would have been queued with the step before this one.
    scene.orders().place();
    scene.awaitMessage("order.created", 2);
    QVERIFY(scene.received("leads.delivered").empty());
}

void WebhookMessagesTest::disabled_holdsUntilRecovered() {
    WebhookScene scene;
    const auto made = scene.add();
    const std::string target = "/v1/webhooks/" + made.id;
    QCOMPARE(scene.send("PATCH", target, R"({"enabled":false})").status, 200);
    scene.orders().place();
    const auto held = scene.settled(made.id, "held", 0);
    QCOMPARE(memberOf(held, "/nextAttemptAt"), std::string("null"));
    QCOMPARE(scene.send("PATCH", target, R"({"enabled":true})").status, 200);
    scene.orders().place();
    scene.settled(made.id, "delivered");
    QCOMPARE(scene.receiver().count(), std::size_t{1});
    QCOMPARE(scene.deliveries(made.id, "?state=held").size(), std::size_t{1});
    const auto recovered =
        scene.send("POST", target + "/recover", R"({"since":"2026-03-01T00:00:00Z"})");
    QCOMPARE(recovered.status, 202);
    QCOMPARE(memberOf(recovered, "/queued"), std::string("1"));
    QVERIFY(scene.receiver().waitFor(2));
    QCOMPARE(scene.receiver().messages().at(1).headers.at("webhook-id"),
             memberOf(held, "/messageId"));
}

void WebhookMessagesTest::disabled_takesNoResendNorRecovery() {
    WebhookScene scene;
    const auto made = scene.add();
    const std::string target = "/v1/webhooks/" + made.id;
    scene.orders().place();
    const std::string delivered = memberOf(scene.settled(made.id, "delivered"), "/id");
    QCOMPARE(scene.send("PATCH", target, R"({"enabled":false})").status, 200);
    scene.orders().place();
    const std::string held = memberOf(scene.settled(made.id, "held", 0), "/id");
    for (const auto& refused :
         {scene.send("POST", target + "/recover", R"({"since":"2026-03-01T00:00:00Z"})"),
          scene.send("POST", "/v1/webhook-deliveries/" + delivered + "/resend"),
          scene.send("POST", "/v1/webhook-deliveries/" + held + "/resend")}) {
        QCOMPARE(refused.status, 409);
        QCOMPARE(codeOf(refused), std::string("invalid_transition"));
        QVERIFY(memberOf(refused, "/detail").find("disabled (owner)") != std::string::npos);
    }
    QCOMPARE(scene.deliveries(made.id, "?state=held").size(), std::size_t{1});
    QCOMPARE(scene.send("PATCH", target, R"({"enabled":true})").status, 200);
    QCOMPARE(scene.send("POST", "/v1/webhook-deliveries/" + held + "/resend").status, 202);
    QVERIFY(scene.receiver().waitFor(2));
}

void WebhookMessagesTest::refused_orderTellsNothing() {
    WebhookScene scene;
    scene.add();
    QCOMPARE(scene.server().createOrder("one", R"({"leadCount":5})").status, 422);
    scene.orders().place();
    scene.awaitMessage("order.created");
    QCOMPARE(scene.receiver().count(), std::size_t{1});
}

void WebhookMessagesTest::metrics_countAttempts() {
    WebhookScene scene;
    const auto made = scene.add();
    scene.send("POST", "/v1/webhooks/" + made.id + "/test");
    scene.settled(made.id, "delivered");
    const auto metrics = scene.send("GET", "/metrics");
    QVERIFY(metrics.body.find("leadsheet_webhook_attempts_total{result=\"delivered\"} 1") !=
            std::string::npos);
    QVERIFY(metrics.body.find("leadsheet_webhook_attempts_under_way") != std::string::npos);
}

void WebhookMessagesTest::metrics_showTheBacklog() {
    WebhookScene scene;
    const auto shows = [&](const std::string& line) {
        return scene.send("GET", "/metrics")
                   .body.find("leadsheet_delivery_backlog" + line + "\n") != std::string::npos;
    };
    const std::string waiting = R"({kind="webhook",state="waiting"} )";
    const std::string held = R"({kind="webhook",state="held"} )";
    const std::string oldest = R"(_oldest_seconds{kind="webhook"} )";
    QVERIFY(shows(waiting + "0"));
    QVERIFY(shows(held + "0"));
    QVERIFY(shows(oldest + "0.000000"));
    QVERIFY(shows(R"({kind="outreach",state="waiting"} 0)"));
    scene.receiver().answerStatus(500);
    const auto made = scene.add();
    scene.send("POST", "/v1/webhooks/" + made.id + "/test");
    scene.settled(made.id, "pending");
    scene.clock().advance(3s);
    QVERIFY(shows(waiting + "1"));
    QVERIFY(shows(oldest + "3.000000"));
    QCOMPARE(scene.send("PATCH", "/v1/webhooks/" + made.id, R"({"enabled":false})").status, 200);
    QVERIFY(shows(waiting + "0"));
    QVERIFY(shows(held + "1"));
    QVERIFY(shows(oldest + "0.000000"));
}

LEADSHEET_TEST(tst_webhook_messages, WebhookMessagesTest);
#include "tst_webhook_messages.moc"
