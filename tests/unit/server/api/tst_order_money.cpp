// SPDX-License-Identifier: Apache-2.0
#include "order_scene.hpp"
#include "test_main.hpp"

#include <QTest>
#include <rapidcheck.h>

using namespace leadsheet::test;
using namespace leadsheet;

/// Contract sections 5 and 6 over real sockets: what each step does to the account's money.
class OrderMoneyTest : public QObject {
    Q_OBJECT
private slots:
    void init();
    void cleanup();
    void deliver_capturesWhatWasFound_data();
    void deliver_capturesWhatWasFound();
    void refund_afterDelivery_isBounded();
    void refund_withoutAmount_givesBackTheRest();
    void refund_ofNothing_isRefused();
    void failAfterLeads_givesTheHoldBack();
    void cancelAfterLeads_isRefused_andTheHoldStays();
    void cancelWithStagedLeads_givesTheHoldBack();
    void parts_areChargedAsTheyCome_neverMoreThanOrdered();
    void refundBetweenParts_givesEverythingBack();
    void refundAfterAFailedOrder_givesBackWhatItsPartsWereCharged();
    void samePersonOfTwoOrders_isChargedOnce();
    void walks_overAllSteps_conserveMoney();
    void restart_checksTheLedger();

private:
    static constexpr std::int64_t kBalance = 100'000;

    std::unique_ptr<TestServer> server_;
    std::unique_ptr<OrderScene> scene_;
};

void OrderMoneyTest::init() {
    server_ = std::make_unique<TestServer>(
        TestServer::Options{.balance = kBalance, .configure = [](auto& config) {
                                config.limits.defaultRate.quota = 1'000'000;
                                config.limits.orderRate.quota = 1'000'000;
                            }});
    scene_ = std::make_unique<OrderScene>(*server_);
}

void OrderMoneyTest::cleanup() {
    scene_.reset();
    server_.reset();
}

// 100 leads at 0.08 are 8.00.
void OrderMoneyTest::deliver_capturesWhatWasFound_data() {
    QTest::addColumn<int>("found");
    QTest::addColumn<QString>("money");
    QTest::newRow("all") << 100 << "99200 0 800 0";
    QTest::newRow("a part") << 61 << "99512 0 488 0";
    QTest::newRow("one") << 1 << "99992 0 8 0";
    QTest::newRow("more than ordered") << 130 << "99200 0 800 0";
}

void OrderMoneyTest::deliver_capturesWhatWasFound() {
    QFETCH(int, found);
    QFETCH(QString, money);
    const std::string number = scene_->placeWithLeads(found);
    QCOMPARE(scene_->money(), std::string("99200 800 0 0"));
    const auto order = scene_->admin(number, "deliver");
    QCOMPARE(scene_->money(), money.toStdString());
    QCOMPARE(memberOf(order, "/paymentStatus"), std::string("captured"));
    QCOMPARE(memberOf(order, "/deliveredLeads"), std::to_string(found));
    QCOMPARE(memberOf(order, "/captured/amount"), money.section(' ', 2, 2).toStdString());
    QVERIFY(!memberOf(order, "/deliveredAt").empty());
}

void OrderMoneyTest::refund_afterDelivery_isBounded() {
    const std::string number = scene_->placeWithLeads(100);
    QCOMPARE(scene_->admin(number, "deliver").status, 200);
    const auto refund = [&](int amount) {
        return scene_->admin(number, "refund",
                             R"({"reason":"bounced","amount":{"amount":)" + std::to_string(amount) +
                                 R"(,"currency":"USD"}})");
    };
    QCOMPARE(memberOf(refund(801), "/errors/0/pointer"), std::string("/amount/amount"));
    const auto part = refund(300);
    QCOMPARE(memberOf(part, "/status"), std::string("delivered"));
    QCOMPARE(memberOf(part, "/paymentStatus"), std::string("partially_refunded"));
    const auto tooMuch = refund(501);
    QCOMPARE(tooMuch.status, 422);
    QVERIFY(memberOf(tooMuch, "/detail").find("5.00 USD") != std::string::npos);
    QCOMPARE(scene_->money(), std::string("99500 0 800 300"));
    const auto rest = refund(500);
    QCOMPARE(memberOf(rest, "/status"), std::string("refunded"));
    QCOMPARE(memberOf(rest, "/paymentStatus"), std::string("refunded"));
    QCOMPARE(scene_->money(), std::string("100000 0 800 800"));
    QCOMPARE(codeOf(refund(1)), std::string("invalid_transition"));
    const auto events = jsonOf(server_->get("/v1/orders/" + number + "/events"));
    const auto& last = events.at("data").as_array().back();
    QCOMPARE(memberOf(last, "/data/amount/amount"), std::string("500"));
    QVERIFY(!last.at("data").as_object().contains("released"));
    QCOMPARE(memberOf(last, "/message"), std::string("bounced"));
}

