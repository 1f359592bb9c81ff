// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/server/fault_plan.hpp"
#include "test_main.hpp"

#include <QTest>

#include <algorithm>
#include <thread>
#include <vector>

using namespace leadsheet::server;

namespace {

std::optional<Fault> take(FaultPlan& plan, std::string_view operation = "createOrder",
                          std::string_view key = "k", std::string_view method = "POST") {
    return plan.take(operation, method, key, "key_1", {});
}

} // namespace

class FaultPlanTest : public QObject {
    Q_OBJECT
private slots:
    void step_withTimes_isAppliedThatOften();
    void steps_inOrder_areTakenFirstInFirstOut();
    void match_byOperationKeyAndMethod_leavesOthersAlone();
    void everyNth_countsMatchingRequestsOnly();
    void bySeed_isTheSameEachTimeAndSparesOneKey();
    void wishes_areKeysAndOrdersWithoutOne();
    void until_isOverAtItsEnd();
    void remove_andClear_endTheFaults();
    void manyThreads_takeExactlyWhatWasPlanned();
};

void FaultPlanTest::step_withTimes_isAppliedThatOften() {
    FaultPlan plan;
    plan.add(Fault::answer(503), {}, 2);
    QCOMPARE(plan.unconsumed(), 2u);
    QVERIFY(take(plan));
    QVERIFY(take(plan));
    QVERIFY(!take(plan));
    QCOMPARE(plan.consumed(), 2u);
    QCOMPARE(plan.unconsumed(), 0u);
    QCOMPARE(plan.steps().at(0).consumed, 2u);
}

void FaultPlanTest::steps_inOrder_areTakenFirstInFirstOut() {
    FaultPlan plan;
    plan.add(Fault::answer(500));
    plan.add(Fault::resetAfterCommit());
    plan.add(Fault::stall(std::chrono::milliseconds(5)));
    QCOMPARE(take(plan)->status, 500);
    QVERIFY(take(plan)->kind == Fault::Kind::ResetAfterCommit);
    QVERIFY(take(plan)->delay == std::chrono::milliseconds(5));
}

void FaultPlanTest::match_byOperationKeyAndMethod_leavesOthersAlone() {
    FaultPlan plan;
    plan.add(Fault::badJson(), {"createOrder", "wanted", "", true});
    QVERIFY(!take(plan, "createQuote", "wanted"));
    QVERIFY(!take(plan, "createOrder", "other"));
    QVERIFY(!take(plan, "createOrder", "wanted", "GET"));
    QVERIFY(take(plan, "createOrder", "wanted"));
}

void FaultPlanTest::bySeed_isTheSameEachTimeAndSparesOneKey() {
    const auto kindsOf = [](std::uint64_t seed, const std::string& caller) {
        FaultPlan plan;
        FaultMatch match;
        match.exceptApiKeyId = "counter";
        plan.bySeed(seed, match);
        std::string kinds;
        for (int n = 0; n < 400; ++n) {
            const auto fault = plan.take("createOrder", "POST", "k", caller, {});
            kinds += fault ? static_cast<char>('a' + static_cast<int>(fault->kind)) : '.';
        }
        return kinds;
    };
    const std::string kinds = kindsOf(7, "caller");
    QCOMPARE(kindsOf(7, "caller"), kinds);
    QVERIFY(kindsOf(8, "caller") != kinds);
    QCOMPARE(kindsOf(7, "counter"), std::string(400, '.'));
    const auto spared = std::count(kinds.begin(), kinds.end(), '.');
    QVERIFY2(spared > 250 && spared < 350, kinds.c_str()); // three in four
    for (char kind = 'a'; kind <= 'f'; ++kind)
        QVERIFY2(kinds.find(kind) != std::string::npos, kinds.c_str());
}

void FaultPlanTest::wishes_areKeysAndOrdersWithoutOne() {
    FaultPlan plan;
    plan.take("createOrder", "POST", "before", "caller", {});
    QCOMPARE(plan.wishes(), std::uint64_t{0});
    plan.bySeed(1);
    for (const char* key : {"one", "one", "two", "", ""})
        plan.take("createOrder", "POST", key, "caller", {});
    plan.take("listOrders", "GET", "", "caller", {});
    QCOMPARE(plan.wishes(), std::uint64_t{4});
}

void FaultPlanTest::everyNth_countsMatchingRequestsOnly() {
    FaultPlan plan;
    plan.everyNth(3, Fault::answer(503), {"", "", "", true});
    int faults = 0;
    for (int i = 1; i <= 9; ++i) {
        QVERIFY(!take(plan, "listOrders", "", "GET"));
        const bool hit = take(plan).has_value();
        QCOMPARE(hit, i % 3 == 0);
        faults += hit;
    }
    QCOMPARE(faults, 3);
}

void FaultPlanTest::until_isOverAtItsEnd() {
    FaultPlan plan;
    const std::chrono::system_clock::time_point end{std::chrono::seconds(100)};
    plan.until(end, Fault::answer(429));
    QVERIFY(plan.take("getOrder", "GET", "", "", end - std::chrono::seconds(1)));
    QVERIFY(!plan.take("getOrder", "GET", "", "", end));
}

void FaultPlanTest::remove_andClear_endTheFaults() {
    FaultPlan plan;
    const auto step = plan.add(Fault::answer(503), {}, 5);
    plan.remove(step);
    QVERIFY(!take(plan));
    plan.everyNth(1, Fault::answer(503));
    plan.skewDate(std::chrono::seconds(90));
    plan.clear();
    QVERIFY(!take(plan));
    QCOMPARE(plan.dateSkew().count(), 0);
}

void FaultPlanTest::manyThreads_takeExactlyWhatWasPlanned() {
    FaultPlan plan;
    plan.add(Fault::answer(503), {}, 1'000);
    std::atomic<int> taken{0};
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&] {
            for (int i = 0; i < 500; ++i)
                taken += take(plan).has_value();
        });
    }
    threads.clear();
    QCOMPARE(taken.load(), 1'000);
    QCOMPARE(plan.consumed(), 1'000u);
}

LEADSHEET_TEST(tst_fault_plan, FaultPlanTest);
#include "tst_fault_plan.moc"
