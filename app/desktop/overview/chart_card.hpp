// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFrame>
#include <QList>
#include <QStringList>

class QHBoxLayout;
class QLabel;
class QTableWidget;

namespace leadsheet::desktop {

class Chart;
class ColumnWidths;

/// A heading, a drawing, the same numbers as a table beside it, and how far they reach.
class ChartCard : public QFrame {
    Q_OBJECT

public:
    /// `name` is the object name of the table; the columns after the first hold numbers.
    ChartCard(const QString& title, Chart* chart, const char* name, const QStringList& columns,
              QWidget* parent = nullptr);

    void setRows(const QList<QStringList>& rows);
    void setNote(const QString& words);
    /// Why there are no numbers; empty = there are.
    void setTrouble(const QString& words);
    void setTableShown(bool shown);
    /// The table begins with what the drawing ends with.
    void setReversed(bool reversed) { reversed_ = reversed; }

signals:
    /// A number was chosen, by Return, by a double click, or in the drawing (its first number).
    void chosen(int row, int column);

private:
    void choose(int row, int column);
    void fit();

    Chart* chart_;
    QTableWidget* table_;
    ColumnWidths* widths_ = nullptr;
    QWidget* body_;
    QLabel* note_;
    QLabel* trouble_;
    bool reversed_ = false;
};

} // namespace leadsheet::desktop
