// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QScrollArea>
#include <QStackedWidget>

namespace leadsheet::desktop {

/// A frameless scroll area as wide as its place; the focus goes to what is in it.
QScrollArea* pageScroll(QWidget* content);

/// The scroll area of a pane beside a list. It asks for the width of its content, so that long
/// words and large fonts are not cut, from `leastWidth` pixels up to about half a window; only
/// beyond that it scrolls sideways.
class PaneScroll : public QScrollArea {
    Q_OBJECT

public:
    PaneScroll(QWidget* content, int leastWidth);
    QSize minimumSizeHint() const override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    int leastWidth_;
};

/// Pages that fill what room there is, one at a time. The layout around them does not ask how high
/// they are at some width: whatever changed in one page would have every label of all pages
/// measured again.
class PageStack : public QStackedWidget {
    Q_OBJECT

public:
    using QStackedWidget::QStackedWidget;

    bool hasHeightForWidth() const override { return false; }
};

} // namespace leadsheet::desktop
