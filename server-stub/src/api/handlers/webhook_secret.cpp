// SPDX-License-Identifier: Apache-2.0
#include "api/handlers/webhook_secret.hpp"

#include "api/context.hpp"
#include "api/replay.hpp"
#include "domain/base64.hpp"
#include "webhook/attempt.hpp"

#include <algorithm>
#include <boost/json.hpp>
#include <stdexcept>

namespace leadsheet::server::api {
namespace {

namespace json = boost::json;

constexpr std::string_view kSealed = "sealed:";

/// The webhook that a stored answer is about: the path's, or the one that was made.
store::WebhookId webhookOf(const Exchange& exchange, const json::object& answer) {
    if (!exchange.route.parameters.empty())
        return store::WebhookId(exchange.parameter(0));
    return store::WebhookId(std::string(answer.at("id").as_string()));
}

} // namespace

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

void openSealedSecret(const Context& context, const Exchange& exchange, Reply& reply) {
    if (!reply.replayed || reply.status >= 300)
        return;
    const std::string_view operation = exchange.operation().id;
    if (operation != "createWebhook" && operation != "rotateWebhookSecret")
        return;
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
}

} // namespace leadsheet::server::api
