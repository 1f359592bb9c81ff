// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "answer.hpp"
#include "test_server.hpp"

#include <boost/json.hpp>
#include <map>
#include <string>

namespace leadsheet::test {

/// An assistant's side of POST /mcp, in the revision without handshake.
class McpScene {
public:
    /// With the test account's key, or with `secret`.
    explicit McpScene(TestServer& server, std::string secret = {});

    /// Sends the field with every message from now on.
    void setHeader(std::string name, std::string value);

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
    std::map<std::string, std::string> fields_;
    std::int64_t sent_ = 0;
};

/// The code of an error of the protocol; 0 = there is none.
std::int64_t errorOf(const RawResponse& answer);
/// The code of the problem that a tool answered with; empty = there is none.
std::string codeOfResult(const boost::json::value& result);
/// Why the result is not as the tool says; empty = it is, or the tool says nothing.
std::string faultOf(const boost::json::value& tool, const boost::json::value& result);
/// How many orders the test account has.
std::size_t ordersOf(TestServer& server);

} // namespace leadsheet::test
