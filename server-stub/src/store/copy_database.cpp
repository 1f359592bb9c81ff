// SPDX-License-Identifier: Apache-2.0
#include "store/copy_database.hpp"

#include "store/operations/sql_tx.hpp"
#include "store/postgres/connection.hpp"
#include "store/postgres/locks.hpp"
#include "store/postgres/migrate.hpp"
#include "store/postgres/open_errors.hpp"
#include "store/postgres/place.hpp"
#include "store/postgres/table_copy.hpp"
#include "store/sqlite/database.hpp"
#include "store/sqlite/start_check.hpp"

#include <filesystem>
#include <memory>

namespace leadsheet::server::store {

namespace {

using Kind = OpenError::Kind;
using postgres::Connection;

[[noreturn]] void refuse(Kind kind, std::string detail) {
    throw postgres::OpenFailure{{kind, std::move(detail)}};
}

std::int64_t rowsOf(SqlSession& session, std::string_view table) {
    return session.number("SELECT COUNT(*) FROM " + std::string(table));
}

/// The copy goes on as the same service, so the identity that the target got when it was made ends.
constexpr std::string_view kIdentity = "service_identity";

void refuseUsed(Connection& to, const std::string& place) {
    for (const auto& [table, order] : postgres::kTables) {
        if (table != kIdentity && rowsOf(to, table) > 0)
            refuse(Kind::ForeignDatabase, "The database " + place + " has rows already (in " +
                                              std::string(table) +
                                              "), and nothing is mixed. Name an empty one.");
    }
}

// The rows of webhook_waiting are copied, not counted again.
constexpr const char* kCountingOff =
    "ALTER TABLE webhook_deliveries DISABLE TRIGGER webhook_deliveries_are_counted";
constexpr const char* kCountingOn =
    "ALTER TABLE webhook_deliveries ENABLE TRIGGER webhook_deliveries_are_counted";

std::vector<CopiedTable> copyAll(sqlite::Database& from, Connection& to, const std::string& place) {
    from.begin(); // nobody writes meanwhile
    to.script("BEGIN; " + postgres::lockStatements({}));
    refuseUsed(to, place);
    to.run("DELETE FROM " + std::string(kIdentity), {});
    to.script(kCountingOff);
    std::vector<CopiedTable> copied;
    for (const postgres::TableOrder& table : postgres::kTables)
        copied.push_back({std::string(table.table), postgres::copyTable(from, to, table)});
    to.script(kCountingOn);
    postgres::setSequences(to);
    for (const CopiedTable& table : copied) {
        if (rowsOf(from, table.name) != table.rows || rowsOf(to, table.name) != table.rows)
            refuse(Kind::Failed, "Not every row of " + table.name + " was copied; nothing was.");
    }
    std::string faults;
    for (const std::string& fault : SqlTx(to).ledgerFaults())
        faults += (faults.empty() ? "" : "; ") + fault;
    if (!faults.empty())
        refuse(Kind::LedgerFault,
               "The copy's money ledger does not add up: " + faults + "; nothing was copied.");
    to.commit();
    from.rollback();
    return copied;
}

} // namespace

tl::expected<std::vector<CopiedTable>, OpenError> copyDatabase(const std::string& sqliteFile,
                                                               const std::string& postgresUri) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(sqliteFile, ignored))
        return tl::make_unexpected(
            OpenError{Kind::CannotOpen, "There is no database file " + sqliteFile + "."});
    const auto place = postgres::placeOf(postgresUri);
    if (!place)
        return tl::make_unexpected(postgres::notUnderstood(place.error()));
    std::unique_ptr<Connection> to;
    try {
        SqliteOptions file;
        file.path = sqliteFile;
        sqlite::Database from({sqliteFile}, std::make_shared<sqlite::FaultHook>(file.hook));
        sqlite::migrate(from, file);
        sqlite::checkIntegrity(from, file);
        PostgresOptions target;
        target.uri = postgresUri;
        to = std::make_unique<Connection>(target,
                                          std::make_shared<postgres::FaultHook>(target.hook));
        postgres::prepareDatabase(*to, *place);
        return copyAll(from, *to, *place);
    } catch (const postgres::ConnectFailure& failure) {
        return tl::make_unexpected(postgres::describe(failure, *place));
    } catch (const sqlite::OpenFailure& failure) {
        return tl::make_unexpected(failure.error);
    } catch (const postgres::OpenFailure& failure) {
        return tl::make_unexpected(failure.error);
    } catch (const StoreFailure& failure) {
        if (to && to->hasFailed())
            return tl::make_unexpected(postgres::describe(failure.error(), to->state(), *place));
        return tl::make_unexpected(
            OpenError{Kind::Failed, "The database " + sqliteFile +
                                        " could not be read: " + failure.error().detail});
    }
}

} // namespace leadsheet::server::store
