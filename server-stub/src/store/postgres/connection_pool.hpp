// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/postgres/connection.hpp"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

namespace leadsheet::server::store::postgres {

/// Connections that are opened when they are needed and kept, lent to one thread at a time.
class ConnectionPool {
public:
    ConnectionPool(const PostgresOptions& options, std::shared_ptr<FaultHook> hook,
                   std::size_t maxConnections);

    /// Waits while all are lent. Throws StoreFailure (Unavailable) when the server is not reached;
    /// at once, when that was found out a moment ago.
    std::unique_ptr<Connection> borrow();
    /// A connection that was lost is dropped, and the idle ones with it: they met the same end. So
    /// is one that has given up, without others: what cancelled its commit may come late.
    void giveBack(std::unique_ptr<Connection> connection);
    /// A connection that was made elsewhere becomes one of those kept.
    void adopt(std::unique_ptr<Connection> connection);
    /// Whether a further try is worth a wait: not while the server is known to be away.
    bool isWorthATry() const;

private:
    std::unique_ptr<Connection> connect();

    const PostgresOptions options_;
    const std::shared_ptr<FaultHook> hook_;
    mutable std::mutex mutex_;
    std::condition_variable returned_;
    std::vector<std::unique_ptr<Connection>> idle_;
    std::size_t free_;
    std::chrono::steady_clock::time_point awayUntil_{};
};

} // namespace leadsheet::server::store::postgres
