// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace leadsheet::server::store {

/// Why a database was not opened. `detail` names the database (never a password), the reason and a
/// way out.
struct OpenError {
    enum class Kind {
        CannotOpen,      ///< missing folder, permissions, not a file, locked; server unreachable
        NoSuchDatabase,  ///< PostgreSQL: the server has no database of that name
        AccessDenied,    ///< PostgreSQL: wrong password or user, or a right is missing
        NotADatabase,    ///< something else is in the file
        ForeignDatabase, ///< a database of another program
        WrongEncoding,   ///< PostgreSQL: the database does not store UTF-8
        TooNew,          ///< written by a newer version of this program
        Damaged,         ///< the integrity check found damage
        LedgerFault,     ///< the money ledger does not add up
        Failed,          ///< an I/O error, a full disk, a setting that is not understood
    };
    Kind kind;
    std::string detail;
};

} // namespace leadsheet::server::store
