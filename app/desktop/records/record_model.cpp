// SPDX-License-Identifier: Apache-2.0
#include "record_model.hpp"

namespace leadsheet::desktop {

QList<ColumnContent> RecordTable::contents() const {
    QList<ColumnContent> contents;
    for (const Head& head : heads_)
        contents << head.content;
    return contents;
}

int RecordTable::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(heads_.size());
}

QVariant RecordTable::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
        return textAt(index.row(), index.column());
    case Qt::DecorationRole: {
        const QIcon picture = pictureAt(index.row(), index.column());
        return picture.isNull() ? QVariant() : QVariant(picture);
    }
    case Qt::TextAlignmentRole:
        return headerData(index.column(), Qt::Horizontal, role);
    case kSortRole:
        return sortedBy(index.row(), index.column());
    case kSearchRole:
        return searchedIn(index.row());
    default:
        return {};
    }
}

QVariant RecordTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    const Head& head = heads_[static_cast<std::size_t>(section)];
    if (role == Qt::TextAlignmentRole && head.number)
        return kNumberAlignment;
    return role == Qt::DisplayRole ? QVariant(head.title) : QVariant();
}

bool RecordTable::canFetchMore(const QModelIndex& parent) const {
    return !parent.isValid() && more_;
}

void RecordTable::fetchMore(const QModelIndex& parent) {
    if (canFetchMore(parent))
        emit moreWanted();
}

} // namespace leadsheet::desktop
