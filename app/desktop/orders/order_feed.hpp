// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../paging/page_feed.hpp"
#include "order_model.hpp"

namespace leadsheet::desktop {

/// The feed of the orders that match a query.
class OrderFeed : public PageFeed {
    Q_OBJECT

public:
    OrderFeed(AccountSession& session, OrderModel& model, QObject* parent = nullptr);

    /// What is asked for. An order number finds that order whatever its status.
    struct Query {
        std::optional<OrderStatus> status;
        QString search; ///< order number or external reference; empty = none
        friend bool operator==(const Query&, const Query&) = default;
    };
    void askFor(const Query& query);
    const Query& query() const { return query_; }

private:
    void askForOrders();

    OrderModel& model_;
    Query query_;
};

} // namespace leadsheet::desktop
