// SPDX-License-Identifier: Apache-2.0
// What an order may cost when it is placed, what its deliveries take of that, and how its money is
// moved.
#include "orders/order_money.hpp"
#include "store_fixture.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet::server::store;
using namespace leadsheet::server::orders;
using namespace leadsheet::server::store::test;
namespace domain = leadsheet::server::domain;
using Outcome = PlacementResult::Outcome;

namespace {

/// An order of this total under these caps, in a job of its own.
PlacementResult place(Store& store, const Customer& customer, const char* idempotencyKey,
                      MinorUnits total, std::optional<MinorUnits> defaultCap,
                      const std::string& more = {}, std::function<OrderNumber()> numbers = {}) {
    const auto draft = draftFor(10, more);
    static int drawn = 0;
    if (!numbers)
        numbers = [] {
            return OrderNumber("LS-" + std::to_string(1'000'000'000 + ++drawn));
        };
    return store
        .writeAndWait([&](Tx& tx) {
            return placeOrder(tx, {customer.key(),
                                   draft,
                                   {80'000, total},
                                   "createOrder",
                                   idempotencyKey,
                                   {},
                                   numbers,
                                   201,
                                   [](const Order&, const Equivalents&) { return "{}"; },
                                   defaultCap,
                                   startTime(),
                                   R"({"made":"here"})"});
        })
        .value();
}

std::vector<LedgerEntry> statementOf(Store& store, const Customer& customer) {
    return store
        .read([&](Reader& reader) {
            return reader.listLedger(customer.account(), std::nullopt, 100).rows;
        })
        .value();
}

} // namespace

class OrderMoneyTest : public QObject {
    Q_OBJECT

private slots:
    void order_thatIsFree_movesNoMoney() {
        const auto store = Stores(true).open();
        const Customer customer(*store, "one", 0);
        QCOMPARE(place(*store, customer, "a", 0, std::nullopt).outcome, Outcome::Created);
        QVERIFY(statementOf(*store, customer).empty());
        QCOMPARE(ledgerFaultsOf(*store), std::vector<std::string>{});
    }

    void order_thatCostsTheLeast_holdsIt() {
        const auto store = Stores(true).open();
        const Customer customer(*store, "one", 1);
        QCOMPARE(place(*store, customer, "a", 1, std::nullopt).outcome, Outcome::Created);
        QCOMPARE(balanceOf(*store, customer.account()), (Balance{0, 1, 0, 0}));
        QCOMPARE(ledgerFaultsOf(*store), std::vector<std::string>{});
    }

    void order_tellsInItsHistoryWhatItsCallerSaid() {
        const auto store = Stores(true).open();
        const Customer customer(*store, "one");
        const OrderNumber number = place(*store, customer, "a", 80, std::nullopt).order->number;
        const auto events = store->read(
            [&](Reader& reader) { return reader.listEvents(number, std::nullopt, 10).rows; });
        QCOMPARE(events->size(), 1U);
        QCOMPARE(events->front().dataJson, std::string(R"({"made":"here"})"));
    }

    void order_isPlacedAsFarAsTheDaysCapAndTheBalanceReach_data() {
        QTest::addColumn<qint64>("credit");
        QTest::addColumn<qint64>("keysCap"); // -1 = none
        QTest::addColumn<qint64>("defaultCap");
        QTest::addColumn<qint64>("spent"); // before
        QTest::addColumn<Outcome>("outcome");
        QTest::addColumn<qint64>("left");
        using O = Outcome;
        const auto row = [](const char* name, qint64 credit, qint64 keysCap, qint64 defaultCap,
                            qint64 spent, O outcome, qint64 left) {
            QTest::newRow(name) << credit << keysCap << defaultCap << spent << outcome << left;
        };
        row("the balance just reaches", 80, -1, -1, 0, O::Created, 0);
        row("the balance does not reach", 79, -1, -1, 0, O::InsufficientCredit, 79);
        row("the key's cap just reaches", 999, 180, -1, 100, O::Created, 0);
        row("the key's cap does not reach", 999, 179, -1, 100, O::SpendCapReached, 79);
        row("the key's cap is below what was spent", 999, 90, -1, 100, O::SpendCapReached, 0);
        row("the default cap just reaches", 999, -1, 180, 100, O::Created, 0);
        row("the default cap does not reach", 999, -1, 179, 100, O::SpendCapReached, 79);
        row("the key's cap goes before the default", 999, 180, 0, 100, O::Created, 0);
        row("a cap of nothing", 999, 0, -1, 0, O::SpendCapReached, 0);
        row("cap and balance do not reach", 79, 79, -1, 0, O::SpendCapReached, 79);
    }
    void order_isPlacedAsFarAsTheDaysCapAndTheBalanceReach() {
        QFETCH(qint64, credit);
        QFETCH(qint64, keysCap);
        QFETCH(qint64, defaultCap);
        QFETCH(qint64, spent);
        QFETCH(Outcome, outcome);
        QFETCH(qint64, left);
        const auto store = Stores(true).open();
        Customer customer(*store, "one", credit);
        if (spent > 0)
            QCOMPARE(place(*store, customer, "earlier", spent, std::nullopt).outcome,
                     Outcome::Created);
        if (keysCap >= 0)
            customer.key().dailySpendCap = keysCap;
        std::optional<MinorUnits> byDefault;
        if (defaultCap >= 0)
            byDefault = defaultCap;
        const Balance before = balanceOf(*store, customer.account());
        const PlacementResult placed = place(*store, customer, "a", 80, byDefault);
        QCOMPARE(placed.outcome, outcome);
        QCOMPARE(placed.price, 80);
        QCOMPARE(placed.available, left);
        const bool created = outcome == Outcome::Created;
        QCOMPARE(placed.order.has_value(), created);
        QCOMPARE(balanceOf(*store, customer.account()),
                 (Balance{before.available - (created ? 80 : 0), before.held + (created ? 80 : 0),
                          0, 0}));
        const auto counted = store->read([&](Reader& reader) {
            return reader.spentOn(customer.key().counterKey, domain::utcDay(startTime()));
        });
        QCOMPARE(*counted, spent + (created ? 80 : 0));
        QCOMPARE(ledgerFaultsOf(*store), std::vector<std::string>{});
    }

    void order_whoseNumbersAreAllTaken_isNotPlaced() {
        const auto store = Stores(true).open();
        const Customer customer(*store, "one");
        int draws = 0;
        int freeAt = 1;
        const auto numbers = [&] {
            return OrderNumber(++draws == freeAt ? "LS-0000000001" : "LS-0000000000");
        };
        QCOMPARE(
            place(*store, customer, "a", 80, {}, {}, [] { return OrderNumber("LS-0000000000"); })
                .outcome,
            Outcome::Created);
        freeAt = 9; // eight are drawn
        const auto draft = draftFor(10);
        const auto again = [&] {
            return store->writeAndWait([&](Tx& tx) {
                return placeOrder(tx, {customer.key(),
                                       draft,
                                       {80'000, 80},
                                       "createOrder",
                                       "b",
                                       {},
                                       numbers,
                                       201,
                                       [](const Order&, const Equivalents&) { return "{}"; },
                                       {},
                                       startTime()});
            });
        };
        const auto refused = again();
        QVERIFY(!refused);
        QCOMPARE(refused.error().kind, StoreError::Kind::Internal);
        QCOMPARE(refused.error().nativeCode, 0);
        QCOMPARE(draws, 8);
        QCOMPARE(balanceOf(*store, customer.account()).held, 80);
        draws = 0;
        freeAt = 8;
        QCOMPARE(again()->outcome, Outcome::Created);
        QCOMPARE(balanceOf(*store, customer.account()).held, 160);
    }

    void order_isPlacedAtMostAtItsHighestPrice_data() {
        QTest::addColumn<int>("total");
        QTest::addColumn<Outcome>("outcome");
        QTest::newRow("below") << 79 << Outcome::Created;
        QTest::newRow("at") << 80 << Outcome::Created;
        QTest::newRow("above") << 81 << Outcome::PriceChanged;
    }
    void order_isPlacedAtMostAtItsHighestPrice() {
        QFETCH(int, total);
        QFETCH(Outcome, outcome);
        const auto store = Stores(true).open();
        const Customer customer(*store, "one");
        const PlacementResult placed = place(*store, customer, "a", total, std::nullopt,
                                             R"(,"maxPrice":{"currency":"USD","amount":80})");
        QCOMPARE(placed.outcome, outcome);
        QCOMPARE(placed.price, total);
        QCOMPARE(balanceOf(*store, customer.account()).held,
                 outcome == Outcome::Created ? total : 0);
    }

    void delivery_capturesWhatItsLeadsCost_data() {
        QTest::addColumn<qint64>("unitPrice");
        QTest::addColumn<qint64>("total");
        QTest::addColumn<qint64>("delivered"); // by parts before it
        QTest::addColumn<qint64>("captured");
        QTest::addColumn<qint64>("published");
        QTest::addColumn<qint64>("amount");
        const auto row = [](const char* name, qint64 unitPrice, qint64 total, qint64 delivered,
                            qint64 captured, qint64 published, qint64 amount) {
            QTest::newRow(name) << unitPrice << total << delivered << captured << published
                                << amount;
        };
        row("nothing", 80'000, 80, 0, 0, 0, 0);
        row("one lead", 80'000, 80, 0, 0, 1, 8);
        row("behind a part", 80'000, 80, 3, 24, 2, 16);
        row("all", 80'000, 80, 0, 0, 10, 80);
        row("more than ordered", 80'000, 80, 0, 0, 11, 80);
        row("more than ordered, behind a part", 80'000, 80, 9, 72, 2, 8);
        row("never more than the order's total", 80'000, 79, 1, 8, 9, 71);
        row("a price that nobody can multiply", INT64_MAX, 80, 1, 8, 9, 72);
    }
    void delivery_capturesWhatItsLeadsCost() {
        QFETCH(qint64, unitPrice);
        QFETCH(qint64, total);
        QFETCH(qint64, delivered);
        QFETCH(qint64, captured);
        QFETCH(qint64, published);
        Order order;
        order.leadCount = 10;
        order.unitPrice = unitPrice;
        order.total = total;
        order.delivered = delivered;
        order.captured = captured;
        QTEST(qint64{amountToCapture(order, published)}, "amount");
    }

    void order_holdsWhatNoPartCaptured_untilItsMoneyIsSettled() {
        Order order;
        order.status = domain::OrderStatus::InProgress;
        order.total = 800;
        order.captured = 300;
        order.refunded = 100;
        order.payment = domain::PaymentStatus::Held;
        QCOMPARE(moneyStateOf(order),
                 (domain::OrderState{order.status, order.payment, 500, 300, 100}));
        order.payment = domain::PaymentStatus::Captured;
        QCOMPARE(moneyStateOf(order),
                 (domain::OrderState{order.status, order.payment, 0, 300, 100}));
    }

    void step_movesJustTheMoneyThatItNames_data() {
        QTest::addColumn<int>("capture");
        QTest::addColumn<int>("release");
        QTest::addColumn<int>("refund");
        QTest::newRow("nothing") << 0 << 0 << 0;
        QTest::newRow("the least") << 1 << 1 << 1;
        QTest::newRow("capture and release") << 200 << 500 << 0;
        QTest::newRow("release and refund") << 0 << 400 << 50;
    }
    void step_movesJustTheMoneyThatItNames() {
        QFETCH(int, capture);
        QFETCH(int, release);
        QFETCH(int, refund);
        const auto store = Stores(true).open();
        const Customer customer(*store, "one");
        const OrderNumber number =
            customer.create(*store, "order", draftFor(100))->placed.order->number;
        const Timestamp later = startTime() + std::chrono::minutes(7);
        const auto order = store->read([&](Reader& reader) { return reader.findOrder(number); });
        QVERIFY(store->writeAndWait(
            [&](Tx& tx) { tx.capture(customer.account(), number, 100, startTime()); }));
        QVERIFY(store->writeAndWait([&](Tx& tx) {
            moveMoney(tx, **order, {{}, capture, release, refund}, "bounced", later);
        }));
        QCOMPARE(balanceOf(*store, customer.account()),
                 (Balance{100'000 - 800 + release + refund, 800 - 100 - capture - release,
                          100 + capture, refund}));
        const auto newest = statementOf(*store, customer).front();
        QCOMPARE(newest.at == later, capture + release + refund > 0);
        QCOMPARE(newest.reason, std::string(refund > 0 ? "bounced" : ""));
    }
};

LEADSHEET_TEST(tst_order_money, OrderMoneyTest);
#include "tst_order_money.moc"
