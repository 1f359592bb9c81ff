// SPDX-License-Identifier: Apache-2.0
#include "product_prices.hpp"

#include "../phrases/say.hpp"
#include "../shell/words.hpp"
#include "../widgets/column_widths.hpp"
#include "../widgets/table_look.hpp"

#include <QHeaderView>

namespace leadsheet::desktop {

ProductPrices::ProductPrices(QWidget* parent)
    : QTableWidget(0, 5, parent) {
    setObjectName(QStringLiteral("products"));
    setAccessibleName(tr("Orders, leads and price by product"));
    setHorizontalHeaderLabels(
        {tr("Product"), tr("Orders"), tr("Leads"), tr("Per lead, on average"), tr("Price")});
    for (int column = 1; column < columnCount(); ++column)
        horizontalHeaderItem(column)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    applyTableLook(*this);
    setAlternatingRowColors(false);
    setSelectionMode(QAbstractItemView::NoSelection);
    setFocusPolicy(Qt::NoFocus);
    setFrameShape(QFrame::NoFrame);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    horizontalHeader()->setStretchLastSection(false);
    horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    const QString much = money(99'999'999'99, "USD"); // the sum is bold
    const auto* widths = new ColumnWidths(
        this, {{}, {{number(1'000'000)}}, {{number(10'000'000)}}, {{much}}, {{much}}});
    connect(widths, &ColumnWidths::applied, this, &ProductPrices::fitHeight);
}

void ProductPrices::present(const submit::QuoteSummary& quote, const std::string& currency) {
    const int rows = static_cast<int>(quote.products.size());
    setRowCount(rows + 1);
    std::int64_t leads = 0;
    for (int row = 0; row < rows; ++row) {
        const submit::ProductTotal& product = quote.products[static_cast<std::size_t>(row)];
        addRow(row,
               {sayProduct(product.product), number(product.rows), number(product.leads),
                unitPrice({product.amount, currency}, product.leads),
                money(product.amount, currency)},
               false);
        leads += product.leads;
    }
    addRow(rows,
           {tr("All"), number(quote.rows), number(leads),
            unitPrice({quote.amount, currency}, leads), money(quote.amount, currency)},
           true);
    fitHeight();
}

void ProductPrices::addRow(int row, const QStringList& words, bool bold) {
    for (int column = 0; column < columnCount(); ++column) {
        auto* cell = new QTableWidgetItem(words.at(column));
        if (column > 0)
            cell->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        QFont letters = font();
        letters.setBold(bold);
        cell->setFont(letters);
        setItem(row, column, cell);
    }
}

void ProductPrices::fitHeight() {
    setFixedHeight(horizontalHeader()->sizeHint().height() +
                   rowCount() * verticalHeader()->defaultSectionSize() + 4);
}

} // namespace leadsheet::desktop
