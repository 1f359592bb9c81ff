// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>

#include <algorithm>
#include <iterator>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace leadsheet::desktop {

/// What PageFeed needs of a model, whatever its rows are.
class PagedRows : public QAbstractTableModel {
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;

    virtual void clear() = 0;

signals:
    void moreWanted();
};

/// Rows in the server's order, page after page. Asks for the next page when the view comes near the
/// end; never sorts or filters by itself. A subclass says how a row is named and what its cells
/// hold.
template <class Row>
class PagedModel : public PagedRows {
public:
    using PagedRows::PagedRows;

    int rowCount(const QModelIndex& parent = {}) const final {
        return parent.isValid() ? 0 : static_cast<int>(rows_.size());
    }
    bool canFetchMore(const QModelIndex& parent) const final { return !parent.isValid() && more_; }
    void fetchMore(const QModelIndex& parent) final {
        if (canFetchMore(parent))
            emit moreWanted();
    }

    const std::vector<Row>& rows() const { return rows_; }
    const Row* at(int row) const {
        return row >= 0 && row < rowCount() ? &rows_[static_cast<std::size_t>(row)] : nullptr;
    }
    int rowOf(const std::string& id) const { ///< -1 = not here
        const auto found = std::find_if(rows_.begin(), rows_.end(),
                                        [&](const Row& row) { return idOf(row) == id; });
        return found == rows_.end() ? -1 : static_cast<int>(found - rows_.begin());
    }
    bool hasMore() const { return more_; }

    void clear() final {
        beginResetModel();
        rows_.clear();
        more_ = false;
        endResetModel();
    }

    void append(std::vector<Row> rows, bool more) {
        more_ = more;
        // A page may repeat what a refresh brought meanwhile.
        std::erase_if(rows, [this](const Row& row) { return rowOf(idOf(row)) >= 0; });
        if (rows.empty())
            return;
        beginInsertRows({}, rowCount(), rowCount() + static_cast<int>(rows.size()) - 1);
        std::move(rows.begin(), rows.end(), std::back_inserter(rows_));
        endInsertRows();
    }

    /// The first rows as they are now. What is no longer among them goes, what is new comes, the
    /// rows behind them stay: a selection survives. `more`: the list goes on behind `head`. True
    /// when nothing joined them to what was shown, so that everything was replaced.
    bool refreshHead(std::vector<Row> head, bool more) {
        const int last = head.empty() ? -1 : rowOf(idOf(head.back()));
        if (last < 0 && !head.empty() && more) {
            beginResetModel();
            rows_ = std::move(head);
            more_ = more;
            endResetModel();
            return true;
        }
        std::unordered_set<std::string> present;
        for (const Row& row : head)
            present.insert(idOf(row));
        for (int row = more ? last : rowCount() - 1; row >= 0; --row) {
            if (present.contains(idOf(*at(row))))
                continue;
            beginRemoveRows({}, row, row);
            rows_.erase(rows_.begin() + row);
            endRemoveRows();
        }
        for (int row = 0; row < static_cast<int>(head.size()); ++row) {
            Row& now = head[static_cast<std::size_t>(row)];
            if (const Row* shown = at(row); shown != nullptr && idOf(*shown) == idOf(now)) {
                put(std::move(now));
                continue;
            }
            beginInsertRows({}, row, row);
            rows_.insert(rows_.begin() + row, std::move(now));
            endInsertRows();
        }
        if (!more)
            more_ = false;
        return false;
    }

    /// A row as it is now; one that is not here stays away.
    void put(Row row) {
        const int place = rowOf(idOf(row));
        if (place < 0)
            return;
        rows_[static_cast<std::size_t>(place)] = std::move(row);
        emit dataChanged(index(place, 0), index(place, columnCount() - 1));
    }

    /// A new one, first.
    void putFirst(Row row) {
        beginInsertRows({}, 0, 0);
        rows_.insert(rows_.begin(), std::move(row));
        endInsertRows();
    }

protected:
    virtual const std::string& idOf(const Row& row) const = 0;

private:
    std::vector<Row> rows_;
    bool more_ = false;
};

} // namespace leadsheet::desktop
