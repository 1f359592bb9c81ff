// SPDX-License-Identifier: Apache-2.0
#include "store/operations/lead_identity_tables.hpp"

#include <vector>

namespace leadsheet::server::store {

namespace {

std::vector<SqlValue> withKey(std::int64_t key, std::span<const IdentityBytes> identities) {
    std::vector<SqlValue> values{key};
    for (const IdentityBytes identity : identities)
        values.emplace_back(
            SqlBlob{{reinterpret_cast<const unsigned char*>(identity.data()), identity.size()}});
    return values;
}

} // namespace

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

const IdentityTable& ownedIdentities() {
    static const IdentityTable table("lead_identities", "owner");
    return table;
}

const IdentityTable& stagedIdentities() {
    static const IdentityTable table("staged_identities", "order_seq");
    return table;
}

} // namespace leadsheet::server::store
