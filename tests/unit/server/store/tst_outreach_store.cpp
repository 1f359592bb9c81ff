// SPDX-License-Identifier: Apache-2.0
#include "domain/lead.hpp"
#include "orders/steps.hpp"
#include "store_fixture.hpp"
#include "test_main.hpp"

#include <QtTest>
#include <array>
#include <boost/json.hpp>

using namespace leadsheet::server::store;
using namespace leadsheet::server::orders;
using namespace leadsheet::server::store::test;
namespace domain = leadsheet::server::domain;
using std::chrono::seconds;

class OutreachStoreTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void destination_writtenAndChanged_readsBack();
    void destination_changedMeanwhile_isLeftAlone();
    void destination_ofAnotherAccount_isNotFound();
    void order_queued_onceAndFiltered();
    void leads_queuedOneByOne_onceAndFiltered();
    void claim_takesDueOnes_andNobodyElseDoes();
    void claim_ofNarrowedPushes_isSmall();
    void finish_afterTheLease_countsUnlessTakenAnew();
    void due_isFoundPageByPage();
    void expired_becomesUnknown_andGoesOnOnlyWhereItMay();
    void rejected_isQueuedAnew();
    void unknown_isNotTakenWhereItMayNotBeRepeatedAnyMore();
    void unknown_queuedAnew_staysUnknown_data();
    void unknown_queuedAnew_staysUnknown();
    void delivery_queuesInItsOwnTransaction();
    void removed_leavesNothingBehind();
    void pushes_areListedNewestFirst();
    void backlog_countsWhatWaitsAndWhatIsHeld();

private:
    Destination destination(bool repeatable = true);
    /// Of leads that are the account's; `toPush`: every destination with autoDeliver gets them.
    OrderNumber orderWithLeads(const std::string& key, bool toPush = false);
    /// Queues what deliveries left to be queued, two leads at a time.
    void queuePublished();
    std::vector<ClaimedPush> claim(std::int64_t lease, seconds after = seconds(0),
                                   std::int64_t limit = 100);
    PushCounts counts();
    template <class Body>
    auto write(Body body) {
        return store_->writeAndWait(body).value();
    }

    std::unique_ptr<Stores> stores_;
    std::unique_ptr<Store> store_;
    std::unique_ptr<Customer> customer_;
    std::int64_t destination_ = 0;
    int made_ = 0;
};

namespace {

/// Two good leads with an e-mail, one without, one risky.
constexpr std::array kRows = {R"({"fullName":"A %","result":"good","email":"a%@x.example"})",
                              R"({"fullName":"B %","result":"good","email":"b%@x.example"})",
                              R"({"fullName":"C %","result":"good","companyDomain":"x.example"})",
                              R"({"fullName":"D %","result":"risky","email":"d%@x.example"})"};

PushResult result(const ClaimedPush& push, PushState state) {
    return {push.seq, state, "said so", std::nullopt, 50};
}

} // namespace

void OutreachStoreTest::init() {
    stores_ = std::make_unique<Stores>(true);
    store_ = stores_->open();
    customer_ = std::make_unique<Customer>(*store_, "one");
    made_ = 0;
}

Destination OutreachStoreTest::destination(bool repeatable) {
    Destination made;
    made.id = DestinationId("dst_" + std::to_string(++made_));
    made.account = customer_->account();
    made.platform = "instantly";
    made.name = "Outbound";
    made.credential = std::string("\0sealed", 7);
    made.workspace = "w1";
    made.campaign = "c-1";
    made.fieldMap = "{}";
    made.duplicatePolicy = "skip_if_in_workspace";
    made.results = {"good"};
    made.autoDeliver = true;
    made.repeatable = repeatable;
    made.createdAt = made.updatedAt = startTime();
    made.seq = write([&](Tx& tx) { return tx.outreachWrites().insert(made); });
    destination_ = made.seq;
    return made;
}

void OutreachStoreTest::queuePublished() {
    while (const auto account = write([](Tx& tx) { return tx.outreach().publishedAccount(); }))
        write([&](Tx& tx) {
            tx.outreachWrites().movePublished(*account, 2);
            return true;
        });
}

