// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../theme/icons.hpp"
#include "../widgets/tables.hpp"

#include <QAbstractTableModel>

#include <algorithm>
#include <functional>
#include <iterator>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace leadsheet::desktop {

/// What a table of records has for a ListSieve, beside what is shown.
enum RecordRole {
    kSortRole = Qt::UserRole + 1, ///< of a cell, what it is sorted by; nothing = it has no value
    kSearchRole                   ///< of a row, the text that is searched
};

/// A table of records that is described by its columns. Asks for more when the view comes near the
/// end. GUI thread only.
class RecordTable : public QAbstractTableModel {
    Q_OBJECT

public:
    virtual void clear() = 0;
    /// What must find room in each column.
    QList<ColumnContent> contents() const;
    bool hasMore() const { return more_; }

    int columnCount(const QModelIndex& parent = {}) const final;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const final;
    bool canFetchMore(const QModelIndex& parent) const final;
    void fetchMore(const QModelIndex& parent) final;

signals:
    void moreWanted();

protected:
    using QAbstractTableModel::QAbstractTableModel;

    void addHead(const QString& title, const ColumnContent& content, bool number) {
        heads_.push_back({title, content, number});
    }
    void setMore(bool more) { more_ = more; }
    void rowChanged(int row) { emit dataChanged(index(row, 0), index(row, columnCount() - 1)); }

    virtual QString textAt(int row, int column) const = 0;
    virtual QIcon pictureAt(int row, int column) const = 0;
    virtual QVariant sortedBy(int row, int column) const = 0;
    virtual QString searchedIn(int row) const = 0;

private:
    struct Head {
        QString title;
        ColumnContent content;
        bool number;
    };
    std::vector<Head> heads_;
    bool more_ = false;
};

/// The records themselves, in the order they came. A subclass adds the columns in its constructor.
template <class Record>
class RecordModel : public RecordTable {
public:
    int rowCount(const QModelIndex& parent = {}) const final {
        return parent.isValid() ? 0 : static_cast<int>(rows_.size());
    }
    const std::vector<Record>& rows() const { return rows_; }
    const Record* at(int row) const {
        return row >= 0 && row < rowCount() ? &rows_[static_cast<std::size_t>(row)] : nullptr;
    }

    void clear() final { setRows({}); }
    void setRows(std::vector<Record> rows, bool more = false) {
        beginResetModel();
        rows_ = std::move(rows);
        setMore(more);
        endResetModel();
    }
    void append(std::vector<Record> rows, bool more) {
        setMore(more);
        if (!rows.empty())
            insert(rowCount(), std::move(rows));
    }
    void setRow(int row, Record record) {
        rows_[static_cast<std::size_t>(row)] = std::move(record);
        rowChanged(row);
    }

protected:
    using Text = std::function<QString(const Record&)>;
    using State = std::function<Look(const Record&)>;
    /// What a record is sorted by in a column: a text, or a number (long long); nothing = it has
    /// no value there. A column without it is sorted by its text.
    using Value = std::function<QVariant(const Record&)>;

    using RecordTable::RecordTable;

    void add(const QString& title, const ColumnContent& content, Text text, Value value = {}) {
        addHead(title, content, false);
        columns_.push_back({std::move(text), {}, std::move(value)});
    }
    /// Stands at the right, and so does its title.
    void addNumber(const QString& title, const ColumnContent& content, Text text,
                   Value value = {}) {
        addHead(title, content, true);
        columns_.push_back({std::move(text), {}, std::move(value)});
    }
    /// A word behind its picture.
    void addState(const QString& title, const ColumnContent& content, State state) {
        addHead(title, content, false);
        columns_.push_back({{}, std::move(state), {}});
    }
    /// The text of a record that is searched; without it what its columns show.
    void setSearched(Text searched) { searched_ = std::move(searched); }

