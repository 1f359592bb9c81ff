// SPDX-License-Identifier: Apache-2.0
#include "orders/steps.hpp"
#include "store_fixture.hpp"
#include "test_main.hpp"

#include <QtTest>

#include <set>

using namespace leadsheet::server::store;
using namespace leadsheet::server::orders;
using namespace leadsheet::server::store::test;
namespace domain = leadsheet::server::domain;

namespace {

constexpr LeadField kEmail = domain::leadField("email");

Timestamp at(int second) {
    return startTime() + std::chrono::seconds(second);
}

} // namespace

/// A webhook that is sent every lead gets each of them once, in however many parts they come.
class PartsToldTest : public QObject {
    Q_OBJECT
private slots:
    void init();
    void parts_areEachToldOfOnce();
    void leadsOfBeforeParts_areToldOfOnce();

private:
    /// Emails of all that the webhook is to be sent.
    std::multiset<std::string> told();

    std::unique_ptr<Stores> stores_;
    std::unique_ptr<Store> store_;
    std::unique_ptr<Customer> customer_;
};

void PartsToldTest::init() {
    auto hooks = std::make_shared<OutboxHooks>();
    hooks->makeId = [](std::string_view prefix) {
        return domain::makeId(prefix, counterRandom());
    };
    hooks->orderEventData = [](const Order&, const OrderEvent&, std::int64_t) {
        return std::string("{}");
    };
    store_.reset();
    stores_ = std::make_unique<Stores>(false);
    SqliteOptions options = stores_->options();
    options.outbox = hooks;
    store_ = Stores::open(options);
    QVERIFY(store_);
    customer_ = std::make_unique<Customer>(*store_, "one");
    Webhook webhook;
    webhook.id = WebhookId("wh_1");
    webhook.account = customer_->account();
    webhook.url = "https://receiver.example/";
    webhook.autoDeliver = true;
    webhook.secret = "sealed";
    webhook.createdAt = webhook.updatedAt = startTime();
    QVERIFY(store_->writeAndWait([&](Tx& tx) { tx.insertWebhook(webhook); }));
}

std::multiset<std::string> PartsToldTest::told() {
    std::multiset<std::string> told;
    const auto read = store_->read([&](Reader& reader) {
        for (const FanOut& fanOut : reader.listFanOuts(10)) {
            LeadQuery query{customer_->account(), {}, 0, fanOut.upTo, 100};
            query.filter.order = fanOut.order;
            query.filter.deliveredAfter = fanOut.deliveredAfter;
            reader.visitLeads(
                query, [&](const LeadRow& lead) { told.insert(std::string(lead.text(kEmail))); });
        }
    });
    if (!read)
        throw std::runtime_error(read.error().detail);
    return told;
}

void PartsToldTest::parts_areEachToldOfOnce() {
    const auto number = orderInProgress(*store_, *customer_);
    stage(*store_, number, 0, 3);
    deliver(*store_, number, true, at(1));
    stage(*store_, number, 3, 4);
    deliver(*store_, number, true, at(2));
    stage(*store_, number, 0, 7); // all of it known
    stage(*store_, number, 7, 5);
    deliver(*store_, number, false, at(3));
    const auto leads = told();
    QCOMPARE(leads.size(), 12U);
    QCOMPARE(std::set<std::string>(leads.begin(), leads.end()).size(), 12U);
}

void PartsToldTest::leadsOfBeforeParts_areToldOfOnce() {
    const auto number = orderInProgress(*store_, *customer_);
    stage(*store_, number, 0, 5);
    // As it was: readable from the moment they came, without an event.
    const auto kept = store_->writeAndWait([&](Tx& tx) {
        Publication publication;
        publication.order = number;
        publication.account = customer_->account();
        tx.insertPublication(publication);
        publication = *tx.findPublication(number);
        tx.movePublication(publication, kLeadsPerPiece, at(1), true);
        tx.endPublication(publication, at(1));
        Order order = *tx.findOrder(number);
        order.delivered = publication.added;
        order.staged = 0;
        return tx.updateOrder(order);
    });
    QVERIFY(kept && *kept);
    const auto other = orderInProgress(*store_, *customer_);
    stage(*store_, other, 50, 3);
    stage(*store_, number, 50, 3); // which the account will have
    deliver(*store_, other, false, at(2));
    deliver(*store_, number, true, at(3));
    QCOMPARE(told().size(), 8U);
    stage(*store_, number, 60, 2);
    deliver(*store_, number, false, at(4));
    const auto leads = told();
    QCOMPARE(leads.size(), 10U);
    QCOMPARE(std::set<std::string>(leads.begin(), leads.end()).size(), 10U);
}

LEADSHEET_TEST(tst_parts_told, PartsToldTest);
#include "tst_parts_told.moc"
