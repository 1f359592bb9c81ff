// SPDX-License-Identifier: Apache-2.0
#include "outreach_scene.hpp"
#include "test_main.hpp"

#include <QTest>

#include <chrono>
#include <string>
#include <vector>

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
    void refusalInWords_holdsTheBacklogBack();
    void refusalOfManyInWords_holdsTheBacklogBackAfterFewCalls();
    void answerToAReplacedCredential_holdsNothingBack();
};

void PushRefusalsTest::refusalInWords_holdsTheBacklogBack() {
    OutreachScene scene(FakePlatform::Kind::Lemlist, false, {},
                        [](server::Config& config) { config.outreach.callsPerWorkspace = 1; });
    const std::string id = scene.make();
    scene.platform().next({What::Answer, 400, R"({"error":"Campaign not found"})"});
    pushOrder(scene, id, scene.deliver(5));
    QTRY_COMPARE_WITH_TIMEOUT(scene.platform().pushes(), std::size_t{1}, kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(scene.pushes(id, "pending"), 5, kPatience);
    QCOMPARE(scene.platform().pushes(), std::size_t{1});
    QCOMPARE(memberOf(scene.get(id, "/pushes?state=pending"), "/data/4/platformReason"),
             std::string("HTTP 400: Campaign not found"));
    change(scene, id, R"({"campaignId":"c-1"})");
    QTRY_COMPARE_WITH_TIMEOUT(scene.outcome(id), std::string("5 0 0 0"), kPatience);
}

void PushRefusalsTest::refusalOfManyInWords_holdsTheBacklogBackAfterFewCalls() {
    constexpr int kLeads = 120;
    OutreachScene scene(FakePlatform::Kind::Instantly, false, {}, [](server::Config& config) {
        config.outreach.callsPerWorkspace = 1;
        config.outreach.timeout = std::chrono::seconds(30);
    });
    const std::string id = scene.make();
    for (int call = 0; call < kLeads; ++call) {
        const What what = call == 1 ? What::AnswerWhenReleased : What::Answer;
        scene.platform().next({what, 400, R"({"error":"Campaign not found"})"});
    }
    pushOrder(scene, id, scene.deliver(kLeads));
    QTRY_COMPARE_WITH_TIMEOUT(scene.platform().pushes(), std::size_t{2}, kPatience);
    // What is refused later than the others began to wait goes on before them all the same.
    scene.clock().advance(std::chrono::seconds(1));
    scene.platform().releasePushes();
    // Which of them is at fault is asked in parts, until one lead alone shows that none is.
    const auto isHeldBack = [&] {
        const auto batches = scene.platform().batches();
        return !batches.empty() && batches.back() == 1 && scene.pushes(id, "pending") == kLeads;
    };
    QTRY_VERIFY_WITH_TIMEOUT(isHeldBack(), kPatience);
    QCOMPARE(scene.platform().batches(), (std::vector<std::size_t>{120, 6, 1}));
}

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
