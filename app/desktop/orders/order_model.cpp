// SPDX-License-Identifier: Apache-2.0
#include "order_model.hpp"

#include "../phrases/say.hpp"
#include "../shell/words.hpp"
#include "../theme/icons.hpp"
#include "../widgets/table_look.hpp"
#include "order_words.hpp"

#include <algorithm>
#include <unordered_set>

namespace leadsheet::desktop {

int OrderModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(orders_.size());
}

int OrderModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : Columns;
}

const Order* OrderModel::at(int row) const {
    return row >= 0 && row < rowCount() ? &orders_[static_cast<std::size_t>(row)] : nullptr;
}

int OrderModel::rowOf(const std::string& number) const {
    const auto found = std::find_if(orders_.begin(), orders_.end(),
                                    [&](const Order& o) { return o.number.str() == number; });
    return found == orders_.end() ? -1 : static_cast<int>(found - orders_.begin());
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

bool OrderModel::canFetchMore(const QModelIndex& parent) const {
    return !parent.isValid() && more_;
}

void OrderModel::fetchMore(const QModelIndex& parent) {
    if (canFetchMore(parent))
        emit moreWanted();
}

void OrderModel::clear() {
    beginResetModel();
    orders_.clear();
    more_ = false;
    endResetModel();
}

void OrderModel::append(std::vector<Order> orders, bool more) {
    more_ = more;
    // A page may repeat what a refresh brought meanwhile.
    std::erase_if(orders, [this](const Order& o) { return rowOf(o.number.str()) >= 0; });
    if (orders.empty())
        return;
    beginInsertRows({}, rowCount(), rowCount() + static_cast<int>(orders.size()) - 1);
    std::move(orders.begin(), orders.end(), std::back_inserter(orders_));
    endInsertRows();
}

bool OrderModel::refreshHead(std::vector<Order> head, bool more) {
    const int last = head.empty() ? -1 : rowOf(head.back().number.str());
    if (last < 0 && !head.empty() && more) {
        // Nothing joins it to what is shown: everything is new.
        beginResetModel();
        orders_ = std::move(head);
        more_ = more;
        endResetModel();
        return true;
    }
    std::unordered_set<std::string> present;
    for (const Order& order : head)
        present.insert(order.number.str());
    const int end = more ? last : rowCount() - 1;
    for (int row = end; row >= 0; --row) {
        if (present.contains(at(row)->number.str()))
            continue;
        beginRemoveRows({}, row, row);
        orders_.erase(orders_.begin() + row);
        endRemoveRows();
    }
    for (int row = 0; row < static_cast<int>(head.size()); ++row) {
        Order& order = head[static_cast<std::size_t>(row)];
        if (const Order* shown = at(row); shown != nullptr && shown->number == order.number) {
            update(order);
            continue;
        }
        beginInsertRows({}, row, row);
        orders_.insert(orders_.begin() + row, std::move(order));
        endInsertRows();
    }
    if (!more)
        more_ = false;
    return false;
}

void OrderModel::update(const Order& order) {
    const int row = rowOf(order.number.str());
    if (row < 0)
        return;
    Order& shown = orders_[static_cast<std::size_t>(row)];
    if (shown.version == order.version && shown.deliveredLeads == order.deliveredLeads)
        return;
    shown = order;
    emit dataChanged(index(row, 0), index(row, Columns - 1));
}

} // namespace leadsheet::desktop
