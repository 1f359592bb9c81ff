// SPDX-License-Identifier: Apache-2.0
#include "scroll_area.hpp"

#include <QEvent>
#include <QScrollBar>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

constexpr int kMaxCharacters = 56;

void fit(QScrollArea& scroll, QWidget* content) {
    scroll.setWidgetResizable(true);
    scroll.setFrameShape(QFrame::NoFrame);
    scroll.setFocusPolicy(Qt::NoFocus);
    scroll.setWidget(content);
}

} // namespace

QScrollArea* pageScroll(QWidget* content) {
    auto* scroll = new QScrollArea;
    fit(*scroll, content);
    return scroll;
}

PaneScroll::PaneScroll(QWidget* content, int leastWidth)
    : leastWidth_(leastWidth) {
    fit(*this, content);
}

QSize PaneScroll::minimumSizeHint() const {
    const int wanted =
        widget()->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width();
    const int most = fontMetrics().averageCharWidth() * kMaxCharacters;
    return {std::max(leastWidth_, std::min(wanted, most)), QScrollArea::minimumSizeHint().height()};
}

bool PaneScroll::eventFilter(QObject* watched, QEvent* event) {
    if (watched == widget() && event->type() == QEvent::LayoutRequest)
        updateGeometry();
    return QScrollArea::eventFilter(watched, event);
}

} // namespace leadsheet::desktop
