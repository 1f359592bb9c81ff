// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "http/message.hpp"

#include <memory>

namespace leadsheet::server::http {

class ResponderState;

/// The way to answer one request. Copyable, so that it fits into std::function; all copies stand
/// for the same request. Safe from any thread, at any time:
/// - only the first send() counts, later ones do nothing;
/// - a send() after the client vanished or the server stopped (or was destroyed) does nothing;
/// - when the last copy goes away unanswered, the client gets a 500 (internal_error).
class Responder {
public:
    Responder() = default;
    explicit Responder(std::shared_ptr<ResponderState> state);

    /// Answers. Returns at once; the bytes are written by the server's own thread.
    void send(Response response) const;
    void operator()(Response response) const { send(std::move(response)); }

    /// True once nobody waits for the answer any more: the client closed or reset the connection,
    /// the time for an answer ran out, or the server is cutting its connections. A client that only
    /// closed its sending side still waits (plain connections; with TLS that cannot be told apart).
    bool cancelled() const noexcept;

private:
    std::shared_ptr<ResponderState> state_;
};

} // namespace leadsheet::server::http
