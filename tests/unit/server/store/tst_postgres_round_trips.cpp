// SPDX-License-Identifier: Apache-2.0
#include "counting_proxy.hpp"
#include "store_fixture.hpp"
#include "test_database.hpp"
#include "test_main.hpp"

#include "store/open_store.hpp"

#include <QtTest>

#include <algorithm>
#include <atomic>
#include <future>
#include <thread>
#include <vector>

using namespace leadsheet::server::store;
using namespace leadsheet::server::store::test;
using leadsheet::test::CountingProxy;
using leadsheet::test::PostgresDatabase;

namespace {

/// A store whose only writer reaches the database through the proxy.
struct Scene {
    PostgresDatabase database;
    std::unique_ptr<CountingProxy> proxy;
    std::unique_ptr<Store> store;

    Scene() {
        proxy = std::make_unique<CountingProxy>(
            leadsheet::test::serverTcpUri("leadsheet", "leadsheet", database.name()));
        PostgresOptions options;
        options.uri = proxy->uri();
        options.writers = 1;
        options.readers = 1;
        auto outbox = std::make_shared<OutboxHooks>();
        outbox->makeId = [ids = 0](std::string_view prefix) mutable {
            return std::string(prefix) + std::to_string(++ids);
        };
        outbox->orderEventData = [](const Order&, const OrderEvent&, std::int64_t) {
            return std::string("{}");
        };
        options.outbox = std::move(outbox);
        auto opened = openPostgresStore(options);
        if (!opened)
            throw std::runtime_error(opened.error().detail);
        store = std::move(*opened);
    }

    void addWebhook(const AccountId& account) const {
        Webhook made;
        made.id = WebhookId("wh_" + account.str());
        made.account = account;
        made.createdAt = startTime();
        made.updatedAt = startTime();
        QVERIFY(store->writeAndWait([&](Tx& tx) { return tx.insertWebhook(made); }));
    }
    /// Those that the orders name, each by its order.
    bool quotesAreConsumedBy(const std::vector<Order>& orders) const {
        return store
            ->read([&](Reader& reader) {
                return std::ranges::all_of(orders, [&](const Order& order) {
                    return !order.quote ||
                           reader.findQuote(order.account, *order.quote).value().consumedBy ==
                               order.number;
                });
            })
            .value();
    }
    /// Of its only webhook, the newest first.
    std::vector<WebhookMessage> messagesOf(const AccountId& account) const {
        return store
            ->read([&](Reader& reader) {
                std::vector<WebhookMessage> messages;
                const auto webhook =
                    reader.findWebhook(account, WebhookId("wh_" + account.str())).value().seq;
                for (const auto& delivery :
                     reader.listWebhookDeliveries(webhook, {}, std::nullopt, 1'000).rows)
                    messages.push_back(reader.findWebhookMessage(delivery.message).value());
                return messages;
            })
            .value();
    }
};

} // namespace

/// On a network every round trip is a wait, and a lock is held through it.
class PostgresRoundTripsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        if (!leadsheet::test::onPostgres())
            QSKIP("runs where LEADSHEET_TEST_POSTGRES names a server");
    }

    void order_alone_isFewRoundTrips() {
        Scene scene;
        const Customer customer(*scene.store, "one");
        QVERIFY(customer.create(*scene.store, "first", draftFor(10))); // prepares the statements
        const std::int64_t before = scene.proxy->trips();
        QVERIFY(customer.create(*scene.store, "second", draftFor(10)));
        const std::int64_t trips = scene.proxy->trips() - before;
        qInfo("%lld round trips for an order", static_cast<long long>(trips));
        QVERIFY2(trips <= kMostAlone, qPrintable(QString::number(trips)));
        QCOMPARE(ledgerFaultsOf(*scene.store), std::vector<std::string>{});
    }

