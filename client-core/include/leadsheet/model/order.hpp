// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/error.hpp"
#include "leadsheet/ids.hpp"
#include "leadsheet/money.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace leadsheet {

/// Contract section 6. Open: a newer state is `Unknown`, its text stays in Order::statusText.
enum class OrderStatus {
    Unknown,
    PendingReview,
    InProgress,
    InfoRequested,
    Delivered,
    Rejected,
    Cancelled,
    Failed,
    Refunded
};

/// What happened to the money; a separate axis from the status. Open as well.
enum class PaymentStatus { Unknown, Held, Captured, PartiallyRefunded, Refunded, Released };

std::string_view toString(OrderStatus status);
std::string_view toString(PaymentStatus status);
OrderStatus orderStatusFromName(std::string_view name);
PaymentStatus paymentStatusFromName(std::string_view name);

/// An order as the server tells it. Only the number and the status are promised by every answer;
/// what a server leaves out stays empty.
struct Order {
    explicit Order(OrderNumber orderNumber)
        : number(std::move(orderNumber)) {}

    OrderNumber number;
    OrderStatus status = OrderStatus::Unknown;
    std::string statusText; ///< as sent
    PaymentStatus payment = PaymentStatus::Unknown;
    std::string product; ///< `scrapingOption`
    std::int64_t leadCount = 0;
    /// The order as the server understood it, as sorted compact JSON; empty when it did not say.
    std::string request;
    std::string mark; ///< equal for orders that ask for the same people; empty when not said
    std::optional<Money> price;                  ///< held at creation, and charged at most
    std::optional<Money> captured;               ///< charged at delivery
    std::optional<Money> refunded;               ///< given back of it
    std::optional<std::int64_t> unitPriceMicros; ///< per lead, millionths of the major unit
    std::optional<QuoteId> quote;
    std::optional<std::string> externalRef;
    std::optional<std::string> idempotencyKey;
    std::optional<std::string> question; ///< what is asked while InfoRequested
    std::optional<std::int64_t> deliveredLeads;
    std::int64_t version = 0;
    bool autoDeliver = false;
    std::string createdAt; ///< RFC 3339, as sent; see parseTimestamp
    std::string updatedAt;
    std::optional<std::string> deliveredAt;
    /// In the answer to a create whose account only warns of them; otherwise empty.
    EquivalentOrders equivalents;

    /// Cancelled, rejected, failed, or refunded in full: nothing is or will be delivered for money.
    bool isEndedWithoutDelivery() const;
};

/// The answer to a create.
struct CreatedOrder {
    Order order;
    bool replayed = false; ///< the key had bought this order before: nothing was charged again
    std::string requestId;
    int attempts = 1;
};

/// One entry of an order's append-only history.
struct OrderEvent {
    std::int64_t sequence = 0;
    std::string type;                          ///< `order.created`, ...
    std::string at;                            ///< RFC 3339
    OrderStatus status = OrderStatus::Unknown; ///< after the event
    std::int64_t version = 0;                  ///< after the event
    std::string actor;                         ///< `customer`, `admin`, `system`
    std::optional<std::string> message;        ///< the question, reply or reason
    std::string data;                          ///< further facts, a JSON object
};

/// Filters of the order list; empty members do not filter.
struct OrderFilter {
    std::optional<OrderStatus> status;
    std::optional<IdempotencyKey> idempotencyKey;
    std::optional<std::string> externalRef;
    std::optional<std::string> mark;         ///< see orderMark()
    std::optional<std::string> createdAfter; ///< RFC 3339
    std::optional<std::string> search;       ///< words that all stand in the order
};

} // namespace leadsheet
