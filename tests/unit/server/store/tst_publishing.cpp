// SPDX-License-Identifier: Apache-2.0
#include "orders/steps.hpp"

#include "store_fixture.hpp"
#include "test_main.hpp"

#include <QtTest>

#include <set>

using namespace leadsheet::server::store;
using namespace leadsheet::server::orders;
using namespace leadsheet::server::store::test;
namespace domain = leadsheet::server::domain;
using domain::OrderAction;
using domain::OrderStatus;
using Outcome = OrderStepResult::Outcome;

namespace {

constexpr LeadField kDeliveredAt = domain::leadField("deliveredAt");
constexpr LeadField kEmail = domain::leadField("email");

Timestamp at(int second) {
    return startTime() + std::chrono::seconds(second);
}

std::string answerOf(Reader&, const Order& order) {
    return "delivered " + std::to_string(order.delivered);
}

} // namespace

/// Leads on their way from an operator to a customer: staged, moved, charged and readable.
class PublishingTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void staged_isNobodys();
    void delivery_ofManyLeads_showsNothingBeforeItIsCharged();
    void pieces_thatTakeLong_becomeSmaller();
    void delivery_cutOff_goesOnInAnotherStore();
    void delivery_underWay_letsNoOtherStepBetween();
    void deliveries_ofOneAccount_comeOneAfterTheOther();
    void publishingAccounts_areWalkedByTheirId();
    void delivery_keepsItsAnswerUnderItsKey();
    void samePerson_stagedTwice_isPublishedAndChargedOnce();
    void deliveredAt_isWhenItBecameReadable();
    void endedOrder_leavesNothingStaged_data();
    void endedOrder_leavesNothingStaged();
    void bookmark_seesEveryLeadOnce();

private:
    OrderNumber orderInProgress(const Customer& customer, std::int64_t leads = 999);
    void stage(const OrderNumber& number, int first, int count);
    DeliveryStart start(const OrderNumber& number, bool part = false, Timestamp now = startTime(),
                        const std::optional<AnswerClaim>& claim = std::nullopt);
    /// One piece; false when the end is next.
    bool move(const Customer& customer, Timestamp now = startTime());
    void finish(const Customer& customer, Timestamp now = startTime());
    /// What every kind of read shows the account, added up; -1 when they contradict each other.
    std::int64_t readable(const Customer& customer);
    Order order(const OrderNumber& number);
    std::vector<AccountId> publishing(const AccountId& after, int limit);
    std::int64_t staged(const OrderNumber& number);
    template <class Body>
    auto write(Body body) {
        auto done = store_->writeAndWait(body);
        if (!done)
            throw std::runtime_error(done.error().detail);
        return *done;
    }

    std::unique_ptr<Stores> stores_;
    std::unique_ptr<Store> store_;
    std::unique_ptr<Customer> customer_;
    std::vector<LeadId> ids_; ///< of all that was staged
};

void PublishingTest::init() {
    store_.reset();
    ids_.clear();
    stores_ = std::make_unique<Stores>(false);
    store_ = stores_->open();
    QVERIFY(store_);
    customer_ = std::make_unique<Customer>(*store_, "one");
}

OrderNumber PublishingTest::orderInProgress(const Customer& customer, std::int64_t leads) {
    return test::orderInProgress(*store_, customer, leads);
}

void PublishingTest::stage(const OrderNumber& number, int first, int count) {
    for (const LeadId& id : test::stage(*store_, number, first, count))
        ids_.push_back(id);
}

DeliveryStart PublishingTest::start(const OrderNumber& number, bool part, Timestamp now,
                                    const std::optional<AnswerClaim>& claim) {
    OrderStep step;
    step.number = number;
    step.action = part ? OrderAction::DeliverPart : OrderAction::Deliver;
    step.now = now;
    return write([&](Tx& tx) { return startDelivery(tx, step, claim, answerOf); });
}

