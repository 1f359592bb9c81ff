// SPDX-License-Identifier: Apache-2.0
#include "api/pipeline.hpp"

#include "api/context.hpp"
#include "api/exchange.hpp"
#include "api/ingest/lead_body.hpp"
#include "domain/expected.hpp"
#include "domain/json.hpp"
#include "domain/order_request.hpp"
#include "http/message.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace leadsheet::server::api {

namespace {

using contract::ErrorCode;

StageResult checkQuery(const Exchange& exchange) {
    const auto& known = exchange.handler->query;
    std::vector<FieldError> errors;
    std::set<std::string_view> seen;
    for (const auto& [name, value] : exchange.request.query) {
        if (std::ranges::find(known, name) == known.end()) {
            std::string list;
            for (std::string_view candidate : known)
                list.append(list.empty() ? "" : ", ").append(candidate);
            errors.push_back({name, "unknown_member",
                              list.empty() ? "This path takes no query parameters."
                                           : "This path takes " + list + "."});
        } else if (!seen.insert(name).second) {
            errors.push_back({name, "duplicate", "Send this parameter once."});
        }
    }
    if (errors.empty())
        return std::nullopt;
    const std::string detail =
        "The query parameter " + errors.front().pointer +
        (errors.front().code == "duplicate" ? " occurs more than once." : " is unknown here.");
    return refuse(ErrorCode::InvalidParameter, detail, std::move(errors));
}

StageResult checkMediaType(const http::Request& request) {
    if (const std::string* encoding = request.header("content-encoding");
        encoding != nullptr && !http::equalsIgnoreCase(*encoding, "identity")) {
        return refuse(ErrorCode::UnsupportedMediaType, "Content-Encoding " + *encoding +
                                                           " is not supported here; send the body "
                                                           "as it is.");
    }
    const std::string* type = request.header("content-type");
    if (type == nullptr || request.headerCount("content-type") > 1) {
        return refuse(
            ErrorCode::UnsupportedMediaType,
            "State what the body is with exactly one header Content-Type: application/json.");
    }
    if (!isUtf8MediaType(*type, "application/json")) {
        return refuse(ErrorCode::UnsupportedMediaType,
                      "Content-Type " + *type +
                          " is not supported here; send application/json "
                          "in UTF-8.");
    }
    return std::nullopt;
}

/// Whether a body is nothing, or an empty object.
bool saysNothing(std::string_view body) {
    std::string letters;
    for (const char c : body) {
        if (c != ' ' && c != '\t' && c != '\r' && c != '\n')
            letters += c;
        if (letters.size() > 2)
            return false;
    }
    return letters.empty() || letters == "{}";
}

/// What it says would be ignored, and whoever sent it would believe that it was done.
StageResult refuseBody() {
    const std::string detail = "This operation takes no body. Send none, or an empty object.";
    return refuse(ErrorCode::InvalidParameter, detail, {{"", "not_allowed", detail}});
}

StageResult readLeads(Context& context, Exchange& exchange) {
    exchange.slot = context.largeBodies.take();
    if (!exchange.slot) {
        Problem problem{ErrorCode::Unavailable,
                        "The server is receiving as many deliveries as it can. Send this one again "
                        "in a moment.",
                        {},
                        std::chrono::seconds(1),
                        {}};
        return Outcome(tl::unexpect, std::move(problem));
    }
    return readLeadBody(context, exchange);
}

/// A refusal in the form that the operation has for it.
StageResult malformed(const Exchange& exchange, tl::unexpected<Problem> refused) {
    if (exchange.handler->malformed != nullptr)
        return exchange.handler->malformed(refused.value());
    return refused;
}

StageResult parseBody(Context& context, Exchange& exchange) {
    domain::JsonLimits limits;
    limits.maxBytes = context.config.limits.maxBodyBytes;
    auto parsed = domain::parseJson(exchange.request.body, limits);
    if (parsed) {
        exchange.body = std::move(*parsed);
        return std::nullopt;
    }
    return malformed(exchange, refuseJson(parsed.error()));
}

boost::json::value plainOrders(boost::json::value body) {
    boost::json::object* const members = body.if_object();
    boost::json::value* const items = members != nullptr ? members->if_contains("items") : nullptr;
    if (items == nullptr || !items->is_array())
        return domain::plainOrder(std::move(body));
    for (boost::json::value& item : items->get_array())
        item = domain::plainOrder(std::move(item));
    return body;
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t'))
        text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t'))
        text.remove_suffix(1);
    return text;
}

std::string_view takePart(std::string_view& rest) {
    const std::size_t end = std::min(rest.find(';'), rest.size());
    const std::string_view part = trimmed(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return part;
}

} // namespace

StageResult bodyStage(Context& context, Exchange& exchange) {
    if (exchange.handler == nullptr) {
        return refuse(ErrorCode::NotImplemented, "This server does not implement " +
                                                     std::string(exchange.operation().id) +
                                                     " yet. GET /v1/roadmap says what is planned.");
    }
    if (auto refused = checkQuery(exchange))
        return refused;
    const BodyKind kind = exchange.handler->body;
    const bool empty = exchange.request.body.empty();
    if (kind == BodyKind::None)
        return saysNothing(exchange.request.body) ? std::nullopt : refuseBody();
    if (kind == BodyKind::OptionalJson && empty) {
        // It says the same, under one Idempotency-Key too.
        exchange.body.emplace(boost::json::object());
        return std::nullopt;
    }
    if (kind == BodyKind::Leads)
        return readLeads(context, exchange);
    if (empty) {
        return malformed(exchange, refuse(ErrorCode::MalformedJson,
                                          "The body is empty; a JSON object is needed.",
                                          {{"", "required", "The body is empty."}}));
    }
    if (auto refused = checkMediaType(exchange.request))
        return refused;
    if (auto refused = parseBody(context, exchange))
        return refused;
    // Before it is told apart from other requests: "250" and 250 are the same order.
    if (kind == BodyKind::Order)
        exchange.body = plainOrders(std::move(*exchange.body));
    return std::nullopt;
}

bool isUtf8MediaType(std::string_view value, std::string_view type) {
    if (!http::equalsIgnoreCase(takePart(value), type))
        return false;
    while (!value.empty()) {
        const std::string_view parameter = takePart(value);
        const std::size_t equals = parameter.find('=');
        if (equals == std::string_view::npos ||
            !http::equalsIgnoreCase(parameter.substr(0, equals), "charset"))
            continue;
        std::string_view charset = parameter.substr(equals + 1);
        if (charset.size() >= 2 && charset.front() == '"' && charset.back() == '"')
            charset = charset.substr(1, charset.size() - 2);
        if (!http::equalsIgnoreCase(charset, "utf-8"))
            return false;
    }
    return true;
}

} // namespace leadsheet::server::api
