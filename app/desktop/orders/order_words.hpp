// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../theme/palette.hpp"

#include "leadsheet/clock.hpp"
#include "leadsheet/model/order.hpp"

#include <QList>
#include <QPair>
#include <QString>

namespace leadsheet::desktop {

/// A state as the person reads it: word, icon and tone, never the colour alone.
struct OrderLook {
    QString word;
    QLatin1String icon;
    Tone tone = Tone::Neutral;
};
OrderLook lookOf(const Order& order);
OrderLook lookOf(OrderStatus status);
QString paymentWord(PaymentStatus payment);
/// "Approved", for an event's type.
QString eventWord(const OrderEvent& event);
/// Of an RFC 3339 time of the server, local.
QString timeText(const std::string& rfc3339, WallTime now);
WallTime wallNow();

/// What was ordered, as pairs of a name and a value; from Order::request.
QList<QPair<QString, QString>> requestWords(const std::string& request);

/// What is still set aside for an order: without what its parts were charged.
Money heldOf(const Order& order);

/// Cancelling is possible, and releases what is held.
bool canCancel(const Order& order);

} // namespace leadsheet::desktop
