// SPDX-License-Identifier: Apache-2.0
#include "run_progress.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet;
using namespace leadsheet::submit::detail;

class EstimateTest : public QObject {
    Q_OBJECT

private slots:
    void timeFor_budget_countsWholeWindows_data() {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("seconds");
        QTest::newRow("none") << 0 << 0;
        QTest::newRow("within the window") << 100 << 10;
        QTest::newRow("all of it") << 200 << 20;
        QTest::newRow("one beyond") << 201 << 600;
        QTest::newRow("a window more") << 1200 << 700;
        QTest::newRow("two windows more") << 1201 << 4200;
    }
    void timeFor_budget_countsWholeWindows() {
        QFETCH(int, rows);
        QFETCH(int, seconds);
        const SteadyTime now(std::chrono::hours(9));
        PacerView budget;
        budget.quota = 1000;
        budget.remaining = 200;
        budget.window = std::chrono::hours(1);
        budget.windowEnds = now + std::chrono::minutes(10);
        const auto time = timeFor(rows, 10, budget, now);
        QCOMPARE(std::chrono::duration_cast<std::chrono::seconds>(time.value()).count(), seconds);
    }

    void timeFor_windowTooShortToUseUp_isAtTheSpeed() {
        const SteadyTime now(std::chrono::hours(9));
        PacerView budget;
        budget.quota = budget.remaining = 200;
        budget.window = std::chrono::seconds(1);
        QCOMPARE(timeFor(2000, 50, budget, now).value().count(), 40'000);
        QCOMPARE(timeFor(2000, 1000, budget, now).value().count(), 9'200);
    }

    void timeFor_unknownSpeed_isNothing() { QVERIFY(!timeFor(5, 0, {}, SteadyTime{}).has_value()); }

    void timeFor_absurdNumbers_doesNotOverflow() {
        PacerView budget;
        budget.quota = 1;
        budget.window = std::chrono::hours(24);
        const auto time = timeFor(INT64_MAX / 2, 1e-9, budget, SteadyTime{});
        QVERIFY(time.value() > std::chrono::hours(0));
    }

    void speedGauge_steadyFlow_isMeasured() {
        SpeedGauge gauge;
        QCOMPARE(gauge.perSecond(), 0.0);
        for (int second = 0; second < 20; ++second)
            gauge.note(second * 50, SteadyTime(std::chrono::seconds(second)));
        QCOMPARE(gauge.perSecond(), 50.0);
    }
};

LEADSHEET_TEST(tst_estimate, EstimateTest);
#include "tst_estimate.moc"
