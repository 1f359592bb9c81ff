// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mcp/message.hpp"

#include <array>
#include <string_view>

namespace leadsheet::server::mcp {

/// The revision without a handshake: every request says in its `_meta` what it speaks.
inline constexpr std::string_view kStatelessRevision = "2026-07-28";
/// Those that begin with `initialize`; the newest first, which is offered to clients of others.
inline constexpr std::array<std::string_view, 3> kHandshakeRevisions{"2025-11-25", "2025-06-18",
                                                                     "2025-03-26"};

enum class Era { Handshake, Stateless };

/// The header fields that repeat parts of the message for those on the way. Values without
/// surrounding white space; a field that was sent twice has its values joined by ", ".
struct Fields {
    std::optional<std::string> version; ///< MCP-Protocol-Version
    std::optional<std::string> method;  ///< Mcp-Method
    std::optional<std::string> name;    ///< Mcp-Name
};

/// What a message is to be understood as. The message decides: it is stateless when its `_meta`
/// names a revision, and then the fields must agree with it (2026-07-28, Streamable HTTP). Every
/// error is answered with HTTP status 400.
tl::expected<Era, RpcError> eraOf(const Message& message, const Fields& fields);

} // namespace leadsheet::server::mcp
