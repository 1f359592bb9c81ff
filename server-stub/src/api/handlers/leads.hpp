// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/exchange.hpp"
#include "store/records.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::server::api {

/// Ends {"data": [...], "meta": {...}}. New leads and erasures only ever appear at the end, so
/// where a page ends is always the bookmark for what is new.
void appendPageEnd(std::string& body, const std::string& cursor, bool more, int limit);

struct Context;

/// GET /v1/leads/export and /v1/admin/orders/{n}/export: a file, streamed as fast as the client
/// takes it. It ends with the newest lead of the moment it was asked for.
Outcome exportLeads(Context& context, Exchange& exchange);
Outcome exportOrderLeads(Context& context, Exchange& exchange);

/// Names the account's list of leads for cursors; the pages' cursors are the export's as well.
std::string leadScope(const store::AccountId& account);

/// A query parameter that is "true" or "false"; nullopt when absent.
tl::expected<std::optional<bool>, Problem> booleanParameter(const Exchange& exchange,
                                                            std::string_view name);

/// The filters of contract section 7.
tl::expected<store::LeadFilter, Problem> readLeadFilter(const Exchange& exchange);

/// A canonical text of the filter, for cursors.
std::string leadFilterText(const store::LeadFilter& filter);

/// The columns of `fields` in the order asked for; all columns when it is absent. Anything outside
/// the allowlist is 400 unknown_field.
tl::expected<std::vector<store::LeadField>, Problem> readLeadFields(const Exchange& exchange);

} // namespace leadsheet::server::api
