// SPDX-License-Identifier: Apache-2.0
#include "list_sieve.hpp"

#include "../shell/words.hpp"

#include <algorithm>

namespace leadsheet::desktop {

ListSieve::ListSieve(RecordTable& records, QObject* parent)
    : QSortFilterProxyModel(parent)
    , collator_(language()) {
    collator_.setCaseSensitivity(Qt::CaseInsensitive);
    collator_.setNumericMode(true); // Row 9 before Row 10
    setSourceModel(&records);
}

void ListSieve::search(const QString& words) {
    const QStringList wanted = words.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    if (wanted == words_)
        return;
    words_ = wanted;
    invalidateFilter();
}

int ListSieve::recordAt(int row) const {
    return mapToSource(index(row, 0)).row();
}

bool ListSieve::filterAcceptsRow(int row, const QModelIndex& parent) const {
    if (words_.isEmpty())
        return true;
    const QString text = sourceModel()->index(row, 0, parent).data(kSearchRole).toString();
    return std::all_of(words_.begin(), words_.end(), [&](const QString& word) {
        return text.contains(word, Qt::CaseInsensitive);
    });
}

bool ListSieve::lessThan(const QModelIndex& left, const QModelIndex& right) const {
    // Asked the other way round where it descends.
    const bool ascends = sortOrder() == Qt::AscendingOrder;
    const QVariant one = left.data(kSortRole);
    const QVariant other = right.data(kSortRole);
    if (one.isValid() != other.isValid())
        return one.isValid() == ascends;
    if (one.isValid() && one != other) {
        if (one.userType() != QMetaType::QString)
            return one.toLongLong() < other.toLongLong();
        if (const int order = collator_.compare(one.toString(), other.toString()); order != 0)
            return order < 0;
    }
    return ascends ? left.row() < right.row() : left.row() > right.row();
}

} // namespace leadsheet::desktop
