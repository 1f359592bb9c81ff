// SPDX-License-Identifier: Apache-2.0
#include "sheet_grid_view.hpp"

#include "cell_delegate.hpp"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

constexpr int kRowPadding = 10;
constexpr qsizetype kLeastDigits = 3;
constexpr int kMinColumn = 70;
constexpr int kMaxColumn = 320;
constexpr int kRowsForWidth = 40;
constexpr int kColumnsForWidth = 200;

} // namespace

SheetGridView::SheetGridView(SheetGridModel& model, QWidget* parent)
    : QTableView(parent)
    , model_(model) {
    setModel(&model);
    setItemDelegate(new CellDelegate(this));
    setObjectName(QStringLiteral("grid"));
    setAccessibleName(tr("Rows of the sheet"));
    setWordWrap(false);
    setAlternatingRowColors(false);
    setTabKeyNavigation(false);
    setVerticalScrollMode(QAbstractItemView::ScrollPerItem);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                    QAbstractItemView::AnyKeyPressed);
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Interactive);
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    horizontalHeader()->setHighlightSections(false);
    connect(&model, &QAbstractItemModel::modelReset, this, &SheetGridView::setNumberWidth);
    connect(&model, &QAbstractItemModel::rowsInserted, this, &SheetGridView::setNumberWidth);
    setHeights();
}

void SheetGridView::setHeights() {
    const QFontMetrics metrics = fontMetrics();
    verticalHeader()->setDefaultSectionSize(metrics.height() + kRowPadding);
    setNumberWidth();
}

void SheetGridView::setNumberWidth() {
    const int rows = model_.rowCount();
    const QString last =
        rows == 0 ? QString()
                  : model_.headerData(rows - 1, Qt::Vertical, Qt::DisplayRole).toString();
    const QString widest(std::max(last.size(), kLeastDigits), QLatin1Char('8'));
    verticalHeader()->setFixedWidth(fontMetrics().horizontalAdvance(widest) + 2 * kRowPadding);
}

void SheetGridView::changeEvent(QEvent* event) {
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        setHeights();
        fitColumns();
    }
}

void SheetGridView::fitColumns() {
    const QFontMetrics metrics = fontMetrics();
    const int rows = std::min(model_.rowCount(), kRowsForWidth);
    const int columns = std::min(model_.columnCount(), kColumnsForWidth);
    for (int column = 0; column < columns; ++column) {
        int width = kMinColumn;
        const QString header =
            model_.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        for (const QString& line : header.split(QLatin1Char('\n')))
            width = std::max(width, metrics.horizontalAdvance(line) + 20);
        for (int row = 0; row < rows; ++row) {
            const QModelIndex cell = model_.index(row, column);
            if (cell.data(SheetGridModel::KindRole).toInt() ==
                static_cast<int>(GridRowKind::AboveHeader))
                continue; // a title may run over all columns
            width =
                std::max(width, metrics.horizontalAdvance(cell.data().toString().left(60)) + 36);
        }
        setColumnWidth(column, std::min(width, kMaxColumn));
    }
}

void SheetGridView::goTo(GridCell cell) {
    const QModelIndex index = model_.indexOf(cell);
    if (!index.isValid())
        return;
    setCurrentIndex(index);
    scrollTo(index, QAbstractItemView::EnsureVisible);
}

GridCell SheetGridView::currentCell() const {
    return model_.cellOf(currentIndex());
}

std::vector<CopyRange> SheetGridView::selectedRanges() const {
    std::vector<CopyRange> ranges;
    for (const QItemSelectionRange& range : selectionModel()->selection())
        ranges.push_back(
            {static_cast<std::uint64_t>(range.top()), static_cast<std::uint64_t>(range.bottom()),
             static_cast<std::uint32_t>(range.left()), static_cast<std::uint32_t>(range.right())});
    return ranges;
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> SheetGridView::selectedRows() const {
    std::vector<std::pair<int, int>> spans;
    for (const QItemSelectionRange& range : selectionModel()->selection())
        spans.emplace_back(range.top(), range.bottom());
    std::sort(spans.begin(), spans.end());
    std::vector<std::pair<std::uint32_t, std::uint32_t>> rows;
    for (const auto& [top, bottom] : spans) {
        if (!model_.isFiltered()) {
            const std::pair span{model_.numberOf(top), model_.numberOf(bottom)};
            if (!rows.empty() && span.first <= rows.back().second + 1)
                rows.back().second = std::max(rows.back().second, span.second);
            else
                rows.push_back(span);
            continue;
        }
        for (int row = top; row <= bottom; ++row) {
            const std::uint32_t number = model_.numberOf(row);
            if (!rows.empty() && number <= rows.back().second + 1)
                rows.back().second = std::max(rows.back().second, number);
            else
                rows.emplace_back(number, number);
        }
    }
    return rows;
}

void SheetGridView::copySelection() {
    const auto ranges = selectedRanges();
    if (ranges.empty())
        return;
    copying_.cancel();
    copying_.run(
        [source = model_.source(), ranges, numbers = model_.filter()](const std::stop_token& stop) {
            return copiedText(source, ranges, numbers.get(), stop);
        },
        [this](const QString& text) {
            QGuiApplication::clipboard()->setText(text);
            emit copied(text.count(QLatin1Char('\n')));
        });
}

void SheetGridView::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) {
        copySelection();
        event->accept();
        return;
    }
    // Enter opens the cell, as in a spreadsheet; F2 does the same by itself.
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) &&
        state() != QAbstractItemView::EditingState && event->modifiers() == Qt::NoModifier &&
        currentIndex().isValid() && (model_.flags(currentIndex()) & Qt::ItemIsEditable) != 0) {
        edit(currentIndex());
        event->accept();
        return;
    }
    QTableView::keyPressEvent(event);
}

} // namespace leadsheet::desktop
