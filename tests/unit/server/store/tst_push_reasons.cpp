// SPDX-License-Identifier: Apache-2.0
#include "store_fixture.hpp"
#include "test_main.hpp"

#include <QtTest>
#include <algorithm>
#include <array>
#include <memory>
#include <vector>

using namespace leadsheet::server::store;
using namespace leadsheet::server::store::test;
using std::chrono::seconds;

/// What becomes of pushes in time: of why a platform did not take a lead, in its own words, which
/// may name the person, and of those that wait.
class PushReasonsTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void ofAnErasedLead_areGone_data();
    void ofAnErasedLead_areGone();
    void go_afterTheirRetention();
    void clockThatWasSetBack_keepsNoPushWaiting();

private:
    static constexpr std::int64_t kLease = 7;
    static constexpr auto kErased = "The lead was erased.";

    template <class Body>
    auto write(Body body) {
        return store_->writeAndWait(body).value();
    }
    std::vector<ClaimedPush> claimAt(Timestamp now);
    void say(const ClaimedPush& push, PushState state);
    void erase(const LeadId& lead);
    std::vector<std::optional<std::string>> reasons();

    std::unique_ptr<Stores> stores_;
    std::unique_ptr<Store> store_;
    std::unique_ptr<Customer> customer_;
    Destination destination_;
    std::vector<LeadId> leads_;
    std::vector<ClaimedPush> claimed_;
};

void PushReasonsTest::init() {
    stores_ = std::make_unique<Stores>(true);
    store_ = stores_->open();
    customer_ = std::make_unique<Customer>(*store_, "one");
    destination_ = {};
    destination_.id = DestinationId("dst_1");
    destination_.account = customer_->account();
    destination_.platform = "instantly";
    destination_.workspace = "w1";
    destination_.campaign = "c-1";
    destination_.fieldMap = "{}";
    destination_.duplicatePolicy = "skip_if_in_workspace";
    destination_.results = {"good"};
    destination_.repeatable = true;
    destination_.createdAt = destination_.updatedAt = startTime();
    destination_.seq = write([&](Tx& tx) { return tx.outreachWrites().insert(destination_); });
    const OrderNumber number = orderInProgress(*store_, *customer_);
    leads_ = stage(*store_, number, 1, 2);
    deliver(*store_, number);
    write(
        [&](Tx& tx) { return tx.outreachWrites().queueOrder(destination_, number, startTime()); });
    claimed_ = claimAt(startTime());
    QCOMPARE(claimed_.size(), leads_.size());
}

std::vector<ClaimedPush> PushReasonsTest::claimAt(Timestamp now) {
    PushClaim claim;
    claim.destination = destination_.seq;
    claim.now = now;
    claim.leaseUntil = now + seconds(60);
    claim.lease = kLease;
    claim.limit = 10;
    return write([&](Tx& tx) { return tx.outreachWrites().claim(claim); });
}

/// As a platform would.
void PushReasonsTest::say(const ClaimedPush& push, PushState state) {
    const bool goesOn = state == PushState::Pending || state == PushState::Unknown;
    const PushResult said{push.seq, state, "p1@x.example is blocked",
                          goesOn ? std::optional(startTime() + seconds(60)) : std::nullopt, 50};
    write([&](Tx& tx) {
        tx.outreachWrites().finish(destination_.seq, kLease, std::array{said}, startTime());
        return true;
    });
}

void PushReasonsTest::erase(const LeadId& lead) {
    QVERIFY(write([&](Tx& tx) {
        return tx.eraseLead({customer_->account(), lead, customer_->key().id, startTime()})
            .value_or(false);
    }));
}

/// In the order of the leads.
std::vector<std::optional<std::string>> PushReasonsTest::reasons() {
    const auto page = store_->read([&](Reader& reader) {
        return reader.outreach().listPushes(destination_.seq, {}, std::nullopt, 10);
    });
    std::vector<std::optional<std::string>> all;
    for (const Push& push : page.value().rows)
        all.insert(all.begin(), push.reason);
    return all;
}

