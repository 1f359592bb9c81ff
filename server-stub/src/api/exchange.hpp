// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/places.hpp"
#include "api/reply.hpp"
#include "api/router.hpp"
#include "domain/crypto.hpp"
#include "domain/timestamp.hpp"
#include "http/message.hpp"
#include "store/records.hpp"

#include <boost/json/value.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace leadsheet::server::api {

struct OperationHandler;

/// What the body is, once the body stage has seen it.
enum class BodyFormat {
    Json,   ///< parsed: Exchange::body
    Ndjson, ///< text: Exchange::request.body, decompressed and valid UTF-8
    Csv,    ///< as Ndjson
};

/// The tool that an assistant called: on the request that carried the call, and on the request that
/// the call became.
struct ToolCall {
    std::string name; ///< empty: no tool call
    std::string code; ///< the problem that it was answered with, empty for success
    bool replayed = false;
};

/// One request on its way through the stages. Each stage fills in what the later ones need.
struct Exchange {
    http::Request request;
    domain::Timestamp now; ///< one moment for the whole request

    // route
    Router::Match route;
    const OperationHandler* handler = nullptr; ///< null: the operation is not implemented

    bool portal = false; ///< a page for developers, which is not a part of the contract

    // authentication; empty for operations without a key
    std::optional<store::AuthenticatedKey> caller;

    // rate limit: values of the RateLimit fields, empty before
    std::string rateLimit;
    std::string rateLimitPolicy;
    bool chargePending = false; ///< the request is still to be charged, see rate_charge.hpp

    // fault plan
    http::WireFault wireFault;
    bool spoilJson = false;
    bool faulted = false; ///< a fault was taken from the plan

    ToolCall toolCall;

    // body
    std::optional<boost::json::value> body;
    BodyFormat format = BodyFormat::Json;
    std::optional<Slots::Hold> slot; ///< of a request that may take much memory

    // idempotency
    std::optional<std::string> idempotencyKey;
    bool keyGenerated = false; ///< the request sent no key
    domain::Digest fingerprint{};
    std::optional<InFlight::Hold> hold;

    const contract::OperationInfo& operation() const { return *route.operation; }
    const std::string& parameter(std::size_t index) const { return route.parameters.at(index); }
    /// A query parameter's value, or null. The body stage has made sure that it occurs once.
    const std::string* query(std::string_view name) const;
};

} // namespace leadsheet::server::api
