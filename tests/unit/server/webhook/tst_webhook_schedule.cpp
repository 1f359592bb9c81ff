// SPDX-License-Identifier: Apache-2.0
#include "test_main.hpp"
#include "webhook_scene.hpp"

#include "domain/timestamp.hpp"

#include <QTemporaryDir>

#include <array>
#include <atomic>
#include <set>

using namespace leadsheet::test;
using namespace leadsheet;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

namespace {

milliseconds untilNext(WebhookScene& scene, const boost::json::value& delivery) {
    const auto next = server::domain::parseTimestamp(memberOf(delivery, "/nextAttemptAt"));
    return std::chrono::duration_cast<milliseconds>(next.value() - scene.clock().now());
}

} // namespace

/// When a message is tried again, and when no more.
class WebhookScheduleTest : public QObject {
    Q_OBJECT
private slots:
    void failing_isTriedTenTimesByTheSchedule();
    void failed_isSentAgainByRecover();
    void retryAfter_lengthensTheStep();
    void notOnly2xx_isAFailure_data();
    void notOnly2xx_isAFailure();
    void gone_disablesAndTellsTheOthers();
    void answerOfAReplacedAddress_disablesNothing_data();
    void answerOfAReplacedAddress_disablesNothing();
    void onlyFailuresForFiveDays_disable();
    void newSecret_endsTheCountOfFailures();
    void success_endsTheCountOfFailures();
    void restart_goesOnWhereItWas();
    void clockThatWasSetBack_delaysByAnHourAtMost();
    void claim_thatCannotBeWritten_isMadeLater();
    void result_thatCannotBeWritten_isWrittenLater();
    void old_isPurgedAfterThirtyDays();
};

void WebhookScheduleTest::failing_isTriedTenTimesByTheSchedule() {
    WebhookScene scene;
    scene.receiver().answerStatus(503);
    const auto made = scene.add();
    scene.send("POST", "/v1/webhooks/" + made.id + "/test");
    const std::array<milliseconds, 9> steps = {5s, 5min, 30min, 2h, 5h, 10h, 14h, 20h, 24h};
    for (std::size_t n = 0; n < steps.size(); ++n) {
        const auto delivery = scene.settled(made.id, "pending", std::int64_t(n) + 1);
        const milliseconds wait = untilNext(scene, delivery);
        QVERIFY2(wait >= steps[n] - steps[n] / 10 && wait <= steps[n] + steps[n] / 10,
                 qPrintable(QString::number(wait.count())));
        QCOMPARE(memberOf(delivery, "/lastStatus"), std::string("503"));
        scene.clock().advance(wait);
    }
    const auto failed = scene.settled(made.id, "failed", 10);
    QCOMPARE(memberOf(failed, "/nextAttemptAt"), std::string("null"));
    QCOMPARE(scene.receiver().count(), std::size_t{10});
    std::set<std::string> ids;
    std::set<std::string> bodies;
    for (const auto& message : scene.receiver().messages()) {
        ids.insert(message.headers.at("webhook-id"));
        bodies.insert(message.body);
    }
    QCOMPARE(ids.size(), std::size_t{1});
    QCOMPARE(bodies.size(), std::size_t{1});
}

void WebhookScheduleTest::failed_isSentAgainByRecover() {
    WebhookScene scene;
    scene.receiver().answerStatus(500);
    const auto made = scene.add();
    scene.send("POST", "/v1/webhooks/" + made.id + "/test");
    for (int n = 1; n < 10; ++n)
        scene.clock().advance(untilNext(scene, scene.settled(made.id, "pending", n)));
    scene.settled(made.id, "failed", 10);
    scene.receiver().answerStatus(200);
    const std::string target = "/v1/webhooks/" + made.id + "/recover";
    const auto early = scene.send("POST", target, R"({"since":"2026-01-01T00:00:00Z"})");
    QCOMPARE(early.status, 422);
    QCOMPARE(memberOf(early, "/errors/0/pointer"), std::string("/since"));
    QCOMPARE(memberOf(scene.send("POST", target, R"({"since":"2026-03-01T00:00:00Z"})"), "/queued"),
             std::string("1"));
    scene.settled(made.id, "delivered", 11);
    QCOMPARE(memberOf(scene.send("POST", target, R"({"since":"2026-03-01T00:00:00Z"})"), "/queued"),
             std::string("0"));
}

