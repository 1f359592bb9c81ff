// SPDX-License-Identifier: Apache-2.0
#include "column_widths.hpp"

#include <QEvent>
#include <QHeaderView>
#include <QTableView>
#include <QTreeView>

namespace leadsheet::desktop {
namespace {

constexpr int kPadding = 12; // of a header section, both sides
constexpr int kRowPadding = 14;

} // namespace

ColumnWidths::ColumnWidths(QTableView* table, QList<int> characters)
    : QObject(table)
    , view_(table)
    , header_(table->horizontalHeader())
    , characters_(std::move(characters)) {
    start();
}

ColumnWidths::ColumnWidths(QTreeView* tree, QList<int> characters)
    : QObject(tree)
    , view_(tree)
    , header_(tree->header())
    , characters_(std::move(characters)) {
    start();
}

void ColumnWidths::start() {
    header_->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    view_->installEventFilter(this);
    header_->installEventFilter(this); // it learns of the text size after its view
    apply();
}

bool ColumnWidths::eventFilter(QObject* watched, QEvent* event) {
    // What a title needs is known once the style has heard of the text size, too.
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        QMetaObject::invokeMethod(this, &ColumnWidths::apply, Qt::QueuedConnection);
    return QObject::eventFilter(watched, event);
}

void ColumnWidths::apply() {
    const QFontMetrics metrics = view_->fontMetrics();
    auto* tree = qobject_cast<QTreeView*>(view_);
    for (int column = 0; column < characters_.size(); ++column) {
        const int wanted = metrics.averageCharWidth() * characters_.at(column) + kPadding;
        if (characters_.at(column) == 0 && tree != nullptr)
            tree->resizeColumnToContents(column);
        else
            header_->resizeSection(column, std::max(wanted, header_->sectionSizeHint(column)));
    }
    if (auto* table = qobject_cast<QTableView*>(view_))
        table->verticalHeader()->setDefaultSectionSize(metrics.height() + kRowPadding);
    emit applied();
}

} // namespace leadsheet::desktop
