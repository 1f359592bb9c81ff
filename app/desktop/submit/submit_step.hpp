// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractButton>
#include <QList>
#include <QStringList>
#include <QTabBar>
#include <QWidget>

#include <functional>

class QAction;
class QCheckBox;
class QHBoxLayout;
class QLabel;
class QPushButton;

namespace leadsheet::desktop {

class FlowLayout;
class SheetJob;

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
    const QList<QAction*>& commands() const { return actions_; }
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

protected:
    /// A command, which its keys run while the focus is in the step.
    QAction* addAct(const QString& name, const QKeySequence& keys, const char* picture,
                    const std::function<void()>& act);
    /// The foot of a step: what comes next, and the button that goes on, called `name`.
    QHBoxLayout* makeFooter(const QString& label, const char* name, QWidget* beside = nullptr);
    /// The person pressed that button.
    virtual void goOn() { emit wantsNext(); }

    QLabel* next_ = nullptr;
    QPushButton* continue_ = nullptr;
    QList<QAction*> actions_;
};

/// One step on the strip: its state as an icon, its title, its summary in up to three lines.
class StepButton : public QAbstractButton {
    Q_OBJECT

public:
    StepButton(int number, QWidget* parent = nullptr);

    void present(const QString& title, const QString& summary, StepState state);
    QSize sizeHint() const override { return minimumSizeHint(); }
    QSize minimumSizeHint() const override;
    /// What the title and the summary take in this width.
    int heightForWidth(int width) const override;
    /// What stands below the title: words that have no room are shortened in their middle, where
    /// names of files differ least, and the last line at its end.
    QString shownSummary() const { return summaryLines(textWidth(width())).join(QChar::LineFeed); }

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    int badge() const; ///< the side of the circle
    int textWidth(int width) const;
    QStringList summaryLines(int room) const;

    int number_;
    QString title_;
    QString summary_;
    StepState state_ = StepState::Waiting;
};

/// The five steps over the Submit page, as wide as the page and as high as the one with the longest
/// summary. Steps that cannot be entered are disabled; the arrow keys move between the others. To
/// assistive technology they are a group of radio buttons.
class StepStrip : public QWidget {
    Q_OBJECT

public:
    explicit StepStrip(const QList<SubmitStep*>& steps, QWidget* parent = nullptr);

    /// Shows every step as it stands; those that are not open are disabled.
    void refresh(int current, const std::function<bool(int)>& isOpen);
    StepButton* button(int index) const { return buttons_.at(index); }

signals:
    void chosen(int index);

private:
    QList<SubmitStep*> steps_;
    QList<StepButton*> buttons_;
};

/// The tabs that the rows come from, when there are several: the one chosen here is looked at in
/// every step. After a check, each says how many of its rows need a fix.
class SheetTabs : public QTabBar {
    Q_OBJECT

public:
    explicit SheetTabs(SheetJob& job, QWidget* parent = nullptr);

private:
    void refresh();

    SheetJob& job_;
};

/// Which tabs of a workbook are read as one sheet: a box for each, in the page. Hidden until it is
/// opened; what is chosen is read at once.
class TabChoice : public QWidget {
    Q_OBJECT

public:
    explicit TabChoice(SheetJob& job, QWidget* parent = nullptr);

    /// Shows the tabs of the open workbook, those that are read checked, and takes the focus.
    void open();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void choose();
    std::vector<std::size_t> chosen() const;

    SheetJob& job_;
    FlowLayout* flow_;
    QList<QCheckBox*> boxes_;
    QPushButton* read_;
};

} // namespace leadsheet::desktop
