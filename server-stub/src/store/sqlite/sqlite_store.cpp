// SPDX-License-Identifier: Apache-2.0
#include "store/sqlite_store.hpp"

#include "store/sqlite/reader_pool.hpp"
#include "store/sqlite/start_check.hpp"
#include "store/sqlite/writer.hpp"

#include <algorithm>
#include <sqlite3.h>
#include <utility>

namespace leadsheet::server::store {

namespace {

using sqlite::ConnectionOptions;
using sqlite::Database;
using sqlite::FaultHook;

constexpr const char* kMemory = ":memory:";

class SqliteStore final : public Store {
public:
    SqliteStore(std::unique_ptr<Database> writing, std::vector<std::unique_ptr<Database>> reading,
                const SqliteOptions& options)
        : readers_(reading.empty() ? nullptr
                                   : std::make_unique<sqlite::ReaderPool>(std::move(reading)))
        , writer_(std::move(writing),
                  {options.maxBatch, options.gather, options.maxQueued, options.outbox}, inUse_) {}
    ~SqliteStore() override { stop(); }

    void submit(std::unique_ptr<WriteJob> job, Durability durability) override {
        writer_.submit(std::move(job), durability);
    }

    StoreResult<void> readWith(const std::function<void(Reader&)>& body) override {
        if (readers_)
            return readers_->read(body);
        const std::scoped_lock lock(inUse_); // a database in memory has one connection for all
        return sqlite::readSnapshot(writer_.database(), body);
    }

    void stop() override { writer_.stop(); }
    std::size_t queuedJobs() const override { return writer_.queued(); }

private:
    std::mutex inUse_;
    std::unique_ptr<sqlite::ReaderPool> readers_;
    sqlite::Writer writer_;
};

OpenError describe(const StoreError& error, const SqliteOptions& options) {
    const std::string place = "The database " + options.path + " ";
    switch (error.nativeCode & 0xFF) {
    case SQLITE_NOTADB:
        return {OpenError::Kind::NotADatabase,
                place + "is not a database: something else is in that file. Give another path."};
    case SQLITE_CORRUPT:
        return {OpenError::Kind::Damaged,
                place + "is damaged (" + error.detail +
                    "). Stop the server, keep a copy of the file with its -wal and -shm neighbours,"
                    " and restore a backup."};
    case SQLITE_CANTOPEN:
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
        return {OpenError::Kind::CannotOpen,
                place + "cannot be opened for writing (" + error.detail +
                    "). Check that the folder exists and that this user may write there."};
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return {OpenError::Kind::CannotOpen,
                place + "is locked by another program (" + error.detail + "). Close it first."};
    default:
        return {OpenError::Kind::Failed, place + "could not be opened: " + error.detail};
    }
}

} // namespace

tl::expected<std::unique_ptr<Store>, OpenError> openSqliteStore(SqliteOptions options) {
    if (options.path.empty())
        options.path = kMemory;
    options.maxBatch = std::max<std::size_t>(options.maxBatch, 1);
    const bool memory = options.path == kMemory;
    try {
        const auto hook = std::make_shared<FaultHook>(options.hook);
        ConnectionOptions connection{options.path, false, options.busyTimeout, options.maxPages};
        auto writing = std::make_unique<Database>(connection, hook);
        sqlite::migrate(*writing, options);
        sqlite::checkIntegrity(*writing, options);
        std::vector<std::unique_ptr<Database>> reading;
        connection.readOnly = true;
        for (std::size_t i = 0; !memory && i < std::max<std::size_t>(options.readers, 1); ++i)
            reading.push_back(std::make_unique<Database>(connection, hook));
        return std::make_unique<SqliteStore>(std::move(writing), std::move(reading), options);
    } catch (const sqlite::OpenFailure& failure) {
        return tl::make_unexpected(failure.error);
    } catch (const StoreFailure& failure) {
        return tl::make_unexpected(describe(failure.error(), options));
    }
}

} // namespace leadsheet::server::store
