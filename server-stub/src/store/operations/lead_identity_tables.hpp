// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/lead_identity.hpp"
#include "store/operations/in_pieces.hpp"
#include "store/sql_session.hpp"

#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>

namespace leadsheet::server::store {

inline constexpr std::size_t kIdentityBytes = sizeof(domain::LeadIdentity::digest);

/// Bytes of an identity; refer to whatever holds them.
using IdentityBytes = std::string_view;
using IdentitySet = std::set<std::string, std::less<>>;

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

const IdentityTable& ownedIdentities();  ///< by lead_owners.owner
const IdentityTable& stagedIdentities(); ///< by orders.seq

} // namespace leadsheet::server::store
