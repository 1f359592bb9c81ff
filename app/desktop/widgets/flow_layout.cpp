// SPDX-License-Identifier: Apache-2.0
#include "flow_layout.hpp"

#include <QWidget>

#include <algorithm>
#include <utility>

namespace leadsheet::desktop {

FlowLayout::FlowLayout(QWidget* parent, int spacing)
    : QLayout(parent)
    , spacing_(spacing) {
    setContentsMargins(0, 0, 0, 0);
}

FlowLayout::~FlowLayout() {
    qDeleteAll(items_);
}

void FlowLayout::addItem(QLayoutItem* item) {
    items_ << item;
}

int FlowLayout::count() const {
    return static_cast<int>(items_.size());
}

QLayoutItem* FlowLayout::itemAt(int index) const {
    return items_.value(index);
}

QLayoutItem* FlowLayout::takeAt(int index) {
    return index >= 0 && index < items_.size() ? items_.takeAt(index) : nullptr;
}

void FlowLayout::clear() {
    while (QLayoutItem* item = takeAt(0)) {
        if (QWidget* widget = item->widget()) {
            widget->hide();
            widget->deleteLater();
        }
        delete item;
    }
    invalidate();
}

int FlowLayout::heightForWidth(int width) const {
    return arrange(QRect(0, 0, width, 0), false);
}

QSize FlowLayout::sizeHint() const {
    return minimumSize();
}

QSize FlowLayout::minimumSize() const {
    QSize size;
    for (const QLayoutItem* item : items_)
        size = size.expandedTo(item->minimumSize());
    const QMargins margins = contentsMargins();
    return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom());
}

void FlowLayout::setGeometry(const QRect& rect) {
    QLayout::setGeometry(rect);
    arrange(rect, true);
}

int FlowLayout::arrange(const QRect& rect, bool move) const {
    const QRect inner = rect.marginsRemoved(contentsMargins());
    QList<QPair<QLayoutItem*, QRect>> line;
    int x = inner.left();
    int y = inner.top();
    int high = 0;
    // What is lower than its line stands in the middle of it, so that words are on one level.
    const auto endLine = [&] {
        if (move)
            for (const auto& [item, place] : std::as_const(line))
                item->setGeometry(place.translated(0, (high - place.height()) / 2));
        line.clear();
    };
    for (QLayoutItem* item : items_) {
        if (item->isEmpty())
            continue;
        const QSize size = item->sizeHint().boundedTo(QSize(inner.width(), QWIDGETSIZE_MAX));
        if (x > inner.left() && x + size.width() > inner.right() + 1) {
            endLine();
            x = inner.left();
            y += high + spacing_;
            high = 0;
        }
        line << qMakePair(item, QRect(QPoint(x, y), size));
        x += size.width() + spacing_;
        high = std::max(high, size.height());
    }
    endLine();
    return y + high - rect.top() + contentsMargins().bottom();
}

} // namespace leadsheet::desktop
