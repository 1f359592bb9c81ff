// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/resource/webhooks.hpp"

#include "resource/typed_call.hpp"
#include "json/readers.hpp"
#include "json/text.hpp"

namespace leadsheet {
namespace {

constexpr const char* kWebhooks = "/v1/webhooks";

std::string webhookPath(const WebhookId& id, const char* rest) {
    return std::string(kWebhooks) + "/" + detail::encodeSegment(id.str()) + rest;
}

std::string webhookDeliveryPath(const WebhookDeliveryId& id, const char* rest = "") {
    return "/v1/webhook-deliveries/" + detail::encodeSegment(id.str()) + rest;
}

detail::Call webhookCall(const char* operation, const WebhookId& id, const char* rest = "") {
    detail::Call call;
    call.operation = operation;
    call.path = webhookPath(id, rest);
    return call;
}

detail::Call webhookPost(const char* operation, const WebhookId& id, const char* verb,
                         const IdempotencyKey& key) {
    return detail::postCall(operation, webhookPath(id, verb), key);
}

detail::ObjectText& eventsInto(detail::ObjectText& body, const std::vector<std::string>& events) {
    return events.empty() ? body : body.texts("events", events);
}

} // namespace

Webhooks Client::webhooks() const {
    return Webhooks(runner_);
}

Result<Page<Webhook>> Webhooks::list(const PageOptions& page, const CallOptions& options) const {
    return detail::pageCall<Webhook>(
        *runner_, detail::getCall("listWebhooks", kWebhooks, detail::pageParameters(page)), options,
        detail::readWebhook);
}

PageRange<Webhook> Webhooks::all(const PageOptions& page, const CallOptions& options) const {
    return detail::allPages<Webhook>(page, [self = *this, options](const PageOptions& next) {
        return self.list(next, options);
    });
}

Result<Webhook> Webhooks::get(const WebhookId& id, const CallOptions& options) const {
    return detail::typedCall<Webhook>(*runner_, webhookCall("getWebhook", id), options,
                                      detail::readWebhook);
}

Result<CreatedWebhook> Webhooks::create(const NewWebhook& webhook, const IdempotencyKey& key,
                                        const CallOptions& options) const {
    detail::ObjectText body;
    body.text("url", webhook.url).text("name", webhook.name);
    eventsInto(body, webhook.events)
        .boolean("enabled", webhook.enabled)
        .boolean("autoDeliver", webhook.autoDeliver);
    return detail::typedCall<CreatedWebhook>(
        *runner_, detail::postCall("createWebhook", kWebhooks, key, body.end()), options,
        detail::readCreatedWebhook);
}

Result<Webhook> Webhooks::update(const WebhookId& id, const WebhookChange& change,
                                 std::optional<std::int64_t> expectedVersion,
                                 const CallOptions& options) const {
    detail::ObjectText body;
    body.text("url", change.url).text("name", change.name);
    eventsInto(body, change.events)
        .boolean("enabled", change.enabled)
        .boolean("autoDeliver", change.autoDeliver);
    return detail::changeRecord<Webhook>(*runner_, webhookCall("updateWebhook", id),
                                         std::move(body), expectedVersion, options,
                                         detail::readWebhook);
}

Result<void> Webhooks::remove(const WebhookId& id, std::optional<std::int64_t> expectedVersion,
                              const CallOptions& options) const {
    return detail::removeRecord(*runner_, webhookCall("deleteWebhook", id), expectedVersion,
                                options);
}

Result<WebhookDelivery> Webhooks::test(const WebhookId& id, const IdempotencyKey& key,
                                       const CallOptions& options) const {
    return detail::typedCall<WebhookDelivery>(*runner_,
                                              webhookPost("testWebhook", id, "/test", key), options,
                                              detail::readWebhookDelivery);
}

Result<MadeWebhookSecret> Webhooks::rotateSecret(const WebhookId& id, const IdempotencyKey& key,
                                                 const CallOptions& options) const {
    return detail::typedCall<MadeWebhookSecret>(
        *runner_, webhookPost("rotateWebhookSecret", id, "/rotate-secret", key), options,
        detail::readWebhookSecret);
}

Result<std::int64_t> Webhooks::recover(const WebhookId& id, std::string_view since,
                                       const IdempotencyKey& key,
                                       const CallOptions& options) const {
    detail::Call call = webhookPost("recoverWebhook", id, "/recover", key);
    call.body = detail::ObjectText().text("since", since).end();
    return detail::typedCall<std::int64_t>(*runner_, call, options, [](const detail::Decoder& in) {
        return std::optional<std::int64_t>(in.required("queued").integer(0));
    });
}

Result<Page<WebhookDelivery>> Webhooks::deliveries(const WebhookId& id,
                                                   const WebhookDeliveryFilter& filter,
                                                   const PageOptions& page,
                                                   const CallOptions& options) const {
    auto parameters = detail::pageParameters(page);
    detail::addFilter(parameters, "state", filter.state);
    detail::addFilter(parameters, "createdAfter", filter.createdAfter);
    detail::Call call = webhookCall("listWebhookDeliveries", id, "/deliveries");
    call.query = detail::encodeQuery(parameters);
    return detail::pageCall<WebhookDelivery>(*runner_, call, options, detail::readWebhookDelivery);
}

PageRange<WebhookDelivery> Webhooks::allDeliveries(const WebhookId& id,
                                                   const WebhookDeliveryFilter& filter,
                                                   const PageOptions& page,
                                                   const CallOptions& options) const {
    return detail::allPages<WebhookDelivery>(
        page, [self = *this, id, filter, options](const PageOptions& next) {
            return self.deliveries(id, filter, next, options);
        });
}

Result<WebhookDeliveryDetail> Webhooks::delivery(const WebhookDeliveryId& id,
                                                 const CallOptions& options) const {
    return detail::typedCall<WebhookDeliveryDetail>(
        *runner_, detail::getCall("getWebhookDelivery", webhookDeliveryPath(id)), options,
        detail::readWebhookDeliveryDetail);
}

Result<WebhookDelivery> Webhooks::resend(const WebhookDeliveryId& id, const IdempotencyKey& key,
                                         const CallOptions& options) const {
    return detail::typedCall<WebhookDelivery>(
        *runner_,
        detail::postCall("resendWebhookDelivery", webhookDeliveryPath(id, "/resend"), key), options,
        detail::readWebhookDelivery);
}

Result<QueuedLeads> Webhooks::deliver(const WebhookId& id, const LeadsToDeliver& leads,
                                      const IdempotencyKey& key, const CallOptions& options) const {
    if (leads.orderNumber.has_value() == leads.deliveredAfter.has_value())
        return failure(localError(ErrorCode::InvalidArgument,
                                  "Name either an order or the moment after which the leads were "
                                  "delivered."));
    detail::ObjectText body;
    body.text("webhookId", id.str());
    if (leads.orderNumber)
        body.text("orderNumber", leads.orderNumber->str());
    body.text("deliveredAfter", leads.deliveredAfter)
        .text("result", leads.result ? std::optional(toString(*leads.result)) : std::nullopt);
    return detail::typedCall<QueuedLeads>(
        *runner_, detail::postCall("deliverToWebhook", "/v1/webhook/deliver", key, body.end()),
        options, detail::readQueuedLeads);
}

constexpr std::array<std::string_view, 4> kDeliveryStateWords{"pending", "delivered", "failed",
                                                              "held"};

std::string_view toString(WebhookDeliveryState state) {
    return detail::wordOf(kDeliveryStateWords, state);
}

std::optional<WebhookDeliveryState> webhookDeliveryStateFromName(std::string_view name) {
    return detail::valueOf<WebhookDeliveryState>(kDeliveryStateWords, name);
}

} // namespace leadsheet
