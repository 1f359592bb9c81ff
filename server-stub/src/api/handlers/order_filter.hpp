// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/exchange.hpp"

#include <string>
#include <string_view>

namespace leadsheet::server::api {

/// Refuses a query parameter with 400 invalid_parameter.
tl::unexpected<Problem> wrongParameter(std::string_view name, const std::string& detail);

/// A query parameter that is a time; nullopt when absent.
tl::expected<std::optional<domain::Timestamp>, Problem> timeParameter(const Exchange& exchange,
                                                                      std::string_view name);

/// status, idempotencyKey, externalRef and createdAfter, as far as the operation knows them.
tl::expected<store::OrderFilter, Problem> readOrderFilter(const Exchange& exchange);

/// accountId, of an admin's list; nullopt when absent.
tl::expected<std::optional<store::AccountId>, Problem> readAccountFilter(const Exchange& exchange);

/// A canonical text of the filter, for cursors.
std::string orderFilterText(const store::OrderFilter& filter);

} // namespace leadsheet::server::api
