// SPDX-License-Identifier: Apache-2.0
#include "api/mcp/tool_answer.hpp"

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <charconv>
#include <cstdint>
#include <string_view>
#include <utility>

namespace leadsheet::server::api {

namespace {

namespace json = boost::json;

using Words = std::pair<std::string_view, std::string_view>;

/// The longer phrase stands before those that it contains.
constexpr std::array<Words, 21> kWords{{
    {"Ask for one with POST /v1/quotes", "Call quote_order to get one"},
    {"Ask for a new one", "Call quote_order for a new one"},
    {"ask for a new quote and order with that", "call quote_order again and use the new quote"},
    {"Quote exactly what is to be ordered", "Call quote_order with exactly what is to be ordered"},
    {"Raise the key's daily spend cap, use another key, or repeat the request",
     "Tell the person, who can raise the spend cap, or repeat the call"},
    {"Top up the account and repeat the request",
     "Tell the person, who can top up the account, and then repeat the call"},
    {"repeat the request", "repeat the call"},
    {"Repeat a request with the same body", "Repeat a call with the same arguments"},
    {"use a new key for a new request", "use a new key for a new call"},
    {"A request with this Idempotency-Key", "A call with this idempotencyKey"},
    {"Send the request again", "Repeat the call"},
    {" requests per ", " calls per "},
    {"Send this one again", "Repeat the call"},
    {"The query parameter", "The argument"},
    {"must occur once and have", "must have"},
    {", bare or in quotes", ""},
    {"The body", "The arguments"},
    {"the header field", "the argument"},
    {"If-Match", "expectedVersion"},
    {"Idempotency-Key", "idempotencyKey"},
    {"orderNumber", "order_number"},
}};

void replaceAll(std::string& text, std::string_view from, std::string_view to) {
    for (std::size_t at = text.find(from); at != std::string::npos;
         at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

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

json::object resultOf(const http::Response& response, std::string text) {
    return {{"content", json::array{json::object{{"type", "text"}, {"text", std::move(text)}}}},
            {"isError", response.status >= 400},
            {"_meta", metaOf(response)}};
}

json::object resultOf(const http::Response& response, json::object document) {
    json::object result = resultOf(response, json::serialize(document));
    result["structuredContent"] = std::move(document);
    return result;
}

/// The place in the tool's arguments of what the operation calls `place`: a pointer into the body,
/// or the name of a parameter.
std::string argumentPlace(const Tool& tool, const std::string& place) {
    const bool pointer = place.empty() || place.starts_with('/');
    const std::string path = pointer ? place : "/" + place;
    if (!tool.spec->orderSchema.empty()) {
        const bool own = path == "/quoteId" || path.starts_with("/acknowledgeDuplicateOf");
        return own || !pointer ? path : "/order" + path;
    }
    for (const ToolArgument& argument : tool.arguments) {
        const std::string begin = "/" + argument.member;
        if (path == begin || path.starts_with(begin + "/"))
            return "/" + argument.name + path.substr(begin.size());
    }
    return path;
}

void tellForAssistants(json::object& members, std::string_view name) {
    json::value* text = members.if_contains(name);
    if (text != nullptr && text->is_string())
        *text = forAssistants(std::string(text->get_string()));
}

/// A problem with the places and the words of the tool instead of those of its request.
void tellProblem(const Tool& tool, json::object& problem) {
    json::value* detail = problem.if_contains("detail");
    json::value* errors = problem.if_contains("errors");
    if (errors != nullptr && errors->is_array()) {
        for (json::value& error : errors->get_array()) {
            json::object* members = error.if_object();
            json::value* pointer = members == nullptr ? nullptr : members->if_contains("pointer");
            if (pointer == nullptr || !pointer->is_string())
                continue;
            const std::string place(pointer->get_string());
            const std::string told = argumentPlace(tool, place);
            const std::string begin = place + ": ";
            if (!place.empty() && detail != nullptr && detail->is_string() &&
                detail->get_string().starts_with(begin))
                *detail = told + std::string(detail->get_string()).substr(place.size());
            *pointer = told;
            tellForAssistants(*members, "detail");
        }
    }
    tellForAssistants(problem, "detail");
}

/// Without what the fields say in a fourth of the space, and what was not asked for.
void shortenProducts(json::object& answer, const json::object& arguments) {
    json::value* data = answer.if_contains("data");
    if (data == nullptr || !data->is_array())
        return;
    const json::value* wanted = arguments.if_contains("scrapingOption");
    json::array kept;
    for (json::value& product : data->get_array()) {
        json::object* members = product.if_object();
        if (members == nullptr)
            continue;
        const json::value* id = members->if_contains("id");
        if (wanted != nullptr && (id == nullptr || *id != *wanted))
            continue;
        members->erase("fieldsSchema");
        kept.push_back(std::move(product));
    }
    *data = std::move(kept);
}

} // namespace

std::string forAssistants(std::string text) {
    for (const auto& [from, to] : kWords)
        replaceAll(text, from, to);
    for (const Tool& tool : ToolCatalogue::instance().tools()) {
        replaceAll(text,
                   std::string(tool.operation->method) + " " + std::string(tool.operation->path),
                   tool.spec->name);
    }
    return text;
}

json::object toolResult(const Tool& tool, const json::object& arguments,
                        const http::Response& response) {
    boost::system::error_code broken;
    json::value document = json::parse(response.body, broken);
    if (broken || !document.is_object())
        return resultOf(response, response.body);
    json::object& members = document.get_object();
    if (response.status >= 400)
        tellProblem(tool, members);
    else if (tool.spec->choosesProduct)
        shortenProducts(members, arguments);
    return resultOf(response, std::move(members));
}

json::object refusedResult(const http::Response& problem) {
    return resultOf(problem, json::parse(problem.body).as_object());
}

} // namespace leadsheet::server::api
