// SPDX-License-Identifier: Apache-2.0
#include "mcp/access.hpp"

#include <algorithm>

namespace leadsheet::server::mcp {
namespace {

std::string asciiLower(std::string_view text) {
    std::string out(text);
    std::ranges::transform(out, out.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
    });
    return out;
}

/// "name:8080" without its port; "[::1]:8080" without port and brackets.
std::string_view hostName(std::string_view authority) {
    if (authority.starts_with('[')) {
        const std::size_t end = authority.find(']');
        return end == std::string_view::npos ? std::string_view() : authority.substr(1, end - 1);
    }
    return authority.substr(0, authority.find(':'));
}

bool isThisMachine(std::string_view host) {
    return host == "localhost" || host == "127.0.0.1" || host == "::1";
}

bool holds(const std::vector<std::string>& list, std::string_view text) {
    return std::ranges::any_of(list, [text](const auto& item) { return asciiLower(item) == text; });
}

/// The authority of an origin, empty when it is none.
std::string_view authorityOf(std::string_view origin) {
    for (const std::string_view scheme : {"http://", "https://"}) {
        if (origin.starts_with(scheme))
            return origin.substr(scheme.size());
    }
    return {};
}

} // namespace

bool isOrigin(std::string_view text) {
    const std::string_view authority = authorityOf(text);
    return asciiLower(text) == text && !hostName(authority).empty() &&
           authority.find_first_of("/?#@ ,*") == std::string_view::npos;
}

std::optional<std::string> refusalOf(const AccessRules& rules, const CallerFields& caller) {
    if (caller.origin) {
        const std::string origin = asciiLower(*caller.origin);
        const bool own =
            rules.loopback && isOrigin(origin) && isThisMachine(hostName(authorityOf(origin)));
        if (!own && !holds(rules.origins, origin)) {
            return "Web pages of the origin " + *caller.origin +
                   " may not call this server. Its operator can allow them: leadsheet-server "
                   "--mcp-origin.";
        }
    }
    if (!rules.loopback && rules.hosts.empty())
        return std::nullopt;
    const std::string host = asciiLower(hostName(caller.host.value_or("")));
    if ((rules.loopback && isThisMachine(host)) || holds(rules.hosts, host))
        return std::nullopt;
    return "This server is not reached by the host name " + (host.empty() ? "\"\"" : host) +
           ". Its operator can allow it: leadsheet-server --mcp-host.";
}

} // namespace leadsheet::server::mcp
