// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/sqlite/database.hpp"

namespace leadsheet::server::store::sqlite {

/// Carries an OpenError out of the nested steps of opening.
struct OpenFailure {
    OpenError error;
};

/// Makes sure that the file is ours and not newer, switches it to WAL and brings it to the newest
/// schema. Throws OpenFailure or StoreFailure.
void migrate(Database& database, const SqliteOptions& options);

/// quick_check, foreign keys and the money ledger. Throws OpenFailure or StoreFailure.
void checkIntegrity(Database& database, const SqliteOptions& options);

} // namespace leadsheet::server::store::sqlite
