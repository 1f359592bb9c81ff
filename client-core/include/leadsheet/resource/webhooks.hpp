// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/model/webhook.hpp"
#include "leadsheet/options.hpp"
#include "leadsheet/page.hpp"

#include <memory>

namespace leadsheet {

namespace detail {
class CallRunner;
}

/// `/v1/webhooks`, `/v1/webhook-deliveries` and `/v1/webhook/deliver`; scopes webhooks:read and
/// webhooks:write. Thread-safe; cheap to copy; outlives its Client.
///
/// `expectedVersion` makes a change fail with ErrorCode::VersionConflict when the webhook was
/// changed in between. A URL inside a private network is ErrorCode::DestinationBlocked.
class Webhooks {
public:
    explicit Webhooks(std::shared_ptr<detail::CallRunner> runner)
        : runner_(std::move(runner)) {}

    Result<Page<Webhook>> list(const PageOptions& page = {}, const CallOptions& options = {}) const;
    PageRange<Webhook> all(const PageOptions& page = {}, const CallOptions& options = {}) const;
    Result<Webhook> get(const WebhookId& id, const CallOptions& options = {}) const;

    Result<CreatedWebhook> create(const NewWebhook& webhook, const IdempotencyKey& key,
                                  const CallOptions& options = {}) const;
    /// ErrorCode::InvalidArgument when nothing is to change.
    Result<Webhook> update(const WebhookId& id, const WebhookChange& change,
                           std::optional<std::int64_t> expectedVersion = {},
                           const CallOptions& options = {}) const;
    /// Messages that wait are dropped.
    Result<void> remove(const WebhookId& id, std::optional<std::int64_t> expectedVersion = {},
                        const CallOptions& options = {}) const;

    /// Queues one `webhook.test` message, also to a disabled webhook.
    Result<WebhookDelivery> test(const WebhookId& id, const IdempotencyKey& key,
                                 const CallOptions& options = {}) const;
    /// For 24 hours messages carry signatures of both secrets, and of one that was replaced before
    /// until its own 24 hours are over.
    Result<MadeWebhookSecret> rotateSecret(const WebhookId& id, const IdempotencyKey& key,
                                           const CallOptions& options = {}) const;
    /// Queues every message since that moment, at most 30 days ago, that was not delivered; how
    /// many. A disabled webhook has to be enabled first, here and for resend().
    Result<std::int64_t> recover(const WebhookId& id, std::string_view since,
                                 const IdempotencyKey& key, const CallOptions& options = {}) const;

    /// Newest first.
    Result<Page<WebhookDelivery>> deliveries(const WebhookId& id,
                                             const WebhookDeliveryFilter& filter = {},
                                             const PageOptions& page = {},
                                             const CallOptions& options = {}) const;
    PageRange<WebhookDelivery> allDeliveries(const WebhookId& id,
                                             const WebhookDeliveryFilter& filter = {},
                                             const PageOptions& page = {},
                                             const CallOptions& options = {}) const;
    Result<WebhookDeliveryDetail> delivery(const WebhookDeliveryId& id,
                                           const CallOptions& options = {}) const;
    /// The same message id and body, whatever its state.
    Result<WebhookDelivery> resend(const WebhookDeliveryId& id, const IdempotencyKey& key,
                                   const CallOptions& options = {}) const;

    /// Pushes leads that were delivered before.
    Result<QueuedLeads> deliver(const WebhookId& id, const LeadsToDeliver& leads,
                                const IdempotencyKey& key, const CallOptions& options = {}) const;

private:
    std::shared_ptr<detail::CallRunner> runner_;
};

} // namespace leadsheet
