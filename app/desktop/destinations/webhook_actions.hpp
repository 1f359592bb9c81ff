// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../account/account_session.hpp"

#include "leadsheet/model/webhook.hpp"

#include <chrono>
#include <stop_token>
#include <string>

namespace leadsheet::desktop {

/// A key for one act of the person. The same act sent again must have the same key.
IdempotencyKey newActKey(const char* act);
CallOptions callUntil(const std::stop_token& stop);

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
