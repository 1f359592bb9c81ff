// SPDX-License-Identifier: Apache-2.0
#include "store_fixture.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet::server::store;
using namespace leadsheet::server::store::test;
namespace domain = leadsheet::server::domain;

namespace {

constexpr int kOrders = 25;

std::vector<std::string> keysOf(const std::vector<Order>& orders) {
    std::vector<std::string> keys;
    for (const Order& order : orders)
        keys.push_back(order.idempotencyKey);
    return keys;
}

} // namespace

class ListsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void listOrders_walk_seesEveryOrderOnce_data();
    void listOrders_walk_seesEveryOrderOnce();
    void listOrders_newOrders_doNotDisturbAWalk();
    void listOrders_filters_select_data();
    void listOrders_filters_select();
    void listOrders_foreignAccount_seesNothing();
    void keys_lifeCycle_isStored();
    void accounts_areFoundAndSuspended();

private:
    StoreResult<Page<Order>> list(const OrderFilter& filter,
                                  const std::optional<CursorPosition>& after, int limit);

    Stores stores_{false};
    std::unique_ptr<Store> store_;
    std::unique_ptr<Customer> customer_;
};

void ListsTest::initTestCase() {
    store_ = stores_.open();
    QVERIFY(store_);
    customer_ = std::make_unique<Customer>(*store_, "one");
    const Customer other(*store_, "two");
    for (int i = 0; i < kOrders; ++i) {
        // Pairs share a moment, so that the sequence has to break ties.
        const auto now = startTime() + std::chrono::seconds(i / 2);
        const std::string reference = R"(,"externalRef":"ref )" + std::to_string(i % 3) + "\"";
        QVERIFY(customer_->create(*store_, "k" + std::to_string(i), draftFor(1, reference), now));
        QVERIFY(other.create(*store_, "k" + std::to_string(i), draftFor(1, reference), now));
    }
    QVERIFY(store_->writeAndWait([&](Tx& tx) {
        Order order = *tx.findOrderByKey(customer_->account(), "k7");
        order.status = domain::OrderStatus::InProgress;
        QVERIFY(tx.updateOrder(order));
        QVERIFY(!tx.updateOrder(order)); // the version has moved on
    }));
}

StoreResult<Page<Order>> ListsTest::list(const OrderFilter& filter,
                                         const std::optional<CursorPosition>& after, int limit) {
    return store_->read([&](Reader& reader) {
        return reader.listOrders(customer_->account(), filter, after, limit);
    });
}

