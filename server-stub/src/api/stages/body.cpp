// SPDX-License-Identifier: Apache-2.0
#include "api/context.hpp"
#include "api/lead_body.hpp"
#include "api/media_type.hpp"
#include "api/stages/stages.hpp"
#include "domain/json.hpp"

#include <algorithm>
#include <set>

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
        return refuse(ErrorCode::UnsupportedMediaType,
                      "Say what the body is with exactly one header Content-Type: "
                      "application/json.");
    }
    if (!isUtf8MediaType(*type, "application/json")) {
        return refuse(ErrorCode::UnsupportedMediaType,
                      "Content-Type " + *type +
                          " is not supported here; send application/json "
                          "in UTF-8.");
    }
    return std::nullopt;
}

StageResult readLeads(Context& context, Exchange& exchange) {
    exchange.slot = context.largeBodies.take();
    if (!exchange.slot) {
        Problem problem{ErrorCode::Unavailable,
                        "The server is taking in as many deliveries as it can. Send this one again "
                        "in a moment.",
                        {},
                        std::chrono::seconds(1),
                        {}};
        return Outcome(tl::unexpect, std::move(problem));
    }
    return readLeadBody(context, exchange);
}

StageResult parseBody(Context& context, Exchange& exchange) {
    domain::JsonLimits limits;
    limits.maxBytes = context.config.limits.maxBodyBytes;
    auto parsed = domain::parseJson(exchange.request.body, limits);
    if (parsed) {
        exchange.body = std::move(*parsed);
        return std::nullopt;
    }
    const domain::JsonError& error = parsed.error();
    return refuse(ErrorCode::MalformedJson,
                  error.detail + " (at byte " + std::to_string(error.offset) + ")",
                  {{error.pointer,
                    error.code == domain::JsonError::Code::DuplicateMember ? "duplicate_member"
                                                                           : "invalid_format",
                    error.detail}});
}

} // namespace

StageResult bodyStage(Context& context, Exchange& exchange) {
    if (exchange.handler == nullptr) {
        return refuse(ErrorCode::NotImplemented, "This server does not implement " +
                                                     std::string(exchange.operation().id) +
                                                     " yet. GET /v1/roadmap says what comes when.");
    }
    if (auto refused = checkQuery(exchange))
        return refused;
    const BodyKind kind = exchange.handler->body;
    const bool empty = exchange.request.body.empty();
    if (kind == BodyKind::None || (kind == BodyKind::OptionalJson && empty))
        return std::nullopt;
    if (kind == BodyKind::Leads) {
        if (auto refused = readLeads(context, exchange))
            return refused;
        return exchange.format == BodyFormat::Json ? parseBody(context, exchange) : std::nullopt;
    }
    if (empty) {
        return refuse(ErrorCode::MalformedJson, "The body is empty; a JSON object is needed.",
                      {{"", "required", "The body is empty."}});
    }
    if (auto refused = checkMediaType(exchange.request))
        return refused;
    return parseBody(context, exchange);
}

} // namespace leadsheet::server::api
