// SPDX-License-Identifier: Apache-2.0
#include "form_dialog.hpp"

#include "../widgets/tab_order.hpp"

#include <QKeyEvent>
#include <QLayout>

#include <algorithm>

namespace leadsheet::desktop {

FormDialog::FormDialog(const char* name, int leastWidth, QWidget* parent)
    : QDialog(parent) {
    setObjectName(QLatin1String(name));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowModality(Qt::WindowModal);
    setMinimumWidth(leastWidth);
}

int FormDialog::heightFor(int wide) const {
    return layout()->hasHeightForWidth() ? layout()->totalHeightForWidth(wide)
                                         : layout()->totalSizeHint().height();
}

void FormDialog::shrink() {
    layout()->activate();
    resize(width(), heightFor(width()));
}

bool FormDialog::event(QEvent* event) {
    const bool handled = QDialog::event(event);
    if (event->type() == QEvent::LayoutRequest && layout() != nullptr) {
        const int wide = std::max(width(), layout()->totalMinimumSize().width());
        const int high = heightFor(wide);
        if (wide > width() || high > height())
            resize(wide, std::max(high, height()));
    }
    return handled;
}

bool FormDialog::focusNextPrevChild(bool next) {
    return focusInLayoutOrder(*this, next) || QDialog::focusNextPrevChild(next);
}

// Enter in a field must not press a button that moves money or sends something.
void FormDialog::keyPressEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_Return && event->key() != Qt::Key_Enter)
        QDialog::keyPressEvent(event);
}

} // namespace leadsheet::desktop
