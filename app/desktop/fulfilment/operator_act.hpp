// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/model/admin.hpp"
#include "leadsheet/options.hpp"

#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace leadsheet {
class Client;
}

namespace leadsheet::desktop {

/// What an operator does with orders (contract section 6).
enum class OperatorAct { Approve, Ask, Deliver, Refund, Reject, GiveUp };

/// Whether the order is in a state from which the service allows it.
bool allows(const AdminOrder& order, OperatorAct act);
/// Whether the customer is told a text: a question or a reason.
bool needsText(OperatorAct act);

/// An act as it is asked for.
struct ActWish {
    OperatorAct act = OperatorAct::Approve;
    std::string text = {};            ///< question or reason
    std::optional<Money> amount = {}; ///< of a refund after delivery; not set = all that is left
};

/// What an act does to the money of an order.
struct MoneyEffect {
    Money charged;
    Money released; ///< of what was held
    Money refunded; ///< of what was charged
    Money kept;     ///< stays held
};
MoneyEffect effectOf(const AdminOrder& order, const ActWish& wish);
/// What was charged and not given back yet.
Money refundable(const AdminOrder& order);

/// The same act on the same version of an order has the same key, also after a restart of the
/// program or at another operator's desk: it is done once at most.
IdempotencyKey actKey(const Order& order, const ActWish& wish);

/// Only while the order is as it was shown. Blocks; any thread but the GUI's.
Result<AdminOrder> perform(const Client& client, const AdminOrder& shown, const ActWish& wish,
                           const CallOptions& call);

/// What an act will do, said before it is done.
struct ActPreview {
    std::vector<AdminOrder> orders; ///< the ones whose state allows it
    QString effect;                 ///< how many orders and what becomes of the money
    QString caution;                ///< what a careful operator should know; empty = nothing
    QString button;                 ///< "Refund $240.00 for 3 Orders"
};
ActPreview previewOf(const ActWish& wish, const std::vector<AdminOrder>& chosen);

/// How an act is offered.
struct ActFace {
    const char* key;  ///< in idempotency keys
    const char* icon; ///< its bundled picture
    QString label;    ///< of its button
    QString title;    ///< of its dialog
};
ActFace faceOf(OperatorAct act);
/// What was done to so many orders: "3 orders were approved."
QString doneWords(OperatorAct act, int orders);
QString doneWords(OperatorAct act, const OrderNumber& order);
/// What is to be typed, or empty.
QString textLabel(OperatorAct act);

} // namespace leadsheet::desktop
