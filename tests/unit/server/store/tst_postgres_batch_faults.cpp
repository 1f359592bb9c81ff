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

namespace {

using Answer = Customer::Answer;

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

} // namespace

/// What goes wrong for one account, or for one moment, while orders of many share a transaction.
class PostgresBatchFaultsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        if (!onPostgres())
            QSKIP("runs where LEADSHEET_TEST_POSTGRES names a server");
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
};

LEADSHEET_TEST(tst_postgres_batch_faults, PostgresBatchFaultsTest);
#include "tst_postgres_batch_faults.moc"
