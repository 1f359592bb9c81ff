// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ingest_job.hpp"

#include <QAbstractTableModel>

namespace leadsheet::desktop {

/// The columns of a sheet of leads, a value of each, and the field that it fills.
class LeadColumnModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Header, Sample, Field, Columns };

    using QAbstractTableModel::QAbstractTableModel;

    void setSheet(app::LeadSheet sheet);
    const app::LeadSheet& sheet() const { return sheet_; }
    void setField(int row, std::optional<contract::LeadField> field);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    app::LeadSheet sheet_;
};

/// Rows that did not become leads, with the reason.
class IngestFaultModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Row, Header, Reason, Columns };

    using QAbstractTableModel::QAbstractTableModel;

    void setFaults(std::vector<IngestFault> faults);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<IngestFault> faults_;
};

} // namespace leadsheet::desktop
