// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace leadsheet::server::store {

// The steps of migrations() that are about webhooks and outreach platforms.
extern const std::string_view kWebhooks;
extern const std::string_view kOutreach;
extern const std::string_view kLeadSweeps;
extern const std::string_view kWebhookBacklogs;
extern const std::string_view kWaitingCounts;
extern const std::string_view kWaitingTriggers; ///< PostgreSQL's form of its triggers

} // namespace leadsheet::server::store
