// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mcp/era.hpp"

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

} // namespace leadsheet::server::mcp