void OrderMoneyTest::refund_withoutAmount_givesBackTheRest() {
    const std::string number = scene_->placeWithLeads(100);
    QCOMPARE(scene_->admin(number, "deliver").status, 200);
    QCOMPARE(
        scene_
            ->admin(number, "refund", R"({"reason":"x","amount":{"amount":100,"currency":"USD"}})")
            .status,
        200);
    const auto rest = scene_->admin(number, "refund");
    QCOMPARE(memberOf(rest, "/refunded/amount"), std::string("800"));
    QCOMPARE(memberOf(rest, "/status"), std::string("refunded"));
    QCOMPARE(scene_->money(), std::string("100000 0 800 800"));
}

void OrderMoneyTest::refund_ofNothing_isRefused() {
    const std::string number = scene_->placeIn("delivered"); // without a lead
    const auto refused = scene_->admin(number, "refund");
    QCOMPARE(codeOf(refused), std::string("invalid_transition"));
    QVERIFY(memberOf(refused, "/detail").find("delivered") != std::string::npos);
}

void OrderMoneyTest::failAfterLeads_givesTheHoldBack() {
    const std::string number = scene_->placeWithLeads(10);
    const auto failed = scene_->admin(number, "fail");
    QCOMPARE(memberOf(failed, "/paymentStatus"), std::string("released"));
    QCOMPARE(memberOf(failed, "/deliveredLeads"), std::string("0"));
    QCOMPARE(memberOf(failed, "/ingested/staged"), std::string("0"));
    QCOMPARE(memberOf(server_->get("/v1/leads/count"), "/count"), std::string("0"));
    QCOMPARE(scene_->money(), std::string("100000 0 0 0"));
}

void OrderMoneyTest::cancelAfterLeads_isRefused_andTheHoldStays() {
    const std::string number = scene_->placePartDelivered(40);
    const std::string before = scene_->money();
    QCOMPARE(scene_->admin(number, "request-info").status, 200);
    const auto refused = scene_->customer(number, "cancel");
    QCOMPARE(refused.status, 409);
    QCOMPARE(codeOf(refused), std::string("invalid_transition"));
    QVERIFY(memberOf(refused, "/detail").find("40 of its leads") != std::string::npos);
    QCOMPARE(scene_->customer(number, "reply").status, 200);
    QCOMPARE(scene_->customer(number, "cancel").status, 409);
    QCOMPARE(scene_->money(), before);
    // The operator ends it, and the customer has and pays what it got.
    QCOMPARE(memberOf(scene_->admin(number, "reject"), "/paymentStatus"), std::string("captured"));
    QCOMPARE(scene_->money(), std::string("99680 0 320 0"));
    QCOMPARE(memberOf(server_->get("/v1/leads/count"), "/count"), std::string("40"));
}

void OrderMoneyTest::cancelWithStagedLeads_givesTheHoldBack() {
    const std::string number = scene_->placeWithLeads(40);
    QCOMPARE(scene_->admin(number, "request-info").status, 200);
    QCOMPARE(scene_->customer(number, "cancel").status, 200);
    QCOMPARE(scene_->money(), std::string("100000 0 0 0"));
    QCOMPARE(memberOf(server_->get("/v1/leads/count"), "/count"), std::string("0"));
    // They are nobody's, so another order may bring them.
    const std::string other = scene_->placeIn("in_progress");
    QCOMPARE(memberOf(scene_->ingest(other, "one", OrderScene::leads(0, 40)), "/accepted"),
             std::string("40"));
}

