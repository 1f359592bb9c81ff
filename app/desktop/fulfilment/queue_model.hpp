// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../paging/paged_model.hpp"

#include "leadsheet/model/admin.hpp"

namespace leadsheet::desktop {

/// Orders of all accounts in one queue, oldest first.
class QueueModel : public PagedModel<AdminOrder> {
    Q_OBJECT

public:
    enum Column { Number, Status, Account, Ordered, TakenIn, Price, Created, Product, Columns };

    using PagedModel::PagedModel;

    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
    const std::string& idOf(const AdminOrder& order) const override {
        return order.order.number.str();
    }
};

/// The account's name, or its id where it has none.
QString accountOf(const AdminOrder& order);

} // namespace leadsheet::desktop
