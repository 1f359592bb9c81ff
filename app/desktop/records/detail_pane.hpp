// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../theme/icons.hpp"

#include <QFrame>

class QLabel;
class QLayout;
class QScrollArea;
class QVBoxLayout;

namespace leadsheet::desktop {

class Picture;

/// What a list shows beside it of the row that is chosen: a card with a column that scrolls, or one
/// sentence while nothing is chosen. A subclass fills the column in its constructor, from above to
/// below, and closes it with finish(). GUI thread only.
class DetailPane : public QFrame {
    Q_OBJECT

protected:
    /// `leastWidth` in pixels.
    explicit DetailPane(const char* name, QWidget* parent = nullptr, int leastWidth = 300);

    /// What the row is called; can be selected and copied.
    QLabel* addTitle(const char* name);
    /// Its state, in words behind a picture; see showState().
    void addState(const char* name);
    void add(QWidget* widget);
    void add(const QString& heading, QWidget* widget);
    /// A heading over facts (see freshFacts()), or over whatever is put into the widget.
    QWidget* addSection(const QString& heading);
    /// Where buttons go side by side, and below each other where there is no room.
    QLayout* addButtons();
    void finish();

    /// Instead of the column; `why` says what to choose.
    void showEmpty(const QString& why);
    void showColumn();
    void showState(const Look& look, const QString& words);

private:
    QVBoxLayout* column_;
    QScrollArea* scroll_;
    QLabel* nothing_;
    Picture* picture_ = nullptr;
    QLabel* state_ = nullptr;
};

/// A card beside a list that is opened for a while; Escape closes it. GUI thread only.
class SidePanel : public QFrame {
    Q_OBJECT

public:
    explicit SidePanel(const char* name);

signals:
    void closeWanted();

protected:
    /// What the panel holds, once it is complete; it scrolls when there is not room for it all,
    /// while the buttons of `foot` stay below it.
    void setContent(QWidget* content, QWidget* foot);
    void keyPressEvent(QKeyEvent* event) override;
};

/// Shows or hides what stands beside a list. The focus that was in it goes to the list: left to Qt
/// it would fall to the pages of the window.
void showBeside(QWidget& pane, bool shown, QWidget& list);

} // namespace leadsheet::desktop
