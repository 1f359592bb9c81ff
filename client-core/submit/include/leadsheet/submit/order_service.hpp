// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/clock.hpp"
#include "leadsheet/ids.hpp"
#include "leadsheet/pacer.hpp"
#include "leadsheet/result.hpp"
#include "leadsheet/retry_budget.hpp"
#include "leadsheet/retry_machine.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

namespace leadsheet {
class Client;
}

namespace leadsheet::submit {

/// An order the server has made. Amounts in minor units.
struct PlacedOrder {
    std::string orderNumber;
    std::string status;
    /// What the server set aside for it and charges at most; absent when it did not say.
    std::optional<std::int64_t> held;
    std::string currency;
    std::string requestId;
    std::string quoteId;   ///< that locked its price; empty when the server did not say
    bool replayed = false; ///< the answer to an earlier request with the same key
    std::string product;   ///< empty when the server did not say
    std::int64_t leadCount = 0;
    std::string request; ///< canonical body as the server understood it; empty when not said
    std::optional<WallTime> createdAt{};
    bool ended = false;                    ///< cancelled, rejected, failed, or refunded in full
    std::optional<std::int64_t> charged{}; ///< ended: for leads delivered before, and kept
};

/// One row to be priced.
struct QuoteAsk {
    std::string body; ///< canonical, without price guards
    IdempotencyKey key;
};

struct QuoteOffer {
    std::string quoteId;
    std::int64_t amount = 0;
    std::string currency;
    WallTime expires; ///< by the server's clock
    std::optional<WallTime> createdAt{};
    /// Absent when the service does not look for them; it does not refuse them either then.
    std::optional<EquivalentOrders> equivalents{};
};

/// The server's word on one row: exactly one of the three is set.
struct QuoteAnswer {
    std::optional<QuoteOffer> offer;
    std::optional<PlacedOrder> existing; ///< this key already bought an order
    std::optional<Error> refusal;        ///< what create would answer
};

/// What one attempt to place an order brought.
struct SendResult {
    Attempt attempt; ///< for the retry machine
    Result<PlacedOrder> result;
};

/// What a submission asks of the service. Each call is ONE attempt, never retried inside; waits
/// belong to the run, which keeps them in its ledger. Thread-safe. The seam where tests put a
/// service of their own.
class OrderService {
public:
    static constexpr std::size_t kMaxQuoteItems = 500; ///< contract section 1, quotes

    virtual ~OrderService() = default;

    /// Leave for one order write, or how long to wait for it. A ticket goes back exactly once: with
    /// create() or with release().
    virtual std::variant<PaceTicket, PaceWait> admit() = 0;
    virtual void release(const PaceTicket& ticket) = 0;
    /// Sends exactly these bytes under this key, once.
    virtual SendResult create(const std::string& body, const IdempotencyKey& key,
                              const PaceTicket& ticket, const std::stop_token& stop) = 0;
    /// As many answers as asks, in their order; at most kMaxQuoteItems.
    virtual Result<std::vector<QuoteAnswer>> quote(const std::vector<QuoteAsk>& asks,
                                                   const std::stop_token& stop) = 0;
    /// What time it is by the server's clock.
    virtual Result<WallTime> serverTime(const std::stop_token& stop) = 0;
    /// The order made with this key, or nothing.
    virtual Result<std::optional<PlacedOrder>> find(const IdempotencyKey& key,
                                                    const std::stop_token& stop) = 0;

    /// Bounds how much of the traffic may be retries.
    virtual RetryBudget& retryBudget() = 0;
    /// The order budget as the pacer sees it, for estimates while orders are being answered.
    virtual PacerView pacing() const = 0;
    /// The order budget as the server sees it right now, for estimates before the first order. Free
    /// of charge; the pacer takes the numbers over.
    virtual Result<PacerView> askPacing(const std::stop_token& stop) = 0;
    /// The budget's accounting, so that a restart does not begin with a fresh one.
    virtual PacerMemory rememberPacing() const = 0;
    virtual void recallPacing(const PacerMemory& memory) = 0;
};

/// The real service.
std::shared_ptr<OrderService> serviceOver(const Client& client);

} // namespace leadsheet::submit
