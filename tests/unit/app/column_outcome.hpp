// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/column_map.hpp"

#include <QString>
#include <QStringList>
#include <cstdint>
#include <string>
#include <vector>

/// What is made of columns by their names and cells, in words that tests can compare.
namespace leadsheet::test {

using Names = std::vector<std::string>;

inline app::ColumnMap mapOf(const Names& header, const std::vector<Names>& rows) {
    std::vector<app::SampleRow> samples;
    for (std::size_t i = 0; i < rows.size(); ++i)
        samples.push_back({static_cast<std::uint32_t>(i + 2), rows[i]});
    return app::makeMap(header, samples).value_or(app::ColumnMap());
}

/// One column with these cells, separated by "|".
inline app::ColumnMap mapOfColumn(const QString& header, const QString& cells) {
    std::vector<Names> rows;
    if (!cells.isEmpty())
        for (const QString& cell : cells.split('|'))
            rows.push_back({cell.toStdString()});
    return mapOf({header.toStdString()}, rows);
}

/// "field", "?field" when only suggested, else "!" and the reason why it is not used.
inline QString outcome(const app::ColumnMap& map, std::uint32_t column = 0) {
    for (const app::ColumnRule& rule : map.columns)
        if (rule.column == column)
            return QString::fromStdString(rule.target);
    for (const app::UnusedColumn& unused : map.unused)
        if (unused.column == column && unused.reason != app::UnusedReason::Ambiguous)
            return "!" + QString::fromStdString(std::string(app::unusedReasonWord(unused.reason)));
    for (const app::Suggestion& suggestion : map.suggestions)
        if (suggestion.column == column)
            return "?" + QString::fromStdString(suggestion.target);
    return "!unknown";
}

} // namespace leadsheet::test
