// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/exchange.hpp"

namespace leadsheet::server::api {

struct Context;

/// GET /v1/leads/export and /v1/admin/orders/{n}/export: a file, streamed as fast as the client
/// takes it. It ends with the newest lead of the moment it was asked for.
Outcome exportLeads(Context& context, Exchange& exchange);
Outcome exportOrderLeads(Context& context, Exchange& exchange);

/// Names the account's list of leads for cursors; the pages' cursors are the export's as well.
std::string leadScope(const store::AccountId& account);

} // namespace leadsheet::server::api
