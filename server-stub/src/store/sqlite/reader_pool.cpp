// SPDX-License-Identifier: Apache-2.0
#include "store/sqlite/reader_pool.hpp"

#include "store/operations/sql_tx.hpp"

#include <utility>

namespace leadsheet::server::store::sqlite {

StoreResult<void> readSnapshot(Database& database, const std::function<void(Reader&)>& body) {
    try {
        database.beginReading();
        SqlTx reader(database);
        body(reader);
        database.rollback();
        return {};
    } catch (const StoreFailure& failure) {
        database.rollback();
        return tl::make_unexpected(failure.error());
    } catch (const std::exception& failure) {
        database.rollback();
        return tl::make_unexpected(StoreError{StoreError::Kind::Internal,
                                              StoreError::Certainty::NotApplied,
                                              std::string("a read threw: ") + failure.what(), 0});
    }
}

ReaderPool::ReaderPool(std::vector<std::unique_ptr<Database>> connections)
    : idle_(std::move(connections)) {}

StoreResult<void> ReaderPool::read(const std::function<void(Reader&)>& body) {
    std::unique_ptr<Database> connection;
    {
        std::unique_lock lock(mutex_);
        returned_.wait(lock, [this] { return !idle_.empty(); });
        connection = std::move(idle_.back());
        idle_.pop_back();
    }
    auto result = readSnapshot(*connection, body);
    {
        const std::scoped_lock lock(mutex_);
        idle_.push_back(std::move(connection));
    }
    returned_.notify_one();
    return result;
}

} // namespace leadsheet::server::store::sqlite
