// SPDX-License-Identifier: Apache-2.0
#include "store_fixture.hpp"
#include "test_main.hpp"

#include <QtTest>
#include <atomic>
#include <future>
#include <mutex>
#include <set>
#include <thread>

using namespace leadsheet::server::store;
using namespace leadsheet::server::orders;
using namespace leadsheet::server::store::test;

namespace {

/// Keeps the writer busy until it is let go, so that what is queued meanwhile becomes one batch.
class Gate {
public:
    explicit Gate(Store& store) {
        store.write(
            [this](Tx&) {
                if (!std::exchange(entered_, true)) // a job may run again
                    started_.set_value();
                opened_.wait();
            },
            [](const StoreResult<void>&) {});
        started_.get_future().wait();
    }
    void open() { open_.set_value(); }

private:
    std::promise<void> started_;
    std::promise<void> open_;
    std::shared_future<void> opened_ = open_.get_future().share();
    bool entered_ = false;
};

} // namespace

class GroupCommitTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase_data();
    void batch_waitingJobs_shareOneCommit();
    void batch_moreThanTheLimit_isSplit();
    void batch_failingJobs_doNotUndoTheirNeighbours();
    void batch_jobsOfOneAccount_seeWhatEarlierOnesDid_data();
    void batch_jobsOfOneAccount_seeWhatEarlierOnesDid();
    void batch_jobThatSwallowsAFailure_isUndone();
    void write_seesOwnAndEarlierWrites();
    void write_moveOnlyCaptures_work();
    void write_tooManyWaiting_isRefused();
    void stop_finishesWhatWaitsAndRefusesTheRest();
    void create_hundredThreadsOneKey_makeOneOrder();
    void create_manyThreadsManyKeys_conserveMoney();
    void charge_manyThreads_allowExactlyTheQuota();
    void read_whileWriting_seesWholeOrders();
};

void GroupCommitTest::initTestCase_data() {
    QTest::addColumn<bool>("inMemory");
    QTest::newRow("memory") << true;
    QTest::newRow("file") << false;
}

#define STORE_OPTIONS()                                                                            \
    QFETCH_GLOBAL(bool, inMemory);                                                                 \
    const Stores stores(inMemory);                                                                 \
    auto options = stores.options()

void GroupCommitTest::batch_waitingJobs_shareOneCommit() {
    STORE_OPTIONS();
    std::atomic<int> commits{0};
    options.gather = std::chrono::seconds(10);
    options.hook = [&](DbOp op, std::uint64_t) {
        commits += op == DbOp::Committed ? 1 : 0;
        return 0;
    };
    const auto store = Stores::open(options);
    QVERIFY(store);
    commits = 0;
    Gate gate(*store);
    std::atomic<int> finished{0};
    for (int i = 0; i < 50; ++i)
        store->write([](Tx& tx) { (void)tx.accountCount(); },
                     [&](const StoreResult<void>& result) { finished += result ? 1 : 0; });
    gate.open();
    store->stop();
    QCOMPARE(finished.load(), 50);
    QCOMPARE(commits.load(), 1);
}

void GroupCommitTest::batch_moreThanTheLimit_isSplit() {
    STORE_OPTIONS();
    std::atomic<int> commits{0};
    options.maxBatch = 8;
    options.gather = std::chrono::seconds(10);
    options.hook = [&](DbOp op, std::uint64_t) {
        commits += op == DbOp::Committed ? 1 : 0;
        return 0;
    };
    const auto store = Stores::open(options);
    QVERIFY(store);
    commits = 0;
    Gate gate(*store);
    std::vector<int> order;
    for (int i = 0; i < 23; ++i)
        store->write([&order, i](Tx&) { order.push_back(i); }, [](const StoreResult<void>&) {});
    gate.open();
    store->stop();
    QCOMPARE(commits.load(), 3); // the gate's batch has 1 + 7
    QVERIFY(std::is_sorted(order.begin(), order.end()));
    QCOMPARE(order.size(), 23U);
}

void GroupCommitTest::batch_failingJobs_doNotUndoTheirNeighbours() {
    STORE_OPTIONS();
    const auto store = Stores::open(options);
    QVERIFY(store);
    const Customer customer(*store, "one");
    Gate gate(*store);
    std::mutex mutex;
    std::map<int, StoreResult<void>> results;
    for (int i = 0; i < 9; ++i)
        store->write(
            [&, i](Tx& tx) {
                customer.createIn(tx, "key-" + std::to_string(i), draftFor(10));
                if (i % 3 == 1)
                    tx.insertAccount({customer.account(), "again", "", false, startTime()});
                if (i % 3 == 2)
                    throw std::runtime_error("a fault of ours");
            },
            [&, i](StoreResult<void> result) {
                const std::scoped_lock lock(mutex);
                results.emplace(i, std::move(result));
            });
    gate.open();
    // A later job is finished after all of them.
    QVERIFY(store->writeAndWait([](Tx&) {}));
    QCOMPARE(results.size(), 9U);
    for (const auto& [i, result] : results) {
        QCOMPARE(result.has_value(), i % 3 == 0);
        if (!result) {
            QVERIFY(result.error().kind == StoreError::Kind::Internal);
            QVERIFY(result.error().certainty == StoreError::Certainty::NotApplied);
        }
    }
    QCOMPARE(ordersOf(*store, customer.account()).size(), 3U);
    QCOMPARE(balanceOf(*store, customer.account()).held, 3 * 80);
    QCOMPARE(ledgerFaultsOf(*store), std::vector<std::string>{});
}

