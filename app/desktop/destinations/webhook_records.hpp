// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../account/account_session.hpp"
#include "../records/record_model.hpp"

#include "leadsheet/model/webhook.hpp"

#include <stop_token>
#include <string>
#include <string_view>

namespace leadsheet::desktop {

Look deliveryLook(const WebhookDelivery& delivery);

/// "Order delivered", for a kind of message; an unknown one is what it is.
QString messageWord(std::string_view eventType);
/// Every kind of message the contract knows, in its order.
std::vector<std::string> messageKinds();
/// Its name, or its address where it has none.
QString nameOf(const Webhook& webhook);
/// Of a time of the server that may be missing: "–".
QString timeOr(const std::optional<std::string>& rfc3339);

/// What is wrong with an address before the service is asked; empty = nothing.
QString addressFault(const QString& address);

/// The account's webhooks with their health.
class WebhookModel : public PagedModel<Webhook> {
    Q_OBJECT

public:
    enum Column { Name, State, LastSuccess, Share, Waiting, Messages, Address };

    explicit WebhookModel(QObject* parent = nullptr);

protected:
    const std::string& idOf(const Webhook& webhook) const override { return webhook.id.str(); }
};

/// Messages to one webhook, newest first.
class DeliveryModel : public PagedModel<WebhookDelivery> {
    Q_OBJECT

public:
    enum Column { Message, State, Created, Attempts, Answer, Next, Order };

    explicit DeliveryModel(QObject* parent = nullptr);

protected:
    const std::string& idOf(const WebhookDelivery& delivery) const override {
        return delivery.id.str();
    }
};

/// Reads the message until its first attempt after `attempts` has an answer, at most for as long
/// as an attempt may take. Blocks; any thread but the GUI's.
Result<WebhookDeliveryDetail> awaitAttempt(const Connected& at, const WebhookDeliveryId& id,
                                           std::int64_t attempts, const std::stop_token& stop);

/// Sends a test message and waits for its first answer. Blocks.
Result<WebhookDeliveryDetail> sendTest(const Connected& at, const WebhookId& webhook,
                                       const IdempotencyKey& key, const std::stop_token& stop);

/// Switches a webhook on and, if wanted, queues what was not delivered since then.
struct EnableOutcome {
    Webhook webhook;
    std::int64_t queued = 0;
};
Result<EnableOutcome> enableWebhook(const Connected& at, const Webhook& shown,
                                    const std::optional<std::string>& since,
                                    const IdempotencyKey& key, const std::stop_token& stop);

} // namespace leadsheet::desktop
