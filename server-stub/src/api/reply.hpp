// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/expected.hpp"
#include "domain/field_check.hpp"
#include "http/message.hpp"

#include <leadsheet/contract/error_codes.hpp>

#include <boost/json/object.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
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

} // namespace leadsheet::server::api
