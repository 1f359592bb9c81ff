// SPDX-License-Identifier: Apache-2.0
#include "api/mcp/library.hpp"

#include <leadsheet/contract/products.hpp>

#include <boost/json.hpp>
#include <utility>

namespace leadsheet::server::api {

namespace {

namespace json = boost::json;

constexpr std::string_view kProductUri = "leadsheet://products/";
constexpr std::string_view kJsonType = "application/json";
constexpr std::string_view kOrderPrompt = "order_leads";
constexpr std::string_view kWish = "wish";

std::string orderText(std::string_view wish) {
    return "I want to order leads with Leadsheet: " + std::string(wish) +
           "\n\nFind the product that fits with list_products and get a price with quote_order. "
           "Ask me what is missing instead of guessing it. Then tell me what would be ordered, the "
           "total, and every equivalent order that the quote names, and wait. Call create_order "
           "only when I have said yes to that total.";
}

} // namespace

json::object productResources() {
    json::array resources;
    for (const contract::ProductInfo& product : contract::kProducts) {
        resources.push_back(
            json::object{{"uri", std::string(kProductUri) + std::string(product.id)},
                         {"name", product.id},
                         {"title", product.title},
                         {"description", std::string(product.description) +
                                             " Prices, fields, and the JSON Schema of an order."},
                         {"mimeType", kJsonType}});
    }
    return {{"resources", std::move(resources)}};
}

json::object productTemplates() {
    return {{"resourceTemplates",
             json::array{json::object{
                 {"uriTemplate", std::string(kProductUri) + "{scrapingOption}"},
                 {"name", "product"},
                 {"description", "A product by its id: prices, fields, and the JSON Schema of an "
                                 "order."},
                 {"mimeType", kJsonType}}}}};
}

std::optional<std::string_view> productOf(std::string_view uri) {
    if (!uri.starts_with(kProductUri))
        return std::nullopt;
    const auto* found = contract::findProduct(uri.substr(kProductUri.size()));
    return found == nullptr ? std::nullopt : std::optional(found->id);
}

json::object productResource(std::string_view uri, std::string_view product,
                             std::string_view products) {
    json::array contents;
    const json::value listed = json::parse(products);
    for (const json::value& item : listed.at("data").as_array()) {
        if (item.at("id") == json::value(product))
            contents.push_back(json::object{
                {"uri", uri}, {"mimeType", kJsonType}, {"text", json::serialize(item)}});
    }
    return {{"contents", std::move(contents)}};
}

json::object orderPrompts() {
    return {{"prompts",
             json::array{json::object{
                 {"name", kOrderPrompt},
                 {"title", "Order leads"},
                 {"description", "Finds the product, asks for the price, and orders after your "
                                 "consent."},
                 {"arguments",
                  json::array{json::object{
                      {"name", kWish},
                      {"description", "Whom you want to reach and how many leads, in your words."},
                      {"required", true}}}}}}}};
}

mcp::RpcResult orderPrompt(const mcp::Message& message) {
    const json::string* name = message.text("name");
    if (name == nullptr || *name != kOrderPrompt) {
        return mcp::rpcError(mcp::RpcCode::InvalidParams,
                             "There is no such prompt; prompts/list names those there are.");
    }
    const json::object* arguments = message.object("arguments");
    const json::value* wish = arguments == nullptr ? nullptr : arguments->if_contains(kWish);
    if (wish == nullptr || !wish->is_string() || wish->get_string().empty()) {
        return mcp::rpcError(
            mcp::RpcCode::InvalidParams,
            "The prompt needs the argument wish: whom to reach and how many leads, "
            "in words.");
    }
    return json::object{
        {"messages", json::array{json::object{
                         {"role", "user"},
                         {"content", json::object{{"type", "text"},
                                                  {"text", orderText(wish->get_string())}}}}}}};
}

} // namespace leadsheet::server::api
