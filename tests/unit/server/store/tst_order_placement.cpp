// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/contract/products.hpp"

#include "store_fixture.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet::server::store;
using namespace leadsheet::server::orders;
using namespace leadsheet::server::store::test;
namespace domain = leadsheet::server::domain;
using Outcome = PlacementResult::Outcome;

class OrderPlacementTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase_data();
    void placeOrder_freshKey_writesOrderHoldEventAndAnswer();
    void placeOrder_freshKey_isToldToWebhooks();
    void placeOrder_keepsAllThatWasAsked();
    void placeOrder_sameKeyAgain_replaysTheAnswer();
    void placeOrder_otherBody_isRefused();
    void placeOrder_purgedBody_keepsTheLink();
    void purge_ofRefusals_leavesOrdersAndOtherAnswers();
    void purge_keepsTheAnswersThatMovedMoney();
    void placeOrder_poorAccount_writesNothingButTheCharge();
    void placeOrder_spendCap_countsTheDayAndTheRotatedKey();
    void placeOrder_maxPrice_guards();
    void placeOrder_takenNumber_drawsAgain();
    void placeOrder_quote_locksThePrice();
    void placeOrder_badQuote_data();
    void placeOrder_badQuote();
};

void OrderPlacementTest::initTestCase_data() {
    QTest::addColumn<bool>("inMemory");
    QTest::newRow("memory") << true;
    QTest::newRow("file") << false;
}

#define OPEN_STORE()                                                                               \
    QFETCH_GLOBAL(bool, inMemory);                                                                 \
    const Stores stores(inMemory);                                                                 \
    const auto store = stores.open();                                                              \
    QVERIFY(store)