// 100 leads at 0.08; parts of 30, 50 and 40 of which 20 are beyond what was ordered.
void OrderMoneyTest::parts_areChargedAsTheyCome_neverMoreThanOrdered() {
    const std::string number = scene_->placeIn("in_progress");
    const auto part = [&](int first, int count) {
        scene_->ingest(number, "from-" + std::to_string(first), OrderScene::leads(first, count));
        return scene_->admin(number, "deliver", R"({"part":true})");
    };
    const auto first = part(0, 30);
    QCOMPARE(memberOf(first, "/status"), std::string("in_progress"));
    QCOMPARE(memberOf(first, "/paymentStatus"), std::string("held"));
    QCOMPARE(memberOf(first, "/captured/amount"), std::string("240"));
    QCOMPARE(memberOf(first, "/deliveredLeads"), std::string("30"));
    QCOMPARE(memberOf(first, "/deliveredAt"), std::string("null"));
    QCOMPARE(scene_->money(), std::string("99200 560 240 0"));
    part(30, 50);
    QCOMPARE(scene_->money(), std::string("99200 160 640 0"));
    part(80, 40);
    QCOMPARE(scene_->money(), std::string("99200 0 800 0"));
    // Nothing is left to be delivered but the end.
    const auto nothing = scene_->admin(number, "deliver", R"({"part":true})");
    QCOMPARE(nothing.status, 409);
    QCOMPARE(codeOf(nothing), std::string("invalid_transition"));
    const auto last = scene_->admin(number, "deliver");
    QCOMPARE(memberOf(last, "/status"), std::string("delivered"));
    QCOMPARE(memberOf(last, "/deliveredLeads"), std::string("120"));
    QCOMPARE(scene_->money(), std::string("99200 0 800 0"));
    const auto events = jsonOf(server_->get("/v1/orders/" + number + "/events"));
    QCOMPARE(memberOf(events, "/data/3/type"), std::string("order.part_delivered"));
    QCOMPARE(memberOf(events, "/data/3/data/captured/amount"), std::string("240"));
    QCOMPARE(scene_->admin(number, "refund").status, 200);
    QCOMPARE(scene_->money(), std::string("100000 0 800 800"));
}

