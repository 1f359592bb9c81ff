// SPDX-License-Identifier: Apache-2.0
#include "domain/json.hpp"
#include "domain/lead.hpp"
#include "orders/steps.hpp"
#include "store/open_store.hpp"
#include "store_fixture.hpp"
#include "test_database.hpp"
#include "test_main.hpp"

#include <QtTest>
#include <atomic>
#include <future>
#include <thread>

using namespace leadsheet::server::store;
using namespace leadsheet::server::orders;
using namespace leadsheet::server::store::test;
using leadsheet::test::onPostgres;
using leadsheet::test::PostgresDatabase;
using leadsheet::test::PostgresSession;

Q_DECLARE_METATYPE(leadsheet::server::store::PostgresFault)

namespace domain = leadsheet::server::domain;

namespace {

/// Lets something happen to one operation, counted from the last arm().
struct Saboteur {
    std::atomic<std::uint64_t> seen{0};
    std::atomic<std::uint64_t> at{0}; ///< 0 = never
    std::atomic<PostgresFault> fault{PostgresFault::None};
    std::atomic<int> commits{0};
    std::atomic<bool> onlyCommit{false};

    void arm(std::uint64_t n, PostgresFault what) {
        seen = 0;
        fault = what;
        at = n;
    }
    std::function<PostgresFault(DbOp, std::uint64_t)> hook() {
        return [this](DbOp op, std::uint64_t) {
            if (op == DbOp::Committed || (onlyCommit && op != DbOp::Commit))
                return PostgresFault::None;
            return ++seen == at ? fault.load() : PostgresFault::None;
        };
    }
};

std::unique_ptr<Store> openStore(const PostgresOptions& options) {
    auto store = openPostgresStore(options);
    if (!store) {
        QTest::qFail(store.error().detail.c_str(), __FILE__, __LINE__);
        return nullptr;
    }
    return std::move(*store);
}

PostgresOptions optionsFor(const std::string& uri) {
    PostgresOptions options;
    options.uri = uri;
    return options;
}

bool isCreated(const StoreResult<Customer::Answer>& answer) {
    return answer && answer->verdict == IdempotencyVerdict::Fresh &&
           answer->placed.outcome == PlacementResult::Outcome::Created;
}

bool isReplay(const StoreResult<Customer::Answer>& answer) {
    return answer && answer->verdict == IdempotencyVerdict::Replay;
}

} // namespace

/// What is PostgreSQL's own: connections that are lost, conflicts, several stores on one database.
class PostgresTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void createOrder_nthOperationDisturbed_isOneOrder_data();
    void createOrder_nthOperationDisturbed_isOneOrder();
    void commit_answerIsLost_isUnknownAndTheSameKeyReplays();
    void server_endsEveryConnection_nothingIsLost();
    void read_connectionLostWhileIdle_succeeds();
    void twoStores_sameKeyAtOnce_makeOneOrder();
    void twoStores_charges_allowExactlyTheQuota();
    void twoStores_events_haveNoGap();
    void twoAccounts_areWrittenAtOnce();
    void wholeDatabase_waitsForAnAccount();
    void batch_failingJobOfAScope_doesNotUndoItsNeighbours();
    void batch_thatGetsNoLock_isRefusedAsOne();
    void text_thatCannotBeStored_isNotFoundAndBreaksNothing();
    void partOfManyLeads_isFewMessages();
};

void PostgresTest::initTestCase() {
    if (!onPostgres())
        QSKIP("runs where LEADSHEET_TEST_POSTGRES names a server");
}

void PostgresTest::createOrder_nthOperationDisturbed_isOneOrder_data() {
    QTest::addColumn<PostgresFault>("fault");
    QTest::newRow("cut before") << PostgresFault::CutBefore;
    QTest::newRow("answer lost") << PostgresFault::CutAfter;
    QTest::newRow("conflict") << PostgresFault::Conflict;
}

void PostgresTest::createOrder_nthOperationDisturbed_isOneOrder() {
    QFETCH(PostgresFault, fault);
    const PostgresDatabase database;
    Saboteur saboteur;
    auto options = optionsFor(database.uri());
    options.hook = saboteur.hook();
    options.writers = 1;
    const auto store = openStore(options);
    QVERIFY(store);
    const Customer customer(*store, "one");
    std::size_t orders = 0;
    bool reached = true;
    int unknown = 0;
    for (std::uint64_t n = 1; reached; ++n) {
        QVERIFY2(n < 200, "the sweep does not end");
        const std::string key = "key-" + std::to_string(n);
        saboteur.arm(n, fault);
        const auto answer = customer.create(*store, key, draftFor(10));
        reached = saboteur.seen >= n;
        saboteur.arm(0, PostgresFault::None);
        ++orders;
        if (!answer) {
            // Only of the commit nobody can say what became of it.
            QVERIFY(answer.error().certainty == StoreError::Certainty::Unknown);
            ++unknown;
            QVERIFY(customer.create(*store, key, draftFor(10)));
        } else {
            QVERIFY(isCreated(answer));
        }
        QCOMPARE(ordersOf(*store, customer.account()).size(), orders);
    }
    QCOMPARE(unknown, fault == PostgresFault::Conflict ? 0 : 1);
    QVERIFY(orders > 15);
    QCOMPARE(ledgerFaultsOf(*store), std::vector<std::string>{});
}