bool PublishingTest::move(const Customer& customer, Timestamp now) {
    PieceSize size;
    return write([&](Tx& tx) { return moveDelivery(tx, customer.account(), now, size); });
}

void PublishingTest::finish(const Customer& customer, Timestamp now) {
    write([&](Tx& tx) {
        finishDelivery(tx, customer.account(), answerOf, now);
        return true;
    });
}

std::int64_t PublishingTest::readable(const Customer& customer) {
    const auto counted = store_->read([&](Reader& reader) -> std::int64_t {
        const AccountId& account = customer.account();
        std::set<std::int64_t> seqs;
        reader.visitLeads({account, {}, 0, {}, 100'000},
                          [&](const LeadRow& lead) { seqs.insert(lead.seq()); });
        const auto count = static_cast<std::int64_t>(seqs.size());
        LeadFilter good;
        good.result = "good";
        std::int64_t byId = 0;
        for (const LeadId& id : ids_)
            byId += reader.visitLead(account, id, [](const LeadRow&) {}) ? 1 : 0;
        const bool same = reader.countLeads(account, {}) == count &&
                          reader.countLeads(account, good) == count &&
                          reader.lastLead(account) == count && byId == count &&
                          (count == 0 || (*seqs.begin() == 1 && *seqs.rbegin() == count));
        return same ? count : -1;
    });
    return counted ? *counted : -2;
}

Order PublishingTest::order(const OrderNumber& number) {
    return write([&](Tx& tx) { return *tx.findOrder(number); });
}

std::int64_t PublishingTest::staged(const OrderNumber& number) {
    std::int64_t count = 0;
    write([&](Tx& tx) {
        tx.visitStaged({number, 0, 100'000}, [&](const LeadRow&) { ++count; });
        return true;
    });
    return count;
}

void PublishingTest::staged_isNobodys() {
    const auto number = orderInProgress(*customer_);
    stage(number, 0, 30);
    QCOMPARE(readable(*customer_), 0);
    QCOMPARE(order(number).delivered, 0);
    QCOMPARE(order(number).staged, 30);
    // The operator sees them, in the order they came, with everything but a moment.
    std::vector<std::string> seen;
    const auto span = store_->read([&](Reader& reader) {
        return reader.visitStaged({number, 10, 5}, [&](const LeadRow& lead) {
            seen.push_back(std::to_string(lead.seq()) + std::string(lead.text(kEmail)) +
                           (lead.isNull(kDeliveredAt) ? "" : " delivered"));
        });
    });
    QVERIFY(span->more);
    QCOMPARE(span->last, 15);
    QCOMPARE(seen.size(), 5U);
    QCOMPARE(seen.front(), std::string("11p10@x.example"));
    const auto done = deliver(*store_, number);
    QCOMPARE(done.delivered, 30);
    QCOMPARE(done.staged, 0);
    QCOMPARE(readable(*customer_), 30);
    QCOMPARE(staged(number), 0);
}

void PublishingTest::delivery_ofManyLeads_showsNothingBeforeItIsCharged() {
    const auto number = orderInProgress(*customer_);
    const int leads = 3 * kLeadsPerPiece + 7;
    stage(number, 0, leads);
    const auto begun = start(number);
    QVERIFY(begun.begun);
    QCOMPARE(begun.result.outcome, Outcome::Publishing);
    int pieces = 1;
    do {
        QCOMPARE(readable(*customer_), 0);
        QCOMPARE(order(number).status, OrderStatus::InProgress);
        QCOMPARE(balanceOf(*store_, customer_->account()).captured, 0);
        QVERIFY(ledgerFaultsOf(*store_).empty());
        ++pieces;
    } while (move(*customer_));
    QVERIFY(pieces >= 4);
    QCOMPARE(readable(*customer_), 0);
    finish(*customer_);
    QCOMPARE(readable(*customer_), leads);
    QCOMPARE(order(number).status, OrderStatus::Delivered);
    QCOMPARE(order(number).delivered, leads);
    QCOMPARE(balanceOf(*store_, customer_->account()).captured, order(number).captured);
    QCOMPARE(order(number).captured, leads * 8);
    // Whoever comes late does nothing again.
    QVERIFY(!move(*customer_));
    finish(*customer_);
    QVERIFY(ledgerFaultsOf(*store_).empty());
}

void PublishingTest::pieces_thatTakeLong_becomeSmaller() {
    using std::chrono::milliseconds;
    PieceSize size;
    QCOMPARE(size.leads(), kLeadsPerPiece);
    size.tookSoLong(milliseconds(5));
    QCOMPARE(size.leads(), kLeadsPerPiece);
    size.tookSoLong(milliseconds(9));
    QCOMPARE(size.leads(), kLeadsPerPiece / 2);
    for (int n = 0; n < 20; ++n)
        size.tookSoLong(milliseconds(100));
    QCOMPARE(size.leads(), 20);
    for (int n = 0; n < 20; ++n)
        size.tookSoLong(milliseconds(1));
    QCOMPARE(size.leads(), 250);
}

void PublishingTest::delivery_cutOff_goesOnInAnotherStore() {
    const auto number = orderInProgress(*customer_);
    stage(number, 0, 2 * kLeadsPerPiece + 1);
    QVERIFY(start(number).begun);
    QVERIFY(move(*customer_));
    store_.reset();
    store_ = stores_->open();
    QVERIFY(store_);
    QCOMPARE(publishing({}, 10), std::vector<AccountId>{customer_->account()});
    while (move(*customer_)) {
    }
    finish(*customer_);
    QCOMPARE(readable(*customer_), 2 * kLeadsPerPiece + 1);
    QCOMPARE(order(number).status, OrderStatus::Delivered);
    QVERIFY(publishing({}, 10).empty());
}

void PublishingTest::delivery_underWay_letsNoOtherStepBetween() {
    const auto number = orderInProgress(*customer_);
    stage(number, 0, kLeadsPerPiece + 1);
    QVERIFY(start(number).begun);
    for (const OrderAction action :
         {OrderAction::Fail, OrderAction::Refund, OrderAction::RequestInfo}) {
        OrderStep step;
        step.number = number;
        step.action = action;
        step.now = startTime();
        QCOMPARE(write([&](Tx& tx) { return performStep(tx, step).outcome; }), Outcome::Publishing);
    }
    IngestPart part;
    part.number = number;
    part.deliveryId = "late";
    part.now = startTime();
    QCOMPARE(write([&](Tx& tx) { return ingestPart(tx, part).outcome; }),
             IngestResult::Outcome::Publishing);
    const auto again = start(number);
    QVERIFY(!again.begun);
    QCOMPARE(again.result.outcome, Outcome::Publishing);
    QCOMPARE(order(number).version, 3);
}

void PublishingTest::deliveries_ofOneAccount_comeOneAfterTheOther() {
    const auto first = orderInProgress(*customer_);
    const auto second = orderInProgress(*customer_);
    const Customer other(*store_, "two");
    const auto theirs = orderInProgress(other);
    stage(first, 0, kLeadsPerPiece + 5);
    stage(second, 5'000, 3);
    stage(theirs, 0, 4);
    QVERIFY(start(first).begun);
    QVERIFY(start(second).begun);
    // Others need not wait.
    QCOMPARE(start(theirs).result.outcome, Outcome::Done);
    while (move(*customer_)) {
    }
    finish(*customer_);
    QCOMPARE(order(first).status, OrderStatus::Delivered);
    QCOMPARE(order(second).status, OrderStatus::InProgress);
    QCOMPARE(write([&](Tx& tx) { return tx.lastLead(customer_->account()); }), kLeadsPerPiece + 5);
    while (move(*customer_)) {
    }
    finish(*customer_);
    QCOMPARE(order(second).status, OrderStatus::Delivered);
    QCOMPARE(write([&](Tx& tx) { return tx.lastLead(customer_->account()); }), kLeadsPerPiece + 8);
}

void PublishingTest::delivery_keepsItsAnswerUnderItsKey() {
    const auto number = orderInProgress(*customer_);
    stage(number, 0, kLeadsPerPiece + 1);
    const AnswerClaim claim{customer_->account(), "deliverOrder", "key", domain::sha256("body")};
    QVERIFY(start(number, false, startTime(), claim).begun);
    const auto kept = [&] {
        return write(
            [&](Tx& tx) { return tx.findIdempotency(claim.account, claim.operation, claim.key); });
    };
    QVERIFY(!kept());
    while (move(*customer_)) {
    }
    finish(*customer_);
    QCOMPARE(*kept()->body, "delivered " + std::to_string(kLeadsPerPiece + 1));
    QVERIFY(kept()->fingerprint == claim.fingerprint);
}

void PublishingTest::samePerson_stagedTwice_isPublishedAndChargedOnce() {
    const auto first = orderInProgress(*customer_);
    const auto second = orderInProgress(*customer_);
    stage(first, 0, 10);
    stage(second, 0, 20); // of which ten are the other's
    QCOMPARE(order(second).staged, 20);
    QCOMPARE(deliver(*store_, first).captured, 80);
    const auto later = deliver(*store_, second);
    QCOMPARE(later.delivered, 10);
    QCOMPARE(later.duplicates, 10);
    QCOMPARE(later.captured, 80);
    ids_.erase(ids_.begin() + 10, ids_.begin() + 20);
    QCOMPARE(readable(*customer_), 20);
    QVERIFY(ledgerFaultsOf(*store_).empty());
}

void PublishingTest::deliveredAt_isWhenItBecameReadable() {
    const auto number = orderInProgress(*customer_);
    stage(number, 0, 2 * kLeadsPerPiece);
    start(number, true, at(1));
    while (move(*customer_, at(2))) {
    }
    finish(*customer_, at(60));
    stage(number, 10'000, 3);
    start(number, true, at(70));
    const auto after = [&](int second) {
        LeadFilter filter;
        filter.deliveredAfter = at(second);
        return write([&](Tx& tx) { return tx.countLeads(customer_->account(), filter); });
    };
    QCOMPARE(after(59), 2 * kLeadsPerPiece + 3);
    QCOMPARE(after(60), 3);
    QCOMPARE(after(70), 0);
    std::set<std::int64_t> moments;
    write([&](Tx& tx) {
        tx.visitLeads({customer_->account(), {}, 0, {}, 10'000, {kDeliveredAt}},
                      [&](const LeadRow& lead) { moments.insert(lead.integer(kDeliveredAt)); });
        return true;
    });
    QCOMPARE(moments, (std::set{domain::toMillis(at(60)), domain::toMillis(at(70))}));
}

void PublishingTest::endedOrder_leavesNothingStaged_data() {
    QTest::addColumn<int>("action");
    QTest::newRow("fail") << static_cast<int>(OrderAction::Fail);
    QTest::newRow("refund") << static_cast<int>(OrderAction::Refund);
    QTest::newRow("reject") << static_cast<int>(OrderAction::Reject);
    QTest::newRow("cancel") << static_cast<int>(OrderAction::Cancel);
}

void PublishingTest::endedOrder_leavesNothingStaged() {
    QFETCH(int, action);
    const auto number = orderInProgress(*customer_);
    const auto end = static_cast<OrderAction>(action);
    // What was charged stays.
    const bool withPart = end != OrderAction::Cancel;
    if (withPart) {
        stage(number, 900, 5);
        deliver(*store_, number, true);
    }
    stage(number, 0, 25);
    OrderStep step;
    step.number = number;
    step.now = startTime();
    if (end == OrderAction::Reject || end == OrderAction::Cancel) {
        step.action = OrderAction::RequestInfo;
        write([&](Tx& tx) { return performStep(tx, step).outcome; });
    }
    step.action = end;
    step.actor = end == OrderAction::Cancel ? domain::Actor::Customer : domain::Actor::Admin;
    QCOMPARE(write([&](Tx& tx) { return performStep(tx, step).outcome; }), Outcome::Done);
    ids_.resize(withPart ? 5 : 0);
    QCOMPARE(readable(*customer_), withPart ? 5 : 0);
    QCOMPARE(order(number).staged, 0);
    QVERIFY(ledgerFaultsOf(*store_).empty());
    // Ten rows at a time, and then it knows that there is nothing left.
    int steps = 0;
    const Customer other(*store_, "two");
    while (const auto account = write([](Tx& tx) { return tx.droppedAccount(); })) {
        QCOMPARE(*account, customer_->account());
        QVERIFY(!write([&](Tx& tx) { return tx.removeDropped(other.account(), 10); }));
        const std::int64_t before = staged(number);
        write([&](Tx& tx) { return tx.removeDropped(*account, 10); });
        QVERIFY(before - staged(number) <= 10);
        QVERIFY(++steps < 10);
    }
    QCOMPARE(staged(number), 0);
    const auto next = orderInProgress(*customer_);
    stage(next, 0, 25);
    QCOMPARE(order(next).staged, 25);
}

std::vector<AccountId> PublishingTest::publishing(const AccountId& after, int limit) {
    return *store_->read([&](Reader& reader) { return reader.publishingAccounts(after, limit); });
}

void PublishingTest::publishingAccounts_areWalkedByTheirId() {
    std::set<AccountId> expected;
    for (const char* name : {"a", "b", "c", "d"}) {
        const Customer customer(*store_, name);
        expected.insert(customer.account());
        const auto number = orderInProgress(customer);
        stage(number, 0, kLeadsPerPiece + 1);
        QVERIFY(start(number).begun);
    }
    std::vector<AccountId> walked;
    AccountId reached;
    for (int step = 0; step < 4; ++step) {
        const auto next = publishing(reached, 1);
        QCOMPARE(next.size(), 1U);
        walked.push_back(reached = next.front());
    }
    QCOMPARE(walked, std::vector<AccountId>(expected.begin(), expected.end()));
    QVERIFY(publishing(reached, 1).empty());
}

// Whatever is delivered in whatever parts, and looked at whenever.
void PublishingTest::bookmark_seesEveryLeadOnce() {
    const auto first = orderInProgress(*customer_, 5'000);
    const auto second = orderInProgress(*customer_, 5'000);
    std::vector<std::string> seen;
    std::int64_t bookmark = 0;
    const auto look = [&] {
        LeadSpan span{bookmark, true};
        while (span.more) {
            span = *store_->read([&](Reader& reader) {
                return reader.visitLeads(
                    {customer_->account(), {}, bookmark, {}, 97},
                    [&](const LeadRow& lead) { seen.emplace_back(lead.text(kEmail)); });
            });
            bookmark = span.last;
        }
    };
    int next = 0;
    for (const int count : {3, 300, 1, 700}) {
        for (const auto& number : {first, second}) {
            stage(number, next, count);
            look();
            start(number, true);
            next += count;
        }
        look();
        while (!publishing({}, 1).empty()) {
            while (move(*customer_))
                look();
            finish(*customer_);
            look();
        }
    }
    QCOMPARE(seen.size(), static_cast<std::size_t>(next));
    QCOMPARE(std::set<std::string>(seen.begin(), seen.end()).size(), seen.size());
    QCOMPARE(readable(*customer_), next);
}

LEADSHEET_TEST(tst_publishing, PublishingTest);
#include "tst_publishing.moc"
