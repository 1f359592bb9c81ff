// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <vector>

namespace leadsheet::test {

/// A tab to write. A cell is a text, or a whole `c` element in which "@" stands for its place; an
/// empty text is no cell.
struct WorkbookTab {
    QString name;
    std::vector<QStringList> rows;
    bool hidden = false;
    std::vector<int> hiddenRows; ///< numbers from 1
    QString behindRows;          ///< XML after the rows: merged cells
};

/// An XLSX workbook with these tabs.
QByteArray workbookOf(const std::vector<WorkbookTab>& tabs);

} // namespace leadsheet::test
