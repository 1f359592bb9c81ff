// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLabel>

class QTableView;

namespace leadsheet::desktop {

/// Says under a table what the current row holds in one of its columns, where the column is too
/// narrow for it: by mouse a hint shows it, and this does for everybody else. Can be copied by
/// mouse and by keyboard. Takes no room while there is nothing to say.
class WholeText : public QLabel {
    Q_OBJECT

public:
    /// The view has its model already.
    WholeText(QTableView& table, int column, const char* name, QWidget* parent = nullptr);

    bool eventFilter(QObject* watched, QEvent* event) override;

protected:
    void changeEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;

private:
    void refresh();

    QTableView& table_;
    int column_;
};

} // namespace leadsheet::desktop
