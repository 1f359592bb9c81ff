// SPDX-License-Identifier: Apache-2.0
#include "api/mcp/tool_service.hpp"

#include "api/context.hpp"
#include "api/mcp/library.hpp"
#include "api/mcp/tool_answer.hpp"
#include "api/mcp/tool_catalogue.hpp"
#include "api/pipeline.hpp"
#include "api/reply.hpp"
#include "domain/json.hpp"
#include "domain/text_check.hpp"
#include "http/message.hpp"
#include "mcp/spend_cap.hpp"

#include <leadsheet/contract/products.hpp>

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <boost/json/object.hpp>

namespace leadsheet::server::api {

namespace {

namespace json = boost::json;
using contract::ErrorCode;
using mcp::RpcCode;

std::string pointerTo(std::string_view argument) {
    return domain::childPointer("", argument);
}

tl::unexpected<Problem> badArgument(std::string_view name, std::string code, std::string detail) {
    std::string text = detail;
    return refuse(ErrorCode::ValidationFailed, std::move(detail),
                  {{pointerTo(name), std::move(code), std::move(text)}});
}

/// A value as it stands in a target; none for objects, null and lists of such.
std::optional<std::string> targetText(const json::value& value) {
    if (value.is_string())
        return std::string(value.get_string());
    if (value.is_bool() || value.is_number())
        return json::serialize(value);
    const json::array* items = value.if_array();
    if (items == nullptr || items->empty())
        return std::nullopt;
    std::string list;
    for (const json::value& item : *items) {
        const auto text = item.is_array() ? std::nullopt : targetText(item);
        if (!text || text->find(',') != std::string::npos)
            return std::nullopt;
        list.append(list.empty() ? "" : ",").append(*text);
    }
    return list;
}

/// Puts the arguments of one call where they belong.
class RequestBuilder {
public:
    RequestBuilder(const Tool& tool, const json::object& arguments)
        : tool_(tool)
        , arguments_(arguments)
        , path_(tool.operation->path) {}

    tl::expected<void, Problem> place() {
        for (const auto& given : arguments_) {
            const std::string_view name = given.key();
            if (std::ranges::none_of(tool_.arguments, [name](const ToolArgument& argument) {
                    return argument.name == name || argument.member == name;
                }))
                return unknown(name);
        }
        for (const ToolArgument& argument : tool_.arguments) {
            const json::value* value = arguments_.if_contains(argument.name);
            const json::value* other = arguments_.if_contains(argument.member);
            if (value != nullptr && other != nullptr && *value != *other) {
                return badArgument(argument.name, "conflict",
                                   argument.name + " and " + argument.member +
                                       " are two names of one argument and differ here; give one.");
            }
            value = value == nullptr ? other : value;
            if (value == nullptr && argument.required) {
                return badArgument(argument.name, "required",
                                   std::string(tool_.spec->name) + " needs the argument " +
                                       argument.name + ".");
            }
            if (value == nullptr)
                continue;
            if (auto placed = put(argument, *value); !placed)
                return placed;
        }
        return {};
    }

    http::Request request(const http::Request& outer) {
        http::Request made;
        made.method = std::string(tool_.operation->method);
        made.target = path_;
        made.path = std::move(path_);
        made.query = std::move(query_);
        for (const http::Header& field : outer.headers) {
            if (http::equalsIgnoreCase(field.name, "x-api-key") ||
                http::equalsIgnoreCase(field.name, "authorization") ||
                http::equalsIgnoreCase(field.name, mcp::kSpendCapField))
                made.headers.push_back(field);
        }
        if (!key_.empty())
            made.headers.push_back({"Idempotency-Key", std::move(key_)});
        if (tool_.hasBody) {
            made.headers.push_back({"Content-Type", "application/json"});
            made.body = json::serialize(body_);
        }
        made.peerAddress = outer.peerAddress;
        made.requestId = outer.requestId;
        made.tls = outer.tls;
        return made;
    }

private:
    tl::unexpected<Problem> unknown(std::string_view name) const {
        const std::string tool(tool_.spec->name);
        if (tool_.hasOrderMember(name))
            return badArgument(name, "unknown_member",
                               std::string(name) + " belongs into the argument order of " + tool +
                                   ".");
        std::string known;
        for (const ToolArgument& argument : tool_.arguments)
            known.append(known.empty() ? "" : ", ").append(argument.name);
        return badArgument(name, "unknown_member",
                           known.empty()
                               ? tool + " takes no arguments."
                               : tool + " has no argument of that name; it takes " + known + ".");
    }

