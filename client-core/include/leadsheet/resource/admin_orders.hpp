// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/model/admin.hpp"
#include "leadsheet/model/lead.hpp"
#include "leadsheet/model/lead_file.hpp"
#include "leadsheet/options.hpp"
#include "leadsheet/page.hpp"

#include <memory>

namespace leadsheet {

namespace detail {
class CallRunner;
}

/// One step of an order. `key` makes a retry of the same step harmless; with `expectedVersion`
/// (Order::version) an order that changed since it was looked at is ErrorCode::VersionConflict.
struct OrderStep {
    OrderStep(OrderNumber orderNumber, IdempotencyKey stepKey)
        : number(std::move(orderNumber))
        , key(std::move(stepKey)) {}

    OrderNumber number;
    IdempotencyKey key;
    std::optional<std::int64_t> expectedVersion;
};

/// `/v1/admin/orders`: every account's orders (contract section 6). A step from a wrong state is
/// ErrorCode::InvalidTransition and names the state. Thread-safe; cheap to copy; outlives its
/// Client.
class AdminOrders {
public:
    explicit AdminOrders(std::shared_ptr<detail::CallRunner> runner)
        : runner_(std::move(runner)) {}

    /// The work queue, oldest first.
    Result<Page<AdminOrder>> list(const AdminOrderFilter& filter = {}, const PageOptions& page = {},
                                  const CallOptions& options = {}) const;
    PageRange<AdminOrder> all(const AdminOrderFilter& filter = {}, const PageOptions& page = {},
                              const CallOptions& options = {}) const;
    Result<AdminOrder> get(const OrderNumber& number, const CallOptions& options = {}) const;
    /// The order's history, oldest first. What a customer answered to a question is the message of
    /// "order.replied".
    Result<Page<OrderEvent>> events(const OrderNumber& number, const PageOptions& page = {},
                                    const CallOptions& options = {}) const;

    /// From PendingReview to InProgress.
    Result<AdminOrder> approve(const OrderStep& step, const CallOptions& options = {}) const;
    /// From PendingReview or InfoRequested to Rejected; the hold is released.
    Result<AdminOrder> reject(const OrderStep& step, std::string_view reason,
                              const CallOptions& options = {}) const;
    /// From PendingReview or InProgress to InfoRequested.
    Result<AdminOrder> requestInfo(const OrderStep& step, std::string_view question,
                                   const CallOptions& options = {}) const;
    /// From InProgress to Delivered: captures unit price x min(delivered, ordered), releases the
    /// rest, and starts auto-delivery.
    Result<AdminOrder> deliver(const OrderStep& step, const CallOptions& options = {}) const;
    /// The same with what was taken in so far; the order stays InProgress and more may follow.
    Result<AdminOrder> deliverPart(const OrderStep& step, const CallOptions& options = {}) const;
    /// From InProgress to Failed; the hold is released.
    Result<AdminOrder> fail(const OrderStep& step, std::string_view reason,
                            const CallOptions& options = {}) const;
    /// After delivery `amount`, or all that is captured and not yet refunded; before delivery the
    /// hold is released, and an amount is refused.
    Result<AdminOrder> refund(const OrderStep& step, const std::optional<Money>& amount,
                              std::string_view reason, const CallOptions& options = {}) const;

    /// The order's lead list, in the order of ingest; empty fields = all of them. The number of
    /// bytes. The deadline is about when an attempt may begin, not about how long it takes.
    Result<std::uint64_t> exportLeads(const OrderNumber& number, LeadFileFormat format,
                                      const std::vector<LeadField>& fields, ByteSink& sink,
                                      const CallOptions& options = {}) const;

private:
    std::shared_ptr<detail::CallRunner> runner_;
};

} // namespace leadsheet
