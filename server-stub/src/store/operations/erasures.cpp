// SPDX-License-Identifier: Apache-2.0
#include "store/schema.hpp"
#include "store/sql_session.hpp"
#include "store/store.hpp"

#include <string>

namespace leadsheet::server::store {

namespace {

constexpr LeadField kReason = domain::leadField("resultReason");

/// What counts, filters and bookmarks rest on.
constexpr bool staysAfterErasure(LeadField field) {
    return field == domain::leadField("result") || field == domain::leadField("country");
}

const std::string& blankLead() {
    static const std::string sql = [] {
        std::string text = "UPDATE leads SET result_reason = $2";
        for (const LeadColumn& column : kLeadColumns) {
            if (column.field != kReason && !staysAfterErasure(column.field))
                text.append(", ").append(column.sql).append(" = NULL");
        }
        return text + " WHERE id = $1";
    }();
    return sql;
}

} // namespace

bool Tx::eraseLead(const LeadErasure& erasure) {
    if (!visitLead(erasure.account, erasure.lead, [](const LeadRow&) {}))
        return false;
    const auto added = session_.execute(
        "INSERT INTO lead_erasures (account_id, lead_id, key_id, reason, erased_at)"
        " VALUES ($1, $2, $3, $4, $5) ON CONFLICT (lead_id) DO NOTHING",
        {erasure.account, erasure.lead, erasure.key, kErasedOnRequest, erasure.at});
    if (added > 0)
        session_.execute(blankLead(), {erasure.lead, kErased});
    return true;
}

} // namespace leadsheet::server::store
