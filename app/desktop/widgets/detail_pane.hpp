// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFrame>
#include <QLatin1String>

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
    explicit DetailPane(QLatin1String name, QWidget* parent = nullptr, int leastWidth = 300);

    /// What the row is called; can be selected and copied.
    QLabel* addTitle(QLatin1String name);
    /// Its state, in words behind a picture.
    Picture* addState(QLatin1String name, QLabel*& words);
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

private:
    QVBoxLayout* column_;
    QScrollArea* scroll_;
    QLabel* nothing_;
};

} // namespace leadsheet::desktop
