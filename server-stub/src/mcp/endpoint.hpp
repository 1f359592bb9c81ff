// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mcp/message.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::server::mcp {

/// How a server presents itself.
struct Identity {
    std::string name;
    std::string title;
    std::string version;
    std::string instructions; ///< for the assistant; empty = none
};

/// What is served: the methods of one server for one caller.
class Service {
public:
    virtual ~Service() = default;

    virtual const Identity& identity() const = 0;
    /// Names each family of methods that call() knows in that era, for example {"tools": {}}.
    virtual boost::json::object capabilities(Era era) const = 0;
    /// The result of a method; RpcCode::MethodNotFound for all that it does not know. Never called
    /// for the methods of the protocol itself: initialize, ping and server/discover.
    virtual RpcResult call(const Message& message, Era era) = 0;
};

/// Answers one POST with what `service` has, in the words of the revision that the message speaks.
/// Stateless: nothing is remembered between two calls.
Answer answer(const boost::json::value& body, const Fields& fields, Service& service);

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