void WebhookScheduleTest::retryAfter_lengthensTheStep() {
    WebhookScene scene;
    scene.receiver().answer([](const Receiver::Message&) {
        return response(429, "", {{"Retry-After", "600"}});
    });
    const auto made = scene.add();
    scene.send("POST", "/v1/webhooks/" + made.id + "/test");
    const auto delivery = scene.settled(made.id, "pending");
    QCOMPARE(untilNext(scene, delivery), milliseconds(600s));
    scene.clock().advance(600s);
    // The second step is five minutes, so ten still lengthen it; the third, half an hour, they do
    // not.
    QCOMPARE(untilNext(scene, scene.settled(made.id, "pending", 2)), milliseconds(600s));
    scene.clock().advance(600s);
    QVERIFY(untilNext(scene, scene.settled(made.id, "pending", 3)) > milliseconds(26min));
}

void WebhookScheduleTest::notOnly2xx_isAFailure_data() {
    QTest::addColumn<int>("status");
    QTest::addColumn<bool>("delivered");
    for (const int status : {200, 201, 202, 204, 299})
        QTest::addRow("%d", status) << status << true;
    for (const int status : {300, 301, 302, 304, 307, 308, 400, 404, 429, 500, 503})
        QTest::addRow("%d", status) << status << false;
}

void WebhookScheduleTest::notOnly2xx_isAFailure() {
    QFETCH(int, status);
    QFETCH(bool, delivered);
    WebhookScene scene;
    scene.receiver().answer([&, status](const Receiver::Message&) {
        return response(status, "", {{"Location", scene.receiver().url("/elsewhere")}});
    });
    const auto made = scene.add();
    scene.send("POST", "/v1/webhooks/" + made.id + "/test");
    const auto delivery = scene.settled(made.id, delivered ? "delivered" : "pending");
    QCOMPARE(memberOf(delivery, "/lastStatus"), std::to_string(status));
    QCOMPARE(memberOf(delivery, "/lastError") == "null", delivered);
    QCOMPARE(scene.receiver().count(), std::size_t{1});
}

void WebhookScheduleTest::gone_disablesAndTellsTheOthers() {
    WebhookScene scene;
    scene.receiver().answer([](const Receiver::Message& message) {
        return response(message.path == "/gone" ? 410 : 204);
    });
    const auto gone = scene.add({}, scene.receiver().url("/gone"));
    const auto other = scene.add(R"("events":["endpoint.disabled"])");
    scene.send("POST", "/v1/webhooks/" + gone.id + "/test");
    const auto told = scene.awaitMessage("endpoint.disabled");
    QCOMPARE(memberOf(told, "/data/webhookId"), gone.id);
    QCOMPARE(memberOf(told, "/data/reason"), std::string("gone"));
    const auto webhook = scene.webhook(gone.id);
    QCOMPARE(memberOf(webhook, "/enabled"), std::string("false"));
    QCOMPARE(memberOf(webhook, "/disabledReason"), std::string("gone"));
    QCOMPARE(memberOf(webhook, "/version"), std::string("2"));
    scene.settled(gone.id, "held", 1);
    // A test goes out all the same, and is held when it fails.
    scene.send("POST", "/v1/webhooks/" + gone.id + "/test");
    scene.settled(gone.id, "held", 1);
    QCOMPARE(scene.deliveries(gone.id, "?state=held").size(), std::size_t{2});
    QCOMPARE(scene.received("endpoint.disabled").size(), std::size_t{1});
}

void WebhookScheduleTest::answerOfAReplacedAddress_disablesNothing_data() {
    QTest::addColumn<bool>("rotated"); // else it moved
    QTest::addColumn<int>("status");
    QTest::newRow("410 of an address left behind") << false << 410;
    QTest::newRow("410 to a secret that was replaced") << true << 410;
    QTest::newRow("failure of an address left behind") << false << 500;
}

