// SPDX-License-Identifier: Apache-2.0
#include "api/pipeline.hpp"

#include "api/context.hpp"
#include "api/exchange.hpp"
#include "domain/expected.hpp"
#include "domain/json.hpp"
#include "domain/order_request.hpp"
#include "domain/text_check.hpp"
#include "http/message.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <zlib.h>

namespace leadsheet::server::api {

namespace {

using contract::ErrorCode;

enum class GunzipError {
    TooLarge,  ///< the text is larger than the limit
    Malformed, ///< not gzip, damaged, cut off, or followed by something else
    NoMemory,
};

constexpr int kGzipOnly = 16 + MAX_WBITS;
constexpr std::size_t kPiece = std::size_t{64} * 1024;

/// Ends the stream with the scope.
class Inflater {
public:
    Inflater() { ready_ = inflateInit2(&stream_, kGzipOnly) == Z_OK; }
    ~Inflater() {
        if (ready_)
            inflateEnd(&stream_);
    }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;

    bool ready() const { return ready_; }
    z_stream& stream() { return stream_; }

private:
    z_stream stream_{};
    bool ready_ = false;
};

/// Unpacks a gzip body (RFC 1952, any number of members) of at most `maxBytes` of text. Never holds
/// more than that, whatever the body promises.
tl::expected<std::string, GunzipError> gunzip(std::string_view packed, std::size_t maxBytes) {
    if (packed.size() > std::numeric_limits<uInt>::max())
        return tl::make_unexpected(GunzipError::TooLarge);
    Inflater inflater;
    if (!inflater.ready())
        return tl::make_unexpected(GunzipError::NoMemory);
    z_stream& stream = inflater.stream();
    // zlib reads through this pointer only; its declaration is older than const.
    stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    std::string text;
    std::array<Bytef, kPiece> piece{};
    while (true) {
        stream.next_out = piece.data();
        stream.avail_out = static_cast<uInt>(piece.size());
        const int result = inflate(&stream, Z_NO_FLUSH);
        const std::size_t made = piece.size() - stream.avail_out;
        if (made > maxBytes - text.size())
            return tl::make_unexpected(GunzipError::TooLarge);
        text.append(reinterpret_cast<const char*>(piece.data()), made);
        if (result == Z_STREAM_END) {
            if (stream.avail_in == 0)
                return text;
            if (inflateReset(&stream) != Z_OK)
                return tl::make_unexpected(GunzipError::Malformed);
        } else if (result == Z_MEM_ERROR) {
            return tl::make_unexpected(GunzipError::NoMemory);
        } else if (result != Z_OK || (stream.avail_in == 0 && stream.avail_out != 0)) {
            return tl::make_unexpected(GunzipError::Malformed);
        }
    }
}

std::optional<Outcome> findFormat(Exchange& exchange) {
    const http::Request& request = exchange.request;
    const std::string* type = request.header("content-type");
    constexpr std::string_view kTypes = "application/json, application/x-ndjson or text/csv, in "
                                        "UTF-8.";
    if (type == nullptr || request.headerCount("content-type") > 1) {
        return refuse(ErrorCode::UnsupportedMediaType,
                      "State what the body is with exactly one header Content-Type: " +
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
        return refuse(
            ErrorCode::UnsupportedMediaType,
            "Content-Encoding " + *encoding +
                " is not supported here; send the body as it is or compressed with gzip, once.");
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
    return refuse(ErrorCode::UnsupportedMediaType,
                  "The body is not what Content-Encoding: gzip says: it is damaged, cut off, or "
                  "not compressed at all.");
}

/// Finds out what a body of leads is and unpacks it in place: afterwards Exchange::format is set
/// and the request's body is text. A value = the refusal.
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
    const domain::JsonError& error = parsed.error();
    return malformed(
        exchange,
        refuse(ErrorCode::MalformedJson,
               error.detail + " (at byte " + std::to_string(error.offset) + ")",
               {{error.pointer,
                 error.code == domain::JsonError::Code::DuplicateMember ? "duplicate_member"
                                                                        : "invalid_format",
                 error.detail}}));
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
    if (kind == BodyKind::None || (kind == BodyKind::OptionalJson && empty))
        return std::nullopt;
    if (kind == BodyKind::Leads) {
        if (auto refused = readLeads(context, exchange))
            return refused;
        return exchange.format == BodyFormat::Json ? parseBody(context, exchange) : std::nullopt;
    }
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
