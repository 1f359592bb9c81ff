// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/sqlite/database.hpp"
#include "store/store.hpp"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace leadsheet::server::store::sqlite {

/// Runs `body` with one snapshot of `database`.
StoreResult<void> readSnapshot(Database& database, const std::function<void(Reader&)>& body);

/// Connections for reading, lent to one thread at a time. A read inside a read on the same thread
/// may wait for ever.
class ReaderPool {
public:
    explicit ReaderPool(std::vector<std::unique_ptr<Database>> connections);

    StoreResult<void> read(const std::function<void(Reader&)>& body);

private:
    std::mutex mutex_;
    std::condition_variable returned_;
    std::vector<std::unique_ptr<Database>> idle_;
};

} // namespace leadsheet::server::store::sqlite
