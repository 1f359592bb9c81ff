// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPlainTextEdit>

namespace leadsheet::desktop {

/// A plain text edit that survives pasting from an empty clipboard, where Qt 6.4.2 crashes
/// (QTBUG-110070). Tab leaves it, as in every other field.
class TextEdit : public QPlainTextEdit {
    Q_OBJECT

public:
    explicit TextEdit(QWidget* parent = nullptr);

    /// In a font of equal widths, and at least so many lines high in whatever font there is.
    void showCode(int leastLines);
    QSize minimumSizeHint() const override;

protected:
    void insertFromMimeData(const QMimeData* source) override;

private:
    int leastLines_ = 0;
};

} // namespace leadsheet::desktop
