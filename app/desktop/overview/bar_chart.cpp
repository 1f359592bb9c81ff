// SPDX-License-Identifier: Apache-2.0
#include "bar_chart.hpp"

#include <QPainter>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

constexpr int kBarGap = 10;
constexpr double kThickness = 0.7; // of a line of text
constexpr int kRounding = 3;       // a text is measured in fractions of a pixel
constexpr int kLeastBar = 2;       // what is not nothing is seen

} // namespace

void BarChart::setBars(QList<Bar> bars) {
    bars_ = std::move(bars);
    QStringList words;
    for (const Bar& bar : std::as_const(bars_))
        words << bar.label + QLatin1Char(' ') + bar.value;
    setAccessibleDescription(words.join(QStringLiteral(", ")));
    updateGeometry();
    update();
}

int BarChart::rowHeight() const {
    return fontMetrics().height() + kBarGap;
}

QSize BarChart::sizeHint() const {
    return {fontMetrics().averageCharWidth() * 60,
            rowHeight() * std::max<int>(1, static_cast<int>(bars_.size()))};
}

QSize BarChart::minimumSizeHint() const {
    return {fontMetrics().averageCharWidth() * 40, sizeHint().height()};
}

int BarChart::indexAt(const QPoint& place) const {
    const int row = place.y() / rowHeight();
    return place.y() >= 0 && row < bars_.size() ? row : -1;
}

void BarChart::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    int labels = 0;
    int values = 0;
    for (const Bar& bar : std::as_const(bars_)) {
        labels = std::max(labels, fontMetrics().horizontalAdvance(bar.label));
        values = std::max(values, fontMetrics().horizontalAdvance(bar.value));
    }
    labels = std::min(labels + kRounding, width() / 2);
    const int from = labels + kBarGap;
    const double room = std::max(0, width() - from - values - kBarGap - 1);
    const double thickness = fontMetrics().height() * kThickness;
    for (int row = 0; row < bars_.size(); ++row) {
        const Bar& bar = bars_.at(row);
        const QRect line(0, row * rowHeight(), width(), rowHeight());
        painter.setPen(palette().color(QPalette::Text));
        painter.drawText(QRect(0, line.top(), labels, line.height()),
                         Qt::AlignVCenter | Qt::AlignRight,
                         fontMetrics().elidedText(bar.label, Qt::ElideRight, labels));
        double length = 0;
        if (bar.share > 0) {
            length = std::max<double>(kLeastBar, room * std::min(1.0, bar.share));
            drawBar(painter, QRectF(from, line.center().y() - thickness / 2, length, thickness),
                    bar.tone, bar.fill);
        }
        painter.setPen(palette().color(QPalette::Text));
        painter.drawText(QRect(from + static_cast<int>(length) + (length > 0 ? kBarGap / 2 : 0),
                               line.top(), values + kBarGap, line.height()),
                         Qt::AlignVCenter | Qt::AlignLeft, bar.value);
    }
}

} // namespace leadsheet::desktop
