// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sheet_grid_view.hpp"

#include "../bridge/background.hpp"

#include <QFrame>

class QLabel;
class QLineEdit;

namespace leadsheet::desktop {

/// Ctrl+F over a grid: finds texts in all rows, also those that are not on the screen, without
/// holding up the window.
class FindBar : public QFrame {
    Q_OBJECT

public:
    explicit FindBar(SheetGridView& view, QWidget* parent = nullptr);

    /// Shows the bar and puts the cursor into it.
    void open();
    void find(bool forward);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void shut();

    SheetGridView& view_;
    QLineEdit* text_;
    QLabel* result_;
    Background searching_;
};

} // namespace leadsheet::desktop
