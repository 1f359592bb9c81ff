// SPDX-License-Identifier: Apache-2.0
#include "text_edit.hpp"

#include <QMimeData>

#include <algorithm>

namespace leadsheet::desktop {

TextEdit::TextEdit(QWidget* parent)
    : QPlainTextEdit(parent) {
    setTabChangesFocus(true);
}

void TextEdit::showCode(int leastLines) {
    setProperty("code", true);
    leastLines_ = leastLines;
}

QSize TextEdit::minimumSizeHint() const {
    const QSize least = QPlainTextEdit::minimumSizeHint();
    return {least.width(), std::max(least.height(), fontMetrics().lineSpacing() * leastLines_)};
}

void TextEdit::insertFromMimeData(const QMimeData* source) {
    if (source != nullptr && !source->formats().isEmpty())
        QPlainTextEdit::insertFromMimeData(source);
}

} // namespace leadsheet::desktop
