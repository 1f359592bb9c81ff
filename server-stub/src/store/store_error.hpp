// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <string>
#include <utility>

namespace leadsheet::server::store {

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
