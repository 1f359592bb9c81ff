// SPDX-License-Identifier: Apache-2.0
#include "api/context.hpp"
#include "api/stages/stages.hpp"

#include <leadsheet/contract/scopes.hpp>

#include <algorithm>

namespace leadsheet::server::api {
namespace {

/// Whether the space-separated `list` holds `word`.
bool holdsWord(std::string_view list, std::string_view word) {
    while (!list.empty()) {
        const std::size_t end = std::min(list.find(' '), list.size());
        if (list.substr(0, end) == word)
            return true;
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return false;
}

bool grants(const std::string& held, std::string_view wanted) {
    if (held == wanted)
        return true;
    const auto info = std::ranges::find(
        contract::kScopes, held, [](const auto& scope) { return std::string_view(scope.name); });
    return info != std::end(contract::kScopes) && holdsWord(info->implies, wanted);
}

} // namespace

StageResult scopeStage(Context&, Exchange& exchange) {
    const std::string_view wanted = exchange.operation().scope;
    if (!exchange.caller || wanted.empty())
        return std::nullopt;
    if (std::ranges::any_of(exchange.caller->key.scopes,
                            [&](const std::string& held) { return grants(held, wanted); }))
        return std::nullopt;
    return refuse(contract::ErrorCode::MissingScope,
                  "The key lacks the scope " + std::string(wanted) + ".");
}

} // namespace leadsheet::server::api