void OrderPlacementTest::placeOrder_freshKey_writesOrderHoldEventAndAnswer() {
    OPEN_STORE();
    const Customer customer(*store, "one");
    const auto answer =
        customer.create(*store, "key-1", draftFor(250, R"(,"externalRef":"row 1")"));
    QVERIFY2(answer.has_value(), answer ? "" : answer.error().detail.c_str());
    QCOMPARE(answer->placed.outcome, Outcome::Created);
    const Order& order = *answer->placed.order;
    QCOMPARE(order.total, 2'000);
    QVERIFY(domain::isOrderNumber(order.number.str()));

    const auto found = store->read([&](Reader& reader) {
        return std::tuple(reader.findOrder(customer.account(), order.number),
                          reader.listEvents(order.number, std::nullopt, 10),
                          reader.findIdempotency(customer.account(), "createOrder", "key-1"));
    });
    QVERIFY(found);
    const auto& [stored, events, record] = *found;
    QVERIFY(stored && record);
    QCOMPARE(stored->externalRef, std::optional<std::string>("row 1"));
    QCOMPARE(stored->status, domain::OrderStatus::PendingReview);
    QCOMPARE(stored->recordJson, order.recordJson);
    QCOMPARE(events.rows.size(), 1U);
    QCOMPARE(events.rows[0].type, std::string("order.created"));
    QCOMPARE(record->order, std::optional(order.number));
    QCOMPARE(record->body, std::optional(answer->body));
    QCOMPARE(record->status, 201);
    QVERIFY(record->createdAt == startTime());
    QCOMPARE(balanceOf(*store, customer.account()), (Balance{98'000, 2'000, 0, 0}));
    QCOMPARE(ledgerFaultsOf(*store), std::vector<std::string>{});
}

void OrderPlacementTest::placeOrder_freshKey_isToldToWebhooks() {
    QFETCH_GLOBAL(bool, inMemory);
    auto hooks = std::make_shared<OutboxHooks>();
    hooks->makeId = [](std::string_view prefix) {
        return domain::makeId(prefix, counterRandom());
    };
    hooks->orderEventData = [](const Order&, const OrderEvent&, std::int64_t) {
        return std::string("{}");
    };
    const Stores stores(inMemory);
    SqliteOptions options = stores.options();
    options.outbox = hooks;
    const auto store = Stores::open(options);
    QVERIFY(store);
    const Customer customer(*store, "one");
    const auto webhook = store->writeAndWait([&](Tx& tx) {
        Webhook made;
        made.id = WebhookId("wh_1");
        made.account = customer.account();
        made.url = "https://receiver.example/";
        made.secret = "sealed";
        made.createdAt = made.updatedAt = startTime();
        return tx.insertWebhook(made);
    });
    QVERIFY(webhook);
    const auto order = customer.create(*store, "key-1", draftFor(10))->placed.order;
    QVERIFY(order);
    const auto told = store->read([&](Reader& reader) {
        return reader.listWebhookDeliveries(*webhook, {}, std::nullopt, 10).rows;
    });
    QVERIFY(told);
    QCOMPARE(told->size(), 1U);
    QCOMPARE(told->front().type, std::string("order.created"));
    QCOMPARE(told->front().order, std::optional(order->number));
}

void OrderPlacementTest::placeOrder_keepsAllThatWasAsked() {
    OPEN_STORE();
    const Customer customer(*store, "one");
    const auto draft = draftFor(100, R"(,"externalRef":"row 1","locations":"US")");
    const Timestamp later = startTime() + std::chrono::hours(1);
    const auto answer = customer.create(*store, "key-1", draft, later);
    const Order& order = *answer->placed.order;
    const auto stored =
        *store->read([&](Reader& reader) { return reader.findOrder(order.number); });
    QCOMPARE(stored->seq, order.seq);
    QCOMPARE(stored->account, customer.account());
    QCOMPARE(stored->key, customer.key().id);
    QCOMPARE(stored->product, draft.product->id);
    QCOMPARE(stored->leadCount, std::int64_t{100});
    QCOMPARE(stored->recordJson, draft.recordJson);
    QCOMPARE(stored->marks.mark, draft.marks.mark);
    QVERIFY(draft.marks.similar);
    QCOMPARE(stored->marks.similar, draft.marks.similar);
    QCOMPARE(stored->unitPrice, 80'000);
    QCOMPARE(stored->total, 800);
    QVERIFY(!stored->quote);
    QCOMPARE(stored->externalRef, draft.externalRef);
    QCOMPARE(stored->idempotencyKey, std::string("key-1"));
    QVERIFY(stored->createdAt == later);
    QVERIFY(stored->updatedAt == later);
    const auto events = store->read(
        [&](Reader& reader) { return reader.listEvents(order.number, std::nullopt, 10).rows; });
    QCOMPARE(events->size(), 1U);
    const OrderEvent& created = events->front();
    QCOMPARE(created.order, order.number);
    QCOMPARE(created.actor, std::string("customer"));
    QCOMPARE(created.key, customer.key().id);
    QCOMPARE(created.dataJson, std::string("{}"));
    QVERIFY(created.at == later);
    QCOMPARE(answer->placed.price, 800);
}

void OrderPlacementTest::placeOrder_sameKeyAgain_replaysTheAnswer() {
    OPEN_STORE();
    const Customer customer(*store, "one");
    const auto first = customer.create(*store, "key-1", draftFor(100));
    const auto again = customer.create(*store, "key-1", draftFor(100));
    QVERIFY(first && again);
    QCOMPARE(again->verdict, IdempotencyVerdict::Replay);
    QCOMPARE(again->body, first->body);
    QCOMPARE(ordersOf(*store, customer.account()).size(), 1U);
    const auto byKey = store->read(
        [&](Reader& reader) { return reader.findOrderByKey(customer.account(), "key-1"); });
    QCOMPARE((*byKey)->number, first->placed.order->number);
}

void OrderPlacementTest::placeOrder_otherBody_isRefused() {
    OPEN_STORE();
    const Customer customer(*store, "one");
    QVERIFY(customer.create(*store, "key-1", draftFor(100)));
    const auto other = customer.create(*store, "key-1", draftFor(101));
    QVERIFY(other);
    QCOMPARE(other->verdict, IdempotencyVerdict::KeyReused);
}

void OrderPlacementTest::placeOrder_purgedBody_keepsTheLink() {
    OPEN_STORE();
    const Customer customer(*store, "one");
    const auto first = customer.create(*store, "key-1", draftFor(100));
    const auto later = startTime() + std::chrono::hours(24 * 31);
    const auto purged = store->writeAndWait([&](Tx& tx) {
        return tx.purge({later, later, later, later}, 100);
    });
    QVERIFY(first && purged && *purged > 0);
    const auto record = store->read([&](Reader& reader) {
        return reader.findIdempotency(customer.account(), "createOrder", "key-1");
    });
    QVERIFY((*record).has_value());
    QVERIFY(!(*record)->body);
    QCOMPARE((*record)->order, std::optional(first->placed.order->number));
    const auto again = customer.create(*store, "key-1", draftFor(100), later);
    QCOMPARE(again->verdict, IdempotencyVerdict::Replay);
}

void OrderPlacementTest::purge_ofRefusals_leavesOrdersAndOtherAnswers() {
    OPEN_STORE();
    const Customer customer(*store, "one");
    QVERIFY(customer.create(*store, "bought", draftFor(100)));
    const auto keep = [&](Tx& tx, const char* operation, const std::string& key, Timestamp at) {
        IdempotencyRecord record;
        record.account = customer.account();
        record.operation = operation;
        record.key = key;
        record.status = 409;
        record.body = "refusal";
        record.createdAt = at;
        tx.insertIdempotency(record);
    };
    const Timestamp bound = startTime() + std::chrono::hours(24);
    const auto purged = store->writeAndWait([&](Tx& tx) {
        for (int i = 0; i < 3; ++i)
            keep(tx, "createOrder", "old " + std::to_string(i), startTime());
        keep(tx, "createOrder", "recent", bound);
        keep(tx, "cancelOrder", "other", startTime());
        const Tx::Purge ended{startTime(), startTime(), startTime(), bound};
        return std::pair(tx.purge(ended, 2), tx.purge(ended, 2));
    });
    QVERIFY(purged);
    QCOMPARE(purged->first, std::int64_t{2});
    QCOMPARE(purged->second, std::int64_t{1});
    const auto isKept = [&](const char* operation, const std::string& key) {
        return store
            ->read([&](Reader& reader) {
                return reader.findIdempotency(customer.account(), operation, key).has_value();
            })
            .value();
    };
    QVERIFY(!isKept("createOrder", "old 0") && !isKept("createOrder", "old 2"));
    QVERIFY(isKept("createOrder", "recent") && isKept("cancelOrder", "other"));
    QVERIFY(isKept("createOrder", "bought"));
}

void OrderPlacementTest::purge_keepsTheAnswersThatMovedMoney() {
    OPEN_STORE();
    const Customer customer(*store, "one");
    const auto later = startTime() + std::chrono::hours(24 * 31);
    const auto purged = store->writeAndWait([&](Tx& tx) {
        for (const char* operation : {"creditAccount", "refundOrder", "createWebhook"}) {
            for (const int status : {201, 409}) {
                IdempotencyRecord record;
                record.account = customer.account();
                record.operation = operation;
                record.key = std::to_string(status);
                record.status = status;
                record.body = "answer";
                record.createdAt = startTime();
                tx.insertIdempotency(record);
            }
        }
        return tx.purge({later, later, later, later}, 100);
    });
    QCOMPARE(purged.value(), std::int64_t{4});
    const auto isKept = [&](const char* operation, const char* status) {
        const auto record = store->read([&](Reader& reader) {
            return reader.findIdempotency(customer.account(), operation, status);
        });
        return record->has_value();
    };
    for (const char* operation : {"creditAccount", "refundOrder"}) {
        QVERIFY(isKept(operation, "201"));
        QVERIFY(!isKept(operation, "409"));
    }
    QVERIFY(!isKept("createWebhook", "201"));
}

void OrderPlacementTest::placeOrder_poorAccount_writesNothingButTheCharge() {
    OPEN_STORE();
    const Customer customer(*store, "one", 799);
    const auto answer = customer.create(*store, "key-1", draftFor(100));
    QVERIFY(answer);
    QCOMPARE(answer->placed.outcome, Outcome::InsufficientCredit);
    QCOMPARE(answer->placed.price, 800);
    QCOMPARE(answer->placed.available, 799);
    const auto state = store->read([&](Reader& reader) {
        return std::tuple(
            reader
                .peekRate(customer.key().counterKey.str(),
                          {"orders", {5'000, std::chrono::hours(1)}}, startTime())
                .remaining,
            reader.findIdempotency(customer.account(), "createOrder", "key-1").has_value());
    });
    QCOMPARE(std::get<0>(*state), 4'999);
    QVERIFY(!std::get<1>(*state));
    // After a top-up the same key heals.
    QVERIFY(store->writeAndWait(
        [&](Tx& tx) { tx.credit(customer.account(), 1, "top-up", startTime()); }));
    QCOMPARE(customer.create(*store, "key-1", draftFor(100))->placed.outcome, Outcome::Created);
    QCOMPARE(balanceOf(*store, customer.account()), (Balance{0, 800, 0, 0}));
}

void OrderPlacementTest::placeOrder_spendCap_countsTheDayAndTheRotatedKey() {
    OPEN_STORE();
    Customer customer(*store, "one");
    customer.key().dailySpendCap = 1'500;
    QCOMPARE(customer.create(*store, "a", draftFor(100))->placed.outcome, Outcome::Created);
    ApiKey successor = customer.key();
    successor.id = KeyId("key_successor");
    successor.hash = domain::sha256("successor");
    successor.predecessor = customer.key().id;
    successor.counterKey = KeyId("ignored");
    const auto stored = store->writeAndWait([&](Tx& tx) {
        tx.insertKey(successor);
        return *tx.findKey(successor.id);
    });
    QVERIFY(stored);
    QCOMPARE(stored->counterKey, customer.key().counterKey);
    customer.key() = *stored;
    const auto refused = customer.create(*store, "b", draftFor(100));
    QCOMPARE(refused->placed.outcome, Outcome::SpendCapReached);
    QCOMPARE(refused->placed.available, 700);
    const auto tomorrow = startTime() + std::chrono::hours(12);
    QCOMPARE(customer.create(*store, "b", draftFor(100), tomorrow)->placed.outcome,
             Outcome::Created);
}

void OrderPlacementTest::placeOrder_maxPrice_guards() {
    OPEN_STORE();
    const Customer customer(*store, "one");
    const auto at = [](const char* amount) {
        return std::string(R"(,"maxPrice":{"currency":"USD","amount":)") + amount + "}";
    };
    QCOMPARE(customer.create(*store, "a", draftFor(100, at("799")))->placed.outcome,
             Outcome::PriceChanged);
    QCOMPARE(customer.create(*store, "a", draftFor(100, at("800")))->placed.outcome,
             Outcome::Created);
}

void OrderPlacementTest::placeOrder_takenNumber_drawsAgain() {
    OPEN_STORE();
    const Customer customer(*store, "one");
    const auto draft = draftFor(10);
    const domain::Price price{80'000, 80};
    int draws = 0;
    const auto numbers = [&draws] {
        return OrderNumber(++draws <= 2 ? "LS-0000000000" : "LS-0000000001");
    };
    const auto place = [&](std::string_view key) {
        return store->writeAndWait([&, key](Tx& tx) {
            return placeOrder(tx, {customer.key(),
                                   draft,
                                   price,
                                   "createOrder",
                                   key,
                                   {},
                                   numbers,
                                   201,
                                   [](const Order&, const Equivalents&) { return "{}"; },
                                   {},
                                   startTime()});
        });
    };
    QCOMPARE(place("a")->order->number.str(), std::string("LS-0000000000"));
    QCOMPARE(place("b")->order->number.str(), std::string("LS-0000000001"));
    QCOMPARE(draws, 3);
}

void OrderPlacementTest::placeOrder_quote_locksThePrice() {
    OPEN_STORE();
    const Customer customer(*store, "one");
    const auto draft = draftFor(100, R"(,"quoteId":"qt_1")");
    QVERIFY(store->writeAndWait([&](Tx& tx) { tx.insertQuote(quoteFor(customer, draft)); }));
    const auto answer = customer.create(*store, "a", draft);
    QCOMPARE(answer->placed.outcome, Outcome::Created);
    QCOMPARE(answer->placed.order->total, 500);
    QCOMPARE(answer->placed.order->unitPrice, 50'000);
    const auto second = customer.create(*store, "b", draft);
    QCOMPARE(second->placed.outcome, Outcome::QuoteConsumed);
    const auto quote = store->read(
        [&](Reader& reader) { return reader.findQuote(customer.account(), QuoteId("qt_1")); });
    QCOMPARE((*quote)->consumedBy, std::optional(answer->placed.order->number));
}

void OrderPlacementTest::placeOrder_badQuote_data() {
    QTest::addColumn<int>("change");
    QTest::addColumn<int>("outcome");
    QTest::newRow("absent") << 0 << static_cast<int>(Outcome::QuoteNotFound);
    QTest::newRow("other request") << 1 << static_cast<int>(Outcome::QuoteMismatch);
    QTest::newRow("other key") << 2 << static_cast<int>(Outcome::QuoteMismatch);
    QTest::newRow("expired this moment") << 3 << static_cast<int>(Outcome::QuoteExpired);
    QTest::newRow("foreign") << 4 << static_cast<int>(Outcome::QuoteNotFound);
}

void OrderPlacementTest::placeOrder_badQuote() {
    OPEN_STORE();
    QFETCH(int, change);
    QFETCH(int, outcome);
    const Customer customer(*store, "one");
    const Customer stranger(*store, "two");
    const auto draft = draftFor(100, R"(,"quoteId":"qt_1")");
    Quote quote = quoteFor(change == 4 ? stranger : customer, draft);
    if (change == 1)
        quote.requestDigest = draftFor(101).requestDigest;
    if (change == 2)
        quote.idempotencyKey = "another";
    if (change == 3)
        quote.expiresAt = startTime();
    if (change != 0)
        QVERIFY(store->writeAndWait([&](Tx& tx) { tx.insertQuote(quote); }));
    const auto answer = customer.create(*store, "a", draft);
    QCOMPARE(static_cast<int>(answer->placed.outcome), outcome);
    QCOMPARE(ordersOf(*store, customer.account()).size(), 0U);
    QCOMPARE(balanceOf(*store, customer.account()).held, 0);
}

LEADSHEET_TEST(tst_order_placement, OrderPlacementTest);
#include "tst_order_placement.moc"
