// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/submit/row.hpp"

#include <QAbstractTableModel>

#include <vector>

namespace leadsheet::desktop {

/// The rows of one run in sheet order, page after page.
class RowModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { SheetRow, State, Product, Leads, Order, Price, Attempts, Reason, Columns };

    using QAbstractTableModel::QAbstractTableModel;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    bool canFetchMore(const QModelIndex& parent) const override;
    void fetchMore(const QModelIndex& parent) override;

    const submit::RowRecord* at(int row) const;
    std::int64_t lastOrdinal() const;

    void clear(const std::string& currency);
    void append(std::vector<submit::RowRecord> rows, bool more);

signals:
    void moreWanted();

private:
    std::vector<submit::RowRecord> rows_;
    std::string currency_;
    bool more_ = false;
};

} // namespace leadsheet::desktop
