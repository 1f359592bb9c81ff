// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mcp_spending.hpp"

#include "leadsheet/ids.hpp"
#include "leadsheet/transport.hpp"

#include <boost/json/value.hpp>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

namespace leadsheet::cli {

/// Where a bridge leads to.
struct McpTarget {
    std::string url; ///< of the endpoint
    ApiKey key;
};

/// Passes messages of the Model Context Protocol from a program's standard input to a server's
/// endpoint, with a key that the program never sees. Not thread-safe.
class McpBridge {
public:
    McpBridge(McpTarget target, std::shared_ptr<Transport> transport, McpSpending spending);

    /// The line to answer one line of input with, without its end; empty when there is none to
    /// give (notifications). Every request gets an answer, whatever happens on the way.
    std::string answer(std::string_view line, const std::stop_token& stop);

private:
    boost::json::value passOn(const boost::json::object& message, std::string_view line,
                              const std::stop_token& stop);
    HttpRequest requestFor(const boost::json::object& message, std::string_view line) const;
    boost::json::value readAnswer(const boost::json::object& message, const HttpResponse& response);

    const McpTarget target_;
    const std::shared_ptr<Transport> transport_;
    McpSpending spending_;
    std::string revision_; ///< that the handshake came to; empty before
};

} // namespace leadsheet::cli
