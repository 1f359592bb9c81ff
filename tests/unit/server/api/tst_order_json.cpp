// SPDX-License-Identifier: Apache-2.0
#include "answer.hpp"
#include "api/order_json.hpp"
#include "test_main.hpp"

#include <QTest>

using namespace leadsheet::server;
using leadsheet::test::memberOf;

namespace {

store::Order orderOf(domain::OrderStatus status) {
    store::Order order;
    order.number = store::OrderNumber("LS-0123456789");
    order.status = status;
    order.recordJson = "{}";
    order.createdAt = *domain::parseTimestamp("2026-03-01T12:00:00Z");
    order.updatedAt = *domain::parseTimestamp("2026-03-05T12:00:00Z");
    return order;
}

} // namespace

class OrderJsonTest : public QObject {
    Q_OBJECT
private slots:
    void deliveredAt_isTheStoredTime_data();
    void deliveredAt_isTheStoredTime();
    void deliveredAt_beforeDelivery_isNull();
};

void OrderJsonTest::deliveredAt_isTheStoredTime_data() {
    QTest::addColumn<int>("status");
    QTest::newRow("delivered, partly refunded later") << int(domain::OrderStatus::Delivered);
    QTest::newRow("refunded after delivery") << int(domain::OrderStatus::Refunded);
}

void OrderJsonTest::deliveredAt_isTheStoredTime() {
    QFETCH(int, status);
    store::Order order = orderOf(static_cast<domain::OrderStatus>(status));
    order.deliveredAt = domain::parseTimestamp("2026-03-02T12:00:00Z");
    QCOMPARE(memberOf(api::orderJson(order), "/deliveredAt"),
             domain::formatTimestamp(*order.deliveredAt));
}

void OrderJsonTest::deliveredAt_beforeDelivery_isNull() {
    const auto json = api::orderJson(orderOf(domain::OrderStatus::InProgress));
    QCOMPARE(memberOf(json, "/deliveredAt"), std::string("null"));
}

LEADSHEET_TEST(tst_order_json, OrderJsonTest);
#include "tst_order_json.moc"
