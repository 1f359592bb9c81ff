// SPDX-License-Identifier: Apache-2.0
#include "store/postgres/gathering.hpp"

#include <algorithm>

namespace leadsheet::server::store::postgres {

namespace {

/// More is sent early, so that a batch of large rows is not kept twice.
constexpr std::size_t kMaxColumnBytes = std::size_t{1} << 20;

SqlColumn columnOf(char type) {
    return SqlColumn(type == 't'   ? SqlColumn::Type::Text
                     : type == 'i' ? SqlColumn::Type::Integer
                                   : SqlColumn::Type::Bytes);
}

} // namespace

bool GatheringSession::gatherRow(const GatheredRows& rows, std::span<const SqlValue> values) {
    auto kind = std::ranges::find(gathered_, &rows, [](const auto& entry) { return entry.first; });
    if (kind == gathered_.end()) {
        Columns columns;
        for (const char type : rows.types)
            columns.push_back(columnOf(type));
        const auto above = std::ranges::upper_bound(
            gathered_, rows.rank, {}, [](const auto& entry) { return entry.first->rank; });
        kind = gathered_.emplace(above, &rows, std::move(columns));
    }
    Columns& columns = kind->second;
    if (values.size() != columns.size())
        failInternal("a gathered row has too many or too few columns");
    for (std::size_t at = 0; at < values.size(); ++at)
        columns[at].add(values[at]);
    if (std::ranges::any_of(
            columns, [](const SqlColumn& column) { return column.bytes() > kMaxColumnBytes; }))
        sendGathered();
    return true;
}

void GatheringSession::sendGathered() {
    auto gathered = std::exchange(gathered_, {});
    for (auto& [rows, columns] : gathered) {
        std::vector<SqlValue> values;
        for (SqlColumn& column : columns)
            values.emplace_back(column.all());
        connection_.runLater(rows->sql, values);
    }
}

} // namespace leadsheet::server::store::postgres