OrderNumber OutreachStoreTest::orderWithLeads(const std::string& key, bool toPush) {
    const auto wanted = draftFor(10, toPush ? "" : R"(,"autoDeliver":false)");
    const auto answer = customer_->create(*store_, key, wanted).value();
    const OrderNumber number = answer.placed.order->number;
    std::vector<NewLead> leads;
    for (const char* row : kRows) {
        std::string text = row;
        for (std::size_t at = text.find('%'); at != std::string::npos; at = text.find('%'))
            text.replace(at, 1, key);
        auto draft = domain::checkLead(boost::json::parse(text).as_object()).value();
        auto identities = domain::leadIdentities(draft);
        leads.push_back({LeadId("ld_" + key + std::to_string(leads.size())), std::move(draft),
                         std::move(identities)});
    }
    IngestPart part;
    part.number = number;
    part.deliveryId = "first";
    part.leads = leads;
    part.now = startTime();
    part.renderAnswer = [](const IngestCounts&) {
        return std::string("{}");
    };
    OrderStep step;
    step.number = number;
    step.now = startTime();
    write([&](Tx& tx) {
        OrderStep approve = step;
        approve.action = domain::OrderAction::Approve;
        bool done = performStep(tx, approve).outcome == OrderStepResult::Outcome::Done;
        done = done && ingestPart(tx, part).outcome == IngestResult::Outcome::Applied;
        return done;
    });
    deliver(*store_, number);
    queuePublished();
    return number;
}

std::vector<ClaimedPush> OutreachStoreTest::claim(std::int64_t lease, seconds after,
                                                  std::int64_t limit) {
    PushClaim claim;
    claim.destination = destination_;
    claim.now = startTime() + after;
    claim.leaseUntil = claim.now + seconds(60);
    claim.lease = lease;
    claim.limit = limit;
    return write([&](Tx& tx) { return tx.outreachWrites().claim(claim); });
}

PushCounts OutreachStoreTest::counts() {
    return store_->read([&](Reader& reader) { return reader.outreach().counts(destination_); })
        .value();
}

void OutreachStoreTest::destination_writtenAndChanged_readsBack() {
    Destination made = destination();
    made.name = "Renamed";
    made.campaign.reset();
    made.results = {"good", "risky"};
    made.enabled = false;
    made.updatedAt = startTime() + seconds(5);
    QVERIFY(write([&](Tx& tx) { return tx.outreachWrites().update(made); }));
    const auto read = store_
                          ->read([&](Reader& reader) {
                              return reader.outreach().find(customer_->account(), made.id);
                          })
                          .value();
    QVERIFY(read.has_value());
    QCOMPARE(read->version, std::int64_t{2});
    QCOMPARE(read->name, made.name);
    QCOMPARE(read->credential, made.credential);
    QVERIFY(!read->campaign);
    QVERIFY(read->results == made.results);
    QVERIFY(!read->enabled);
    QVERIFY(read->updatedAt == made.updatedAt);
}

void OutreachStoreTest::destination_changedMeanwhile_isLeftAlone() {
    const Destination made = destination();
    QVERIFY(write([&](Tx& tx) { return tx.outreachWrites().update(made); }));
    QVERIFY(!write([&](Tx& tx) { return tx.outreachWrites().update(made); }));
}

void OutreachStoreTest::destination_ofAnotherAccount_isNotFound() {
    const Destination made = destination();
    const Customer other(*store_, "other");
    QVERIFY(!store_
                 ->read([&](Reader& reader) {
                     return reader.outreach().find(other.account(), made.id).has_value();
                 })
                 .value());
}

void OutreachStoreTest::order_queued_onceAndFiltered() {
    const Destination made = destination();
    const OrderNumber number = orderWithLeads("x");
    const auto queue = [&] {
        return write(
            [&](Tx& tx) { return tx.outreachWrites().queueOrder(made, number, startTime()); });
    };
    const QueuedPushes first = queue();
    QCOMPARE(first.queued, std::int64_t{2});
    QCOMPARE(first.alreadyPushed, std::int64_t{0});
    QCOMPARE(first.filtered, std::int64_t{2});
    const QueuedPushes second = queue();
    QCOMPARE(second.queued, std::int64_t{0});
    QCOMPARE(second.alreadyPushed, std::int64_t{2});
    QCOMPARE(second.filtered, std::int64_t{2});
    QCOMPARE(counts()[PushState::Pending], std::int64_t{2});
}

