// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/expected.hpp"

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <optional>
#include <string>

namespace leadsheet::server::mcp {

/// Error codes of JSON-RPC 2.0 and, from HeaderMismatch on, of the Model Context Protocol.
enum class RpcCode {
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

} // namespace leadsheet::server::mcp
