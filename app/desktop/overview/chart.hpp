// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../theme/palette.hpp"

#include <QBrush>
#include <QWidget>

namespace leadsheet::desktop {

/// How a bar is filled: patterns tell neighbours apart without colour.
enum class Fill { Solid, Striped, Dotted };

/// A drawing of numbers that stand in a table beside it, which is where keyboards and screen
/// readers find them: it takes no focus, and says in its description what it shows.
class Chart : public QWidget {
    Q_OBJECT

public:
    explicit Chart(QWidget* parent = nullptr);

signals:
    /// The bar, or the step of time, with this index was pressed.
    void pressed(int index);

protected:
    /// What is drawn there; -1 = nothing.
    virtual int indexAt(const QPoint& place) const = 0;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

    /// A bar of a tone in the colours of the moment.
    void drawBar(QPainter& painter, const QRectF& bar, Tone tone, Fill fill) const;
};

} // namespace leadsheet::desktop
