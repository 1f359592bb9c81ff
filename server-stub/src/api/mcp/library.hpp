// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mcp/message.hpp"

#include <boost/json/object.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace leadsheet::server::api {

/// What an assistant can read beside the tools: each product whole, with the JSON Schema of its
/// orders, and how people begin an order. The same for every caller; thread-safe.

/// Results of resources/list and resources/templates/list.
boost::json::object productResources();
boost::json::object productTemplates();

/// The id of the product that a resource is about; none when there is no such resource.
std::optional<std::string_view> productOf(std::string_view uri);

/// The result of resources/read: the product of that id out of the body of GET /v1/products.
boost::json::object productResource(std::string_view uri, std::string_view product,
                                    std::string_view products);

/// The result of prompts/list.
boost::json::object orderPrompts();
/// The result of prompts/get.
mcp::RpcResult orderPrompt(const mcp::Message& message);

} // namespace leadsheet::server::api
