// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/submit/submission.hpp"

#include <QTableWidget>

#include <string>

namespace leadsheet::desktop {

/// Product x leads x price of one = sum, and the sum of all; as high as its rows.
class ProductPrices : public QTableWidget {
    Q_OBJECT

public:
    explicit ProductPrices(QWidget* parent = nullptr);

    void present(const submit::QuoteSummary& quote, const std::string& currency);

private:
    void addRow(int row, const QStringList& words, bool bold);
    void fitHeight();
};

} // namespace leadsheet::desktop
