// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/exchange.hpp"
#include "api/handlers/body_members.hpp"

#include <optional>
#include <string>
#include <vector>

namespace leadsheet::server::api {

struct Context;

/// What a body says about a webhook; absent members are nullopt.
struct WebhookDraft {
    std::optional<std::string> url;
    std::optional<std::string> name;
    std::optional<std::vector<std::string>> events;
    std::optional<bool> enabled;
    std::optional<bool> autoDeliver;
};

/// `creating`: the URL is required; else at least one member is.
tl::expected<WebhookDraft, Problem> readWebhookDraft(const Exchange& exchange, bool creating);

/// Refuses a URL that the server must not or cannot send to: 422 validation_failed for its form,
/// destination_blocked for its address. May wait for a name server; 503 when too many do already.
std::optional<Problem> refusedDestination(Context& context, const Exchange& exchange,
                                          const std::string& url);

} // namespace leadsheet::server::api
