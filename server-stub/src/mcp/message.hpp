// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mcp/rpc.hpp"

namespace leadsheet::server::mcp {

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

} // namespace leadsheet::server::mcp
