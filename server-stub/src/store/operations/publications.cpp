// SPDX-License-Identifier: Apache-2.0
#include "store/operations/lead_columns.hpp"
#include "store/operations/lead_identity_tables.hpp"
#include "store/operations/sql_tx.hpp"

#include <algorithm>
#include <vector>

namespace leadsheet::server::store {

namespace {

/// Between the moments of two publications, so that a moment divides leads that were seen from
/// newer ones.
constexpr auto kApart = std::chrono::milliseconds(1);

#define LEADSHEET_PUBLICATION_SELECT                                                               \
    "SELECT seq, order_number, account_id, part, key_id, claim_account, claim_operation,"          \
    " claim_key, claim_fingerprint, added, duplicates FROM publications"

std::optional<Publication> firstOf(const std::unique_ptr<SqlRows>& rows) {
    if (!rows->next())
        return std::nullopt;
    Publication publication;
    publication.seq = rows->integer(0);
    publication.order = rows->id<OrderNumber>(1);
    publication.account = rows->id<AccountId>(2);
    publication.part = rows->boolean(3);
    publication.key = rows->id<KeyId>(4);
    if (!rows->isNull(5))
        publication.claim =
            AnswerClaim{rows->id<AccountId>(5), rows->text(6), rows->text(7), rows->digest(8)};
    publication.added = rows->integer(9);
    publication.duplicates = rows->integer(10);
    return publication;
}

struct StagedIdentity {
    std::int64_t place;
    std::string identities;
};

std::vector<IdentityBytes> divided(std::string_view identities) {
    std::vector<IdentityBytes> parts;
    for (; !identities.empty(); identities.remove_prefix(kIdentityBytes))
        parts.push_back(identities.substr(0, kIdentityBytes));
    return parts;
}

// Leads that stand together among the staged ones stand together in the account: $1 is added to
// their places.
const std::string& moveRun() {
    static const std::string sql = [] {
        std::string columns;
        for (const LeadColumn& column : kLeadColumns)
            columns.append(", ").append(column.sql);
        return "INSERT INTO leads (place, id, order_seq, delivered_at, has_email, has_phone" +
               columns + ") SELECT place + $1, id, order_seq, $2, has_email, has_phone" + columns +
               " FROM staged_leads WHERE place >= $3 AND place <= $4 ORDER BY place";
    }();
    return sql;
}

} // namespace

std::optional<Publication> SqlTx::findPublication(const OrderNumber& order) {
    return firstOf(
        session_.query(LEADSHEET_PUBLICATION_SELECT " WHERE order_number = $1", {order}));
}

std::optional<Publication> SqlTx::nextPublication(const AccountId& account) {
    return firstOf(session_.query(
        LEADSHEET_PUBLICATION_SELECT " WHERE account_id = $1 ORDER BY seq LIMIT 1", {account}));
}

std::vector<AccountId> SqlTx::publishingAccounts(const AccountId& after, int limit) {
    const auto rows = session_.query("SELECT account_id FROM publications WHERE account_id > $1"
                                     " GROUP BY account_id ORDER BY account_id LIMIT $2",
                                     {after, limit});
    std::vector<AccountId> accounts;
    while (rows->next())
        accounts.push_back(rows->id<AccountId>(0));
    return accounts;
}

void SqlTx::insertPublication(const Publication& publication) {
    const auto& claim = publication.claim;
    const AnswerClaim none;
    session_.execute(
        "INSERT INTO publications (order_number, account_id, part, key_id, claim_account,"
        " claim_operation, claim_key, claim_fingerprint, added, duplicates)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0, 0)",
        {publication.order, publication.account, publication.part, publication.key,
         claim ? SqlValue(claim->account) : SqlValue(), claim ? claim->operation : none.operation,
         claim ? claim->key : none.key, claim ? SqlValue(claim->fingerprint) : SqlValue()});
}

LeadEnd SqlTx::leadEnd(const AccountId& account, Timestamp now) {
    const auto rows = session_.query(
        "SELECT owner, last_seq, last_delivered_at FROM lead_owners WHERE account_id = $1",
        {account});
    if (rows->next())
        return {rows->integer(0), rows->integer(1), rows->time(2)};
    // Only now: an insert that meets a row uses a number up all the same in some engines.
    const auto owner =
        session_.insert("INSERT INTO lead_owners (account_id, last_seq, last_delivered_at)"
                        " VALUES ($1, 0, $2)",
                        "owner", {account, now - kApart});
    if (!owner)
        failInternal("an account got no number in the lead tables");
    return {*owner, 0, now - kApart};
}

bool SqlTx::movePublication(Publication& publication, int limit, Timestamp now, bool endsHere) {
    const std::int64_t order =
        session_.number("SELECT seq FROM orders WHERE number = $1", {publication.order});
    const LeadEnd end = leadEnd(publication.account, now);
    std::vector<StagedIdentity> staged;
    {
        // Behind what was moved, in whose place an engine may still have to look.
        const std::int64_t moved = publication.added + publication.duplicates;
        const auto rows =
            session_.query("SELECT place, identities FROM staged_leads"
                           " WHERE place > $1 AND place < $2 ORDER BY place LIMIT $3",
                           {order * kPlacesPerOrder + moved, (order + 1) * kPlacesPerOrder, limit});
        while (rows->next())
            staged.push_back({rows->integer(0), rows->text(1)});
    }
    if (staged.empty())
        return false;
    const bool all = static_cast<int>(staged.size()) < limit;
    const bool alone = endsHere && all && publication.added + publication.duplicates == 0;
    std::vector<IdentityBytes> identities;
    for (const StagedIdentity& lead : staged) {
        const auto own = divided(lead.identities);
        identities.insert(identities.end(), own.begin(), own.end());
    }
    IdentitySet owned;
    ownedIdentities().find(session_, end.owner, identities, owned);
    identities.clear();
    // Of leads whose moment comes at the end of it all, it is kept with the publication.
    const SqlValue moment =
        alone ? SqlValue(std::max(end.lastDeliveredAt + kApart, now)) : SqlValue(0);
    std::int64_t next = end.owner * kPlacesPerOwner + end.lastSeq + publication.added + 1;
    std::int64_t runFirst = 0;
    std::int64_t runLast = 0;
    const auto endRun = [&] {
        if (runFirst == 0)
            return;
        session_.execute(moveRun(), {next - runFirst, moment, runFirst, runLast});
        next += runLast - runFirst + 1;
        publication.added += runLast - runFirst + 1;
        runFirst = 0;
    };
    for (const StagedIdentity& lead : staged) {
        const auto own = divided(lead.identities);
        const bool known =
            std::ranges::any_of(own, [&](IdentityBytes one) { return owned.contains(one); });
        if (known || (runFirst != 0 && lead.place != runLast + 1))
            endRun();
        if (known) {
            ++publication.duplicates;
            continue;
        }
        identities.insert(identities.end(), own.begin(), own.end());
        if (runFirst == 0)
            runFirst = lead.place;
        runLast = lead.place;
    }
    endRun();
    ownedIdentities().insert(session_, end.owner, identities);
    session_.execute("DELETE FROM staged_leads WHERE place >= $1 AND place <= $2",
                     {staged.front().place, staged.back().place});
    session_.execute("UPDATE publications SET added = $2, duplicates = $3 WHERE seq = $1",
                     {publication.seq, publication.added, publication.duplicates});
    return !all;
}

PublishedSpan SqlTx::endPublication(const Publication& publication, Timestamp now) {
    const LeadEnd end = leadEnd(publication.account, now);
    PublishedSpan span{end.owner, end.lastSeq, end.lastSeq + publication.added, {}};
    const std::int64_t order =
        session_.number("SELECT seq FROM orders WHERE number = $1", {publication.order});
    // The event of this one is written already. Leads of before there were parts have no moment.
    const std::int64_t parts =
        session_.number("SELECT COUNT(*) FROM order_events WHERE order_number = $1 AND type = $2",
                        {publication.order, domain::eventType(domain::OrderAction::DeliverPart)});
    if (parts > (publication.part ? 1 : 0))
        span.deliveredAfter = end.lastDeliveredAt;
    if (publication.added > 0) {
        const Timestamp moment = std::max(end.lastDeliveredAt + kApart, now);
        session_.execute("UPDATE lead_owners SET last_seq = $2, last_delivered_at = $3"
                         " WHERE owner = $1",
                         {end.owner, span.last, moment});
        session_.execute("INSERT INTO lead_moments (owner, last_seq, delivered_at, order_seq)"
                         " VALUES ($1, $2, $3, $4)",
                         {end.owner, span.last, moment, order});
    }
    session_.execute("DELETE FROM publications WHERE seq = $1", {publication.seq});
    return span;
}

} // namespace leadsheet::server::store
