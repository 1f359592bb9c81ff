// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
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

/// Marks a database as ours ("Lead" in ASCII).
inline constexpr int kApplicationId = 0x4C656164;

/// Orders that get their mark in one transaction, after the step that brought marks. One that has
/// none yet is found again at the next start.
inline constexpr int kMarkedAtOnce = 1'000;

/// One step of the schema. Tables and indexes are written once, in SQLite's words, which PostgreSQL
/// reads after a translation of the types (postgres/dialect.hpp); triggers have no common form.
struct Migration {
    std::string_view sqlite;
    std::string_view postgresTriggers; ///< in place of the triggers of the SQLite text
};

/// The steps from an empty database to the newest schema; the number of steps done is the
/// database's version. Released steps are never changed, only added to.
std::span<const Migration> migrations();

} // namespace leadsheet::server::store
