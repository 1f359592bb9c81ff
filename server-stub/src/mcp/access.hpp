// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::server::mcp {

/// Against web pages that reach for a server on their visitor's machine, by a foreign Origin or by
/// a host name of theirs that leads there (DNS rebinding).
struct AccessRules {
    bool loopback = true;             ///< the server listens on a loopback address
    std::vector<std::string> origins; ///< see Mcp::origins
    std::vector<std::string> hosts;   ///< see Mcp::hosts
};

/// Values of the header fields of one request; none = not sent.
struct CallerFields {
    std::optional<std::string> host;
    std::optional<std::string> origin;
};

/// Why the caller is refused, with the way out; none = it may call.
std::optional<std::string> refusalOf(const AccessRules& rules, const CallerFields& caller);

/// Whether the text is an origin as browsers send it: scheme://host[:port] in lower case.
bool isOrigin(std::string_view text);

} // namespace leadsheet::server::mcp
