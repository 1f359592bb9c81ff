// SPDX-License-Identifier: Apache-2.0
#include "test_main.hpp"

#include "worker/webhook_dispatcher.hpp"

using leadsheet::server::worker::EndpointSlots;

class EndpointSlotsTest : public QObject {
    Q_OBJECT
private slots:
    void endpoint_thatSucceeds_getsMorePlaces();
    void endpoint_thatFails_fallsBackToOne();
    void endpointsThatHang_leaveHalfToTheOthers();
    void all_isTheMost();
};

void EndpointSlotsTest::endpoint_thatSucceeds_getsMorePlaces() {
    EndpointSlots places;
    QCOMPARE(places.free(1), EndpointSlots::kFirst);
    for (std::int64_t n = 0; n < 100; ++n) {
        places.begin(1, n);
        places.end(1, n, true);
    }
    QCOMPARE(places.free(1), EndpointSlots::kMax);
    places.begin(1, 200);
    QCOMPARE(places.free(1), EndpointSlots::kMax - 1);
    QCOMPARE(places.underWay(), std::set<std::int64_t>{200});
}

void EndpointSlotsTest::endpoint_thatFails_fallsBackToOne() {
    EndpointSlots places;
    for (std::int64_t n = 0; n < 10; ++n) {
        places.begin(1, n);
        places.end(1, n, true);
    }
    places.begin(1, 10);
    places.end(1, 10, false);
    QCOMPARE(places.free(1), 1);
    places.begin(1, 11);
    QCOMPARE(places.free(1), 0);
    places.end(1, 11, true);
    QCOMPARE(places.free(1), 2);
}

void EndpointSlotsTest::endpointsThatHang_leaveHalfToTheOthers() {
    EndpointSlots places;
    places.begin(1, 1);
    places.end(1, 1, true);
    std::int64_t delivery = 100;
    for (std::int64_t webhook = 10; webhook < 1'000; ++webhook) {
        while (places.free(webhook) > 0)
            places.begin(webhook, ++delivery);
    }
    QCOMPARE(static_cast<int>(places.count()), EndpointSlots::kUnproven);
    QCOMPARE(places.free(5'000), 0);
    QVERIFY(places.free(1) > 0);
}

void EndpointSlotsTest::all_isTheMost() {
    EndpointSlots places;
    std::int64_t delivery = 0;
    for (std::int64_t webhook = 0; webhook < 100; ++webhook) {
        for (int n = 0; n < EndpointSlots::kMax; ++n) {
            places.begin(webhook, ++delivery);
            places.end(webhook, delivery, true);
        }
    }
    for (std::int64_t webhook = 0; webhook < 100; ++webhook) {
        while (places.free(webhook) > 0)
            places.begin(webhook, ++delivery);
    }
    QCOMPARE(static_cast<int>(places.count()), EndpointSlots::kAll);
}

LEADSHEET_TEST(tst_endpoint_slots, EndpointSlotsTest);
#include "tst_endpoint_slots.moc"
