// SPDX-License-Identifier: Apache-2.0
#include "chart_card.hpp"

#include "../widgets/column_widths.hpp"
#include "../widgets/facts_form.hpp"
#include "../widgets/table_look.hpp"
#include "chart.hpp"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QTableWidget>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

constexpr int kMostRowsVisible = 8;

} // namespace

ChartCard::ChartCard(const QString& title, Chart* chart, const char* name,
                     const QStringList& columns, QWidget* parent)
    : QFrame(parent)
    , chart_(chart)
    , table_(new QTableWidget)
    , body_(new QWidget)
    , note_(wrappingLabel({}))
    , trouble_(wrappingLabel({})) {
    setProperty("card", true);
    chart_->setAccessibleName(title);
    table_->setObjectName(QLatin1String(name));
    table_->setAccessibleName(title);
    table_->setAccessibleDescription(tr("Return opens the list behind a number."));
    applyTableLook(*table_);
    table_->setSelectionBehavior(QAbstractItemView::SelectItems);
    table_->setColumnCount(static_cast<int>(columns.size()));
    table_->setHorizontalHeaderLabels(columns);
    table_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    table_->horizontalHeader()->setStretchLastSection(false);
    table_->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    for (int column = 1; column < columns.size(); ++column)
        table_->horizontalHeaderItem(column)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    connect(table_, &QTableWidget::cellActivated, this, &ChartCard::choose);
    connect(chart_, &Chart::pressed, this, [this](int index) {
        const int row = reversed_ ? table_->rowCount() - 1 - index : index;
        if (row >= 0 && row < table_->rowCount())
            choose(row, 1);
    });
    note_->setForegroundRole(QPalette::PlaceholderText);
    trouble_->setObjectName(QLatin1String(name) + QStringLiteral("Trouble"));
    trouble_->hide();
    auto* row = new QHBoxLayout(body_);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(20);
    const bool grows = chart_->sizePolicy().verticalPolicy() == QSizePolicy::Expanding;
    row->addWidget(chart_, 1, grows ? Qt::Alignment() : Qt::AlignTop);
    row->addWidget(table_, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(14, 10, 14, 12);
    column->setSpacing(8);
    column->addWidget(cardHeading(title));
    column->addWidget(body_);
    column->addWidget(note_);
    column->addWidget(trouble_);
    setRows({});
}

void ChartCard::setRows(const QList<QStringList>& rows) {
    const QModelIndex before = table_->currentIndex();
    table_->setRowCount(static_cast<int>(rows.size()));
    QList<ColumnContent> contents;
    for (int column = 0; column < table_->columnCount(); ++column) {
        ColumnContent content;
        for (int row = 0; row < rows.size(); ++row) {
            const QString& words = rows.at(row).at(column);
            auto* item = new QTableWidgetItem(words);
            if (column > 0)
                item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            table_->setItem(row, column, item);
            content.texts << words;
        }
        if (content.texts.isEmpty())
            content.texts << QString();
        contents << content;
    }
    delete widths_;
    widths_ = new ColumnWidths(table_, contents);
    connect(widths_, &ColumnWidths::applied, this, &ChartCard::fit);
    fit();
    if (before.isValid() && before.row() < table_->rowCount())
        table_->setCurrentCell(before.row(), before.column());
}

void ChartCard::fit() {
    const int rows = std::min(kMostRowsVisible, std::max(1, table_->rowCount()));
    table_->setFixedHeight(table_->horizontalHeader()->sizeHint().height() +
                           rows * table_->verticalHeader()->defaultSectionSize() +
                           2 * table_->frameWidth());
}

void ChartCard::setNote(const QString& words) {
    note_->setText(words);
    note_->setVisible(!words.isEmpty());
}

void ChartCard::setTrouble(const QString& words) {
    trouble_->setText(words);
    trouble_->setVisible(!words.isEmpty());
    body_->setVisible(words.isEmpty());
    if (!words.isEmpty())
        note_->hide();
}

void ChartCard::setTableShown(bool shown) {
    table_->setVisible(shown);
}

void ChartCard::choose(int row, int column) {
    emit chosen(row, std::max(1, column));
}

} // namespace leadsheet::desktop
