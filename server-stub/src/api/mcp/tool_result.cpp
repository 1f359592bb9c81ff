// SPDX-License-Identifier: Apache-2.0
#include "api/mcp/tool_result.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <charconv>

namespace leadsheet::server::api {
namespace {

namespace json = boost::json;

const std::string* fieldOf(const http::Response& response, std::string_view name) {
    const auto found = std::ranges::find_if(response.headers, [name](const http::Header& field) {
        return http::equalsIgnoreCase(field.name, name);
    });
    return found == response.headers.end() ? nullptr : &found->value;
}

json::object metaOf(const http::Response& response) {
    json::object meta{{"leadsheet/status", response.status}};
    if (const std::string* wait = fieldOf(response, "Retry-After")) {
        std::int64_t seconds = 0;
        const char* end = wait->data() + wait->size();
        if (std::from_chars(wait->data(), end, seconds).ptr == end)
            meta["leadsheet/retryAfterSeconds"] = seconds;
    }
    if (fieldOf(response, "Idempotent-Replayed") != nullptr)
        meta["leadsheet/replayed"] = true;
    return meta;
}

} // namespace

void pointToArguments(const ToolSpec& spec, http::Response& response) {
    boost::system::error_code broken;
    json::value problem = json::parse(response.body, broken);
    json::value* errors =
        broken || !problem.is_object() ? nullptr : problem.get_object().if_contains("errors");
    if (spec.orderSchema.empty() || response.status < 400 || errors == nullptr ||
        !errors->is_array())
        return;
    for (json::value& error : errors->get_array()) {
        json::object* members = error.if_object();
        json::value* pointer = members == nullptr ? nullptr : members->if_contains("pointer");
        if (pointer == nullptr || !pointer->is_string())
            continue;
        const std::string place(pointer->get_string());
        if ((place.empty() || place.starts_with('/')) && place != "/quoteId" &&
            !place.starts_with("/acknowledgeDuplicateOf"))
            *pointer = "/order" + place;
    }
    response.body = json::serialize(problem);
}

json::object toolResult(const http::Response& response) {
    json::object result;
    boost::system::error_code broken;
    json::value document = json::parse(response.body, broken);
    if (!broken && document.is_object())
        result["structuredContent"] = std::move(document);
    result["content"] = json::array{json::object{{"type", "text"}, {"text", response.body}}};
    result["isError"] = response.status >= 400;
    result["_meta"] = metaOf(response);
    return result;
}

} // namespace leadsheet::server::api
