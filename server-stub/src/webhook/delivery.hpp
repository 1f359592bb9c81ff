// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/crypto.hpp"
#include "domain/ids.hpp"
#include "domain/timestamp.hpp"
#include "egress/client.hpp"
#include "store/store.hpp"

#include <leadsheet/contract/limits.hpp>
#include <leadsheet/contract/webhook_events.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::server::webhook {

/// How often a message is tried, from its creation or its resending on (contract section 8).
inline constexpr int kWebhookAttempts = 10;
/// An endpoint that only failed for this long is disabled.
inline constexpr auto kWebhookFailingFor = std::chrono::hours(24 * 5);
/// How long messages are kept: held ones can be recovered for this long.
inline constexpr auto kWebhookRetention = std::chrono::hours(24 * 30);
/// How long messages carry a signature of the secret that was replaced.
inline constexpr auto kWebhookSecretOverlap = std::chrono::hours(24);

/// When to try again after `attempts` attempts (1 or more) of which the last failed at `now`: the
/// step of the schedule +-10 %, or `retryAfter` where that is longer (a day at most). nullopt: that
/// was the last attempt.
std::optional<domain::Timestamp> nextWebhookAttempt(int attempts, domain::Timestamp now,
                                                    std::optional<std::chrono::seconds> retryAfter,
                                                    const domain::RandomBytes& random);

/// "whsec_" + base64 of 24 random bytes (Standard Webhooks 1.0.0).
std::string makeWebhookSecret(const domain::RandomBytes& random);

/// The value of the header webhook-signature (Standard Webhooks 1.0.0, v1): one signature a secret,
/// separated by spaces. `body` is what is sent, byte for byte.
std::string webhookSignature(std::span<const std::string> secrets, std::string_view messageId,
                             std::string_view timestamp, std::string_view body);

/// What a sealed secret of a webhook is bound to.
std::string secretContext(const store::WebhookId& id);

/// So many replaced secrets are signed with at most; of more the oldest go early.
inline constexpr std::size_t kMaxReplacedSecrets = 4;

/// Gives the webhook another secret. The one before it, and those before that whose day is not
/// over, are signed with until each one's day is.
void replaceSecret(store::Webhook& webhook, const std::string& secret,
                   const domain::SecretBox& secrets, const domain::RandomBytes& random,
                   store::Timestamp now);

/// One attempt to send a message to a webhook.
struct Attempt {
    store::Webhook webhook;
    store::WebhookDelivery delivery;
    std::string body;
    store::Timestamp at; ///< signed, and shown in the log
    std::string signature;
};

/// The headers of an attempt, as they are sent and shown. Every attempt is a hop of its own in the
/// trace of the request that caused the message, if that named one.
std::vector<egress::Header> attemptHeaders(const store::WebhookDelivery& delivery,
                                           store::Timestamp at, const std::string& signature);

/// Signs with the secret, and with those before it while they are valid. False when the stored
/// secret cannot be opened: the server has another pepper than the one that sealed it.
bool sign(Attempt& attempt, const domain::SecretBox& secrets);

egress::Request requestOf(const Attempt& attempt);

/// What an answer, or the lack of one, means: only 2xx succeeds; a failure is tried again by the
/// schedule, or held when the webhook is disabled.
store::DeliveryResult judge(const Attempt& attempt, const egress::Result& answer,
                            store::Timestamp now, const domain::RandomBytes& random);

/// Whether the endpoint says that it will never take a message again.
bool isGone(const egress::Result& answer);

/// How leads are divided into messages: none holds more than 100 leads or 256 KiB, or leads of two
/// orders.
struct LeadPlan {
    struct OrderPart {
        store::OrderNumber order;
        std::vector<store::LeadSlice> slices; ///< parts are numbered; orderVersion is not set
    };
    std::vector<OrderPart> orders;
    std::int64_t leads = 0;
};

/// Looks at the leads of an account that match, up to the one with the seq `upTo`, a piece at a
/// time, so that nobody waits long.
store::StoreResult<LeadPlan> planLeads(store::Store& store, const store::AccountId& account,
                                       const store::LeadFilter& filter,
                                       std::optional<std::int64_t> upTo = {});

/// Queues the messages of a plan to a webhook: pending, or held when that is disabled. Returns how
/// many.
std::int64_t queuePlan(store::Tx& tx, const store::Webhook& webhook, const LeadPlan& plan,
                       store::Timestamp now);

/// The body of a message, {type, timestamp, data} (contract section 8). The same message always
/// gives the same bytes, as long as none of its leads is erased: it then shows what is left.
std::string messageBody(store::Reader& reader, const store::WebhookMessage& message);

} // namespace leadsheet::server::webhook
