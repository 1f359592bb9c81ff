// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/open_error.hpp"
#include "store/postgres/connection.hpp"

#include <string>

namespace leadsheet::server::store::postgres {

/// Carries an OpenError out of the nested steps of opening.
struct OpenFailure {
    OpenError error;
};

/// Makes sure that the database is ours (or empty), not newer and in UTF-8, brings it to the newest
/// schema and checks the money ledger. `place` names the database in errors. Throws OpenFailure or
/// StoreFailure.
void prepareDatabase(Connection& connection, const std::string& place);

} // namespace leadsheet::server::store::postgres
