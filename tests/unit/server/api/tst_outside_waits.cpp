// SPDX-License-Identifier: Apache-2.0
#include "api/outside_waits.hpp"
#include "test_main.hpp"

#include <QTest>
#include <vector>

using leadsheet::server::api::OutsideWaits;

/// Who waits for somebody outside keeps few threads, and few of them for one account.
class OutsideWaitsTest : public QObject {
    Q_OBJECT
private slots:
    void account_hasFourPlaces();
    void all_haveAQuarterOfTheThreads();
    void oneThread_mayWait();
};

void OutsideWaitsTest::account_hasFourPlaces() {
    OutsideWaits waits(64);
    std::vector<std::optional<OutsideWaits::Hold>> held;
    for (int n = 0; n < 4; ++n) {
        held.push_back(waits.take("one"));
        QVERIFY(held.back());
    }
    QVERIFY(!waits.take("one"));
    QVERIFY(waits.take("two"));
    held.pop_back();
    QVERIFY(waits.take("one"));
}

void OutsideWaitsTest::all_haveAQuarterOfTheThreads() {
    OutsideWaits waits(12);
    std::vector<std::optional<OutsideWaits::Hold>> held;
    for (const char* account : {"one", "two", "three"})
        held.push_back(waits.take(account));
    QVERIFY(held.front() && held.back());
    QVERIFY(!waits.take("four"));
    held.clear();
    QVERIFY(waits.take("four"));
}

void OutsideWaitsTest::oneThread_mayWait() {
    OutsideWaits waits(1);
    const auto held = waits.take("one");
    QVERIFY(held);
    QVERIFY(!waits.take("two"));
}

LEADSHEET_TEST(tst_outside_waits, OutsideWaitsTest);
#include "tst_outside_waits.moc"
