// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QWidget>

class QAction;

namespace leadsheet::desktop {

/// One page of the main window. Pages live as long as the window and load nothing before they are
/// first shown.
class Page : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;

    virtual QString id() const = 0;    ///< "submit"; never translated
    virtual QString title() const = 0; ///< in the navigation and over the page
    virtual QLatin1String iconName() const = 0;
    /// The command line that does what the page shows, without secrets; empty = none right now.
    virtual QString commandLine() const { return {}; }
    /// What the command search (Ctrl+K) finds while the page exists; the page owns them.
    virtual QList<QAction*> commands() const { return {}; }
    /// Why quitting now would interrupt something, in a sentence; empty = nothing.
    virtual QString runningWork() const { return {}; }
    /// Pauses what runs, so that the program can end.
    virtual void stopWork() {}

signals:
    /// commandLine() or the title's small text changed.
    void stateChanged();
};

} // namespace leadsheet::desktop