void PostgresTest::commit_answerIsLost_isUnknownAndTheSameKeyReplays() {
    const PostgresDatabase database;
    Saboteur saboteur;
    saboteur.onlyCommit = true;
    auto options = optionsFor(database.uri());
    options.hook = saboteur.hook();
    const auto store = openStore(options);
    QVERIFY(store);
    const Customer customer(*store, "one");
    saboteur.arm(1, PostgresFault::CutAfter);
    const auto answer = customer.create(*store, "key", draftFor(10));
    saboteur.arm(0, PostgresFault::None);
    QVERIFY(!answer);
    QVERIFY(answer.error().kind == StoreError::Kind::Unavailable);
    QVERIFY(answer.error().certainty == StoreError::Certainty::Unknown);
    QVERIFY(isReplay(customer.create(*store, "key", draftFor(10))));
    QCOMPARE(ordersOf(*store, customer.account()).size(), std::size_t{1});
}

void PostgresTest::server_endsEveryConnection_nothingIsLost() {
    const PostgresDatabase database;
    const auto store = openStore(optionsFor(database.uri()));
    QVERIFY(store);
    const Customer customer(*store, "one", 100'000'000);
    constexpr int kOrders = 40;
    std::atomic<int> made{0};
    std::thread ordering([&] {
        for (int i = 0; i < kOrders; ++i) {
            const std::string key = std::to_string(i);
            // As a client does: the same key until there is an answer.
            for (int tries = 0; tries < 50; ++tries) {
                if (customer.create(*store, key, draftFor(10))) {
                    ++made;
                    break;
                }
            }
        }
    });
    PostgresSession admin(leadsheet::test::serverUri("postgres"));
    while (made < kOrders) {
        admin.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '" +
                  database.name() + "'");
        const int before = made;
        while (made < kOrders && made < before + 3)
            std::this_thread::yield();
    }
    ordering.join();
    QCOMPARE(made.load(), kOrders);
    QCOMPARE(ordersOf(*store, customer.account()).size(), std::size_t{kOrders});
    QCOMPARE(ledgerFaultsOf(*store), std::vector<std::string>{});
}

void PostgresTest::read_connectionLostWhileIdle_succeeds() {
    const PostgresDatabase database;
    const auto store = openStore(optionsFor(database.uri()));
    QVERIFY(store);
    const Customer customer(*store, "one");
    QCOMPARE(ordersOf(*store, customer.account()).size(), std::size_t{0});
    PostgresSession(leadsheet::test::serverUri("postgres"))
        .run("SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '" +
             database.name() + "'");
    QCOMPARE(ordersOf(*store, customer.account()).size(), std::size_t{0});
    QVERIFY(isCreated(customer.create(*store, "key", draftFor(10))));
}

void PostgresTest::twoStores_sameKeyAtOnce_makeOneOrder() {
    const PostgresDatabase database;
    const auto one = openStore(optionsFor(database.uri()));
    const auto two = openStore(optionsFor(database.uri()));
    QVERIFY(one && two);
    const Customer customer(*one, "one", 100'000'000);
    constexpr int kKeys = 20;
    std::atomic<int> created{0};
    std::atomic<int> replayed{0};
    const auto order = [&](Store& store) {
        for (int i = 0; i < kKeys; ++i) {
            const auto answer = customer.create(store, std::to_string(i), draftFor(10));
            created += isCreated(answer) ? 1 : 0;
            replayed += isReplay(answer) ? 1 : 0;
        }
    };
    std::thread first([&] { order(*one); });
    std::thread second([&] { order(*two); });
    first.join();
    second.join();
    QCOMPARE(created.load(), kKeys);
    QCOMPARE(replayed.load(), kKeys);
    QCOMPARE(ordersOf(*one, customer.account()).size(), std::size_t{kKeys});
}