    tl::expected<void, Problem> put(const ToolArgument& argument, const json::value& value) {
        switch (argument.place) {
        case ArgumentPlace::Path:
            return putInPath(argument, value);
        case ArgumentPlace::Query:
            return putInQuery(argument, value);
        case ArgumentPlace::Body:
            return putBody(value);
        case ArgumentPlace::BodyMember:
            body_[argument.member] = value;
            return {};
        case ArgumentPlace::Acknowledged:
            return putMember(argument.name, value);
        case ArgumentPlace::Product:
            return checkProduct(argument, value);
        case ArgumentPlace::QuoteId:
        case ArgumentPlace::IdempotencyKey:
            break;
        }
        if (!value.is_string() || value.get_string().empty())
            return badArgument(argument.name, "wrong_type", argument.name + " must be a string.");
        if (argument.place == ArgumentPlace::QuoteId)
            return putMember(argument.name, value);
        key_ = std::string(value.get_string());
        return dropFromOrder(argument.name, value);
    }

    tl::expected<void, Problem> putInPath(const ToolArgument& argument, const json::value& value) {
        // Anything else could lead the request to another operation.
        if (!value.is_string() || !domain::isIdentifier(value.get_string()))
            return badArgument(argument.name, "invalid_format",
                               argument.name + " must be a string of letters, digits, _ and -.");
        const std::string placeholder = "{" + argument.member + "}";
        path_.replace(path_.find(placeholder), placeholder.size(),
                      std::string_view(value.get_string()));
        return {};
    }

    tl::expected<void, Problem> putInQuery(const ToolArgument& argument, const json::value& value) {
        auto text = targetText(value);
        if (!text)
            return badArgument(argument.name, "wrong_type",
                               argument.name + " must be a string, a number or a list of these.");
        query_.emplace_back(argument.member, std::move(*text));
        return {};
    }

    static tl::expected<void, Problem> checkProduct(const ToolArgument& argument,
                                                    const json::value& value) {
        std::string known;
        for (const contract::ProductInfo& product : contract::kProducts) {
            if (value.is_string() && value.get_string() == product.id)
                return {};
            known.append(known.empty() ? "" : ", ").append(product.id);
        }
        return badArgument(argument.name, "not_allowed",
                           argument.name + " must be one of " + known + ".");
    }

    tl::expected<void, Problem> putBody(const json::value& value) {
        if (!value.is_object())
            return badArgument("order", "wrong_type", "order must be an object.");
        body_ = value.get_object();
        if (tool_.spec->needsQuote)
            body_["duplicates"] = "refuse";
        return {};
    }

    /// The order may name again what an argument names, but nothing else.
    tl::expected<void, Problem> dropFromOrder(const std::string& name, const json::value& value) {
        if (tool_.spec->orderSchema.empty())
            return {};
        const json::value* own = body_.if_contains(name);
        if (own != nullptr && *own != value)
            return badArgument("order", "conflict",
                               "order." + name + " differs from the argument " + name +
                                   "; leave it out of order.");
        body_.erase(name);
        return {};
    }

    tl::expected<void, Problem> putMember(const std::string& name, const json::value& value) {
        if (auto dropped = dropFromOrder(name, value); !dropped)
            return dropped;
        body_[name] = value;
        return {};
    }

