// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/contract/limits.hpp"

#include "store/open_store.hpp"
#include "store_fixture.hpp"
#include "test_database.hpp"
#include "test_main.hpp"

#include <QtTest>
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <set>
#include <stdexcept>
#include <vector>

using namespace leadsheet::server::store;
using namespace leadsheet::server::orders;
using namespace leadsheet::server::store::test;
using leadsheet::test::onPostgres;
using leadsheet::test::PostgresDatabase;

namespace {

using Answer = Customer::Answer;
constexpr auto kPatience = std::chrono::seconds(20);

std::unique_ptr<Store> openStore(const PostgresDatabase& database, std::size_t writers) {
    PostgresOptions options;
    options.uri = database.uri();
    options.writers = writers;
    auto store = openPostgresStore(options);
    if (!store)
        throw std::runtime_error(store.error().detail);
    return std::move(*store);
}

bool isCreated(const StoreResult<Answer>& answer) {
    return Orders::isCreated(answer);
}

} // namespace

/// Orders that share a transaction.
class PostgresBatchesTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        if (!onPostgres())
            QSKIP("runs where LEADSHEET_TEST_POSTGRES names a server");
    }

    void orderThatFails_takesNoOtherAccountsAlong() {
        constexpr int kAccounts = 8;
        const PostgresDatabase database;
        const auto store = openStore(database, 1);
        std::vector<Customer> customers;
        for (int i = 0; i < kAccounts; ++i)
            customers.emplace_back(*store, std::to_string(i));
        Orders orders(*store);
        const Orders::Then fail = [](Tx&, const Answer&) {
            throw std::runtime_error("a fault");
        };
        Held first(*store, {});
        std::vector<std::future<StoreResult<Answer>>> answers;
        for (int i = 0; i < kAccounts; ++i)
            answers.push_back(orders.submit(customers.at(static_cast<std::size_t>(i)), "key",
                                            i == 3 ? fail : Orders::Then()));
        first.letGo();
        for (int i = 0; i < kAccounts; ++i) {
            const auto answer = answers[static_cast<std::size_t>(i)].get();
            const Customer& customer = customers[static_cast<std::size_t>(i)];
            QCOMPARE(isCreated(answer), i != 3);
            QCOMPARE(ordersOf(*store, customer.account()).size(), std::size_t(i == 3 ? 0 : 1));
        }
        QCOMPARE(ledgerFaultsOf(*store), std::vector<std::string>{});
    }

    /// Rows that refer to orders must not come before those of the next order.
    void rowsSentEarly_keepTheBatchTogether() {
        constexpr int kOrders = 6;
        const PostgresDatabase database;
        const auto store = openStore(database, 1);
        std::vector<Customer> customers;
        for (int i = 0; i < kOrders; ++i)
            customers.emplace_back(*store, std::to_string(i));
        Orders orders(*store);
        const Orders::Then sendThenNote = [](Tx& tx, const Answer& answer) {
            (void)tx.accountCount(); // a read, before which all rows are sent
            OrderEvent event;
            event.order = answer.placed.order->number;
            event.type = "order.noted";
            event.actor = "system";
            tx.appendEvent(event);
        };
        Held first(*store, {});
        std::vector<std::future<StoreResult<Answer>>> answers;
        for (int i = 0; i < kOrders; ++i)
            answers.push_back(orders.submit(customers.at(static_cast<std::size_t>(i)), "key",
                                            i % 2 == 0 ? sendThenNote : Orders::Then()));
        first.letGo();
        for (auto& answer : answers)
            QVERIFY(isCreated(answer.get()));
        QCOMPARE(orders.runs(), kOrders);
        QCOMPARE(ledgerFaultsOf(*store), std::vector<std::string>{});
    }

    void accountThatAnotherStoreHolds_keepsNoOtherWaiting() {
        const PostgresDatabase database;
        const auto store = openStore(database, 2);
        const auto other = openStore(database, 1);
        const Customer held(*store, "held");
        const Customer free(*store, "free");
        Orders orders(*store);
        Held elsewhere(*other, held.account());
        auto late = orders.submit(held, "late");
        auto soon = orders.submit(free, "soon");
        QVERIFY(soon.wait_for(kPatience) == std::future_status::ready);
        QVERIFY(isCreated(soon.get()));
        QVERIFY(late.wait_for(std::chrono::seconds(0)) != std::future_status::ready);
        elsewhere.letGo();
        QVERIFY(late.wait_for(kPatience) == std::future_status::ready);
        QVERIFY(isCreated(late.get()));
        QCOMPARE(ledgerFaultsOf(*store), std::vector<std::string>{});
    }

    void whoeverWaitsForEverything_keepsNoOrderWaiting() {
        const PostgresDatabase database;
        const auto store = openStore(database, 2);
        const auto other = openStore(database, 1);
        const Customer held(*store, "held");
        const Customer free(*store, "free");
        Orders orders(*store);
        Held elsewhere(*other, held.account()); // a large delivery, say
        std::promise<bool> ended;
        auto everything = ended.get_future();
        store->write([](Tx&) {},
                     [&](const StoreResult<void>& result) { ended.set_value(result.has_value()); });
        for (int i = 0; i < 20; ++i) {
            auto answer = orders.submit(free, "key" + std::to_string(i));
            QVERIFY(answer.wait_for(kPatience) == std::future_status::ready);
            QVERIFY(isCreated(answer.get()));
            QVERIFY(everything.wait_for(std::chrono::seconds(0)) != std::future_status::ready);
        }
        elsewhere.letGo();
        QVERIFY(everything.wait_for(kPatience) == std::future_status::ready);
        QVERIFY(everything.get());
    }

    /// Two accounts with the same credential of a platform.
    void workspaceOfTwoAccounts_countsEveryCall() {
        const PostgresDatabase database;
        const auto store = openStore(database, 2);
        leadsheet::test::PostgresSession other(database.uri());
        const std::array customers{Customer(*store, "one"), Customer(*store, "two")};
        QVERIFY(store->writeAndWait(
            [](Tx& tx) { tx.outreachWrites().keepPace("shared", "0", startTime()); }));
        std::promise<void> counting;
        std::promise<void> go;
        std::array<std::promise<bool>, 2> ends;
        std::array<std::future<bool>, 2> ended{ends[0].get_future(), ends[1].get_future()};
        for (std::size_t i = 0; i < ends.size(); ++i) {
            store->write(
                [&, i](Tx& tx) {
                    const int calls = std::stoi(tx.outreachWrites().holdPace("shared"));
                    if (i == 0) {
                        counting.set_value();
                        go.get_future().wait();
                    }
                    tx.outreachWrites().keepPace("shared", std::to_string(calls + 1), startTime());
                },
                [&, i](const StoreResult<void>& result) { ends[i].set_value(result.has_value()); },
                Durability::Full, customers[i].account());
            if (i == 0)
                counting.get_future().wait();
        }
        const auto waits = [&] {
            return other.number("SELECT COUNT(*) FROM pg_stat_activity WHERE datname ="
                                " current_database() AND wait_event_type = 'Lock'") > 0;
        };
        QTRY_VERIFY_WITH_TIMEOUT(waits() || ended[1].wait_for(std::chrono::seconds(0)) ==
                                                std::future_status::ready,
                                 20'000);
        go.set_value();
        QVERIFY(ended[0].get());
        QVERIFY(ended[1].get());
        const auto calls =
            store->read([](Reader& reader) { return reader.outreach().pace("shared"); });
        QCOMPARE(calls.value(), std::string("2"));
    }

    /// Every key comes twice and there is credit for some of them only.
    void ordersOfOneBatch_spendWhatThereIs_andEachKeyBuysOnce() {
        constexpr int kKeys = 32;
        constexpr MinorUnits kPaid = 10;
        const PostgresDatabase database;
        const auto store = openStore(database, 1);
        Customer rich(*store, "rich");
        const MinorUnits price = rich.create(*store, "one", draftFor(10))->placed.order->total;
        const Customer customer(*store, "poor", price * kPaid + price / 2);
        Orders orders(*store);
        Held first(*store, {});
        std::vector<std::future<StoreResult<Answer>>> answers;
        for (int i = 0; i < kKeys * 2; ++i)
            answers.push_back(orders.submit(customer, std::to_string(i / 2)));
        first.letGo();
        std::vector<Answer> given;
        for (auto& answer : answers)
            given.push_back(*answer.get());
        for (std::size_t i = 0; i < given.size(); ++i) {
            const bool paid = i / 2 < kPaid;
            if (i % 2 == 1 && paid) {
                QVERIFY(given[i].verdict == IdempotencyVerdict::Replay);
                QCOMPARE(given[i].body, given[i - 1].body);
                continue;
            }
            QVERIFY(given[i].placed.outcome ==
                    (paid ? PlacementResult::Outcome::Created
                          : PlacementResult::Outcome::InsufficientCredit));
        }
        QCOMPARE(ordersOf(*store, customer.account()).size(), std::size_t{kPaid});
        QCOMPARE(balanceOf(*store, customer.account()).available, price / 2);
        QCOMPARE(balanceOf(*store, customer.account()).held, price * kPaid);
        QCOMPARE(ledgerFaultsOf(*store), std::vector<std::string>{});
    }

    /// As on SQLite: each is compared with those before it.
    void ordersOfOneBatch_areComparedWithEachOther_inTheirOrder() {
        constexpr int kOrders = 4;
        const PostgresDatabase database;
        const auto store = openStore(database, 1);
        Customer customer(*store, "one");
        customer.setDuplicates(leadsheet::server::domain::DuplicatePolicy::Refuse);
        Orders orders(*store);
        Held first(*store, {});
        std::vector<std::future<StoreResult<Answer>>> answers;
        for (int i = 0; i < kOrders; ++i)
            answers.push_back(orders.submit(customer, std::to_string(i)));
        first.letGo();
        QVERIFY(isCreated(answers.front().get()));
        for (int i = 1; i < kOrders; ++i) {
            const auto answer = answers[static_cast<std::size_t>(i)].get();
            QVERIFY(answer);
            QVERIFY(answer->placed.outcome == PlacementResult::Outcome::EquivalentOrder);
            QCOMPARE(answer->placed.equivalents.orders.size(), std::size_t{1});
        }
        QCOMPARE(ordersOf(*store, customer.account()).size(), std::size_t{1});
    }

    /// Of these three with one quote, of one that is not there and of another account's.
    void quotesOfOneBatch_areConsumedOnce() {
        using Placed = PlacementResult::Outcome;
        const PostgresDatabase database;
        const auto store = openStore(database, 1);
        const Customer customer(*store, "one");
        const Customer stranger(*store, "two");
        const auto mine = draftFor(10, R"(,"quoteId":"qt_mine")");
        const auto foreign = draftFor(10, R"(,"quoteId":"qt_foreign")");
        QVERIFY(store->writeAndWait([&](Tx& tx) {
            tx.insertQuote(quoteFor(customer, mine));
            tx.insertQuote(quoteFor(stranger, foreign));
        }));
        Orders orders(*store);
        Held first(*store, {});
        std::vector<std::pair<std::future<StoreResult<Answer>>, Placed>> answers;
        answers.emplace_back(orders.submit(customer, "foreign", foreign), Placed::QuoteNotFound);
        answers.emplace_back(orders.submit(customer, "first", mine), Placed::Created);
        answers.emplace_back(orders.submit(customer, "second", mine), Placed::QuoteConsumed);
        answers.emplace_back(
            orders.submit(customer, "absent", draftFor(10, R"(,"quoteId":"qt_absent")")),
            Placed::QuoteNotFound);
        answers.emplace_back(orders.submit(stranger, "theirs", foreign), Placed::Created);
        answers.emplace_back(orders.submit(customer, "third", mine), Placed::QuoteConsumed);
        first.letGo();
        for (auto& [answer, outcome] : answers)
            QCOMPARE(answer.get()->placed.outcome, outcome);
        QCOMPARE(orders.runs(), static_cast<int>(answers.size()));
        const auto bought = ordersOf(*store, customer.account());
        QCOMPARE(bought.size(), std::size_t{1});
        QCOMPARE(bought.front().total, quoteFor(customer, mine).total);
        const auto quote = store->read([&](Reader& reader) {
            return reader.findQuote(customer.account(), QuoteId("qt_mine"));
        });
        QCOMPARE((*quote)->consumedBy, std::optional(bought.front().number));
    }

    /// By somebody who does not ask for the account's lock: nobody of ours.
    void quoteThatIsTakenMeanwhile_isNotConsumedAgain() {
        const PostgresDatabase database;
        const auto store = openStore(database, 1);
        const Customer customer(*store, "one");
        const Customer neighbour(*store, "two");
        const auto draft = draftFor(10, R"(,"quoteId":"qt_1")");
        QVERIFY(store->writeAndWait([&](Tx& tx) { tx.insertQuote(quoteFor(customer, draft)); }));
        Orders orders(*store);
        leadsheet::test::PostgresSession other(database.uri());
        const Orders::Then take = [&](Tx&, const Answer&) {
            other.run("UPDATE quotes SET consumed_by = 'LS-OTHER' WHERE consumed_by IS NULL");
        };
        Held first(*store, {});
        auto late = orders.submit(customer, "key", draft, take);
        auto beside = orders.submit(neighbour, "key");
        first.letGo();
        QCOMPARE(late.get()->placed.outcome, PlacementResult::Outcome::QuoteConsumed);
        QVERIFY(isCreated(beside.get()));
        QCOMPARE(other.rows("SELECT consumed_by FROM quotes"),
                 std::vector<std::string>{"LS-OTHER"});
        QCOMPARE(ordersOf(*store, customer.account()).size(), std::size_t{0});
        QCOMPARE(ledgerFaultsOf(*store), std::vector<std::string>{});
    }

    /// One that has many is no reason for another to hear of fewer, or of more.
    void ordersOfOneBatch_areEachToldAsManyEquivalentsAsTheyName() {
        using leadsheet::server::domain::DuplicatePolicy;
        constexpr int kMany = 12;
        const PostgresDatabase database;
        const auto store = openStore(database, 1);
        Customer crowded(*store, "crowded", 10'000'000);
        Customer strict(*store, "strict");
        Customer quiet(*store, "quiet");
        strict.setDuplicates(DuplicatePolicy::Refuse);
        for (int i = 0; i < kMany; ++i)
            QVERIFY(isCreated(crowded.create(*store, "before " + std::to_string(i), draftFor(10))));
        QVERIFY(isCreated(strict.create(*store, "before", draftFor(10))));
        QVERIFY(isCreated(quiet.create(*store, "before", draftFor(10))));
        Orders orders(*store);
        Held first(*store, {});
        auto toCrowded = orders.submit(crowded, "key");
        auto toStrict = orders.submit(strict, "key");
        auto toQuiet = orders.submit(quiet, "key");
        first.letGo();
        QCOMPARE(toStrict.get()->placed.equivalents.orders.size(), std::size_t{1});
        const auto tells = [](const Answer& answer, std::int64_t named, std::int64_t more) {
            return answer.body.ends_with("\"named\":" + std::to_string(named) +
                                         ",\"more\":" + std::to_string(more) + "}");
        };
        QVERIFY(tells(*toQuiet.get(), 1, 0));
        constexpr auto kNamed = leadsheet::contract::kMaxNamedEquivalents;
        QVERIFY(tells(*toCrowded.get(), kNamed, kMany - kNamed));
    }
};

LEADSHEET_TEST(tst_postgres_batches, PostgresBatchesTest);
#include "tst_postgres_batches.moc"
