// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/lead.hpp"

#include <array>
#include <cstdint>
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
extern const std::string_view kTraces;
extern const std::string_view kErasures;
extern const std::string_view kSuppressions;

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

/// A lead column that is ingested as it is, and its SQL name. Read and written in this order.
struct LeadColumn {
    domain::LeadField field;
    std::string_view sql;
};

inline constexpr std::array kLeadColumns = {
    LeadColumn{domain::leadField("result"), "result"},
    LeadColumn{domain::leadField("country"), "country"},
    LeadColumn{domain::leadField("resultReason"), "result_reason"},
    LeadColumn{domain::leadField("firstName"), "first_name"},
    LeadColumn{domain::leadField("lastName"), "last_name"},
    LeadColumn{domain::leadField("fullName"), "full_name"},
    LeadColumn{domain::leadField("jobTitle"), "job_title"},
    LeadColumn{domain::leadField("seniority"), "seniority"},
    LeadColumn{domain::leadField("department"), "department"},
    LeadColumn{domain::leadField("email"), "email"},
    LeadColumn{domain::leadField("emailType"), "email_type"},
    LeadColumn{domain::leadField("phone"), "phone"},
    LeadColumn{domain::leadField("phoneType"), "phone_type"},
    LeadColumn{domain::leadField("linkedinUrl"), "linkedin_url"},
    LeadColumn{domain::leadField("companyName"), "company_name"},
    LeadColumn{domain::leadField("companyDomain"), "company_domain"},
    LeadColumn{domain::leadField("companyLinkedinUrl"), "company_linkedin_url"},
    LeadColumn{domain::leadField("industry"), "industry"},
    LeadColumn{domain::leadField("companySize"), "company_size"},
    LeadColumn{domain::leadField("companyRevenue"), "company_revenue"},
    LeadColumn{domain::leadField("foundedYear"), "founded_year"},
    LeadColumn{domain::leadField("technologies"), "technologies"},
    LeadColumn{domain::leadField("street"), "street"},
    LeadColumn{domain::leadField("city"), "city"},
    LeadColumn{domain::leadField("region"), "region"},
    LeadColumn{domain::leadField("postalCode"), "postal_code"},
    LeadColumn{domain::leadField("timezone"), "timezone"},
    LeadColumn{domain::leadField("rating"), "rating"},
    LeadColumn{domain::leadField("reviewCount"), "review_count"},
};

/// Every ingested column of the contract has its place above.
constexpr bool leadColumnsAreComplete() {
    for (domain::LeadField field = 0; field < domain::kLeadFieldCount; ++field) {
        int found = 0;
        for (const LeadColumn& column : kLeadColumns)
            found += column.field == field ? 1 : 0;
        if (found != (domain::isIngested(field) ? 1 : 0))
            return false;
    }
    return true;
}
static_assert(leadColumnsAreComplete());

/// The order with the number $1, as the rows that belong to it name it.
#define LEADSHEET_ORDER_OF_NUMBER "(SELECT seq FROM orders WHERE number = $1)"

/// What an erasure sets in a table with lead columns; $2 is kErased.
const std::string& blankedColumns();

/// Owner x 2^40 + seq; see the schema.
inline constexpr std::int64_t kPlacesPerOwner = std::int64_t{1} << 40;
/// The same for an order and its staged leads.
inline constexpr std::int64_t kPlacesPerOrder = std::int64_t{1} << 32;

} // namespace leadsheet::server::store
