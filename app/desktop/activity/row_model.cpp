// SPDX-License-Identifier: Apache-2.0
#include "row_model.hpp"

#include "../phrases/say.hpp"
#include "../shell/words.hpp"
#include "../theme/icons.hpp"
#include "../widgets/table_look.hpp"

namespace leadsheet::desktop {
namespace {

using submit::RowState;

struct Look {
    QLatin1String icon;
    Tone tone;
};

Look lookOf(RowState state) {
    switch (state) {
    case RowState::Placed:
        return {QLatin1String("placed"), Tone::Good};
    case RowState::AlreadyOrdered:
        return {QLatin1String("check"), Tone::Good};
    case RowState::Refused:
    case RowState::NeedsFix:
        return {QLatin1String("error"), Tone::Bad};
    case RowState::Unknown:
        return {QLatin1String("unknown"), Tone::Warn};
    case RowState::WillRetry:
        return {QLatin1String("refresh"), Tone::Warn};
    case RowState::Sending:
        return {QLatin1String("play"), Tone::Info};
    case RowState::Skipped:
        return {QLatin1String("skipped"), Tone::Muted};
    case RowState::Ended:
        return {QLatin1String("stop"), Tone::Warn};
    case RowState::Ready:
    case RowState::Queued:
        break;
    }
    return {QLatin1String("queued"), Tone::Neutral};
}

bool isRowNumber(int column) {
    return column == RowModel::SheetRow || column == RowModel::Leads || column == RowModel::Price ||
           column == RowModel::Attempts;
}

QString reasonOf(const submit::RowRecord& row) {
    if (row.state == RowState::Skipped)
        return skipSentence(row);
    if (row.message.empty())
        return text(row.code);
    return row.code.empty() ? say(row.message)
                            : QStringLiteral("%1 (%2)").arg(say(row.message), text(row.code));
}

} // namespace

int RowModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int RowModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : Columns;
}

const submit::RowRecord* RowModel::at(int row) const {
    return row >= 0 && row < rowCount() ? &rows_[static_cast<std::size_t>(row)] : nullptr;
}

std::int64_t RowModel::lastOrdinal() const {
    return rows_.empty() ? -1 : rows_.back().ref.ordinal;
}

QVariant RowModel::data(const QModelIndex& index, int role) const {
    const submit::RowRecord* row = at(index.row());
    if (row == nullptr)
        return {};
    const int column = index.column();
    if (role == Qt::TextAlignmentRole && isRowNumber(column))
        return kNumberAlignment;
    if (role == Qt::DecorationRole && column == State)
        return icon(lookOf(row->state).icon, lookOf(row->state).tone);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    switch (column) {
    case SheetRow:
        return number(row->sourceRow);
    case State:
        return stateWord(*row);
    case Product:
        return sayProduct(row->product);
    case Leads:
        return row->leadCount == 0 ? QString() : number(row->leadCount);
    case Order:
        return text(row->orderNumber);
    case Price:
        return row->price ? money(*row->price, currency_) : QString();
    case Attempts:
        return number(row->attempts);
    case Reason:
        return reasonOf(*row);
    default:
        return {};
    }
}

QVariant RowModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole && isRowNumber(section))
        return kNumberAlignment;
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case SheetRow:
        return tr("Row");
    case State:
        return tr("State");
    case Product:
        return tr("Product");
    case Leads:
        return tr("Leads");
    case Order:
        return tr("Order");
    case Price:
        return tr("Price");
    case Attempts:
        return tr("Attempts");
    case Reason:
        return tr("Why");
    default:
        return {};
    }
}

bool RowModel::canFetchMore(const QModelIndex& parent) const {
    return !parent.isValid() && more_;
}

void RowModel::fetchMore(const QModelIndex& parent) {
    if (canFetchMore(parent))
        emit moreWanted();
}

void RowModel::clear(const std::string& currency) {
    beginResetModel();
    rows_.clear();
    currency_ = currency;
    more_ = false;
    endResetModel();
}

void RowModel::append(std::vector<submit::RowRecord> rows, bool more) {
    more_ = more;
    if (rows.empty())
        return;
    beginInsertRows({}, rowCount(), rowCount() + static_cast<int>(rows.size()) - 1);
    std::move(rows.begin(), rows.end(), std::back_inserter(rows_));
    endInsertRows();
}

} // namespace leadsheet::desktop