void WebhookScheduleTest::answerOfAReplacedAddress_disablesNothing() {
    QFETCH(bool, rotated);
    QFETCH(int, status);
    WebhookScene scene;
    scene.receiver().answer([](const Receiver::Message&) { return std::nullopt; });
    const auto made = scene.add({}, scene.receiver().url("/old"));
    scene.send("POST", "/v1/webhooks/" + made.id + "/test");
    QVERIFY(scene.receiver().waitFor(1));
    const auto changed = rotated ? scene.send("POST", "/v1/webhooks/" + made.id + "/rotate-secret")
                                 : scene.send("PATCH", "/v1/webhooks/" + made.id,
                                              R"({"url":")" + scene.receiver().url("/new") + "\"}");
    QCOMPARE(changed.status, 200);
    scene.receiver().answerStatus(204);
    scene.receiver().release(status);
    scene.settled(made.id, "pending");
    const auto webhook = scene.webhook(made.id);
    QCOMPARE(memberOf(webhook, "/enabled"), std::string("true"));
    QCOMPARE(memberOf(webhook, "/health/lastFailureAt"), std::string("null"));
    scene.clock().advance(6s);
    scene.settled(made.id, "delivered", 2);
}

void WebhookScheduleTest::onlyFailuresForFiveDays_disable() {
    WebhookScene scene;
    scene.receiver().answerStatus(500);
    const auto made = scene.add();
    scene.send("POST", "/v1/webhooks/" + made.id + "/test");
    scene.settled(made.id, "pending", 1);
    scene.clock().advance(24h * 5 - 1ms);
    scene.settled(made.id, "pending", 2);
    QCOMPARE(memberOf(scene.webhook(made.id), "/enabled"), std::string("true"));
    scene.clock().advance(1h);
    scene.settled(made.id, "held", 3);
    const auto webhook = scene.webhook(made.id);
    QCOMPARE(memberOf(webhook, "/disabledReason"), std::string("failing"));
    QCOMPARE(memberOf(webhook, "/health/pending"), std::string("0"));
    QCOMPARE(memberOf(webhook, "/health/held"), std::string("1"));
    QCOMPARE(memberOf(webhook, "/health/failed24h"), std::string("2"));
}

void WebhookScheduleTest::newSecret_endsTheCountOfFailures() {
    WebhookScene scene;
    scene.receiver().answerStatus(401);
    const auto made = scene.add();
    scene.send("POST", "/v1/webhooks/" + made.id + "/test");
    scene.settled(made.id, "pending", 1);
    scene.clock().advance(24h * 5 - 1h);
    scene.settled(made.id, "pending", 2);
    QCOMPARE(scene.send("POST", "/v1/webhooks/" + made.id + "/rotate-secret").status, 200);
    scene.clock().advance(2h);
    scene.settled(made.id, "pending", 3);
    QCOMPARE(memberOf(scene.webhook(made.id), "/enabled"), std::string("true"));
}

void WebhookScheduleTest::success_endsTheCountOfFailures() {
    WebhookScene scene;
    scene.receiver().answerStatus(500);
    const auto made = scene.add();
    const std::string test = "/v1/webhooks/" + made.id + "/test";
    scene.send("POST", test);
    scene.settled(made.id, "pending", 1);
    scene.clock().advance(24h * 4);
    scene.receiver().answerStatus(204);
    scene.settled(made.id, "delivered", 2);
    scene.receiver().answerStatus(500);
    scene.clock().advance(24h);
    scene.send("POST", test);
    scene.settled(made.id, "pending", 1);
    scene.clock().advance(24h * 2);
    scene.settled(made.id, "pending", 2);
    QCOMPARE(memberOf(scene.webhook(made.id), "/enabled"), std::string("true"));
}

void WebhookScheduleTest::restart_goesOnWhereItWas() {
    QTemporaryDir folder;
    WebhookScene scene({}, folder.filePath("server.db").toStdString());
    scene.receiver().answer([](const Receiver::Message&) { return std::nullopt; });
    const auto made = scene.add();
    const auto queued = scene.send("POST", "/v1/webhooks/" + made.id + "/test");
    QVERIFY(scene.receiver().waitFor(1));
    // Stopped while the receiver thinks: the attempt is given back and made again.
    scene.receiver().answerStatus(204);
    scene.restart();
    scene.settled(made.id, "delivered", 1);
    const auto messages = scene.receiver().messages();
    QCOMPARE(messages.size(), std::size_t{2});
    QCOMPARE(messages[1].headers.at("webhook-id"), memberOf(queued, "/messageId"));
    QCOMPARE(messages[1].body, messages[0].body);
}

