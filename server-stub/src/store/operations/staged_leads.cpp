// SPDX-License-Identifier: Apache-2.0
#include "domain/lead.hpp"
#include "store/privacy.hpp"
#include "store/schema.hpp"
#include "store/sql_session.hpp"
#include "store/store.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::server::store {

namespace {

using IdentitySet = std::set<std::string, std::less<>>;

inline constexpr std::size_t kIdentityBytes = sizeof(domain::LeadIdentity::digest);

/// Bytes of an identity; refer to whatever holds them.
using IdentityBytes = std::string_view;

/// A table of what is known: of an account's leads or of an order's staged ones.
class IdentityTable {
public:
    /// `key` is the column of what `keyValue` names.
    IdentityTable(std::string_view table, std::string_view key);

    /// Adds to `found` those of `wanted` that the table has.
    void find(SqlSession& session, std::int64_t keyValue, std::span<const IdentityBytes> wanted,
              IdentitySet& found) const;
    void insert(SqlSession& session, std::int64_t keyValue,
                std::span<const IdentityBytes> identities) const;

private:
    Statements find_;
    Statements insert_;
};

SqlBlob blobOf(IdentityBytes bytes) {
    return {{reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()}};
}

std::vector<SqlValue> withKey(std::int64_t key, std::span<const IdentityBytes> identities) {
    std::vector<SqlValue> values{key};
    for (const IdentityBytes identity : identities)
        values.emplace_back(blobOf(identity));
    return values;
}

IdentityTable::IdentityTable(std::string_view table, std::string_view key)
    // Not one search for a list: planned while the table is empty, it may read all rows of a key.
    : find_(statementsOf([&](std::size_t rows) {
        std::string text;
        for (std::size_t row = 0; row < rows; ++row)
            text.append(row == 0 ? "SELECT " : ", ")
                .append("(SELECT 1 FROM ")
                .append(table)
                .append(" WHERE ")
                .append(key)
                .append(" = $1 AND identity = $")
                .append(std::to_string(row + 2)) += ")";
        return text;
    }))
    , insert_(statementsOf([&](std::size_t rows) {
        std::string text =
            "INSERT INTO " + std::string(table) + " (" + std::string(key) + ", identity) VALUES ";
        for (std::size_t row = 0; row < rows; ++row)
            text.append(row == 0 ? "($1, $" : ", ($1, $").append(std::to_string(row + 2)) += ")";
        return text;
    })) {}

void IdentityTable::find(SqlSession& session, std::int64_t keyValue,
                         std::span<const IdentityBytes> wanted, IdentitySet& found) const {
    inPieces(session, find_, wanted.size(),
             [&](const std::string& sql, std::size_t first, std::size_t count) {
                 const auto rows =
                     session.open(sql, withKey(keyValue, wanted.subspan(first, count)));
                 rows->next();
                 for (std::size_t at = 0; at < count; ++at) {
                     if (!rows->isNull(static_cast<int>(at)))
                         found.emplace(wanted[first + at]);
                 }
             });
}

void IdentityTable::insert(SqlSession& session, std::int64_t keyValue,
                           std::span<const IdentityBytes> identities) const {
    inPieces(session, insert_, identities.size(),
             [&](const std::string& sql, std::size_t first, std::size_t count) {
                 session.run(sql, withKey(keyValue, identities.subspan(first, count)));
             });
}

/// by lead_owners.owner
const IdentityTable& ownedIdentities() {
    static const IdentityTable table("lead_identities", "owner");
    return table;
}

/// by orders.seq
const IdentityTable& stagedIdentities() {
    static const IdentityTable table("staged_identities", "order_seq");
    return table;
}

/// Persons who are suppressed are like those whom the account has: neither added nor charged.
void addSuppressed(std::span<const IdentityBytes> identities, const std::vector<bool>& suppressed,
                   IdentitySet& known) {
    for (std::size_t at = 0; at < identities.size(); ++at) {
        if (suppressed[at])
            known.emplace(identities[at]);
    }
}

constexpr int kFirstIngested = 6; ///< values before those of kLeadColumns
constexpr std::size_t kLeadValues = kFirstIngested + kLeadColumns.size();

const Statements& insertStaged() {
    static const Statements statements = statementsOf([](std::size_t rows) {
        std::string text =
            "INSERT INTO staged_leads (place, id, order_seq, identities, has_email, has_phone";
        for (const LeadColumn& column : kLeadColumns)
            text.append(", ").append(column.sql);
        text += ") VALUES ";
        for (std::size_t value = 0; value < rows * kLeadValues; ++value) {
            const std::size_t column = value % kLeadValues;
            text.append(column != 0 ? ", " : value == 0 ? "(" : "), (");
            text.append("$").append(std::to_string(value + 1));
        }
        return text + ")";
    });
    return statements;
}

SqlValue bound(const domain::LeadValue& value) {
    if (const auto* number = std::get_if<std::int64_t>(&value))
        return *number;
    if (const auto* text = std::get_if<std::string>(&value))
        return *text;
    return std::nullopt;
}

IdentityBytes bytesOf(const domain::LeadIdentity& identity) {
    return {reinterpret_cast<const char*>(identity.digest.data()), identity.digest.size()};
}

/// The identities of a lead one behind the other.
std::string joined(const NewLead& lead) {
    std::string bytes;
    for (const domain::LeadIdentity& identity : lead.identities)
        bytes += bytesOf(identity);
    return bytes;
}

/// The first column of a lead whose identity is known.
std::optional<LeadField> knownBy(const IdentitySet& known, const NewLead& lead) {
    for (const domain::LeadIdentity& identity : lead.identities) {
        if (known.contains(bytesOf(identity)))
            return identity.field;
    }
    return std::nullopt;
}

void appendValues(std::vector<SqlValue>& values, std::int64_t place, std::int64_t order,
                  const NewLead& lead, const std::string& identities) {
    const domain::LeadDraft& draft = lead.draft;
    values.insert(values.end(),
                  {place, lead.id, order, blobOf(identities), draft.has(domain::leadField("email")),
                   draft.has(domain::leadField("phone"))});
    for (const LeadColumn& column : kLeadColumns)
        values.push_back(bound(draft.values[column.field]));
}

/// Between the moments of two publications, so that a moment divides leads that were seen from
/// newer ones.
constexpr auto kApart = std::chrono::milliseconds(1);

#define LEADSHEET_PUBLICATION_SELECT                                                               \
    "SELECT seq, order_number, account_id, part, key_id, claim_account, claim_operation,"          \
    " claim_key, claim_fingerprint, added, duplicates, trace FROM publications"

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
    publication.trace = rows->optionalText(11).value_or("");
    return publication;
}

