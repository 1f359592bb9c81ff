// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/expected.hpp"
#include "domain/field_check.hpp"
#include "domain/json.hpp"
#include "domain/order_request.hpp"
#include "domain/timestamp.hpp"
#include "http/message.hpp"

#include <leadsheet/contract/error_codes.hpp>
#include <leadsheet/contract/operations.hpp>

#include <boost/json/object.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::server::api {

/// One wrong member of a body (JSON pointer), or parameter (pointer = its name).
using domain::FieldError;

/// A refusal. Status, title and retryability follow from the code.
struct Problem {
    contract::ErrorCode code = contract::ErrorCode::InternalError;
    std::string detail; ///< for the caller: what happened and the way out; never an internal cause
    std::vector<FieldError> errors;
    std::optional<std::chrono::seconds> retryAfter;
    std::vector<http::Header> headers;
    boost::json::object extension = {}; ///< further members of the answer
};

/// A success, or the stored answer of an earlier one.
struct Reply {
    int status = 200;
    std::string body;
    std::unique_ptr<http::BodySource> stream = {};  ///< when set it is the body
    std::optional<std::uint64_t> streamLength = {}; ///< of `stream`, in bytes, when known
    std::string contentType = "application/json";
    std::vector<http::Header> headers;
    bool replayed = false;
};

using Outcome = tl::expected<Reply, Problem>;

/// "a, b, c": the names that the rows of a table have in one of their members.
template <class Rows, class Row, class Name>
std::string namesOf(const Rows& rows, Name Row::*name) {
    std::string names;
    for (const Row& row : rows)
        names.append(names.empty() ? "" : ", ").append(row.*name);
    return names;
}

inline Reply noContent() {
    Reply reply;
    reply.status = 204;
    return reply;
}

/// Shorthand for returning a refusal from a stage or handler.
inline tl::unexpected<Problem> refuse(contract::ErrorCode code, std::string detail,
                                      std::vector<FieldError> errors = {}) {
    return tl::unexpected<Problem>(Problem{code, std::move(detail), std::move(errors), {}, {}});
}

/// One text for absent and foreign resources, so that nobody learns what others own (contract
/// section 4).
inline tl::unexpected<Problem> notFound() {
    return refuse(contract::ErrorCode::NotFound,
                  "There is no such resource in this account. Check the identifier, and that the "
                  "key belongs to the account that owns it.");
}

/// HTTP status of a problem.
int statusOf(const Problem& problem);

/// The application/problem+json body (RFC 9457 with the members of contract section 4). Text that
/// is not UTF-8 is replaced, so the result is always valid JSON.
std::string problemBody(const Problem& problem, std::string_view requestId,
                        std::string_view instance);

/// The same for an answer whose status the caller has chosen, for example by the connection itself.
/// Where the path was not read, `instance` is empty.
std::string problemBody(int status, std::string_view code, std::string_view detail,
                        std::string_view requestId, std::string_view instance);

/// The refusal of a body that is not JSON.
tl::unexpected<Problem> refuseJson(const domain::JsonError& error);

/// The refusal of a body, the same for an order and for a quote of it.
Problem validationProblem(const domain::OrderRefusal& refusal, std::int64_t maxLeadCount);

/// The 401 that says how to authenticate.
Problem challenge(contract::ErrorCode code, std::string detail);
/// The same to a key that was revoked, if only since its request came.
Problem revokedKey();

/// Adds Deprecation (RFC 9745) and Sunset (RFC 8594) to an answer of a deprecated operation.
void appendDeprecation(std::vector<http::Header>& headers,
                       const contract::OperationInfo& operation);

/// Whether the operation answers 410 by now (contract section 12).
bool isRetired(const contract::OperationInfo& operation, domain::Timestamp now);

} // namespace leadsheet::server::api
