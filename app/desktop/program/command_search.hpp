// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../dialogs/form_dialog.hpp"

#include <QList>

class QAction;
class QLineEdit;
class QListWidget;

namespace leadsheet::desktop {

/// Finds a command by the letters of its name, in order but with gaps ("nrn" finds "Run Now"),
/// and triggers it. Disabled commands are shown as such and cannot be chosen.
class CommandSearch : public FormDialog {
    Q_OBJECT

public:
    CommandSearch(const QList<QAction*>& commands, QWidget* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refill(const QString& typed);
    void choose();

    QList<QAction*> commands_;
    QLineEdit* input_;
    QListWidget* list_;
};

/// How well `typed` fits `text`: negative = not at all; word beginnings and runs count more.
int commandScore(const QString& typed, const QString& text);

} // namespace leadsheet::desktop