void PushReasonsTest::ofAnErasedLead_areGone_data() {
    QTest::addColumn<int>("state");
    QTest::addColumn<bool>("saidAfterwards");
    for (const PushState state :
         {PushState::Pending, PushState::Accepted, PushState::SkippedDuplicate, PushState::Rejected,
          PushState::Unknown}) {
        for (const bool afterwards : {false, true})
            QTest::addRow("%s, said %s the erasure", std::string(name(state)).c_str(),
                          afterwards ? "after" : "before")
                << static_cast<int>(state) << afterwards;
    }
}

/// Also when the platform answers after the erasure what it was sent before. What is to be sent
/// once more may wait without end, where its destination is switched off.
void PushReasonsTest::ofAnErasedLead_areGone() {
    QFETCH(const int, state);
    QFETCH(const bool, saidAfterwards);
    if (!saidAfterwards)
        say(claimed_[0], static_cast<PushState>(state));
    erase(leads_[0]);
    if (saidAfterwards)
        say(claimed_[0], static_cast<PushState>(state));
    say(claimed_[1], static_cast<PushState>(state));
    const auto left = reasons();
    QCOMPARE(left[0].value_or(kErased), std::string(kErased));
    QCOMPARE(left[1], std::optional<std::string>("p1@x.example is blocked")); // of another lead
    // Nothing of the lead is left that could be sent once more.
    const auto again = claimAt(startTime() + seconds(60));
    const bool goesOn = state == static_cast<int>(PushState::Pending) ||
                        state == static_cast<int>(PushState::Unknown);
    QCOMPARE(again.size(), goesOn ? 1U : 0U);
    QVERIFY(!goesOn || again.front().seq == claimed_[1].seq);
}

void PushReasonsTest::go_afterTheirRetention() {
    say(claimed_[0], PushState::Rejected);
    say(claimed_[1], PushState::SkippedDuplicate);
    const auto leftAfter = [&](Timestamp before) {
        write([&](Tx& tx) { return tx.privacyWrites().purgeAnswers(before, 1'000); });
        return std::ranges::count_if(reasons(), [](const auto& reason) { return !!reason; });
    };
    QCOMPARE(leftAfter(startTime()), 2);
    QCOMPARE(leftAfter(startTime() + std::chrono::milliseconds(1)), 0);
}

void PushReasonsTest::clockThatWasSetBack_keepsNoPushWaiting() {
    say(claimed_[0], PushState::Pending);
    const auto earlier = startTime() - std::chrono::hours(72);
    const auto dueThen = [&] {
        return store_->read([&](Reader& r) { return r.outreach().due(earlier, nullptr, 10); })
            .value()
            .size();
    };
    const auto expiredAt = [&](Timestamp now) {
        return store_->read([&](Reader& r) { return r.outreach().expiredAccounts(now, 10); })
            .value();
    };
    const auto later = earlier + std::chrono::hours(2);
    const auto bringForward = [&](Timestamp now) {
        return write([&](Tx& tx) { return tx.outreachWrites().bringForward(now, 100); });
    };
    write([&](Tx& tx) {
        tx.outreachWrites().quieten(destination_.seq, startTime() + seconds(3'600));
        return true;
    });
    // What waits no longer than it may is left alone.
    QCOMPARE(bringForward(startTime() - std::chrono::minutes(30)), std::int64_t{0});
    QCOMPARE(dueThen(), std::size_t{0});
    QVERIFY(expiredAt(later).empty());
    // One that waits for its next attempt, one whose sender has a lease, and the destination.
    QCOMPARE(bringForward(earlier), std::int64_t{3});
    QCOMPARE(dueThen(), std::size_t{1});
    // Its call may be under way: it has as much time as any.
    QVERIFY(expiredAt(later - seconds(1)).empty());
    QCOMPARE(expiredAt(later), std::vector{customer_->account()});
    // Of one account, not of others.
    for (const AccountId& account : {AccountId("acc_of_nobody"), customer_->account()}) {
        QCOMPARE(expiredAt(later).size(), std::size_t{1});
        write([&](Tx& tx) {
            tx.outreachWrites().expire(account, later, 100);
            return true;
        });
    }
    QVERIFY(expiredAt(later).empty());
    QCOMPARE(bringForward(earlier), std::int64_t{0});
}

LEADSHEET_TEST(tst_push_reasons, PushReasonsTest);
#include "tst_push_reasons.moc"
