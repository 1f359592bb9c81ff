// SPDX-License-Identifier: Apache-2.0
#include "delivery_model.hpp"

#include "../orders/order_words.hpp"
#include "../shell/words.hpp"
#include "../theme/icons.hpp"
#include "webhook_words.hpp"

#include <QGuiApplication>

namespace leadsheet::desktop {

int DeliveryModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : Columns;
}

QVariant DeliveryModel::data(const QModelIndex& index, int role) const {
    const WebhookDelivery* delivery = at(index.row());
    if (delivery == nullptr)
        return {};
    if (role == Qt::DecorationRole && index.column() == State) {
        const DeliveryLook look = deliveryLook(*delivery);
        return icon(look.icon, coloursOf(look.tone, QGuiApplication::palette()).mark);
    }
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    switch (index.column()) {
    case Message:
        return messageWord(delivery->eventType);
    case State:
        return deliveryLook(*delivery).word;
    case Created:
        return timeText(delivery->createdAt, wallNow());
    case Attempts:
        return number(delivery->attempts);
    case Answer:
        return answerWord(*delivery);
    case Next:
        return delivery->state == "pending" && delivery->attempts > 0
                   ? timeOr(delivery->nextAttemptAt)
                   : QString();
    case Order:
        return delivery->orderNumber ? text(delivery->orderNumber->str()) : QString();
    default:
        return {};
    }
}

QVariant DeliveryModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Message:
        return tr("Message");
    case State:
        return tr("State");
    case Created:
        return tr("Made");
    case Attempts:
        return tr("Attempts");
    case Answer:
        return tr("Last answer");
    case Next:
        return tr("Next attempt");
    case Order:
        return tr("Order");
    default:
        return {};
    }
}

} // namespace leadsheet::desktop
