// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "desk.hpp"

#include <QStringList>

#include <string>
#include <vector>

/// Sheets written as lines of texts.
namespace leadsheet::submit::test {

using Texts = std::vector<std::string>;

inline Texts itemsOf(const QString& cell) {
    Texts items;
    for (const QString& item : cell.split(QLatin1Char('|'), Qt::SkipEmptyParts))
        items.push_back(item.toStdString());
    return items;
}

/// "Software / CEO|CFO / Germany / 10"
inline RowInput rowFor(const QString& text, std::int64_t sourceRow) {
    const QStringList cells = text.split(QStringLiteral(" / "));
    RowInput row;
    row.sourceRow = sourceRow;
    row.tab = "Q3";
    row.snapshot = "[]";
    row.request.product = "filters";
    row.request.leadCount = cells.size() > 3 ? cells[3].toLongLong() : 10;
    row.request.fields["industries"] = itemsOf(cells[0]);
    row.request.fields["jobTitles"] = itemsOf(cells[1]);
    row.request.fields["locations"] = itemsOf(cells[2]);
    return row;
}

inline std::vector<RowInput> sheet(const QStringList& lines) {
    std::vector<RowInput> rows;
    for (const QString& line : lines)
        rows.push_back(rowFor(line, std::ssize(rows) + 2));
    return rows;
}

inline const QStringList kOrdered{"Sofware / CEO / Germany", "Banking / CFO / Munich",
                                  "Retail / COO / Spain", "Food / Founder / Italy",
                                  "Toys / CTO / Poland"};

inline QStringList with(QStringList lines, int at, const QString& line) {
    lines[at] = line;
    return lines;
}

} // namespace leadsheet::submit::test
