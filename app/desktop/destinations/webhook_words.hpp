// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../account/account_session.hpp"
#include "../theme/palette.hpp"

#include "leadsheet/model/webhook.hpp"

#include <QString>

#include <span>
#include <string_view>

namespace leadsheet::desktop {

/// A state as the person reads it: word, icon and tone, never the colour alone.
struct DeliveryLook {
    QString word;
    QLatin1String icon;
    Tone tone = Tone::Neutral;
};
DeliveryLook webhookLook(const Webhook& webhook);
DeliveryLook deliveryLook(const WebhookDelivery& delivery);

/// "Order delivered", for a kind of message; an unknown one is what it is.
QString messageWord(std::string_view eventType);
/// Every kind of message the contract knows, in its order.
std::vector<std::string> messageKinds();
/// "all kinds", or how many of them.
QString messagesWord(const Webhook& webhook);
/// Share of attempts that succeeded in the last 24 hours: "98 % of 412"; "–" when there were none.
QString shareWord(const WebhookHealth& health);
/// Its name, or its address where it has none.
QString nameOf(const Webhook& webhook);
/// "Answered 503" or why there was no answer; empty before the first attempt.
QString answerWord(const WebhookDelivery& delivery);
/// Of a time of the server that may be missing: "–".
QString timeOr(const std::optional<std::string>& rfc3339);

/// What is wrong with an address before the service is asked; empty = nothing.
QString addressFault(const QString& address);

} // namespace leadsheet::desktop
