// SPDX-License-Identifier: Apache-2.0
#include "answer.hpp"
#include "schema_check.hpp"
#include "test_main.hpp"
#include "webhook_scene.hpp"

#include <QTemporaryDir>
#include <QTest>

#include <atomic>

using namespace leadsheet;
using namespace leadsheet::test;
using namespace std::chrono_literals;

namespace {

constexpr const char* kAda = R"({"fullName":"Ada Example","email":"ada@ada.example"})";

/// Answers with what it was sent.
server::http::Response repeat(const Receiver::Message& message) {
    return response(200, message.body.substr(0, 1'000));
}

} // namespace

/// What webhooks are told of erasures, and what their log keeps.
class WebhookErasureTest : public QObject {
    Q_OBJECT
private slots:
    void erasure_isToldOnce();
    void suppression_isToldToItsAccounts();
    void erased_leavesTheLogAtOnce();
    void answer_afterTheErasure_isNotKept();
    void answer_duringTheErasure_isNotKept();
    void answers_goAfterTheirRetention();
    void messages_goAfterTheirRetention();

private:
    /// The id of Ada's lead, delivered and told of.
    static std::string deliverAda(WebhookScene& scene);
    static std::string logOf(WebhookScene& scene, const std::string& webhook);
};

std::string WebhookErasureTest::deliverAda(WebhookScene& scene) {
    const std::string order = scene.orders().placeIn("in_progress");
    scene.orders().ingest(order, "part", kAda);
    scene.orders().admin(order, "deliver");
    return memberOf(scene.awaitMessage("leads.delivered"), "/data/leads/0/id");
}

/// Every answer in the log of a webhook's deliveries.
std::string WebhookErasureTest::logOf(WebhookScene& scene, const std::string& webhook) {
    std::string log;
    for (const auto& delivery : scene.deliveries(webhook))
        log += memberOf(scene.send("GET", "/v1/webhook-deliveries/" + memberOf(delivery, "/id")),
                        "/attemptLog/0/responseBody");
    return log;
}

void WebhookErasureTest::erasure_isToldOnce() {
    WebhookScene scene;
    scene.add(R"("events":["lead.erased","leads.delivered"])");
    const std::string id = deliverAda(scene);
    QCOMPARE(scene.send("DELETE", "/v1/leads/" + id).status, 204);
    const auto told = scene.awaitMessage("lead.erased");
    QCOMPARE(memberOf(told, "/data/leadId"), id);
    QCOMPARE(memberOf(told, "/data/reason"), std::string("requested"));
    QVERIFY(!mentions(boost::json::serialize(told), "ada"));
    const SchemaCheck schemas(jsonOf(rawRequest(scene.server().port(), "GET", "/v1/openapi.json")));
    const auto faults = schemas.faults(
        boost::json::parse(R"({"$ref":"#/components/schemas/LeadErasedData"})"), told.at("data"));
    QVERIFY2(faults.empty(), faults.empty() ? "" : faults.front().c_str());
    QCOMPARE(scene.send("DELETE", "/v1/leads/" + id).status, 204);
    scene.send("POST", "/v1/leads/erasures", R"({"email":"ada@ada.example"})");
    QCOMPARE(scene.received("lead.erased").size(), std::size_t{1});
}

void WebhookErasureTest::suppression_isToldToItsAccounts() {
    WebhookScene scene;
    scene.add(R"("events":["lead.erased","leads.delivered"])");
    const std::string id = deliverAda(scene);
    QCOMPARE(scene
                 .send("POST", "/v1/admin/suppressions", R"({"email":"ada@ada.example"})",
                       scene.orders().adminHeaders())
                 .status,
             201);
    const auto told = scene.awaitMessage("lead.erased");
    QCOMPARE(memberOf(told, "/data/leadId"), id);
    QCOMPARE(memberOf(told, "/data/reason"), std::string("suppressed"));
}

void WebhookErasureTest::erased_leavesTheLogAtOnce() {
    WebhookScene scene;
    scene.receiver().answer(repeat);
    const auto made = scene.add(R"("events":["leads.delivered"])");
    const std::string id = deliverAda(scene);
    scene.settled(made.id, "delivered", 1);
    QVERIFY(logOf(scene, made.id).find("ada@") != std::string::npos);
    QCOMPARE(scene.send("DELETE", "/v1/leads/" + id).status, 204);
    const std::string log = logOf(scene, made.id);
    QVERIFY2(log.find("ada@") == std::string::npos, log.c_str());
}

// A receiver may know the person from before.
void WebhookErasureTest::answer_afterTheErasure_isNotKept() {
    WebhookScene scene;
    const auto made = scene.add(R"("events":["leads.delivered"])");
    const std::string id = deliverAda(scene);
    const auto delivery = scene.settled(made.id, "delivered", 1);
    QCOMPARE(scene.send("DELETE", "/v1/leads/" + id).status, 204);
    scene.receiver().answer(
        [](const Receiver::Message&) { return response(200, "I know ada@ada.example already"); });
    const auto again =
        scene.send("POST", "/v1/webhook-deliveries/" + memberOf(delivery, "/id") + "/resend");
    QCOMPARE(again.status, 202);
    QTRY_COMPARE(scene.received("leads.delivered").size(), std::size_t{2});
    scene.settled(made.id, "delivered", 2);
    const std::string log = logOf(scene, made.id);
    QVERIFY2(log.find("ada@") == std::string::npos, log.c_str());
}

void WebhookErasureTest::answer_duringTheErasure_isNotKept() {
    WebhookScene scene;
    const auto made = scene.add(R"("events":["leads.delivered"])");
    std::atomic<int> erased = 0;
    scene.receiver().answer([&](const Receiver::Message& message) {
        const auto lead = memberOf(boost::json::parse(message.body), "/data/leads/0/id");
        erased = scene.send("DELETE", "/v1/leads/" + lead).status;
        return response(200, message.body);
    });
    deliverAda(scene);
    scene.settled(made.id, "delivered", 1);
    QCOMPARE(erased.load(), 204);
    const std::string log = logOf(scene, made.id);
    QVERIFY2(log.find("ada@") == std::string::npos, log.c_str());
}

void WebhookErasureTest::answers_goAfterTheirRetention() {
    QTemporaryDir folder;
    const auto days = [](server::Config& config) {
        config.limits.answerRetention = 24h * 7;
    };
    WebhookScene scene(days, folder.filePath("server.db").toStdString());
    scene.receiver().answer(repeat);
    const auto made = scene.add(R"("events":["leads.delivered"])");
    deliverAda(scene);
    scene.settled(made.id, "delivered", 1);
    scene.clock().advance(24h * 7 - 1s);
    scene.restart();
    QVERIFY(logOf(scene, made.id).find("ada@") != std::string::npos);
    scene.clock().advance(2s);
    scene.restart();
    QCOMPARE(scene.deliveries(made.id).size(), std::size_t{1});
    QVERIFY(logOf(scene, made.id).find("ada@") == std::string::npos);
}

void WebhookErasureTest::messages_goAfterTheirRetention() {
    QTemporaryDir folder;
    const auto days = [](server::Config& config) {
        config.limits.messageRetention = 24h * 3;
    };
    WebhookScene scene(days, folder.filePath("server.db").toStdString());
    const auto made = scene.add();
    scene.send("POST", "/v1/webhooks/" + made.id + "/test");
    scene.settled(made.id, "delivered", 1);
    scene.clock().advance(24h * 3 + 1ms);
    scene.restart();
    QCOMPARE(scene.deliveries(made.id).size(), std::size_t{0});
}

LEADSHEET_TEST(tst_webhook_erasure, WebhookErasureTest);
#include "tst_webhook_erasure.moc"
