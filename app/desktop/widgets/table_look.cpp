// SPDX-License-Identifier: Apache-2.0
#include "table_look.hpp"

#include <QHeaderView>
#include <QPainter>
#include <QScrollBar>
#include <QTableView>

namespace leadsheet::desktop {
namespace {

constexpr int kInset = 3; // the style leaves as much again
constexpr int kRowPadding = 14;

} // namespace

void TableDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
    QStyledItemDelegate::initStyleOption(option, index);
    option->state &= ~QStyle::State_HasFocus;
    const int side = option->fontMetrics.height();
    option->decorationSize = QSize(side, side);
}

void TableDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const {
    QStyleOptionViewItem whole = option;
    initStyleOption(&whole, index);
    const QStyle& style = *option.widget->style();
    style.drawPrimitive(QStyle::PE_PanelItemViewItem, &whole, painter, option.widget);
    QStyleOptionViewItem inner = option;
    inner.rect.adjust(kInset, 0, -kInset, 0);
    QStyledItemDelegate::paint(painter, inner, index);
    if ((option.state & QStyle::State_HasFocus) == 0)
        return;
    const bool selected = (option.state & QStyle::State_Selected) != 0;
    painter->save();
    painter->setPen(
        QPen(option.palette.color(selected ? QPalette::HighlightedText : QPalette::Text), 1,
             Qt::DotLine));
    painter->drawRect(option.rect.adjusted(1, 1, -2, -2));
    painter->restore();
}

QSize TableDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const QSize size = QStyledItemDelegate::sizeHint(option, index);
    return {size.width() + 2 * kInset,
            std::max(size.height(), option.fontMetrics.height() + kRowPadding)};
}

void applyTableLook(QTableView& table) {
    table.setItemDelegate(new TableDelegate(&table));
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setSelectionMode(QAbstractItemView::SingleSelection);
    table.setEditTriggers(QAbstractItemView::NoEditTriggers);
    table.setShowGrid(false);
    table.setAlternatingRowColors(true);
    table.setWordWrap(false);
    table.setTabKeyNavigation(false);
    table.verticalHeader()->hide();
    table.verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table.horizontalHeader()->setHighlightSections(false);
    table.horizontalHeader()->setStretchLastSection(true);
}

void keepRowsVisible(QTableView& table, int rows) {
    table.setMinimumHeight(table.horizontalHeader()->sizeHint().height() +
                           rows * table.verticalHeader()->defaultSectionSize() +
                           table.horizontalScrollBar()->sizeHint().height() +
                           2 * table.frameWidth());
}

} // namespace leadsheet::desktop
