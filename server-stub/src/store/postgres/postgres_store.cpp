// SPDX-License-Identifier: Apache-2.0
#include "store/open_store.hpp"
#include "store/postgres/admissions.hpp"
#include "store/postgres/connection_pool.hpp"
#include "store/postgres/opening.hpp"
#include "store/postgres/writers.hpp"
#include "store/sql_session.hpp"
#include "store/store.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

namespace leadsheet::server::store {

namespace postgres {
namespace {

/// Reads of one snapshot each, over a pool of connections. A read inside a read on the same thread
/// may wait for ever. Thread-safe.
class ReaderPool {
public:
    ReaderPool(const PostgresOptions& options, std::shared_ptr<FaultHook> hook,
               std::unique_ptr<Connection> first);

    StoreResult<void> read(const std::function<void(Reader&)>& body);

private:
    StoreResult<void> tryRead(const std::function<void(Reader&)>& body, bool& lostAtOnce);

    ConnectionPool pool_;
};

ReaderPool::ReaderPool(const PostgresOptions& options, std::shared_ptr<FaultHook> hook,
                       std::unique_ptr<Connection> first)
    : pool_(options, std::move(hook), std::max<std::size_t>(options.readers, 1)) {
    pool_.adopt(std::move(first));
}

/// A connection that idled may have been lost long ago, which is found out only now; then, nothing
/// having been read yet, a fresh one takes its place.
StoreResult<void> ReaderPool::read(const std::function<void(Reader&)>& body) {
    bool lostAtOnce = false;
    auto result = tryRead(body, lostAtOnce);
    return lostAtOnce ? tryRead(body, lostAtOnce) : result;
}

StoreResult<void> ReaderPool::tryRead(const std::function<void(Reader&)>& body, bool& lostAtOnce) {
    std::unique_ptr<Connection> connection;
    StoreResult<void> result;
    try {
        connection = pool_.borrow();
        connection->forgetFailures();
        connection->beginReading();
        Reader reader(*connection);
        body(reader);
        if (connection->hasFailed()) // and what it asked afterwards saw another snapshot
            throw std::logic_error("it went on after a failed operation");
    } catch (const StoreFailure& failure) {
        result = tl::make_unexpected(failure.error());
    } catch (const std::exception& failure) {
        if (connection)
            connection->distrust(); // it may have happened between a question and its answer
        result = tl::make_unexpected(StoreError{StoreError::Kind::Internal,
                                                StoreError::Certainty::NotApplied,
                                                std::string("a read threw: ") + failure.what(), 0});
    }
    if (connection) {
        lostAtOnce = connection->trouble() == Trouble::Lost && !connection->hasAnswered();
        connection->endReading();
        pool_.giveBack(std::move(connection));
    }
    return result;
}

} // namespace
} // namespace postgres

namespace {

class PostgresStore final : public Store {
public:
    PostgresStore(const PostgresOptions& options, const std::shared_ptr<postgres::FaultHook>& hook,
                  std::unique_ptr<postgres::Connection> first)
        : confirmations_("confirmations of session " +
                         std::to_string(first->number("SELECT pg_backend_pid()")))
        , readers_(options, hook, std::move(first))
        , admissions_(options, hook)
        , writers_(options, hook) {}
    ~PostgresStore() override { stop(); }

    void submit(std::unique_ptr<WriteJob> job, Durability durability) override {
        writers_.submit(std::move(job), durability);
    }
    StoreResult<void> readWith(const std::function<void(Reader&)>& body) override {
        return readers_.read(body);
    }
    StoreResult<Admitted> admit(const Admission& asked) override {
        // A key alone is looked for beside others: orders that end together come together again.
        return asked.rule ? admissions_.admit(asked) : Store::admit(asked);
    }
    StoreResult<void> confirmEarlierCommits() override {
        return writeAndWait([](Tx& tx) { tx.confirmEarlierCommits(); }, Durability::Full,
                            confirmations_);
    }
    void stop() override { writers_.stop(); }
    std::size_t queuedJobs() const override { return writers_.queued(); }

private:
    /// Of this process: they change nothing, and wait for the jobs of no account.
    const WriteScope confirmations_;
    postgres::ReaderPool readers_;
    postgres::Admissions admissions_;
    postgres::Writers writers_;
};

} // namespace

bool isPostgresUri(std::string_view database) {
    return database.starts_with("postgresql://") || database.starts_with("postgres://");
}

tl::expected<std::unique_ptr<Store>, OpenError> openPostgresStore(PostgresOptions options) {
    const auto place = postgres::placeOf(options.uri);
    if (!place)
        return tl::make_unexpected(postgres::notUnderstood(place.error()));
    std::unique_ptr<postgres::Connection> connection;
    try {
        const auto hook = std::make_shared<postgres::FaultHook>(options.hook);
        connection = std::make_unique<postgres::Connection>(options, hook);
        postgres::prepareDatabase(*connection, *place);
        return std::make_unique<PostgresStore>(options, hook, std::move(connection));
    } catch (const postgres::ConnectFailure& failure) {
        return tl::make_unexpected(postgres::describe(failure, *place));
    } catch (const postgres::OpenFailure& failure) {
        return tl::make_unexpected(failure.error);
    } catch (const StoreFailure& failure) {
        return tl::make_unexpected(
            postgres::describe(failure.error(), connection ? connection->state() : "", *place));
    }
}

} // namespace leadsheet::server::store
