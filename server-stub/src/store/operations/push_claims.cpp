// SPDX-License-Identifier: Apache-2.0
#include "store/operations/lead_columns.hpp"
#include "store/operations/sql_outreach.hpp"

#include <algorithm>

namespace leadsheet::server::store {

std::vector<DueDestination> SqlOutreach::due(Timestamp now, int limit) {
    const auto rows = session_.query(
        "SELECT d.seq, d.platform, d.workspace, COALESCE(w.pace, '') FROM destinations d"
        " LEFT JOIN outreach_workspaces w ON w.workspace = d.workspace"
        " WHERE d.enabled = 1 AND d.removed = 0 AND d.campaign IS NOT NULL AND"
        " d.quiet_until <= $1 AND EXISTS"
        " (SELECT 1 FROM pushes p WHERE p.destination = d.seq AND p.due_at <= $1"
        " AND p.state <> 'sending' AND (p.state <> 'unknown' OR d.repeatable = 1))"
        " ORDER BY COALESCE(w.served_at, 0), d.seq LIMIT $2",
        {now, limit});
    std::vector<DueDestination> found;
    while (rows->next())
        found.push_back({rows->integer(0), rows->text(1), rows->text(2), rows->text(3)});
    return found;
}

bool SqlOutreach::anyExpired(Timestamp now) {
    return session_.number("SELECT EXISTS (SELECT 1 FROM pushes"
                           " WHERE state = 'sending' AND due_at <= $1)",
                           {now}) != 0;
}

std::vector<ClaimedPush> SqlOutreach::claim(const PushClaim& claim) {
    std::vector<ClaimedPush> claimed;
    {
        std::string sql = "SELECT p.seq, p.place, p.state, p.attempts, p.max_batch FROM pushes p"
                          " JOIN destinations d ON d.seq = p.destination"
                          " WHERE p.destination = $1 AND p.due_at <= $2 AND p.state <> 'sending'"
                          " AND (p.state <> 'unknown' OR d.repeatable = 1)";
        std::vector<SqlValue> values{claim.destination, claim.now, claim.limit};
        if (claim.only) {
            sql += " AND p.place = (SELECT l.place FROM leads l WHERE l.id = $4)";
            values.emplace_back(*claim.only);
        }
        const auto rows = session_.open(sql + " ORDER BY p.due_at, p.seq LIMIT $3", values);
        std::int64_t fits = claim.limit;
        while (rows->next()) {
            fits = std::min(fits, rows->integer(4));
            if (std::ssize(claimed) >= fits)
                break;
            claimed.push_back({rows->integer(0), rows->integer(1) % kPlacesPerOwner,
                               pushStateNamed(rows->view(2)).value_or(PushState::Unknown),
                               rows->integer(3) + 1, fits});
        }
    }
    for (const ClaimedPush& push : claimed) {
        session_.execute("UPDATE pushes SET state = 'sending', attempts = attempts + 1,"
                         " due_at = $2, lease = $3, updated_at = $4 WHERE seq = $1",
                         {push.seq, claim.leaseUntil, claim.lease, claim.now});
        count(claim.destination, push.before, -1);
    }
    count(claim.destination, PushState::Sending, std::ssize(claimed));
    return claimed;
}

void SqlOutreach::finish(std::int64_t destination, std::int64_t lease,
                         std::span<const PushResult> results, Timestamp now) {
    PushCounts changes;
    const auto change = [&changes](PushState state, std::int64_t by) {
        changes.of[static_cast<int>(state)] += by;
    };
    for (const PushResult& result : results) {
        // A lease that ended meanwhile has made it unknown; what is known now is better, unless
        // somebody else has taken it since.
        const auto rows = session_.query("SELECT state FROM pushes WHERE seq = $1 AND lease = $2"
                                         " AND state IN ('sending', 'unknown')",
                                         {result.seq, lease});
        if (!rows->next())
            continue;
        change(pushStateNamed(rows->view(0)).value_or(PushState::Sending), -1);
        change(result.state, 1);
        session_.execute(
            "UPDATE pushes SET state = $2, reason = $3, due_at = $4, max_batch = $5,"
            " updated_at = $6 WHERE seq = $1",
            {result.seq, name(result.state), result.reason, result.dueAt, result.maxBatch, now});
    }
    for (int state = 0; state < kPushStates; ++state)
        count(destination, static_cast<PushState>(state), changes.of[state]);
}

void SqlOutreach::expire(Timestamp now, int limit) {
    struct Late {
        std::int64_t seq;
        std::int64_t destination;
        bool repeatable;
    };
    std::vector<Late> late;
    {
        const auto rows = session_.query(
            "SELECT p.seq, p.destination, d.repeatable FROM pushes p"
            " JOIN destinations d ON d.seq = p.destination"
            " WHERE p.state = 'sending' AND p.due_at <= $1 ORDER BY p.due_at LIMIT $2",
            {now, limit});
        while (rows->next())
            late.push_back({rows->integer(0), rows->integer(1), rows->boolean(2)});
    }
    for (const auto& [seq, destination, repeatable] : late) {
        session_.execute(
            "UPDATE pushes SET state = 'unknown', reason = $3,"
            " due_at = CASE WHEN $4 = 1 THEN CAST($2 AS BIGINT) END, updated_at = $2 WHERE seq = "
            "$1",
            {seq, now, "The sender ended before it knew the platform's answer.", repeatable});
        count(destination, PushState::Sending, -1);
        count(destination, PushState::Unknown, 1);
    }
}

std::int64_t SqlOutreach::purge(int limit) {
    session_.execute("DELETE FROM push_counts WHERE destination IN"
                     " (SELECT seq FROM destinations WHERE removed = 1)");
    session_.execute("DELETE FROM destinations WHERE removed = 1 AND NOT EXISTS"
                     " (SELECT 1 FROM pushes p WHERE p.destination = destinations.seq)");
    return session_.execute("DELETE FROM pushes WHERE seq IN (SELECT p.seq FROM pushes p"
                            " JOIN destinations d ON d.seq = p.destination"
                            " WHERE d.removed = 1 LIMIT $1)",
                            {limit});
}

} // namespace leadsheet::server::store
