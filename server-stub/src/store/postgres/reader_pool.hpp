// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/postgres/connection_pool.hpp"
#include "store/store.hpp"

#include <functional>

namespace leadsheet::server::store::postgres {

/// Reads of one snapshot each, over a pool of connections. A read inside a read on the same thread
/// may wait for ever. Thread-safe.
class ReaderPool {
public:
    ReaderPool(const PostgresOptions& options, std::shared_ptr<FaultHook> hook,
               std::unique_ptr<Connection> first);

    StoreResult<void> read(const std::function<void(Reader&)>& body);

private:
    std::unique_ptr<Connection> beginReading();

    ConnectionPool pool_;
};

} // namespace leadsheet::server::store::postgres
