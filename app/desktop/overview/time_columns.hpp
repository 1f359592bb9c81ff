// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "chart.hpp"

#include <QList>
#include <QStringList>

#include <optional>
#include <vector>

namespace leadsheet::desktop {

/// Amounts over time: for each step some columns side by side, on one scale from nothing on, with
/// a legend above them.
class TimeColumns : public Chart {
    Q_OBJECT

public:
    struct Series {
        QString name;
        Tone tone = Tone::Info;
        Fill fill = Fill::Solid;
        std::vector<std::optional<double>> values; ///< one a step; nothing = not known
    };

    explicit TimeColumns(QWidget* parent = nullptr);

    /// `most`: what the highest column stands for, in words.
    void setSteps(QStringList steps, QList<Series> series, const QString& most);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    int indexAt(const QPoint& place) const override;

private:
    QRect plot() const;
    void drawLegend(QPainter& painter) const;
    void drawSteps(QPainter& painter, const QRect& area) const;

    QStringList steps_;
    QList<Series> series_;
    QString most_;
    double highest_ = 0;
};

} // namespace leadsheet::desktop
