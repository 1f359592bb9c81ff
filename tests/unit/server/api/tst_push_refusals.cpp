// SPDX-License-Identifier: Apache-2.0
#include "outreach_scene.hpp"
#include "test_main.hpp"

#include <QTest>

#include <chrono>
#include <string>

using namespace leadsheet::test;
using namespace leadsheet;
using What = FakePlatform::Fault::What;

namespace {

constexpr int kPatience = 120'000; // ms

void pushOrder(OutreachScene& scene, const std::string& id, const std::string& order) {
    const auto pushed = scene.post(id, "/push", R"({"orderNumber":")" + order + "\"}");
    QCOMPARE(pushed.status, 202);
}

void change(OutreachScene& scene, const std::string& id, const std::string& body) {
    const auto changed = rawRequest(
        scene.server().port(), "PATCH", "/v1/destinations/" + id,
        {{"x-api-key", scene.server().customerKey()}, {"Content-Type", "application/json"}}, body);
    QCOMPARE(changed.status, 200);
}

} // namespace

/// Refusals of a platform that are about credential, campaign or pace, and no lead's fault.
class PushRefusalsTest : public QObject {
    Q_OBJECT
private slots:
    void answerToAReplacedCredential_holdsNothingBack();
};

void PushRefusalsTest::answerToAReplacedCredential_holdsNothingBack() {
    OutreachScene scene(FakePlatform::Kind::Instantly, false, {}, [](server::Config& config) {
        config.outreach.timeout = std::chrono::seconds(30);
    });
    const std::string id = scene.make();
    const std::string number = scene.deliver(2);
    scene.platform().next({What::AnswerWhenReleased, 401, R"({"message":"Unauthorized"})"});
    pushOrder(scene, id, number);
    QTRY_COMPARE_WITH_TIMEOUT(scene.platform().pushes(), std::size_t{1}, kPatience);
    change(scene, id, R"({"credential":")" + FakePlatform::plainKey() + "\"}");
    scene.platform().releasePushes();
    // On a clock that stands still nothing that was held back would go out.
    QTRY_COMPARE_WITH_TIMEOUT(scene.outcome(id), std::string("2 0 0 0"), kPatience);
}

LEADSHEET_TEST(tst_push_refusals, PushRefusalsTest);
#include "tst_push_refusals.moc"
