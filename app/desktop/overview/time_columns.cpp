// SPDX-License-Identifier: Apache-2.0
#include "time_columns.hpp"

#include <QPainter>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

constexpr int kLinesOfText = 10;
constexpr int kLegendGap = 16;
constexpr int kLeastHeight = 2;
constexpr double kColumnsShare = 0.72; // of a step; the rest keeps steps apart

} // namespace

TimeColumns::TimeColumns(QWidget* parent)
    : Chart(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void TimeColumns::setSteps(QStringList steps, QList<Series> series, const QString& most) {
    steps_ = std::move(steps);
    series_ = std::move(series);
    most_ = most;
    highest_ = 0;
    QStringList names;
    for (const Series& one : std::as_const(series_)) {
        names << one.name;
        for (const auto& value : one.values)
            highest_ = std::max(highest_, value.value_or(0));
    }
    setAccessibleDescription(names.join(QStringLiteral(", ")));
    update();
}

QSize TimeColumns::sizeHint() const {
    return {fontMetrics().averageCharWidth() * 60, fontMetrics().height() * kLinesOfText};
}

QSize TimeColumns::minimumSizeHint() const {
    return {fontMetrics().averageCharWidth() * 40, fontMetrics().height() * kLinesOfText};
}

QRect TimeColumns::plot() const {
    const int line = fontMetrics().height();
    return rect().adjusted(0, 2 * line + 8, -1, -line - 4);
}

int TimeColumns::indexAt(const QPoint& place) const {
    const QRect area = plot();
    if (steps_.isEmpty() || !area.contains(place))
        return -1;
    return std::min(static_cast<int>(steps_.size()) - 1,
                    static_cast<int>((place.x() - area.left()) * steps_.size() / area.width()));
}

void TimeColumns::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    drawLegend(painter);
    const QRect area = plot();
    painter.setPen(QPen(palette().color(QPalette::Mid), 1));
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    if (highest_ > 0)
        painter.drawLine(area.topLeft(), area.topRight());
    painter.setPen(palette().color(QPalette::PlaceholderText));
    if (highest_ > 0)
        painter.drawText(QRect(area.left(), area.top() - fontMetrics().height() - 2, area.width(),
                               fontMetrics().height()),
                         Qt::AlignLeft | Qt::AlignVCenter, most_);
    if (!steps_.isEmpty())
        drawSteps(painter, area);
}

void TimeColumns::drawLegend(QPainter& painter) const {
    const int line = fontMetrics().height();
    const int side = line * 2 / 3;
    int x = 0;
    for (const Series& one : series_) {
        drawBar(painter, QRectF(x, (line - side) / 2.0, side, side), one.tone, one.fill);
        x += side + 6;
        painter.setPen(palette().color(QPalette::Text));
        painter.drawText(QPoint(x, fontMetrics().ascent()), one.name);
        x += fontMetrics().horizontalAdvance(one.name) + kLegendGap;
    }
}

void TimeColumns::drawSteps(QPainter& painter, const QRect& area) const {
    const double step = static_cast<double>(area.width()) / static_cast<double>(steps_.size());
    const double column =
        step * kColumnsShare / static_cast<double>(std::max<qsizetype>(1, series_.size()));
    double labelled = 0;
    for (qsizetype i = 0; i < steps_.size(); ++i) {
        const double left = area.left() + step * static_cast<double>(i);
        double x = left + step * (1 - kColumnsShare) / 2;
        for (const Series& one : series_) {
            const auto value = static_cast<std::size_t>(i) < one.values.size()
                                   ? one.values[static_cast<std::size_t>(i)]
                                   : std::nullopt;
            if (value.value_or(0) > 0 && highest_ > 0) {
                const double height =
                    std::max<double>(kLeastHeight, *value / highest_ * area.height());
                drawBar(painter, QRectF(x, area.bottom() - height, column - 1, height), one.tone,
                        one.fill);
            }
            x += column;
        }
        const QString& label = steps_.at(i);
        const double wide = fontMetrics().horizontalAdvance(label);
        const double at = std::min(left + (step - wide) / 2, area.right() - wide);
        if (at < labelled)
            continue;
        labelled = at + wide + fontMetrics().averageCharWidth() * 2;
        painter.setPen(palette().color(QPalette::PlaceholderText));
        painter.drawText(QPointF(at, area.bottom() + 4 + fontMetrics().ascent()), label);
    }
}

} // namespace leadsheet::desktop
