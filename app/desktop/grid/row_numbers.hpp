// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHeaderView>

namespace leadsheet::desktop {

/// The row numbers of a sheet grid. A row with a problem carries the sign of its worst one beside
/// its number, so that it is seen when the cell itself is scrolled away.
class RowNumbers : public QHeaderView {
    Q_OBJECT

public:
    explicit RowNumbers(QWidget* parent = nullptr);

    /// The room that the widest number and a sign take, in pixels.
    static int widthFor(const QFontMetrics& metrics, qsizetype digits);

protected:
    void paintSection(QPainter* painter, const QRect& place, int row) const override;
};

} // namespace leadsheet::desktop
