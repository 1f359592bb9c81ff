// SPDX-License-Identifier: Apache-2.0
#include "tab_order.hpp"

#include <QAbstractButton>
#include <QButtonGroup>
#include <QGridLayout>
#include <QHeaderView>
#include <QLayout>
#include <QScrollArea>
#include <QSplitter>
#include <QTableView>
#include <QWidget>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

/// Of buttons that exclude each other the chosen one: the arrow keys go on from there. Qt itself
/// keeps Tab from the others only once one of them has had the focus.
bool isStop(const QWidget& widget) {
    if (!widget.isEnabled() || widget.focusProxy() != nullptr)
        return false;
    if (const auto* button = qobject_cast<const QAbstractButton*>(&widget);
        button != nullptr && button->group() != nullptr && button->group()->exclusive() &&
        button->group()->checkedButton() != nullptr)
        return button->isChecked() && widget.focusPolicy() != Qt::NoFocus;
    return (widget.focusPolicy() & Qt::TabFocus) == Qt::TabFocus;
}

void collectWidget(QWidget* widget, QWidgetList& found);

void collectLayout(QLayout* layout, QWidgetList& found) {
    QList<QPair<int, QLayoutItem*>> items;
    const auto* grid = qobject_cast<QGridLayout*>(layout);
    for (int i = 0; i < layout->count(); ++i) {
        int place = i;
        if (grid != nullptr) {
            int row = 0;
            int column = 0;
            int rowSpan = 0;
            int columnSpan = 0;
            grid->getItemPosition(i, &row, &column, &rowSpan, &columnSpan);
            place = row * grid->columnCount() + column;
        }
        items << qMakePair(place, layout->itemAt(i));
    }
    std::stable_sort(items.begin(), items.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [place, item] : std::as_const(items))
        if (item->widget() != nullptr)
            collectWidget(item->widget(), found);
        else if (item->layout() != nullptr)
            collectLayout(item->layout(), found);
}

void collectWidget(QWidget* widget, QWidgetList& found) {
    if (!widget->isVisible())
        return;
    if (const auto* table = qobject_cast<const QTableView*>(widget);
        table != nullptr && table->horizontalHeader()->isVisible() &&
        isStop(*table->horizontalHeader()))
        found << table->horizontalHeader();
    if (isStop(*widget))
        found << widget;
    if (const auto* area = qobject_cast<QScrollArea*>(widget)) {
        if (area->widget() != nullptr)
            collectWidget(area->widget(), found);
    } else if (const auto* splitter = qobject_cast<QSplitter*>(widget)) {
        for (int i = 0; i < splitter->count(); ++i)
            collectWidget(splitter->widget(i), found);
    } else if (widget->layout() != nullptr) {
        collectLayout(widget->layout(), found);
    }
}

} // namespace

bool focusInLayoutOrder(QWidget& window, bool next) {
    QWidgetList stops;
    if (window.layout() != nullptr)
        collectLayout(window.layout(), stops);
    // The focus may be in a part of a control: the line of a spin box, an editor of a cell.
    qsizetype at = -1;
    for (QWidget* focus = window.focusWidget(); focus != nullptr && at < 0;
         focus = focus->parentWidget())
        at = stops.indexOf(focus);
    if (stops.isEmpty() || (at >= 0 && stops.size() == 1))
        return false;
    const qsizetype last = stops.size() - 1;
    const qsizetype to = next ? (at == last ? 0 : at + 1) : (at <= 0 ? last : at - 1);
    stops.at(to)->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
    return true;
}

} // namespace leadsheet::desktop
