// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../paging/paged_model.hpp"

#include "leadsheet/model/order.hpp"

namespace leadsheet::desktop {

/// The account's orders, newest first.
class OrderModel : public PagedModel<Order> {
    Q_OBJECT

public:
    enum Column { Number, Status, Leads, Price, Created, Product, Reference, Columns };

    using PagedModel::PagedModel;

    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
    const std::string& idOf(const Order& order) const override { return order.number.str(); }
};

} // namespace leadsheet::desktop
