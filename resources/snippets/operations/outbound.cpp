// SPDX-License-Identifier: Apache-2.0
// The operations of customers that send leads on: webhooks and outreach platforms in C++, as the
// portal shows them: a region an operation, named by its id. A test compiles this file and runs
// what needs nothing prepared. `Result`, LEADSHEET_TRY: leadsheet/try.hpp.
#include "operations.hpp"

#include <leadsheet/client.hpp>
#include <leadsheet/resource/destinations.hpp>
#include <leadsheet/resource/webhooks.hpp>
#include <leadsheet/try.hpp>

#include <iostream>

namespace leadsheet::snippets {

// [listWebhooks]
Result<void> listWebhooks(const Client& client) {
    auto webhooks = client.webhooks().all();
    for (;;) {
        LEADSHEET_TRY(const auto webhook, webhooks.next());
        if (!webhook)
            break;
        std::cout << webhook->id.str() << ' ' << webhook->url << '\n';
    }
    return {};
}

// [createWebhook]
Result<void> createWebhook(const Client& client) {
    NewWebhook wanted;
    wanted.url = "https://hooks.example.com/leads";
    wanted.name = "Warehouse";
    wanted.events = {"order.delivered", "leads.delivered"};
    LEADSHEET_TRY(const auto key, IdempotencyKey::parse("sheet-7-row-14"));
    LEADSHEET_TRY(const auto created, client.webhooks().create(wanted, key));
    std::cout << "shown this once: " << created.made.secret.reveal() << '\n';
    return {};
}

// [getWebhook]
Result<void> getWebhook(const Client& client) {
    LEADSHEET_TRY(const auto id, WebhookId::parse("wh_0a2c4e6g8j1k3m5n7p9q2r4t"));
    LEADSHEET_TRY(const auto webhook, client.webhooks().get(id));
    std::cout << webhook.url << (webhook.enabled ? " is on\n" : " is off\n");
    return {};
}

// [updateWebhook]
Result<void> updateWebhook(const Client& client) {
    LEADSHEET_TRY(const auto id, WebhookId::parse("wh_0a2c4e6g8j1k3m5n7p9q2r4t"));
    WebhookChange change;
    change.enabled = false;
    LEADSHEET_TRY(const auto webhook, client.webhooks().update(id, change));
    std::cout << "version " << webhook.version << '\n';
    return {};
}

// [deleteWebhook]
Result<void> deleteWebhook(const Client& client) {
    LEADSHEET_TRY(const auto id, WebhookId::parse("wh_0a2c4e6g8j1k3m5n7p9q2r4t"));
    LEADSHEET_TRY_DONE(client.webhooks().remove(id));
    return {};
}

// [testWebhook]
Result<void> testWebhook(const Client& client) {
    LEADSHEET_TRY(const auto id, WebhookId::parse("wh_0a2c4e6g8j1k3m5n7p9q2r4t"));
    LEADSHEET_TRY(const auto key, IdempotencyKey::parse("sheet-7-row-14"));
    LEADSHEET_TRY(const auto delivery, client.webhooks().test(id, key));
    std::cout << delivery.id.str() << ": " << delivery.state << '\n';
    return {};
}

// [rotateWebhookSecret]
Result<void> rotateWebhookSecret(const Client& client) {
    LEADSHEET_TRY(const auto id, WebhookId::parse("wh_0a2c4e6g8j1k3m5n7p9q2r4t"));
    LEADSHEET_TRY(const auto key, IdempotencyKey::parse("sheet-7-row-14"));
    LEADSHEET_TRY(const auto made, client.webhooks().rotateSecret(id, key));
    std::cout << "shown this once: " << made.secret.reveal() << '\n';
    return {};
}

// [recoverWebhook]
Result<void> recoverWebhook(const Client& client) {
    LEADSHEET_TRY(const auto id, WebhookId::parse("wh_0a2c4e6g8j1k3m5n7p9q2r4t"));
    LEADSHEET_TRY(const auto key, IdempotencyKey::parse("sheet-7-row-14"));
    LEADSHEET_TRY(const auto queued, client.webhooks().recover(id, "2026-02-20T00:00:00Z", key));
    std::cout << queued << " messages\n";
    return {};
}

// [listWebhookDeliveries]
Result<void> listWebhookDeliveries(const Client& client) {
    LEADSHEET_TRY(const auto id, WebhookId::parse("wh_0a2c4e6g8j1k3m5n7p9q2r4t"));
    WebhookDeliveryFilter filter;
    filter.state = WebhookDeliveryState::Failed;
    auto deliveries = client.webhooks().allDeliveries(id, filter);
    for (;;) {
        LEADSHEET_TRY(const auto delivery, deliveries.next());
        if (!delivery)
            break;
        std::cout << delivery->id.str() << '\n';
    }
    return {};
}

// [getWebhookDelivery]
Result<void> getWebhookDelivery(const Client& client) {
    LEADSHEET_TRY(const auto id, WebhookDeliveryId::parse("whd_5t7v9x1z3b4d6f8h0k2m4p6r"));
    LEADSHEET_TRY(const auto detail, client.webhooks().delivery(id));
    for (const WebhookAttempt& attempt : detail.attempts)
        std::cout << attempt.at << ' ' << attempt.status.value_or(0) << '\n';
    return {};
}

// [resendWebhookDelivery]
Result<void> resendWebhookDelivery(const Client& client) {
    LEADSHEET_TRY(const auto id, WebhookDeliveryId::parse("whd_5t7v9x1z3b4d6f8h0k2m4p6r"));
    LEADSHEET_TRY(const auto key, IdempotencyKey::parse("sheet-7-row-14"));
    LEADSHEET_TRY(const auto delivery, client.webhooks().resend(id, key));
    std::cout << delivery.state << '\n';
    return {};
}

// [deliverToWebhook]
Result<void> deliverToWebhook(const Client& client) {
    LEADSHEET_TRY(const auto id, WebhookId::parse("wh_0a2c4e6g8j1k3m5n7p9q2r4t"));
    LEADSHEET_TRY(const auto number, OrderNumber::parse("LS-7Q2M9K4T6W"));
    LeadsToDeliver wanted;
    wanted.orderNumber = number;
    LEADSHEET_TRY(const auto key, IdempotencyKey::parse("sheet-7-row-14"));
    LEADSHEET_TRY(const auto queued, client.webhooks().deliver(id, wanted, key));
    std::cout << queued.leads << " leads in " << queued.messages << " messages\n";
    return {};
}

// [listDestinations]
Result<void> listDestinations(const Client& client) {
    auto destinations = client.destinations().all();
    for (;;) {
        LEADSHEET_TRY(const auto destination, destinations.next());
        if (!destination)
            break;
        std::cout << destination->id.str() << ' ' << destination->platform << '\n';
    }
    return {};
}

// [createDestination]
Result<void> createDestination(const Client& client) {
    LEADSHEET_TRY(auto credential, PlatformCredential::parse("example-credential"));
    LEADSHEET_TRY(const auto key, IdempotencyKey::parse("sheet-7-row-14"));
    const NewDestination wanted{.platform = "instantly",
                                .credential = std::move(credential),
                                .name = "Outbound",
                                .campaignId = "c-1"};
    LEADSHEET_TRY(const auto destination, client.destinations().create(wanted, key));
    std::cout << destination.id.str() << '\n';
    return {};
}

// [getDestination]
Result<void> getDestination(const Client& client) {
    LEADSHEET_TRY(const auto id, DestinationId::parse("dst_0a2c4e6g8j1k3m5n7p9q2r4t"));
    LEADSHEET_TRY(const auto destination, client.destinations().get(id));
    std::cout << destination.pushes.accepted << " leads accepted\n";
    return {};
}

// [updateDestination]
Result<void> updateDestination(const Client& client) {
    LEADSHEET_TRY(const auto id, DestinationId::parse("dst_0a2c4e6g8j1k3m5n7p9q2r4t"));
    DestinationChange change;
    change.autoDeliver = true;
    LEADSHEET_TRY(const auto destination, client.destinations().update(id, change));
    std::cout << "version " << destination.version << '\n';
    return {};
}

// [deleteDestination]
Result<void> deleteDestination(const Client& client) {
    LEADSHEET_TRY(const auto id, DestinationId::parse("dst_0a2c4e6g8j1k3m5n7p9q2r4t"));
    LEADSHEET_TRY_DONE(client.destinations().remove(id));
    return {};
}

// [testDestination]
Result<void> testDestination(const Client& client) {
    LEADSHEET_TRY(const auto id, DestinationId::parse("dst_0a2c4e6g8j1k3m5n7p9q2r4t"));
    LEADSHEET_TRY(const auto key, IdempotencyKey::parse("sheet-7-row-14"));
    LEADSHEET_TRY(const auto check, client.destinations().test(id, {}, key));
    std::cout << (check.ok ? "accepted" : check.detail.value_or("refused")) << '\n';
    return {};
}

// [listDestinationCampaigns]
Result<void> listDestinationCampaigns(const Client& client) {
    LEADSHEET_TRY(const auto id, DestinationId::parse("dst_0a2c4e6g8j1k3m5n7p9q2r4t"));
    LEADSHEET_TRY(const auto campaigns, client.destinations().campaigns(id));
    for (const Campaign& campaign : campaigns)
        std::cout << campaign.id << ' ' << campaign.name << '\n';
    return {};
}

// [pushToDestination]
Result<void> pushToDestination(const Client& client) {
    LEADSHEET_TRY(const auto id, DestinationId::parse("dst_0a2c4e6g8j1k3m5n7p9q2r4t"));
    LEADSHEET_TRY(const auto number, OrderNumber::parse("LS-7Q2M9K4T6W"));
    LeadsToPush wanted;
    wanted.orderNumber = number;
    LEADSHEET_TRY(const auto key, IdempotencyKey::parse("sheet-7-row-14"));
    LEADSHEET_TRY(const auto queued, client.destinations().push(id, wanted, key));
    std::cout << queued.queued << " queued\n";
    return {};
}

// [listDestinationPushes]
Result<void> listDestinationPushes(const Client& client) {
    LEADSHEET_TRY(const auto id, DestinationId::parse("dst_0a2c4e6g8j1k3m5n7p9q2r4t"));
    PushFilter filter;
    filter.state = PushState::Rejected;
    auto pushes = client.destinations().allPushes(id, filter);
    for (;;) {
        LEADSHEET_TRY(const auto push, pushes.next());
        if (!push)
            break;
        std::cout << push->platformReason.value_or("") << '\n';
    }
    return {};
}

} // namespace leadsheet::snippets