void OrderMoneyTest::refundBetweenParts_givesEverythingBack() {
    const std::string number = scene_->placePartDelivered(40);
    scene_->ingest(number, "more", OrderScene::leads(1'000, 20));
    const auto amount = scene_->admin(number, "refund",
                                      R"({"reason":"x","amount":{"amount":100,"currency":"USD"}})");
    QCOMPARE(memberOf(amount, "/errors/0/pointer"), std::string("/amount"));
    const auto refunded = scene_->admin(number, "refund");
    QCOMPARE(memberOf(refunded, "/status"), std::string("refunded"));
    QCOMPARE(memberOf(refunded, "/refunded/amount"), std::string("320"));
    QCOMPARE(scene_->money(), std::string("100000 0 320 320"));
    QCOMPARE(memberOf(server_->get("/v1/leads/count"), "/count"), std::string("40"));
    const auto events = jsonOf(server_->get("/v1/orders/" + number + "/events"));
    const auto& last = events.at("data").as_array().back();
    QCOMPARE(memberOf(last, "/data/amount/amount"), std::string("320"));
    QCOMPARE(memberOf(last, "/data/released/amount"), std::string("480"));
}

void OrderMoneyTest::refundAfterAFailedOrder_givesBackWhatItsPartsWereCharged() {
    const std::string number = scene_->placePartDelivered(40);
    QCOMPARE(memberOf(scene_->admin(number, "fail"), "/status"), std::string("failed"));
    QCOMPARE(scene_->money(), std::string("99680 0 320 0"));
    const auto part = scene_->admin(number, "refund",
                                    R"({"reason":"x","amount":{"amount":100,"currency":"USD"}})");
    QCOMPARE(memberOf(part, "/status"), std::string("failed"));
    QCOMPARE(memberOf(part, "/paymentStatus"), std::string("partially_refunded"));
    QCOMPARE(scene_->money(), std::string("99780 0 320 100"));
    const auto rest = scene_->admin(number, "refund");
    QCOMPARE(memberOf(rest, "/status"), std::string("failed"));
    QCOMPARE(memberOf(rest, "/paymentStatus"), std::string("refunded"));
    QCOMPARE(scene_->money(), std::string("100000 0 320 320"));
    QCOMPARE(scene_->admin(number, "refund").status, 409);
    const std::string without = scene_->placeIn("in_progress", 10);
    QCOMPARE(memberOf(scene_->admin(without, "fail"), "/status"), std::string("failed"));
    QCOMPARE(scene_->admin(without, "refund").status, 409);
}

void OrderMoneyTest::samePersonOfTwoOrders_isChargedOnce() {
    const std::string one = scene_->placeIn("in_progress");
    const std::string two = scene_->placeIn("in_progress");
    for (const std::string& number : {one, two})
        QCOMPARE(memberOf(scene_->ingest(number, "part", OrderScene::leads(0, 10)), "/accepted"),
                 std::string("10"));
    QCOMPARE(memberOf(scene_->admin(one, "deliver"), "/captured/amount"), std::string("80"));
    const auto second = scene_->admin(two, "deliver");
    QCOMPARE(memberOf(second, "/captured/amount"), std::string("0"));
    QCOMPARE(memberOf(second, "/deliveredLeads"), std::string("0"));
    QCOMPARE(memberOf(second, "/ingested/duplicate"), std::string("10"));
    QCOMPARE(scene_->money(), std::string("99920 0 80 0"));
    QCOMPARE(memberOf(server_->get("/v1/leads/count"), "/count"), std::string("10"));
}

void OrderMoneyTest::walks_overAllSteps_conserveMoney() {
    QVERIFY(rc::check("available + held + captured - refunded stays", [this] {
        std::vector<std::string> orders{scene_->place(*rc::gen::inRange(1, 300))};
        const int steps = *rc::gen::inRange(3, 12);
        for (int i = 0; i < steps; ++i) {
            if (*rc::gen::inRange(0, 4) == 0)
                orders.push_back(scene_->place(*rc::gen::inRange(1, 300)));
            const std::string& number = *rc::gen::elementOf(orders);
            const std::string step = *rc::gen::element<std::string>(
                "approve", "request-info", "reply", "cancel", "reject", "deliver", "fail", "refund",
                "ingest", "part");
            const auto before = scene_->record(number);
            const auto answer =
                step == "ingest"
                    ? scene_->ingest(number, "part-" + std::to_string(i),
                                     OrderScene::leads(*rc::gen::inRange(0, 1'000'000), 9))
                : step == "part" ? scene_->admin(number, "deliver", R"({"part":true})")
                                 : scene_->perform(number, step);
            RC_ASSERT(answer.status == 200 || answer.status == 409);
            if (answer.status == 409) {
                RC_ASSERT(codeOf(answer) == "invalid_transition");
                RC_ASSERT(memberOf(answer, "/detail").find(memberOf(before, "/status")) !=
                          std::string::npos);
                RC_ASSERT(scene_->record(number).body == before.body);
            }
        }
        QTextStream money(QByteArray::fromStdString(scene_->money()));
        std::int64_t available = 0;
        std::int64_t held = 0;
        std::int64_t captured = 0;
        std::int64_t refunded = 0;
        money >> available >> held >> captured >> refunded;
        RC_ASSERT(available + held + captured - refunded == kBalance);
        RC_ASSERT(available >= 0 && held >= 0 && refunded <= captured);
        // The next walk has its money back.
        for (const std::string& number : orders) {
            const std::string status = memberOf(scene_->record(number), "/status");
            if (status != "cancelled" && status != "rejected" && status != "failed" &&
                status != "refunded")
                scene_->admin(number, "refund");
        }
    }));
}

void OrderMoneyTest::restart_checksTheLedger() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("server.db").toStdString();
    {
        TestServer first({.databasePath = path});
        OrderScene scene(first);
        scene.admin(scene.placeWithLeads(60), "deliver");
        scene.admin(scene.placeWithLeads(5), "fail");
    }
    const TestServer again({.databasePath = path}); // opening checks every sum
}

LEADSHEET_TEST(tst_order_money, OrderMoneyTest);
#include "tst_order_money.moc"
