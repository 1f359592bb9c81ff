// SPDX-License-Identifier: Apache-2.0
#include "webhook/attempt.hpp"

#include "domain/text_check.hpp"
#include "domain/webhook_rules.hpp"
#include "egress/client.hpp"

#include <leadsheet/contract/limits.hpp>

namespace leadsheet::server::webhook {
namespace {

constexpr int kGone = 410;
constexpr std::size_t kLoggedBodyBytes = 4'096;

std::string failureText(const egress::Response& answer) {
    const std::string status = std::to_string(answer.status);
    if (answer.status >= 300 && answer.status < 400)
        return "The answer was the redirect " + status + "; redirects are not followed.";
    if (answer.status == kGone)
        return "The answer was 410: the endpoint is gone for good.";
    return "The answer was " + status + "; only 2xx counts as delivered.";
}

/// The beginning of an answer as text: other bytes than UTF-8 end it.
std::optional<std::string> loggedBody(const std::string& body) {
    if (body.empty())
        return std::nullopt;
    const std::string_view valid =
        std::string_view(body).substr(0, domain::invalidUtf8At(body).value_or(body.size()));
    return std::string(domain::utf8Prefix(valid, kLoggedBodyBytes));
}

} // namespace

std::string secretContext(const store::WebhookId& id) {
    return "webhook:" + id.str();
}

std::vector<egress::Header> attemptHeaders(const store::MessageId& message, store::Timestamp at,
                                           const std::string& signature) {
    return {{"content-type", "application/json"},
            {"webhook-id", message.str()},
            {"webhook-timestamp", domain::webhookTimestamp(at)},
            {"webhook-signature", signature}};
}

bool sign(Attempt& attempt, const domain::SecretBox& secrets) {
    const std::string context = secretContext(attempt.webhook.id);
    std::vector<std::string> opened;
    auto current = secrets.open(attempt.webhook.secret, context);
    if (!current)
        return false;
    opened.push_back(std::move(*current));
    if (attempt.webhook.previousSecret && attempt.webhook.previousUntil &&
        attempt.at < *attempt.webhook.previousUntil) {
        if (auto previous = secrets.open(*attempt.webhook.previousSecret, context))
            opened.push_back(std::move(*previous));
    }
    attempt.signature =
        domain::webhookSignature(opened, attempt.delivery.messageId.str(),
                                 domain::webhookTimestamp(attempt.at), attempt.body);
    return true;
}

egress::Request requestOf(const Attempt& attempt) {
    egress::Request request;
    request.url = attempt.webhook.url;
    request.headers = attemptHeaders(attempt.delivery.messageId, attempt.at, attempt.signature);
    request.body = attempt.body;
    request.connectTimeout = std::chrono::seconds(contract::kWebhookConnectTimeoutSeconds);
    request.totalTimeout = std::chrono::seconds(contract::kWebhookTimeoutSeconds);
    request.party = attempt.webhook.account.str();
    request.maxBodyBytes = static_cast<std::size_t>(contract::kWebhookMaxResponseBytes);
    return request;
}

bool isGone(const egress::Result& answer) {
    return answer && answer->status == kGone;
}

store::DeliveryResult judge(const Attempt& attempt, const egress::Result& answer,
                            store::Timestamp now, const domain::RandomBytes& random) {
    store::DeliveryResult result;
    result.delivery = attempt.delivery.seq;
    result.lease = attempt.delivery.lease;
    result.signature = attempt.signature;
    result.attempt.at = attempt.at;
    std::optional<std::chrono::seconds> wait;
    if (answer) {
        result.attempt.status = answer->status;
        result.attempt.duration = answer->duration;
        result.attempt.responseBody = loggedBody(answer->body);
        if (answer->status >= 200 && answer->status < 300)
            return result;
        result.attempt.error = failureText(*answer);
        wait = egress::retryAfter(*answer);
    } else {
        result.attempt.duration = answer.error().duration;
        result.attempt.error = answer.error().detail;
    }
    if (!attempt.webhook.enabled) {
        result.state = store::DeliveryState::Held;
        return result;
    }
    const int attempts = static_cast<int>(attempt.delivery.roundAttempts) + 1;
    result.nextAttemptAt = domain::nextWebhookAttempt(attempts, now, wait, random);
    result.state =
        result.nextAttemptAt ? store::DeliveryState::Pending : store::DeliveryState::Failed;
    return result;
}

} // namespace leadsheet::server::webhook
