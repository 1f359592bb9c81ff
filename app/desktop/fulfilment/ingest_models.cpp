// SPDX-License-Identifier: Apache-2.0
#include "ingest_models.hpp"

#include "../leads/lead_words.hpp"
#include "../shell/words.hpp"
#include "../widgets/table_look.hpp"

namespace leadsheet::desktop {

void LeadColumnModel::setSheet(app::LeadSheet sheet) {
    beginResetModel();
    sheet_ = std::move(sheet);
    endResetModel();
}

void LeadColumnModel::setField(int row, std::optional<contract::LeadField> field) {
    if (row < 0 || row >= rowCount())
        return;
    app::LeadColumn& column = sheet_.columns[static_cast<std::size_t>(row)];
    column.field = field;
    column.stated = true;
    emit dataChanged(index(row, Field), index(row, Field));
}

int LeadColumnModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(sheet_.columns.size());
}

int LeadColumnModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : Columns;
}

QVariant LeadColumnModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return {};
    const app::LeadColumn& column = sheet_.columns[static_cast<std::size_t>(index.row())];
    switch (index.column()) {
    case Header:
        return text(column.header);
    case Sample:
        return text(column.sample);
    case Field:
        return column.field ? leadFieldTitle(*column.field) : tr("left out");
    default:
        return {};
    }
}

QVariant LeadColumnModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Header:
        return tr("Column");
    case Sample:
        return tr("Example");
    case Field:
        return tr("Field of a lead");
    default:
        return {};
    }
}

void IngestFaultModel::setFaults(std::vector<IngestFault> faults) {
    beginResetModel();
    faults_ = std::move(faults);
    endResetModel();
}

int IngestFaultModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(faults_.size());
}

int IngestFaultModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : Columns;
}

QVariant IngestFaultModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    if (role == Qt::TextAlignmentRole && index.column() == Row)
        return kNumberAlignment;
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    const IngestFault& fault = faults_[static_cast<std::size_t>(index.row())];
    switch (index.column()) {
    case Row:
        return number(fault.row);
    case Header:
        return fault.column;
    case Reason:
        return fault.reason;
    default:
        return {};
    }
}

QVariant IngestFaultModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole && section == Row)
        return kNumberAlignment;
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Row:
        return tr("Row");
    case Header:
        return tr("Column");
    case Reason:
        return tr("Reason");
    default:
        return {};
    }
}

} // namespace leadsheet::desktop
