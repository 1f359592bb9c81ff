// SPDX-License-Identifier: Apache-2.0
#include "queue_model.hpp"

#include "../phrases/say.hpp"
#include "../shell/words.hpp"
#include "../theme/icons.hpp"
#include "../widgets/table_look.hpp"
#include "queue.hpp"

namespace leadsheet::desktop {
namespace {

bool isQuantity(int column) {
    return column == QueueModel::Ordered || column == QueueModel::TakenIn ||
           column == QueueModel::Price;
}

} // namespace

QString accountOf(const AdminOrder& order) {
    return order.accountName.empty() ? text(order.account.str()) : text(order.accountName);
}

int QueueModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : Columns;
}

QVariant QueueModel::data(const QModelIndex& index, int role) const {
    const AdminOrder* full = at(index.row());
    if (full == nullptr)
        return {};
    if (role == Qt::TextAlignmentRole && isQuantity(index.column()))
        return kNumberAlignment;
    if (role == Qt::DecorationRole && index.column() == Status) {
        const OrderLook look = operatorLook(*full);
        return icon(look.icon, look.tone);
    }
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    const Order& order = full->order;
    switch (index.column()) {
    case Number:
        return text(order.number.str());
    case Status:
        return operatorLook(*full).word;
    case Account:
        return accountOf(*full);
    case Ordered:
        return number(order.leadCount);
    case TakenIn:
        return number(full->ingested.accepted);
    case Price:
        return order.price ? money(*order.price) : QString();
    case Created:
        return timeText(order.createdAt, wallNow());
    case Product:
        return sayProduct(order.product);
    default:
        return {};
    }
}

QVariant QueueModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole && isQuantity(section))
        return kNumberAlignment;
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Number:
        return tr("Order");
    case Status:
        return tr("Status");
    case Account:
        return tr("Account");
    case Ordered:
        return tr("Leads");
    case TakenIn:
        return tr("Taken in");
    case Price:
        return tr("Price");
    case Created:
        return tr("Ordered");
    case Product:
        return tr("Product");
    default:
        return {};
    }
}

} // namespace leadsheet::desktop
