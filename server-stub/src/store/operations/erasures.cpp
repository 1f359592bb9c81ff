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

} // namespace

const std::string& blankedColumns() {
    static const std::string sql = [] {
        std::string text = "result_reason = $2";
        for (const LeadColumn& column : kLeadColumns) {
            if (column.field != kReason && !staysAfterErasure(column.field))
                text.append(", ").append(column.sql).append(" = NULL");
        }
        return text;
    }();
    return sql;
}

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

std::optional<bool> Tx::eraseLead(const LeadErasure& erasure) {
    std::int64_t place = 0;
    if (!visitLead(erasure.account, erasure.lead,
                   [&place](const LeadRow& lead) { place = lead.seq(); }))
        return std::nullopt;
    const auto added =
        session_.change("INSERT INTO lead_erasures (account_id, lead_id, key_id, reason, erased_at)"
                        " VALUES ($1, $2, $3, $4, $5) ON CONFLICT (lead_id) DO NOTHING",
                        {erasure.account, erasure.lead, erasure.key, erasure.reason, erasure.at});
    if (added > 0) {
        session_.execute("UPDATE leads SET " + blankedColumns() + " WHERE id = $1",
                         {erasure.lead, kErased});
        // A receiver may have repeated what it was sent.
        session_.execute(
            "UPDATE webhook_attempts SET response_body = NULL WHERE response_body IS NOT NULL"
            " AND delivery IN (SELECT d.seq FROM webhook_messages m JOIN webhook_deliveries d"
            " ON d.message = m.seq WHERE m.account_id = $1 AND m.lead_last >= $2"
            " AND m.lead_after < $2)",
            {erasure.account, place});
        outreach_.dropErased(erasure.account, erasure.lead, erasure.at);
    }
    return added > 0;
}

} // namespace leadsheet::server::store
