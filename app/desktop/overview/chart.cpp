// SPDX-License-Identifier: Apache-2.0
#include "chart.hpp"

#include <QMouseEvent>
#include <QPainter>

namespace leadsheet::desktop {

Chart::Chart(QWidget* parent)
    : QWidget(parent) {
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
}

void Chart::mousePressEvent(QMouseEvent* event) {
    const int index = event->button() == Qt::LeftButton ? indexAt(event->pos()) : -1;
    if (index >= 0)
        emit pressed(index);
    else
        QWidget::mousePressEvent(event);
}

void Chart::mouseMoveEvent(QMouseEvent* event) {
    if (indexAt(event->pos()) >= 0)
        setCursor(Qt::PointingHandCursor);
    else
        unsetCursor();
    QWidget::mouseMoveEvent(event);
}

void Chart::drawBar(QPainter& painter, const QRectF& bar, Tone tone, Fill fill) const {
    const QColor mark = coloursOf(tone, palette()).mark;
    painter.fillRect(bar, mark);
    if (fill != Fill::Solid)
        painter.fillRect(bar, QBrush(palette().color(QPalette::Base),
                                     fill == Fill::Striped ? Qt::BDiagPattern : Qt::Dense5Pattern));
    painter.setPen(QPen(mark, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(bar);
}

} // namespace leadsheet::desktop
