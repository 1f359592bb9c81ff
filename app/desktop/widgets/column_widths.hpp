// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QObject>

class QTableView;

namespace leadsheet::desktop {

/// Widths of a table's columns in characters, so that they grow with the text. Belongs to the
/// table; what a person drags holds until the text size changes.
class ColumnWidths : public QObject {
    Q_OBJECT

public:
    ColumnWidths(QTableView* table, QList<int> characters);

    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void apply();

    QTableView* table_;
    QList<int> characters_;
};

} // namespace leadsheet::desktop
