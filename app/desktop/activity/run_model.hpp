// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../theme/palette.hpp"

#include "leadsheet/submit/run.hpp"

#include <QAbstractTableModel>

#include <vector>

namespace leadsheet::desktop {

/// The runs of a ledger, newest first.
class RunModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Number, Title, Started, State, Placed, Open, Refused, Held, Columns };

    using QAbstractTableModel::QAbstractTableModel;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    const submit::RunInfo* at(int row) const;
    int rowOf(std::int64_t run) const; ///< -1 = not here
    /// Keeps rows that are there already, so that a selection survives.
    void show(std::vector<submit::RunInfo> runs);

private:
    std::vector<submit::RunInfo> runs_;
};

/// A run that can go on: interrupted, paused, approved, stopped or only planned.
bool canGoOn(const submit::RunInfo& run);

} // namespace leadsheet::desktop
