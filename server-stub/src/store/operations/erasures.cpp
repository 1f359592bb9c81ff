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

Page<LeadErasure> Reader::listErasures(const AccountId& account,
                                       const std::optional<CursorPosition>& after, int limit) {
    const auto rows = session_.query("SELECT lead_id, key_id, erased_at, seq, reason"
                                     " FROM lead_erasures WHERE account_id = $1 AND seq > $2"
                                     " ORDER BY seq LIMIT $3",
                                     {account, after ? after->major : 0, limit + 1});
    Page<LeadErasure> page;
    while (rows->next())
        page.rows.push_back({account, rows->id<LeadId>(0), rows->id<KeyId>(1), rows->time(2),
                             rows->integer(3), rows->text(4)});
    if (page.rows.size() > static_cast<std::size_t>(limit)) {
        page.rows.pop_back();
        page.next = {page.rows.back().seq, 0};
    }
    return page;
}

bool Tx::eraseLead(const LeadErasure& erasure) {
    if (!visitLead(erasure.account, erasure.lead, [](const LeadRow&) {}))
        return false;
    const auto added =
        session_.change("INSERT INTO lead_erasures (account_id, lead_id, key_id, reason, erased_at)"
                        " VALUES ($1, $2, $3, $4, $5) ON CONFLICT (lead_id) DO NOTHING",
                        {erasure.account, erasure.lead, erasure.key, kErasedOnRequest, erasure.at});
    if (added > 0) {
        session_.execute(blankLead(), {erasure.lead, kErased});
        outreach_.dropErased(erasure.account, erasure.lead, erasure.at);
    }
    return true;
}

} // namespace leadsheet::server::store