    void orders_atOnce_shareRoundTrips_data() {
        QTest::addColumn<int>("accounts");
        QTest::addColumn<bool>("samePeople");
        QTest::addColumn<bool>("webhooks");
        QTest::addColumn<bool>("quotes");
        QTest::addColumn<double>("most");
        QTest::newRow("of one account") << 1 << false << false << false << kMostAtOnce;
        QTest::newRow("of sixteen accounts") << 16 << false << false << false << kMostAtOnce;
        QTest::newRow("of four accounts with webhooks")
            << 4 << false << true << false << kMostAtOnce;
        QTest::newRow("of four accounts with quotes") << 4 << false << false << true << kMostAtOnce;
        // Each is compared with those before it, and these are counted.
        QTest::newRow("of one account, for the same people")
            << 1 << true << false << false << kMostForTheSame;
    }
    void orders_atOnce_shareRoundTrips() {
        QFETCH(const int, accounts);
        QFETCH(const bool, samePeople);
        QFETCH(const bool, webhooks);
        QFETCH(const bool, quotes);
        QFETCH(const double, most);
        constexpr int kOrders = 64;
        Scene scene;
        std::vector<Customer> customers;
        for (int i = 0; i < accounts; ++i)
            customers.emplace_back(*scene.store, std::to_string(i), 100'000'000);
        for (const Customer& customer : customers) {
            if (webhooks)
                scene.addWebhook(customer.account());
        }
        QVERIFY(customers.front().create(*scene.store, "first", draftFor(10)));
        std::vector<leadsheet::server::domain::OrderDraft> drafts;
        for (int i = 0; i < kOrders; ++i) {
            const std::string id = std::to_string(i);
            drafts.push_back(
                draftFor(10, quotes ? ",\"quoteId\":\"qt_" + id + "\"" : std::string()));
            if (!samePeople)
                drafts.back().marks = {"m" + std::to_string(i), "s" + std::to_string(i)};
        }
        QVERIFY(scene.store->writeAndWait([&](Tx& tx) {
            for (std::size_t i = 0; quotes && i < drafts.size(); ++i)
                tx.insertQuote(quoteFor(customers[i % customers.size()], drafts[i]));
        }));
        // All are there when the writer, held up by the first job, takes the next batch.
        std::promise<void> go;
        std::atomic<int> made{0};
        std::vector<std::promise<void>> ends(kOrders);
        scene.store->write([&](Tx&) { go.get_future().wait(); }, [](const StoreResult<void>&) {},
                           Durability::Full, customers.front().account());
        for (int i = 0; i < kOrders; ++i) {
            const Customer& customer = customers[static_cast<std::size_t>(i % accounts)];
            auto& end = ends[static_cast<std::size_t>(i)];
            const auto& draft = drafts[static_cast<std::size_t>(i)];
            scene.store->write(
                [&, key = std::to_string(i)](Tx& tx) { (void)customer.createIn(tx, key, draft); },
                [&](const StoreResult<void>& result) {
                    made += result ? 1 : 0;
                    end.set_value();
                },
                Durability::Full, customer.account(), customer.aheadOf(std::to_string(i), draft));
        }
        const std::int64_t before = scene.proxy->trips();
        go.set_value();
        for (auto& end : ends)
            end.get_future().wait();
        const double each = static_cast<double>(scene.proxy->trips() - before) / kOrders;
        qInfo("%.2f round trips for each of %d orders at once", each, kOrders);
        QCOMPARE(made.load(), kOrders);
        QVERIFY2(each <= most, qPrintable(QString::number(each)));
        std::size_t orders = 0;
        for (const Customer& customer : customers) {
            const auto all = ordersOf(*scene.store, customer.account());
            orders += all.size();
            QVERIFY(scene.quotesAreConsumedBy(all));
            if (!webhooks)
                continue;
            // Each is told once, in the order they were made and without a gap.
            const auto messages = scene.messagesOf(customer.account());
            QCOMPARE(messages.size(), all.size());
            for (std::size_t i = 0; i < all.size(); ++i) {
                QCOMPARE(messages[i].order->str(), all[i].number.str());
                QCOMPARE(messages[i].accountSeq, static_cast<std::int64_t>(all.size() - i));
            }
        }
        QCOMPARE(orders, std::size_t{kOrders + 1});
        QCOMPARE(ledgerFaultsOf(*scene.store), std::vector<std::string>{});
    }

