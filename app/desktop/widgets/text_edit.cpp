// SPDX-License-Identifier: Apache-2.0
#include "text_edit.hpp"

#include <QMimeData>

namespace leadsheet::desktop {

TextEdit::TextEdit(QWidget* parent)
    : QPlainTextEdit(parent) {
    setTabChangesFocus(true);
}

void TextEdit::insertFromMimeData(const QMimeData* source) {
    if (source != nullptr && !source->formats().isEmpty())
        QPlainTextEdit::insertFromMimeData(source);
}

} // namespace leadsheet::desktop
