// SPDX-License-Identifier: Apache-2.0
#include "field_map_model.hpp"

#include <algorithm>

namespace leadsheet::desktop {
namespace {

constexpr int kMaxPlatformName = 100;

} // namespace

FieldMapModel::FieldMapModel(const std::string& platform, const FieldMap& map, QObject* parent)
    : QAbstractTableModel(parent)
    , columns_(mappedColumns(platform)) {
    for (const MappedColumn& column : columns_) {
        const auto found = map.find(std::string(toString(column.field)));
        names_ << (map.empty()          ? column.usualName
                   : found == map.end() ? QString()
                                        : QString::fromStdString(found->second));
    }
}

int FieldMapModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(columns_.size());
}

int FieldMapModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : Columns;
}

QVariant FieldMapModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const MappedColumn& column = columns_.at(index.row());
    if (role == Qt::EditRole && index.column() == PlatformName)
        return names_.at(index.row());
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    switch (index.column()) {
    case Title:
        return column.title;
    case Example:
        return lead_ ? leadValueText((*lead_)[column.field]) : QString();
    case PlatformName:
        return names_.at(index.row()).isEmpty() ? tr("not sent") : names_.at(index.row());
    default:
        return {};
    }
}

QVariant FieldMapModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Title:
        return tr("Column of the lead");
    case Example:
        return tr("One of your leads");
    case PlatformName:
        return tr("Name at the platform");
    default:
        return {};
    }
}

Qt::ItemFlags FieldMapModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags usual = QAbstractTableModel::flags(index);
    return index.column() == PlatformName ? usual | Qt::ItemIsEditable : usual;
}

bool FieldMapModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (!index.isValid() || role != Qt::EditRole || index.column() != PlatformName)
        return false;
    names_[index.row()] = value.toString().trimmed().left(kMaxPlatformName);
    emit dataChanged(index, index);
    return true;
}

void FieldMapModel::setLead(const std::optional<Lead>& lead) {
    lead_ = lead;
    emit dataChanged(index(0, Example), index(rowCount() - 1, Example));
}

void FieldMapModel::useUsualNames() {
    for (qsizetype i = 0; i < columns_.size(); ++i)
        names_[i] = columns_.at(i).usualName;
    emit dataChanged(index(0, PlatformName), index(rowCount() - 1, PlatformName));
}

FieldMap FieldMapModel::map() const {
    FieldMap map;
    bool usual = true;
    for (qsizetype i = 0; i < columns_.size(); ++i) {
        usual = usual && names_.at(i) == columns_.at(i).usualName;
        if (!names_.at(i).isEmpty())
            map.emplace(toString(columns_.at(i).field), names_.at(i).toStdString());
    }
    return usual ? FieldMap() : map;
}

bool FieldMapModel::sendsNothing() const {
    return std::all_of(names_.begin(), names_.end(),
                       [](const QString& name) { return name.isEmpty(); });
}

} // namespace leadsheet::desktop
