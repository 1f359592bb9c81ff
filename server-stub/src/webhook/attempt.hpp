// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/crypto.hpp"
#include "domain/ids.hpp"
#include "egress/client.hpp"
#include "store/store.hpp"

#include <string>

namespace leadsheet::server::webhook {

/// What a sealed secret of a webhook is bound to.
std::string secretContext(const store::WebhookId& id);

/// One attempt to send a message to a webhook.
struct Attempt {
    store::Webhook webhook;
    store::WebhookDelivery delivery;
    std::string body;
    store::Timestamp at; ///< signed, and shown in the log
    std::string signature;
};

/// The headers of an attempt, as they are sent and shown.
std::vector<egress::Header> attemptHeaders(const store::MessageId& message, store::Timestamp at,
                                           const std::string& signature);

/// Signs with the secret, and with the one before it while that is valid. False when the stored
/// secret cannot be opened: the server has another pepper than the one that sealed it.
bool sign(Attempt& attempt, const domain::SecretBox& secrets);

egress::Request requestOf(const Attempt& attempt);

/// What an answer, or the lack of one, means: only 2xx succeeds; a failure is tried again by the
/// schedule, or held when the webhook is disabled.
store::DeliveryResult judge(const Attempt& attempt, const egress::Result& answer,
                            store::Timestamp now, const domain::RandomBytes& random);

/// Whether the endpoint says that it will never take a message again.
bool isGone(const egress::Result& answer);

} // namespace leadsheet::server::webhook