void WebhookScheduleTest::clockThatWasSetBack_delaysByAnHourAtMost() {
    constexpr int kMessages = 5;
    const QTemporaryDir folder;
    WebhookScene scene({}, folder.filePath("server.db").toStdString());
    scene.receiver().answerStatus(500);
    const auto made = scene.add();
    for (int n = 0; n < kMessages; ++n) {
        scene.send("POST", "/v1/webhooks/" + made.id + "/test");
        scene.settled(made.id, "pending");
    }
    scene.clock().advance(-10 * 24h);
    scene.receiver().answerStatus(200);
    scene.restart(); // begins with housekeeping, which comes every ten minutes then
    std::set<std::int64_t> waits;
    for (const auto& delivery : scene.deliveries(made.id)) {
        const milliseconds wait = untilNext(scene, delivery);
        QVERIFY2(wait >= 0s && wait <= 1h, qPrintable(QString::number(wait.count())));
        waits.insert(wait.count());
    }
    QCOMPARE(waits.size(), std::size_t{kMessages}); // and not all at once
    const std::size_t before = scene.receiver().count();
    scene.clock().advance(1h);
    QVERIFY(scene.receiver().waitFor(before + kMessages));
}

void WebhookScheduleTest::claim_thatCannotBeWritten_isMadeLater() {
    constexpr int kDiskFull = 13; // SQLITE_FULL
    std::atomic<bool> full{false};
    std::atomic<int> refused{0};
    WebhookScene scene([&](server::Config& config) {
        config.databaseHook = [&](server::store::DbOp op, std::uint64_t) {
            if (!full || op != server::store::DbOp::Commit)
                return 0;
            ++refused;
            return kDiskFull;
        };
    });
    scene.receiver().answerStatus(500);
    const auto made = scene.add();
    scene.send("POST", "/v1/webhooks/" + made.id + "/test");
    scene.settled(made.id, "pending", 1);
    scene.receiver().answerStatus(204);
    full = true;
    scene.clock().advance(10s);
    // Far more often than an endpoint has places.
    QVERIFY(eventually([&] { return refused >= 50; }));
    QCOMPARE(scene.receiver().count(), std::size_t{1});
    full = false;
    scene.settled(made.id, "delivered", 2);
}

void WebhookScheduleTest::result_thatCannotBeWritten_isWrittenLater() {
    constexpr int kDiskFull = 13; // SQLITE_FULL
    std::atomic<const Receiver*> receiver{nullptr};
    std::atomic<int> refused{0};
    WebhookScene scene([&](server::Config& config) {
        config.databaseHook = [&](server::store::DbOp op, std::uint64_t) {
            const Receiver* asked = receiver;
            if (op != server::store::DbOp::Commit || asked == nullptr || asked->count() == 0)
                return 0;
            ++refused;
            return kDiskFull;
        };
    });
    const auto made = scene.add();
    receiver = &scene.receiver(); // nothing can be written once a message came
    scene.send("POST", "/v1/webhooks/" + made.id + "/test");
    QVERIFY(eventually([&] { return refused >= 1; }));
    receiver = nullptr;
    scene.settled(made.id, "delivered", 1);
    QCOMPARE(scene.receiver().count(), std::size_t{1});
}

void WebhookScheduleTest::old_isPurgedAfterThirtyDays() {
    QTemporaryDir folder;
    WebhookScene scene({}, folder.filePath("server.db").toStdString());
    const auto made = scene.add();
    scene.send("POST", "/v1/webhooks/" + made.id + "/test");
    scene.settled(made.id, "delivered", 1);
    scene.clock().advance(24h * 30);
    scene.restart();
    QCOMPARE(scene.deliveries(made.id).size(), std::size_t{1});
    scene.clock().advance(1ms);
    scene.restart();
    QCOMPARE(scene.deliveries(made.id).size(), std::size_t{0});
}

LEADSHEET_TEST(tst_webhook_schedule, WebhookScheduleTest);
#include "tst_webhook_schedule.moc"
