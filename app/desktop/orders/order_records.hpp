// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../records/record_feed.hpp"
#include "../theme/icons.hpp"

#include "leadsheet/app/order_money.hpp"
#include "leadsheet/clock.hpp"
#include "leadsheet/model/order.hpp"
#include "leadsheet/submit/run.hpp"

#include <QList>
#include <QPair>
#include <QString>

#include <stop_token>
#include <vector>

namespace leadsheet {
class AdminOrders;
}

namespace leadsheet::desktop {

Look lookOf(const Order& order);
Look lookOf(OrderStatus status);
QString paymentWord(PaymentStatus payment);
/// "Approved", for an event's type.
QString eventWord(const OrderEvent& event);

/// What was ordered, as pairs of a name and a value; from Order::request.
QList<QPair<QString, QString>> requestWords(const std::string& request);

/// Where an amount of an order's money is; a dash where that cannot be known.
QString moneyPart(const Order& order, std::int64_t app::OrderMoney::*part);
/// What is still set aside for an order: without what its parts were charged.
Money heldOf(const Order& order);
/// What the balance has less for an order: held or charged, and not given back.
std::int64_t takenBy(const Order& order);

/// How many leads were handed over so far, of how many.
QString deliveredWord(const Order& order);
/// What a column of these has room for: whole, and where there is little.
ColumnContent deliveredColumn();
/// What was charged so far, as the detail has it; empty while nothing was.
QString chargedWord(const Order& order);

/// What the orders of a list come to.
class OrderTotals {
public:
    void add(const Order& order);
    /// "3,000 leads ordered, 2,100 delivered; $231.50 charged, $45.00 held." Empty for no order;
    /// without amounts where one of them cannot be known, or they are in several currencies. Of a
    /// `part` of the list they say so.
    QString words(bool part) const;

private:
    std::int64_t orders_ = 0;
    std::int64_t leads_ = 0;
    std::int64_t delivered_ = 0;
    app::OrderMoney money_;
    std::string currency_;
    bool known_ = true; ///< of the amounts
};

/// Cancelling is possible, and releases what is held.
bool canCancel(const Order& order);

/// The account's orders, newest first.
class OrderModel : public PagedModel<Order> {
    Q_OBJECT

public:
    enum Column { Number, Status, Leads, Delivered, Price, Charged, Created, Product, Reference };

    explicit OrderModel(QObject* parent = nullptr);

protected:
    const std::string& idOf(const Order& order) const override { return order.number.str(); }
};

/// What the list is of. An order number finds that order whatever its status.
struct OrderQuery {
    std::optional<OrderStatus> status;
    QString search; ///< order number or external reference; empty = none
    friend bool operator==(const OrderQuery&, const OrderQuery&) = default;
};
using OrderFeed = QueryFeed<Order, OrderQuery>;

/// The statuses that the list can be of.
inline constexpr OrderStatus kListedStatuses[] = {
    OrderStatus::PendingReview, OrderStatus::InfoRequested, OrderStatus::InProgress,
    OrderStatus::Delivered,     OrderStatus::Cancelled,     OrderStatus::Rejected,
    OrderStatus::Failed,        OrderStatus::Refunded};

/// An order with its whole history.
struct OrderStory {
    Order order;
    std::vector<OrderEvent> events; ///< oldest first
};

// What the Orders page does at the server and in the ledger. All block; any thread but the GUI's.

Result<leadsheet::Page<Order>> readOrders(const Client& client, const OrderQuery& query,
                                          PageOptions page, const CallOptions& call);
Result<OrderStory> readStory(const Connected& at, const OrderNumber& number,
                             const std::stop_token& stop);

/// The whole history of an order of any account, oldest first.
Result<std::vector<OrderEvent>> readEventsOf(const AdminOrders& orders, const OrderNumber& number,
                                             const std::stop_token& stop);

/// Only while the order is as it was shown: an order that moved on meanwhile is left alone. Where
/// the answer is lost the order is read again: a failure with Certainty::Unknown then means that it
/// could not be, and the same act sent again is done at most once.
Result<OrderStory> replyTo(const Connected& at, const Order& shown, const std::string& message,
                           const std::stop_token& stop);
Result<OrderStory> cancelOrder(const Connected& at, const Order& shown,
                               const std::stop_token& stop);

/// Plans a second order of the row that bought this one: a new run of the ledger with one row, not
/// priced yet, and nothing is spent. Nothing when the ledger on this computer does not know it.
Result<std::optional<submit::RunId>> planAgain(const Connected& at, const Order& order,
                                               const std::stop_token& stop);

} // namespace leadsheet::desktop
