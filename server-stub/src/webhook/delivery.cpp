// SPDX-License-Identifier: Apache-2.0
#include "webhook/delivery.hpp"

#include "domain/crypto.hpp"
#include "domain/text_check.hpp"
#include "domain/trace_parent.hpp"
#include "egress/client.hpp"
#include "orders/lead_text.hpp"

#include <leadsheet/contract/limits.hpp>
#include <leadsheet/contract/webhook_events.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <numeric>
#include <sstream>

namespace leadsheet::server::webhook {

namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::seconds;

static_assert(contract::kWebhookRetrySeconds.size() == kWebhookAttempts);

constexpr milliseconds kLongestRetryAfter = hours(24);
constexpr std::int64_t kJitterPart = 10; ///< a tenth, up and down

milliseconds jittered(milliseconds wait, const domain::RandomBytes& random) {
    std::array<unsigned char, 4> bytes{};
    random(bytes);
    std::int64_t draw = 0;
    for (const unsigned char byte : bytes)
        draw = draw * 256 + byte;
    const std::int64_t span = wait.count() / kJitterPart;
    return wait + milliseconds(draw % (2 * span + 1) - span);
}

constexpr std::string_view kSecretPrefix = "whsec_";
constexpr std::size_t kSecretBytes = 24;

std::string keyOf(std::string_view secret) {
    if (secret.starts_with(kSecretPrefix))
        secret.remove_prefix(kSecretPrefix.size());
    return domain::fromBase64(secret).value_or("");
}

/// The value of the header webhook-timestamp: whole seconds since 1970.
std::string webhookTimestamp(domain::Timestamp now) {
    return std::to_string(std::chrono::floor<std::chrono::seconds>(now).time_since_epoch().count());
}

} // namespace

std::optional<domain::Timestamp> nextWebhookAttempt(int attempts, domain::Timestamp now,
                                                    std::optional<seconds> retryAfter,
                                                    const domain::RandomBytes& random) {
    if (attempts >= kWebhookAttempts)
        return std::nullopt;
    milliseconds wait = jittered(
        seconds(contract::kWebhookRetrySeconds.at(static_cast<std::size_t>(std::max(attempts, 1)))),
        random);
    if (retryAfter)
        wait = std::max(wait, std::min<milliseconds>(*retryAfter, kLongestRetryAfter));
    return now + wait;
}

std::string makeWebhookSecret(const domain::RandomBytes& random) {
    std::array<unsigned char, kSecretBytes> bytes{};
    random(bytes);
    return std::string(kSecretPrefix) + domain::toBase64(bytes);
}

std::string webhookSignature(std::span<const std::string> secrets, std::string_view messageId,
                             std::string_view timestamp, std::string_view body) {
    std::string content;
    content.reserve(messageId.size() + timestamp.size() + body.size() + 2);
    content.append(messageId).append(".").append(timestamp).append(".").append(body);
    std::string value;
    for (const std::string& secret : secrets) {
        value.append(value.empty() ? "v1," : " v1,");
        value.append(domain::toBase64(domain::hmacSha256(keyOf(secret), content)));
    }
    return value;
}

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

namespace {

/// A secret that was replaced, and how long it is still signed with.
struct ReplacedSecret {
    std::string secret;
    store::Timestamp until;
};

/// Those still good at `at`, the newest first. Kept as lines of one sealed text: the newest, whose
/// end the webhook holds, and before it "secret milliseconds".
std::vector<ReplacedSecret> replacedSecrets(const store::Webhook& webhook,
                                            const domain::SecretBox& secrets, store::Timestamp at) {
    std::vector<ReplacedSecret> replaced;
    if (!webhook.previousSecret || !webhook.previousUntil)
        return replaced;
    const auto text = secrets.open(*webhook.previousSecret, secretContext(webhook.id));
    if (!text)
        return replaced;
    std::istringstream lines(*text);
    for (std::string line; std::getline(lines, line);) {
        const std::size_t space = line.find(' ');
        std::int64_t millis = domain::toMillis(*webhook.previousUntil);
        if (space != std::string::npos)
            std::from_chars(line.data() + space + 1, line.data() + line.size(), millis);
        if (!line.empty() && at < domain::fromMillis(millis))
            replaced.push_back({line.substr(0, space), domain::fromMillis(millis)});
    }
    return replaced;
}

} // namespace

