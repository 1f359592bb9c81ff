// SPDX-License-Identifier: Apache-2.0
#include "store/webhooks.hpp"
#include "api/context.hpp"
#include "api/exchange.hpp"
#include "api/handlers/request.hpp"
#include "api/idempotency.hpp"
#include "api/long_work.hpp"
#include "api/order_json.hpp"
#include "api/reply.hpp"
#include "api/router.hpp"
#include "domain/crypto.hpp"
#include "domain/text_check.hpp"
#include "store/store.hpp"
#include "webhook/delivery.hpp"

#include <leadsheet/contract/limits.hpp>
#include <leadsheet/contract/webhook_events.hpp>

#include <algorithm>
#include <boost/json.hpp>
#include <stdexcept>

namespace leadsheet::server::api {

namespace {

namespace json = boost::json;
using contract::ErrorCode;

constexpr auto kHealthSpan = std::chrono::hours(24);

json::array eventNames(const store::Webhook& webhook) {
    json::array names;
    for (const std::string& event : webhook.events)
        names.push_back(json::value(event));
    if (webhook.events.empty()) {
        for (const auto& event : contract::kWebhookEvents)
            names.push_back(json::value(event.name));
    }
    return names;
}

constexpr std::size_t kMaxUrlCharacters = 2'048;
constexpr std::size_t kMaxNameCharacters = 100;
constexpr std::size_t kMaxEvents = 50;

/// Any text of at most so many characters, an empty one too.
std::optional<std::string> plainText(const boost::json::object& body, BodyMembers& members,
                                     std::string_view name, std::size_t maxLength) {
    const boost::json::value* value = body.if_contains(name);
    if (value == nullptr)
        return std::nullopt;
    if (!value->is_string()) {
        members.refuse(name, "wrong_type", "Must be a string.");
        return std::nullopt;
    }
    if (domain::codePoints(std::string_view(value->get_string())) > maxLength) {
        members.refuse(name, "too_long", "At most " + std::to_string(maxLength) + " characters.");
        return std::nullopt;
    }
    return std::string(value->get_string());
}

json::object webhookJson(const store::Webhook& webhook, const store::WebhookHealth& health) {
    json::object out;
    out["id"] = webhook.id.str();
    out["url"] = webhook.url;
    out["name"] = webhook.name;
    out["events"] = eventNames(webhook);
    out["enabled"] = webhook.enabled;
    out["autoDeliver"] = webhook.autoDeliver;
    out["disabledReason"] = orNull(webhook.disabledReason);
    out["health"] = json::object{{"pending", health.pending},
                                 {"held", health.held},
                                 {"delivered24h", health.delivered},
                                 {"failed24h", health.failed},
                                 {"lastSuccessAt", orNull(webhook.lastSuccessAt)},
                                 {"lastFailureAt", orNull(webhook.lastFailureAt)}};
    out["version"] = webhook.version;
    out["createdAt"] = domain::formatTimestamp(webhook.createdAt);
    out["updatedAt"] = domain::formatTimestamp(webhook.updatedAt);
    return out;
}

/// With its health of the last 24 hours.
json::object webhookJson(store::Reader& reader, const store::Webhook& webhook,
                         store::Timestamp now) {
    return webhookJson(webhook, reader.webhookHealth(webhook.seq, now - kHealthSpan));
}

/// What a body says about a webhook; absent members are nullopt.
struct WebhookDraft {
    std::optional<std::string> url;
    std::optional<std::string> name;
    std::optional<std::vector<std::string>> events;
    std::optional<bool> enabled;
    std::optional<bool> autoDeliver;
};

/// The pattern of `WebhookUrl` in the document, which answers keep to as well.
bool fitsWebhookUrl(std::string_view url) {
    return (url.starts_with("https://") || url.starts_with("http://")) &&
           url.find('@') == std::string_view::npos;
}

/// `creating`: the URL is required; else at least one member is.
tl::expected<WebhookDraft, Problem> readWebhookDraft(const Exchange& exchange, bool creating) {
    BodyMembers members(*exchange.body, {"url", "name", "events", "enabled", "autoDeliver"});
    if (creating)
        members.require({"url"});
    WebhookDraft draft;
    if (const boost::json::object* body = exchange.body->if_object()) {
        if (body->empty() && !creating)
            members.refuse("url", "required", "Give at least one member to change.");
        draft.url = plainText(*body, members, "url", kMaxUrlCharacters);
        if (draft.url && !fitsWebhookUrl(*draft.url))
            members.refuse("url", "invalid_format",
                           "Must begin with https:// in lowercase and contain no @: write an @ of "
                           "its path or query as %40.");
        draft.name = plainText(*body, members, "name", kMaxNameCharacters);
    }
    draft.events = members.texts("events", kMaxEvents);
    for (const std::string& event : draft.events.value_or(std::vector<std::string>())) {
        const bool exists = std::ranges::any_of(
            contract::kWebhookEvents, [&](const auto& known) { return known.name == event; });
        if (!exists)
            members.refuse("events", "not_allowed",
                           "\"" + event.substr(0, 100) + "\" is not a kind of message.");
    }
    draft.enabled = members.boolean("enabled");
    draft.autoDeliver = members.boolean("autoDeliver");
    if (auto problem = members.problem())
        return tl::make_unexpected(std::move(*problem));
    return draft;
}

constexpr std::string_view kSealed = "sealed:";

/// The webhook that a stored answer is about: the path's, or the one that was made.
store::WebhookId webhookOf(const Exchange& exchange, const json::object& answer) {
    if (!exchange.route.parameters.empty())
        return store::WebhookId(exchange.parameter(0));
    return store::WebhookId(std::string(answer.at("id").as_string()));
}

/// Keeps the answer for replays with its member `secret` sealed: no signing secret is stored in the
/// clear.
void keepWithSealedSecret(const Context& context, store::Tx& tx, const Exchange& exchange,
                          const Outcome& outcome, const store::WebhookId& webhook) {
    if (!outcome || !exchange.idempotencyKey) {
        keepOutcome(tx, exchange, outcome);
        return;
    }
    json::value body = json::parse(outcome->body);
    json::value& secret = body.as_object().at("secret");
    const std::string sealed = context.secrets.seal(
        std::string(secret.as_string()), webhook::secretContext(webhook), context.random);
    secret =
        std::string(kSealed) +
        domain::toBase64({reinterpret_cast<const unsigned char*>(sealed.data()), sealed.size()});
    Reply kept;
    kept.status = outcome->status;
    kept.body = json::serialize(body);
    keepAnswer(tx, exchange, kept);
}

/// Opens the secret in the replayed answer of an operation that shows one.
Outcome openSealedSecret(Context& context, const Exchange& exchange, Reply reply) {
    if (reply.status >= 300)
        return reply;
    json::value body = json::parse(reply.body);
    json::object& answer = body.as_object();
    json::value& secret = answer.at("secret");
    std::string_view text(secret.as_string());
    text.remove_prefix(std::min(text.size(), kSealed.size()));
    const auto sealed = domain::fromBase64(text);
    const auto opened =
        sealed ? context.secrets.open(*sealed, webhook::secretContext(webhookOf(exchange, answer)))
               : std::nullopt;
    if (!opened)
        throw std::runtime_error("a kept signing secret cannot be opened");
    secret = *opened;
    reply.body = json::serialize(body);
    if (reply.status == 201)
        reply.headers.push_back({"ETag", "\"1\""});
    return reply;
}

std::optional<store::Webhook> ownWebhook(store::Reader& reader, const Exchange& exchange) {
    return reader.findWebhook(exchange.caller->account.id, store::WebhookId(exchange.parameter(0)));
}

Reply webhookReply(const store::Webhook& webhook, json::object body, int status) {
    Reply reply;
    reply.status = status;
    reply.body = json::serialize(body);
    reply.headers.push_back({"ETag", versionTag(webhook.version)});
    return reply;
}

Outcome listWebhooks(Context& context, Exchange& exchange) {
    const store::AccountId& account = exchange.caller->account.id;
    const auto find = [&](store::Reader& reader, const PageRequest& page) {
        return pageContent(reader.listWebhooks(account, page.after, page.limit),
                           [&](const store::Webhook& webhook) {
                               return webhookJson(reader, webhook, exchange.now);
                           });
    };
    return answerPage(context, exchange, "webhooks:" + account.str(), {}, find);
}

Outcome getWebhook(Context& context, Exchange& exchange) {
    return readOutcome(context, exchange, [&](store::Reader& reader) -> Outcome {
        const auto webhook = ownWebhook(reader, exchange);
        if (!webhook)
            return notFound();
        return webhookReply(*webhook, webhookJson(reader, *webhook, exchange.now), 200);
    });
}

Outcome createWebhook(Context& context, Exchange& exchange) {
    SERVER_TRY(const auto draft, readWebhookDraft(exchange, true));
    if (auto refused = refusedDestination(context, exchange, *draft.url))
        return tl::make_unexpected(std::move(*refused));
    store::Webhook webhook;
    webhook.id = store::WebhookId(domain::makeId("wh_", context.random));
    webhook.account = exchange.caller->account.id;
    webhook.url = *draft.url;
    webhook.name = draft.name.value_or("");
    webhook.events = draft.events.value_or(std::vector<std::string>());
    webhook.enabled = draft.enabled.value_or(true);
    webhook.autoDeliver = draft.autoDeliver.value_or(true);
    if (!webhook.enabled)
        webhook.disabledReason = "owner";
    const std::string secret = webhook::makeWebhookSecret(context.random);
    webhook.secret =
        context.secrets.seal(secret, webhook::secretContext(webhook.id), context.random);
    webhook.createdAt = exchange.now;
    webhook.updatedAt = exchange.now;
    return writeOutcome(
        context, exchange,
        [&](store::Tx& tx) -> Outcome {
            if (auto earlier = replayOf(tx, exchange))
                return std::move(*earlier);
            const auto others = tx.listWebhooks(webhook.account, std::nullopt,
                                                static_cast<int>(contract::kMaxWebhooks));
            if (std::ssize(others.rows) >= contract::kMaxWebhooks)
                return tooMany("webhooks", contract::kMaxWebhooks);
            tx.insertWebhook(webhook);
            json::object body = webhookJson(webhook, {});
            body["secret"] = secret;
            body["previousSecretValidUntil"] = nullptr;
            Outcome outcome = webhookReply(webhook, std::move(body), 201);
            keepWithSealedSecret(context, tx, exchange, outcome, webhook.id);
            return outcome;
        },
        exchange.caller->account.id);
}

void apply(const WebhookDraft& draft, store::Tx& tx, store::Webhook& webhook) {
    webhook.url = draft.url.value_or(webhook.url);
    webhook.name = draft.name.value_or(webhook.name);
    webhook.events = draft.events.value_or(webhook.events);
    webhook.autoDeliver = draft.autoDeliver.value_or(webhook.autoDeliver);
    if (draft.url)
        webhook.failingSince.reset();
    if (draft.enabled && *draft.enabled) {
        webhook.disabledReason.reset();
        webhook.failingSince.reset();
    } else if (draft.enabled && webhook.enabled) {
        webhook.disabledReason = "owner";
        tx.holdDeliveries(webhook.seq, webhook.updatedAt);
    }
    webhook.enabled = draft.enabled.value_or(webhook.enabled);
}

Outcome updateWebhook(Context& context, Exchange& exchange) {
    SERVER_TRY(const auto draft, readWebhookDraft(exchange, false));
    SERVER_TRY(const auto version, ifMatch(exchange));
    SERVER_TRY(const auto known, readStore(context, exchange, [&](store::Reader& reader) {
                   return ownWebhook(reader, exchange);
               }));
    if (!known)
        return notFound();
    if (draft.url) {
        if (auto refused = refusedDestination(context, exchange, *draft.url))
            return tl::make_unexpected(std::move(*refused));
    }
    auto outcome = writeOutcome(
        context, exchange,
        [&](store::Tx& tx) -> Outcome {
            auto webhook = ownWebhook(tx, exchange);
            if (!webhook)
                return notFound();
            if (version && *version != webhook->version)
                return versionConflict("webhook", webhook->version);
            webhook->updatedAt = exchange.now;
            apply(draft, tx, *webhook);
            tx.updateWebhook(*webhook);
            ++webhook->version;
            return webhookReply(*webhook, webhookJson(tx, *webhook, exchange.now), 200);
        },
        exchange.caller->account.id);
    // Where it takes too long, deliveries are still listed as pending for a while.
    if (outcome && draft.enabled == false)
        settleBacklog(context, exchange.caller->account.id, known->seq);
    return outcome;
}

Outcome deleteWebhook(Context& context, Exchange& exchange) {
    SERVER_TRY(const auto version, ifMatch(exchange));
    return writeOutcome(
        context, exchange,
        [&](store::Tx& tx) -> Outcome {
            const auto webhook = ownWebhook(tx, exchange);
            if (!webhook)
                return notFound();
            if (version && *version != webhook->version)
                return versionConflict("webhook", webhook->version);
            tx.removeWebhook(webhook->seq, exchange.now);
            return noContent();
        },
        exchange.caller->account.id);
}

Outcome rotateSecret(Context& context, Exchange& exchange) {
    return writeOutcome(
        context, exchange,
        [&](store::Tx& tx) -> Outcome {
            if (auto earlier = replayOf(tx, exchange))
                return std::move(*earlier);
            auto webhook = ownWebhook(tx, exchange);
            if (!webhook) {
                Outcome outcome = notFound();
                keepOutcome(tx, exchange, outcome);
                return outcome;
            }
            const std::string secret = webhook::makeWebhookSecret(context.random);
            webhook::replaceSecret(*webhook, secret, context.secrets, context.random, exchange.now);
            webhook->updatedAt = exchange.now;
            webhook->failingSince.reset();
            tx.updateWebhook(*webhook);
            Reply reply;
            reply.body = json::serialize(json::object{
                {"secret", secret},
                {"previousSecretValidUntil", domain::formatTimestamp(*webhook->previousUntil)}});
            Outcome outcome = std::move(reply);
            keepWithSealedSecret(context, tx, exchange, outcome, webhook->id);
            return outcome;
        },
        exchange.caller->account.id);
}

} // namespace

void addWebhookHandlers(HandlerTable& table) {
    table.add("listWebhooks", BodyKind::None, listWebhooks, {"cursor", "limit"});
    table.add("createWebhook", BodyKind::Json, createWebhook).replay = openSealedSecret;
    table.add("getWebhook", BodyKind::None, getWebhook);
    table.add("updateWebhook", BodyKind::Json, updateWebhook);
    table.add("deleteWebhook", BodyKind::None, deleteWebhook);
    table.add("rotateWebhookSecret", BodyKind::None, rotateSecret).replay = openSealedSecret;
}

} // namespace leadsheet::server::api
