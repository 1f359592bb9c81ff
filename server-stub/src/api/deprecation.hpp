// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/timestamp.hpp"
#include "http/message.hpp"

#include <leadsheet/contract/operations.hpp>

#include <vector>

namespace leadsheet::server::api {

/// Adds Deprecation (RFC 9745) and Sunset (RFC 8594) to an answer of a deprecated operation.
void appendDeprecation(std::vector<http::Header>& headers,
                       const contract::OperationInfo& operation);

/// Whether the operation answers 410 by now (contract section 12).
bool isRetired(const contract::OperationInfo& operation, domain::Timestamp now);

} // namespace leadsheet::server::api
