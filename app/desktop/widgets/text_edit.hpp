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

protected:
    void insertFromMimeData(const QMimeData* source) override;
};

} // namespace leadsheet::desktop
