// SPDX-License-Identifier: Apache-2.0
#include "api/lead_body.hpp"

#include "api/context.hpp"
#include "api/gunzip.hpp"
#include "api/media_type.hpp"
#include "domain/utf8.hpp"

namespace leadsheet::server::api {
namespace {

using contract::ErrorCode;

std::optional<Outcome> findFormat(Exchange& exchange) {
    const http::Request& request = exchange.request;
    const std::string* type = request.header("content-type");
    constexpr std::string_view kTypes = "application/json, application/x-ndjson or text/csv, in "
                                        "UTF-8.";
    if (type == nullptr || request.headerCount("content-type") > 1) {
        return refuse(ErrorCode::UnsupportedMediaType,
                      "Say what the body is with exactly one header Content-Type: " +
                          std::string(kTypes));
    }
    if (isUtf8MediaType(*type, "application/json"))
        exchange.format = BodyFormat::Json;
    else if (isUtf8MediaType(*type, "application/x-ndjson"))
        exchange.format = BodyFormat::Ndjson;
    else if (isUtf8MediaType(*type, "text/csv"))
        exchange.format = BodyFormat::Csv;
    else {
        return refuse(ErrorCode::UnsupportedMediaType, "Content-Type " + *type +
                                                           " is not supported here; send " +
                                                           std::string(kTypes));
    }
    return std::nullopt;
}

std::optional<Outcome> unpack(const Context& context, http::Request& request) {
    const std::string* encoding = request.header("content-encoding");
    if (encoding == nullptr || http::equalsIgnoreCase(*encoding, "identity"))
        return std::nullopt;
    if (!http::equalsIgnoreCase(*encoding, "gzip") || request.headerCount("content-encoding") > 1) {
        return refuse(ErrorCode::UnsupportedMediaType,
                      "Content-Encoding " + *encoding +
                          " is not supported here; send the body as it is or packed with gzip, "
                          "once.");
    }
    const std::size_t limit = context.config.limits.maxBodyBytes;
    auto text = gunzip(request.body, limit);
    if (text) {
        request.body = std::move(*text);
        return std::nullopt;
    }
    switch (text.error()) {
    case GunzipError::TooLarge:
        return refuse(ErrorCode::PayloadTooLarge,
                      "The body is larger than " + std::to_string(limit) +
                          " bytes when it is unpacked. Send the leads in several parts.");
    case GunzipError::NoMemory:
        return refuse(ErrorCode::Unavailable, "The server has too little memory at the moment.");
    case GunzipError::Malformed:
        break;
    }
    return refuse(
        ErrorCode::UnsupportedMediaType,
        "The body is not what Content-Encoding: gzip says: it is damaged, cut off, or not "
        "packed at all.");
}

} // namespace

std::optional<Outcome> readLeadBody(const Context& context, Exchange& exchange) {
    if (auto refused = findFormat(exchange))
        return refused;
    if (auto refused = unpack(context, exchange.request))
        return refused;
    if (exchange.format == BodyFormat::Json) // whose parser says where the fault is
        return std::nullopt;
    if (const auto bad = domain::invalidUtf8At(exchange.request.body)) {
        const std::string detail =
            "The body is not valid UTF-8 (at byte " + std::to_string(*bad) + ").";
        if (exchange.format == BodyFormat::Ndjson)
            return refuse(ErrorCode::MalformedJson, detail, {{"", "invalid_format", detail}});
        return refuse(ErrorCode::ValidationFailed, detail, {{"", "invalid_format", detail}});
    }
    return std::nullopt;
}

} // namespace leadsheet::server::api