    const Tool& tool_;
    const json::object& arguments_;
    std::string path_;
    std::vector<std::pair<std::string, std::string>> query_;
    json::object body_;
    std::string key_;
};

constexpr std::string_view kInstructions =
    "Leadsheet sells lists of business contacts. To order: list_products, then quote_order, then "
    "tell the person what is ordered and the quote's total and wait for their consent, then "
    "create_order with exactly the quoted order, the quoteId and a new idempotencyKey. What was "
    "ordered before is refused as equivalent_order until the person wants it again. Orders are "
    "reviewed and delivered later: follow them with get_order, answer questions with "
    "reply_to_order, and read what was delivered with list_leads. Amounts of money are in minor "
    "units of the currency (cents). A refused call says why in `detail` and `errors`; when "
    "`retryable` is true, wait as long as it says and repeat the same call. get_rate_limits tells "
    "what is left of the calls, get_account what may be spent.";

/// Lists of what the server has; no function: the tools of the caller.
struct List {
    std::string_view method;
    json::object (*result)() = nullptr;
};

constexpr std::array<List, 4> kLists{{{"tools/list", nullptr},
                                      {"resources/list", productResources},
                                      {"resources/templates/list", productTemplates},
                                      {"prompts/list", orderPrompts}}};

/// As an operation would answer it, for arguments that never became a request.
http::Response refusedCall(const Problem& problem, const Exchange& exchange) {
    http::Response response;
    response.status = statusOf(problem);
    response.body = problemBody(problem, exchange.request.requestId, exchange.request.path);
    return response;
}

} // namespace

tl::expected<http::Request, Problem> toolRequest(const Tool& tool, const json::object& arguments,
                                                 const http::Request& outer) {
    RequestBuilder builder(tool, arguments);
    SERVER_TRY_DONE(builder.place());
    return builder.request(outer);
}

const mcp::Identity& ToolService::identity() const {
    static const mcp::Identity identity{
        "leadsheet", "Leadsheet", ToolCatalogue::instance().version(), std::string(kInstructions)};
    return identity;
}

json::object ToolService::capabilities(mcp::Era) const {
    return {{"tools", json::object{}}, {"resources", json::object{}}, {"prompts", json::object{}}};
}

mcp::RpcResult ToolService::call(const mcp::Message& message, mcp::Era) {
    if (message.method == "tools/call")
        return callTool(message);
    if (message.method == "resources/read")
        return readResource(message);
    if (message.method == "prompts/get")
        return orderPrompt(message);
    const auto method = std::ranges::find(kLists, message.method, &List::method);
    if (method == kLists.end()) {
        return mcp::rpcError(RpcCode::MethodNotFound,
                             "There is no method " + message.method +
                                 " here; this server has tools, resources and prompts.");
    }
    if (message.params.contains("cursor")) {
        return mcp::rpcError(RpcCode::InvalidParams,
                             "This list has one page, so no cursor leads to another.");
    }
    return method->result == nullptr ? list() : method->result();
}

json::object ToolService::list() const {
    json::array tools;
    for (const Tool& tool : ToolCatalogue::instance().tools()) {
        const std::string_view scope = tool.operation->scope;
        if (scope.empty() || grantsScope(exchange_.caller->key.scopes, scope))
            tools.push_back(tool.definition);
    }
    return json::object{{"tools", std::move(tools)}};
}

mcp::RpcResult ToolService::callTool(const mcp::Message& message) {
    const json::string* name = message.text("name");
    if (name == nullptr)
        return mcp::rpcError(RpcCode::InvalidParams, "params.name must be the name of a tool.");
    const Tool* tool = ToolCatalogue::instance().find(*name);
    if (tool == nullptr) {
        return mcp::rpcError(RpcCode::InvalidParams, "There is no tool " +
                                                         std::string(std::string_view(*name)) +
                                                         "; tools/list names them.");
    }
    static const json::value none = json::object();
    const json::value* given = message.params.if_contains("arguments");
    return run(*tool, given == nullptr || given->is_null() ? none : *given);
}

/// Read as list_products is: with the same key, on the same budget.
mcp::RpcResult ToolService::readResource(const mcp::Message& message) {
    const json::string* uri = message.text("uri");
    if (uri == nullptr)
        return mcp::rpcError(RpcCode::InvalidParams, "params.uri must be the URI of a resource.");
    const auto product = productOf(*uri);
    if (!product) {
        return mcp::rpcError(RpcCode::InvalidParams,
                             "There is no such resource; resources/list names those there are.",
                             {{"uri", *uri}});
    }
    const Tool& tool = *ToolCatalogue::instance().find("list_products");
    exchange_.toolCall.name = tool.spec->name;
    const http::Response response =
        handleToolCall(context_, toolRequest(tool, {}, exchange_.request).value(), exchange_);
    if (response.status != 200) {
        boost::system::error_code broken;
        const json::value problem = json::parse(response.body, broken);
        return mcp::rpcError(
            RpcCode::InternalError, "The product could not be read. Read it again later.",
            broken || !problem.is_object() ? json::object() : problem.get_object());
    }
    return productResource(*uri, *product, response.body);
}

json::object ToolService::run(const Tool& tool, const json::value& given) {
    ToolCall& call = exchange_.toolCall;
    call.name = tool.spec->name;
    const auto refused = [&](const Problem& problem) {
        call.code = contract::info(problem.code).name;
        return refusedResult(refusedCall(problem, exchange_));
    };
    const json::object* arguments = given.if_object();
    if (arguments == nullptr) {
        return refused(refuse(ErrorCode::ValidationFailed,
                              "The arguments of " + std::string(tool.spec->name) +
                                  " must be an object, with a member for each argument.",
                              {{"", "wrong_type", "An object is needed."}})
                           .value());
    }
    auto request = toolRequest(tool, *arguments, exchange_.request);
    if (!request)
        return refused(request.error());
    return toolResult(tool, *arguments, handleToolCall(context_, std::move(*request), exchange_));
}

} // namespace leadsheet::server::api
