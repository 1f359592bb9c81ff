// SPDX-License-Identifier: Apache-2.0
#include "test_main.hpp"
#include "webhook_scene.hpp"

#include "api/metrics.hpp"

#include <QTemporaryDir>
#include <optional>

using namespace leadsheet::test;
using namespace leadsheet;
using namespace std::chrono_literals;

namespace {

std::string parentOf(char digit) {
    return "00-" + std::string(32, digit) + "-" + std::string(16, digit) + "-01";
}

/// The trace-id of a traceparent.
std::string traceIn(const std::string& traceparent) {
    return traceparent.substr(3, 32);
}

/// The traceparent of the n-th message of this kind, waited for; "" = it came without one.
std::string traceOfMessage(WebhookScene& scene, const std::string& type, std::size_t n = 1) {
    scene.awaitMessage(type, n);
    for (const Receiver::Message& message : scene.messages()) {
        if (memberOf(boost::json::parse(message.body), "/type") != type || --n > 0)
            continue;
        const auto field = message.headers.find("traceparent");
        return field == message.headers.end() ? std::string() : field->second;
    }
    return {};
}

} // namespace

/// A message belongs to the trace of the request that caused it.
class WebhookTraceTest : public QObject {
    Q_OBJECT
private slots:
    void messages_belongToTheRequestThatCausedThem();
    void leadsPushedOnRequest_belongToThatRequest();
    void retryAfterARestart_isAnotherHopOfTheSameTrace();
    void invalidOrDoubled_isIgnored_data();
    void invalidOrDoubled_isIgnored();
    void delivery_showsTheHeaderThatWasSent();
    void log_namesTheTrace();
};

void WebhookTraceTest::messages_belongToTheRequestThatCausedThem() {
    WebhookScene scene;
    scene.add();
    const auto placed =
        scene.send("POST", "/v1/orders", TestServer::orderBody(), {{"traceparent", parentOf('a')}});
    QCOMPARE(placed.status, 201);
    const std::string number = memberOf(placed, "/order_number");
    const std::string created = traceOfMessage(scene, "order.created");
    QCOMPARE(traceIn(created), std::string(32, 'a'));
    QCOMPARE(created.size(), parentOf('a').size());
    QVERIFY(created != parentOf('a'));

    QCOMPARE(scene.orders().admin(number, "approve").status, 200);
    QCOMPARE(traceOfMessage(scene, "order.approved"), std::string());
    QCOMPARE(scene.orders().ingest(number, "one", OrderScene::leads(1, 250)).status, 200);
    const auto delivered =
        scene.orders().admin(number, "deliver", {}, {{"traceparent", parentOf('b')}});
    QCOMPARE(delivered.status, 200);
    QCOMPARE(traceIn(traceOfMessage(scene, "order.delivered")), std::string(32, 'b'));
    const std::string first = traceOfMessage(scene, "leads.delivered");
    const std::string second = traceOfMessage(scene, "leads.delivered", 2);
    QCOMPARE(traceIn(first), std::string(32, 'b'));
    QCOMPARE(traceIn(second), std::string(32, 'b'));
    QVERIFY(first != second);
}

void WebhookTraceTest::leadsPushedOnRequest_belongToThatRequest() {
    for (const std::int64_t atOnce : {10'000, 1}) {
        WebhookScene scene(
            [atOnce](server::Config& config) { config.outgoing.maxLeadsAtOnce = atOnce; });
        const auto made = scene.add(R"("autoDeliver":false,"events":["leads.delivered"])");
        const std::string number = scene.orders().placeWithLeads(3);
        QCOMPARE(scene.orders().admin(number, "deliver").status, 200);
        const auto pushed = scene.send("POST", "/v1/webhook/deliver",
                                       R"({"webhookId":")" + made.id +
                                           R"(","deliveredAfter":"2026-02-01T00:00:00Z"})",
                                       {{"traceparent", parentOf('c')}});
        QVERIFY2(pushed.status == 202, pushed.body.c_str());
        QCOMPARE(traceIn(traceOfMessage(scene, "leads.delivered")), std::string(32, 'c'));
    }
}

void WebhookTraceTest::retryAfterARestart_isAnotherHopOfTheSameTrace() {
    const QTemporaryDir folder;
    WebhookScene scene({}, folder.filePath("leads.db").toStdString());
    const auto made = scene.add();
    scene.receiver().answerStatus(500);
    QCOMPARE(
        scene
            .send("POST", "/v1/webhooks/" + made.id + "/test", {}, {{"traceparent", parentOf('d')}})
            .status,
        202);
    scene.settled(made.id, "pending", 1);
    scene.receiver().answerStatus(204);
    scene.restart();
    scene.clock().advance(10min);
    scene.settled(made.id, "delivered", 2);
    const std::string first = traceOfMessage(scene, "webhook.test", 1);
    const std::string second = traceOfMessage(scene, "webhook.test", 2);
    QCOMPARE(traceIn(first), std::string(32, 'd'));
    QCOMPARE(traceIn(second), std::string(32, 'd'));
    QVERIFY(first != second);
}

void WebhookTraceTest::invalidOrDoubled_isIgnored_data() {
    QTest::addColumn<QString>("first");
    QTest::addColumn<QString>("second");
    QTest::newRow("not one") << "hello"
                             << "";
    QTest::newRow("zero trace") << QString::fromStdString(parentOf('0')) << "";
    QTest::newRow("capitals") << QString::fromStdString(parentOf('A')) << "";
    QTest::newRow("two") << QString::fromStdString(parentOf('a'))
                         << QString::fromStdString(parentOf('b'));
}

void WebhookTraceTest::invalidOrDoubled_isIgnored() {
    QFETCH(QString, first);
    QFETCH(QString, second);
    WebhookScene scene;
    const auto made = scene.add();
    RawHeaders headers{{"traceparent", first.toStdString()}};
    if (!second.isEmpty())
        headers.emplace_back("traceparent", second.toStdString());
    const auto asked = scene.send("POST", "/v1/webhooks/" + made.id + "/test", {}, headers);
    QCOMPARE(asked.status, 202);
    QCOMPARE(traceOfMessage(scene, "webhook.test"), std::string());
    for (const auto& record : scene.server().accessRecords())
        QCOMPARE(record.traceparent, std::string());
}

void WebhookTraceTest::delivery_showsTheHeaderThatWasSent() {
    WebhookScene scene;
    const auto made = scene.add();
    scene.send("POST", "/v1/webhooks/" + made.id + "/test", {}, {{"traceparent", parentOf('e')}});
    const auto delivery = scene.settled(made.id, "delivered");
    const auto shown = scene.send("GET", "/v1/webhook-deliveries/" + memberOf(delivery, "/id"));
    QCOMPARE(memberOf(shown, "/requestHeaders/traceparent"), traceOfMessage(scene, "webhook.test"));
}

void WebhookTraceTest::log_namesTheTrace() {
    WebhookScene scene;
    scene.send("GET", "/v1/account", {}, {{"traceparent", parentOf('f')}});
    scene.send("GET", "/v1/account");
    const auto records = scene.server().accessRecords();
    QCOMPARE(records.size(), std::size_t{2});
    QCOMPARE(records.at(0).traceparent, parentOf('f'));
    QVERIFY(server::api::accessLine(records.at(0)).find(parentOf('f')) != std::string::npos);
    QCOMPARE(server::api::accessLine(records.at(1)).find("traceparent"), std::string::npos);
}

LEADSHEET_TEST(tst_webhook_trace, WebhookTraceTest);
#include "tst_webhook_trace.moc"
