// SPDX-License-Identifier: Apache-2.0
#include "api/mcp/tool_request.hpp"

#include "domain/json.hpp"
#include "domain/text_check.hpp"

#include <boost/json.hpp>

#include <algorithm>

namespace leadsheet::server::api {
namespace {

namespace json = boost::json;
using contract::ErrorCode;

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
        for (const auto& [name, value] : arguments_) {
            if (std::ranges::find(tool_.arguments, std::string_view(name), &ToolArgument::name) ==
                tool_.arguments.end())
                return unknown(name);
        }
        for (const ToolArgument& argument : tool_.arguments) {
            const json::value* value = arguments_.if_contains(argument.name);
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
                http::equalsIgnoreCase(field.name, "authorization"))
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
        std::string known;
        for (const ToolArgument& argument : tool_.arguments)
            known.append(known.empty() ? "" : ", ").append(argument.name);
        return badArgument(name, "unknown_member",
                           std::string(tool_.spec->name) +
                               (known.empty() ? " takes no arguments." : " takes " + known + "."));
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
            body_[argument.name] = value;
            return {};
        case ArgumentPlace::Acknowledged:
            return putMember(argument.name, value);
        case ArgumentPlace::QuoteId:
        case ArgumentPlace::IdempotencyKey:
            break;
        }
        if (!value.is_string() || value.get_string().empty())
            return badArgument(argument.name, "invalid_type", argument.name + " must be a text.");
        if (argument.place == ArgumentPlace::QuoteId)
            return putMember(argument.name, value);
        key_ = std::string(value.get_string());
        return dropFromOrder(argument.name, value);
    }

    tl::expected<void, Problem> putInPath(const ToolArgument& argument, const json::value& value) {
        // Anything else could lead the request to another operation.
        if (!value.is_string() || !domain::isIdentifier(value.get_string()))
            return badArgument(argument.name, "invalid_format",
                               argument.name + " must be a text of letters, digits, _ and -.");
        const std::string placeholder = "{" + argument.name + "}";
        path_.replace(path_.find(placeholder), placeholder.size(),
                      std::string_view(value.get_string()));
        return {};
    }

    tl::expected<void, Problem> putInQuery(const ToolArgument& argument, const json::value& value) {
        auto text = targetText(value);
        if (!text)
            return badArgument(argument.name, "invalid_type",
                               argument.name + " must be a text, a number or a list of such.");
        query_.emplace_back(argument.name, std::move(*text));
        return {};
    }

    tl::expected<void, Problem> putBody(const json::value& value) {
        if (!value.is_object())
            return badArgument("order", "invalid_type", "order must be an object.");
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

} // namespace

tl::expected<http::Request, Problem> toolRequest(const Tool& tool, const json::object& arguments,
                                                 const http::Request& outer) {
    RequestBuilder builder(tool, arguments);
    if (auto placed = builder.place(); !placed)
        return tl::make_unexpected(std::move(placed.error()));
    return builder.request(outer);
}

} // namespace leadsheet::server::api
