// SPDX-License-Identifier: Apache-2.0
#include "store/postgres/reader_pool.hpp"

#include "store/operations/sql_tx.hpp"

#include <algorithm>
#include <utility>

namespace leadsheet::server::store::postgres {

ReaderPool::ReaderPool(const PostgresOptions& options, std::shared_ptr<FaultHook> hook,
                       std::unique_ptr<Connection> first)
    : pool_(options, std::move(hook), std::max<std::size_t>(options.readers, 1)) {
    pool_.adopt(std::move(first));
}

/// A connection that idled may have been lost long ago, which is found out only now; then, nothing
/// having been read yet, a fresh one takes its place.
std::unique_ptr<Connection> ReaderPool::beginReading() {
    bool fresh = false;
    while (true) {
        auto connection = pool_.borrow();
        try {
            connection->script("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", DbOp::Step);
            return connection;
        } catch (const StoreFailure&) {
            const bool lost = connection->trouble() == Trouble::Lost;
            connection->rollback();
            pool_.giveBack(std::move(connection));
            if (!lost || std::exchange(fresh, true))
                throw;
        }
    }
}

StoreResult<void> ReaderPool::read(const std::function<void(Reader&)>& body) {
    std::unique_ptr<Connection> connection;
    StoreResult<void> result;
    try {
        connection = beginReading();
        SqlTx reader(*connection);
        body(reader);
    } catch (const StoreFailure& failure) {
        result = tl::make_unexpected(failure.error());
    } catch (const std::exception& failure) {
        result = tl::make_unexpected(StoreError{StoreError::Kind::Internal,
                                                StoreError::Certainty::NotApplied,
                                                std::string("a read threw: ") + failure.what(), 0});
    }
    if (connection) {
        connection->rollback();
        pool_.giveBack(std::move(connection));
    }
    return result;
}

} // namespace leadsheet::server::store::postgres