void PostgresTest::twoStores_charges_allowExactlyTheQuota() {
    const PostgresDatabase database;
    const auto one = openStore(optionsFor(database.uri()));
    const auto two = openStore(optionsFor(database.uri()));
    QVERIFY(one && two);
    const Customer customer(*one, "one");
    constexpr int kQuota = 50;
    const RateRule rule{"default", {kQuota, std::chrono::hours(1)}};
    std::atomic<int> allowed{0};
    const auto charge = [&](Store& store) {
        for (int i = 0; i < kQuota; ++i) {
            const auto decision = store.writeAndWait(
                [&](Tx& tx) {
                    return tx.chargeRate(customer.key().counterKey.str(), rule, startTime());
                },
                Durability::Relaxed, customer.account());
            allowed += decision && decision->allowed ? 1 : 0;
        }
    };
    std::vector<std::thread> threads;
    for (Store* store : {one.get(), two.get(), one.get(), two.get()})
        threads.emplace_back([&charge, store] { charge(*store); });
    for (std::thread& thread : threads)
        thread.join();
    QCOMPARE(allowed.load(), kQuota);
}

void PostgresTest::twoStores_events_haveNoGap() {
    const PostgresDatabase database;
    auto options = optionsFor(database.uri());
    auto hooks = std::make_shared<OutboxHooks>();
    hooks->makeId = [random = counterRandom()](std::string_view prefix) {
        return domain::makeId(prefix, random);
    };
    hooks->orderEventData = [](const Order&, const OrderEvent&, std::int64_t) {
        return std::string("{}");
    };
    options.outbox = hooks;
    const auto one = openStore(options);
    const auto two = openStore(options);
    QVERIFY(one && two);
    const Customer customer(*one, "one", 100'000'000);
    QVERIFY(one->writeAndWait([&](Tx& tx) {
        Webhook webhook;
        webhook.id = WebhookId("wh_1");
        webhook.account = customer.account();
        webhook.url = "https://receiver.example/";
        webhook.enabled = true;
        webhook.secret = "sealed";
        webhook.createdAt = webhook.updatedAt = startTime();
        tx.insertWebhook(webhook);
    }));
    constexpr int kEach = 15;
    const auto order = [&](Store& store, const std::string& prefix) {
        for (int i = 0; i < kEach; ++i)
            (void)customer.create(store, prefix + std::to_string(i), draftFor(10));
    };
    std::thread first([&] { order(*one, "a"); });
    std::thread second([&] { order(*two, "b"); });
    first.join();
    second.join();
    PostgresSession raw(database.uri());
    QCOMPARE(
        raw.rows("SELECT COUNT(*), MIN(account_seq), MAX(account_seq) FROM webhook_messages").at(0),
        std::string("30|1|30"));
    QCOMPARE(raw.rows("SELECT state, deliveries FROM webhook_waiting").at(0),
             std::string("pending|30"));
}

void PostgresTest::twoAccounts_areWrittenAtOnce() {
    const PostgresDatabase database;
    const auto store = openStore(optionsFor(database.uri()));
    QVERIFY(store);
    const Customer one(*store, "one");
    const Customer two(*store, "two");
    Held held(*store, one.account());
    // Would wait for ever if it came after the other.
    const auto answer =
        store->writeAndWait([&](Tx& tx) { return two.createIn(tx, "key", draftFor(10)); },
                            Durability::Full, two.account());
    QVERIFY(isCreated(answer));
    held.letGo();
}

void PostgresTest::wholeDatabase_waitsForAnAccount() {
    const PostgresDatabase database;
    const auto one = openStore(optionsFor(database.uri()));
    auto impatient = optionsFor(database.uri());
    impatient.lockTimeout = std::chrono::milliseconds(50);
    const auto two = openStore(impatient);
    QVERIFY(one && two);
    const Customer customer(*one, "one");
    Held held(*one, customer.account());
    for (const WriteScope& scope : {WriteScope(), customer.account()}) {
        const auto refused =
            two->writeAndWait([](Tx& tx) { return tx.accountCount(); }, Durability::Full, scope);
        QVERIFY(!refused);
        QVERIFY(refused.error().kind == StoreError::Kind::Unavailable);
        QVERIFY(refused.error().certainty == StoreError::Certainty::NotApplied);
    }
    held.letGo();
    QVERIFY(two->writeAndWait([](Tx& tx) { return tx.accountCount(); }));
}

