// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <string>
#include <utility>

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

/// Why the store could not do something, and what became of it.
struct StoreError {
    enum class Kind {
        Unavailable, ///< disk full, I/O error, locked or overloaded: 503, the same request may heal
        Internal,    ///< damaged database, broken constraint or a fault of ours: 500
        Stopped,     ///< the store is shutting down: 503
    };
    enum class Certainty {
        NotApplied, ///< nothing of the job is in the database, now or after a restart
        Unknown,    ///< the commit itself failed in a way that may leave it applied after a restart
    };
    Kind kind = Kind::Internal;
    Certainty certainty = Certainty::NotApplied;
    std::string detail; ///< for the log; never for a client
    int nativeCode = 0; ///< extended SQLite result code; PostgreSQL says its own in `detail`
};

/// Thrown by Reader and Tx operations inside a job or a read; the store catches it at the job's
/// boundary, undoes the job and hands the StoreError to the completion. Jobs let it pass.
class StoreFailure : public std::exception {
public:
    explicit StoreFailure(StoreError error)
        : error_(std::move(error)) {}
    const StoreError& error() const { return error_; }
    const char* what() const noexcept override { return error_.detail.c_str(); }

private:
    StoreError error_;
};

} // namespace leadsheet::server::store
