// SPDX-License-Identifier: Apache-2.0
#include "store/postgres_store.hpp"

#include "store/postgres/migrate.hpp"
#include "store/postgres/place.hpp"
#include "store/postgres/reader_pool.hpp"
#include "store/postgres/writers.hpp"

#include <utility>

namespace leadsheet::server::store {

namespace {

using Kind = OpenError::Kind;

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

OpenError describe(const postgres::ConnectFailure& failure, const std::string& place) {
    const std::string because = " (" + failure.message + "). ";
    const std::string_view state = failure.state;
    if (state == "3D000")
        return {Kind::NoSuchDatabase, "There is no database " + place + because +
                                          "Make it with createdb, or name another one."};
    if (state.starts_with("28"))
        return {Kind::AccessDenied,
                "The database " + place + " refuses this user" + because +
                    "Check the user and the password of --database (or PGPASSFILE), and the "
                    "server's pg_hba.conf."};
    if (state == "53300")
        return {Kind::CannotOpen, "The database " + place + " takes no further connections" +
                                      because + "Raise its max_connections, or end other users."};
    if (state == "57P03")
        return {Kind::CannotOpen, "The database " + place + " is starting or stopping" + because +
                                      "Start this server again in a moment."};
    return {Kind::CannotOpen, "The database server of " + place + " cannot be reached" + because +
                                  "Check that it runs, and host and port."};
}

OpenError describe(const StoreError& error, std::string_view state, const std::string& place) {
    if (state == "42501")
        return {Kind::AccessDenied,
                "In the database " + place + " this user may not do what the server needs (" +
                    error.detail +
                    "). Make the user the owner: ALTER DATABASE name OWNER TO user; and ALTER "
                    "SCHEMA public OWNER TO user."};
    if (state == "55P03")
        return {Kind::CannotOpen, "The database " + place + " is held by another server (" +
                                      error.detail + "). Try again when it is idle."};
    return {Kind::Failed, "The database " + place + " could not be opened: " + error.detail};
}

} // namespace

bool isPostgresUri(std::string_view database) {
    return database.starts_with("postgresql://") || database.starts_with("postgres://");
}

tl::expected<std::unique_ptr<Store>, OpenError> openPostgresStore(PostgresOptions options) {
    const auto place = postgres::placeOf(options.uri);
    if (!place)
        return tl::make_unexpected(
            OpenError{Kind::Failed,
                      "The address of the PostgreSQL database is not understood: " + place.error() +
                          ". It is postgresql://USER@HOST/DATABASE, with letters such as / and "
                          "@ in a password written as %2F and %40."});
    std::unique_ptr<postgres::Connection> connection;
    try {
        const auto hook = std::make_shared<postgres::FaultHook>(options.hook);
        connection = std::make_unique<postgres::Connection>(options, hook);
        postgres::prepareDatabase(*connection, *place);
        return std::make_unique<PostgresStore>(options, hook, std::move(connection));
    } catch (const postgres::ConnectFailure& failure) {
        return tl::make_unexpected(describe(failure, *place));
    } catch (const postgres::OpenFailure& failure) {
        return tl::make_unexpected(failure.error);
    } catch (const StoreFailure& failure) {
        return tl::make_unexpected(
            describe(failure.error(), connection ? connection->state() : "", *place));
    }
}

} // namespace leadsheet::server::store
