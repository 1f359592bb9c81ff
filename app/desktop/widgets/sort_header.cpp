// SPDX-License-Identifier: Apache-2.0
#include "sort_header.hpp"

#include <QAbstractItemModel>
#include <QKeyEvent>
#include <QPainter>
#include <QPolygonF>
#include <QStyleOptionHeader>
#include <QTableView>

namespace leadsheet::desktop {
namespace {

constexpr int kArrowGap = 6;

} // namespace

SortHeader::SortHeader(QWidget* parent)
    : QHeaderView(Qt::Horizontal, parent) {
    setFocusPolicy(Qt::TabFocus);
    setSectionsClickable(true);
    setSortIndicatorShown(true);
    setSortIndicatorClearable(true);
    setSortIndicator(-1, Qt::AscendingOrder);
    connect(this, &QHeaderView::sortIndicatorChanged, this, &SortHeader::say);
}

void SortHeader::paintSection(QPainter* painter, const QRect& rect, int logicalIndex) const {
    painter->save();
    QHeaderView::paintSection(painter, rect, logicalIndex);
    painter->restore();
    if (logicalIndex == sortIndicatorSection())
        paintArrow(*painter, rect);
    if (!hasFocus() || logicalIndex != at_)
        return;
    painter->save();
    painter->setPen(QPen(palette().color(QPalette::Highlight), 2));
    painter->drawRect(rect.adjusted(1, 1, -2, -2));
    painter->restore();
}

// The style would lay its arrow over titles that stand at the right.
void SortHeader::initStyleOptionForIndex(QStyleOptionHeader* option, int logicalIndex) const {
    QHeaderView::initStyleOptionForIndex(option, logicalIndex);
    option->sortIndicator = QStyleOptionHeader::None;
}

void SortHeader::paintArrow(QPainter& painter, const QRect& rect) const {
    const auto alignment =
        model()->headerData(sortIndicatorSection(), Qt::Horizontal, Qt::TextAlignmentRole).toInt();
    const bool titleAtRight = (alignment & Qt::AlignRight) != 0;
    const qreal half = fontMetrics().height() / 4.5;
    const qreal up = sortIndicatorOrder() == Qt::AscendingOrder ? -1 : 1;
    const QPointF middle(titleAtRight ? rect.left() + kArrowGap + half
                                      : rect.right() - kArrowGap - half,
                         rect.center().y() + 0.5);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(palette().color(QPalette::WindowText));
    painter.drawPolygon(QPolygonF{middle + QPointF(-half, -up * half / 1.8),
                                  middle + QPointF(half, -up * half / 1.8),
                                  middle + QPointF(0, up * half / 1.8)});
    painter.restore();
}

void SortHeader::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Left:
        goOn(-1);
        break;
    case Qt::Key_Right:
        goOn(1);
        break;
    case Qt::Key_Home:
        at_ = -1;
        goOn(1);
        break;
    case Qt::Key_End:
        at_ = -1;
        goOn(-1);
        break;
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter:
        press();
        break;
    default:
        event->ignore(); // the list does not scroll while its titles have the keys
    }
}

void SortHeader::focusInEvent(QFocusEvent* event) {
    if (at_ < 0 || at_ >= count() || isSectionHidden(at_)) {
        at_ = -1;
        goOn(1);
    }
    say();
    QHeaderView::focusInEvent(event);
    viewport()->update();
}

void SortHeader::focusOutEvent(QFocusEvent* event) {
    QHeaderView::focusOutEvent(event);
    viewport()->update();
}

void SortHeader::goOn(int step) {
    int visual = at_ >= 0 ? visualIndex(at_) + step : step > 0 ? 0 : count() - 1;
    while (visual >= 0 && visual < count() && isSectionHidden(logicalIndex(visual)))
        visual += step;
    if (visual >= 0 && visual < count())
        goTo(visual);
}

void SortHeader::goTo(int visual) {
    at_ = logicalIndex(visual);
    // The rows go along: their view is the one that scrolls.
    if (auto* table = qobject_cast<QTableView*>(parentWidget());
        table != nullptr && table->model() != nullptr && table->model()->rowCount() > 0) {
        const int row = std::max(table->rowAt(0), 0);
        table->scrollTo(table->model()->index(row, at_));
    }
    say();
    viewport()->update();
}

void SortHeader::press() {
    if (at_ < 0 || at_ >= count())
        return;
    if (sortIndicatorSection() != at_)
        setSortIndicator(at_, Qt::AscendingOrder);
    else if (sortIndicatorOrder() == Qt::AscendingOrder)
        setSortIndicator(at_, Qt::DescendingOrder);
    else
        setSortIndicator(-1, Qt::AscendingOrder);
}

void SortHeader::say() {
    if (model() == nullptr || at_ < 0 || at_ >= count())
        return;
    const QString title = model()->headerData(at_, Qt::Horizontal).toString();
    setAccessibleDescription(at_ != sortIndicatorSection() ? tr("%1: not sorted by it").arg(title)
                             : sortIndicatorOrder() == Qt::AscendingOrder
                                 ? tr("%1: sorted, ascending").arg(title)
                                 : tr("%1: sorted, descending").arg(title));
}

SortHeader* makeSortable(QTableView& table) {
    auto* header = new SortHeader(&table);
    header->setAccessibleName(SortHeader::tr("Columns of %1").arg(table.accessibleName()));
    table.setHorizontalHeader(header);
    header->setFocusProxy(nullptr);
    return header;
}

} // namespace leadsheet::desktop