    /// The same records as they are now.
    void refreshRows(std::vector<Record> rows) {
        rows_ = std::move(rows);
        if (!rows_.empty())
            emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    }
    void insert(int row, std::vector<Record> rows) {
        beginInsertRows({}, row, row + static_cast<int>(rows.size()) - 1);
        rows_.insert(rows_.begin() + row, std::make_move_iterator(rows.begin()),
                     std::make_move_iterator(rows.end()));
        endInsertRows();
    }
    void remove(int first, int last) {
        beginRemoveRows({}, first, last);
        rows_.erase(rows_.begin() + first, rows_.begin() + last + 1);
        endRemoveRows();
    }
    Record& record(int row) { return rows_[static_cast<std::size_t>(row)]; }

private:
    struct Column {
        Text text;
        State state;
        Value value;
    };

    QString textAt(int row, int column) const final {
        const Column& shown = columns_[static_cast<std::size_t>(column)];
        return shown.state ? shown.state(*at(row)).word : shown.text(*at(row));
    }
    QIcon pictureAt(int row, int column) const final {
        const auto& state = columns_[static_cast<std::size_t>(column)].state;
        return state ? icon(state(*at(row))) : QIcon();
    }
    QVariant sortedBy(int row, int column) const final {
        const auto& value = columns_[static_cast<std::size_t>(column)].value;
        return value ? value(*at(row)) : QVariant(textAt(row, column));
    }
    QString searchedIn(int row) const final {
        if (searched_)
            return searched_(*at(row));
        QString all;
        for (int column = 0; column < columnCount(); ++column)
            all += textAt(row, column) + QLatin1Char('\n');
        return all;
    }

    std::vector<Column> columns_;
    Text searched_;
    std::vector<Record> rows_;
};

/// Records in the server's order, page after page; never sorts or filters (see ListSieve). A
/// subclass says how a record is named.
template <class Record>
class PagedModel : public RecordModel<Record> {
public:
    int rowOf(const std::string& id) const { ///< -1 = not here
        const auto& rows = this->rows();
        const auto found = std::find_if(rows.begin(), rows.end(),
                                        [&](const Record& row) { return idOf(row) == id; });
        return found == rows.end() ? -1 : static_cast<int>(found - rows.begin());
    }

    void append(std::vector<Record> rows, bool more) {
        // A page may repeat what a refresh brought meanwhile.
        std::erase_if(rows, [this](const Record& row) { return rowOf(idOf(row)) >= 0; });
        RecordModel<Record>::append(std::move(rows), more);
    }

    /// The first rows as they are now. What is no longer among them goes, what is new comes, the
    /// rows behind them stay: a selection survives. `more`: the list goes on behind `head`. True
    /// when nothing joined them to what was shown, so that everything was replaced.
    bool refreshHead(std::vector<Record> head, bool more) {
        const int last = head.empty() ? -1 : rowOf(idOf(head.back()));
        if (last < 0 && !head.empty() && more) {
            this->setRows(std::move(head), more);
            return true;
        }
        std::unordered_set<std::string> present;
        for (const Record& row : head)
            present.insert(idOf(row));
        for (int row = more ? last : this->rowCount() - 1; row >= 0; --row)
            if (!present.contains(idOf(*this->at(row))))
                this->remove(row, row);
        for (int row = 0; row < static_cast<int>(head.size()); ++row) {
            Record& now = head[static_cast<std::size_t>(row)];
            const Record* shown = this->at(row);
            if (shown != nullptr && idOf(*shown) == idOf(now))
                this->setRow(row, std::move(now));
            else
                putAt(row, std::move(now));
        }
        if (!more)
            this->setMore(false);
        return false;
    }

    /// A row as it is now; one that is not here stays away.
    void put(Record row) {
        if (const int place = rowOf(idOf(row)); place >= 0)
            this->setRow(place, std::move(row));
    }

    /// A new one, first.
    void putFirst(Record row) { putAt(0, std::move(row)); }

protected:
    using RecordModel<Record>::RecordModel;

    virtual const std::string& idOf(const Record& row) const = 0;

private:
    void putAt(int place, Record row) {
        std::vector<Record> one;
        one.push_back(std::move(row));
        this->insert(place, std::move(one));
    }
};

} // namespace leadsheet::desktop
