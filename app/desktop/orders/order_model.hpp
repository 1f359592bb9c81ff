// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/model/order.hpp"

#include <QAbstractTableModel>

#include <vector>

namespace leadsheet::desktop {

/// Orders in the server's order (newest first), page after page. Asks for the next page when the
/// view comes near the end; never sorts or filters by itself.
class OrderModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Number, Status, Leads, Price, Created, Product, Reference, Columns };

    using QAbstractTableModel::QAbstractTableModel;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    bool canFetchMore(const QModelIndex& parent) const override;
    void fetchMore(const QModelIndex& parent) override;

    const std::vector<Order>& orders() const { return orders_; }
    const Order* at(int row) const;
    int rowOf(const std::string& number) const; ///< -1 = not here
    bool hasMore() const { return more_; }

    void clear();
    void append(std::vector<Order> orders, bool more);
    /// The newest orders as they are now. What is no longer among them goes, what is new comes,
    /// the rows behind them stay: a selection survives. `more`: the list goes on behind `head`.
    /// True when nothing joined them to what was shown, so that everything was replaced.
    bool refreshHead(std::vector<Order> head, bool more);
    void update(const Order& order);

signals:
    void moreWanted();

private:
    std::vector<Order> orders_;
    bool more_ = false;
};

} // namespace leadsheet::desktop
