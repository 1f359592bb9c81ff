// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/model/order.hpp"
#include "leadsheet/model/order_request.hpp"
#include "leadsheet/options.hpp"
#include "leadsheet/pacer.hpp"
#include "leadsheet/page.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

namespace leadsheet {

namespace detail {
class CallRunner;
}

/// What a single attempt brought: `attempt` feeds retry_machine's step(), `result` is for the
/// person.
struct CreateAttempt {
    Attempt attempt;
    Result<CreatedOrder> result;
};

/// `/v1/orders`. Thread-safe; cheap to copy; outlives its Client.
class Orders {
public:
    explicit Orders(std::shared_ptr<detail::CallRunner> runner)
        : runner_(std::move(runner)) {}

    /// POST /v1/orders with retries, always under `key` and with the same bytes. There is no
    /// overload without a key, so a write that could be charged twice does not compile. An Error
    /// with Certainty::Unknown means that the order may exist: repeat with this same key.
    Result<CreatedOrder> create(const OrderBody& body, const IdempotencyKey& key,
                                const CallOptions& options = {}) const;

    /// One attempt without retries, for callers that keep waits in a ledger. Waits for the order
    /// budget first, unless a `ticket` from Client::gate(Budget::Orders) is handed in; the ticket
    /// is settled in any case.
    CreateAttempt createOnce(const OrderBody& body, const IdempotencyKey& key,
                             const CallOptions& options = {}, PaceTicket ticket = {}) const;

    /// GET /v1/orders/{number}; ErrorCode::NotFound also for another account's order.
    Result<Order> get(const OrderNumber& number, const CallOptions& options = {}) const;

    /// The order that `key` bought, or nothing.
    Result<std::optional<Order>> findByIdempotencyKey(const IdempotencyKey& key,
                                                      const CallOptions& options = {}) const;

    Result<Page<Order>> list(const OrderFilter& filter = {}, const PageOptions& page = {},
                             const CallOptions& options = {}) const;
    PageRange<Order> all(const OrderFilter& filter = {}, const PageOptions& page = {},
                         const CallOptions& options = {}) const;

    /// POST /v1/orders/{number}/reply: answers the service's question, from InfoRequested to
    /// PendingReview. ErrorCode::InvalidTransition when nothing is asked (any more). With
    /// `expectedVersion` (Order::version) ErrorCode::VersionConflict when the order has changed
    /// since it was looked at. `key` makes a retry of the same reply harmless.
    Result<Order> reply(const OrderNumber& number, std::string_view message,
                        const IdempotencyKey& key, std::optional<std::int64_t> expectedVersion = {},
                        const CallOptions& options = {}) const;

    /// POST /v1/orders/{number}/cancel: from PendingReview or InfoRequested to Cancelled; what was
    /// held is released. Errors as for reply(). An empty reason is none.
    Result<Order> cancel(const OrderNumber& number, std::string_view reason,
                         const IdempotencyKey& key,
                         std::optional<std::int64_t> expectedVersion = {},
                         const CallOptions& options = {}) const;

    /// The order's history, oldest first.
    Result<Page<OrderEvent>> events(const OrderNumber& number, const PageOptions& page = {},
                                    const CallOptions& options = {}) const;

private:
    std::shared_ptr<detail::CallRunner> runner_;
};

} // namespace leadsheet
