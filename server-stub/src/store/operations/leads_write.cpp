// SPDX-License-Identifier: Apache-2.0
#include "store/operations/lead_columns.hpp"
#include "store/operations/sql_tx.hpp"

#include <algorithm>

namespace leadsheet::server::store {

namespace {

constexpr int kFirstIngested = 6; ///< values before those of kLeadColumns
/// Between the moments of two parts, so that a moment divides leads that were seen from newer ones.
constexpr auto kApart = std::chrono::milliseconds(1);

const std::string& insertLead() {
    static const std::string text = [] {
        std::string names =
            "INSERT INTO leads (place, id, order_seq, delivered_at, has_email, has_phone";
        std::string values = ") VALUES ($1, $2, $3, $4, $5, $6";
        int number = kFirstIngested;
        for (const LeadColumn& column : kLeadColumns) {
            names.append(", ").append(column.sql);
            values.append(", $").append(std::to_string(++number));
        }
        return names + values + ")";
    }();
    return text;
}

SqlValue bound(const domain::LeadValue& value) {
    if (const auto* number = std::get_if<std::int64_t>(&value))
        return *number;
    if (const auto* text = std::get_if<std::string>(&value))
        return *text;
    return std::nullopt;
}

SqlBlob blobOf(const domain::LeadIdentity& identity) {
    return {identity.digest};
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

std::optional<LeadField> SqlTx::addLead(LeadEnd& end, const Order& order, const NewLead& lead) {
    for (const domain::LeadIdentity& identity : lead.identities) {
        const auto owned =
            session_.query("SELECT 1 FROM lead_identities WHERE owner = $1 AND identity = $2",
                           {end.owner, blobOf(identity)});
        if (owned->next())
            return identity.field;
    }
    for (const domain::LeadIdentity& identity : lead.identities)
        session_.execute("INSERT INTO lead_identities (owner, identity) VALUES ($1, $2)",
                         {end.owner, blobOf(identity)});
    const domain::LeadDraft& draft = lead.draft;
    std::array<SqlValue, kFirstIngested + kLeadColumns.size()> values{
        end.owner * kPlacesPerOwner + end.lastSeq + 1,
        lead.id,
        order.seq,
        end.deliveredAt,
        draft.has(domain::leadField("email")),
        draft.has(domain::leadField("phone"))};
    std::size_t at = kFirstIngested;
    for (const LeadColumn& column : kLeadColumns)
        values[at++] = bound(draft.values[column.field]);
    session_.run(insertLead(), values);
    ++end.lastSeq;
    return std::nullopt;
}

void SqlTx::insertDelivery(const Delivery& delivery) {
    session_.execute("INSERT INTO deliveries (order_number, id, fingerprint, answer, owner,"
                     " last_seq, delivered_at) VALUES ($1, $2, $3, $4, $5, $6, $7)",
                     {delivery.order, delivery.id, delivery.fingerprint, delivery.answer,
                      delivery.owner, delivery.lastSeq, delivery.deliveredAt});
}

} // namespace leadsheet::server::store
