// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace leadsheet::server::store {

// The steps of migrations() that are about webhooks and outreach platforms, and about leads
// that are not delivered yet.
extern const std::string_view kWebhooks;
extern const std::string_view kOutreach;
extern const std::string_view kLeadSweeps;
extern const std::string_view kWebhookBacklogs;
extern const std::string_view kWaitingCounts;
extern const std::string_view kWaitingTriggers; ///< PostgreSQL's form of its triggers
extern const std::string_view kStagedLeads;

} // namespace leadsheet::server::store
