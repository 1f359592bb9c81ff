// SPDX-License-Identifier: Apache-2.0
#include "store/operations/in_pieces.hpp"
#include "store/operations/lead_columns.hpp"
#include "store/operations/sql_tx.hpp"

#include <algorithm>
#include <set>
#include <span>
#include <vector>

namespace leadsheet::server::store {

namespace {

constexpr int kFirstIngested = 6; ///< values before those of kLeadColumns
/// Between the moments of two parts, so that a moment divides leads that were seen from newer ones.
constexpr auto kApart = std::chrono::milliseconds(1);

constexpr std::size_t kLeadValues = kFirstIngested + kLeadColumns.size();

const Statements& insertLeads() {
    static const Statements statements = statementsOf([](std::size_t rows) {
        std::string text =
            "INSERT INTO leads (place, id, order_seq, delivered_at, has_email, has_phone";
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

// The owner is $1.
const Statements& insertIdentities() {
    static const Statements statements = statementsOf([](std::size_t rows) {
        std::string text = "INSERT INTO lead_identities (owner, identity) VALUES ";
        for (std::size_t row = 0; row < rows; ++row)
            text.append(row == 0 ? "($1, $" : ", ($1, $").append(std::to_string(row + 2)) += ")";
        return text;
    });
    return statements;
}

// Not one search for a list: planned while the table is empty, it may read all of an owner's rows.
const Statements& findIdentities() {
    static const Statements statements = statementsOf([](std::size_t rows) {
        std::string text;
        for (std::size_t row = 0; row < rows; ++row)
            text.append(row == 0 ? "SELECT " : ", ")
                .append("(SELECT 1 FROM lead_identities WHERE owner = $1 AND identity = $")
                .append(std::to_string(row + 2)) += ")";
        return text;
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

std::string_view textOf(const domain::LeadIdentity& identity) {
    return {reinterpret_cast<const char*>(identity.digest.data()), identity.digest.size()};
}

/// Of identities, refers to them.
std::vector<SqlValue> withOwner(std::int64_t owner,
                                std::span<const domain::LeadIdentity* const> of) {
    std::vector<SqlValue> values{owner};
    for (const domain::LeadIdentity* identity : of)
        values.emplace_back(SqlBlob{identity->digest});
    return values;
}

using Identities = std::vector<const domain::LeadIdentity*>;

std::set<std::string, std::less<>> ownedOf(SqlSession& session, std::int64_t owner,
                                           const Identities& wanted) {
    std::set<std::string, std::less<>> owned;
    inPieces(session, findIdentities(), wanted.size(),
             [&](const std::string& sql, std::size_t first, std::size_t count) {
                 const auto rows =
                     session.open(sql, withOwner(owner, std::span(wanted).subspan(first, count)));
                 rows->next();
                 for (std::size_t at = 0; at < count; ++at) {
                     if (!rows->isNull(static_cast<int>(at)))
                         owned.emplace(textOf(*wanted[first + at]));
                 }
             });
    return owned;
}

void appendValues(std::vector<SqlValue>& values, const LeadEnd& end, const Order& order,
                  const NewLead& lead) {
    const domain::LeadDraft& draft = lead.draft;
    values.insert(values.end(),
                  {end.owner * kPlacesPerOwner + end.lastSeq, lead.id, order.seq, end.deliveredAt,
                   draft.has(domain::leadField("email")), draft.has(domain::leadField("phone"))});
    for (const LeadColumn& column : kLeadColumns)
        values.push_back(bound(draft.values[column.field]));
}

/// The first column of a lead whose identity is owned.
std::optional<LeadField> ownedBy(const std::set<std::string, std::less<>>& owned,
                                 const NewLead& lead) {
    for (const domain::LeadIdentity& identity : lead.identities) {
        if (owned.contains(textOf(identity)))
            return identity.field;
    }
    return std::nullopt;
}

} // namespace

std::optional<Delivery> SqlTx::findDelivery(const OrderNumber& order, std::string_view id) {
    const auto rows =
        session_.query("SELECT fingerprint, answer, owner, last_seq, delivered_at FROM deliveries"
                       " WHERE order_number = $1 AND id = $2",
                       {order, id});
    if (!rows->next())
        return std::nullopt;
    return Delivery{order,         std::string(id),  rows->digest(0),
                    rows->text(1), rows->integer(2), rows->integer(3),
                    rows->time(4)};
}

LeadEnd SqlTx::leadEnd(const AccountId& account, Timestamp now) {
    const auto rows = session_.query(
        "SELECT owner, last_seq, last_delivered_at FROM lead_owners WHERE account_id = $1",
        {account});
    if (rows->next())
        return {rows->integer(0), rows->integer(1), std::max(rows->time(2) + kApart, now)};
    // Only now: an insert that meets a row uses a number up all the same in some engines.
    const auto owner =
        session_.insert("INSERT INTO lead_owners (account_id, last_seq, last_delivered_at)"
                        " VALUES ($1, 0, $2)",
                        "owner", {account, now});
    if (!owner)
        failInternal("an account got no number in the lead tables");
    return {*owner, 0, now};
}

void SqlTx::keepLeadEnd(const LeadEnd& end) {
    session_.execute(
        "UPDATE lead_owners SET last_seq = $2, last_delivered_at = $3 WHERE owner = $1",
        {end.owner, end.lastSeq, end.deliveredAt});
}

std::vector<std::optional<LeadField>> SqlTx::addLeads(LeadEnd& end, const Order& order,
                                                      std::span<const NewLead> leads) {
    std::vector<std::optional<LeadField>> told;
    while (!leads.empty()) {
        const auto some = leads.first(std::min(leads.size(), session_.rowsAtOnce()));
        leads = leads.subspan(some.size());
        Identities identities;
        for (const NewLead& lead : some) {
            for (const domain::LeadIdentity& identity : lead.identities)
                identities.push_back(&identity);
        }
        auto owned = ownedOf(session_, end.owner, identities);
        identities.clear();
        std::vector<SqlValue> values;
        for (const NewLead& lead : some) {
            told.push_back(ownedBy(owned, lead));
            if (told.back())
                continue;
            for (const domain::LeadIdentity& identity : lead.identities) {
                owned.emplace(textOf(identity));
                identities.push_back(&identity);
            }
            ++end.lastSeq;
            appendValues(values, end, order, lead);
        }
        inPieces(session_, insertIdentities(), identities.size(),
                 [&](const std::string& sql, std::size_t first, std::size_t count) {
                     session_.run(
                         sql, withOwner(end.owner, std::span(identities).subspan(first, count)));
                 });
        inPieces(session_, insertLeads(), values.size() / kLeadValues,
                 [&](const std::string& sql, std::size_t first, std::size_t count) {
                     session_.run(
                         sql, std::span(values).subspan(first * kLeadValues, count * kLeadValues));
                 });
    }
    return told;
}

void SqlTx::insertDelivery(const Delivery& delivery) {
    session_.execute("INSERT INTO deliveries (order_number, id, fingerprint, answer, owner,"
                     " last_seq, delivered_at) VALUES ($1, $2, $3, $4, $5, $6, $7)",
                     {delivery.order, delivery.id, delivery.fingerprint, delivery.answer,
                      delivery.owner, delivery.lastSeq, delivery.deliveredAt});
}

} // namespace leadsheet::server::store
