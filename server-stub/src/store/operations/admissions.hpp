// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/admission.hpp"
#include "store/sql_session.hpp"

#include <span>
#include <vector>

namespace leadsheet::server::store {

struct Judged {
    Admitted admitted;
    bool isHeld = false; ///< not charged because somebody held the counter at that moment
};

/// Looks for the keys of all these requests and charges what is to be charged, in one round trip
/// and without waiting for anybody; for PostgreSQL, in a transaction that is theirs alone. All of
/// one subject and policy are charged, or none.
std::vector<Judged> admitTogether(SqlSession& session, std::span<const Admission* const> asked);

} // namespace leadsheet::server::store
