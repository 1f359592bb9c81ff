// SPDX-License-Identifier: Apache-2.0
#include "held_elsewhere.hpp"
#include "outreach_scene.hpp"
#include "receiver.hpp"
#include "test_database.hpp"
#include "test_main.hpp"

#include <QTemporaryDir>
#include <QTest>

#include <thread>

using namespace leadsheet::test;

/// The platforms' published limits, counted where they are enforced, on a clock that is moved.
class PushLimitsTest : public QObject {
    Q_OBJECT
private slots:
    void manyLeads_neverPassALimit_data();
    void manyLeads_neverPassALimit();
    void destinations_ofOneWorkspace_shareItsLimits();
    void platformThatHangs_keepsNoOtherWaiting();
    void platformThatHangs_doesNotHoldTheServersEnd();
    void accountThatAnotherProcessHolds_delaysNoOther();
};

void PushLimitsTest::manyLeads_neverPassALimit_data() {
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("leads");
    QTest::newRow("instantly") << 0 << 300;
    QTest::newRow("smartlead") << 1 << 300;
    QTest::newRow("lemlist") << 2 << 120;
}

void PushLimitsTest::manyLeads_neverPassALimit() {
    QFETCH(int, kind);
    QFETCH(int, leads);
    OutreachScene scene(static_cast<FakePlatform::Kind>(kind), true);
    const std::string id = scene.make();
    // A refused batch goes on in small ones: more calls than the limits allow at once.
    scene.platform().next({FakePlatform::Fault::What::Answer, 400, "no"});
    for (int n = 0; n < 20; ++n)
        scene.platform().next({FakePlatform::Fault::What::Answer, 413, "no"});
    const auto before = scene.clock().now();
    scene.post(id, "/push", R"({"orderNumber":")" + scene.deliver(leads) + "\"}");
    QVERIFY(scene.settle(id));
    QCOMPARE(scene.platform().overLimit(), std::size_t{0});
    QVERIFY(scene.platform().pushes() > 40);
    if (kind != 0)
        QVERIFY(scene.clock().now() - before > std::chrono::seconds(5));
}

void PushLimitsTest::destinations_ofOneWorkspace_shareItsLimits() {
    OutreachScene scene(FakePlatform::Kind::Lemlist, true);
    std::vector<std::string> ids;
    for (int n = 0; n < 4; ++n)
        ids.push_back(scene.make(R"("autoDeliver":true)"));
    scene.deliver(20);
    for (const std::string& id : ids)
        QVERIFY(scene.awaitQueued(id, 20) && scene.settle(id));
    QCOMPARE(scene.platform().pushes(), std::size_t{80});
    QCOMPARE(scene.platform().overLimit(), std::size_t{0});
    QCOMPARE(scene.platform().added().size(), std::size_t{20});
}

void PushLimitsTest::platformThatHangs_keepsNoOtherWaiting() {
    Receiver hanging;
    hanging.answer([](const Receiver::Message&) { return std::nullopt; });
    OutreachScene scene(FakePlatform::Kind::Lemlist, false, {},
                        [&](leadsheet::server::Config& config) {
                            config.outreach.baseUrls["instantly"] = hanging.url("");
                        });
    for (int n = 0; n < 40; ++n) {
        const auto made = scene.server().post(
            "/v1/destinations", R"({"platform":"instantly","campaignId":"c-1","credential":"key-)" +
                                    std::to_string(n) + "\"}");
        QCOMPARE(made.status, 201);
    }
    scene.deliver(2);
    QTRY_VERIFY_WITH_TIMEOUT(
        scene.server().get("/metrics").body.find("leadsheet_outreach_calls_under_way 16\n") !=
            std::string::npos,
        20'000);
    const std::string healthy = scene.make(R"("autoDeliver":true)");
    scene.deliver(2);
    QVERIFY(scene.awaitQueued(healthy, 2) && scene.settle(healthy));
    QCOMPARE(scene.pushes(healthy, "accepted"), 2);
    hanging.release();
}

void PushLimitsTest::platformThatHangs_doesNotHoldTheServersEnd() {
    Receiver hanging;
    hanging.answer([](const Receiver::Message&) { return std::nullopt; });
    OutreachScene scene(FakePlatform::Kind::Instantly, false, {},
                        [&](leadsheet::server::Config& config) {
                            config.outreach.baseUrls["instantly"] = hanging.url("");
                            config.outreach.timeout = std::chrono::hours(1);
                            config.outreach.lease = std::chrono::hours(2);
                        });
    const std::string id = scene.make();
    const std::jthread asking([&] { scene.get(id, "/campaigns"); });
    QVERIFY(hanging.waitFor(1));
    scene.server().stop(std::chrono::milliseconds(0));
    QCOMPARE(hanging.count(), std::size_t{1});
    hanging.release();
}

void PushLimitsTest::accountThatAnotherProcessHolds_delaysNoOther() {
    if (!onPostgres())
        QSKIP("elsewhere one process has the database");
    const QTemporaryDir folder;
    const std::string path = folder.filePath("leads.db").toStdString();
    OutreachScene scene(FakePlatform::Kind::Instantly, false, path);
    const std::string id = scene.make();
    // What is left for later is sent while the other account is busy.
    scene.platform().next({FakePlatform::Fault::What::Answer, 429, "", {{"Retry-After", "100"}}});
    const std::string order = scene.deliver(3);
    QCOMPARE(scene.post(id, "/push", R"({"orderNumber":")" + order + "\"}").status, 202);
    QTRY_VERIFY_WITH_TIMEOUT(scene.platform().pushes() == 1 && scene.pushes(id, "pending") == 3,
                             60'000);
    const std::string busy = scene.server().addAccount(1'000);
    const auto account = scene.server().get("/v1/account", {{"x-api-key", busy}});
    HeldElsewhere held(databaseFor(path), memberOf(account, "/id"));
    QVERIFY(scene.settle(id));
    QCOMPARE(scene.outcome(id), std::string("3 0 0 0"));
}

LEADSHEET_TEST(tst_push_limits, PushLimitsTest);
#include "tst_push_limits.moc"
