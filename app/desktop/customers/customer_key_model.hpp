// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "customer_model.hpp"

#include "leadsheet/clock.hpp"
#include "leadsheet/model/key.hpp"

#include <QAbstractTableModel>

#include <optional>
#include <vector>

namespace leadsheet::desktop {

/// The keys of one account, without secrets; those that work first.
class CustomerKeyModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Ending, State, Columns };

    using QAbstractTableModel::QAbstractTableModel;

    void setKeys(std::vector<KeyRecord> keys);
    const std::vector<KeyRecord>& keys() const { return keys_; }
    const KeyRecord* at(int row) const;
    /// Whether another key of the account took its place.
    bool isReplaced(const KeyRecord& key) const;
    bool works(const KeyRecord& key) const;
    CustomerLook lookOf(const KeyRecord& key) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<KeyRecord> keys_;
};

} // namespace leadsheet::desktop
