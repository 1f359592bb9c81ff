// SPDX-License-Identifier: Apache-2.0
#include "webhook_actions.hpp"

#include "leadsheet/resource/webhooks.hpp"

#include <QUuid>

#include <condition_variable>
#include <mutex>

namespace leadsheet::desktop {
namespace {

constexpr std::chrono::milliseconds kLookAgain{400};
constexpr int kLooks = 50; // 20 s: an attempt takes 15 at most

/// False when it was stopped.
bool pauseFor(std::chrono::milliseconds time, const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    never.wait_for(lock, stop, time, [] { return false; });
    return !stop.stop_requested();
}

} // namespace

IdempotencyKey newActKey(const char* act) {
    return *IdempotencyKey::parse(std::string("desktop-") + act + "-" +
                                  QUuid::createUuid().toString(QUuid::WithoutBraces).toStdString());
}

CallOptions callUntil(const std::stop_token& stop) {
    CallOptions call;
    call.stop = stop;
    return call;
}

Result<WebhookDeliveryDetail> awaitAttempt(const Connected& at, const WebhookDeliveryId& id,
                                           std::int64_t attempts, const std::stop_token& stop) {
    for (int look = 1;; ++look) {
        auto found = at.client->webhooks().delivery(id, callUntil(stop));
        if (!found || found->delivery.attempts > attempts || look == kLooks)
            return found;
        if (!pauseFor(kLookAgain, stop))
            return failure(localError(ErrorCode::Cancelled, "Stopped."));
    }
}

Result<WebhookDeliveryDetail> sendTest(const Connected& at, const WebhookId& webhook,
                                       const IdempotencyKey& key, const std::stop_token& stop) {
    const auto queued = at.client->webhooks().test(webhook, key, callUntil(stop));
    if (!queued)
        return failure(queued.error());
    return awaitAttempt(at, queued->id, 0, stop);
}

Result<EnableOutcome> enableWebhook(const Connected& at, const Webhook& shown,
                                    const std::optional<std::string>& since,
                                    const IdempotencyKey& key, const std::stop_token& stop) {
    WebhookChange change;
    change.enabled = true;
    auto webhook = at.client->webhooks().update(shown.id, change, shown.version, callUntil(stop));
    if (!webhook)
        return failure(webhook.error());
    EnableOutcome outcome{*std::move(webhook), 0};
    if (since) {
        const auto queued = at.client->webhooks().recover(shown.id, *since, key, callUntil(stop));
        if (!queued)
            return failure(queued.error());
        outcome.queued = *queued;
    }
    return outcome;
}

} // namespace leadsheet::desktop
