// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/expected.hpp"
#include "store/store_error.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace leadsheet::server::store {

struct CopiedTable {
    std::string name;
    std::int64_t rows = 0;
};

/// Copies all that a server has in a SQLite file to an empty PostgreSQL database: in one
/// transaction of each, so that either everything is there afterwards or nothing. The file is
/// brought to the newest schema and cannot be written meanwhile; what a server writes to it
/// afterwards is not in the copy. Rows are counted on both sides and the ledger is checked before
/// the commit. Keys work on with the file's pepper.
tl::expected<std::vector<CopiedTable>, OpenError> copyDatabase(const std::string& sqliteFile,
                                                               const std::string& postgresUri);

} // namespace leadsheet::server::store