void PostgresTest::batch_failingJobOfAScope_doesNotUndoItsNeighbours() {
    const PostgresDatabase database;
    const auto store = openStore(optionsFor(database.uri()));
    QVERIFY(store);
    const Customer customer(*store, "one", 100'000'000);
    Held held(*store, customer.account());
    std::atomic<int> good{0};
    std::atomic<int> bad{0};
    for (int i = 0; i < 9; ++i)
        store->write(
            [&, i](Tx& tx) {
                customer.createIn(tx, std::to_string(i), draftFor(10));
                if (i % 3 == 0)
                    throw std::runtime_error("a fault of ours");
            },
            [&](const StoreResult<void>& result) { ++(result ? good : bad); }, Durability::Full,
            customer.account());
    held.letGo();
    store->stop();
    QCOMPARE(good.load(), 6);
    QCOMPARE(bad.load(), 3);
    QCOMPARE(ordersOf(*store, customer.account()).size(), std::size_t{6});
    QCOMPARE(ledgerFaultsOf(*store), std::vector<std::string>{});
}

/// Each job for itself would wait for the lock once more, one after the other.
void PostgresTest::batch_thatGetsNoLock_isRefusedAsOne() {
    constexpr int kJobs = 16;
    const PostgresDatabase database;
    const auto one = openStore(optionsFor(database.uri()));
    std::atomic<int> begun{0};
    auto options = optionsFor(database.uri());
    options.lockTimeout = std::chrono::milliseconds(50);
    options.hook = [&](DbOp op, std::uint64_t) {
        begun += op == DbOp::Begin ? 1 : 0;
        return PostgresFault::None;
    };
    const auto two = openStore(options);
    QVERIFY(one && two);
    const Customer customer(*one, "one");
    Held held(*one, customer.account());
    begun = 0;
    std::atomic<int> refused{0};
    for (int i = 0; i < kJobs; ++i)
        two->write([](Tx& tx) { (void)tx.accountCount(); },
                   [&](const StoreResult<void>& result) {
                       refused += !result && result.error().kind == StoreError::Kind::Unavailable;
                   },
                   Durability::Full, customer.account());
    two->stop();
    held.letGo();
    QCOMPARE(refused.load(), kJobs);
    QVERIFY2(begun < kJobs, qPrintable(QString::number(begun)));
}

void PostgresTest::text_thatCannotBeStored_isNotFoundAndBreaksNothing() {
    const PostgresDatabase database;
    const auto store = openStore(optionsFor(database.uri()));
    QVERIFY(store);
    const Customer customer(*store, "one");
    for (const std::string& odd :
         {std::string("a\0b", 3), std::string("\xFF\xFE"), std::string("cut \xC3")}) {
        const auto found = store->read([&](Reader& reader) {
            return reader.findOrderByKey(customer.account(), odd).has_value();
        });
        QVERIFY2(found.has_value(), found ? "" : found.error().detail.c_str());
        QVERIFY(!*found);
    }
}

/// Every account's work waits while a part is taken in, and every message crosses a network.
void PostgresTest::partOfManyLeads_isFewMessages() {
    constexpr int kLeads = 1'000;
    constexpr int kMessages = 100;
    const PostgresDatabase database;
    Saboteur counter;
    auto options = optionsFor(database.uri());
    options.hook = counter.hook();
    const auto store = openStore(options);
    QVERIFY(store);
    const Customer customer(*store, "one");
    const auto made = customer.create(*store, "key", draftFor(10));
    QVERIFY(isCreated(made));
    OrderStep approve;
    approve.number = made->placed.order->number;
    approve.now = startTime();
    QVERIFY(store->writeAndWait([&](Tx& tx) { return performStep(tx, approve).outcome; }));
    const auto ids = domain::makeLeadIds(kLeads, startTime(), counterRandom());
    std::vector<NewLead> leads;
    for (int n = 0; n < kLeads; ++n) {
        auto draft = domain::checkLead(
            *domain::parseJson(R"({"companyName":"X","email":"p)" + std::to_string(n) +
                               R"(@x.example","linkedinUrl":"https://linkedin.com/in/p)" +
                               std::to_string(n) + R"("})"));
        QVERIFY(draft);
        auto identities = domain::leadIdentities(*draft);
        leads.push_back(
            {ids[static_cast<std::size_t>(n)], std::move(*draft), std::move(identities)});
    }
    IngestPart part;
    part.number = approve.number;
    part.deliveryId = "a";
    part.leads = leads;
    part.now = startTime();
    part.renderAnswer = [](const IngestCounts& counts) {
        return std::to_string(counts.accepted);
    };
    counter.arm(0, PostgresFault::None);
    const auto taken = store->writeAndWait([&](Tx& tx) { return ingestPart(tx, part); });
    QVERIFY(taken);
    QCOMPARE(taken->answer, std::to_string(kLeads));
    QVERIFY2(counter.seen < kMessages, qPrintable(QString::number(counter.seen)));
}

LEADSHEET_TEST(tst_postgres, PostgresTest);
#include "tst_postgres.moc"
