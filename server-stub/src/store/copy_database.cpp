// SPDX-License-Identifier: Apache-2.0
#include "store/open_store.hpp"

#include "store/postgres/connection.hpp"
#include "store/postgres/opening.hpp"
#include "store/sql_session.hpp"
#include "store/sqlite/database.hpp"
#include "store/store.hpp"

#include <array>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::server::store {

namespace postgres {
namespace {

/// Every table of the schema; what a row refers to is in a table before its own. Rows of the keys
/// refer to each other, to older ones.
struct TableOrder {
    std::string_view table;
    std::string_view rows = {}; ///< the column whose order they need
};
inline constexpr std::array kTables = {
    TableOrder{"service_identity"},
    TableOrder{"accounts"},
    TableOrder{"api_keys", "seq"},
    TableOrder{"rate_windows"},
    TableOrder{"daily_spending"},
    TableOrder{"idempotency_keys"},
    TableOrder{"quotes"},
    TableOrder{"orders"},
    TableOrder{"order_events"},
    TableOrder{"ledger_transfers"},
    TableOrder{"ledger_entries"},
    TableOrder{"ledger_balances"},
    TableOrder{"holds"},
    TableOrder{"lead_owners"},
    TableOrder{"leads"},
    TableOrder{"lead_identities"},
    TableOrder{"deliveries"},
    TableOrder{"staged_leads"},
    TableOrder{"staged_identities"},
    TableOrder{"dropped_stagings"},
    TableOrder{"publications"},
    TableOrder{"lead_moments"},
    TableOrder{"lead_erasures"},
    TableOrder{"suppressions", "seq"},
    TableOrder{"suppressed_identities"},
    TableOrder{"webhooks"},
    TableOrder{"webhook_sequences"},
    TableOrder{"webhook_messages"},
    TableOrder{"webhook_deliveries"},
    TableOrder{"webhook_attempts"},
    TableOrder{"webhook_fan_outs"},
    TableOrder{"webhook_lead_sweeps"},
    TableOrder{"webhook_backlogs"},
    TableOrder{"webhook_waiting"},
    TableOrder{"destinations"},
    TableOrder{"pushes"},
    TableOrder{"push_counts"},
    TableOrder{"push_fan_outs"},
    TableOrder{"outreach_workspaces"},
};

/// Values of one INSERT: few messages, and far below the 65,535 that one may have.
constexpr std::size_t kValuesAtOnce = 7'000;

struct Column {
    std::string name;
    std::string type;
};

std::vector<Column> columnsOf(Connection& connection, std::string_view table) {
    const auto rows = connection.query(
        "SELECT column_name, data_type FROM information_schema.columns"
        " WHERE table_schema = current_schema() AND table_name = $1 ORDER BY ordinal_position",
        {table});
    std::vector<Column> columns;
    while (rows->next())
        columns.push_back({rows->text(0), rows->text(1)});
    return columns;
}

std::string namesOf(const std::vector<Column>& columns) {
    std::string names;
    for (const Column& column : columns)
        names += (names.empty() ? "" : ", ") + column.name;
    return names;
}

std::string placesOf(std::size_t rows, std::size_t columns) {
    std::string places;
    std::size_t number = 0;
    for (std::size_t row = 0; row < rows; ++row) {
        places += row == 0 ? "(" : ", (";
        for (std::size_t column = 0; column < columns; ++column)
            places += (column == 0 ? "$" : ", $") + std::to_string(++number);
        places += ")";
    }
    return places;
}

/// Rows on their way, with the texts that their values refer to.
class Load {
public:
    Load(Connection& to, std::string_view table, const std::vector<Column>& columns)
        : to_(to)
        , columns_(columns)
        , insert_("INSERT INTO " + std::string(table) + " (" + namesOf(columns) + ") VALUES ") {}

    void add(SqlRows& row) {
        for (std::size_t at = 0; at < columns_.size(); ++at)
            values_.push_back(valueOf(row, static_cast<int>(at)));
        if (values_.size() + columns_.size() > kValuesAtOnce)
            send();
    }

    void send() {
        if (values_.empty())
            return;
        sent_ +=
            to_.run(insert_ + placesOf(values_.size() / columns_.size(), columns_.size()), values_);
        values_.clear();
        texts_.clear();
    }

    std::int64_t sent() const { return sent_; }

private:
    SqlValue valueOf(SqlRows& row, int at) {
        const std::string& type = columns_[static_cast<std::size_t>(at)].type;
        if (row.isNull(at))
            return {};
        if (type == "bigint")
            return row.integer(at);
        const std::string& text = texts_.emplace_back(row.text(at));
        if (type == "bytea")
            return SqlBlob{{reinterpret_cast<const unsigned char*>(text.data()), text.size()}};
        return text;
    }

    Connection& to_;
    const std::vector<Column>& columns_;
    std::string insert_;
    std::vector<SqlValue> values_;
    std::deque<std::string> texts_;
    std::int64_t sent_ = 0;
};

/// Copies one table, inside transactions of both; the number of its rows. Throws StoreFailure.
std::int64_t copyTable(SqlSession& from, Connection& to, const TableOrder& table) {
    const auto columns = columnsOf(to, table.table);
    if (columns.empty())
        failInternal("there is no table " + std::string(table.table));
    Load load(to, table.table, columns);
    const std::string order = table.rows.empty() ? "" : " ORDER BY " + std::string(table.rows);
    const auto rows =
        from.query("SELECT " + namesOf(columns) + " FROM " + std::string(table.table) + order);
    while (rows->next())
        load.add(*rows);
    load.send();
    return load.sent();
}

/// Lets the numbers that the database gives out go on behind those that were copied.
void setSequences(Connection& to) {
    const auto rows = to.query("SELECT table_name, column_name FROM information_schema.columns"
                               " WHERE table_schema = current_schema() AND is_identity = 'YES'");
    while (rows->next()) {
        const std::string table = rows->text(0);
        const std::string column = rows->text(1);
        to.script("SELECT setval(pg_get_serial_sequence('" + table + "', '" + column +
                  "'), COALESCE(MAX(" + column + "), 1), MAX(" + column + ") IS NOT NULL) FROM " +
                  table);
    }
}

} // namespace
} // namespace postgres

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
            refuse(Kind::ForeignDatabase, "The database " + place + " already has rows (in " +
                                              std::string(table) +
                                              "), and a copy never merges. Name an empty one.");
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
    for (const std::string& fault : Reader(to).ledgerFaults())
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
