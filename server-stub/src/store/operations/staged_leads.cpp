// SPDX-License-Identifier: Apache-2.0
#include "store/operations/lead_columns.hpp"
#include "store/operations/lead_identity_tables.hpp"
#include "store/operations/sql_tx.hpp"

#include <algorithm>
#include <vector>

namespace leadsheet::server::store {

namespace {

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
    values.insert(
        values.end(),
        {place, lead.id, order,
         SqlBlob{{reinterpret_cast<const unsigned char*>(identities.data()), identities.size()}},
         draft.has(domain::leadField("email")), draft.has(domain::leadField("phone"))});
    for (const LeadColumn& column : kLeadColumns)
        values.push_back(bound(draft.values[column.field]));
}

} // namespace

std::optional<Delivery> SqlTx::findDelivery(const OrderNumber& order, std::string_view id) {
    const auto rows = session_.query("SELECT fingerprint, answer FROM deliveries"
                                     " WHERE order_number = $1 AND id = $2",
                                     {order, id});
    if (!rows->next())
        return std::nullopt;
    return Delivery{order, std::string(id), rows->digest(0), rows->text(1)};
}

std::vector<std::optional<LeadField>> SqlTx::stageLeads(const Order& order,
                                                        std::span<const NewLead> leads) {
    const std::int64_t owner =
        session_.number("SELECT COALESCE((SELECT owner FROM lead_owners WHERE account_id = $1), 0)",
                        {order.account});
    std::int64_t place =
        session_.number("SELECT COALESCE(MAX(place), $1) FROM staged_leads"
                        " WHERE place > $1 AND place < $2",
                        {order.seq * kPlacesPerOrder, (order.seq + 1) * kPlacesPerOrder});
    std::vector<std::optional<LeadField>> told;
    while (!leads.empty()) {
        const auto some = leads.first(std::min(leads.size(), session_.rowsAtOnce()));
        leads = leads.subspan(some.size());
        std::vector<IdentityBytes> identities;
        for (const NewLead& lead : some) {
            for (const domain::LeadIdentity& identity : lead.identities)
                identities.push_back(bytesOf(identity));
        }
        IdentitySet known;
        if (owner != 0)
            ownedIdentities().find(session_, owner, identities, known);
        stagedIdentities().find(session_, order.seq, identities, known);
        identities.clear();
        std::vector<std::string> blobs(some.size());
        std::vector<SqlValue> values;
        for (std::size_t at = 0; at < some.size(); ++at) {
            const NewLead& lead = some[at];
            told.push_back(knownBy(known, lead));
            if (told.back())
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
    return told;
}

void SqlTx::insertDelivery(const Delivery& delivery) {
    session_.execute("INSERT INTO deliveries (order_number, id, fingerprint, answer)"
                     " VALUES ($1, $2, $3, $4)",
                     {delivery.order, delivery.id, delivery.fingerprint, delivery.answer});
}

void SqlTx::dropStaged(const Order& order) {
    session_.execute("INSERT INTO dropped_stagings (order_seq) VALUES ($1)"
                     " ON CONFLICT (order_seq) DO NOTHING",
                     {order.seq});
}

std::optional<AccountId> SqlTx::droppedAccount() {
    const auto rows = session_.query("SELECT o.account_id FROM dropped_stagings d"
                                     " JOIN orders o ON o.seq = d.order_seq"
                                     " ORDER BY d.order_seq LIMIT 1");
    return rows->next() ? std::optional(rows->id<AccountId>(0)) : std::nullopt;
}

bool SqlTx::removeDropped(const AccountId& account, int limit) {
    const std::int64_t order =
        session_.number("SELECT COALESCE(MIN(d.order_seq), 0) FROM dropped_stagings d"
                        " JOIN orders o ON o.seq = d.order_seq WHERE o.account_id = $1",
                        {account});
    if (order == 0)
        return false;
    const std::int64_t first = order * kPlacesPerOrder;
    std::int64_t gone =
        session_.execute("DELETE FROM staged_leads WHERE place IN (SELECT place FROM staged_leads"
                         " WHERE place > $1 AND place < $2 ORDER BY place LIMIT $3)",
                         {first, first + kPlacesPerOrder, limit});
    gone += session_.execute(
        "DELETE FROM staged_identities WHERE order_seq = $1 AND identity IN (SELECT identity"
        " FROM staged_identities WHERE order_seq = $1 ORDER BY identity LIMIT $2)",
        {order, limit});
    if (gone == 0)
        session_.execute("DELETE FROM dropped_stagings WHERE order_seq = $1", {order});
    return true;
}

} // namespace leadsheet::server::store
