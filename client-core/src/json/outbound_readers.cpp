// SPDX-License-Identifier: Apache-2.0
#include "json/readers.hpp"

namespace leadsheet::detail {
namespace {

PushCounts readPushCounts(const Decoder& in) {
    PushCounts counts;
    counts.pending = in.required("pending").integer(0);
    counts.sending = in.required("sending").integer(0);
    counts.accepted = in.required("accepted").integer(0);
    counts.skippedDuplicate = in.required("skippedDuplicate").integer(0);
    counts.rejected = in.required("rejected").integer(0);
    counts.unknown = in.required("unknown").integer(0);
    return counts;
}

} // namespace

std::optional<Destination> readDestination(const Decoder& in) {
    auto id = in.required("id").id<DestinationId>();
    if (!id)
        return {};
    Destination destination(*std::move(id));
    destination.platform = in.required("platform").text();
    destination.name = in.textOr("name");
    destination.campaignId = in.optionalText("campaignId");
    in.required("fieldMap").members([&](std::string_view name, const Decoder& value) {
        destination.fieldMap.emplace(name, value.text());
    });
    destination.duplicatePolicy = in.required("duplicatePolicy").text();
    destination.results = in.required("results").texts();
    destination.autoDeliver = in.required("autoDeliver").boolean();
    destination.enabled = in.required("enabled").boolean();
    destination.pushes = readPushCounts(in.required("pushes"));
    destination.version = in.required("version").integer(0);
    destination.createdAt = in.required("createdAt").text();
    destination.updatedAt = in.required("updatedAt").text();
    return in.failed() ? std::nullopt : std::optional(std::move(destination));
}

std::optional<Campaign> readCampaign(const Decoder& in) {
    Campaign campaign{in.required("id").text(), in.required("name").text(),
                      in.optionalText("state")};
    return in.failed() ? std::nullopt : std::optional(std::move(campaign));
}

std::optional<Push> readPush(const Decoder& in) {
    auto id = in.required("id").id<PushId>();
    auto destination = in.required("destinationId").id<DestinationId>();
    auto lead = in.required("leadId").id<LeadId>();
    auto order = in.required("orderNumber").id<OrderNumber>();
    if (!id || !destination || !lead || !order)
        return {};
    Push push(*std::move(id), *std::move(destination), *std::move(lead), *std::move(order));
    push.state = in.required("state").text();
    push.platformReason = in.optionalText("platformReason");
    push.attempts = in.required("attempts").integer(0);
    push.createdAt = in.required("createdAt").text();
    push.updatedAt = in.required("updatedAt").text();
    return in.failed() ? std::nullopt : std::optional(std::move(push));
}

std::optional<DestinationCheck> readDestinationCheck(const Decoder& in) {
    DestinationCheck check{in.required("ok").boolean(), in.optionalText("detail"), {}};
    if (const auto push = in.optional("push"))
        check.push = readPush(*push);
    return in.failed() ? std::nullopt : std::optional(std::move(check));
}

std::optional<QueuedPushes> readQueuedPushes(const Decoder& in) {
    const QueuedPushes queued{in.required("queued").integer(0),
                              in.required("alreadyPushed").integer(0),
                              in.required("filtered").integer(0)};
    return in.failed() ? std::nullopt : std::optional(queued);
}

namespace {

std::optional<OrderNumber> readOrderNumber(const Decoder& in) {
    const auto number = in.optional("orderNumber");
    return number ? number->id<OrderNumber>() : std::nullopt;
}

WebhookHealth readHealth(const Decoder& in) {
    WebhookHealth health;
    health.pending = in.required("pending").integer(0);
    if (const auto held = in.optional("held"))
        health.held = held->integer(0);
    health.delivered24h = in.required("delivered24h").integer(0);
    health.failed24h = in.required("failed24h").integer(0);
    health.lastSuccessAt = in.optionalText("lastSuccessAt");
    health.lastFailureAt = in.optionalText("lastFailureAt");
    return health;
}

WebhookAttempt readAttempt(const Decoder& in) {
    WebhookAttempt attempt;
    attempt.at = in.required("at").text();
    attempt.status = in.optionalInteger("status");
    attempt.durationMs = in.required("durationMs").integer(0);
    attempt.error = in.optionalText("error");
    attempt.responseBody = in.optionalText("responseBody");
    return attempt;
}

} // namespace

std::optional<Webhook> readWebhook(const Decoder& in) {
    auto id = in.required("id").id<WebhookId>();
    if (!id)
        return {};
    Webhook webhook(*std::move(id));
    webhook.url = in.required("url").text();
    webhook.name = in.textOr("name");
    webhook.events = in.required("events").texts();
    webhook.enabled = in.required("enabled").boolean();
    webhook.autoDeliver = in.required("autoDeliver").boolean();
    webhook.disabledReason = in.optionalText("disabledReason");
    webhook.health = readHealth(in.required("health"));
    webhook.version = in.required("version").integer(0);
    webhook.createdAt = in.required("createdAt").text();
    webhook.updatedAt = in.required("updatedAt").text();
    return in.failed() ? std::nullopt : std::optional(std::move(webhook));
}

std::optional<MadeWebhookSecret> readWebhookSecret(const Decoder& in) {
    const Decoder member = in.required("secret");
    auto secret = WebhookSecret::parse(member.text());
    if (!secret) {
        member.fail("is not a webhook secret");
        return {};
    }
    MadeWebhookSecret made{*std::move(secret), in.optionalText("previousSecretValidUntil")};
    return in.failed() ? std::nullopt : std::optional(std::move(made));
}

std::optional<CreatedWebhook> readCreatedWebhook(const Decoder& in) {
    auto webhook = readWebhook(in);
    auto made = readWebhookSecret(in);
    if (!webhook || !made)
        return {};
    return CreatedWebhook{*std::move(webhook), *std::move(made)};
}

std::optional<WebhookDelivery> readWebhookDelivery(const Decoder& in) {
    auto id = in.required("id").id<WebhookDeliveryId>();
    auto webhook = in.required("webhookId").id<WebhookId>();
    if (!id || !webhook)
        return {};
    WebhookDelivery delivery(*std::move(id), *std::move(webhook));
    delivery.messageId = in.required("messageId").text();
    delivery.eventType = in.required("eventType").text();
    delivery.state = in.required("state").text();
    delivery.orderNumber = readOrderNumber(in);
    delivery.attempts = in.required("attempts").integer(0);
    delivery.nextAttemptAt = in.optionalText("nextAttemptAt");
    delivery.lastStatus = in.optionalInteger("lastStatus");
    delivery.lastError = in.optionalText("lastError");
    delivery.createdAt = in.required("createdAt").text();
    delivery.deliveredAt = in.optionalText("deliveredAt");
    return in.failed() ? std::nullopt : std::optional(std::move(delivery));
}

std::optional<WebhookDeliveryDetail> readWebhookDeliveryDetail(const Decoder& in) {
    auto delivery = readWebhookDelivery(in);
    if (!delivery)
        return {};
    WebhookDeliveryDetail detail{*std::move(delivery), {}, {}, false, {}};
    in.required("requestHeaders").members([&](std::string_view name, const Decoder& value) {
        detail.requestHeaders.emplace(name, value.text());
    });
    detail.requestBody = in.required("requestBody").text();
    if (const auto masked = in.optional("requestBodyMasked"))
        detail.bodyMasked = masked->boolean();
    for (const Decoder& attempt : in.required("attemptLog").elements())
        detail.attempts.push_back(readAttempt(attempt));
    return in.failed() ? std::nullopt : std::optional(std::move(detail));
}

std::optional<QueuedLeads> readQueuedLeads(const Decoder& in) {
    const QueuedLeads queued{in.required("leads").integer(0), in.required("queued").integer(0)};
    return in.failed() ? std::nullopt : std::optional(queued);
}

std::optional<AccountStatistics> readAccountStatistics(const Decoder& in) {
    AccountStatistics found;
    found.firstDay = in.required("firstDay").text();
    found.charged = in.required("charged").money();
    found.refunded = in.required("refunded").money();
    found.heldBefore = in.required("heldBefore").money();
    for (const Decoder& day : in.required("days").elements())
        found.days.push_back({day.required("day").text(), day.required("credited").money(),
                              day.required("ordered").money(), day.required("charged").money(),
                              day.required("released").money(), day.required("refunded").money(),
                              day.required("held").money()});
    if (const auto orders = in.optional("orders")) {
        found.orders.emplace();
        for (const Decoder& some : orders->elements())
            found.orders->push_back({orderStatusFromName(some.required("status").text()),
                                     some.required("count").integer(0)});
    }
    if (const auto leads = in.optional("leads"))
        found.leads = leads->integer(0);
    if (const auto results = in.optional("results")) {
        found.results.emplace();
        for (const Decoder& some : results->elements())
            found.results->push_back({leadResultFromName(some.required("result").text()),
                                      some.required("count").integer(0)});
    }
    return in.failed() ? std::nullopt : std::optional(std::move(found));
}

} // namespace leadsheet::detail
