// SPDX-License-Identifier: Apache-2.0
#include "api/context.hpp"
#include "api/handlers/order_steps.hpp"
#include "api/long_work.hpp"
#include "api/order_json.hpp"
#include "order_scene.hpp"
#include "test_main.hpp"
#include "test_store.hpp"

#include <QTemporaryDir>
#include <QTest>
#include <vector>

using namespace leadsheet::test;
using namespace leadsheet;
using leadsheet::server::api::OutsideWaits;
namespace api = leadsheet::server::api;
namespace orders = leadsheet::server::orders;
namespace store = leadsheet::server::store;

namespace {

/// A delivery that has begun, and nobody who goes on with it but who is asked to.
class BegunDelivery {
public:
    BegunDelivery() {
        const std::string path = folder_.filePath("server.db").toStdString();
        {
            TestServer server({.databasePath = path});
            number_ = store::OrderNumber(OrderScene(server).placeWithLeads(3));
        }
        server::Config config;
        config.pepper = TestServer::pepper();
        config.workerThreads = 4;
        context_ = std::make_unique<api::Context>(config, std::move(*openTestStore(path)));
        store::Publication publication;
        publication.order = number_;
        publication.account = order().account;
        (void)context_->store->writeAndWait(
            [&](store::Tx& tx) { tx.insertPublication(publication); });
    }

    api::Context& context() { return *context_; }
    const store::OrderNumber& number() const { return number_; }
    store::Order order() {
        return **context_->store->read([&](auto& reader) { return reader.findOrder(number_); });
    }
    bool isUnderWay() {
        return context_->store
            ->read([&](auto& reader) { return reader.findPublication(number_).has_value(); })
            .value();
    }
    static api::Exchange askedBy(const char* account) {
        api::Exchange exchange;
        exchange.caller.emplace();
        exchange.caller->account.id = store::AccountId(account);
        return exchange;
    }

private:
    QTemporaryDir folder_;
    store::OrderNumber number_;
    std::unique_ptr<api::Context> context_;
};

} // namespace

/// Who waits for somebody outside, or for a long delivery, keeps few threads, and few of them for
/// one account.
class OutsideWaitsTest : public QObject {
    Q_OBJECT
private slots:
    void account_hasFourPlaces();
    void all_haveAQuarterOfTheThreads();
    void oneThread_mayWait();
    void delivery_withoutAPlace_isLeftToOthers();
    void delivery_ofAnotherAccount_isNotWaitedFor();
};

void OutsideWaitsTest::account_hasFourPlaces() {
    OutsideWaits waits(64);
    std::vector<std::optional<OutsideWaits::Hold>> held;
    for (int n = 0; n < 4; ++n) {
        held.push_back(waits.take("one"));
        QVERIFY(held.back());
    }
    QVERIFY(!waits.take("one"));
    QVERIFY(waits.take("two"));
    held.pop_back();
    QVERIFY(waits.take("one"));
}

void OutsideWaitsTest::all_haveAQuarterOfTheThreads() {
    OutsideWaits waits(12);
    std::vector<std::optional<OutsideWaits::Hold>> held;
    for (const char* account : {"one", "two", "three"})
        held.push_back(waits.take(account));
    QVERIFY(held.front() && held.back());
    QVERIFY(!waits.take("four"));
    held.clear();
    QVERIFY(waits.take("four"));
}

void OutsideWaitsTest::oneThread_mayWait() {
    OutsideWaits waits(1);
    const auto held = waits.take("one");
    QVERIFY(held);
    QVERIFY(!waits.take("two"));
}

void OutsideWaitsTest::delivery_withoutAPlace_isLeftToOthers() {
    BegunDelivery delivery;
    const auto exchange = BegunDelivery::askedBy("one");
    auto held = delivery.context().deliveryWaits.take("two");
    const auto refused = api::awaitDelivery(delivery.context(), exchange, delivery.number());
    QVERIFY(refused && refused->code == contract::ErrorCode::Unavailable);
    QVERIFY(refused->retryAfter);
    QVERIFY(delivery.isUnderWay());
    held.reset();
    QVERIFY(!api::awaitDelivery(delivery.context(), exchange, delivery.number()));
    QVERIFY(!delivery.isUnderWay());
    QCOMPARE(delivery.order().delivered, 3);
}

void OutsideWaitsTest::delivery_ofAnotherAccount_isNotWaitedFor() {
    BegunDelivery delivery;
    auto exchange = BegunDelivery::askedBy("other");
    orders::OrderStep step;
    step.number = delivery.number();
    step.owner = exchange.caller->account.id;
    step.action = server::domain::OrderAction::Cancel;
    step.actor = server::domain::Actor::Customer;
    const auto outcome =
        api::runStep(delivery.context(), exchange, step, "cancelled", api::adminOrderBody);
    QVERIFY(!outcome && outcome.error().code == contract::ErrorCode::NotFound);
    QVERIFY(delivery.isUnderWay());
}

LEADSHEET_TEST(tst_outside_waits, OutsideWaitsTest);
#include "tst_outside_waits.moc"
