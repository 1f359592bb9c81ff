// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QStringList>
#include <QWidget>

class QAction;

namespace leadsheet::desktop {

/// How a step stands, as the strip shows it.
enum class StepState {
    Waiting,   ///< an earlier step is not finished
    Open,      ///< can be worked on
    Working,   ///< something runs
    Done,      ///< the next step may be entered
    Attention, ///< the person has to do something before it goes on
};

/// One of the five steps of an order. A step works on the SheetJob that all five share, lives as
/// long as the page, and may be entered again after it was done. GUI thread only.
class SubmitStep : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;

    virtual QString title() const = 0; ///< one word, on the strip
    /// One line in words: what was chosen or found here. The strip is the report of the order.
    virtual QString summary() const = 0;
    virtual StepState state() const = 0;
    /// Whether the step after this one can be entered.
    virtual bool isReady() const = 0;
    /// What does the same on the command line, without the program's name: "check", the sheet, its
    /// options. Empty = nothing right now. Holds no secret.
    virtual QStringList commandArguments() const { return {}; }
    /// What the command search finds while this step is shown.
    virtual QList<QAction*> commands() const { return {}; }
    /// The step comes to the front.
    virtual void enter() {}
    /// Why quitting now would interrupt something, in a sentence; empty = nothing.
    virtual QString runningWork() const { return {}; }
    virtual void stopWork() {}

signals:
    /// Title, summary, state or command arguments are different now.
    void changed();
    /// The person goes on. Heeded when isReady().
    void wantsNext();
};

} // namespace leadsheet::desktop
