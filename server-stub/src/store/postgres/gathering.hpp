// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/postgres/connection.hpp"
#include "store/sql_column.hpp"
#include "store/sql_session.hpp"

#include <cstddef>
#include <utility>
#include <vector>

namespace leadsheet::server::store::postgres {

/// One transaction of a connection that writes its rows together. Used by one thread; goes with the
/// transaction.
class GatheringSession final : public SqlSession {
public:
    explicit GatheringSession(Connection& connection)
        : connection_(connection) {}

    std::unique_ptr<SqlRows> open(std::string_view sql, std::span<const SqlValue> values) override {
        sendGathered();
        return connection_.open(sql, values);
    }
    std::unique_ptr<SqlRows> ask(std::string_view sql, std::span<const SqlValue> values) override {
        sendGathered();
        return connection_.ask(sql, values);
    }
    void runLater(std::string_view sql, std::span<const SqlValue> values) override {
        sendGathered();
        connection_.runLater(sql, values);
    }
    std::int64_t run(std::string_view sql, std::span<const SqlValue> values) override {
        sendGathered();
        return connection_.run(sql, values);
    }
    std::optional<std::int64_t> insertRow(std::string_view sql, std::string_view key,
                                          std::span<const SqlValue> values) override {
        sendGathered();
        return connection_.insertRow(sql, key, values);
    }
    std::string notByIndex(std::string_view column) const override {
        return connection_.notByIndex(column);
    }
    std::string forUpdate(std::string_view table, RowsOfOthers others) const override {
        return connection_.forUpdate(table, others);
    }
    std::size_t rowsAtOnce() const override { return connection_.rowsAtOnce(); }
    void confirmEarlierCommits() override { connection_.confirmEarlierCommits(); }

    bool gatherRow(const GatheredRows& rows, std::span<const SqlValue> values) override;
    /// Sends the statements of all rows; their answers are read later.
    void sendGathered();

private:
    using Columns = std::vector<SqlColumn>;

    Connection& connection_;
    std::vector<std::pair<const GatheredRows*, Columns>> gathered_;
};

} // namespace leadsheet::server::store::postgres