void GroupCommitTest::batch_jobsOfOneAccount_seeWhatEarlierOnesDid_data() {
    QTest::addColumn<bool>("fails");
    QTest::newRow("all are written") << false;
    QTest::newRow("the first one is undone") << true;
}

void GroupCommitTest::batch_jobsOfOneAccount_seeWhatEarlierOnesDid() {
    STORE_OPTIONS();
    QFETCH(bool, fails);
    options.gather = std::chrono::seconds(10);
    const auto store = Stores::open(options);
    QVERIFY(store);
    const Customer customer(*store, "one", 2'000); // enough for 2 orders of 800
    Gate gate(*store);
    std::map<int, PlacementResult::Outcome> outcomes;
    const auto create = [&](int i, bool undone) {
        store->write(
            [&, i, undone](Tx& tx) {
                const auto made = customer.createIn(tx, std::to_string(i), draftFor(100));
                outcomes[i] = made.placed.outcome;
                if (undone)
                    throw std::runtime_error("a fault of ours");
            },
            [](const StoreResult<void>&) {}, Durability::Full, customer.account());
    };
    create(0, fails);
    create(1, false);
    create(2, false);
    create(3, false);
    store->write([&](Tx& tx) { tx.credit(customer.account(), 1'000, "", startTime()); },
                 [](const StoreResult<void>&) {}, Durability::Full, customer.account());
    create(4, false);
    create(5, false);
    gate.open();
    store->stop();
    using Made = PlacementResult::Outcome;
    QVERIFY(outcomes[1] == Made::Created);
    QVERIFY(outcomes[2] == (fails ? Made::Created : Made::InsufficientCredit));
    QVERIFY(outcomes[3] == Made::InsufficientCredit);
    QVERIFY(outcomes[4] == Made::Created);
    QVERIFY(outcomes[5] == Made::InsufficientCredit);
    QCOMPARE(balanceOf(*store, customer.account()), (Balance{600, 2'400, 0, 0}));
    QCOMPARE(ordersOf(*store, customer.account()).size(), 3U);
    QCOMPARE(ledgerFaultsOf(*store), std::vector<std::string>{});
    const auto lines = store->read(
        [&](Reader& reader) { return reader.listLedger(customer.account(), std::nullopt, 10); });
    QCOMPARE(lines->rows.front().availableAfter, 600);
    QCOMPARE(lines->rows.front().heldAfter, 2'400);
}

void GroupCommitTest::batch_jobThatSwallowsAFailure_isUndone() {
    STORE_OPTIONS();
    const auto store = Stores::open(options);
    QVERIFY(store);
    const Customer customer(*store, "one");
    const auto written = store->writeAndWait([&](Tx& tx) {
        tx.setSuspended(customer.account(), true);
        try {
            tx.insertAccount({customer.account(), "again", "", false, startTime()});
        } catch (const StoreFailure&) { // a job must not do this
        }
    });
    QVERIFY(!written);
    const auto account =
        store->read([&](Reader& reader) { return reader.findAccount(customer.account()); });
    QVERIFY(!(*account)->suspended);
}

void GroupCommitTest::write_seesOwnAndEarlierWrites() {
    STORE_OPTIONS();
    const auto store = Stores::open(options);
    QVERIFY(store);
    const Customer customer(*store, "one");
    const auto seen = store->writeAndWait([&](Tx& tx) {
        customer.createIn(tx, "a", draftFor(10));
        return tx.listOrders(customer.account(), {}, std::nullopt, 10).rows.size();
    });
    QCOMPARE(*seen, 1U);
    QCOMPARE(ordersOf(*store, customer.account()).size(), 1U);
}

void GroupCommitTest::write_moveOnlyCaptures_work() {
    STORE_OPTIONS();
    const auto store = Stores::open(options);
    QVERIFY(store);
    std::promise<int> answer;
    auto future = answer.get_future();
    store->write([number = std::make_unique<int>(7)](Tx&) { *number += 1; },
                 [answer = std::move(answer)](const StoreResult<void>& result) mutable {
                     answer.set_value(result ? 1 : 0);
                 });
    QCOMPARE(future.get(), 1);
}

void GroupCommitTest::write_tooManyWaiting_isRefused() {
    STORE_OPTIONS();
    options.maxQueued = 2;
    const auto store = Stores::open(options);
    QVERIFY(store);
    Gate gate(*store);
    std::atomic<int> refused{0};
    std::atomic<int> finished{0};
    for (int i = 0; i < 5; ++i)
        store->write([](Tx&) {},
                     [&](const StoreResult<void>& result) {
                         if (result)
                             ++finished;
                         else if (result.error().kind == StoreError::Kind::Unavailable)
                             ++refused;
                     });
    QCOMPARE(store->queuedJobs(), 2U);
    QCOMPARE(refused.load(), 3);
    gate.open();
    store->stop();
    QCOMPARE(finished.load(), 2);
}

void GroupCommitTest::stop_finishesWhatWaitsAndRefusesTheRest() {
    STORE_OPTIONS();
    const auto store = Stores::open(options);
    QVERIFY(store);
    Gate gate(*store);
    std::atomic<int> finished{0};
    for (int i = 0; i < 200; ++i)
        store->write([](Tx&) {},
                     [&](const StoreResult<void>& result) { finished += result ? 1 : 0; });
    gate.open();
    store->stop();
    QCOMPARE(finished.load(), 200);
    const auto late = store->writeAndWait([](Tx&) {});
    QVERIFY(!late);
    QVERIFY(late.error().kind == StoreError::Kind::Stopped);
    store->stop();
}

void GroupCommitTest::create_hundredThreadsOneKey_makeOneOrder() {
    STORE_OPTIONS();
    const auto store = Stores::open(options);
    QVERIFY(store);
    const Customer customer(*store, "one");
    const auto draft = draftFor(100);
    std::mutex mutex;
    std::set<std::string> bodies;
    int created = 0;
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 100; ++i)
            threads.emplace_back([&] {
                const auto answer = customer.create(*store, "the key", draft);
                const std::scoped_lock lock(mutex);
                if (!answer)
                    return;
                bodies.insert(answer->body);
                created += answer->verdict == IdempotencyVerdict::Fresh ? 1 : 0;
            });
    }
    QCOMPARE(created, 1);
    QCOMPARE(bodies.size(), 1U);
    QCOMPARE(ordersOf(*store, customer.account()).size(), 1U);
    QCOMPARE(balanceOf(*store, customer.account()), (Balance{99'200, 800, 0, 0}));
}

void GroupCommitTest::create_manyThreadsManyKeys_conserveMoney() {
    STORE_OPTIONS();
    const auto store = Stores::open(options);
    QVERIFY(store);
    const Customer customer(*store, "one", 10'000); // enough for 12 of 16 orders of 800
    const auto draft = draftFor(100);
    std::atomic<int> created{0};
    std::atomic<int> refused{0};
    {
        std::vector<std::jthread> threads;
        for (int t = 0; t < 8; ++t)
            threads.emplace_back([&, t] {
                for (int i = 0; i < 2; ++i) {
                    const std::string key = std::to_string(t) + "-" + std::to_string(i);
                    const auto answer = customer.create(*store, key, draft);
                    if (answer && answer->placed.outcome == PlacementResult::Outcome::Created)
                        ++created;
                    else if (answer)
                        ++refused;
                }
            });
    }
    QCOMPARE(created.load(), 12);
    QCOMPARE(refused.load(), 4);
    QCOMPARE(balanceOf(*store, customer.account()), (Balance{400, 9'600, 0, 0}));
    QCOMPARE(ledgerFaultsOf(*store), std::vector<std::string>{});
}

void GroupCommitTest::charge_manyThreads_allowExactlyTheQuota() {
    STORE_OPTIONS();
    const auto store = Stores::open(options);
    QVERIFY(store);
    const RateRule rule{"default", {100, std::chrono::hours(1)}};
    std::atomic<int> allowed{0};
    {
        std::vector<std::jthread> threads;
        for (int t = 0; t < 8; ++t)
            threads.emplace_back([&] {
                for (int i = 0; i < 20; ++i) {
                    const auto decision = store->writeAndWait(
                        [&](Tx& tx) { return tx.chargeRate("key", rule, startTime()); },
                        Durability::Relaxed);
                    allowed += decision && decision->allowed ? 1 : 0;
                }
            });
    }
    QCOMPARE(allowed.load(), 100);
}

void GroupCommitTest::read_whileWriting_seesWholeOrders() {
    STORE_OPTIONS();
    const auto store = Stores::open(options);
    QVERIFY(store);
    const Customer customer(*store, "one");
    std::atomic<bool> done{false};
    std::atomic<int> torn{0};
    std::jthread reader([&] {
        while (!done) {
            const auto sound = store->read([&](Reader& read) {
                MinorUnits held = 0;
                for (const Order& order :
                     read.listOrders(customer.account(), {}, std::nullopt, 1'000).rows)
                    held += order.total;
                return held == read.balance(customer.account()).held;
            });
            torn += sound && *sound ? 0 : 1;
        }
    });
    for (int i = 0; i < 40; ++i)
        QVERIFY(customer.create(*store, std::to_string(i), draftFor(10)));
    done = true;
    reader.join();
    QCOMPARE(torn.load(), 0);
}

LEADSHEET_TEST(tst_group_commit, GroupCommitTest);
#include "tst_group_commit.moc"