void replaceSecret(store::Webhook& webhook, const std::string& secret,
                   const domain::SecretBox& secrets, const domain::RandomBytes& random,
                   store::Timestamp now) {
    const std::string context = secretContext(webhook.id);
    auto before = replacedSecrets(webhook, secrets, now);
    const auto current = secrets.open(webhook.secret, context);
    if (before.size() >= kMaxReplacedSecrets)
        before.resize(kMaxReplacedSecrets - 1);
    std::string text = current.value_or("");
    for (const ReplacedSecret& older : before)
        text += "\n" + older.secret + " " + std::to_string(domain::toMillis(older.until));
    webhook.previousSecret = secrets.seal(text, context, random);
    webhook.previousUntil = now + kWebhookSecretOverlap;
    webhook.secret = secrets.seal(secret, context, random);
}

std::vector<egress::Header> attemptHeaders(const store::WebhookDelivery& delivery,
                                           store::Timestamp at, const std::string& signature) {
    std::vector<egress::Header> headers = {{"content-type", "application/json"},
                                           {"webhook-id", delivery.messageId.str()},
                                           {"webhook-timestamp", webhookTimestamp(at)},
                                           {"webhook-signature", signature}};
    if (!delivery.trace.empty()) {
        const std::string hop =
            delivery.id.str() + ":" + std::to_string(at.time_since_epoch().count());
        headers.push_back({"traceparent", domain::traceParentOf(delivery.trace, hop)});
    }
    return headers;
}

bool sign(Attempt& attempt, const domain::SecretBox& secrets) {
    const std::string context = secretContext(attempt.webhook.id);
    std::vector<std::string> opened;
    auto current = secrets.open(attempt.webhook.secret, context);
    if (!current)
        return false;
    opened.push_back(std::move(*current));
    for (ReplacedSecret& replaced : replacedSecrets(attempt.webhook, secrets, attempt.at))
        opened.push_back(std::move(replaced.secret));
    attempt.signature = webhookSignature(opened, attempt.delivery.messageId.str(),
                                         webhookTimestamp(attempt.at), attempt.body);
    return true;
}

egress::Request requestOf(const Attempt& attempt) {
    egress::Request request;
    request.url = attempt.webhook.url;
    request.headers = attemptHeaders(attempt.delivery, attempt.at, attempt.signature);
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
    result.attemptsBefore = attempt.delivery.attempts;
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
    result.nextAttemptAt = nextWebhookAttempt(attempts, now, wait, random);
    result.state =
        result.nextAttemptAt ? store::DeliveryState::Pending : store::DeliveryState::Failed;
    return result;
}

namespace {

constexpr int kLeadsPerMessage = static_cast<int>(contract::kWebhookMaxLeadsPerMessage);
constexpr int kLeadsPerLook = 1'000;
/// What a message holds beside its leads.
constexpr std::size_t kFrameBytes = 1'024;
constexpr auto kMaxLeadBytes =
    static_cast<std::size_t>(contract::kWebhookMaxMessageBytes) - kFrameBytes;

constexpr store::LeadField kOrderNumber = domain::leadField("orderNumber");

/// Every column of a lead, in the contract's order.
std::span<const store::LeadField> allLeadFields() {
    static const auto fields = [] {
        std::array<store::LeadField, domain::kLeadFieldCount> all{};
        std::iota(all.begin(), all.end(), store::LeadField{0});
        return all;
    }();
    return fields;
}

/// The message of one order that is being filled.
struct OpenMessage {
    int leads = 0;
    std::size_t bytes = 0;
};

class Planner {
public:
    explicit Planner(const store::LeadFilter& filter)
        : filter_(filter) {}

    void add(const store::LeadRow& lead) {
        json_.clear();
        orders::appendLeadJson(json_, lead, allLeadFields());
        const std::size_t at = orderAt(lead.text(kOrderNumber));
        OpenMessage& open = open_[at];
        auto& slices = plan_.orders[at].slices;
        const std::size_t bytes = json_.size() + 1;
        if (slices.empty() || open.leads == kLeadsPerMessage ||
            open.bytes + bytes > kMaxLeadBytes) {
            open = {};
            store::LeadSlice slice;
            slice.after = lead.seq() - 1;
            slice.result = filter_.result;
            slice.part = static_cast<std::int64_t>(slices.size()) + 1;
            slices.push_back(slice);
        }
        ++open.leads;
        open.bytes += bytes;
        slices.back().last = lead.seq();
        ++plan_.leads;
    }

