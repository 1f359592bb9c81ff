// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/order_actions.hpp"
#include "store/store.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <string>

namespace leadsheet::server::store {

/// Leads that one transaction moves at first: it holds up whoever waits behind it for a few ms.
inline constexpr int kLeadsPerPiece = 100;

/// How many leads a transaction moves, so that it takes about as long on a slow or busy machine as
/// on a fast one. Not thread-safe.
class PieceSize {
public:
    int leads() const { return leads_; }
    /// What the last piece took, without the waiting for its turn.
    void tookSoLong(std::chrono::steady_clock::duration time);

private:
    int leads_ = kLeadsPerPiece;
};

/// Renders the answer of a delivery that is kept under its idempotency key.
using DeliveryAnswer = std::function<std::string(Reader& reader, const Order& order)>;

/// Begins a delivery: an order's step Deliver or DeliverPart. Done when it could be done at once;
/// Publishing when it is written down, and moveDelivery() and finishDelivery() are to follow, in
/// whatever process; or when one of this order is under way already (`begun` tells).
struct DeliveryStart {
    OrderStepResult result;
    bool begun = false;
};
DeliveryStart startDelivery(Tx& tx, const OrderStep& step, const std::optional<AnswerClaim>& claim,
                            const DeliveryAnswer& answer);

/// Goes on with the oldest delivery of the account; false when finishDelivery() is next. Writes of
/// that account only. May be lost without harm in a power loss.
bool moveDelivery(Tx& tx, const AccountId& account, Timestamp now, PieceSize& size);

/// Ends the oldest delivery of the account when all of it was moved: charges, hands over, tells
/// webhooks and destinations, and keeps the answer, in this transaction.
void finishDelivery(Tx& tx, const AccountId& account, const DeliveryAnswer& answer, Timestamp now);

} // namespace leadsheet::server::store
