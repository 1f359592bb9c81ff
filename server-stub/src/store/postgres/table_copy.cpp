// SPDX-License-Identifier: Apache-2.0
#include "store/postgres/table_copy.hpp"

#include <deque>
#include <vector>

namespace leadsheet::server::store::postgres {

namespace {

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

} // namespace

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

} // namespace leadsheet::server::store::postgres
