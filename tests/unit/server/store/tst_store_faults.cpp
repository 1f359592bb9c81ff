// SPDX-License-Identifier: Apache-2.0
#include "disk.hpp"
#include "failing_sync.hpp"
#include "store_fixture.hpp"
#include "test_main.hpp"

#include <QtTest>
#include <atomic>
#include <sqlite3.h>

using namespace leadsheet::server::store;
using namespace leadsheet::server::orders;
using namespace leadsheet::server::store::test;

Q_DECLARE_METATYPE(leadsheet::server::store::StoreError::Kind)

namespace {

/// Fails one operation, or every one from some point on.
struct Saboteur {
    std::atomic<std::uint64_t> seen{0};
    std::atomic<std::uint64_t> failAt{0}; ///< 0 = never; counted from the last arm()
    std::atomic<int> code{SQLITE_IOERR_WRITE};

    void arm(std::uint64_t n) {
        seen = 0;
        failAt = n;
    }
    std::function<int(DbOp, std::uint64_t)> hook() {
        return [this](DbOp op, std::uint64_t) {
            if (op == DbOp::Committed)
                return 0;
            return ++seen == failAt ? code.load() : 0;
        };
    }
};

bool isCreated(const StoreResult<Customer::Answer>& answer) {
    return answer && answer->placed.outcome == PlacementResult::Outcome::Created;
}

} // namespace

class StoreFaultsTest : public QObject {
    Q_OBJECT

private slots:
    void createOrder_nthOperationFails_isWholeOrAbsent_data();
    void createOrder_nthOperationFails_isWholeOrAbsent();
    void read_nthOperationFails_isAnErrorAndHeals();
    void open_nthOperationFails_isAnErrorAndLeavesAUsableFile();
    void diskFull_isUnavailableAndHeals();
    void commit_syncFails_isUnknownAndHealsToOneOrder();
    void open_afterADeathInASync_losesNothingThatWasShown();
};

void StoreFaultsTest::createOrder_nthOperationFails_isWholeOrAbsent_data() {
    QTest::addColumn<bool>("inMemory");
    QTest::addColumn<int>("code");
    QTest::addColumn<StoreError::Kind>("kind");
    QTest::addColumn<bool>("warm");
    for (const bool inMemory : {true, false}) {
        const char* place = inMemory ? "memory" : "file";
        QTest::addRow("%s, I/O error, first use", place)
            << inMemory << SQLITE_IOERR_WRITE << StoreError::Kind::Unavailable << false;
        QTest::addRow("%s, I/O error", place)
            << inMemory << SQLITE_IOERR_FSYNC << StoreError::Kind::Unavailable << true;
        QTest::addRow("%s, disk full", place)
            << inMemory << SQLITE_FULL << StoreError::Kind::Unavailable << true;
        QTest::addRow("%s, damaged", place)
            << inMemory << SQLITE_CORRUPT << StoreError::Kind::Internal << true;
        QTest::addRow("%s, busy", place)
            << inMemory << SQLITE_BUSY << StoreError::Kind::Unavailable << true;
    }
}

void StoreFaultsTest::createOrder_nthOperationFails_isWholeOrAbsent() {
    QFETCH(bool, inMemory);
    QFETCH(int, code);
    QFETCH(StoreError::Kind, kind);
    QFETCH(bool, warm);
    const Stores stores(inMemory);
    Saboteur saboteur;
    saboteur.code = code;
    std::size_t orders = 0;
    bool reached = true;
    std::unique_ptr<Store> store;
    std::unique_ptr<Customer> customer;
    std::uint64_t n = 0;
    while (reached) {
        ++n;
        QVERIFY2(n < 500, "the sweep does not end");
        // Without a warm cache of statements every round begins with a fresh connection.
        if (!store || !warm) {
            saboteur.arm(0);
            store.reset();
            auto options = stores.options();
            options.hook = saboteur.hook();
            store = Stores::open(options);
            QVERIFY(store);
            if (!customer || inMemory) {
                customer = std::make_unique<Customer>(*store, std::to_string(n));
                orders = 0;
            }
            if (warm && isCreated(customer->create(*store, "warm", draftFor(1))))
                ++orders;
        }
        const Balance before = balanceOf(*store, customer->account());
        const std::string key = "key-" + std::to_string(n);
        saboteur.arm(n);
        const auto answer = customer->create(*store, key, draftFor(10));
        reached = saboteur.seen >= n;
        saboteur.arm(0);

        const auto found = ordersOf(*store, customer->account());
        if (answer) {
            QVERIFY2(!reached, qPrintable(QString("operation %1 failed unseen").arg(n)));
            QVERIFY(isCreated(answer));
            QCOMPARE(found.size(), ++orders);
        } else {
            QVERIFY(answer.error().kind == kind);
            QVERIFY(answer.error().certainty == StoreError::Certainty::NotApplied);
            QCOMPARE(found.size(), orders);
            QCOMPARE(balanceOf(*store, customer->account()), before);
            // The same key heals once the fault is gone.
            QVERIFY(isCreated(customer->create(*store, key, draftFor(10))));
            ++orders;
        }
        QCOMPARE(ledgerFaultsOf(*store), std::vector<std::string>{});
    }
    QVERIFY(n > 20);
}

