// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/mcp/tool_catalogue.hpp"
#include "api/reply.hpp"
#include "http/message.hpp"
#include "mcp/endpoint.hpp"

#include <boost/json/object.hpp>

namespace leadsheet::server::api {

/// The request that a tool call stands for, sent with the key of `outer`, the request that carries
/// the call. Refuses arguments that the tool does not have, lacks what the operation itself cannot
/// ask for, and values that would not stay in their place; all else is the operation's to judge.
tl::expected<http::Request, Problem>
toolRequest(const Tool& tool, const boost::json::object& arguments, const http::Request& outer);

struct Context;
struct Exchange;

/// Tools, resources and prompts of one caller, for one request. tools/list has those that the
/// scopes of the caller's key allow; a call of another is made all the same, and refused by the
/// operation itself.
class ToolService : public mcp::Service {
public:
    /// `exchange` is the authenticated request that carries the message; both outlive this.
    ToolService(Context& context, Exchange& exchange)
        : context_(context)
        , exchange_(exchange) {}

    const mcp::Identity& identity() const override;
    boost::json::object capabilities(mcp::Era era) const override;
    mcp::RpcResult call(const mcp::Message& message, mcp::Era era) override;

private:
    boost::json::object list() const; ///< of tools
    mcp::RpcResult callTool(const mcp::Message& message);
    mcp::RpcResult readResource(const mcp::Message& message);
    boost::json::object run(const Tool& tool, const boost::json::value& given);

    Context& context_;
    Exchange& exchange_;
};

} // namespace leadsheet::server::api
