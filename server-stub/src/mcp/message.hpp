// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/expected.hpp"

#include <array>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace leadsheet::server::mcp {

/// Error codes of JSON-RPC 2.0 and, from HeaderMismatch on, of the Model Context Protocol.
enum class RpcCode {
    ParseError = -32700,
    InvalidRequest = -32600,
    MethodNotFound = -32601,
    InvalidParams = -32602,
    InternalError = -32603,
    Forbidden = -32000, ///< of this server
    HeaderMismatch = -32020,
    MissingClientCapability = -32021,
    UnsupportedVersion = -32022,
};

struct RpcError {
    RpcCode code = RpcCode::InternalError;
    std::string message; ///< for people: what is wrong and the way out
    boost::json::object data = {};
};

using RpcResult = tl::expected<boost::json::object, RpcError>;

/// What one POST is answered with: an HTTP status and a message, or none (202).
struct Answer {
    int status = 200;
    std::optional<boost::json::object> body;
};

inline tl::unexpected<RpcError> rpcError(RpcCode code, std::string message,
                                         boost::json::object data = {}) {
    return tl::unexpected<RpcError>(RpcError{code, std::move(message), std::move(data)});
}

/// `id` null: of a message whose id could not be read. Long messages are cut to 2,000 bytes.
Answer errorAnswer(int status, const boost::json::value& id, RpcError error);

/// One request or notification.
struct Message {
    std::optional<boost::json::value> id; ///< a string or a whole number; none = a notification
    std::string method;
    boost::json::object params;

    bool isNotification() const { return !id.has_value(); }
    /// Member of `params` when it is an object, else null.
    const boost::json::object* object(std::string_view name) const;
    /// Member of `params` when it is a text, else null.
    const boost::json::string* text(std::string_view name) const;
};

struct MalformedMessage {
    boost::json::value id; ///< as far as it could be read, else null
    RpcError error;
};

/// Takes a parsed body apart. Batches and posted answers are refused: no revision that is served
/// here has the first, and this server asks nothing that the second could answer.
tl::expected<Message, MalformedMessage> readMessage(const boost::json::value& body);

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
