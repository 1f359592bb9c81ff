// SPDX-License-Identifier: Apache-2.0
#include "store/outreach.hpp"
#include "store/schema.hpp"
#include "store/sql_session.hpp"
#include "store/store.hpp"

#include <algorithm>
#include <array>

namespace leadsheet::server::store {

namespace {

/// No push and no destination waits longer: an hour, and a lease of a few minutes before that.
constexpr auto kLongestPushWait = std::chrono::hours(2);

// In the order of PushState.
constexpr std::array<std::string_view, kPushStates> kPushStateNames = {
    "pending", "sending", "accepted", "skipped_duplicate", "rejected", "unknown"};

/// The state of a push as it is stored.
PushState stateIn(std::string_view text) {
    const auto state = pushStateNamed(text);
    if (!state)
        failInternal("a push has a state that this server does not know");
    return *state;
}

/// What a push that nobody has narrowed may travel with: any batch.
constexpr std::int64_t kAnyBatch = 1'000'000;

/// Instead of the platform's own words, which may name the person.
constexpr std::string_view kErasedReason = "The lead was erased.";
#define LEADSHEET_LEAD_IS_ERASED                                                                   \
    "EXISTS (SELECT 1 FROM leads l JOIN lead_erasures e ON e.lead_id = l.id"                       \
    " WHERE l.place = p.place)"

#define LEADSHEET_PUSH_SELECT                                                                      \
    "SELECT p.seq, l.id, o.number, p.state, p.reason, p.attempts, p.created_at, p.updated_at"      \
    " FROM pushes p JOIN leads l ON l.place = p.place JOIN orders o ON o.seq = p.order_seq"

Push pushOf(SqlRows& row) {
    Push push;
    push.seq = row.integer(0);
    push.lead = row.id<domain::LeadId>(1);
    push.order = row.id<OrderNumber>(2);
    push.state = stateIn(row.view(3));
    push.reason = row.optionalText(4);
    push.attempts = row.integer(5);
    push.createdAt = row.time(6);
    push.updatedAt = row.time(7);
    return push;
}

/// A condition on leads l: fit for the destination, and not erased. Results come from a fixed list,
/// see domain::kLeadResults.
std::string fits(const Destination& destination) {
    std::string condition = "l.has_email = 1 AND l.email IS NOT NULL AND l.result IN (";
    for (const std::string& result : destination.results)
        condition.append(condition.back() == '(' ? "'" : ", '").append(result).append("'");
    return condition + ")";
}

/// What queueing again changes, at $3 with the batch $4. An unknown push stays unknown: whether the
/// platform has the lead must not be forgotten before it has said so.
constexpr std::string_view kQueuedAgain =
    " SET reason = NULL, attempts = 0, due_at = $3, max_batch = $4, updated_at = $3";

/// States in which a push may be queued again.
std::string_view mayGoAgain(const Destination& destination) {
    return destination.repeatable ? "state IN ('rejected', 'unknown')" : "state = 'rejected'";
}

} // namespace

std::string_view name(PushState state) {
    return kPushStateNames[static_cast<std::size_t>(state)];
}

std::optional<PushState> pushStateNamed(std::string_view text) {
    for (std::size_t index = 0; index < kPushStateNames.size(); ++index) {
        if (kPushStateNames[index] == text)
            return static_cast<PushState>(index);
    }
    return std::nullopt;
}

void OutreachWrites::count(std::int64_t destination, PushState state, std::int64_t change) {
    if (change == 0)
        return;
    // An upsert would hold the change alone against the column's check.
    if (change < 0)
        session_.execute("UPDATE push_counts SET pushes = pushes + $3"
                         " WHERE destination = $1 AND state = $2",
                         {destination, name(state), change});
    else
        session_.execute(
            "INSERT INTO push_counts (destination, state, pushes) VALUES ($1, $2, $3)"
            " ON CONFLICT (destination, state) DO UPDATE SET pushes = push_counts.pushes + $3",
            {destination, name(state), change});
}

PushCounts OutreachReads::counts(std::int64_t destination) {
    const auto rows = session_.query("SELECT state, pushes FROM push_counts WHERE destination = $1",
                                     {destination});
    PushCounts counts;
    while (rows->next()) {
        if (const auto state = pushStateNamed(rows->view(0)))
            counts.of[static_cast<int>(*state)] = rows->integer(1);
    }
    return counts;
}

// What was queued first has the lowest seq, so that the oldest of a destination is found in the
// index.
DeliveryBacklog OutreachReads::backlog() {
    const auto rows = session_.query(
        "SELECT COALESCE(SUM(CASE WHEN live THEN pushes END), 0),"
        " COALESCE(SUM(CASE WHEN NOT live THEN pushes END), 0),"
        " MIN(CASE WHEN live THEN (SELECT p.created_at FROM pushes p"
        " WHERE p.destination = counted.destination AND p.state = counted.state"
        " ORDER BY p.seq LIMIT 1) END)"
        " FROM (SELECT c.destination, c.state, c.pushes,"
        " (d.enabled = 1 AND d.campaign IS NOT NULL) AS live FROM push_counts c"
        " JOIN destinations d ON d.seq = c.destination WHERE d.removed = 0 AND c.pushes > 0"
        " AND c.state IN ('pending', 'sending')) AS counted");
    rows->next();
    return {rows->integer(0), rows->integer(1), rows->optionalTime(2)};
}

Page<Push> OutreachReads::listPushes(std::int64_t destination, const PushFilter& filter,
                                     const std::optional<CursorPosition>& after, int limit) {
    Conditions where;
    where.add("p.destination = ", destination);
    if (filter.state)
        where.add("p.state = ", name(*filter.state));
    if (filter.order)
        where.add("o.number = ", *filter.order);
    if (after)
        where.add("p.seq < ", after->major);
    where.append(" ORDER BY p.seq DESC LIMIT ", limit + 1);
    const auto rows = session_.open(LEADSHEET_PUSH_SELECT + where.text(), where.values());
    return pageOf(*rows, limit, pushOf);
}

std::optional<Push> OutreachReads::findPush(std::int64_t destination, const domain::LeadId& lead) {
    const auto rows = session_.query(
        LEADSHEET_PUSH_SELECT " WHERE p.destination = $1 AND l.id = $2", {destination, lead});
    return rows->next() ? std::optional(pushOf(*rows)) : std::nullopt;
}

QueuedPushes OutreachWrites::queueOrder(const Destination& destination, const OrderNumber& order,
                                        Timestamp now) {
    const std::int64_t orderSeq =
        session_.number("SELECT COALESCE((SELECT seq FROM orders WHERE number = $1), 0)", {order});
    // Leads behind it are on their way to be delivered.
    const std::int64_t last =
        session_.number("SELECT COALESCE((SELECT owner * $2 + last_seq FROM lead_owners"
                        " WHERE account_id = $1), 0)",
                        {destination.account, kPlacesPerOwner});
    const std::int64_t all = session_.number(
        "SELECT COUNT(*) FROM leads WHERE order_seq = $1 AND place <= $2", {orderSeq, last});
    const std::int64_t fit = session_.number(
        "SELECT COUNT(*) FROM leads l WHERE l.order_seq = $1 AND l.place <= $2 AND " +
            fits(destination),
        {orderSeq, last});
    // What goes again, first: afterwards new rows would look like it.
    const std::string again = " WHERE destination = $1 AND order_seq = $2 AND " +
                              std::string(mayGoAgain(destination)) +
                              " AND place IN (SELECT l.place FROM leads l WHERE l.order_seq = $2"
                              " AND " +
                              fits(destination) + ")";
    const std::int64_t unknown = session_.change("UPDATE pushes" + std::string(kQueuedAgain) +
                                                     again + " AND state = 'unknown'",
                                                 {destination.seq, orderSeq, now, kAnyBatch});
    const std::int64_t rejected =
        session_.change("UPDATE pushes" + std::string(kQueuedAgain) + ", state = 'pending'" +
                            again + " AND state = 'rejected'",
                        {destination.seq, orderSeq, now, kAnyBatch});
    count(destination.seq, PushState::Rejected, -rejected);
    const std::int64_t fresh = session_.change(
        "INSERT INTO pushes (destination, place, order_seq, state, attempts, max_batch, due_at,"
        " lease, created_at, updated_at)"
        " SELECT $1, l.place, l.order_seq, 'pending', 0, $4, $3, 0, $3, $3 FROM leads l"
        " WHERE l.order_seq = $2 AND l.place <= $5 AND " +
            fits(destination) + " ORDER BY l.place ON CONFLICT (destination, place) DO NOTHING",
        {destination.seq, orderSeq, now, kAnyBatch, last});
    count(destination.seq, PushState::Pending, rejected + fresh);
    const std::int64_t queued = unknown + rejected + fresh;
    return {queued, fit - queued, all - fit};
}

void OutreachWrites::queuePublished(const Destination& destination, const OrderNumber& order,
                                    const PublishedSpan& span, Timestamp now) {
    const std::int64_t base = span.owner * kPlacesPerOwner;
    session_.execute("INSERT INTO push_fan_outs (destination, order_seq, reached, up_to, queued_at)"
                     " SELECT $1, seq, $3, $4, $5 FROM orders WHERE number = $2",
                     {destination.seq, order, span.deliveredAfter ? base + span.after : base,
                      base + span.last, now});
}

std::optional<AccountId> OutreachReads::publishedAccount() {
    const auto rows =
        session_.query("SELECT o.account_id FROM push_fan_outs f"
                       " JOIN orders o ON o.seq = f.order_seq ORDER BY f.seq LIMIT 1");
    return rows->next() ? std::optional(rows->id<AccountId>(0)) : std::nullopt;
}

void OutreachWrites::movePublished(const AccountId& account, int limit) {
    struct QueuedDelivery {
        std::int64_t seq, destination, order, reached, upTo, at;
    };
    const auto next = session_.query(
        "SELECT f.seq, f.destination, f.order_seq, f.reached, f.up_to, f.queued_at"
        " FROM push_fan_outs f JOIN orders o ON o.seq = f.order_seq WHERE o.account_id = $1"
        " ORDER BY f.seq LIMIT 1",
        {account});
    if (!next->next())
        return;
    const QueuedDelivery fanOut{next->integer(0), next->integer(1), next->integer(2),
                                next->integer(3), next->integer(4), next->integer(5)};
    const auto destination = find(fanOut.destination);
    const std::int64_t reached =
        destination
            ? session_.number("SELECT COALESCE(MAX(place), $3) FROM (SELECT place FROM leads"
                              " WHERE order_seq = $1 AND place > $2 AND place <= $3"
                              " ORDER BY place LIMIT $4) AS piece",
                              {fanOut.order, fanOut.reached, fanOut.upTo, limit})
            : fanOut.upTo;
    if (destination)
        count(
            fanOut.destination, PushState::Pending,
            session_.change(
                "INSERT INTO pushes (destination, place, order_seq, state, attempts, max_batch,"
                " due_at, lease, created_at, updated_at)"
                " SELECT $1, l.place, l.order_seq, 'pending', 0, $4, $3, 0, $3, $3 FROM leads l"
                " WHERE l.order_seq = $2 AND l.place > $5 AND l.place <= $6 AND " +
                    fits(*destination) +
                    " ORDER BY l.place ON CONFLICT (destination, place) DO NOTHING",
                {fanOut.destination, fanOut.order, fanOut.at, kAnyBatch, fanOut.reached, reached}));
    if (reached >= fanOut.upTo)
        session_.execute("DELETE FROM push_fan_outs WHERE seq = $1", {fanOut.seq});
    else
        session_.execute("UPDATE push_fan_outs SET reached = $2 WHERE seq = $1",
                         {fanOut.seq, reached});
}

std::optional<QueuedPushes> OutreachWrites::queueLeads(const Destination& destination,
                                                       std::span<const domain::LeadId> leads,
                                                       Timestamp now) {
    const std::string find = "SELECT l.place, l.order_seq, " + fits(destination) +
                             " FROM leads l JOIN orders o ON o.seq = l.order_seq"
                             " JOIN lead_owners w ON w.account_id = o.account_id"
                             " WHERE l.id = $1 AND o.account_id = $2"
                             " AND l.place <= w.owner * $3 + w.last_seq";
    struct Found {
        std::int64_t place;
        std::int64_t order;
    };
    std::vector<Found> found;
    QueuedPushes queued;
    std::int64_t pending = 0;
    for (const domain::LeadId& lead : leads) {
        const auto rows = session_.query(find, {lead, destination.account, kPlacesPerOwner});
        if (!rows->next())
            return std::nullopt;
        if (rows->boolean(2))
            found.push_back({rows->integer(0), rows->integer(1)});
        else
            ++queued.filtered;
    }
    for (const auto& [place, order] : found) {
        const auto known =
            session_.query("SELECT seq, state, " + std::string(mayGoAgain(destination)) +
                               " FROM pushes WHERE destination = $1 AND place = $2",
                           {destination.seq, place});
        if (!known->next()) {
            session_.execute("INSERT INTO pushes (destination, place, order_seq, state, attempts,"
                             " max_batch, due_at, lease, created_at, updated_at)"
                             " VALUES ($1, $2, $3, 'pending', 0, $5, $4, 0, $4, $4)",
                             {destination.seq, place, order, now, kAnyBatch});
            ++pending;
        } else if (known->boolean(2)) {
            const auto state = stateIn(known->view(1));
            const PushState next =
                state == PushState::Unknown ? PushState::Unknown : PushState::Pending;
            session_.execute("UPDATE pushes" + std::string(kQueuedAgain) +
                                 ", state = $2 WHERE seq = $1",
                             {known->integer(0), name(next), now, kAnyBatch});
            count(destination.seq, state, -1);
            count(destination.seq, next, 1);
        } else {
            ++queued.alreadyPushed;
            continue;
        }
        ++queued.queued;
    }
    count(destination.seq, PushState::Pending, pending);
    return queued;
}

std::vector<DueDestination> OutreachReads::due(Timestamp now, const DueDestination* after,
                                               int limit) {
    const auto rows = session_.query(
        "SELECT d.seq, d.account_id, d.platform, d.workspace, COALESCE(w.pace, ''),"
        " COALESCE(w.served_at, 0)"
        " FROM destinations d"
        " LEFT JOIN outreach_workspaces w ON w.workspace = d.workspace"
        " WHERE d.enabled = 1 AND d.removed = 0 AND d.campaign IS NOT NULL AND"
        " d.quiet_until <= $1 AND EXISTS"
        " (SELECT 1 FROM pushes p WHERE p.destination = d.seq AND p.due_at <= $1"
        " AND p.state <> 'sending' AND (p.state <> 'unknown' OR d.repeatable = 1))"
        " AND (COALESCE(w.served_at, 0) > $3 OR (COALESCE(w.served_at, 0) = $3 AND d.seq > $4))"
        " ORDER BY COALESCE(w.served_at, 0), d.seq LIMIT $2",
        {now, limit, after ? after->servedAt : -1, after ? after->seq : 0});
    std::vector<DueDestination> found;
    while (rows->next())
        found.push_back({rows->integer(0), rows->id<AccountId>(1), rows->text(2), rows->text(3),
                         rows->text(4), rows->integer(5)});
    return found;
}

std::vector<AccountId> OutreachReads::expiredAccounts(Timestamp now, int limit) {
    const auto rows = session_.query("SELECT DISTINCT d.account_id FROM pushes p"
                                     " JOIN destinations d ON d.seq = p.destination"
                                     " WHERE p.state = 'sending' AND p.due_at <= $1 LIMIT $2",
                                     {now, limit});
    std::vector<AccountId> accounts;
    while (rows->next())
        accounts.push_back(rows->id<AccountId>(0));
    return accounts;
}

std::vector<ClaimedPush> OutreachWrites::claim(const PushClaim& claim) {
    std::vector<ClaimedPush> claimed;
    std::vector<std::pair<std::int64_t, PushState>> erased;
    {
        std::string sql = "SELECT p.seq, p.place, p.state, p.attempts, p.max_batch,"
                          " " LEADSHEET_LEAD_IS_ERASED " FROM pushes p"
                          " JOIN destinations d ON d.seq = p.destination"
                          " WHERE p.destination = $1 AND p.due_at <= $2 AND p.state <> 'sending'"
                          " AND d.removed = 0 AND (p.state <> 'unknown' OR d.repeatable = 1)";
        std::vector<SqlValue> values{claim.destination, claim.now, claim.limit};
        if (claim.only) {
            sql += " AND p.place = (SELECT l.place FROM leads l WHERE l.id = $4)";
            values.emplace_back(*claim.only);
        }
        const auto rows = session_.open(sql + " ORDER BY p.due_at, p.seq LIMIT $3", values);
        std::int64_t fits = claim.limit;
        while (rows->next()) {
            if (rows->boolean(5)) {
                erased.emplace_back(rows->integer(0), stateIn(rows->view(2)));
                continue;
            }
            fits = std::min(fits, rows->integer(4));
            if (std::ssize(claimed) >= fits)
                break;
            claimed.push_back({rows->integer(0), rows->integer(1) % kPlacesPerOwner,
                               stateIn(rows->view(2)), rows->integer(3) + 1, fits});
        }
    }
    for (const auto& [seq, state] : erased)
        endErased(seq, claim.destination, state, claim.now);
    for (const ClaimedPush& push : claimed) {
        session_.execute("UPDATE pushes SET state = 'sending', attempts = attempts + 1,"
                         " due_at = $2, lease = $3, updated_at = $4 WHERE seq = $1",
                         {push.seq, claim.leaseUntil, claim.lease, claim.now});
        count(claim.destination, push.before, -1);
    }
    count(claim.destination, PushState::Sending, std::ssize(claimed));
    return claimed;
}

void OutreachWrites::finish(std::int64_t destination, std::int64_t lease,
                            std::span<const PushResult> results, Timestamp now) {
    PushCounts changes;
    const auto change = [&changes](PushState state, std::int64_t by) {
        changes.of[static_cast<int>(state)] += by;
    };
    for (const PushResult& result : results) {
        // A lease that ended meanwhile has made it unknown; what is known now is better, unless
        // somebody else has taken it since.
        const auto rows = session_.query("SELECT p.state, " LEADSHEET_LEAD_IS_ERASED
                                         " FROM pushes p WHERE p.seq = $1 AND p.lease = $2"
                                         " AND p.state IN ('sending', 'unknown')",
                                         {result.seq, lease});
        if (!rows->next())
            continue;
        const std::optional<std::string> reason =
            result.reason && rows->boolean(1) ? std::string(kErasedReason) : result.reason;
        change(stateIn(rows->view(0)), -1);
        change(result.state, 1);
        session_.execute("UPDATE pushes SET state = $2, reason = $3, due_at = $4, max_batch = $5,"
                         " updated_at = $6, attempts = attempts - $7 WHERE seq = $1",
                         {result.seq, name(result.state), reason, result.dueAt, result.maxBatch,
                          now, std::int64_t{result.wasTried ? 0 : 1}});
    }
    for (int state = 0; state < kPushStates; ++state)
        count(destination, static_cast<PushState>(state), changes.of[state]);
}

void OutreachWrites::expire(const AccountId& account, Timestamp now, int limit) {
    struct Late {
        std::int64_t seq;
        std::int64_t destination;
        bool repeatable;
    };
    std::vector<Late> late;
    {
        const auto rows =
            session_.query("SELECT p.seq, p.destination, d.repeatable FROM pushes p"
                           " JOIN destinations d ON d.seq = p.destination"
                           " WHERE p.state = 'sending' AND p.due_at <= $1 AND d.account_id = $3"
                           " ORDER BY p.due_at LIMIT $2",
                           {now, limit, account});
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

std::int64_t OutreachWrites::bringForward(Timestamp now, int limit) {
    const Timestamp latest = now + kLongestPushWait;
    const std::int64_t moved =
        session_.change("UPDATE pushes SET due_at = CASE WHEN state = 'sending' THEN $2 ELSE $1 "
                        "END WHERE seq IN (SELECT p.seq FROM destinations d, pushes p"
                        " WHERE p.destination = d.seq AND p.due_at > $2 LIMIT $3)",
                        {now, latest, limit});
    return moved + session_.change("UPDATE destinations SET quiet_until = 0 WHERE quiet_until > $1",
                                   {latest});
}

void OutreachWrites::dropErased(const domain::AccountId& account, const domain::LeadId& lead,
                                Timestamp now) {
    std::vector<std::pair<std::int64_t, std::int64_t>> waiting;
    std::vector<std::int64_t> explained;
    {
        const auto rows = session_.query("SELECT p.seq, p.destination, p.state, p.reason"
                                         " FROM destinations d"
                                         " JOIN pushes p ON p.destination = d.seq AND p.place ="
                                         " (SELECT place FROM leads WHERE id = $2)"
                                         " WHERE d.account_id = $1",
                                         {account, lead});
        while (rows->next()) {
            if (rows->view(2) == name(PushState::Pending))
                waiting.emplace_back(rows->integer(0), rows->integer(1));
            else if (!rows->isNull(3))
                explained.push_back(rows->integer(0));
        }
    }
    for (const std::int64_t seq : explained)
        session_.execute("UPDATE pushes SET reason = $2 WHERE seq = $1", {seq, kErasedReason});
    for (const auto& [seq, destination] : waiting)
        endErased(seq, destination, PushState::Pending, now);
}

/// Nothing of the lead is left that could be sent (once more): what may have arrived stays unknown.
void OutreachWrites::endErased(std::int64_t seq, std::int64_t destination, PushState state,
                               Timestamp now) {
    const PushState ended = state == PushState::Unknown ? state : PushState::Rejected;
    session_.execute("UPDATE pushes SET state = $2, reason = $3, due_at = NULL, updated_at = $4"
                     " WHERE seq = $1",
                     {seq, name(ended), kErasedReason, now});
    count(destination, state, -1);
    count(destination, ended, 1);
}

std::int64_t OutreachWrites::purge(int limit) {
    session_.execute("DELETE FROM push_counts WHERE destination IN"
                     " (SELECT seq FROM destinations WHERE removed = 1)");
    session_.execute("DELETE FROM destinations WHERE removed = 1 AND NOT EXISTS"
                     " (SELECT 1 FROM pushes p WHERE p.destination = destinations.seq)");
    return session_.change("DELETE FROM pushes WHERE seq IN (SELECT p.seq FROM pushes p"
                           " JOIN destinations d ON d.seq = p.destination"
                           " WHERE d.removed = 1 LIMIT $1)",
                           {limit});
}

} // namespace leadsheet::server::store