void ListsTest::listOrders_walk_seesEveryOrderOnce_data() {
    QTest::addColumn<int>("limit");
    for (const int limit : {1, 2, 7, 24, 25, 26, 1'000})
        QTest::addRow("%d", limit) << limit;
}

void ListsTest::listOrders_walk_seesEveryOrderOnce() {
    QFETCH(int, limit);
    std::vector<std::string> seen;
    std::optional<CursorPosition> after;
    do {
        const auto page = list({}, after, limit);
        QVERIFY(page);
        QVERIFY(page->rows.size() <= static_cast<std::size_t>(limit));
        for (const std::string& key : keysOf(page->rows))
            seen.push_back(key);
        after = page->next;
    } while (after);
    QCOMPARE(seen.size(), static_cast<std::size_t>(kOrders));
    for (int i = 0; i < kOrders; ++i)
        QCOMPARE(seen[static_cast<std::size_t>(i)], "k" + std::to_string(kOrders - 1 - i));
}

void ListsTest::listOrders_newOrders_doNotDisturbAWalk() {
    Customer fresh(*store_, "three");
    for (int i = 0; i < 4; ++i)
        QVERIFY(fresh.create(*store_, std::to_string(i), draftFor(1)));
    const auto page = [&](const std::optional<CursorPosition>& after) {
        return *store_->read(
            [&](Reader& reader) { return reader.listOrders(fresh.account(), {}, after, 2); });
    };
    const auto first = page(std::nullopt);
    QVERIFY(fresh.create(*store_, "new", draftFor(1)));
    const auto second = page(first.next);
    QCOMPARE(keysOf(first.rows), (std::vector<std::string>{"3", "2"}));
    QCOMPARE(keysOf(second.rows), (std::vector<std::string>{"1", "0"}));
    QVERIFY(!second.next);
}

void ListsTest::listOrders_filters_select_data() {
    QTest::addColumn<QString>("filter");
    QTest::addColumn<int>("count");
    QTest::newRow("status") << "in_progress" << 1;
    QTest::newRow("other status") << "pending_review" << kOrders - 1;
    QTest::newRow("status of none") << "failed" << 0;
    QTest::newRow("key") << "key" << 1;
    QTest::newRow("reference") << "reference" << 8;
    QTest::newRow("created after") << "created" << 5;
    QTest::newRow("reference and status") << "both" << 1;
}

void ListsTest::listOrders_filters_select() {
    QFETCH(QString, filter);
    QFETCH(int, count);
    OrderFilter by;
    by.status = domain::orderStatusFromName(filter.toStdString());
    if (filter == "key")
        by.idempotencyKey = "k3";
    if (filter == "reference" || filter == "both")
        by.externalRef = "ref 1";
    if (filter == "both")
        by.status = domain::OrderStatus::InProgress;
    if (filter == "created") // strictly after: orders 20 to 24
        by.createdAfter = startTime() + std::chrono::seconds(9);
    std::size_t found = 0;
    std::optional<CursorPosition> after;
    do {
        const auto page = list(by, after, 3);
        found += page->rows.size();
        after = page->next;
    } while (after);
    QCOMPARE(found, static_cast<std::size_t>(count));
}

void ListsTest::listOrders_foreignAccount_seesNothing() {
    const Customer stranger(*store_, "four");
    QCOMPARE(ordersOf(*store_, stranger.account()).size(), 0U);
    const auto all = store_->read([](Reader& reader) {
        return reader.listOrders(std::nullopt, {}, std::nullopt, 1'000).rows.size();
    });
    QVERIFY(*all >= 2U * kOrders);
}

void ListsTest::keys_lifeCycle_isStored() {
    const KeyId id = customer_->key().id;
    const auto later = startTime() + std::chrono::hours(2);
    const auto stored = store_->writeAndWait([&](Tx& tx) {
        tx.touchKey(id, startTime());
        tx.touchKey(id, startTime() + std::chrono::seconds(59)); // within the minute
        tx.expireKey(id, later);
        tx.expireKey(id, later + std::chrono::hours(1)); // never later
        tx.revokeKey(id, later);
        tx.revokeKey(id, startTime()); // the first time counts
        return *tx.findKey(id);
    });
    QVERIFY(stored);
    QVERIFY(stored->lastUsedAt == startTime());
    QVERIFY(stored->expiresAt == later);
    QVERIFY(stored->revokedAt == later);
    QCOMPARE(stored->scopes, (std::vector<std::string>{"orders:write", "leads:read"}));
    const auto found = store_->read([&](Reader& reader) {
        return std::tuple(reader.findKeyByHash(customer_->key().hash),
                          reader.findKeyByHash(domain::sha256("no such key")),
                          reader.listKeys(customer_->account()).size());
    });
    QVERIFY(std::get<0>(*found)->key.id == id);
    QCOMPARE(std::get<0>(*found)->account.name, std::string("one"));
    QVERIFY(!std::get<1>(*found));
    QCOMPARE(std::get<2>(*found), 1U);
}

void ListsTest::accounts_areFoundAndSuspended() {
    const Customer customer(*store_, "five", 0);
    QVERIFY(store_->writeAndWait([&](Tx& tx) { tx.setSuspended(customer.account(), true); }));
    const auto found = store_->read([&](Reader& reader) {
        return std::tuple(reader.findAccount(customer.account()),
                          reader.findAccount(AccountId("acc_none")), reader.accountCount());
    });
    QVERIFY(std::get<0>(*found)->suspended);
    QCOMPARE(std::get<0>(*found)->environment, std::string("sandbox"));
    QVERIFY(!std::get<1>(*found));
    QVERIFY(std::get<2>(*found) >= 3);
    QCOMPARE(balanceOf(*store_, customer.account()), (Balance{0, 0, 0, 0}));
}

LEADSHEET_TEST(tst_lists, ListsTest);
#include "tst_lists.moc"
