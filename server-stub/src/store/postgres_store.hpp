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
#include <string_view>

namespace leadsheet::server::store {

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
    std::size_t writers = 8;   ///< likewise for writing: so many accounts at the same time
    std::size_t maxBatch = 64; ///< jobs of one commit
    /// Jobs of a scope that arrive while a batch of it runs still join it for this long.
    std::chrono::microseconds gather{2'000};
    std::size_t maxQueued = 10'000; ///< more waiting jobs are refused as Unavailable
    std::chrono::milliseconds connectTimeout{5'000};
    std::chrono::milliseconds lockTimeout{10'000}; ///< for what other processes hold
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

} // namespace leadsheet::server::store
