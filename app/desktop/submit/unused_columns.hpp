// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QLabel;

namespace leadsheet::desktop {

class SheetJob;

/// What stands in the sheet and no order will contain: notes above the columns, and columns, first
/// those that look as if they narrow who is meant. Hidden when there are none.
class UnusedColumns : public QWidget {
    Q_OBJECT

public:
    explicit UnusedColumns(QWidget* parent = nullptr);

    void present(const SheetJob& job);

private:
    void presentNotes(const SheetJob& job);
    void presentProduct(const SheetJob& job);

    QLabel* product_;
    QLabel* notes_;
    QWidget* notesWarning_; ///< the line of them
    QLabel* narrowing_;
    QWidget* warning_; ///< the line of them
    QLabel* others_;
};

/// Which product rows order that name none; empty where every row has to name one.
QString productWords(const SheetJob& job);

} // namespace leadsheet::desktop