void StoreFaultsTest::read_nthOperationFails_isAnErrorAndHeals() {
    const Stores stores(false);
    Saboteur saboteur;
    auto options = stores.options();
    options.readers = 1;
    options.hook = saboteur.hook();
    const auto store = Stores::open(options);
    const Customer customer(*store, "one");
    QVERIFY(customer.create(*store, "a", draftFor(10)));
    const auto read = [&] {
        return store->read([&](Reader& reader) {
            return reader.listOrders(customer.account(), {}, std::nullopt, 10).rows.size();
        });
    };
    bool reached = true;
    for (std::uint64_t n = 1; reached; ++n) {
        saboteur.arm(n);
        const auto result = read();
        reached = saboteur.seen >= n;
        saboteur.arm(0);
        QCOMPARE(result.has_value(), !reached);
        QCOMPARE(*read(), 1U);
    }
}

void StoreFaultsTest::open_nthOperationFails_isAnErrorAndLeavesAUsableFile() {
    const Stores stores(false);
    Saboteur saboteur;
    bool reached = true;
    for (std::uint64_t n = 1; reached; ++n) {
        QVERIFY(n < 200);
        auto options = stores.options();
        options.hook = saboteur.hook();
        saboteur.arm(n);
        const auto store = openSqliteStore(options);
        reached = saboteur.seen >= n;
        saboteur.arm(0);
        QCOMPARE(store.has_value(), !reached);
        if (!store)
            QVERIFY(store.error().detail.find(options.path) != std::string::npos);
    }
    const auto store = stores.open();
    QVERIFY(store);
    const Customer customer(*store, "one");
    QVERIFY(isCreated(customer.create(*store, "a", draftFor(10))));
}

void StoreFaultsTest::diskFull_isUnavailableAndHeals() {
    const Stores stores(false);
    auto options = stores.options();
    options.maxPages = 150;
    std::size_t orders = 0;
    Balance before;
    AccountId account;
    {
        const auto store = Stores::open(options);
        QVERIFY(store);
        const Customer customer(*store, "one", 10'000'000);
        account = customer.account();
        const auto large = draftFor(10, R"(,"notes":")" + std::string(2'000, 'x') + "\"");
        StoreResult<Customer::Answer> answer;
        do {
            before = balanceOf(*store, account);
            answer = customer.create(*store, std::to_string(orders), large);
            orders += answer ? 1U : 0U;
            QVERIFY(orders < 2'000);
        } while (answer);
        QVERIFY(orders > 5);
        QVERIFY(answer.error().kind == StoreError::Kind::Unavailable);
        QVERIFY(answer.error().certainty == StoreError::Certainty::NotApplied);
        QCOMPARE(answer.error().nativeCode & 0xFF, SQLITE_FULL);
        // Reading goes on, and nothing of the failed order is there.
        QCOMPARE(ordersOf(*store, account).size(), orders);
        QCOMPARE(balanceOf(*store, account), before);
        QCOMPARE(ledgerFaultsOf(*store), std::vector<std::string>{});
    }
    options.maxPages = 0; // room again
    const auto store = Stores::open(options);
    QVERIFY(store);
    QCOMPARE(ordersOf(*store, account).size(), orders);
    const Customer another(*store, "two");
    QVERIFY(isCreated(another.create(*store, "a", draftFor(10))));
}

void StoreFaultsTest::commit_syncFails_isUnknownAndHealsToOneOrder() {
    FailingSync disk;
    const Stores stores(false);
    const auto store = stores.open();
    QVERIFY(store);
    const Customer customer(*store, "one");
    disk.fail(true);
    const auto answer = customer.create(*store, "key", draftFor(10));
    disk.fail(false);
    QVERIFY(!answer);
    QVERIFY(answer.error().kind == StoreError::Kind::Unavailable);
    QVERIFY(answer.error().certainty == StoreError::Certainty::Unknown);
    // Whether the first was applied or not, the same key ends in one order.
    QVERIFY(customer.create(*store, "key", draftFor(10)));
    QCOMPARE(ordersOf(*store, customer.account()).size(), 1U);
    QCOMPARE(ledgerFaultsOf(*store), std::vector<std::string>{});
}

void StoreFaultsTest::open_afterADeathInASync_losesNothingThatWasShown() {
    using leadsheet::sim::Disk;
    const leadsheet::sim::Disks disks([n = std::uint64_t{0}]() mutable { return ++n; },
                                      [] { return startTime().time_since_epoch().count(); });
    const Stores stores(false);
    std::atomic<bool> dies{false};
    Disk disk(std::filesystem::path(stores.path()).parent_path(), [&](bool isSync, bool) {
        return isSync && dies ? Disk::Fate::Dies : Disk::Fate::Works;
    });
    std::unique_ptr<Customer> customer;
    {
        const auto store = stores.open();
        QVERIFY(store);
        customer = std::make_unique<Customer>(*store, "one");
        dies = true;
        QVERIFY(!customer->create(*store, "key", draftFor(10)));
    }
    dies = false;
    disk.restart(false, {}); // the process is gone; what it wrote is there, though never synced
    std::size_t shown = 0;
    {
        const auto store = stores.open();
        QVERIFY(store);
        shown = ordersOf(*store, customer->account()).size();
        disk.freeze();
    }
    QCOMPARE(shown, 1U);
    disk.restart(true, [](std::uint64_t) { return 0; }); // power fails, nothing unsynced is left
    const auto store = stores.open();
    QVERIFY(store);
    QCOMPARE(ordersOf(*store, customer->account()).size(), shown);
    QCOMPARE(ledgerFaultsOf(*store), std::vector<std::string>{});
}

LEADSHEET_TEST(tst_store_faults, StoreFaultsTest);
#include "tst_store_faults.moc"
