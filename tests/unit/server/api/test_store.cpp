// SPDX-License-Identifier: Apache-2.0
#include "test_store.hpp"

#include "store/open_store.hpp"
#include "test_database.hpp"

namespace leadsheet::test {

tl::expected<std::unique_ptr<server::store::Store>, server::store::OpenError>
openTestStore(const std::string& path) {
    const std::string database = databaseFor(path);
    if (server::store::isPostgresUri(database)) {
        server::store::PostgresOptions options;
        options.uri = database;
        return server::store::openPostgresStore(std::move(options));
    }
    server::store::SqliteOptions options;
    options.path = database;
    return server::store::openSqliteStore(std::move(options));
}

} // namespace leadsheet::test