void OutreachStoreTest::leads_queuedOneByOne_onceAndFiltered() {
    const Destination made = destination();
    orderWithLeads("x");
    const std::vector leads{LeadId("ld_x0"), LeadId("ld_x2"), LeadId("ld_x3")};
    const auto queue = [&](const std::vector<LeadId>& of) {
        return write([&](Tx& tx) { return tx.outreachWrites().queueLeads(made, of, startTime()); });
    };
    const auto first = queue(leads);
    QVERIFY(first.has_value());
    QCOMPARE(first->queued, std::int64_t{1});
    QCOMPARE(first->filtered, std::int64_t{2});
    QCOMPARE(queue(leads)->alreadyPushed, std::int64_t{1});
    QVERIFY(!queue({LeadId("ld_x1"), LeadId("ld_none")}));
    QCOMPARE(counts()[PushState::Pending], std::int64_t{1});
}

void OutreachStoreTest::claim_takesDueOnes_andNobodyElseDoes() {
    destination();
    orderWithLeads("x", true);
    const auto first = claim(7, seconds(0), 1);
    QCOMPARE(first.size(), std::size_t{1});
    QCOMPARE(first[0].lead, std::int64_t{1});
    QCOMPARE(first[0].attempts, std::int64_t{1});
    QCOMPARE(claim(8).size(), std::size_t{1});
    QCOMPARE(claim(9, seconds(61)).size(), std::size_t{0});
    QCOMPARE(counts()[PushState::Sending], std::int64_t{2});
    const std::vector wrong{result(first[0], PushState::Accepted)};
    write([&](Tx& tx) {
        tx.outreachWrites().finish(destination_, 8, wrong, startTime());
        return true;
    });
    QCOMPARE(counts()[PushState::Accepted], std::int64_t{0});
    write([&](Tx& tx) {
        tx.outreachWrites().finish(destination_, 7, wrong, startTime());
        return true;
    });
    QCOMPARE(counts()[PushState::Accepted], std::int64_t{1});
    QCOMPARE(counts()[PushState::Sending], std::int64_t{1});
}

void OutreachStoreTest::claim_ofNarrowedPushes_isSmall() {
    destination();
    orderWithLeads("x", true);
    orderWithLeads("y", true);
    auto claimed = claim(1);
    QCOMPARE(claimed.size(), std::size_t{4});
    std::vector<PushResult> results;
    for (const ClaimedPush& push : claimed)
        results.push_back({push.seq, PushState::Pending, std::nullopt, startTime(), 3});
    write([&](Tx& tx) {
        tx.outreachWrites().finish(destination_, 1, results, startTime());
        return true;
    });
    claimed = claim(2);
    QCOMPARE(claimed.size(), std::size_t{3});
    QCOMPARE(claimed[0].maxBatch, std::int64_t{3});
    QCOMPARE(claimed[0].attempts, std::int64_t{2});
}

void OutreachStoreTest::finish_afterTheLease_countsUnlessTakenAnew() {
    destination();
    orderWithLeads("x", true);
    const auto claimed = claim(1);
    write([&](Tx& tx) {
        tx.outreachWrites().expire(customer_->account(), startTime() + seconds(60), 100);
        return true;
    });
    QCOMPARE(counts()[PushState::Unknown], std::int64_t{2});
    const auto again = claim(2, seconds(60), 1);
    QCOMPARE(again.size(), std::size_t{1});
    QVERIFY(again[0].before == PushState::Unknown);
    const std::vector late{result(claimed[0], PushState::Accepted),
                           result(claimed[1], PushState::Accepted)};
    write([&](Tx& tx) {
        tx.outreachWrites().finish(destination_, 1, late, startTime());
        return true;
    });
    QCOMPARE(counts()[PushState::Accepted], std::int64_t{1});
    QCOMPARE(counts()[PushState::Sending], std::int64_t{1});
    QCOMPARE(counts()[PushState::Unknown], std::int64_t{0});
}

void OutreachStoreTest::due_isFoundPageByPage() {
    const std::array made{destination().seq, destination().seq};
    orderWithLeads("x", true);
    const auto due = [&](const DueDestination* after) {
        return *store_->read([&](auto& r) { return r.outreach().due(startTime(), after, 1); });
    };
    QCOMPARE(due(due(nullptr).data()).at(0).seq, made.at(1));
}

