// SPDX-License-Identifier: Apache-2.0
#include "api/handlers/webhook_input.hpp"

#include "api/context.hpp"
#include "api/handlers/outside_place.hpp"
#include "domain/utf8.hpp"

#include <leadsheet/contract/webhook_events.hpp>

#include <algorithm>
#include <boost/json.hpp>

namespace leadsheet::server::api {
namespace {

using contract::ErrorCode;

constexpr std::size_t kMaxUrlCharacters = 2'048;
constexpr std::size_t kMaxNameCharacters = 100;
constexpr std::size_t kMaxEvents = 50;

/// Any text of at most so many characters, an empty one too.
std::optional<std::string> plainText(const boost::json::object& body, BodyMembers& members,
                                     std::string_view name, std::size_t most) {
    const boost::json::value* value = body.if_contains(name);
    if (value == nullptr)
        return std::nullopt;
    if (!value->is_string()) {
        members.refuse(name, "wrong_type", "Must be a text.");
        return std::nullopt;
    }
    if (domain::codePoints(std::string_view(value->get_string())) > most) {
        members.refuse(name, "too_long", "At most " + std::to_string(most) + " characters.");
        return std::nullopt;
    }
    return std::string(value->get_string());
}

} // namespace

tl::expected<WebhookDraft, Problem> readWebhookDraft(const Exchange& exchange, bool creating) {
    BodyMembers members(*exchange.body, {"url", "name", "events", "enabled", "autoDeliver"});
    if (creating)
        members.require({"url"});
    WebhookDraft draft;
    if (const boost::json::object* body = exchange.body->if_object()) {
        if (body->empty() && !creating)
            members.refuse("url", "required", "Give at least one member to change.");
        draft.url = plainText(*body, members, "url", kMaxUrlCharacters);
        draft.name = plainText(*body, members, "name", kMaxNameCharacters);
    }
    draft.events = members.texts("events", kMaxEvents);
    for (const std::string& event : draft.events.value_or(std::vector<std::string>())) {
        const bool known = std::ranges::any_of(contract::kWebhookEvents,
                                               [&](const auto& one) { return one.name == event; });
        if (!known)
            members.refuse("events", "not_allowed",
                           "\"" + event.substr(0, 100) + "\" is no kind of message.");
    }
    draft.enabled = members.boolean("enabled");
    draft.autoDeliver = members.boolean("autoDeliver");
    if (auto problem = members.problem())
        return tl::make_unexpected(std::move(*problem));
    return draft;
}

std::optional<Problem> refusedDestination(Context& context, const Exchange& exchange,
                                          const std::string& url) {
    const auto place = placeOutside(context, exchange);
    if (!place)
        return place.error();
    const auto failure = context.egress.check(url, exchange.caller->account.id.str());
    if (!failure)
        return std::nullopt;
    const bool form = failure->kind == egress::Failure::Kind::BadRequest;
    Problem problem;
    problem.code = form ? ErrorCode::ValidationFailed : ErrorCode::DestinationBlocked;
    problem.detail = (form ? "/url: " : "") + failure->detail;
    problem.errors = {{"/url", form ? "invalid_format" : "not_allowed", failure->detail}};
    return problem;
}

} // namespace leadsheet::server::api