struct StagedIdentity {
    std::int64_t place;
    std::string identities;
    bool isBlank; ///< the person was suppressed while the lead waited (blankStaged)
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

std::optional<Delivery> Reader::findDelivery(const OrderNumber& order, std::string_view id) {
    const auto rows = session_.query("SELECT fingerprint, answer FROM deliveries"
                                     " WHERE order_number = $1 AND id = $2",
                                     {order, id});
    if (!rows->next())
        return std::nullopt;
    return Delivery{order, std::string(id), rows->digest(0), rows->text(1)};
}

std::vector<bool> Tx::suppressed(std::span<const IdentityBytes> identities) {
    return privacy().suppressed(identities,
                                outbox_ != nullptr ? outbox_->personHash : PersonHash());
}

std::vector<std::optional<LeadField>> Tx::stageLeads(const Order& order,
                                                     std::span<const NewLead> leads) {
    const std::int64_t owner =
        session_.number("SELECT COALESCE((SELECT owner FROM lead_owners WHERE account_id = $1), 0)",
                        {order.account});
    std::int64_t place =
        session_.number("SELECT COALESCE(MAX(place), $1) FROM staged_leads"
                        " WHERE place > $1 AND place < $2",
                        {order.seq * kPlacesPerOrder, (order.seq + 1) * kPlacesPerOrder});
    std::vector<std::optional<LeadField>> duplicates;
    while (!leads.empty()) {
        const auto batch = leads.first(std::min(leads.size(), session_.rowsAtOnce()));
        leads = leads.subspan(batch.size());
        std::vector<IdentityBytes> identities;
        for (const NewLead& lead : batch) {
            for (const domain::LeadIdentity& identity : lead.identities)
                identities.push_back(bytesOf(identity));
        }
        IdentitySet known;
        if (owner != 0)
            ownedIdentities().find(session_, owner, identities, known);
        stagedIdentities().find(session_, order.seq, identities, known);
        addSuppressed(identities, suppressed(identities), known);
        identities.clear();
        std::vector<std::string> blobs(batch.size());
        std::vector<SqlValue> values;
        for (std::size_t at = 0; at < batch.size(); ++at) {
            const NewLead& lead = batch[at];
            duplicates.push_back(knownBy(known, lead));
            if (duplicates.back())
                continue;
            for (const domain::LeadIdentity& identity : lead.identities) {
                known.emplace(bytesOf(identity));
                identities.push_back(bytesOf(identity));
            }
            blobs[at] = joined(lead);
            appendValues(values, ++place, order.seq, lead, blobs[at]);
        }
        stagedIdentities().insert(session_, order.seq, identities);
        inPieces(session_, insertStaged(), values.size() / kLeadValues,
                 [&](const std::string& sql, std::size_t first, std::size_t count) {
                     session_.run(
                         sql, std::span(values).subspan(first * kLeadValues, count * kLeadValues));
                 });
    }
    return duplicates;
}

// Without identities it is left out when its order is delivered, whatever is suppressed then, and
// the person may come again once the suppression is lifted. Its row keeps the place: others are
// counted by theirs.
void PrivacyWrites::blankStaged(const StagedLead& lead) {
    std::string identities;
    {
        const auto rows =
            session_.query("SELECT identities FROM staged_leads WHERE place = $1 AND id = $2",
                           {lead.place, lead.id});
        if (!rows->next())
            return;
        identities = rows->text(0);
    }
    for (const IdentityBytes identity : divided(identities))
        session_.execute("DELETE FROM staged_identities WHERE order_seq = $1 AND identity = $2",
                         {lead.place / kPlacesPerOrder, blobOf(identity)});
    session_.execute("UPDATE staged_leads SET identities = $4, " + blankedColumns() +
                         " WHERE place = $1 AND id = $3",
                     {lead.place, kErased, lead.id, SqlBlob{}});
}

void Tx::insertDelivery(const Delivery& delivery) {
    session_.execute("INSERT INTO deliveries (order_number, id, fingerprint, answer)"
                     " VALUES ($1, $2, $3, $4)",
                     {delivery.order, delivery.id, delivery.fingerprint, delivery.answer});
}

void Tx::dropStaged(const Order& order) {
    session_.execute("INSERT INTO dropped_stagings (order_seq) VALUES ($1)"
                     " ON CONFLICT (order_seq) DO NOTHING",
                     {order.seq});
}

std::optional<AccountId> Reader::droppedAccount() {
    const auto rows = session_.query("SELECT o.account_id FROM dropped_stagings d"
                                     " JOIN orders o ON o.seq = d.order_seq"
                                     " ORDER BY d.order_seq LIMIT 1");
    return rows->next() ? std::optional(rows->id<AccountId>(0)) : std::nullopt;
}

bool Tx::removeDropped(const AccountId& account, int limit) {
    const std::int64_t order =
        session_.number("SELECT COALESCE(MIN(d.order_seq), 0) FROM dropped_stagings d"
                        " JOIN orders o ON o.seq = d.order_seq WHERE o.account_id = $1",
                        {account});
    if (order == 0)
        return false;
    const std::int64_t first = order * kPlacesPerOrder;
    std::int64_t gone =
        session_.change("DELETE FROM staged_leads WHERE place IN (SELECT place FROM staged_leads"
                        " WHERE place > $1 AND place < $2 ORDER BY place LIMIT $3)",
                        {first, first + kPlacesPerOrder, limit});
    gone += session_.change(
        "DELETE FROM staged_identities WHERE order_seq = $1 AND identity IN (SELECT identity"
        " FROM staged_identities WHERE order_seq = $1 ORDER BY identity LIMIT $2)",
        {order, limit});
    if (gone == 0)
        session_.execute("DELETE FROM dropped_stagings WHERE order_seq = $1", {order});
    return true;
}

std::optional<Publication> Reader::findPublication(const OrderNumber& order) {
    return firstOf(
        session_.query(LEADSHEET_PUBLICATION_SELECT " WHERE order_number = $1", {order}));
}

std::optional<Publication> Reader::nextPublication(const AccountId& account) {
    return firstOf(session_.query(
        LEADSHEET_PUBLICATION_SELECT " WHERE account_id = $1 ORDER BY seq LIMIT 1", {account}));
}

std::vector<AccountId> Reader::publishingAccounts(const AccountId& after, int limit) {
    const auto rows = session_.query("SELECT account_id FROM publications WHERE account_id > $1"
                                     " GROUP BY account_id ORDER BY account_id LIMIT $2",
                                     {after, limit});
    std::vector<AccountId> accounts;
    while (rows->next())
        accounts.push_back(rows->id<AccountId>(0));
    return accounts;
}

void Tx::insertPublication(const Publication& publication) {
    const auto& claim = publication.claim;
    const AnswerClaim none;
    session_.execute(
        "INSERT INTO publications (order_number, account_id, part, key_id, claim_account,"
        " claim_operation, claim_key, claim_fingerprint, added, duplicates, trace)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0, 0, $9)",
        {publication.order, publication.account, publication.part, publication.key,
         claim ? SqlValue(claim->account) : SqlValue(), claim ? claim->operation : none.operation,
         claim ? claim->key : none.key, claim ? SqlValue(claim->fingerprint) : SqlValue(),
         trace()});
}

LeadEnd Tx::leadEnd(const AccountId& account, Timestamp now) {
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

bool Tx::movePublication(Publication& publication, int limit, Timestamp now, bool endsHere) {
    const std::int64_t order =
        session_.number("SELECT seq FROM orders WHERE number = $1", {publication.order});
    const LeadEnd end = leadEnd(publication.account, now);
    std::vector<StagedIdentity> staged;
    {
        // Behind what was moved, in whose place an engine may still have to look.
        const std::int64_t moved = publication.added + publication.duplicates;
        const auto rows =
            session_.query("SELECT place, identities, COALESCE(result_reason, '')"
                           " FROM staged_leads WHERE place > $1 AND place < $2"
                           " ORDER BY place LIMIT $3",
                           {order * kPlacesPerOrder + moved, (order + 1) * kPlacesPerOrder, limit});
        while (rows->next())
            staged.push_back({rows->integer(0), rows->text(1),
                              rows->view(1).empty() && rows->view(2) == kErased});
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
    addSuppressed(identities, suppressed(identities), owned);
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
        const bool known = lead.isBlank || std::ranges::any_of(own, [&](IdentityBytes identity) {
                               return owned.contains(identity);
                           });
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

PublishedSpan Tx::endPublication(const Publication& publication, Timestamp now) {
    const LeadEnd end = leadEnd(publication.account, now);
    PublishedSpan span{end.owner, end.lastSeq, end.lastSeq + publication.added, {}};
    const std::int64_t order =
        session_.number("SELECT seq FROM orders WHERE number = $1", {publication.order});
    // The event of this one is written already. Leads of before there were parts have no moment.
    const std::int64_t parts =
        session_.number("SELECT COUNT(*) FROM order_events WHERE order_seq = $1 AND type = $2",
                        {order, domain::eventType(domain::OrderAction::DeliverPart)});
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
