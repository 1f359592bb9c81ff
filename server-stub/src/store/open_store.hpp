// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/server/fault_plan.hpp"

#include "domain/expected.hpp"
#include "store/store.hpp"
#include "store/store_error.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::server::store {

struct SqliteOptions {
    /// Database file; empty or ":memory:" = in memory, gone with the store.
    std::string path;
    std::size_t readers = 4;   ///< reader connections (a file only)
    std::size_t maxBatch = 64; ///< jobs of one commit
    /// Jobs that arrive while a batch runs still join it for this long after its start.
    std::chrono::microseconds gather{2'000};
    std::size_t maxQueued = 10'000;               ///< more waiting jobs are refused as Unavailable
    std::chrono::milliseconds busyTimeout{5'000}; ///< for locks of other processes
    std::int64_t maxPages = 0; ///< upper bound of the file in 4 KiB pages; 0 = none
    /// Without it webhooks hear nothing.
    std::shared_ptr<const OutboxHooks> outbox;
    /// Called before every database operation with a running number (from 1); a result other than 0
    /// is reported as that SQLite error. Called on the thread of the operation. For tests.
    std::function<int(DbOp, std::uint64_t)> hook;
    /// False: a job is run, committed and reported by the thread that submits it, before submit()
    /// returns; one thread only may use the store then. For simulations.
    bool ownThread = true;
};

/// Opens or makes the database, migrates it, checks it (quick_check, foreign keys, money ledger)
/// and starts the writer. WAL, synchronous FULL, foreign keys on.
tl::expected<std::unique_ptr<Store>, OpenError> openSqliteStore(SqliteOptions options);

/// What a test lets happen to an operation of a connection.
enum class PostgresFault {
    None,
    CutBefore, ///< the connection is cut before the operation is sent
    CutAfter,  ///< the server has done it, but its answer is lost
    Conflict,  ///< as if the server had found a conflict with another transaction
    Refused,   ///< as if the server could not do it for now: a full disk, a fault of one
};

struct PostgresOptions {
    /// postgresql://USER@HOST/DATABASE and whatever else libpq understands.
    std::string uri;
    std::size_t readers = 8;   ///< connections for reading at most; opened when they are needed
    std::size_t writers = 8;   ///< likewise for writing: so many batches at the same time
    std::size_t maxBatch = 64; ///< jobs of one commit
    /// Jobs of a scope that arrive while a batch of it runs still join it for this long.
    std::chrono::microseconds gather{2'000};
    std::size_t maxQueued = 10'000; ///< more waiting jobs are refused as Unavailable
    std::chrono::milliseconds connectTimeout{5'000}; ///< each host, unless the URI says otherwise
    std::chrono::milliseconds lockTimeout{10'000};   ///< for what other processes hold
    /// How long a commit waits for synchronous standbys. Then its outcome is unknown, and others
    /// are refused at once, but for one now and then, until one succeeds.
    std::chrono::milliseconds standbyPatience{5'000};
    /// Without it webhooks hear nothing.
    std::shared_ptr<const OutboxHooks> outbox;
    /// Called before every operation with a running number (from 1), on its thread. For tests.
    std::function<PostgresFault(DbOp, std::uint64_t)> hook;
};

/// Whether a database setting names a PostgreSQL database and not a file.
bool isPostgresUri(std::string_view database);

/// Opens the database, brings it to the newest schema and checks the money ledger. Any number of
/// stores, in any number of processes, may share a database. PostgreSQL 13 or newer, UTF-8.
tl::expected<std::unique_ptr<Store>, OpenError> openPostgresStore(PostgresOptions options);

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
