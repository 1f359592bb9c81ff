// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "chart.hpp"

#include <QList>
#include <QString>

namespace leadsheet::desktop {

/// Amounts under each other, as bars from one side.
class BarChart : public Chart {
    Q_OBJECT

public:
    struct Bar {
        QString label;
        QString value; ///< in words, at its end
        double share;  ///< 0 to 1 of the room there is
        Tone tone = Tone::Info;
        Fill fill = Fill::Solid;
    };

    using Chart::Chart;

    void setBars(QList<Bar> bars);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    int indexAt(const QPoint& place) const override;

private:
    int rowHeight() const;

    QList<Bar> bars_;
};

} // namespace leadsheet::desktop
