// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/reply.hpp"
#include "domain/order_request.hpp"
#include "domain/timestamp.hpp"
#include "http/message.hpp"

#include <leadsheet/contract/operations.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::server::api {

/// HTTP status of a problem.
int statusOf(const Problem& problem);

/// The application/problem+json body (RFC 9457 with the members of contract section 4). Text that
/// is not UTF-8 is replaced, so the result is always valid JSON.
std::string problemBody(const Problem& problem, std::string_view requestId,
                        std::string_view instance);

/// The same for an answer whose status the caller has chosen, for example by the connection itself.
std::string problemBody(int status, std::string_view code, std::string_view detail,
                        std::string_view requestId);

/// The refusal of a body, the same for an order and for a quote of it.
Problem validationProblem(const domain::OrderRefusal& refusal, std::int64_t maxLeadCount);

/// Adds Deprecation (RFC 9745) and Sunset (RFC 8594) to an answer of a deprecated operation.
void appendDeprecation(std::vector<http::Header>& headers,
                       const contract::OperationInfo& operation);

/// Whether the operation answers 410 by now (contract section 12).
bool isRetired(const contract::OperationInfo& operation, domain::Timestamp now);

} // namespace leadsheet::server::api
