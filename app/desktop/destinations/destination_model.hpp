// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../paging/paged_model.hpp"

#include "leadsheet/model/destination.hpp"

namespace leadsheet::desktop {

/// The account's outreach destinations with what became of their leads.
class DestinationModel : public PagedModel<Destination> {
    Q_OBJECT

public:
    enum Column { Name, Platform, State, Accepted, Known, Refused, Waiting, Unknown, Columns };

    using PagedModel::PagedModel;

    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
    const std::string& idOf(const Destination& one) const override { return one.id.str(); }
};

/// What became of each lead at one destination, newest first.
class PushModel : public PagedModel<Push> {
    Q_OBJECT

public:
    enum Column { Lead, State, Reason, Order, Attempts, Updated, Columns };

    using PagedModel::PagedModel;

    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
    const std::string& idOf(const Push& push) const override { return push.id.str(); }
};

} // namespace leadsheet::desktop
