// SPDX-License-Identifier: Apache-2.0
#include "row_numbers.hpp"

#include "../theme/icons.hpp"
#include "problem_signs.hpp"
#include "sheet_grid_model.hpp"

#include <QPainter>

namespace leadsheet::desktop {
namespace {

constexpr int kSign = 14;
constexpr int kEdge = 4;
constexpr int kPadding = 10;

} // namespace

RowNumbers::RowNumbers(QWidget* parent)
    : QHeaderView(Qt::Vertical, parent) {
    setSectionsClickable(true);
    setHighlightSections(true);
    setSectionResizeMode(QHeaderView::Fixed);
    setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
}

int RowNumbers::widthFor(const QFontMetrics& metrics, qsizetype digits) {
    return kEdge + kSign + metrics.horizontalAdvance(QString(digits, QLatin1Char('8'))) +
           2 * kPadding;
}

void RowNumbers::paintSection(QPainter* painter, const QRect& place, int row) const {
    painter->save();
    QHeaderView::paintSection(painter, place, row);
    painter->restore();
    const QVariant level = model()->headerData(row, orientation(), SheetGridModel::LevelRole);
    if (!level.isValid())
        return;
    const ProblemSign sign = signOf(static_cast<app::ProblemLevel>(level.toInt()));
    icon(sign.icon, sign.tone)
        .paint(painter, QRect(place.left() + kEdge, place.center().y() - kSign / 2, kSign, kSign));
}

} // namespace leadsheet::desktop