    /// As answers that repeat what was answered before need.
    void confirmations_atOnce_shareACommit() {
        constexpr std::size_t kConfirmations = 64;
        Scene scene;
        QVERIFY(scene.store->confirmEarlierCommits()); // prepares the statement
        // All are there when the writer, held up by the first job, takes the next batch.
        std::promise<void> go;
        scene.store->write([&](Tx&) { go.get_future().wait(); }, [](const StoreResult<void>&) {});
        std::vector<std::future<StoreResult<void>>> confirmed;
        for (std::size_t i = 0; i < kConfirmations; ++i)
            confirmed.push_back(std::async(std::launch::async,
                                           [&] { return scene.store->confirmEarlierCommits(); }));
        QTRY_COMPARE_WITH_TIMEOUT(scene.store->queuedJobs(), kConfirmations, 60'000);
        const std::int64_t before = scene.proxy->trips();
        go.set_value();
        for (auto& each : confirmed)
            QVERIFY(each.get());
        const double each = static_cast<double>(scene.proxy->trips() - before) / kConfirmations;
        QVERIFY2(each <= kMostAtOnce, qPrintable(QString::number(each)));
    }

    void read_isOneRoundTrip_andAnEndThatNobodyWaitsFor() {
        constexpr std::int64_t kReads = 50;
        Scene scene;
        const Customer customer(*scene.store, "one");
        const auto count = [&] {
            return scene.store->read([](Reader& reader) { return reader.accountCount(); })
                .value_or(-1);
        };
        (void)count();
        const std::int64_t before = scene.proxy->trips();
        for (std::int64_t i = 0; i < kReads; ++i)
            QCOMPARE(count(), std::int64_t{1});
        const std::int64_t trips = scene.proxy->trips() - before;
        QVERIFY2(trips <= kReads, qPrintable(QString::number(trips)));
    }

    void read_seesOneSnapshot() {
        const PostgresDatabase database;
        PostgresOptions options;
        options.uri = database.uri();
        const auto store = openPostgresStore(options);
        QVERIFY(store);
        for (const std::int64_t accounts : {0, 1}) { // the second on a connection that has read
            const auto counts = (*store)->read([&](Reader& reader) {
                const std::int64_t before = reader.accountCount();
                const Customer another(**store, std::to_string(accounts));
                return std::pair(before, reader.accountCount());
            });
            QVERIFY2(counts, counts ? "" : counts.error().detail.c_str());
            QCOMPARE(*counts, std::pair(accounts, accounts));
        }
    }

    void read_afterOneThatFailed_succeeds() {
        const PostgresDatabase database;
        std::atomic<bool> fails{false};
        PostgresOptions options;
        options.uri = database.uri();
        options.readers = 1;
        options.hook = [&](DbOp, std::uint64_t) {
            return fails.exchange(false) ? PostgresFault::Refused : PostgresFault::None;
        };
        const auto store = openPostgresStore(options);
        QVERIFY(store);
        const auto count = [&] {
            return (*store)->read([](Reader& reader) { return reader.accountCount(); });
        };
        const auto countInSpite = [&] {
            return (*store)->read([](Reader& reader) {
                try {
                    return reader.accountCount();
                } catch (const StoreFailure&) {
                    return reader.accountCount();
                }
            });
        };
        QVERIFY(count());
        fails = true;
        QVERIFY(!count());
        QCOMPARE(count().value_or(-1), std::int64_t{0});
        fails = true;
        QVERIFY(!countInSpite());
        QCOMPARE(countInSpite().value_or(-1), std::int64_t{0});
    }

private:
    static constexpr std::int64_t kMostAlone = 3;
    static constexpr double kMostAtOnce = 0.2;
    static constexpr double kMostForTheSame = 2.1;
};

LEADSHEET_TEST(tst_postgres_round_trips, PostgresRoundTripsTest);
#include "tst_postgres_round_trips.moc"
