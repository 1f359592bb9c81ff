// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record_model.hpp"

#include <QCollator>
#include <QSortFilterProxyModel>
#include <QStringList>

namespace leadsheet::desktop {

/// Which of the loaded records of a list are shown, and in which order: those whose text has every
/// word that is searched for, in any case; sorted by the values of a column, or as they came. Equal
/// values stay as they came, and what has none stands last either way. For lists of some thousands
/// of records; GUI thread only.
class ListSieve : public QSortFilterProxyModel {
    Q_OBJECT

public:
    explicit ListSieve(RecordTable& records, QObject* parent = nullptr);

    /// Words with blanks between them; empty = all records are shown.
    void search(const QString& words);
    bool searches() const { return !words_.isEmpty(); }
    /// Whether it shows the records in another order than they came.
    bool sorts() const { return sortColumn() >= 0; }
    /// Which of the records stands in this row; -1 = none.
    int recordAt(int row) const;

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    QStringList words_;
    QCollator collator_;
};

} // namespace leadsheet::desktop
