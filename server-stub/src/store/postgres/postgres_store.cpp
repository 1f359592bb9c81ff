// SPDX-License-Identifier: Apache-2.0
#include "store/postgres_store.hpp"

#include "store/postgres/migrate.hpp"
#include "store/postgres/open_errors.hpp"
#include "store/postgres/place.hpp"
#include "store/postgres/reader_pool.hpp"
#include "store/postgres/writers.hpp"

#include <utility>

namespace leadsheet::server::store {

namespace {

class PostgresStore final : public Store {
public:
    PostgresStore(const PostgresOptions& options, const std::shared_ptr<postgres::FaultHook>& hook,
                  std::unique_ptr<postgres::Connection> first)
        : readers_(options, hook, std::move(first))
        , writers_(options, hook) {}
    ~PostgresStore() override { stop(); }

    void submit(std::unique_ptr<WriteJob> job, Durability durability) override {
        writers_.submit(std::move(job), durability);
    }
    StoreResult<void> readWith(const std::function<void(Reader&)>& body) override {
        return readers_.read(body);
    }
    void stop() override { writers_.stop(); }
    std::size_t queuedJobs() const override { return writers_.queued(); }

private:
    postgres::ReaderPool readers_;
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