    LeadPlan finish() {
        for (auto& order : plan_.orders) {
            for (store::LeadSlice& slice : order.slices)
                slice.parts = static_cast<std::int64_t>(order.slices.size());
        }
        return std::move(plan_);
    }

private:
    std::size_t orderAt(std::string_view number) {
        // Leads of one order mostly stand together.
        const auto found =
            std::find_if(plan_.orders.rbegin(), plan_.orders.rend(),
                         [number](const auto& part) { return part.order.str() == number; });
        if (found != plan_.orders.rend())
            return static_cast<std::size_t>(plan_.orders.rend() - found) - 1;
        plan_.orders.push_back({store::OrderNumber(std::string(number)), {}});
        open_.emplace_back();
        return plan_.orders.size() - 1;
    }

    const store::LeadFilter& filter_;
    LeadPlan plan_;
    std::vector<OpenMessage> open_;
    std::string json_;
};

std::string leadsData(store::Reader& reader, const store::WebhookMessage& message) {
    const store::LeadSlice& slice = *message.leads;
    store::LeadQuery query;
    query.account = message.account;
    query.filter.order = message.order;
    query.filter.result = slice.result;
    query.after = slice.after;
    query.upTo = slice.last;
    query.limit = kLeadsPerMessage;
    std::string data = "{\"seq\":" + std::to_string(message.accountSeq) +
                       ",\"version\":" + std::to_string(slice.orderVersion) +
                       ",\"orderNumber\":\"" + message.order->str() +
                       "\",\"part\":" + std::to_string(slice.part) +
                       ",\"parts\":" + std::to_string(slice.parts) + ",\"leads\":[";
    bool first = true;
    reader.visitLeads(query, [&](const store::LeadRow& lead) {
        if (!first)
            data += ',';
        first = false;
        orders::appendLeadJson(data, lead, allLeadFields());
    });
    return data + "]}";
}

} // namespace

store::StoreResult<LeadPlan> planLeads(store::Store& store, const store::AccountId& account,
                                       const store::LeadFilter& filter,
                                       std::optional<std::int64_t> upTo) {
    Planner planner(filter);
    store::LeadQuery query;
    query.upTo = upTo;
    query.account = account;
    query.filter = filter;
    query.limit = kLeadsPerLook;
    store::LeadSpan span;
    do {
        SERVER_TRY(const auto looked, store.read([&](store::Reader& reader) {
            if (!query.upTo)
                query.upTo = reader.lastLead(account);
            return reader.visitLeads(query, [&](const store::LeadRow& lead) { planner.add(lead); });
        }));
        span = looked;
        query.after = span.last;
    } while (span.more);
    return planner.finish();
}

std::int64_t queuePlan(store::Tx& tx, const store::Webhook& webhook, const LeadPlan& plan,
                       store::Timestamp now) {
    std::int64_t queued = 0;
    for (const auto& part : plan.orders) {
        const auto order = tx.findOrder(webhook.account, part.order);
        if (!order)
            continue;
        for (store::LeadSlice slice : part.slices) {
            slice.orderVersion = order->version;
            store::WebhookMessage message;
            message.account = webhook.account;
            message.type = contract::kEventLeadsDelivered;
            message.order = part.order;
            message.leads = slice;
            message.createdAt = now;
            tx.queueDelivery(tx.insertWebhookMessage(std::move(message), {}), webhook.seq,
                             webhook.enabled ? store::DeliveryState::Pending
                                             : store::DeliveryState::Held);
            ++queued;
        }
    }
    return queued;
}

std::string messageBody(store::Reader& reader, const store::WebhookMessage& message) {
    return "{\"type\":\"" + message.type + "\",\"timestamp\":\"" +
           domain::formatTimestamp(message.createdAt) +
           "\",\"data\":" + (message.leads ? leadsData(reader, message) : message.data) + "}";
}

} // namespace leadsheet::server::webhook
