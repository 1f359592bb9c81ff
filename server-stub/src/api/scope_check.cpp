// SPDX-License-Identifier: Apache-2.0
#include "api/scope_check.hpp"

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

bool grantsScope(const std::vector<std::string>& held, std::string_view wanted) {
    return std::ranges::any_of(
        held, [wanted](const std::string& scope) { return grants(scope, wanted); });
}

} // namespace leadsheet::server::api
