// SPDX-License-Identifier: Apache-2.0
#include "store/open_store.hpp"
#include "store_fixture.hpp"
#include "test_database.hpp"
#include "test_main.hpp"

#include <QtTest>
#include <array>
#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <optional>
#include <stdexcept>
#include <vector>

using namespace leadsheet::server::store;
using namespace leadsheet::server::orders;
using namespace leadsheet::server::store::test;
using leadsheet::test::onPostgres;
using leadsheet::test::PostgresDatabase;
using leadsheet::test::PostgresSession;

namespace {

using Answer = Customer::Answer;
constexpr int kAccounts = 8;

PostgresOptions optionsFor(const PostgresDatabase& database, std::size_t writers) {
    PostgresOptions options;
    options.uri = database.uri();
    options.writers = writers;
    return options;
}

std::unique_ptr<Store> openStore(const PostgresOptions& options) {
    auto store = openPostgresStore(options);
    if (!store)
        throw std::runtime_error(store.error().detail);
    return std::move(*store);
}

std::vector<Customer> customersOf(Store& store) {
    std::vector<Customer> customers;
    for (int i = 0; i < kAccounts; ++i)
        customers.emplace_back(store, std::to_string(i), 10'000'000);
    return customers;
}

} // namespace

/// What goes wrong for one account, or for one moment, while orders of many share a transaction.
class PostgresBatchFaultsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        if (!onPostgres())
            QSKIP("runs where LEADSHEET_TEST_POSTGRES names a server");
    }

    void accountThatGetsNoLock_isRefusedAlone_data() {
        QTest::addColumn<bool>("ofRows");
        QTest::newRow("its own lock") << false;
        QTest::newRow("its rows, by a session that knows no lock") << true;
    }
    void accountThatGetsNoLock_isRefusedAlone() {
        QFETCH(const bool, ofRows);
        const PostgresDatabase database;
        auto options = optionsFor(database, 2);
        options.lockTimeout = std::chrono::milliseconds(200);
        const auto store = openStore(options);
        const auto customers = customersOf(*store);
        const Customer& blocked = customers[3];
        const auto elsewhere = openStore(optionsFor(database, 1));
        std::optional<Held> held;
        PostgresSession session(database.uri());
        Orders orders(*store);
        std::vector<std::future<StoreResult<Answer>>> answers;
        {
            Held first(*store, {});
            for (const Customer& customer : customers)
                answers.push_back(orders.submit(customer, "key"));
            if (ofRows)
                session.run("BEGIN; SELECT 1 FROM ledger_balances WHERE account_id = '" +
                            blocked.account().str() + "' FOR UPDATE");
            first.letGo();
        }
        if (!ofRows) { // which nobody could take before
            for (auto& answer : answers)
                QVERIFY(Orders::isCreated(answer.get()));
            answers.clear();
            held.emplace(*elsewhere, blocked.account());
            for (const Customer& customer : customers)
                answers.push_back(orders.submit(customer, "another"));
        }
        for (std::size_t i = 0; i < customers.size(); ++i) {
            const auto answer = answers[i].get();
            if (&customers[i] != &blocked) {
                QVERIFY2(Orders::isCreated(answer),
                         answer ? "not created" : answer.error().detail.c_str());
                continue;
            }
            QVERIFY(!answer);
            QCOMPARE(answer.error().kind, StoreError::Kind::Unavailable);
            QCOMPARE(answer.error().certainty, StoreError::Certainty::NotApplied);
        }
        if (held)
            held->letGo();
        else
            session.run("ROLLBACK");
        QVERIFY(Orders::isCreated(orders.submit(blocked, "later").get()));
        QCOMPARE(ledgerFaultsOf(*store), std::vector<std::string>{});
    }

    /// Each transaction waits for the disk: those of others must not become many.
    void accountThatKeepsFailing_isWrittenSinglyAlone() {
        constexpr int kOrdersEach = 4;
        constexpr std::size_t kFailing = 3;
        const PostgresDatabase database;
        std::atomic<int> commits{0};
        auto options = optionsFor(database, 1);
        options.hook = [&](DbOp op, std::uint64_t) {
            commits += op == DbOp::Committed ? 1 : 0;
            return PostgresFault::None;
        };
        const auto store = openStore(options);
        const auto customers = customersOf(*store);
        Orders orders(*store);
        const Orders::Then fail = [](Tx&, const Answer&) {
            throw std::runtime_error("a fault");
        };
        const auto commitsOf = [&](const std::string& round) {
            std::vector<std::future<StoreResult<Answer>>> answers;
            Held first(*store, {});
            for (int n = 0; n < kOrdersEach; ++n) {
                for (std::size_t i = 0; i < customers.size(); ++i)
                    answers.push_back(
                        orders.submit(customers[i], round + std::to_string(n),
                                      i == kFailing && n == 1 ? fail : Orders::Then()));
            }
            first.letGo();
            commits = 0;
            for (std::size_t i = 0; i < answers.size(); ++i) {
                const bool fails = i == kAccounts + kFailing;
                if (Orders::isCreated(answers[i].get()) == fails)
                    throw std::runtime_error("order " + std::to_string(i));
            }
            return commits.load();
        };
        const int once = commitsOf("first ");
        const int again = commitsOf("second ");
        qInfo("%d commits of a batch with an account that fails, then %d", once, again);
        QVERIFY(once <= kAccounts - 1 + kOrdersEach - 1);
        QVERIFY(again <= 1 + kOrdersEach - 1);
        QCOMPARE(ledgerFaultsOf(*store), std::vector<std::string>{});
    }

    /// However often it is tried: what shares a batch with it does not conflict with anything.
    void orderThatKeepsConflicting_isRefusedAlone() {
        constexpr int kConflicting = 3;
        const PostgresDatabase database;
        std::atomic<bool> conflicts{false};
        auto options = optionsFor(database, 1);
        options.hook = [&](DbOp op, std::uint64_t) {
            const bool mayConflict = op == DbOp::Step || op == DbOp::Commit;
            return mayConflict && conflicts.exchange(false) ? PostgresFault::Conflict
                                                            : PostgresFault::None;
        };
        const auto store = openStore(options);
        const auto customers = customersOf(*store);
        Orders orders(*store);
        const Orders::Then conflict = [&](Tx&, const Answer&) {
            conflicts = true; // with what this transaction does next
        };
        std::vector<std::future<StoreResult<Answer>>> answers;
        {
            Held first(*store, {});
            for (const char* key : {"one", "two"}) {
                for (const Customer& customer : customers)
                    answers.push_back(orders.submit(customer, key));
            }
            answers.push_back(orders.submit(customers[kConflicting], "three", conflict));
            first.letGo();
        }
        const auto refused = answers.back().get();
        QVERIFY(!refused);
        QCOMPARE(refused.error().kind, StoreError::Kind::Unavailable);
        QCOMPARE(refused.error().certainty, StoreError::Certainty::NotApplied);
        answers.pop_back();
        for (auto& each : answers) {
            const auto answer = each.get();
            QVERIFY2(Orders::isCreated(answer),
                     answer ? "not created" : answer.error().detail.c_str());
        }
        QVERIFY(Orders::isCreated(orders.submit(customers[kConflicting], "later").get()));
        QCOMPARE(ledgerFaultsOf(*store), std::vector<std::string>{});
    }

    /// What a batch asked about an account whose lock it did not get is not what it is when the
    /// account's next order joins the same batch.
    void accountThatJoinsAgain_isAskedAboutAgain() {
        const PostgresDatabase database;
        auto options = optionsFor(database, 2);
        options.gather = std::chrono::seconds(60);
        const auto store = openStore(options);
        const auto elsewhere = openStore(optionsFor(database, 1));
        const Customer base(*store, "base");
        const Customer busy(*store, "busy");
        Customer capped(*store, "capped");
        const auto price = base.create(*store, "price", draftFor(10))->placed.order->total;
        capped.key().dailySpendCap = price + price / 2;
        Orders orders(*store);
        std::array<std::promise<void>, 2> begun;
        std::array<std::promise<void>, 2> go;
        const auto wait = [&](std::size_t at) {
            return [&, at](Tx&, const Answer&) {
                begun[at].set_value();
                go[at].get_future().wait();
            };
        };
        Held held(*elsewhere, capped.account());
        std::optional<Held> other(std::in_place, *store, busy.account());
        auto one = orders.submit(base, "one", wait(0));
        begun[0].get_future().wait();
        auto two = orders.submit(base, "two", wait(1));
        auto first = orders.submit(capped, "first");
        go[0].set_value();
        begun[1].get_future().wait(); // the batch asked about both, and left "first" to another
        held.letGo();
        other->letGo();
        QVERIFY(Orders::isCreated(first.get()));
        Held otherAgain(*store, busy.account());
        auto second = orders.submit(capped, "second");
        go[1].set_value();
        const auto last = second.get();
        otherAgain.letGo();
        QCOMPARE(last->placed.outcome, PlacementResult::Outcome::SpendCapReached);
        QVERIFY(Orders::isCreated(one.get()));
        QVERIFY(Orders::isCreated(two.get()));
        QCOMPARE(ordersOf(*store, capped.account()).size(), std::size_t{1});
        QCOMPARE(ledgerFaultsOf(*store), std::vector<std::string>{});
    }

    void exceptionThatNobodyForesaw_isAFailureOfTheStore_data() {
        QTest::addColumn<int>("op");
        QTest::addColumn<bool>("isKnown");
        QTest::addColumn<bool>("isOver");
        QTest::newRow("begin") << static_cast<int>(DbOp::Begin) << true << false;
        QTest::newRow("statement") << static_cast<int>(DbOp::Step) << true << false;
        QTest::newRow("commit") << static_cast<int>(DbOp::Commit) << false << false;
        QTest::newRow("after the commit") << static_cast<int>(DbOp::Committed) << false << true;
    }
    void exceptionThatNobodyForesaw_isAFailureOfTheStore() {
        QFETCH(const int, op);
        QFETCH(const bool, isKnown);
        QFETCH(const bool, isOver);
        const PostgresDatabase database;
        std::atomic<bool> throws{false};
        auto options = optionsFor(database, 1);
        options.hook = [&](DbOp now, std::uint64_t) {
            if (throws && static_cast<int>(now) == op)
                throw std::length_error("nobody foresaw this");
            return PostgresFault::None;
        };
        const auto store = openStore(options);
        const auto customers = customersOf(*store);
        Orders orders(*store);
        std::vector<std::future<StoreResult<Answer>>> answers;
        std::promise<void> begun;
        std::promise<void> go;
        store->write(
            [&](Tx&) {
                begun.set_value();
                go.get_future().wait();
            },
            [&](const StoreResult<void>&) { throws = true; });
        begun.get_future().wait();
        for (const Customer& customer : customers)
            answers.push_back(orders.submit(customer, "key"));
        go.set_value();
        for (auto& each : answers) {
            const auto answer = each.get();
            QVERIFY(!answer);
            QCOMPARE(answer.error().kind, StoreError::Kind::Internal);
            QVERIFY(QByteArray(answer.error().detail.c_str()).contains("nobody foresaw this"));
            // What may be committed must not pass for undone.
            QCOMPARE(answer.error().certainty,
                     isKnown ? StoreError::Certainty::NotApplied : StoreError::Certainty::Unknown);
        }
        throws = false;
        for (const Customer& customer : customers) {
            const auto answer = orders.submit(customer, "key").get();
            QVERIFY(answer);
            QCOMPARE(answer->verdict,
                     isOver ? IdempotencyVerdict::Replay : IdempotencyVerdict::Fresh);
            QCOMPARE(ordersOf(*store, customer.account()).size(), std::size_t{1});
        }
        QCOMPARE(ledgerFaultsOf(*store), std::vector<std::string>{});
    }
};

LEADSHEET_TEST(tst_postgres_batch_faults, PostgresBatchFaultsTest);
#include "tst_postgres_batch_faults.moc"