void OutreachStoreTest::expired_becomesUnknown_andGoesOnOnlyWhereItMay() {
    Destination made = destination(false);
    orderWithLeads("x", true);
    QCOMPARE(claim(1).size(), std::size_t{2});
    const auto late = startTime() + seconds(60);
    write([&](Tx& tx) {
        tx.outreachWrites().expire(customer_->account(), late, 100);
        return true;
    });
    QCOMPARE(counts()[PushState::Unknown], std::int64_t{2});
    QCOMPARE(claim(2, seconds(9'000)).size(), std::size_t{0});
    made.repeatable = true;
    made.updatedAt = late;
    QVERIFY(write([&](Tx& tx) { return tx.outreachWrites().update(made); }));
    QCOMPARE(claim(3, seconds(9'000)).size(), std::size_t{2});
}

void OutreachStoreTest::rejected_isQueuedAnew() {
    const Destination made = destination();
    const OrderNumber number = orderWithLeads("x", true);
    const auto claimed = claim(1);
    const std::vector results{result(claimed[0], PushState::Rejected),
                              result(claimed[1], PushState::SkippedDuplicate)};
    write([&](Tx& tx) {
        tx.outreachWrites().finish(destination_, 1, results, startTime());
        return true;
    });
    const QueuedPushes again =
        write([&](Tx& tx) { return tx.outreachWrites().queueOrder(made, number, startTime()); });
    QCOMPARE(again.queued, std::int64_t{1});
    QCOMPARE(again.alreadyPushed, std::int64_t{1});
    QCOMPARE(counts()[PushState::Rejected], std::int64_t{0});
    QCOMPARE(counts()[PushState::Pending], std::int64_t{1});
}

void OutreachStoreTest::unknown_isNotTakenWhereItMayNotBeRepeatedAnyMore() {
    Destination made = destination(true);
    orderWithLeads("x", true);
    const auto claimed = claim(1);
    QCOMPARE(claimed.size(), std::size_t{2});
    // Changed while the call is under way, which ends with what it knew at its beginning.
    made.repeatable = false;
    QVERIFY(write([&](Tx& tx) { return tx.outreachWrites().update(made); }));
    const std::vector<PushResult> results{
        {claimed[0].seq, PushState::Unknown, "lost", startTime(), 50},
        {claimed[1].seq, PushState::Unknown, "lost", startTime(), 50}};
    write([&](Tx& tx) {
        tx.outreachWrites().finish(destination_, 1, results, startTime());
        return true;
    });
    const auto due = store_->read(
        [](Reader& r) { return r.outreach().due(startTime() + seconds(1), nullptr, 10); });
    QVERIFY(due.value().empty());
    QVERIFY(claim(2, seconds(1)).empty());
    QCOMPARE(counts()[PushState::Unknown], std::int64_t{2});
}

void OutreachStoreTest::unknown_queuedAnew_staysUnknown_data() {
    QTest::addColumn<bool>("byOrder");
    QTest::newRow("by order") << true;
    QTest::newRow("by lead") << false;
}

void OutreachStoreTest::unknown_queuedAnew_staysUnknown() {
    QFETCH(bool, byOrder);
    const Destination made = destination(true);
    const OrderNumber number = orderWithLeads("x", true);
    const auto claimed = claim(1);
    const std::vector results{result(claimed[0], PushState::Unknown),
                              result(claimed[1], PushState::Rejected)};
    write([&](Tx& tx) {
        tx.outreachWrites().finish(destination_, 1, results, startTime());
        return true;
    });
    const QueuedPushes again = write([&](Tx& tx) {
        const std::vector leads{LeadId("ld_x0"), LeadId("ld_x1")};
        OutreachWrites& outreach = tx.outreachWrites();
        return byOrder ? outreach.queueOrder(made, number, startTime())
                       : outreach.queueLeads(made, leads, startTime()).value();
    });
    QCOMPARE(again.queued, std::int64_t{2});
    QCOMPARE(counts()[PushState::Unknown], std::int64_t{1});
    QCOMPARE(counts()[PushState::Pending], std::int64_t{1});
    QCOMPARE(counts()[PushState::Rejected], std::int64_t{0});
    const auto taken = claim(2);
    QCOMPARE(taken.size(), std::size_t{2});
    QVERIFY(taken[0].before == PushState::Unknown);
    QVERIFY(taken[1].before == PushState::Pending);
    // Its tries are counted from the queueing.
    QCOMPARE(taken[0].attempts, std::int64_t{1});
    QCOMPARE(taken[1].attempts, std::int64_t{1});
}

void OutreachStoreTest::delivery_queuesInItsOwnTransaction() {
    destination();
    const auto waiting = [&] {
        return write([](Tx& tx) { return tx.outreach().publishedAccount().has_value(); });
    };
    const OrderNumber number = orderWithLeads("without");
    QVERIFY(!waiting());
    const auto undone = store_->writeAndWait([&](Tx& tx) {
        tx.outreachWrites().queuePublished(*tx.outreach().find(destination_), number, {1, 0, 4, {}},
                                           startTime());
        throw StoreFailure({StoreError::Kind::Internal, StoreError::Certainty::NotApplied, "", 0});
    });
    QVERIFY(!undone);
    QVERIFY(!waiting());
    QCOMPARE(counts()[PushState::Pending], std::int64_t{0});
    orderWithLeads("x", true);
    QCOMPARE(counts()[PushState::Pending], std::int64_t{2});
}

void OutreachStoreTest::removed_leavesNothingBehind() {
    const Destination made = destination();
    orderWithLeads("x", true);
    const auto claimed = claim(1, seconds(0), 1);
    const std::vector results{result(claimed[0], PushState::Accepted)};
    write([&](Tx& tx) {
        tx.outreachWrites().finish(destination_, 1, results, startTime());
        tx.outreachWrites().remove(made.seq);
        return true;
    });
    QVERIFY(
        !store_->read([&](Reader& r) { return r.outreach().find(made.seq).has_value(); }).value());
    QCOMPARE(claim(2).size(), std::size_t{0});
    QCOMPARE(write([](Tx& tx) { return tx.outreachWrites().purge(100); }), std::int64_t{2});
    QCOMPARE(write([](Tx& tx) { return tx.outreachWrites().purge(100); }), std::int64_t{0});
}

void OutreachStoreTest::pushes_areListedNewestFirst() {
    destination();
    const OrderNumber first = orderWithLeads("x", true);
    orderWithLeads("y", true);
    const auto list = [&](const PushFilter& filter, const std::optional<CursorPosition>& after) {
        return store_
            ->read([&](Reader& reader) {
                return reader.outreach().listPushes(destination_, filter, after, 3);
            })
            .value();
    };
    const auto page = list({}, std::nullopt);
    QCOMPARE(page.rows.size(), std::size_t{3});
    QCOMPARE(page.rows[0].lead.str(), std::string("ld_y1"));
    QVERIFY(page.next.has_value());
    QCOMPARE(list({}, page.next).rows.size(), std::size_t{1});
    QCOMPARE(list({std::nullopt, first}, std::nullopt).rows.size(), std::size_t{2});
    QCOMPARE(list({PushState::Accepted, first}, std::nullopt).rows.size(), std::size_t{0});
    const auto one = store_
                         ->read([&](Reader& reader) {
                             return reader.outreach().findPush(destination_, LeadId("ld_x1"));
                         })
                         .value();
    QVERIFY(one && one->order == first && one->state == PushState::Pending);
}

void OutreachStoreTest::backlog_countsWhatWaitsAndWhatIsHeld() {
    const auto backlog = [&] {
        return store_->read([](Reader& reader) { return reader.outreach().backlog(); }).value();
    };
    QCOMPARE(backlog().waiting, std::int64_t{0});
    QVERIFY(!backlog().oldest);
    Destination made = destination();
    orderWithLeads("x", true);
    QCOMPARE(backlog().waiting, std::int64_t{2});
    QVERIFY(backlog().oldest == startTime());
    const auto claimed = claim(1, seconds(0), 1);
    QCOMPARE(backlog().waiting, std::int64_t{2}); // one of them on its way
    const std::vector results{result(claimed[0], PushState::Accepted)};
    write([&](Tx& tx) {
        tx.outreachWrites().finish(destination_, 1, results, startTime());
        return true;
    });
    QCOMPARE(backlog().waiting, std::int64_t{1});
    made.enabled = false;
    QVERIFY(write([&](Tx& tx) { return tx.outreachWrites().update(made); }));
    QCOMPARE(backlog().waiting, std::int64_t{0});
    QCOMPARE(backlog().held, std::int64_t{1});
    QVERIFY(!backlog().oldest);
    write([&](Tx& tx) {
        tx.outreachWrites().remove(made.seq);
        return true;
    });
    QCOMPARE(backlog().held, std::int64_t{0});
}

LEADSHEET_TEST(tst_outreach_store, OutreachStoreTest);
#include "tst_outreach_store.moc"
