// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

namespace leadsheet::desktop {

/// A dialog over its window that is as large as what is in it needs, Tab walks in reading order,
/// and Return in a field presses no button. Deletes itself when it is closed.
class FormDialog : public QDialog {
    Q_OBJECT

public:
    /// `leastWidth` in pixels.
    FormDialog(const char* name, int leastWidth, QWidget* parent);

protected:
    /// As low as what is in it needs now, after it was high for something else.
    void shrink();
    bool event(QEvent* event) override;
    bool focusNextPrevChild(bool next) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    int heightFor(int wide) const;
};

} // namespace leadsheet::desktop
