// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "destination_words.hpp"

#include <QAbstractTableModel>

#include <optional>

namespace leadsheet::desktop {

/// Which columns of a lead a platform gets and under which names, with one real lead beside them.
class FieldMapModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Title, Example, PlatformName, Columns };

    /// An empty map means the usual names.
    FieldMapModel(const std::string& platform, const FieldMap& map, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

    void setLead(const std::optional<Lead>& lead);
    void useUsualNames();
    /// Empty when it is what the service does by itself.
    FieldMap map() const;
    /// No column has a name: the service would take that for the usual names.
    bool sendsNothing() const;

private:
    QList<MappedColumn> columns_;
    QStringList names_; ///< at the platform; empty = not sent
    std::optional<Lead> lead_;
};

} // namespace leadsheet::desktop
