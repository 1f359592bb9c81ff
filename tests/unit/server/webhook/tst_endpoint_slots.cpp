// SPDX-License-Identifier: Apache-2.0
#include "test_main.hpp"

#include "worker/webhook_dispatcher.hpp"

using leadsheet::server::store::AccountId;
using leadsheet::server::store::DueWebhook;
using leadsheet::server::worker::EndpointSlots;

namespace {

DueWebhook webhook(std::int64_t seq, int account = 0) {
    return {seq, AccountId("acc_" + std::to_string(account)), false};
}

/// Takes all places that these endpoints get, and none of them ever answers.
void hang(EndpointSlots& places, std::int64_t first, std::int64_t count, int account) {
    for (std::int64_t seq = first; seq < first + count; ++seq) {
        for (std::int64_t n = 0; places.free(webhook(seq, account)) > 0; ++n)
            places.begin(webhook(seq, account), seq * 100 + n);
    }
}

} // namespace

class EndpointSlotsTest : public QObject {
    Q_OBJECT
private slots:
    void endpoint_thatSucceeds_getsMorePlaces();
    void endpoint_thatFails_fallsBackToOne();
    void endpointsThatHang_leaveHalfToTheOthers();
    void endpointsOfOneAccountThatHang_leavePlacesToOtherAccounts();
    void endpointThatTheDatabaseKnowsToAnswer_needsNoUnprovenPlace();
    void freePlace_goesToTheAccountThatWaitsForTheFewest();
    void freePlace_goesToTheEndpointThatWasServedLongestAgo();
    void all_isTheMost();
};

void EndpointSlotsTest::endpoint_thatSucceeds_getsMorePlaces() {
    EndpointSlots places;
    QCOMPARE(places.free(webhook(1)), EndpointSlots::kFirst);
    for (std::int64_t n = 0; n < 100; ++n) {
        places.begin(webhook(1), n);
        places.end(1, n, true);
    }
    QCOMPARE(places.free(webhook(1)), EndpointSlots::kMax);
    places.begin(webhook(1), 200);
    QCOMPARE(places.free(webhook(1)), EndpointSlots::kMax - 1);
    QCOMPARE(places.underWay(), std::set<std::int64_t>{200});
}

void EndpointSlotsTest::endpoint_thatFails_fallsBackToOne() {
    EndpointSlots places;
    for (std::int64_t n = 0; n < 10; ++n) {
        places.begin(webhook(1), n);
        places.end(1, n, true);
    }
    places.begin(webhook(1), 10);
    places.end(1, 10, false);
    QCOMPARE(places.free(webhook(1)), 1);
    places.begin(webhook(1), 11);
    QCOMPARE(places.free(webhook(1)), 0);
    places.end(1, 11, true);
    QCOMPARE(places.free(webhook(1)), 2);
}

void EndpointSlotsTest::endpointsThatHang_leaveHalfToTheOthers() {
    EndpointSlots places;
    places.begin(webhook(1), 1);
    places.end(1, 1, true);
    for (int account = 0; account < 100; ++account)
        hang(places, 10 + account * 10, 10, account);
    QCOMPARE(static_cast<int>(places.count()), EndpointSlots::kUnproven);
    QCOMPARE(places.free(webhook(5'000, 5'000)), 0);
    QVERIFY(places.free(webhook(1)) > 0);
}

void EndpointSlotsTest::endpointsOfOneAccountThatHang_leavePlacesToOtherAccounts() {
    EndpointSlots places;
    hang(places, 10, 50, 1);
    QCOMPARE(static_cast<int>(places.count()), EndpointSlots::kForAnyAccount);
    QCOMPARE(places.free(webhook(1, 2)), EndpointSlots::kFirst);
    hang(places, 100, 50, 2);
    QCOMPARE(static_cast<int>(places.count()),
             EndpointSlots::kForAnyAccount + EndpointSlots::kUnprovenOfAccount);
    const auto turn = places.inTurn({webhook(10, 1), webhook(59, 1), webhook(1, 3)});
    QCOMPARE(turn.size(), std::size_t{1});
    QCOMPARE(turn.front().seq, std::int64_t{1});
}

void EndpointSlotsTest::endpointThatTheDatabaseKnowsToAnswer_needsNoUnprovenPlace() {
    EndpointSlots places;
    for (int account = 0; account < 100; ++account)
        hang(places, 10 + account * 10, 10, account);
    DueWebhook answering = webhook(1, 5'000);
    answering.answers = true;
    QCOMPARE(places.free(answering), EndpointSlots::kFirst);
    places.begin(answering, 1);
    places.end(1, 1, false); // what was seen here counts from now on
    QCOMPARE(places.free(answering), 0);
}

void EndpointSlotsTest::freePlace_goesToTheAccountThatWaitsForTheFewest() {
    EndpointSlots places;
    hang(places, 10, 2, 1);
    const auto turn = places.inTurn({webhook(12, 1), webhook(20, 2)});
    QCOMPARE(turn.size(), std::size_t{2});
    QCOMPARE(turn.front().seq, std::int64_t{20});
}

void EndpointSlotsTest::freePlace_goesToTheEndpointThatWasServedLongestAgo() {
    EndpointSlots places;
    for (const std::int64_t seq : {1, 2, 3, 1}) {
        places.begin(webhook(seq), seq);
        places.end(seq, seq, true);
    }
    std::vector<std::int64_t> order;
    for (const auto& next : places.inTurn({webhook(1), webhook(2), webhook(3), webhook(4)}))
        order.push_back(next.seq);
    QCOMPARE(order, (std::vector<std::int64_t>{4, 2, 3, 1}));
}

void EndpointSlotsTest::all_isTheMost() {
    EndpointSlots places;
    std::int64_t delivery = 0;
    for (std::int64_t seq = 0; seq < 100; ++seq) {
        for (int n = 0; n < EndpointSlots::kMax; ++n) {
            places.begin(webhook(seq), ++delivery);
            places.end(seq, delivery, true);
        }
    }
    for (std::int64_t seq = 0; seq < 100; ++seq) {
        while (places.free(webhook(seq)) > 0)
            places.begin(webhook(seq), ++delivery);
    }
    QCOMPARE(static_cast<int>(places.count()), EndpointSlots::kAll);
}

LEADSHEET_TEST(tst_endpoint_slots, EndpointSlotsTest);
#include "tst_endpoint_slots.moc"
