// SPDX-License-Identifier: Apache-2.0
#include "order_model.hpp"

#include "../phrases/say.hpp"
#include "../shell/words.hpp"
#include "../theme/icons.hpp"
#include "../widgets/table_look.hpp"
#include "order_words.hpp"

namespace leadsheet::desktop {

int OrderModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : Columns;
}

QVariant OrderModel::data(const QModelIndex& index, int role) const {
    const Order* order = at(index.row());
    if (order == nullptr)
        return {};
    if (role == Qt::TextAlignmentRole && (index.column() == Leads || index.column() == Price))
        return kNumberAlignment;
    if (role == Qt::DecorationRole && index.column() == Status) {
        const OrderLook look = lookOf(*order);
        return icon(look.icon, look.tone);
    }
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    switch (index.column()) {
    case Number:
        return text(order->number.str());
    case Created:
        return timeText(order->createdAt, wallNow());
    case Product:
        return sayProduct(order->product);
    case Leads:
        return number(order->leadCount);
    case Price:
        return order->price ? money(*order->price) : QString();
    case Status:
        return lookOf(*order).word;
    case Reference:
        return order->externalRef ? text(*order->externalRef) : QString();
    default:
        return {};
    }
}

QVariant OrderModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole &&
        (section == Leads || section == Price))
        return kNumberAlignment;
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Number:
        return tr("Order");
    case Created:
        return tr("Ordered");
    case Product:
        return tr("Product");
    case Leads:
        return tr("Leads");
    case Price:
        return tr("Price");
    case Status:
        return tr("Status");
    case Reference:
        return tr("Your reference");
    default:
        return {};
    }
}

} // namespace leadsheet::desktop
