// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/server/database_hook.hpp"

#include "domain/expected.hpp"
#include "store/store.hpp"
#include "store/store_error.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

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
};

/// Opens or makes the database, migrates it, checks it (quick_check, foreign keys, money ledger)
/// and starts the writer. WAL, synchronous FULL, foreign keys on.
tl::expected<std::unique_ptr<Store>, OpenError> openSqliteStore(SqliteOptions options);

} // namespace leadsheet::server::store
