// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "answer.hpp"
#include "test_server.hpp"

#include <boost/json.hpp>
#include <string>

namespace leadsheet::test {

/// An assistant's side of POST /mcp, in the revision without handshake.
class McpScene {
public:
    /// With the test account's key, or with `secret`.
    explicit McpScene(TestServer& server, std::string secret = {});

    /// The whole answer to one request.
    RawResponse send(const std::string& method, boost::json::object params = {},
                     RawHeaders headers = {});
    /// The result of a tool call; an empty object when it was answered with an error.
    boost::json::value call(const std::string& tool, boost::json::object arguments = {});
    /// The tools that are listed for the key.
    boost::json::array tools();

    /// What quote_order and create_order take, for so many leads.
    static boost::json::object order(std::int64_t leads = 100);
    /// A quote's id for that order.
    std::string quote(std::int64_t leads = 100);
    /// Arguments of create_order.
    boost::json::object purchase(const std::string& quoteId, const std::string& key,
                                 std::int64_t leads = 100) const;

private:
    TestServer& server_;
    std::string secret_;
    std::int64_t sent_ = 0;
};

} // namespace leadsheet::test
